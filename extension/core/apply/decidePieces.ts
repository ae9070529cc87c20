import { imageOf } from "../diff/clusters.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { revise } from "../merge/alternatives.ts";
import type { Piece, PlacedPiece } from "../merge/mergeResult.ts";
import { readOriginal } from "../merge/original.ts";
import { isLeftOut, isPlaced } from "../merge/pieces.ts";
import { judgeReply } from "../proof/judgeReply.ts";
import { formOfCode, hasWordCharacters } from "../proof/lineForms.ts";
import { concludeProof, namedLines, type Finding, type Proof } from "../proof/proof.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { chooseAlternatives } from "./chooseAlternatives.ts";
import type { ChoiceQuestion, PieceChoice } from "../models/chooser.ts";
import type { StructuralOutcome, Ambiguous } from "./outcome.ts";
import { applyStructural } from "./structural.ts";

export type DecidedPieces =
  | { readonly type: "decided"; readonly outcome: Extract<StructuralOutcome, { type: "merged" }> }
  /** The choice leaves something open, or the proof finds faults with it. In words that a user understands. */
  | { readonly type: "refused"; readonly reason: string };

/**
 * Computes the outcome of an apply after a choice that cannot be trusted, such as a model's. It counts only if it decides every piece and
 * the proof holds for the result. Its edits are applied verbatim to the sure text with the chosen alternatives, and judged together with
 * the sketches: they may not add a line that neither these nor the file have, undo what was sure, or remove more than `MOST_LOST` lines
 * that they alone mention. What the edits alone explain becomes a remark.
 */
export function decidePieces(
  request: ApplyRequest,
  unsure: Ambiguous,
  question: ChoiceQuestion,
  { choices, edits }: PieceChoice,
): DecidedPieces {
  const chosen = chooseAlternatives(request, unsure, choices);
  if (chosen.type === "refused") return chosen;
  const { outcome } = chosen;
  if (outcome.type !== "merged") return refused("It did not decide all of the pieces.");
  if (edits.length === 0) {
    // What it dropped must not be missing.
    return outcome.proof.holds ? { type: "decided", outcome } : refused(faultOf(outcome.proof));
  }
  const { language, parser } = request;
  const edited = applyStructural({ original: outcome.text, sketches: edits, language, parser });
  if (edited.type !== "merged") return refused(`Its edits do not fit: ${edited.reason}`);
  const { text } = edited;
  const dropped = unsure.pieces.filter((piece) => isLeftOut(piece) && choices.get(piece.index) === "none");
  const proof = judgeEdited(request, question, dropped, edits, text);
  if (!proof.holds) return refused(faultOf(proof));
  const [before, after] = [lineTexts(outcome.text), lineTexts(text)];
  const step = lineDiff(before, after);
  const places = hullOf(step);
  const back = revise(lineTexts(request.original), before).changes.map(reversed);
  const pieces = [
    ...outcome.pieces.filter(isPlaced).map((piece) => ({ ...piece, result: imageOf(piece.result, step) })),
    ...dropped.map(({ index, sketch }): PlacedPiece => {
      const original = imageOf(places.old, back);
      return { index, sketch, state: "placed", certainty: 1, original, result: places.new };
    }),
  ].sort((a, b) => a.index - b.index);
  return { type: "decided", outcome: { type: "merged", text, pieces, proof } };
}

function refused(reason: string): DecidedPieces {
  return { type: "refused", reason };
}

function faultOf({ findings }: Proof): string {
  return findings[0]?.message ?? "The result could not be proven.";
}

function judgeEdited(
  request: ApplyRequest,
  { text: sure, pieces, sketch }: ChoiceQuestion,
  dropped: readonly Piece[],
  edits: readonly FileSketch[],
  text: string,
): Proof {
  const { original, language, parser, sketches } = request;
  const shown = pieces.flatMap((piece) => sketch.slice(piece.sketch.start, piece.sketch.end));
  const file = readOriginal(original, language, parser);
  try {
    const proof = judgeReply(file, [...sketches.map((found) => withoutEdits(found, dropped)), ...edits], text);
    const own = [
      ...findForeign(original, sketches, sure, text),
      ...findTakenBack(original, sure, text, shown),
      ...findLeftOut(sketches, dropped, text),
    ];
    if (own.length > 0) return concludeProof(own, 0, 0);
    if (!proof.holds) return proof;
    const alone = judgeReply(file, sketches, text).findings.filter(({ isRemark }) => isRemark !== true);
    const lost = alone.filter(({ type }) => type === "lost-line" || type === "lost-comment");
    const gone = lost.reduce((sum, { original: lines }) => sum + (lines ? lines.end - lines.start : 0), 0);
    if (gone > MOST_LOST) return concludeProof(lost, 0, 0);
    const remarks = alone.map((finding): Finding => ({ ...finding, isRemark: true }));
    return concludeProof([...proof.findings, ...remarks], proof.verbatimLines, proof.adaptedLines);
  } finally {
    file.tree?.dispose();
  }
}

