import type { Original } from "../../extension/core/merge/original.ts";
import type { BlockScene } from "../../extension/core/placing/blockScene.ts";
import type { Placement } from "../../extension/core/placing/features.ts";
import { writeLines } from "../../extension/core/placing/placeAnswer.ts";
import type { Window } from "../../extension/core/placing/windows.ts";
import { lineTexts, type LineRange } from "../../extension/core/text/lines.ts";

/** A window that was meant, and what stands there then. */
export interface MeantWindow {
  readonly window: Window;
  readonly lines: readonly string[];
}

/** Which windows of a block lead to the text that was meant, by their number. */
interface MeantWindows {
  /** The one with most of the change; missing if none leads there. */
  readonly best: MeantWindow | undefined;
  /** All that give the same. */
  readonly right: readonly number[];
  /** Those that leave out lines at its edges which nothing replaces: other words may delete these. */
  readonly softer: readonly number[];
}

/** In JSON a line ends with a comma or not by what follows it. */
const keyOf = (line: string): string => line.trim().replace(/,$/, "");
const filled = (lines: readonly string[]): string[] => lines.map(keyOf).filter((line) => line !== "");

/**
 * Finds the windows with which all that a block changes is a part of what has to change: what it writes and what it deletes makes the file
 * so much more like the one that was meant (longest common subsequence). Blank lines do not count.
 */
export function findMeantWindows(scene: BlockScene, placements: readonly Placement[], expected: string): MeantWindows {
  const { block, placing } = scene;
  const { file } = placing.compared;
  const wanted = filled(lineTexts(expected));
  const before = filled(file.lines);
  const common = commonPrefixes(before, wanted);
  const commonBehind = commonPrefixes([...before].reverse(), [...wanted].reverse());
  const filledBefore: number[] = [0];
  for (const text of file.trimmed) filledBefore.push((filledBefore.at(-1) ?? 0) + (text === "" ? 0 : 1));
  const own = filled(block.lines);
  const starts = wanted.flatMap((_, at) => (own.every((line, nth) => wanted[at + nth] === line) ? [at] : []));
  const distance = before.length + wanted.length - 2 * common(before.length, wanted.length);
  const exact = new Set(lineTexts(expected).map((line) => line.trimEnd().replace(/,$/, "")));
  const found = placements.flatMap((placement, at) => {
    const { window } = placement;
    const lines = writeLines(scene, placement);
    if (!lines.every((line) => line.trim() === "" || exact.has(line.trimEnd().replace(/,$/, "")))) return [];
    const gain = window.also === undefined ? gainOf(window) : gainOfAll({ window, lines });
    return gain === 0 ? [] : [{ at, gain, lines, window, deleted: placement.alignment.deleted }];
  });
  /** How many lines the block changes there, if each change leads to what was meant; else 0. */
  function gainOf({ start, end }: LineRange): number {
    const [from, to] = [filledBefore[start] ?? 0, filledBefore[end] ?? 0];
    const changes = own.length + (to - from) - 2 * commonPrefixes(before.slice(from, to), own)(to - from, own.length);
    const isOnTheWay = starts.some((at) => {
      const behind = commonBehind(before.length - to, wanted.length - at - own.length);
      const length = before.length - (to - from) + own.length;
      return distance - (length + wanted.length - 2 * (common(from, at) + own.length + behind)) === changes;
    });
    return isOnTheWay ? changes : 0;
  }
  function gainOfAll(one: MeantWindow): number {
    const written = writeWindows(file, [one]);
    if (written === undefined) return 0;
    const after = filled(written);
    const changes = after.length + before.length - 2 * commonPrefixes(before, after)(before.length, after.length);
    const left = after.length + wanted.length - 2 * commonPrefixes(after, wanted)(after.length, wanted.length);
    return distance - left === changes ? changes : 0;
  }
  found.sort((a, b) => b.gain - a.gain || sizeOf(a.window) - sizeOf(b.window));
  const [best] = found;
  if (best === undefined) return { best, right: [], softer: [] };
  const text = (one: MeantWindow): string => filled(writeWindows(file, [one]) ?? []).join("\n");
  const bestText = text(best);
  const right = found.filter((one) => one.gain === best.gain && text(one) === bestText).map(({ at }) => at);
  const softer = found.filter(
    ({ at, gain, window, deleted }) =>
      !right.includes(at) &&
      best.window.also === undefined &&
      window.also === undefined &&
      deleted < best.deleted &&
      gain === best.gain - (best.deleted - deleted) &&
      window.start >= best.window.start &&
      window.end <= best.window.end,
  );
  return { best, right, softer: softer.map(({ at }) => at) };
}

const sizeOf = ({ start, end }: LineRange): number => end - start;

/** Computes for each two beginnings of lists how many lines they have in common, in order. */
function commonPrefixes(one: readonly string[], other: readonly string[]): (first: number, second: number) => number {
  const stride = other.length + 1;
  const table = new Int32Array((one.length + 1) * stride);
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++)
      table[i * stride + j] =
        one[i - 1] === other[j - 1]
          ? (table[(i - 1) * stride + j - 1] ?? 0) + 1
          : Math.max(table[(i - 1) * stride + j] ?? 0, table[i * stride + j - 1] ?? 0);
  return (first, second) => table[first * stride + second] ?? 0;
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
