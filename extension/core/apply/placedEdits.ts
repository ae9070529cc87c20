import { repairCommas } from "../merge/jsonCommas.ts";
import type { PiecePlacement } from "../merge/mergeResult.ts";
import type { Original } from "../merge/original.ts";
import type { BlockPlace, DeletionPlace } from "../placing/placeAnswer.ts";
import { spaceLines } from "../placing/spacing.ts";
import { lastSentence } from "../sketch/introductions.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import type { LineRange } from "../text/lines.ts";
import { standsOnce } from "./exactEdits.ts";
import { takeBlankLines } from "./goneLines.ts";
import type { PlacedAnswerBlocks } from "./placedBlocks.ts";

/** Lines that take the place of others. */
interface Replacement extends LineRange {
  readonly lines: readonly string[];
  /** Lines of the reply, zero-based, that say so. */
  readonly shown: LineRange;
  readonly certainty: number;
}

/** The file with blocks at their places, and which lines each of them wrote. */
interface WrittenPlaces {
  readonly lines: readonly string[];
  readonly pieces: readonly (PiecePlacement & { readonly certainty: number })[];
}

/** Makes edits of blocks at their likeliest places, and of what the words delete; `undefined` if two of them meet. */
export function editsOfPlaces(
  answer: Pick<PlacedAnswerBlocks, "placed" | "deletions">,
  file: Original,
): Edit[] | undefined {
  const sorted = replacementsIn(answer, file);
  if (sorted === undefined) return undefined;
  const lines = writeReplacements(sorted, { start: 0, end: file.lines.length }, file);
  const repaired = withCommas(lines, file);
  if (repaired === lines) return joinReplacements(sorted, file);
  const replyLine = (sorted[0]?.shown.start ?? 0) + 1;
  return [{ search: file.lines, replace: repaired, scope: [], atEnd: false, replyLine }];
}

/** In JSON a line ends with a comma or not by what follows it, which a block does not show. */
function withCommas(lines: readonly string[], file: Original): readonly string[] {
  const written = lines.map((text) => ({ text, eol: undefined }));
  const repaired = repairCommas(written, file);
  return repaired === written ? lines : repaired.map(({ text }) => text);
}

/** Writes the file with blocks at their likeliest places, and without what the words delete; `undefined` if two of them meet. */
export function writePlaces(
  answer: Pick<PlacedAnswerBlocks, "placed" | "deletions">,
  file: Original,
): WrittenPlaces | undefined {
  const sorted = replacementsIn(answer, file);
  if (sorted === undefined) return undefined;
  let shift = 0;
  const pieces = sorted.map(({ start, end, lines, shown, certainty }) => {
    const result = { start: start + shift, end: start + shift + lines.length };
    shift += lines.length - (end - start);
    return { sketch: shown, original: { start, end }, result, certainty };
  });
  return { lines: withCommas(writeReplacements(sorted, { start: 0, end: file.lines.length }, file), file), pieces };
}

function replacementsIn(
  { placed, deletions }: Pick<PlacedAnswerBlocks, "placed" | "deletions">,
  file: Original,
): readonly Replacement[] | undefined {
  const line = (placed[0]?.found.replyLine ?? 1) - 1;
  const written = placed.flatMap(({ found, places }) =>
    places.slice(0, 1).flatMap((place) => replacementsOf(place, found, file)),
  );
  const sorted = [...deletionsOf(deletions, written, { start: line, end: line + 1 }, file), ...written]
    .map((one, nth) => ({ one, nth }))
    .sort((a, b) => a.one.start - b.one.start || a.one.end - b.one.end || a.nth - b.nth)
    .map(({ one }) => one);
  const meets = sorted.some(({ start }, at) => start < (sorted[at - 1]?.end ?? 0));
  return meets ? undefined : sorted;
}

/** Lists what goes, each line once and what stands together as one, with the blank lines beside it. */
function deletionsOf(
  deletions: readonly (readonly DeletionPlace[])[],
  written: readonly LineRange[],
  shown: LineRange,
  file: Original,
): Replacement[] {
  const windows = deletions
    .flatMap(([best]) => (best?.window ? [{ ...best.window, certainty: best.certainty }] : []))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: typeof windows = [];
  for (const window of windows) {
    const last = apart.at(-1);
    const isApart = last === undefined || file.trimmed.slice(last.end, window.start).some((text) => text !== "");
    if (isApart) apart.push(window);
    else {
      const certainty = Math.min(last.certainty, window.certainty);
      apart[apart.length - 1] = { ...last, end: Math.max(last.end, window.end), certainty };
    }
  }
  return apart.map(({ start, end, certainty }) => {
    const gone = takeBlankLines({ start, end }, file);
    const isFree = !written.some((one) => gone.start <= one.end && one.start <= start);
    return { start: isFree ? gone.start : start, end: gone.end, lines: [], shown, certainty };
  });
}

function replacementsOf({ window, lines, certainty }: BlockPlace, found: FileSketch, file: Original): Replacement[] {
  if (window === undefined) return [];
  const { start, end, width, also = [] } = window;
  const { replyLine, introduction = "" } = found;
  const shown = { start: replyLine - 1, end: replyLine - 1 + lines.length };
  if (width === undefined)
    return [{ start, end }, ...also].map((range) => ({ start: range.start, end: range.end, lines, shown, certainty }));
  const isBefore = /\b(?:above|before|ahead of)\b/i.test(lastSentence(introduction));
  const { at, above, below } = spaceLines(file, start, width, lines, isBefore);
  const blank = (count: number): string[] => Array<string>(count).fill("");
  return [{ start: at, end: at, lines: [...blank(above), ...lines, ...blank(below)], shown, certainty }];
}

/** Makes edits of replacements, down the file: each searches as many lines around as it takes to stand once, and none that another changes. */
function joinReplacements(sorted: readonly Replacement[], file: Original): Edit[] {
  let groups = sorted.map((one) => ({ ...widen(one, file), all: [one] }));
  for (;;) {
    const joined: typeof groups = [];
    for (const group of groups) {
      const last = joined.at(-1);
      if (last !== undefined && group.start <= last.end) {
        joined.pop();
        const range = widen({ start: last.start, end: Math.max(last.end, group.end) }, file);
        joined.push({ ...range, all: [...last.all, ...group.all] });
      } else joined.push(group);
    }
    const isStable = joined.length === groups.length;
    groups = joined;
    if (isStable) break;
  }
  return groups.map(({ start, end, all }): Edit => ({
    search: file.lines.slice(start, end),
    replace: writeReplacements(all, { start, end }, file),
    scope: [],
    atEnd: false,
    replyLine: (all[0]?.shown.start ?? 0) + 1,
  }));
}

function writeReplacements(sorted: readonly Replacement[], { start, end }: LineRange, { lines }: Original): string[] {
  const written: string[] = [];
  let at = start;
  for (const one of sorted) {
    for (const line of lines.slice(at, one.start)) written.push(line);
    for (const line of one.lines) written.push(line);
    at = one.end;
  }
  for (const line of lines.slice(at, end)) written.push(line);
  return written;
}

/** Takes lines around a range until it stands in the file once. */
function widen({ start: from, end: to }: LineRange, file: Original): LineRange {
  let [start, end] = [Math.max(0, from - 1), Math.min(file.lines.length, to + 1)];
  for (let more = 1; !standsOnce(file, { start, end }) && (start > 0 || end < file.lines.length); more *= 2) {
    start = Math.max(0, start - more);
    end = Math.min(file.lines.length, end + more);
  }
  return { start, end };
}
