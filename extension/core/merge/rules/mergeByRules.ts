import { lineDiff, mapNewToOld } from "../../diff/lineDiff.ts";
import type { Item } from "../../sketch/lazyCode.ts";
import { lineTexts } from "../../text/lines.ts";
import { TOO_MUCH_WORK, type Work } from "../../text/work.ts";
import { alignmentCells } from "../align.ts";
import { assemble, type Step } from "../assemble.ts";
import { findCandidates } from "../candidates.ts";
import type { MergeResult } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import { placedPieces } from "../pieces.ts";
import type { ShownCode } from "../shownCode.ts";
import { wholeFile } from "../wholeFile.ts";
import { alignSketch } from "./alignSketch.ts";
import { writtenSteps } from "./contextBytes.ts";
import { findDoubt } from "./doubt.ts";
import { readExtent, type Extent } from "./extent.ts";

/** Cells that one alignment may have: about a tenth of a second and 50 MB. */
const MAX_CELLS = 12_000_000;
/** Lines that lazy code may have. More is no sketch any longer, and the checks of pieces against pieces would take long. */
const MAX_ITEMS = 4000;

/** Code with markers is a part of the file whatever else holds. */
const PART: Extent = { type: "part" };

/** What the rules make of code. */
export interface RuledResult {
  readonly result: MergeResult;
  /** What the rules' text does with each item and line, if they found a place for the code. */
  readonly steps: readonly Step[] | undefined;
  /**
   * No certainty of a model may overrule it: the code is the whole file by the words of the answer, or it may be the whole file and
   * lacks what the file declares, or keys would vanish without a word.
   */
  readonly isFinal: boolean;
}

/** Merges code, lazy or whole, into the original by costs and rules that are set by hand; ambiguous if a rule doubts it. */
export function mergeByRules(shown: ShownCode, isSaidWhole: boolean, original: Original, work: Work): RuledResult {
  const extent = shown.isBare ? readExtent(lineTexts(shown.text), isSaidWhole, original) : PART;
  if (extent.type === "part") return mergeLazy(shown.items, original, work);
  const { text, placements } = wholeFile(shown.text, original);
  const steps = stepsOfWhole(shown.items, original);
  if (extent.type === "unsure") return { result: { ...extent, type: "ambiguous", draft: text }, steps, isFinal: true };
  const result: MergeResult = { type: "merged", text, pieces: placedPieces(placements) };
  return { result, steps, isFinal: isSaidWhole };
}

/** What becomes of each item and line if the code is the whole file. */
function stepsOfWhole(items: readonly Item[], original: Original): Step[] {
  const code = items.flatMap((item, index) => (item.type === "code" ? [{ index, text: item.text.trim() }] : []));
  const texts = code.map(({ text }) => text);
  const lineOf = mapNewToOld(lineDiff(original.trimmed, texts), texts.length);
  const steps: Step[] = [];
  let line = 0;
  const cutUntil = (end: number): void => {
    while (line < end) steps.push({ type: "delete", line: line++ });
  };
  code.forEach(({ index }, at) => {
    const found = lineOf[at] ?? -1;
    if (found < 0) steps.push({ type: "insert", item: index });
    else {
      cutUntil(found);
      steps.push({ type: "match", item: index, line: line++, adopt: true });
    }
  });
  cutUntil(original.lines.length);
  return steps;
}

function mergeLazy(items: readonly Item[], original: Original, work: Work): RuledResult {
  const unplaced = (reason: string): RuledResult => ({
    result: { type: "ambiguous", reason, draft: original.text, candidates: [] },
    steps: undefined,
    isFinal: false,
  });
  if (items.length > MAX_ITEMS || alignmentCells(items.length, original.lines.length) > MAX_CELLS)
    return unplaced("The sketch and the file are too large to be aligned without a model.");
  const candidates = findCandidates(items, original, work);
  const alignment = alignSketch(items, candidates, original, work);
  if (!alignment) return unplaced(work.isSpent ? TOO_MUCH_WORK : "No place in the file fits the sketch.");
  const steps = writtenSteps(items, alignment, original);
  const { text, placements } = assemble(items, steps, original);
  const doubt = findDoubt({ items, candidates, alignment, original, work, text });
  if (doubt) {
    const { isFinal = false, ...ambiguous } = doubt;
    return { result: { ...ambiguous, type: "ambiguous", draft: text }, steps, isFinal };
  }
  // What was not looked at may speak against it.
  if (work.isSpent)
    return {
      result: { type: "ambiguous", reason: TOO_MUCH_WORK, draft: text, candidates: [] },
      steps,
      isFinal: false,
    };
  const result: MergeResult = { type: "merged", text, pieces: placedPieces(placements) };
  return { result, steps, isFinal: false };
}
