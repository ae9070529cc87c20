import { indentOf, indentWidth, isBlank } from "../../core/text/indentation.ts";
import type { WriteMarker } from "./markers.ts";
import { indentOfLine, type ShownLine } from "./pieces.ts";
import type { Random } from "./random.ts";

/** A run of shown lines, and the hidden ones before it. Lines by their number in the expected text, end-exclusive. */
export interface ShownRun {
  readonly start: number;
  readonly end: number;
}

/** Finds the runs of shown lines. */
export function shownRuns(shown: readonly boolean[]): ShownRun[] {
  const pieces: ShownRun[] = [];
  for (let start = 0; start < shown.length; start++) {
    if (shown[start] !== true) continue;
    let end = start;
    while (end < shown.length && shown[end] === true) end++;
    pieces.push({ start, end });
    start = end;
  }
  return pieces;
}

/** How the lines of a sketch are written. */
export interface Hand {
  readonly marker: WriteMarker;
  /** How often a marker stands at the very beginning and at the very end if lines are hidden there. */
  readonly firstMarker: number;
  readonly lastMarker: number;
  /** How often the whole text is moved to column 0. */
  readonly dedent: number;
  /** How often a kept line loses the comment at its end. */
  readonly lostComment: number;
}

/** How deep a marker stands for the lines it hides: as the shallowest of them, or in another column. */
type MarkerColumn = "shallowest" | "first" | "previous" | "next" | "zero";

/** A piece to find in the original: the numbers of its kept lines, and the least depth of the lines before it, if its marker says so. */
export interface Anchor {
  readonly lines: readonly number[];
  readonly leastIndent: number;
}

export interface SketchText {
  readonly lines: readonly string[];
  readonly anchors: readonly Anchor[];
}

/** Writes pieces as one text with markers between them, and says what each piece can be found by. */
export function writeSketch(
  lines: readonly ShownLine[],
  pieces: readonly ShownRun[],
  hand: Hand,
  random: Random,
): SketchText {
  const count = lines.length - 1;
  const written: string[] = [];
  const anchors: Anchor[] = [];
  const texts = lines.map(({ text }) => text);
  const isFilled = (start: number, end: number): boolean => texts.slice(start, end).some((text) => !isBlank(text));
  let previousEnd = 0;
  pieces.forEach((piece, place) => {
    const isFirst = place === 0;
    let leastIndent = 0;
    if (isFilled(previousEnd, piece.start) && (!isFirst || random.isLikely(hand.firstMarker))) {
      leastIndent = putMarker(written, texts, previousEnd, piece.start, isFirst, hand, random);
    }
    const kept: number[] = [];
    for (const { text, old, isShifted } of lines.slice(piece.start, piece.end)) {
      if (old !== undefined) kept.push(old);
      const isContext = old !== undefined && !isShifted;
      written.push(isContext && random.isLikely(hand.lostComment) ? withoutComment(text) : text);
    }
    anchors.push({ lines: kept, leastIndent });
    previousEnd = piece.end;
  });
  if (isFilled(previousEnd, count) && random.isLikely(hand.lastMarker)) {
    putMarker(written, texts, previousEnd, count, false, hand, random);
  }
  while (written.length > 0 && isBlank(written[0] ?? "")) written.shift();
  while (written.length > 0 && isBlank(written.at(-1) ?? "")) written.pop();
  return { lines: random.isLikely(hand.dedent) ? dedented(written) : written, anchors };
}

/** Writes a marker and returns the least indentation that it promises for what it hides; 0 if its column says nothing. */
function putMarker(
  written: string[],
  texts: readonly string[],
  start: number,
  end: number,
  isFirst: boolean,
  hand: Hand,
  random: Random,
): number {
  const hidden = texts.slice(start, end);
  const filled = hidden.filter((text) => !isBlank(text));
  const shallowest = filled.reduce(
    (least, text) => (indentOfLine(text) < indentOfLine(least) ? text : least),
    filled[0] ?? "",
  );
  const column: MarkerColumn = isFirst
    ? random.pickWeighted([
        ["shallowest", 62],
        ["next", 33],
        ["zero", 5],
      ])
    : random.pickWeighted([
        ["shallowest", 58],
        ["first", 12],
        ["previous", 25],
        ["zero", 5],
      ]);
  const previous = written.findLast((text) => !isBlank(text)) ?? "";
  const indent = {
    shallowest: indentOf(shallowest),
    first: indentOf(filled[0] ?? ""),
    previous: indentOf(previous),
    next: indentOf(texts[end] ?? ""),
    zero: "",
  }[column];
  const isApart = random.isLikely(0.85);
  if (isBlank(hidden[0] ?? "") && isApart && !isFirst && !isBlank(written.at(-1) ?? "")) written.push("");
  written.push(indent + hand.marker(random));
  if (isBlank(hidden.at(-1) ?? "") && isApart) written.push("");
  const width = indentWidth(indent);
  return filled.every((text) => indentWidth(text) >= width) ? width : 0;
}

