import { showAlternative, writeAlternative } from "../core/apply/alternativeLines.ts";
import { countPieces } from "../core/apply/pieceWords.ts";
import type { Alternative, Candidate, LeftOut } from "../core/merge/mergeResult.ts";
import { isLeftOut } from "../core/merge/pieces.ts";
import { namedLines, type Proof } from "../core/proof/proof.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { lineTexts, type LineRange } from "../core/text/lines.ts";
import type { FileTrouble } from "../node/files.ts";
import { describeTrouble } from "../node/describeTrouble.ts";
import { plain } from "../node/plainText.ts";
import type { FoundFile } from "./findTarget.ts";
import type { PlannedTarget, SettledTarget } from "./plan.ts";
import { changedPath, type DiskChange, type Stuck, type WriteResult } from "../node/writeFiles.ts";

/** The texts for the user. Lines are one-based and inclusive here; each problem says what to do next. */

const MAX_LISTED = 12;
const MAX_LABEL = 100;
const MAX_NAMES = 5;
/** Lines that are shown of what a piece may mean. */
const MAX_LINES = 12;

/** Reports why a file could not be read or written, and what to do next. */
export function reportTrouble(trouble: FileTrouble): string {
  return problem(trouble.path, describeTrouble(trouble), nextStep(trouble));
}

function problem(subject: string, what: string, next: string): string {
  return `fast-apply: ${plain(subject)}: ${what}\n  Next: ${next}\n`;
}

/** What to do about it. */
function nextStep({ type }: FileTrouble): string {
  switch (type) {
    case "missing":
      return "check the path. To make a new file, let the sketch name it and hold all of it, and leave out --file.";
    case "directory":
      return "name a file in it.";
    case "special":
      return "name a regular file.";
    case "file-as-folder":
      return "check the path.";
    case "broken-link":
      return "repair the link, or name the file itself.";
    case "binary":
      return "name a text file.";
    case "encoding":
      return "convert it to UTF-8 first, for example with iconv.";
    case "too-large":
      return "apply the change to a smaller file, or split this one.";
    case "unreadable":
      return "check its permissions.";
    case "not-writable":
      return "check the permissions of the file and of its folder.";
    case "exists":
      return "move it away, or give the new file another name.";
    case "same-file":
      return "apply the two parts of the sketch one after the other.";
    case "changed":
      return "run the command again.";
    case "linked":
      return "change it in an editor, which writes into the file itself, or make it a file of its own first: copy it and move the copy in its place.";
    case "hostile":
      return "if you want this file to change, name it with --file.";
  }
}

/** How the report of a target ends. */
export interface ReportWay {
  /** Whether what is sure is taken although something else is not. */
  readonly isTaken: boolean;
  /** Whether that is written to the disk. */
  readonly isWritten: boolean;
  /** Whether there is no other target, so that a choice need not name it. */
  readonly isOnly: boolean;
}

/** Reports why a target was not changed, or not with all of its sketch, or that the proof does not hold. */
export function reportTarget(target: PlannedTarget, way: ReportWay): string {
  if (target.wrongChoice !== undefined) return reportWrongChoice(target, target.wrongChoice, way);
  switch (target.type) {
    case "merged":
      return reportRemarks(target);
    case "trouble":
      return reportTrouble(target.trouble);
    case "no-sketch":
      return problem(
        target.path,
        `nothing to apply. ${target.reason}`,
        "check that the sketch holds code for this file.",
      );
    case "ambiguous":
      return reportUnsure(target, way);
  }
}

type Unsure = Extract<PlannedTarget, { type: "ambiguous" }>;

function reportUnsure(target: Unsure, way: ReportWay): string {
  const { path, outcome, sure } = target;
  const { reason, candidates, pieces, proof } = outcome;
  const isInPieces = pieces.length > 0;
  const isTaken = way.isTaken && sure !== undefined;
  const what = `${isTaken ? "only what is sure is taken" : "not sure, so nothing is written"}. ${isInPieces ? `${countPieces(pieces)}.` : plain(reason)}`;
  const details = isInPieces
    ? listLeftOut(target, way)
    : [...listCandidates(path, candidates), ...listFindings(proof, reason)];
  return `fast-apply: ${plain(path)}: ${what}\n${details.join("")}  Next: ${nextChoice(target, way)}\n`;
}

/** How to go on with what is not sure. */
function nextChoice({ path, outcome: { pieces }, sure }: Unsure, way: ReportWay): string {
  const left = pieces.filter(isLeftOut);
  const first = left.find(({ state }) => state === "open") ?? left[0];
  if (first === undefined) {
    return "show more of the surrounding lines in the sketch, or repeat the command with --json to see the best guess.";
  }
  if (way.isTaken && way.isWritten && sure !== undefined) {
    return "make by hand what is left out, or ask the model for that alone: the same sketch again would repeat what is written.";
  }
  const drop = `--choose ${named(first, path, way)}=none`;
  const choose = first.state === "open" ? `--choose ${named(first, path, way)}=1 for what is meant, or ${drop}` : drop;
  const partly = sure === undefined || way.isTaken ? "" : ", or --partial for what is sure without them";
  return `repeat the command with ${choose} to leave it out, for each of these pieces${partly}.`;
}

