import { lineDiff } from "../diff/lineDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import type { Splice } from "../merge/alternatives.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { estimateTokens } from "./tokens.ts";

/** Lines of a text that alternatives are compared in, joined by `\n`. */
export interface ScoreWindows {
  readonly before: string;
  /** The same lines with each alternative in them. */
  readonly after: readonly string[];
}

/**
 * Lines around each change, from much to little: what is next to it tells a model most, but each line more is read for every alternative.
 */
const MARGINS = [1, 0] as const;
/**
 * Of all windows together, estimated. Up to the first, a margin is worth its time; beyond the second, choosing takes about as long as
 * rewriting.
 */
const USUAL_TOKENS = 800;
const MOST_TOKENS = 4_000;

/** How many lines that enclose a change are looked for, and how far up: a method and its class. */
const MOST_SCOPES = 2;
const MOST_ABOVE = 500;

/**
 * Makes the windows that alternatives are compared in: the lines of the text that any of them changes, a margin around these, and the lines
 * that enclose them, as far as they tell one from another. All windows have the same of these lines, so that copying them is as likely in
 * each, and their likelihoods can be compared. If the places lie apart, the lines between are left out of all windows, and a blank line
 * stands there. `undefined` if the windows are too long even without a margin.
 *
 *     text     class A {        before   class A {      after 1   class A {      after 2   class A {
 *                enter();                  enter();                enter();                enter();
 *                return 1;                 return 1;               return 7;               return 1;
 *                (40 lines)              (blank)                 (blank)                 (blank)
 *              class B {                 class B {               class B {               class B {
 *                return 1;                 return 1;               return 1;               return 7;
 *
 * Time is linear in the lines of the splices, and in how far up enclosing lines are looked for.
 */
export function scoreWindows(lines: readonly string[], splices: readonly Splice[]): ScoreWindows | undefined {
  const changes = splices.map((splice) => changesOf(lines, splice));
  const scopes = changes.map(([first], index) => scopesOf(lines, first, splices[index]?.lines ?? []));
  const isTelling = (line: number): boolean => !scopes.every((own) => own.includes(line));
  const above = scopes.flatMap((own) => own.filter(isTelling).map((line) => ({ start: line, end: line + 1 })));
  const places = changes.flatMap((own) => own.map(({ old }) => old));
  for (const margin of MARGINS) {
    const around = places.map(({ start, end }) => ({
      start: Math.max(0, start - margin),
      end: Math.min(lines.length, end + margin),
    }));
    const shown = joined([...around, ...above]);
    const write = (fresh: readonly Change[]): string => textOf(lines, shown, fresh);
    const windows = { before: write([]), after: changes.map(write) };
    if (sizeOf(windows) <= (margin === 0 ? MOST_TOKENS : USUAL_TOKENS)) return windows;
  }
  return undefined;
}

function sizeOf({ before, after }: ScoreWindows): number {
  return after.reduce((sum, text) => sum + estimateTokens(text), estimateTokens(before));
}

/** A change of the text, and the lines that it puts there. */
interface Change {
  readonly old: LineRange;
  readonly lines: readonly string[];
}

function changesOf(lines: readonly string[], { place, lines: all }: Splice): readonly Change[] {
  const { start } = place;
  return lineDiff(lines.slice(start, place.end), all).map(({ old, new: fresh }: LineChange): Change => ({
    old: { start: start + old.start, end: start + old.end },
    lines: all.slice(fresh.start, fresh.end),
  }));
}

/** Finds the lines that enclose a change by their indentation, the innermost first. */
function scopesOf(lines: readonly string[], change: Change | undefined, all: readonly string[]): readonly number[] {
  if (change === undefined) return [];
  const { old } = change;
  // What it takes away stands as deep as what it puts there.
  const own = [...lines.slice(old.start, old.end), ...change.lines, ...all].find((line) => !isBlank(line));
  let width = indentWidth(own ?? "");
  const found: number[] = [];
  for (let line = old.start - 1; line >= Math.max(0, old.start - MOST_ABOVE); line--) {
    if (width === 0 || found.length === MOST_SCOPES) break;
    const text = lines[line] ?? "";
    if (isBlank(text) || indentWidth(text) >= width) continue;
    found.push(line);
    width = indentWidth(text);
  }
  return found;
}

/** Sorts ranges, and joins those that touch or have only one line between them. */
function joined(ranges: readonly LineRange[]): readonly LineRange[] {
  const all: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = all.at(-1);
    if (last !== undefined && range.start <= last.end + 1) {
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else all.push(range);
  }
  return all;
}

/** Writes the shown lines with changes, each of which lies within one of the ranges; a blank line if some are left out between them. */
function textOf(lines: readonly string[], shown: readonly LineRange[], changes: readonly Change[]): string {
  const written: string[] = [];
  const write = (run: readonly string[]): void => {
    for (const line of run) written.push(line);
  };
  let next = 0;
  for (const [index, { start, end }] of shown.entries()) {
    const isGap = index > 0 && !isBlank(lines[start] ?? "") && !isBlank(lines[(shown[index - 1]?.end ?? 0) - 1] ?? "");
    if (isGap) write([""]);
    let at = start;
    for (let change = changes[next]; change && change.old.end <= end; change = changes[++next]) {
      write(lines.slice(at, change.old.start));
      write(change.lines);
      at = change.old.end;
    }
    write(lines.slice(at, end));
  }
  return written.join("\n");
}
