import type { Original } from "../../extension/core/merge/original.ts";
import type { BlockScene } from "../../extension/core/placing/blockScene.ts";
import type { Placement } from "../../extension/core/placing/features.ts";
import { writeLines } from "../../extension/core/placing/placeAnswer.ts";
import type { Window } from "../../extension/core/placing/windows.ts";
import { lineTexts, type LineRange } from "../../extension/core/text/lines.ts";
import { findBestEdits } from "./bestEdits.ts";

/** A window that was meant, and what stands there then. */
export interface MeantWindow {
  readonly window: Window;
  readonly lines: readonly string[];
}

/** Which windows of a block lead to the text that was meant, by their number. */
interface MeantWindows {
  /** Missing if none leads there. */
  readonly best: MeantWindow | undefined;
  /** All that give the same. */
  readonly right: readonly number[];
  /** Those that leave out lines at its edges which nothing replaces: other words may delete these. */
  readonly softer: readonly number[];
}

/** A block with the windows that it may have. */
export interface PlacedScene {
  readonly scene: BlockScene;
  readonly placements: readonly Placement[];
}

/** In JSON a line ends with a comma or not by what follows it. */
const keyOf = (line: string): string => line.trim().replace(/,$/, "");
const filled = (lines: readonly string[]): string[] => lines.map(keyOf).filter((line) => line !== "");

/** Of a block that has no window. */
const NOWHERE: MeantWindows = { best: undefined, right: [], softer: [] };

interface Candidate extends MeantWindow {
  readonly at: number;
  readonly deleted: number;
}

/**
 * Finds the windows of all blocks of an answer with which the file comes closest to the one that was meant, together, since one window alone
 * may seem right where the next block belongs. Blank lines do not count. `undefined` where that takes too long, so that nobody knows. `erasures` are lines
 * that the words may delete.
 */
export function findMeantWindows(
  blocks: readonly PlacedScene[],
  file: Original,
  expected: string,
  erasures: readonly LineRange[] = [],
): MeantWindows[] | undefined {
  const wanted = lineTexts(expected);
  const exact = new Set(wanted.map((line) => line.trimEnd().replace(/,$/, "")));
  const candidates = blocks.map(({ scene, placements }) =>
    placements.flatMap((placement, at): Candidate[] => {
      const lines = writeLines(scene, placement);
      const isThere = lines.every((line) => line.trim() === "" || exact.has(line.trimEnd().replace(/,$/, "")));
      return isThere ? [{ at, lines, window: placement.window, deleted: placement.alignment.deleted }] : [];
    }),
  );
  const singles = candidates.map((own) => own.filter(({ window }) => window.also === undefined));
  const count: number[] = [0];
  for (const text of file.trimmed) count.push((count.at(-1) ?? 0) + (text === "" ? 0 : 1));
  const withoutBlank = ({ start, end }: LineRange): { from: number; to: number } => ({
    from: count[start] ?? 0,
    to: count[end] ?? 0,
  });
  const found = findBestEdits(
    filled(file.lines),
    filled(wanted),
    singles.map((own, nth) => ({
      lines: filled(blocks[nth]?.scene.block.lines ?? []),
      windows: own.map(({ window, deleted }) => {
        const { from, to } = withoutBlank(window);
        const written = filled(blocks[nth]?.scene.block.lines ?? []).length;
        return { from, to, changes: deleted + Math.max(0, written - (to - from - deleted)) };
      }),
      isRepeated: own.length < (candidates[nth]?.length ?? 0),
    })),
    erasures.map(withoutBlank),
  );
  if (found === undefined) return undefined;
  const best = found.map((numbers, nth) =>
    toOne(
      numbers.flatMap((number) => singles[nth]?.[number] ?? []),
      candidates[nth] ?? [],
    ),
  );
  return blocks.map((_, nth) => readSame(nth, best, candidates[nth] ?? [], file));
}

/** The candidate with all the windows that a block has; `undefined` for none. */
function toOne(used: readonly Candidate[], candidates: readonly Candidate[]): Candidate | undefined {
  const [first] = used;
  if (first === undefined || used.length === 1) return first;
  const keyOfAll = (all: readonly { readonly start: number; readonly end: number }[]): string =>
    all
      .map(({ start, end }) => `${String(start)} ${String(end)}`)
      .sort()
      .join(",");
  const key = keyOfAll(used.map(({ window }) => window));
  return candidates.find(({ window }) => keyOfAll([window, ...(window.also ?? [])]) === key) ?? first;
}

/** The windows of a block that give the same text as the best one, with all other blocks at their best ones. */
function readSame(
  nth: number,
  all: readonly (Candidate | undefined)[],
  candidates: readonly Candidate[],
  file: Original,
): MeantWindows {
  const best = all[nth];
  if (best === undefined) return NOWHERE;
  const textWith = (one: Candidate): string[] | undefined => {
    const written = writeWindows(
      file,
      all.with(nth, one).flatMap((other) => other ?? []),
    );
    return written && filled(written);
  };
  const wanted = textWith(best);
  if (wanted === undefined) return { best, right: [best.at], softer: [] };
  const key = wanted.join("\n");
  const right: number[] = [];
  const softer: number[] = [];
  for (const one of candidates) {
    const text = textWith(one);
    if (text === undefined) continue;
    if (text.join("\n") === key) right.push(one.at);
    else if (
      isWithin(one, best) &&
      text.length === wanted.length + best.deleted - one.deleted &&
      holdsAll(text, wanted)
    )
      softer.push(one.at);
  }
  return { best, right, softer };
}

const isWithin = ({ window, deleted }: Candidate, best: Candidate): boolean =>
  window.also === undefined &&
  best.window.also === undefined &&
  deleted < best.deleted &&
  window.start >= best.window.start &&
  window.end <= best.window.end;

/** Whether lines have others in their order. */
function holdsAll(lines: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const line of lines) if (line === others[at]) at++;
  return at === others.length;
}

/** Writes the file with lines in the place of windows; `undefined` if two of them meet. */
export function writeWindows(file: Original, all: readonly MeantWindow[]): string[] | undefined {
  const ranges = all
    .flatMap(({ window, lines }) => [window, ...(window.also ?? [])].map(({ start, end }) => ({ start, end, lines })))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const written: string[] = [];
  let at = 0;
  for (const { start, end, lines } of ranges) {
    if (start < at) return undefined;
    written.push(...file.lines.slice(at, start), ...lines);
    at = end;
  }
  return [...written, ...file.lines.slice(at)];
}
