import type { Original } from "../merge/original.ts";
import { declaredExtent, isAttached } from "../sketch/declaredExtent.ts";
import type { LineRange } from "../text/lines.ts";
import { indentWidth } from "../text/indentation.ts";
import { SECTION_TEXT } from "../merge/blocks.ts";
import { hasTrait } from "../sketch/languages.ts";
import type { Cues } from "./cues.ts";
import type { ComparedFile, Pair } from "./likeness.ts";
import type { ShownBlock } from "./shownBlock.ts";

/** Lines of the file whose place a block may take; none where it is put between two lines. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** Columns at which a block stands that is put there; for lines that it takes the place of, theirs say it. */
  readonly width: number | undefined;
  readonly kind: "run" | "line" | "block" | "paragraph" | "between" | "all";
  /** Others like it whose place the block takes too, down the file. */
  readonly also?: readonly LineRange[];
}

/** Runs of alike lines that are looked at for one block. */
const MAX_RUNS = 24;
/** Lines between two of a run that nothing stands for. */
const MAX_GAP = 15;
/** What a line costs that goes without another in its place, in parts of what it says. */
const GONE = 0.3;

export interface Run {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** Finds runs of lines that a block may be a new form of, those with most in common first. `pairs` ascend by line of the block. */
export function findAlikeRuns(block: ShownBlock, pairs: readonly Pair[], { weights }: ComparedFile): Run[] {
  const before = new Float64Array(weights.length + 1);
  weights.forEach((weight, line) => (before[line + 1] = (before[line] ?? 0) + weight));
  /** The best that ends with each line of the file so far. */
  const ending = new Map<number, Run>();
  const runs: Run[] = [];
  for (let from = 0; from < pairs.length;) {
    let to = from;
    const made: Run[] = [];
    for (; to < pairs.length && pairs[to]?.at === pairs[from]?.at; to++) {
      const { at, line, like } = pairs[to] ?? { at: 0, line: 0, like: 0 };
      const own = like * (block.weights[at] ?? 0);
      let run: Run = { start: line, end: line + 1, value: own };
      for (let prior = line - 1; prior >= Math.max(0, line - MAX_GAP); prior--) {
        const one = ending.get(prior);
        if (one === undefined) continue;
        const value = one.value + own - GONE * ((before[line] ?? 0) - (before[prior + 1] ?? 0));
        if (value > run.value) run = { start: one.start, end: line + 1, value };
      }
      made.push(run);
    }
    for (const run of made) {
      runs.push(run);
      const known = ending.get(run.end - 1);
      if (known === undefined || known.value < run.value) ending.set(run.end - 1, run);
    }
    from = to;
  }
  const seen = new Set<string>();
  return runs
    .sort((a, b) => b.value - a.value)
    .filter(({ start, end }) => {
      const key = `${String(start)} ${String(end)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MAX_RUNS);
}

/** Lists the windows of a file that a block may go to, each once: runs of alike lines, all of several such runs, lines, blocks, paragraphs, and places between lines. */
export function listWindows(block: ShownBlock, runs: readonly Run[], cues: Cues, structure: Structure): Window[] {
  const seen = new Set<string>();
  const windows: Window[] = [];
  const add = (window: Window): void => {
    const { start, end, width = -1, also = [] } = window;
    const key = [rangeKey(start, end), width, ...also.map((range) => range.start)].join(" ");
    if (seen.has(key)) return;
    seen.add(key);
    windows.push(window);
  };
  for (const { start, end } of runs) add({ start, end, width: undefined, kind: "run" });
  const equals = findEquals(runs);
  // "Both methods of `Door`" are in it, as far as any are.
  const named = cues.names
    .filter(({ isNear }) => isNear)
    .flatMap(({ spans }) => spans.map(({ head, end }) => equals.filter((run) => head < run.start && run.end <= end)))
    .filter(({ length }) => length > 0);
  for (const [first, ...also] of named.length > 0 ? named : [equals])
    if (first && also.length > 0) add({ start: first.start, end: first.end, width: undefined, kind: "all", also });
  for (const window of structure.replaceable) add(window);
  for (const { place, widths } of structure.between) {
    const own = block.least > 0 && widths.includes(block.width) ? [block.width] : widths;
    for (const width of own) add({ start: place, end: place, width, kind: "between" });
  }
  return windows;
}

/** How much less than the best is as good. */
const AS_GOOD = 0.85;
/** More places are not meant by "both" or "each". */
const MAX_EQUALS = 8;

/** Lists the runs that are as good as the best and stand apart, down the file. */
export function findEquals(runs: readonly Run[]): Run[] {
  const equals: Run[] = [];
  for (const run of runs) {
    if (run.value < AS_GOOD * (runs[0]?.value ?? 0)) break;
    if (equals.every(({ start, end }) => run.end <= start || end <= run.start)) equals.push(run);
  }
  return equals.length > MAX_EQUALS ? [] : equals.sort((a, b) => a.start - b.start);
}

/** What of a file can be replaced or stand between, whatever the block. */
export interface Structure {
  /** What ranges are as a whole, by `rangeKey`. */
  readonly units: ReadonlyMap<string, "block" | "paragraph">;
  readonly replaceable: readonly Window[];
  readonly between: readonly { readonly place: number; readonly widths: readonly number[] }[];
  /** For each line the lines that enclose it, the nearest first. */
  readonly enclosing: (line: number) => readonly number[];
  /** The same for what stands right behind the line `above` at `width` columns. */
  readonly enclosingBetween: (above: number, width: number) => readonly number[];
}

/** Makes a key of a range of lines. */
export const rangeKey = (start: number, end: number): string => `${String(start)} ${String(end)}`;

/** Lines that enclose one, which are looked at. */
const MAX_DEPTH = 30;

/** Lines of a block or paragraph that a short block takes the place of as a whole. */
const MAX_WINDOW = 200;

/** Reads what of a file can be replaced, and where something can stand. */
export function readStructure(file: Original): Structure {
  const { lines, trimmed, blocks } = file;
  const replaceable: Window[] = [];
  const add = (start: number, end: number, kind: Window["kind"]): void => {
    if (end - start <= MAX_WINDOW) replaceable.push({ start, end, width: undefined, kind });
  };
  for (const [line, text] of trimmed.entries()) {
    if (text === "") continue;
    add(line, line + 1, "line");
    const { begin, end } = declaredExtent(lines, blocks.end, line);
    if (end > line + 1) {
      add(line, end, "block");
      if (begin < line) add(begin, end, "block");
      // An `if` with all its branches.
      let whole = end;
      for (let next = whole; next > line && next <= lines.length;) {
        const closer = trimmed[whole - 1] ?? "";
        const opens = /^\}?\s*(?:else|elif|elsif|elseif|except|catch|finally|rescue|ensure)\b/;
        const head = opens.test(closer) ? whole - 1 : opens.test(trimmed[whole] ?? "") ? whole : -1;
        next = head < 0 ? -1 : (blocks.end[head] ?? -1);
        if (next > whole) whole = next;
        else next = -1;
      }
      if (whole > end) add(line, whole, "block");
    }
    if (begin === line && isAttached(text) && trimmed[line - 1] === "") {
      let last = line;
      while (last < lines.length && isAttached(lines[last] ?? "") && trimmed[last] !== "") last++;
      if (last > line + 1) add(line, last, "paragraph");
    }
    if (line === 0 || trimmed[line - 1] === "") {
      let last = line;
      while (last < lines.length && trimmed[last] !== "") last++;
      if (last > line + 1) add(line, last, "paragraph");
    }
  }
  const parent = readParents(file);
  const enclosing = (line: number): number[] => {
    const all: number[] = [];
    for (let at = parent[line] ?? -1; at >= 0 && all.length < MAX_DEPTH; at = parent[at] ?? -1) all.push(at);
    return all;
  };
  const units = new Map<string, "block" | "paragraph">();
  for (const { start, end, kind } of replaceable)
    if (kind === "block" || kind === "paragraph") units.set(rangeKey(start, end), kind);
  const isOfSections = hasTrait(file.language, "headings") || hasTrait(file.language, "tables");
  const enclosingBetween = (above: number, width: number): readonly number[] => {
    const depth = width + (isOfSections ? SECTION_TEXT : 0);
    return above < 0 ? [] : [above, ...enclosing(above)].filter((line) => (blocks.width[line] ?? 0) < depth);
  };
  return { replaceable, units, between: readBetween(file, parent), enclosing, enclosingBetween };
}

/** For each line the nearest line above whose block it is in, -1 if there is none. A line that closes one thing and opens another stands in the first. */
function readParents({ trimmed, blocks }: Original): Int32Array {
  const parent = new Int32Array(trimmed.length).fill(-1);
  const openerOf = new Map<number, number>();
  const open: number[] = [];
  for (const [line, text] of trimmed.entries()) {
    while (open.length > 0 && (blocks.end[open.at(-1) ?? 0] ?? 0) <= line) open.pop();
    parent[line] = openerOf.get(line) ?? open.at(-1) ?? -1;
    const closer = blocks.closer[line] ?? -1;
    if (closer > line && !openerOf.has(closer)) openerOf.set(closer, line);
    if (text !== "" && (blocks.end[line] ?? 0) > line + 1) open.push(line);
  }
  return parent;
}

/** What a line begins with that closes a block. */
export const CLOSER = /^(?:[)\]}]|end\b|<\/|fi\b|done\b|esac\b)/;

/** Lists the places between two lines that are not blank, right behind the first, with the columns at which something can stand there. */
function readBetween({ lines, trimmed }: Original, parent: Int32Array): Structure["between"] {
  const places: { place: number; widths: number[] }[] = [];
  let above = -1;
  for (let below = 0; below <= lines.length; below++) {
    if (below < lines.length && trimmed[below] === "") continue;
    const next = below < lines.length ? indentWidth(lines[below] ?? "") : 0;
    const isClosed = below < lines.length && CLOSER.test(trimmed[below] ?? "");
    const widths = new Set<number>();
    if (above >= 0) {
      const width = indentWidth(lines[above] ?? "");
      if (next > width) widths.add(next);
      else {
        const least = isClosed ? next + 1 : next;
        for (let at = above, depth = 0; at >= 0 && depth < MAX_DEPTH; at = parent[at] ?? -1, depth++) {
          const of = indentWidth(lines[at] ?? "");
          if (of >= least) widths.add(of);
        }
      }
    }
    if (!isClosed) widths.add(next);
    if (widths.size === 0) widths.add(next + 2);
    places.push({ place: above + 1, widths: [...widths] });
    above = below;
  }
  return places;
}
