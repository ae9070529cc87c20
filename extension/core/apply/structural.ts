import { imageOf } from "../diff/clusters.ts";
import { lineDiff, type LineChange } from "../diff/lineDiff.ts";
import type { MergeResult, OpenEdit } from "../merge/mergeResult.ts";
import { mergeSketch } from "../merge/mergeSketch.ts";
import { readOriginal } from "../merge/original.ts";
import type { SyntaxParser } from "../text/syntax.ts";
import { beginWork, type Work } from "../text/work.ts";
import { judgeRewrite } from "../proof/judge.ts";
import { inReply, inReplyLines } from "../proof/judgeReply.ts";
import { concludeProof, isPartial, type Finding, type Proof } from "../proof/proof.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { StructuralOutcome } from "./outcome.ts";

/** What the structural engine needs to know of the target. */
export interface StructuralRequest {
  /** Text of the file; empty for a new one. */
  readonly original: string;
  /** What the model wrote for this file, one sketch after the other. */
  readonly sketches: readonly FileSketch[];
  /** VS Code language id, as far as it is known. */
  readonly language: string | undefined;
  /** The language's parser, where it has one. */
  readonly parser: SyntaxParser | undefined;
}

/**
 * Applies sketches to a file without a model, each to what the one before gave. A merge counts only when its proof
 * holds; otherwise the outcome is `ambiguous`, with the best guess as a draft. Where only edits are left open, the draft has all
 * others, and its proof says so (`isPartial`). All sketches share one budget of `work`; where it is spent, the outcome is `ambiguous`
 * too. Never throws.
 */
export function applyStructural(
  { original, sketches: found, language, parser }: StructuralRequest,
  work: Work = beginWork(),
): StructuralOutcome {
  const sketches = joinEdits(found);
  let outcome: StructuralOutcome = { type: "no-sketch", reason: "The reply holds no code for this file." };
  const partial: Ambiguous[] = [];
  let text = original;
  const steps: Step[] = [];
  for (const [index, sketch] of sketches.entries()) {
    const next = fromFirst(applyOne(text, sketch, language, parser, work), steps);
    if (next.type === "no-sketch") {
      if (outcome.type === "no-sketch") outcome = next;
      continue;
    }
    const isOpen = next.type === "ambiguous" && isPartial(next.proof);
    if (next.type === "ambiguous" && !isOpen)
      return { ...next, reason: next.reason + leftOut(sketches.length - index - 1) };
    const after = next.type === "merged" ? next.text : next.draft;
    const step = sketches.length > 1 ? lineDiff(lineTexts(text), lineTexts(after)) : [];
    if (next.type === "merged") outcome = outcome.type === "merged" ? joinMerges(outcome, next, step) : next;
    else partial.push(next);
    steps.push(step);
    text = after;
  }
  if (partial.length === 0) return outcome;
  const joined = joinPartial(partial, text);
  // Where nothing has a place there is nothing that a proof could vouch for.
  return text === original ? { ...joined, proof: undefined } : joined;
}

/** Edits of one format that follow each other, in whatever fences, are edits of one sketch: their order says something. */
function joinEdits(sketches: readonly FileSketch[]): readonly FileSketch[] {
  const joined: FileSketch[] = [];
  let edits: Edit[] = [];
  for (const found of sketches) {
    const before = joined.at(-1)?.sketch;
    if (found.sketch.type !== "edits") joined.push(found);
    else if (before?.type === "edits" && before.format === found.sketch.format)
      for (const edit of found.sketch.edits) edits.push(edit);
    else {
      edits = [...found.sketch.edits];
      joined.push({ ...found, sketch: { ...found.sketch, edits } });
    }
  }
  return joined;
}

/** What is left open in any of the sketches. */
function joinPartial(outcomes: readonly Ambiguous[], draft: string): Ambiguous {
  const sum = (count: (proof: Proof) => number): number =>
    outcomes.reduce((total, { proof }) => total + (proof === undefined ? 0 : count(proof)), 0);
  return {
    type: "ambiguous",
    reason: outcomes[0]?.reason ?? "",
    draft,
    candidates: outcomes.flatMap(({ candidates }) => candidates),
    proof: concludeProof(
      outcomes.flatMap(({ proof }) => proof?.findings ?? []),
      sum(({ verbatimLines }) => verbatimLines),
      sum(({ adaptedLines }) => adaptedLines),
    ),
  };
}

/** The changes of one sketch to what the one before gave. */
type Step = readonly LineChange[];

