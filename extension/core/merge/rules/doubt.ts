import type { Item } from "../../sketch/lazyCode.ts";
import type { LineRange } from "../../text/lines.ts";
import { assemble } from "../assemble.ts";
import type { Candidate } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import { alignSketch, type SketchAlignment } from "./alignSketch.ts";
import { writtenSteps } from "./contextBytes.ts";
import { doubtKeys } from "./doubtKeys.ts";
import type { Doubt, Judged } from "./judged.ts";

/** By how much the best place of a piece must beat the next one. */
const MARGIN = 0.3;
/** What a line must be worth to hold a piece in its place. */
const ANCHOR = 0.12;

/**
 * Finds what speaks against the best alignment, so that a user would want to be asked: keys that would vanish without a word, or a piece
 * that fits another place about as well. All else is the model's to weigh (decision 27).
 */
export function findDoubt(judged: Judged): Doubt | undefined {
  const found = doubtKeys(judged);
  if (found) return found;
  for (const piece of itemPieces(judged.items)) {
    const tie = doubtTie(piece, judged);
    if (tie) return tie;
  }
  return undefined;
}

/** Lists the pieces of a sketch: runs of items without a marker, as ranges of items. */
function itemPieces(items: readonly Item[]): LineRange[] {
  const pieces: LineRange[] = [];
  let start = 0;
  for (let index = 0; index <= items.length; index++) {
    if (index < items.length && items[index]?.type !== "marker") continue;
    if (index > start) pieces.push({ start, end: index });
    start = index + 1;
  }
  return pieces;
}

/** Doubts the place of a piece if the second best one, found by forbidding the best one, gives another text and is not clearly worse. */
function doubtTie(piece: LineRange, { items, candidates, alignment, original, work, text }: Judged): Doubt | undefined {
  const { start, end } = piece;
  let unique = 0;
  const anchors = new Set<number>();
  for (let item = start; item < end; item++) {
    const line = alignment.lineOf[item] ?? -1;
    const match = candidates[item]?.find((candidate) => candidate.line === line);
    if (match && match.score >= ANCHOR) anchors.add(item);
    if (
      match?.kind === "exact" &&
      match.score > 0.6 &&
      original.byTrimmed.get(original.trimmed[line] ?? "")?.length === 1
    )
      unique++;
  }
  if (unique >= 2 || anchors.size === 0) return undefined;
  const forbidden = (item: number, line: number): boolean => anchors.has(item) && alignment.lineOf[item] === line;
  const given = alignment.constraints.filter(({ type, opener }) => type === "new" || opener < start || opener >= end);
  const other = alignSketch(items, candidates, original, work, forbidden, given);
  if (!other || other.score < alignment.score - MARGIN) return undefined;
  const worth = ({ lineOf }: SketchAlignment): number => {
    let sum = 0;
    for (let item = start; item < end; item++)
      sum += candidates[item]?.find(({ line }) => line === lineOf[item])?.score ?? 0;
    return sum;
  };
  // Another place must hold the piece about as well; that its lines could also be new is no other place.
  if (
    worth(other) < 0.6 * worth(alignment) ||
    assemble(items, writtenSteps(items, other, original), original).text === text
  )
    return undefined;
  const places = [alignment, other].map(({ lineOf }) => placeOf(piece, lineOf, original));
  return {
    reason: "The sketch fits the file in more than one place.",
    candidates: places.filter((place) => place !== undefined),
  };
}

function placeOf(piece: LineRange, lineOf: Int32Array, original: Original): Candidate | undefined {
  const lines = [...lineOf.slice(piece.start, piece.end)].filter((line) => line >= 0);
  if (lines.length === 0) return undefined;
  const range = { start: lines.reduce((a, b) => Math.min(a, b)), end: lines.reduce((a, b) => Math.max(a, b)) + 1 };
  return { original: range, label: original.trimmed[range.start] ?? "" };
}