/** A piece as `--choose` takes it. */
function named({ index }: LeftOut, path: string, { isOnly }: ReportWay): string {
  return `${isOnly ? "" : `${plain(path)}:`}${String(index + 1)}`;
}

/** Reports why a choice does not fit, and what there is to choose from. */
function reportWrongChoice(target: PlannedTarget, reason: string, way: ReportWay): string {
  const left = target.type === "ambiguous" && target.outcome.pieces.some(isLeftOut);
  const isOpen = left && target.outcome.pieces.some(({ state }) => state === "open");
  const what = `--choose does not fit, so nothing is written. ${reason}`;
  const next = isOpen
    ? "choose one of these."
    : left
      ? "leave out --choose, since none of these has a place to choose, and check that the sketch is for this file."
      : "leave out --choose for this file.";
  const details = left ? listLeftOut(target, way).join("") : "";
  return `fast-apply: ${plain(target.path)}: ${what}\n${details}  Next: ${next}\n`;
}

/** Reports an option whose value does not fit the sketch. */
export function reportWrongOption({ message, next }: { readonly message: string; readonly next: string }): string {
  return `fast-apply: ${plain(message)}\n  Next: ${plain(next)}\n`;
}

/** What the proof says of a text that counts in spite of it, because the user has chosen it. */
function reportRemarks({ path, outcome: { proof } }: Extract<PlannedTarget, { type: "merged" }>): string {
  if (proof.holds) return "";
  const messages = [...new Set(proof.findings.map(({ message }) => plain(message)))];
  const shown = messages.slice(0, MAX_LISTED).map((message) => `  remark: ${message}\n`);
  return `fast-apply: ${plain(path)}: chosen by you, though the proof does not hold.\n${[...shown, ...more(messages.length)].join("")}`;
}

function listCandidates(path: string, candidates: readonly Candidate[]): string[] {
  const shown = candidates.slice(0, MAX_LISTED).map(({ original, label }) => {
    const text = plain(label).slice(0, MAX_LABEL);
    return `  candidate ${plain(path)}:${lineNumbers(original)}${text === "" ? "" : `  ${text}`}\n`;
  });
  return [...shown, ...more(candidates.length)];
}

/** The pieces that are not in the result, each with why and with what it may mean, as `--choose` takes it. */
function listLeftOut({ path, original, outcome: { pieces } }: Unsure, way: ReportWay): string[] {
  const lines = lineTexts(original);
  const left = pieces.filter(isLeftOut);
  const shown = left.slice(0, MAX_LISTED).map((piece) => {
    const name = named(piece, path, way);
    const means = piece.state === "open" ? listAlternatives(name, path, lines, piece.alternatives) : [];
    return `  piece ${String(piece.index + 1)}, ${namedLines(piece.sketch)} of the sketch: ${plain(piece.reason)}\n${means.join("")}`;
  });
  return [...shown, ...more(left.length)];
}

function listAlternatives(
  piece: string,
  path: string,
  text: readonly string[],
  alternatives: readonly Alternative[],
): string[] {
  const shown = alternatives.slice(0, MAX_LISTED).map(({ original, lines, label, certainty }, index) => {
    const diff = writeAlternative(showAlternative(text, { place: original, lines }, MAX_LINES), shortened);
    const place = `${plain(path)}:${lineNumbers(original)}`;
    const title = `${piece}=${String(index + 1)}  ${place}  ${plain(label).slice(0, MAX_LABEL)} (${(certainty * 100).toFixed(0)} %)`;
    return [`    ${title}\n`, ...diff.map((line) => `      ${line}\n`)].join("");
  });
  return [...shown, ...more(alternatives.length).map((line) => `  ${line}`)];
}

const shortened = (line: string): string => plain(line.replaceAll("\t", "    ")).slice(0, MAX_LABEL);

function listFindings(proof: Proof | undefined, reason: string): string[] {
  const messages = [...new Set(proof?.findings.map(({ message }) => plain(message)) ?? [])].filter(
    (text) => text !== plain(reason),
  );
  return [...messages.slice(0, MAX_LISTED).map((message) => `  also: ${message}\n`), ...more(messages.length)];
}

function more(count: number): string[] {
  return count > MAX_LISTED ? [`  and ${String(count - MAX_LISTED)} more\n`] : [];
}

/** `7` or `7-9`; the line before which an empty range lies. */
function lineNumbers({ start, end }: LineRange): string {
  return end - start <= 1 ? String(start + 1) : `${String(start + 1)}-${String(end)}`;
}

/** Reports the sketches of the reply that were left out. */
export function reportLeft(left: readonly FileSketch[], isPartial: boolean, isTaken = false): string {
  const parts = left.map(({ path, replyLine }) =>
    path === undefined ? `the code at line ${String(replyLine)} of the sketch, which names no file` : plain(path),
  );
  if (parts.length === 0) return "";
  const list = [...new Set(parts)].join(", ");
  if (!isPartial) return `fast-apply: not applied, because it is for another file: ${list}\n`;
  return problem(
    "the sketch",
    `${isTaken ? "only what is sure is taken" : "not sure, so nothing is written"}. It names several files, but not for ${list}.`,
    "name the file above that code in the sketch, or apply the files one by one with --file.",
  );
}

