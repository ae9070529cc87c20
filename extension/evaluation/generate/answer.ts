import { isBlank } from "../../core/text/indentation.ts";
import { markerWriter, type Wording } from "./markers.ts";
import { namedUnits } from "./outline.ts";
import { chooseShown, shownLines, type Manner, type ShownLine } from "./pieces.ts";
import { agentSentence, ASIDES, CLOSINGS, leadOf, OPENINGS, report, wordsOfRequest } from "./prose.ts";
import type { Random } from "./random.ts";
import type { ScriptedEdit, Fact } from "./script.ts";
import {
  hasOtherReading,
  shownRuns,
  unclearPieces,
  writeSketch,
  type Anchor,
  type Hand,
  type ShownRun,
} from "./sketch.ts";

/** Who answers and how: with the project's planning prompt, without it in one block, in several, as bare code, or as a call of an agent. */
type Style = "lazy-prompted" | "lazy" | "blocks" | "bare" | "edit_file";

export interface WrittenAnswer {
  readonly style: Style;
  readonly text: string;
  readonly instruction: string;
}

/** What the author of a commit said about it. */
export interface CommitMessage {
  readonly subject: string;
  readonly body: string;
}

/** Shares of the styles and of what they show, as measured on real answers by `measure.ts`. */
const STYLES: readonly (readonly [Style, number])[] = [
  ["lazy-prompted", 51],
  ["edit_file", 23],
  ["lazy", 11],
  ["blocks", 14],
  ["bare", 7],
];

const MOST_TRIES = 5;

/** Writes an answer that shows an edit; `undefined` if no try tells the reader clearly where everything is, or if it would be too long. */
export function writeAnswer(
  edit: ScriptedEdit,
  message: CommitMessage | undefined,
  random: Random,
): WrittenAnswer | undefined {
  const lines = shownLines(edit);
  const style = random.pickWeighted(STYLES);
  if (losesAnEnd(lines)) return undefined;
  const { facts } = edit;
  const needsProse = facts.some(({ verb }) => verb !== "change" && verb !== "add");
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const shown = chooseShown(edit, lines, mannerOf(style, attempt, random), random);
    const groups = groupsOf(lines, shownRuns(shown), style);
    const hand = handOf(edit, style, random);
    const sketches = groups.map((group) => writeSketch(lines, group, hand, random));
    if (groups.length === 0 || (style === "blocks" && groups.length < 2)) continue;
    if (
      !isClear(
        edit,
        lines,
        sketches.map(({ anchors }) => anchors),
        groups.flat(),
      )
    )
      continue;
    const texts = sketches.map((sketch) => sketch.lines);
    if (texts.flat().length > 160 || (style === "bare" && groups.length > 2)) return undefined;
    const leads = groups.map((group) => namesIn(edit, lines, group));
    return compose({ edit, style, texts, leads, facts, message, needsProse, random });
  }
  return undefined;
}

/** Checks for lines that are gone from the file's beginning or end: unless the text says it, they could as well be hidden there. */
function losesAnEnd(lines: readonly ShownLine[]): boolean {
  const filled = lines.flatMap(({ text, old }, line) => (text.trim() === "" || old === undefined ? [] : [line]));
  const first = filled[0] ?? 0;
  const last = filled.at(-1) ?? 0;
  return lines.some(
    ({ dropped }, line) => (line <= first || line > last) && dropped.some(({ evidence }) => evidence === "neighbours"),
  );
}

function isClear(
  edit: ScriptedEdit,
  lines: readonly ShownLine[],
  groups: readonly (readonly Anchor[])[],
  pieces: readonly ShownRun[],
): boolean {
  return (
    groups.every((anchors) => unclearPieces(edit.original, anchors).length === 0) &&
    pieces.every((piece) => !hasOtherReading(edit.original, lines, piece))
  );
}

/** What is shown around a change, more with each attempt that was not clear. */
function mannerOf(style: Style, attempt: number, random: Random): Manner {
  const isBare = style === "bare";
  const some = (weights: readonly (readonly [number, number])[]) => (): number =>
    random.pickWeighted(weights) + Math.floor(attempt / 2);
  return {
    before: some([
      [1, 48],
      [2, 27],
      [3, 13],
      [4, 8],
      [6, 4],
    ]),
    after: some([
      [1, 62],
      [2, 24],
      [3, 8],
      [4, 4],
      [6, 2],
    ]),
    innerHeader: isBare ? 0.3 : Math.min(1, 0.6 + attempt * 0.15),
    outerHeader: isBare ? 0 : style === "blocks" ? 0.1 : Math.min(1, 0.2 + attempt * 0.2),
    closer: 0.62,
    whole: style === "bare" || style === "blocks" ? 0.6 : 0.16,
    wholeLines: style === "bare" || style === "blocks" ? 26 : 16,
    neighbour: 0.5,
    shortest: isBare ? 5 : random.pick([1, 1, 2, 3]),
  };
}

function handOf(edit: ScriptedEdit, style: Style, random: Random): Hand {
  const wording: Wording = style === "lazy-prompted" ? "prompted" : style === "edit_file" ? "agent" : "lazy";
  const isLoose = style === "blocks" || style === "bare";
  const marker = markerWriter(edit.language, wording, random);
  return {
    marker,
    firstMarker: isLoose ? 0.08 : style === "lazy" ? 0.4 : 0.66,
    lastMarker: isLoose ? 0.1 : style === "lazy" ? 0.5 : 0.8,
    dedent: isLoose || style === "lazy" ? 0.3 : 0.04,
    lostComment: 0.06,
  };
}

