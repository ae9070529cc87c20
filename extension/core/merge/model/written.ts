import { ADOPT, COMMENT, KEEP, LOOSE, MATCH, NEW, type Lattice } from "./lattice.ts";
import type { Observation } from "./observation.ts";
import { addLogs } from "./sums.ts";
import { looseKey } from "../lineKeys.ts";
import { hasTrait } from "../../sketch/languages.ts";

/** Returns the line that an edge writes, without its indentation; empty for a blank one, which nobody looks at, `undefined` for none. */
export function writtenBy(o: Observation, lattice: Lattice, edge: number): string | undefined {
  const a = lattice.from[edge] ?? 0;
  const b = lattice.to[edge] ?? 0;
  const item = lattice.itemOf[a] ?? 0;
  const line = lattice.lineOf[a] ?? 0;
  const state = lattice.stateOf[b] ?? 0;
  if (lattice.itemOf[b] === item) return state === KEEP || state === COMMENT ? o.original.trimmed[line] : undefined;
  if (o.items[item]?.type !== "code") return undefined;
  const text = o.texts[item] ?? "";
  if (state === MATCH) return o.likeness(item, line) === "lo" ? o.original.trimmed[line] : text;
  if (state === ADOPT) return text;
  if ((state === NEW || state === LOOSE) && lattice.lineOf[b] === line) return text;
  return undefined;
}

/** What each edge of a lattice writes, as numbers of texts. */
export interface Written {
  /** For each edge the number of its line, 0 if it writes none or a blank one. */
  readonly ofEdge: Int32Array;
  /** The numbers of lines, as the lattice compares them; -1 for a line that no edge writes. */
  readonly numbersOf: (lines: readonly string[]) => Int32Array;
}

/** Numbers the lines that the edges write, once for all questions about texts. */
export function readWritten(o: Observation, lattice: Lattice): Written {
  const isJson = hasTrait(o.original.language, "no-trailing-commas");
  const numbers = new Map<string, number>();
  const key = (text: string): string => (isJson ? looseKey(text) : text);
  const ofEdge = new Int32Array(lattice.edgeCount);
  for (let edge = 0; edge < lattice.edgeCount; edge++) {
    const text = writtenBy(o, lattice, edge);
    if (text === undefined || text === "") continue;
    const name = key(text);
    let number = numbers.get(name);
    if (number === undefined) numbers.set(name, (number = numbers.size + 1));
    ofEdge[edge] = number;
  }
  return { ofEdge, numbersOf: (lines) => Int32Array.from(lines, (line) => numbers.get(key(line)) ?? -1) };
}

/** Edges that one question about a text may follow. */
const MAX_FOLLOWED = 400_000;

/**
 * Computes the logarithm of the sum over the readings that give `expected`, lines without indentation and without blank ones: -Infinity if
 * none does. `undefined` if it would take too long.
 */
export function sumOfText(
  lattice: Lattice,
  { ofEdge, numbersOf }: Written,
  expected: readonly string[],
  score: Float64Array,
): number | undefined {
  const wanted = numbersOf(expected);
  if (wanted.includes(-1)) return -Infinity;
  // For each node how many lines may have been written there, and the sum of the readings that wrote them, as lists.
  const first = new Int32Array(lattice.nodeCount).fill(-1);
  const next: number[] = [];
  const writtenLines: number[] = [];
  const sums: number[] = [];
  const add = (node: number, count: number, sum: number): void => {
    let at = first[node] ?? -1;
    while (at >= 0 && writtenLines[at] !== count) at = next[at] ?? -1;
    if (at >= 0) {
      sums[at] = addLogs(sums[at] ?? -Infinity, sum);
      return;
    }
    next.push(first[node] ?? -1);
    first[node] = sums.length;
    writtenLines.push(count);
    sums.push(sum);
  };
  add(0, 0, 0);
  let followed = 0;
  for (let edge = 0; edge < lattice.edgeCount; edge++) {
    const written = ofEdge[edge] ?? 0;
    for (let at = first[lattice.from[edge] ?? 0] ?? -1; at >= 0; at = next[at] ?? -1) {
      const count = writtenLines[at] ?? 0;
      followed++;
      if (written > 0 && wanted[count] !== written) continue;
      add(lattice.to[edge] ?? 0, written > 0 ? count + 1 : count, (sums[at] ?? 0) + (score[edge] ?? 0));
    }
    if (followed > MAX_FOLLOWED) return undefined;
  }
  let total = -Infinity;
  for (const end of new Set(lattice.ends))
    for (let at = first[end] ?? -1; at >= 0; at = next[at] ?? -1)
      if (writtenLines[at] === wanted.length) total = addLogs(total, sums[at] ?? -Infinity);
  return total;
}