/** If more lines vanish than this, and only the answer says that they should, that is not a detail any more. */
const MOST_LOST = 20;

const isDropped = ({ replyLine }: Edit, dropped: readonly Piece[]): boolean =>
  dropped.some(({ sketch: { start, end } }) => start <= replyLine - 1 && replyLine - 1 < Math.max(end, start + 1));

/**
 * Leaves out the edits of a sketch that others stand in for, which would be made twice otherwise. Of code each line must be in the result
 * anyway.
 */
function withoutEdits(found: FileSketch, dropped: readonly Piece[]): FileSketch {
  const { sketch } = found;
  if (sketch.type !== "edits") return found;
  return { ...found, sketch: { ...sketch, edits: sketch.edits.filter((edit) => !isDropped(edit, dropped)) } };
}

/** What such edits would have added must be there. */
function findLeftOut(sketches: readonly FileSketch[], dropped: readonly Piece[], text: string): readonly Finding[] {
  const there = new Set(lineTexts(text).map(formOfCode));
  const edits = sketches.flatMap(({ sketch }) => (sketch.type === "edits" ? sketch.edits : []));
  return edits
    .filter((edit) => isDropped(edit, dropped))
    .flatMap(({ search, replace, replyLine }) => {
      const added = lineDiff(search, replace).flatMap(({ new: { start, end } }) => replace.slice(start, end));
      if (added.every((line) => !hasWordCharacters(line) || there.has(formOfCode(line)))) return [];
      const sketch = { start: replyLine - 1, end: replyLine };
      return [{ type: "missing-line", message: "A line that the sketch adds is not in the result.", sketch }];
    });
}

/** Finds lines that edits bring from nowhere. */
function findForeign(
  original: string,
  sketches: readonly FileSketch[],
  sure: string,
  text: string,
): readonly Finding[] {
  const known = new Set([...lineTexts(original), ...lineTexts(sure), ...sketches.flatMap(linesOf)].map(formOfCode));
  const lines = lineTexts(text);
  return lineDiff(lineTexts(sure), lines).flatMap(({ new: rewrite }) => {
    const foreign = lines
      .slice(rewrite.start, rewrite.end)
      .findIndex((line) => hasWordCharacters(line) && !known.has(formOfCode(line)));
    if (foreign === -1) return [];
    const line = { start: rewrite.start + foreign, end: rewrite.start + foreign + 1 };
    const message = `Neither the sketch nor the file has ${namedLines(line)} of the result.`;
    return [{ type: "unrelated", message, rewrite: line }];
  });
}

function linesOf({ sketch }: FileSketch): readonly string[] {
  if (sketch.type === "edits") return sketch.edits.flatMap(({ search, replace }) => [...search, ...replace]);
  return sketch.type === "delete" ? [] : lineTexts(sketch.text);
}

/**
 * Finds out whether something was sure and is not so any more: a line that was added and is gone, or one that was removed and is back,
 * though no piece in question shows it.
 */
function findTakenBack(original: string, sure: string, text: string, shown: readonly string[]): readonly Finding[] {
  const [first, before, after] = [lineTexts(original), lineTexts(sure), lineTexts(text)];
  const [did, does] = [lineDiff(first, before), lineDiff(before, after)];
  const removed = linesIn(
    first,
    did.map(({ old }) => old),
  );
  const added = linesIn(
    before,
    did.map(({ new: now }) => now),
  );
  const wasAdded = (line: number): boolean => did.some(({ new: { start, end } }) => start <= line && line < end);
  const gone = does.flatMap(({ old: { start, end } }) =>
    before.slice(start, end).filter((line, index) => hasWordCharacters(line) && wasAdded(start + index)),
  );
  const written = linesIn(
    after,
    does.map(({ new: now }) => now),
  );
  const open = new Set(shown.map(formOfCode));
  // What moves is in both.
  const isGone = gone.map(formOfCode).some((form) => !written.has(form));
  const isBack = [...written].some((form) => removed.has(form) && !added.has(form) && !open.has(form));
  const message = "The result takes back what was sure.";
  return isGone || isBack ? [{ type: "unrelated", message }] : [];
}

function linesIn(lines: readonly string[], ranges: readonly LineRange[]): ReadonlySet<string> {
  return new Set(
    ranges
      .flatMap(({ start, end }) => lines.slice(start, end))
      .filter(hasWordCharacters)
      .map(formOfCode),
  );
}

/** From the first change to the last, on both sides. */
function hullOf(changes: readonly LineChange[]): LineChange {
  const [first, last] = [changes[0], changes.at(-1)];
  const hull = (side: "old" | "new"): LineRange => ({ start: first?.[side].start ?? 0, end: last?.[side].end ?? 0 });
  return { old: hull("old"), new: hull("new") };
}

const reversed = ({ old, new: now }: LineChange): LineChange => ({ old: now, new: old });
