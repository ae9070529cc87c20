import { align, alignmentCells, type AlignItem, type Match } from "./align.ts";
import { bareKey, lineSimilarity, lineWeight, looseKey, profileLine, wordLength } from "./lineKeys.ts";
import { takeSteps, type Work } from "../text/work.ts";

/** A place where lines of an edit stand in a file. */
export interface EditPlacement {
  /** For each searched line the line of the file, -1 where the file lacks it. */
  readonly lineOf: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** The places found, and the strictest reading that finds any. */
export interface Places {
  readonly exactness: "exact" | "loose" | "similar";
  readonly places: readonly EditPlacement[];
}

const MAX_CELLS = 8_000_000;
/** Share of what the searched lines weigh that must be found again. */
const ENOUGH = 0.7;

/**
 * Finds `search` in `lines`: to the letter; else ignoring trailing blanks; else ignoring indentation and blank lines; else ignoring
 * spacing, quotes, final commas or semicolons, and dropped comments; else with small mistakes (two places at most). The first reading that
 * finds anything counts, with all its places. `least`: the loosest reading that may count.
 */
export function locateLines(
  search: readonly string[],
  lines: readonly string[],
  work: Work,
  least: Places["exactness"] = "similar",
): Places {
  for (const reading of readings) {
    if (least === "exact" && reading.exactness !== "exact") return { exactness: "exact", places: [] };
    const places = findRuns(search, lines, reading);
    if (places.length > 0) return { exactness: reading.exactness, places };
  }
  return { exactness: "similar", places: least === "similar" ? findSimilar(search, lines, work) : [] };
}

/** A way to compare two lines: by which key of each, and whether blank lines have a say. */
export interface LineComparison {
  readonly exactness: "exact" | "loose";
  readonly read: (line: string) => string;
  readonly skipsBlank: boolean;
}

/** From the strictest to the most tolerant one. */
export const readings: readonly LineComparison[] = [
  { exactness: "exact", read: (line) => line, skipsBlank: false },
  { exactness: "exact", read: (line) => line.trimEnd(), skipsBlank: false },
  { exactness: "exact", read: (line) => line.trim(), skipsBlank: true },
  { exactness: "loose", read: looseKey, skipsBlank: true },
  { exactness: "loose", read: bareKey, skipsBlank: true },
];

/** Nobody tells more places than this apart. */
export const MANY_PLACES = 50;

/**
 * Finds the places where the lines stand one after the other under one reading, in order. Stops after `limit + 1` places, which is enough
 * to know that there are more than `limit`.
 */
export function findRuns(
  search: readonly string[],
  lines: readonly string[],
  { read, skipsBlank }: LineComparison,
  limit = MANY_PLACES,
): EditPlacement[] {
  const wanted = index(search, read, skipsBlank);
  const had = index(lines, read, skipsBlank);
  const places: EditPlacement[] = [];
  for (const start of occurrences(
    wanted.map(({ key }) => key),
    had.map(({ key }) => key),
  )) {
    const lineOf = new Int32Array(search.length).fill(-1);
    wanted.forEach(({ line }, offset) => (lineOf[line] = had[start + offset]?.line ?? -1));
    places.push({ lineOf, start: had[start]?.line ?? 0, end: (had[start + wanted.length - 1]?.line ?? 0) + 1 });
    if (places.length > limit) break;
  }
  return places;
}

/**
 * Finds where `wanted` stands in `had`, overlapping places too, in order; nowhere if it is empty. After Knuth, Morris and Pratt (1977):
 * linear in both, even if all lines are alike.
 */
function* occurrences(wanted: readonly string[], had: readonly string[]): Generator<number> {
  if (wanted.length === 0) return;
  /** For each index, how many of the first keys also stand at the end of the first `index + 1` keys. */
  const borders = new Int32Array(wanted.length);
  const next = (matched: number, key: string | undefined): number => {
    while (matched > 0 && wanted[matched] !== key) matched = borders[matched - 1] ?? 0;
    return wanted[matched] === key ? matched + 1 : 0;
  };
  for (let index = 1; index < wanted.length; index++) borders[index] = next(borders[index - 1] ?? 0, wanted[index]);
  let matched = 0;
  for (const [index, key] of had.entries()) {
    matched = next(matched, key);
    if (matched === wanted.length) yield index + 1 - matched;
  }
}

function index(
  lines: readonly string[],
  read: (line: string) => string,
  skipsBlank: boolean,
): { key: string; line: number }[] {
  const result: { key: string; line: number }[] = [];
  lines.forEach((line, number) => {
    if (!skipsBlank || line.trim() !== "") result.push({ key: read(line), line: number });
  });
  return result;
}

/** Finds the best place with small mistakes, and the next best if that is nearly as good. */
function findSimilar(search: readonly string[], lines: readonly string[], work: Work): EditPlacement[] {
  if (alignmentCells(search.length, lines.length) > MAX_CELLS) return [];
  const best = alignLines(search, lines, new Set(), work);
  if (!best || best.found < ENOUGH * best.total) return [];
  const other = alignLines(search, lines, new Set(best.place.lineOf), work);
  return other && other.found >= Math.max(ENOUGH * best.total, 0.9 * best.found)
    ? [best.place, other.place]
    : [best.place];
}

function alignLines(
  search: readonly string[],
  lines: readonly string[],
  forbidden: ReadonlySet<number>,
  work: Work,
): { place: EditPlacement; found: number; total: number } | undefined {
  const byKey = new Map<string, number[]>();
  lines.forEach((line, number) => {
    if (forbidden.has(number) && line.trim() !== "") return;
    const key = bareKey(line);
    const known = byKey.get(key);
    if (known) known.push(number);
    else byKey.set(key, [number]);
  });
  // Lines that were not found loosely are compared with the neighbourhood of those that were.
  const near = new Set<number>();
  for (const line of search) {
    const known = byKey.get(bareKey(line)) ?? [];
    if (known.length <= 8)
      for (const at of known) for (let i = at - search.length; i <= at + search.length; i++) near.add(i);
  }
  const worth = new Map<string, number>();
  let total = 0;
  const items = search.map((line, item): AlignItem => {
    const known = byKey.get(bareKey(line)) ?? [];
    const weight = lineWeight(wordLength(line), known.length);
    total += line.trim() === "" ? 0 : weight;
    const matches = new Map<number, number>(known.map((at) => [at, weight]));
    if (wordLength(line) > 0) {
      const profile = profileLine(line);
      for (const at of near) {
        if (matches.has(at) || forbidden.has(at) || lines[at] === undefined) continue;
        const other = profileLine(lines[at] ?? "");
        if (!takeSteps(work, profile.tokens.length * other.tokens.length)) break;
        const likeness = lineSimilarity(profile, other);
        if (likeness >= 0.6) matches.set(at, weight * (likeness - 0.25));
      }
    }
    for (const [at, score] of matches) worth.set(`${String(item)}:${String(at)}`, line.trim() === "" ? 0 : score);
    return {
      type: "code",
      insertCost: 0.2,
      matches: [...matches].map(([at, score]): Match => ({ line: at, score })).sort((a, b) => a.line - b.line),
    };
  });
  const edge: AlignItem = { type: "marker", softness: 0.001 };
  const count = lines.length;
  const deleteFactor = Float32Array.from(lines, (line) => (line.trim() === "" ? 0.05 : 1));
  const bounds = { lowest: new Int32Array(items.length + 2), highest: new Int32Array(items.length + 2).fill(count) };
  if (!takeSteps(work, alignmentCells(items.length + 2, count))) return undefined;
  const alignment = align([edge, ...items, edge], { count, deleteFactor }, bounds);
  if (!alignment) return undefined;
  const lineOf = new Int32Array(search.length).fill(-1);
  let found = 0;
  for (const step of alignment.steps) {
    if (step.type !== "match") continue;
    lineOf[step.item - 1] = step.line;
    found += worth.get(`${String(step.item - 1)}:${String(step.line)}`) ?? 0;
  }
  const matched = lineOf.filter((line) => line >= 0);
  if (matched.length === 0) return undefined;
  return {
    place: {
      lineOf,
      start: matched.reduce((a, b) => Math.min(a, b)),
      end: matched.reduce((a, b) => Math.max(a, b)) + 1,
    },
    found,
    total,
  };
}