function withoutComment(text: string): string {
  const end = / +(?:\/\/|#) [^"'`]*$/.exec(text)?.index;
  return end === undefined || text.slice(0, end).trim() === "" ? text : text.slice(0, end);
}

/** Moves lines left by the indentation that all have in common. */
function dedented(lines: readonly string[]): string[] {
  const filled = lines.filter((text) => !isBlank(text));
  let common = indentOf(filled[0] ?? "");
  for (const text of filled) while (!text.startsWith(common)) common = common.slice(0, -1);
  return lines.map((text) => (isBlank(text) ? text : text.slice(common.length)));
}

const MOST_CANDIDATES = 60;

/**
 * Finds the pieces that have several places, or none, for a reader who compares line by line: their kept lines, in their order, each piece
 * as one run, with lines between them that are as deep as the marker says. Empty if there is only one way to place them.
 */
export function unclearPieces(original: readonly string[], anchors: readonly Anchor[]): number[] {
  const keys = original.map((text) => text.trim());
  const candidates = anchors.map(({ lines }) => placesOf(keys, lines));
  const unclear = candidates.flatMap((places, piece) =>
    places.length === 0 || places.length > MOST_CANDIDATES ? [piece] : [],
  );
  if (unclear.length > 0) return unclear;
  // Ways to place the pieces so far, by the place of the last one, and the other way round.
  const forward = waysThrough(original, anchors, candidates);
  const last = forward.at(-1) ?? [];
  if (last.reduce((sum, ways) => sum + ways, 0) === 1) return [];
  return candidates.flatMap((places, piece) => (places.length > 1 ? [piece] : []));
}

function waysThrough(
  original: readonly string[],
  anchors: readonly Anchor[],
  candidates: readonly (readonly number[])[],
): number[][] {
  const ways: number[][] = [];
  anchors.forEach((anchor, piece) => {
    const before = anchors[piece - 1];
    ways.push(
      (candidates[piece] ?? []).map((place) => {
        if (before === undefined) return 1;
        const length = (before.lines.at(-1) ?? 0) - (before.lines[0] ?? 0) + 1;
        let sum = 0;
        (candidates[piece - 1] ?? []).forEach((earlier, index) => {
          const end = earlier + length;
          if (end <= place && isDeepEnough(original, end, place, anchor.leastIndent))
            sum += ways[piece - 1]?.[index] ?? 0;
        });
        return Math.min(sum, 2);
      }),
    );
  });
  return ways;
}

function isDeepEnough(original: readonly string[], start: number, end: number, least: number): boolean {
  if (least === 0) return true;
  for (let line = start; line < end; line++) {
    const text = original[line] ?? "";
    if (!isBlank(text) && indentWidth(text) < least) return false;
  }
  return true;
}

function placesOf(keys: readonly string[], lines: readonly number[]): number[] {
  const filled = lines.filter((line) => keys[line] !== "");
  const first = lines[0];
  if (filled.length === 0 || first === undefined) return [];
  const places: number[] = [];
  for (let place = 0; place < keys.length && places.length <= MOST_CANDIDATES; place++) {
    if (filled.every((line) => keys[place + line - first] === keys[line])) places.push(place);
  }
  return places;
}

/**
 * Checks whether the lines beside dropped ones could be found among these too, so that less would be dropped, or nothing: `}` before and
 * after a deleted function. If the text says what is gone, that is clear.
 */
export function hasOtherReading(
  original: readonly string[],
  lines: readonly ShownLine[],
  { start, end }: ShownRun,
): boolean {
  const key = (old: number): string => original[old]?.trim() ?? "";
  for (let line = start; line <= end; line++) {
    const dropped = lines[line]?.dropped ?? [];
    const first = dropped[0]?.old;
    const last = dropped.at(-1)?.old;
    if (first === undefined || last === undefined || dropped.every(({ evidence }) => evidence !== "neighbours"))
      continue;
    const above = runOf(lines, line - 1, -1, start);
    const below = runOf(lines, line, 1, end - 1);
    for (let place = first; place <= last; place++) {
      if (below.length > 0 && matches(below, place, below[0] ?? 0, key)) return true;
      if (above.length > 0 && matches(above, place, above[0] ?? 0, key)) return true;
    }
  }
  return false;
}

/** Finds the kept lines from a line on, up to the next change; skips new lines between it and the place. */
function runOf(lines: readonly ShownLine[], from: number, step: 1 | -1, last: number): number[] {
  const run: number[] = [];
  for (let line = from; step > 0 ? line <= last : line >= last; line += step) {
    const { old, dropped = [] } = lines[line] ?? {};
    if (old === undefined) {
      if (run.length > 0) break;
      continue;
    }
    if (step > 0 && dropped.length > 0 && run.length > 0) break;
    run.push(old);
    if (step < 0 && dropped.length > 0) break;
  }
  return run;
}

function matches(run: readonly number[], place: number, first: number, key: (old: number) => string): boolean {
  const filled = run.filter((old) => key(old) !== "");
  return filled.length > 0 && key(place) !== "" && filled.every((old) => key(place + old - first) === key(old));
}