/** Blocks of their own for pieces that are far apart; pieces that show no change are left out of them. */
function groupsOf(lines: readonly ShownLine[], pieces: readonly ShownRun[], style: Style): (readonly ShownRun[])[] {
  if (style !== "blocks" && style !== "bare") return [pieces];
  const changed = pieces.filter(({ start, end }) => {
    const dropped = lines.slice(start, end + 1).some((line) => line.dropped.length > 0);
    return dropped || lines.slice(start, end).some(({ old, isShifted }) => old === undefined || isShifted);
  });
  const groups: ShownRun[][] = [];
  for (const piece of changed) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && piece.start - last.end < 6) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** The innermost name around the first change of a block. */
function namesIn(edit: ScriptedEdit, lines: readonly ShownLine[], group: readonly ShownRun[]): string[] {
  const texts = lines.slice(0, -1).map(({ text }) => text);
  const changed = lines.findIndex(
    ({ old, dropped, isShifted }, line) =>
      line >= (group[0]?.start ?? 0) && (old === undefined || dropped.length > 0 || isShifted),
  );
  const unit = namedUnits(texts, edit.language).findLast(({ start, end }) => changed >= start && changed < end);
  return unit === undefined ? [] : [unit.name];
}

interface Composed {
  readonly edit: ScriptedEdit;
  readonly style: Style;
  readonly texts: readonly (readonly string[])[];
  readonly leads: readonly (readonly string[])[];
  readonly facts: readonly Fact[];
  readonly message: CommitMessage | undefined;
  readonly needsProse: boolean;
  readonly random: Random;
}

function compose({ edit, style, texts, leads, facts, message, needsProse, random }: Composed): WrittenAnswer {
  const fences = texts.map((lines) => fenced(edit, lines, style, random));
  const isSaid = needsProse || random.isLikely(0.7);
  const subject = message?.subject.replace(/ \(#\d+\)$/, "");
  if (style === "edit_file") {
    // The fences of a page in bare lines would be taken for those of the answer.
    const isPage = edit.language === "markdown" || edit.language === "mdx";
    const text = !isPage && random.isLikely(0.1) ? `${(texts[0] ?? []).join("\n")}\n` : `${fences[0] ?? ""}\n`;
    return { style, text, instruction: isSaid || subject === undefined ? agentSentence(facts, random) : subject };
  }
  const request = subject === undefined || random.isLikely(0.3) ? wordsOfRequest(facts, random) : subject;
  const said = isSaid ? report(facts, random) : "";
  const reason = reasonOf(message, random);
  const opening = random.isLikely(said === "" && reason === "" ? 1 : 0.2) ? random.pick(OPENINGS) : "";
  const aside = random.isLikely(0.45) ? random.pick(ASIDES) : "";
  const parts = [[opening, said, reason, aside].filter((part) => part !== "").join(" ")];
  fences.forEach((fence, place) => {
    if (fences.length > 1) parts.push(leadOf(leads[place] ?? [], random));
    parts.push(fence);
  });
  parts.push(random.isLikely(0.24) ? random.pick(CLOSINGS) : "");
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return { style, text, instruction: request };
}

/** The first paragraph of the commit's message, if it is plain text. */
function reasonOf(message: CommitMessage | undefined, random: Random): string {
  const [paragraph = ""] = message?.body.split(/\n\s*\n/) ?? [];
  const text = paragraph.replace(/\s+/g, " ").trim();
  const isPlain = /^[A-Z]/.test(text) && !/https?:|@|^\w[\w-]*: |```|^#|Co-authored|[<>|]/.test(text);
  return isPlain && text.length < 320 && random.isLikely(0.7) ? text.replace(/[.:]?$/, ".") : "";
}

const FENCE_NAMES: Readonly<Record<string, readonly string[]>> = {
  javascript: ["js", "javascript"],
  typescript: ["ts", "typescript"],
  python: ["python", "py"],
  shellscript: ["bash", "sh"],
  markdown: ["markdown", "md"],
  restructuredtext: ["rst"],
  csharp: ["csharp", "cs"],
  typescriptreact: ["tsx"],
  javascriptreact: ["jsx"],
};

function fenced(edit: ScriptedEdit, lines: readonly string[], style: Style, random: Random): string {
  const language = edit.language ?? "";
  const name = random.pick(FENCE_NAMES[language] ?? [language === "plaintext" ? "" : language]);
  const hasPath =
    style === "lazy-prompted"
      ? random.isLikely(0.98)
      : style === "edit_file"
        ? random.isLikely(0.53)
        : random.isLikely(0.07);
  const longest = lines.reduce((most, text) => Math.max(most, /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0), 2);
  const fence = "`".repeat(Math.max(3, longest + 1));
  const info = hasPath ? `${name === "" ? "text" : name} ${edit.path}` : name;
  const inside = style === "blocks" && random.isLikely(0.08) ? [`// ${edit.path}`, ...lines] : lines;
  return [fence + info, ...inside.map((text) => (isBlank(text) ? "" : text)), fence].join("\n");
}
