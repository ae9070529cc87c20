import { lineDiff } from "../diff/lineDiff.ts";
import { endsSentence, isEditRemark, isStubBody, readElision, readNonCode } from "../sketch/markers.ts";
import type { CodeSketch, Sketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import type { SyntaxTree } from "../text/syntax.ts";
import { beginWork, type Work } from "../text/work.ts";
import { findBoundTwice } from "./bindings.ts";
import { judgePieces, type CodeFindings } from "./codeProof.ts";
import { compare, stringLines, textChanges, type Comparison, type JudgedFile } from "./comparison.ts";
import { findDoubled, findVanished } from "./declared.ts";
import { judgeEdits } from "./editsProof.ts";
import { readShownPieces } from "./pieces.ts";
import { concludeProof, namedLines, type Contradiction, type Finding, type Proof } from "./proof.ts";
import { findNewErrors } from "./syntaxFaults.ts";
import { findUnreachable } from "./unreachable.ts";

/**
 * Judges any rewrite, the engine's or a model's, by the original, the sketch and the rewrite alone. The proof holds if every code line of
 * the sketch is in the rewrite, in order; no original line vanished and no line appeared without the sketch asking for it; every line
 * stands where its block does; nothing is declared or bound twice; no new line stands where it never runs; no elision marker is new; the
 * syntax is no worse; the rewrite does not end early; and nothing contradicts the answer's words. If the work is spent, it does not hold. Never throws.
 */
export function judgeRewrite(
  original: JudgedFile,
  sketch: Sketch,
  rewriteText: string,
  work: Work = beginWork(),
  contradictions: readonly Contradiction[] = [],
): Proof {
  return judgeTogether(original, [{ sketch, offset: 0 }], rewriteText, work, contradictions);
}

/** A sketch, and by how much the lines of its code are off in findings. */
interface Offered {
  readonly sketch: Sketch;
  readonly offset: number;
}

/** Judges a rewrite against sketches that belong together: what one does not explain, another one may. */
export function judgeTogether(
  file: JudgedFile,
  sketches: readonly Offered[],
  rewriteText: string,
  work: Work,
  contradictions: readonly Contradiction[],
): Proof {
  const compared = compare(file, rewriteText);
  const cutOff = findCutOff(sketches, compared);
  if (cutOff) return concludeProof([cutOff], 0, 0);
  const tree = parseRewrite(file, rewriteText, compared);
  try {
    const inNewString = stringLines(rewriteText, compared.new.length, tree);
    const comparison = { ...compared, inNewString };
    const proofs = groupSketches(sketches).map((group) => judgeGroup(file, group, comparison, tree, work));
    const isExact = proofs.every((proof) => proof.isExact);
    // If the rewrite is exactly what the sketch says, the faults are those of its code, and not of a reading.
    const ofCode = [
      ...findDoubled(file, comparison, tree),
      ...findBoundTwice(comparison, linesShown(sketches)),
      ...findUnreachable(comparison, tree),
      ...findNewErrors(file, rewriteText, tree),
    ];
    const findings = [
      ...proofs.flatMap((proof, index) => proof.findings.filter((finding) => isSeenByAll(finding, index, proofs))),
      ...findMarkers(sketches, comparison),
      ...(isExact ? ofCode.map((finding): Finding => ({ ...finding, isRemark: true })) : ofCode),
      ...contradictions.map(({ reason, lines: rewrite }): Finding => ({
        type: "contradiction",
        message: reason,
        rewrite,
      })),
    ];
    const sum = (count: (proof: CodeFindings) => number): number =>
      proofs.reduce((total, proof) => total + count(proof), 0);
    return concludeProof(
      findings,
      sum((proof) => proof.verbatimLines),
      sum((proof) => proof.adaptedLines),
    );
  } finally {
    tree?.dispose();
  }
}

/** The lines that sketches write, trimmed. */
function linesShown(sketches: readonly Offered[]): string[] {
  return sketches.flatMap(({ sketch }) => {
    if (sketch.type === "edits") return sketch.edits.flatMap(({ replace }) => replace.map((line) => line.trim()));
    return sketch.type === "delete" ? [] : lineTexts(sketch.text).map((line) => line.trim());
  });
}

/** Code sketches are one sketch with a gap between them, and so are edits of one format; nothing else goes together. */
function groupSketches(sketches: readonly Offered[]): (readonly [Offered, ...Offered[]])[] {
  const groups: [Offered, ...Offered[]][] = [];
  for (const offered of sketches) {
    const kind = ({ sketch }: Offered): string =>
      "format" in sketch ? `${sketch.type} ${sketch.format}` : sketch.type;
    const isOne = offered.sketch.type === "code" || offered.sketch.type === "edits";
    const group = isOne ? groups.find(([first]) => kind(first) === kind(offered)) : undefined;
    if (group) group.push(offered);
    else groups.push([offered]);
  }
  return groups;
}

/** What is judged of one group. `isExact`: the rewrite is to the letter what the group says it is. */
interface Judged extends CodeFindings {
  readonly isExact: boolean;
}

function judgeGroup(
  file: JudgedFile,
  group: readonly [Offered, ...Offered[]],
  comparison: Comparison,
  tree: SyntaxTree | undefined,
  work: Work,
): Judged {
  const [{ sketch, offset }] = group;
  if (sketch.type === "delete") {
    const rewrite = { start: 0, end: comparison.new.length };
    const message = "The sketch deletes the file, but the result is not empty.";
    return { findings: rewrite.end === 0 ? [] : [{ type: "unrelated", message, rewrite }], ...NO_LINES, isExact: true };
  }
  if (sketch.type === "add") return { ...judgeWhole(lineTexts(sketch.text), offset, comparison), isExact: true };
  if (sketch.type === "edits") {
    const edits = group.flatMap(({ sketch: other }) => (other.type === "edits" ? other.edits : []));
    return judgeEdits({ format: sketch.format, edits }, comparison, work);
  }
  return judgeCode(file, group, comparison, tree, work);
}

const NO_LINES = { verbatimLines: 0, adaptedLines: 0 };

/**
 * Code with markers is a part of the file. Code without may be the whole file or a part of it, and the rewrite must be
 * right for one of the two; either way nothing that the file declares may vanish without a word.
 */
function judgeCode(
  file: JudgedFile,
  group: readonly [Offered, ...Offered[]],
  comparison: Comparison,
  tree: SyntaxTree | undefined,
  work: Work,
): Judged {
  const shown = group.map(({ sketch, offset }) =>
    sketch.type === "code"
      ? readShownPieces(sketch.text, offset, comparison, work, sketch.seams)
      : readShownPieces("", offset, comparison, work),
  );
  const pieces = shown.flatMap((one) => one.pieces);
  const [only] = shown;
  if (pieces.every(({ lines, before }) => lines.length === 0 && before.removed.length === 0))
    return { findings: findAsked(comparison), ...NO_LINES, isExact: false };
  const isWhole = group.some(({ sketch }) => (sketch as CodeSketch).isWhole === true);
  if (only === undefined || shown.length > 1 || !only.isBare)
    return { ...judgePieces(pieces, comparison, work), isExact: false };
  const whole = judgeWhole(only.lines, group[0].offset + only.start, comparison);
  const vanished = findVanished(file, isWhole, comparison, tree);
  const isExact = whole.findings.length === 0;
  if (isExact || isWhole) return { ...whole, findings: [...whole.findings, ...vanished], isExact };
  const part = judgePieces(pieces, comparison, work);
  // If the code is not a whole file, the faults of the part say more.
  const better = part.findings.length <= whole.findings.length ? part : whole;
  return { ...better, findings: [...better.findings, ...vanished], isExact };
}

/** A sketch that holds no code asks for no change. */
function findAsked({ exact }: Comparison): Finding[] {
  return exact.map(({ new: rewrite, old: original }) => ({
    type: "unrelated",
    message: "The sketch asks for no change.",
    rewrite,
    original,
  }));
}

/** Judges whether the rewrite is the sketch, line by line. `offset`: what is added to the lines of the sketch in findings. */
function judgeWhole(wanted: readonly string[], offset: number, { new: lines }: Comparison): CodeFindings {
  const trim = (line: string): string => line.trimEnd();
  let missing = 0;
  const findings = lineDiff(wanted.map(trim), lines.map(trim)).flatMap(({ old: sketch, new: rewrite }): Finding[] => {
    missing += sketch.end - sketch.start;
    const lacks = {
      type: "missing-line",
      message: `The result lacks ${namedLines(sketch)} of the sketch.`,
      sketch: { start: sketch.start + offset, end: sketch.end + offset },
      rewrite,
    } as const;
    const adds = {
      type: "unrelated",
      message: `No line of the sketch explains ${namedLines(rewrite)} of the result.`,
      rewrite,
    } as const;
    return [...(sketch.end > sketch.start ? [lacks] : []), ...(rewrite.end > rewrite.start ? [adds] : [])];
  });
  return { findings, verbatimLines: wanted.length - missing, adaptedLines: 0 };
}

/** What one group does not explain another one may; the same fault is said once. */
function isSeenByAll(finding: Finding, index: number, proofs: readonly CodeFindings[]): boolean {
  const isLost = isLoss(finding);
  const one = finding[isLost ? "original" : "rewrite"];
  // What speaks of no lines that another group could explain stays, such as an edit outside its scope.
  if ((!isLost && finding.type !== "unrelated") || one === undefined) return true;
  const meets = (other: Finding): boolean => {
    // What is a lost comment to one group is a lost line to another.
    const isAlike = isLost ? isLoss(other) : other.type === finding.type;
    const two = other[isLost ? "original" : "rewrite"];
    return isAlike && two !== undefined && one.start < two.end && two.start < one.end;
  };
  return proofs.length === 1 || (index === 0 && proofs.every(({ findings }) => findings.some(meets)));
}

const isLoss = ({ type }: Finding): boolean => type === "lost-line" || type === "lost-comment";

/** An empty rewrite of a file that is not empty is a failure and never a deletion. */
function findCutOff(sketches: readonly Offered[], { old, new: lines }: Comparison): Finding | undefined {
  const isEmpty = (texts: readonly string[]): boolean => texts.every((line) => line.trim() === "");
  if (!isEmpty(lines) || isEmpty(old)) return undefined;
  const mayBe = ({ sketch }: Offered): boolean =>
    sketch.type === "delete" || (sketch.type === "add" && sketch.text.trim() === "");
  if (sketches.some(mayBe)) return undefined;
  return { type: "cut-off", message: "The result is empty.", original: { start: 0, end: old.length } };
}

function findMarkers(sketches: readonly Offered[], { old, new: lines, oldOf, language }: Comparison): Finding[] {
  const known = new Set(old.map((line) => line.trim()));
  // In an edit a comment such as "rest as before" is code.
  const areEdits = sketches.every(({ sketch }) => sketch.type === "edits");
  const isMarker = (line: string, index: number): boolean =>
    areEdits
      ? readElision(line) !== undefined && !isStubBody(lines, index, language)
      : readNonCode(line)?.type === "marker" && !endsSentence(line, known);
  return lines.flatMap((line, index): Finding[] => {
    if ((oldOf[index] ?? -1) >= 0 || known.has(line.trim())) return [];
    const isRemark = !areEdits && isEditRemark(line);
    if (!isRemark && !isMarker(line, index)) return [];
    const rewrite = { start: index, end: index + 1 };
    const what = isRemark ? "A remark about the change" : "An elision marker";
    return [{ type: "marker", message: `${what} is left in ${namedLines(rewrite)} of the result.`, rewrite }];
  });
}

/** Parses the rewrite if there is a tree of the original to compare it with. The caller disposes the tree. */
function parseRewrite(
  { parser, tree, text: before }: JudgedFile,
  text: string,
  { exact }: Comparison,
): SyntaxTree | undefined {
  // Where the original took too long to parse, so would the rewrite.
  if (!parser || tree?.isWhole !== true) return undefined;
  const changes = textChanges(before, text, exact);
  return parser.parse(text, { tree, text: before, ...(changes && { changes }) });
}
