import type { Item } from "../../sketch/lazyCode.ts";
import type { LineRange } from "../../text/lines.ts";
import { alignSketch, type SketchAlignment } from "./alignSketch.ts";
import { assemble } from "../assemble.ts";
import type { CandidateMatch } from "../candidates.ts";
import type { Doubt, Judged } from "./judged.ts";
import { lineWeight, wordLength } from "../lineKeys.ts";
import type { Candidate } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import { writtenSteps } from "./contextBytes.ts";

/** By how much the best place of a piece must beat the next one. */
const MARGIN = 0.3;
/** What a line must be worth to hold a piece in its place. */
const ANCHOR = 0.12;
/** What the lines of a piece that were found again must weigh together. */
const EVIDENCE = 0.8;

/** Doubts the place of a piece that changes something unless lines found again, or a block whose bounds the sketch shows, hold it there. */
export function doubtPlace(piece: LineRange, { items, candidates, alignment }: Judged): Doubt | undefined {
  const { start, end } = piece;
  let evidence = 0;
  let changes = false;
  for (let item = start; item < end; item++) {
    const current = items[item];
    const match = candidates[item]?.find((candidate) => candidate.line === alignment.lineOf[item]);
    if (match?.kind !== "exact") changes = true;
    if (match)
      evidence += evidenceOf(match, current, candidates[item] ?? [], scopeOf(item, alignment), end - start <= 3);
    if (current?.type === "removal") changes = true;
  }
  for (const constraint of alignment.constraints) {
    if ((constraint.type === "pin" || constraint.type === "after") && constraint.item >= start && constraint.item < end)
      evidence += EVIDENCE;
  }
  if (!changes || evidence >= EVIDENCE || (end - start === 1 && evidence >= EVIDENCE / 2)) return undefined;
  const first = items.slice(start, end).find((item) => item.type === "code" && item.text.trim() !== "");
  const label = first?.type === "code" ? first.text.trim() : "";
  return { reason: `Nothing in the file shows where this part of the sketch belongs: "${label}".`, candidates: [] };
}

/** The lines of the innermost block in which the sketch shows an item. */
function scopeOf(item: number, alignment: SketchAlignment): LineRange | undefined {
  let scope: LineRange | undefined;
  for (const constraint of alignment.constraints) {
    if (constraint.type !== "inside" || item < constraint.items.start || item >= constraint.items.end) continue;
    if (!scope || constraint.high - constraint.low < scope.end - scope.start)
      scope = { start: constraint.low, end: constraint.high };
  }
  return scope;
}

/** What a match proves: in a block that is known, a line need only be unique there. */
function evidenceOf(
  match: CandidateMatch,
  item: Item | undefined,
  rivals: readonly CandidateMatch[],
  scope: LineRange | undefined,
  small: boolean,
): number {
  // One line that is alike is little for a piece of many, unless it declares the same.
  if (match.sure) return small || match.score >= 0.4 ? EVIDENCE : EVIDENCE / 2;
  const rivalsMatch = (other: CandidateMatch): boolean =>
    match.kind === "similar" ? other.score >= 0.7 * match.score : other.kind !== "similar";
  const inScope = scope
    ? rivals.filter((other) => scope.start <= other.line && other.line < scope.end && rivalsMatch(other)).length
    : Infinity;
  const weight = inScope === 1 && item?.type === "code" ? lineWeight(wordLength(item.text), 1) : 0;
  if (match.kind === "similar" && match.score < 0.5) return Math.max(0.5 * weight, 0.3 * match.score);
  return Math.max(weight, match.score);
}

/** Doubts the place of a piece if the second best one, found by forbidding the best one, gives another text and is not clearly worse. */
export function doubtTie(
  piece: LineRange,
  { items, candidates, alignment, original, work, text }: Judged,
): Doubt | undefined {
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