/** Reports that the answer holds no code, and what to check. */
export function reportNoCode(): string {
  return problem(
    "the sketch",
    "nothing to apply. It holds no code.",
    "check that the whole answer of the model was given.",
  );
}

/** Reports that nothing says which file the code is for, and how to name it. */
export function reportNoTarget(): string {
  return problem(
    "the sketch",
    "it names no file.",
    "say which file it is for, with --file, or let it be looked for, with --find.",
  );
}

/** Reports the file that was found by its content. */
export function reportFound(file: FoundFile): string {
  return `fast-apply: ${plain(file.path)}: found by the sketch, ${contentOf(file)}.\n`;
}

/** Reports the files that a sketch may be for by their content. */
export function reportSeveral(files: readonly FoundFile[]): string {
  if (files.length === 0) {
    return problem(
      "the sketch",
      "no file has its lines or declares its names.",
      "say which file it is for, with --file.",
    );
  }
  const shown = files.slice(0, MAX_LISTED).map((file) => `  ${plain(file.path)}: ${contentOf(file)}\n`);
  const what = "the sketch: not sure, so nothing is written. No file is far ahead of the others.";
  return `fast-apply: ${what}\n${[...shown, ...more(files.length)].join("")}  Next: say which file it is for, with --file.\n`;
}

function contentOf({ names, lines, of }: FoundFile): string {
  const counted = `${String(lines)} of ${of === 1 ? "1 line" : `${String(of)} lines`}`;
  const declared = names.length === 0 ? [] : [`declares ${plain(names.slice(0, MAX_NAMES).join(", "))}`];
  return [...(lines === 0 ? [] : [counted]), ...declared].join("; ");
}

/** Reports what a merge that is not written would do to its file; empty for a plain change. */
export function reportPreview({ change, original, text }: SettledTarget): string {
  if (change.type === "update" && original === text)
    return `fast-apply: ${plain(changedPath(change))}: nothing changes.\n`;
  if (change.type === "update") return "";
  return `fast-apply: ${describeChange(change, "would be")}\n`;
}

/** Reports each file that was written, in one line. */
export function reportWritten(changes: readonly DiskChange[]): string {
  return changes.map((change) => `${describeChange(change, "")}\n`).join("");
}

function describeChange(change: DiskChange, verb: "would be" | ""): string {
  const path = plain(changedPath(change));
  const past = { update: "updated", create: "created", delete: "deleted", move: "moved" }[change.type];
  const goal = change.type === "move" ? ` to ${plain(change.to.path)}` : "";
  return `${path}${verb === "" ? "" : ` ${verb}`} ${past}${goal}`;
}

/** Reports why nothing was written and, if taking back failed too, which file has which text. */
export function reportWriteFailure({ trouble, stuck, left }: Extract<WriteResult, { type: "failed" }>): string {
  const state =
    stuck.length === 0
      ? "  No file was changed.\n"
      : `  These could not be taken back, and all other files are as they were:\n${stuck.map(describeStuck).join("")}`;
  return reportTrouble(trouble) + state + reportLeftFiles(left);
}

function describeStuck({ type, path, backup = "", cause }: Stuck): string {
  const state = {
    replaced: `was given its new text; the one before is in ${plain(backup)}`,
    created: "was made, and is still there",
    removed: `is gone from its place; it is now ${plain(backup)}`,
  }[type];
  return `    ${plain(path)} ${state} (${plain(cause)})\n`;
}

/** Reports files that writing needed for a moment and that could not be removed. */
export function reportLeftFiles(left: readonly string[]): string {
  if (left.length === 0) return "";
  return problem(left.join(", "), "this was needed for a moment only, and could not be removed.", "remove it by hand.");
}

/** Reports the verdict on a rewrite, each finding with its place. */
export function reportProof(
  proof: Proof,
  files: { readonly original: string; readonly rewrite: string; readonly sketch: string },
): string {
  const counts = `${String(proof.verbatimLines)} lines of the sketch to the letter, ${String(proof.adaptedLines)} adapted`;
  const findings = proof.findings.map(({ type, message, isRemark, sketch, original, rewrite }) => {
    const place =
      rewrite && rewrite.end > rewrite.start
        ? `${files.rewrite}:${lineNumbers(rewrite)}`
        : original
          ? `${files.original}:${lineNumbers(original)}`
          : sketch
            ? `${files.sketch}:${lineNumbers(sketch)}`
            : files.rewrite;
    return `${plain(place)}: ${isRemark === true ? "remark" : type}: ${plain(message)}\n`;
  });
  if (proof.holds) return `${findings.join("")}The proof holds: ${counts}.\n`;
  const faults = proof.findings.filter(({ isRemark }) => isRemark !== true).length;
  const count = faults === 1 ? "1 finding" : `${String(faults)} findings`;
  return `${findings.join("")}The proof does not hold: ${count}; ${counts}.\n`;
}