/** An outcome whose lines of the original are those of the first original, not of what the steps before made of it. */
function fromFirst(outcome: StructuralOutcome, steps: readonly Step[]): StructuralOutcome {
  if (outcome.type === "no-sketch" || steps.length === 0) return outcome;
  const first = (range: LineRange): LineRange => steps.reduceRight(beforeStep, range);
  const back = <Place extends { readonly original?: LineRange | undefined }>(place: Place): Place =>
    place.original ? { ...place, original: first(place.original) } : place;
  const proof = outcome.proof && { ...outcome.proof, findings: outcome.proof.findings.map(back) };
  if (outcome.type === "ambiguous") return { ...outcome, proof, candidates: outcome.candidates.map(back) };
  return {
    ...outcome,
    proof: proof ?? outcome.proof,
    placements: outcome.placements.map((placement) => ({
      ...back(placement),
      ...(placement.elided && { elided: placement.elided.map(first) }),
    })),
  };
}

function beforeStep(range: LineRange, step: Step): LineRange {
  return imageOf(
    range,
    step.map((change) => ({ old: change.new, new: change.old })),
  );
}

type Merged = Extract<StructuralOutcome, { type: "merged" }>;
type Ambiguous = Extract<StructuralOutcome, { type: "ambiguous" }>;

/** Both proofs hold, so neither has a finding. The lines that the first wrote are where the step has brought them. */
function joinMerges(first: Merged, second: Merged, step: Step): Merged {
  const moved = first.placements.map((placement) => ({ ...placement, result: imageOf(placement.result, step) }));
  const verbatimLines = first.proof.verbatimLines + second.proof.verbatimLines;
  const adaptedLines = first.proof.adaptedLines + second.proof.adaptedLines;
  return {
    ...second,
    placements: [...moved, ...second.placements],
    proof: { ...second.proof, verbatimLines, adaptedLines },
  };
}

function leftOut(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? " The sketch after this one was left out."
    : ` The ${String(count)} sketches after this one were left out.`;
}

function applyOne(
  text: string,
  found: FileSketch,
  language: string | undefined,
  parser: SyntaxParser | undefined,
  work: Work,
): StructuralOutcome {
  if (found.sketch.type !== "delete" && countLines(text) > MAX_LINES) {
    const reason = `The file has more than ${String(MAX_LINES)} lines, which is too much for the structural engine.`;
    return { type: "ambiguous", reason, draft: text, candidates: [], proof: undefined };
  }
  const original = readOriginal(text, language, parser);
  try {
    const result = mergeSketch(found.sketch, original, work);
    if (result.type === "no-sketch") return result;
    if (result.type === "ambiguous") return { ...result, proof: undefined };
    const { sketch } = result.type === "partial" ? withoutOpen(found, result.open) : found;
    const proof = inReplyLines(judgeRewrite(original, sketch, result.text, work), found);
    const placements = result.placements.map((placement) => ({
      ...placement,
      sketch: inReply(placement.sketch, found),
    }));
    if (proof.holds && result.type === "partial") return leaveOpen(result, proof);
    if (proof.holds) return { ...result, type: "merged", placements, proof };
    return {
      type: "ambiguous",
      reason: proof.findings[0]?.message ?? "The result could not be proven.",
      draft: result.text,
      candidates: placements.map((placement) => ({
        original: placement.original,
        label: original.trimmed[placement.original.start] ?? "",
      })),
      proof,
    };
  } finally {
    original.tree?.dispose();
  }
}

/** The sketch without the edits that have no place. */
function withoutOpen(found: FileSketch, open: readonly OpenEdit[]): FileSketch {
  const { sketch } = found;
  if (sketch.type !== "edits") return found;
  const left = new Set(open.map(({ index }) => index));
  return { ...found, sketch: { ...sketch, edits: sketch.edits.filter((_, index) => !left.has(index)) } };
}

function leaveOpen({ text, open }: Extract<MergeResult, { type: "partial" }>, proof: Proof): Ambiguous {
  const findings = open.map(({ sketch, reason }): Finding => ({ type: "open", message: reason, sketch }));
  return {
    type: "ambiguous",
    reason: open[0]?.reason ?? "",
    draft: text,
    candidates: open.flatMap(({ candidates }) => candidates),
    proof: concludeProof(findings, proof.verbatimLines, proof.adaptedLines),
  };
}

/** Lines of a file that can be read within a second. */
const MAX_LINES = 250_000;

function countLines(text: string): number {
  let count = 0;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
