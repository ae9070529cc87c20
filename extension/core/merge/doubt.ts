import { IMPLIED, type CodeItem, type Item } from "../sketch/lazyCode.ts";
import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { alignSketch, type SketchAlignment } from "./alignSketch.ts";
import { assemble } from "./assemble.ts";
import type { CandidateMatch } from "./candidates.ts";
import { lineWeight, wordLength } from "./lineKeys.ts";
import { endOfBlockLeftOut, readSketchBlocks } from "./constraints.ts";
import type { Candidate } from "./mergeResult.ts";
import type { Original } from "./original.ts";

/** By how much the best place of a piece must beat the next one. */
const MARGIN = 0.3;
/** What a line must be worth to hold a piece in its place. */
const ANCHOR = 0.12;
/** What the lines of a piece that were found again must weigh together. */
const EVIDENCE = 0.8;

/** Why the engine is not sure of an alignment, and the places it may be about. */
export interface Doubt {
  readonly reason: string;
  readonly candidates: readonly Candidate[];
}

/** A run of items without a marker. */
interface Piece {
  readonly items: LineRange;
}

function readPieces(items: readonly Item[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (let index = 0; index <= items.length; index++) {
    if (index < items.length && items[index]?.type !== "marker") continue;
    if (index > start) pieces.push({ items: { start, end: index } });
    start = index + 1;
  }
  return pieces;
}

/** What speaks against the best alignment, if anything: a user would want to be asked. */
export function findDoubt(
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  alignment: SketchAlignment,
  original: Original,
  text: string,
): Doubt | undefined {
  const misplaced = doubtMarkers(items, alignment, original) ?? doubtDeletions(items, candidates, alignment, original);
  if (misplaced) return misplaced;
  const edge =
    doubtEnd(items, alignment, original) ??
    doubtBeginning(items, alignment, original) ??
    doubtRepeats(items, candidates, alignment, original);
  if (edge) return edge;
  for (const piece of readPieces(items)) {
    const doubt =
      doubtPlace(piece, items, candidates, alignment) ?? doubtTie(piece, items, candidates, alignment, original, text);
    if (doubt) return doubt;
  }
  return undefined;
}

/**
 * A marker that stands for nothing is harmless by itself. But behind a block that is new there is nothing that it could
 * stand for, and where whole lines vanish beside it, it probably stood for them.
 */
function doubtMarkers(items: readonly Item[], alignment: SketchAlignment, original: Original): Doubt | undefined {
  const kept = new Set<number>();
  for (const step of alignment.steps) if (step.type === "keep") kept.add(step.item);
  for (const [index, item] of items.entries()) {
    if (item.type !== "marker" || item.line === IMPLIED) continue;
    const opener = newOpenerAround(index, items, alignment);
    if (opener)
      return {
        reason: `The sketch leaves out a part of something that the file does not have: "${opener}".`,
        candidates: [],
      };
    if (kept.has(index)) continue;
    const lost = deletedBeside(index, items, alignment, original);
    if (lost)
      return {
        reason: `A marker stands for nothing, but lines ${lost.start + 1} to ${lost.end} beside it would vanish.`,
        candidates: [{ original: lost, label: original.trimmed[lost.start] ?? "" }],
      };
  }
  return undefined;
}

/** The line that opens the block in which a marker stands, where that line and what stands before the marker are new. */
function newOpenerAround(marker: number, items: readonly Item[], alignment: SketchAlignment): string | undefined {
  const isNew = (item: number): boolean => (alignment.lineOf[item] ?? -1) < 0;
  const before = items[marker - 1];
  if (before?.type !== "code" || !isNew(marker - 1)) return undefined;
  if (OPENS_BLOCK.test(before.text)) return before.text.trim();
  // Without a bracket nobody can tell whether a block goes on behind what is shown of it.
  const width = indentWidth(before.text);
  for (let item = marker - 2; item >= 0; item--) {
    const opener = items[item];
    if (opener?.type !== "code") return undefined;
    if (opener.text.trim() === "" || indentWidth(opener.text) >= width) continue;
    return isNew(item) && /[{([]\s*$/.test(opener.text) ? opener.text.trim() : undefined;
  }
  return undefined;
}

const OPENS_BLOCK = /[{([]\s*$|:\s*$|=>\s*$|\b(?:do|then)\b(?:\s*\|[^|]*\|)?\s*$/;
const MANY = 4;

/** Many lines vanish only where the lines on both sides of them were surely found again. */
function doubtDeletions(
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  alignment: SketchAlignment,
  original: Original,
): Doubt | undefined {
  const pinned = new Set(
    alignment.constraints.flatMap((constraint) => (constraint.type === "pin" ? [constraint.item] : [])),
  );
  const replaced = alignment.constraints.flatMap((constraint) => {
    if (
      constraint.type !== "pin" ||
      items.slice(constraint.opener, constraint.item).some((item) => item.type === "marker")
    )
      return [];
    return [{ start: alignment.lineOf[constraint.opener] ?? 0, end: constraint.line }];
  });
  const steps = alignment.steps.filter((step) => step.type !== "insert");
  const isSure = (step: (typeof steps)[number] | undefined): boolean => {
    if (step?.type !== "match") return step !== undefined && step.type !== "delete";
    const match = candidates[step.item]?.find((candidate) => candidate.line === step.line);
    return pinned.has(step.item) || (match !== undefined && (match.kind !== "similar" || match.score > 0.6));
  };
  for (let index = 0; index < steps.length; index++) {
    if (steps[index]?.type !== "delete") continue;
    const start = index;
    while (steps[index]?.type === "delete") index++;
    const lines = steps.slice(start, index).flatMap((step) => (step.type === "delete" ? [step.line] : []));
    const range = { start: lines[0] ?? 0, end: (lines.at(-1) ?? 0) + 1 };
    if (replaced.some((block) => block.start < range.start && range.end <= block.end)) continue;
    if (
      lines.filter((line) => original.trimmed[line] !== "").length < 2 * MANY ||
      (isSure(steps[start - 1]) && isSure(steps[index]))
    )
      continue;
    return {
      reason: `It is not sure that lines ${range.start + 1} to ${range.end} should vanish.`,
      candidates: [{ original: range, label: original.trimmed[range.start] ?? "" }],
    };
  }
  return undefined;
}

/** Many lines deleted within the pieces next to a marker. */
function deletedBeside(
  marker: number,
  items: readonly Item[],
  alignment: SketchAlignment,
  original: Original,
): LineRange | undefined {
  let from = marker;
  while (from > 0 && items[from - 1]?.type === "code") from--;
  let to = marker + 1;
  while (to < items.length && items[to]?.type === "code") to++;
  let item = -1;
  let run: LineRange | undefined;
  for (const step of alignment.steps) {
    if (step.type === "match" || step.type === "insert") item = step.item;
    if (step.type !== "delete") run = undefined;
    else if (item >= from && item < to) {
      run = { start: run?.start ?? step.line, end: step.line + 1 };
      if (original.trimmed.slice(run.start, run.end).filter((line) => line !== "").length >= MANY) return run;
    }
  }
  return undefined;
}

/**
 * Without markers and without closers, a block whose last shown line is in the file can be shown in full, so that the
 * rest of it should vanish, or in part.
 */
function doubtEnd(items: readonly Item[], alignment: SketchAlignment, original: Original): Doubt | undefined {
  if (items.some((item) => item.type !== "code" && item.line !== IMPLIED)) return undefined;
  const blocks = readSketchBlocks(items, original.language);
  for (const [opener, item] of items.entries()) {
    const end = blocks.end[opener] ?? opener + 1;
    if (
      item.type !== "code" ||
      end <= opener + 1 ||
      (blocks.closer[opener] ?? -1) >= 0 ||
      (alignment.lineOf[opener] ?? -1) < 0
    )
      continue;
    const left =
      items[end]?.type === "code" ? undefined : endOfBlockLeftOut(items, original, alignment.lineOf, { opener, end });
    if (!left) continue;
    return {
      reason: `It is not sure whether ${item.text.trim()} goes on with lines ${left.start + 1} to ${left.end}, or ends before them.`,
      candidates: [{ original: left, label: original.trimmed[left.start] ?? "" }],
    };
  }
  return undefined;
}

/**
 * A sketch that shows no marker at its top begins with new code: what the file has there, of the same names, may stay
 * or be replaced.
 */
function doubtBeginning(items: readonly Item[], alignment: SketchAlignment, original: Original): Doubt | undefined {
  const [edge, first] = items;
  if (edge?.type !== "marker" || edge.line !== IMPLIED || first?.type !== "code" || (alignment.lineOf[1] ?? -1) >= 0)
    return undefined;
  const kept = alignment.steps.flatMap((step) =>
    step.type === "keep" && step.item === 0 && original.trimmed[step.line] !== "" ? [step.line] : [],
  );
  if (kept.length === 0 || kept.length > 12) return undefined;
  const head: string[] = [];
  for (let item = 1; items[item]?.type === "code" && (alignment.lineOf[item] ?? -1) < 0; item++)
    head.push((items[item] as CodeItem).text);
  const words = new Set(kept.flatMap((line) => namesIn(original.trimmed[line] ?? "")));
  if (!head.some((line) => namesIn(line).some((word) => words.has(word)))) return undefined;
  const range = { start: 0, end: (kept.at(-1) ?? 0) + 1 };
  return {
    reason: `The sketch begins with new code, and it is not sure whether lines 1 to ${range.end} of the file stay before it.`,
    candidates: [{ original: range, label: original.trimmed[0] ?? "" }],
  };
}

/** The longer words of a line, but for those that every import has. */
function namesIn(line: string): string[] {
  return (line.match(/[\p{L}\p{N}_$]{4,}/gu) ?? []).filter(
    (word) =>
      !/^(?:import|from|const|require|include|export|default|function|class|using|namespace|package|static|public)$/.test(
        word,
      ),
  );
}

/** How far from its piece a line may be that the sketch seems to repeat. */
const NEARBY = 40;

/**
 * A piece that begins or ends, beside a marker, with a line that the file has nearby: it may be that line, shown as
 * context, so that the lines between should vanish, or a new one.
 */
function doubtRepeats(
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  alignment: SketchAlignment,
  original: Original,
): Doubt | undefined {
  for (const {
    items: { start, end },
  } of readPieces(items)) {
    for (const [edge, direction] of [
      [start, 1],
      [end - 1, -1],
    ] as const) {
      const beside = items[edge - direction];
      if (beside?.type !== "marker" || beside.line === IMPLIED) continue;
      let worded = edge;
      while (
        worded >= start &&
        worded < end &&
        (alignment.lineOf[worded] ?? -1) < 0 &&
        wordLength(textOf(items[worded])) < 4
      )
        worded += direction;
      const item = items[worded];
      if (worded < start || worded >= end || item?.type !== "code" || (alignment.lineOf[worded] ?? -1) >= 0) continue;
      if (
        alignment.constraints.some(
          (constraint) =>
            constraint.type === "new" && constraint.items.start <= worded && worded < constraint.items.end,
        )
      )
        continue;
      let anchor = edge;
      while (anchor >= start && anchor < end && (alignment.lineOf[anchor] ?? -1) < 0) anchor += direction;
      const line = alignment.lineOf[anchor] ?? -1;
      if (anchor < start || anchor >= end || line < 0) continue;
      const others =
        direction > 0 ? alignment.lineOf.slice(0, start) : alignment.lineOf.slice(end).filter((other) => other >= 0);
      const bound = direction > 0 ? Math.max(-1, ...others) : Math.min(original.lines.length, ...others);
      const twin = candidates[worded]?.find(
        (match) =>
          match.kind !== "similar" &&
          (line - match.line) * direction > 0 &&
          (match.line - bound) * direction > 0 &&
          Math.abs(line - match.line) <= NEARBY,
      );
      if (!twin) continue;
      const between = direction > 0 ? { start: twin.line, end: line } : { start: line + 1, end: twin.line + 1 };
      return {
        reason: `"${item.text.trim()}" is in the file already, and it is not sure whether lines ${between.start + 1} to ${between.end} should vanish.`,
        candidates: [{ original: between, label: original.trimmed[between.start] ?? "" }],
      };
    }
  }
  return undefined;
}

const textOf = (item: Item | undefined): string => (item?.type === "code" ? item.text : "");

/** A piece that changes something must be held by lines found again, or by a block whose bounds the sketch shows. */
function doubtPlace(
  piece: Piece,
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  alignment: SketchAlignment,
): Doubt | undefined {
  const { start, end } = piece.items;
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

/** The second best place of a piece, found by forbidding the best one, must be clearly worse. */
function doubtTie(
  piece: Piece,
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  alignment: SketchAlignment,
  original: Original,
  text: string,
): Doubt | undefined {
  const { start, end } = piece.items;
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
  const other = alignSketch(items, candidates, original, forbidden, given);
  if (!other || other.score < alignment.score - MARGIN) return undefined;
  const worth = ({ lineOf }: SketchAlignment): number => {
    let sum = 0;
    for (let item = start; item < end; item++)
      sum += candidates[item]?.find(({ line }) => line === lineOf[item])?.score ?? 0;
    return sum;
  };
  // Another place must hold the piece about as well; that its lines could also be new is no other place.
  if (worth(other) < 0.6 * worth(alignment) || assemble(items, other, original).text === text) return undefined;
  const places = [alignment, other].map(({ lineOf }) => placeOf(piece, lineOf, original));
  return {
    reason: "The sketch fits the file in more than one place.",
    candidates: places.filter((place) => place !== undefined),
  };
}

function placeOf(piece: Piece, lineOf: Int32Array, original: Original): Candidate | undefined {
  const lines = [...lineOf.slice(piece.items.start, piece.items.end)].filter((line) => line >= 0);
  if (lines.length === 0) return undefined;
  const range = { start: Math.min(...lines), end: Math.max(...lines) + 1 };
  return { original: range, label: original.trimmed[range.start] ?? "" };
}
