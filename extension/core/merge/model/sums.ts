import { FACTORS, type Lattice } from "./lattice.ts";

/**
 * Sums over all readings of a lattice by the forward-backward algorithm, in logarithms: the probability of a reading is
 * exp(its score) over the sum of all (a conditional random field: Lafferty, McCallum and Pereira, 2001).
 */
export interface Sums {
  /** Score of each edge: the sum of its factors'. */
  readonly score: Float64Array;
  /** Logarithm of the sum over all readings from each node to an end. */
  readonly backward: Float64Array;
  /** Logarithm of the sum over all readings. */
  readonly total: number;
}

/** Adds two numbers given and wanted as logarithms. */
export function addLogs(a: number, b: number): number {
  if (a === -Infinity) return b;
  if (b === -Infinity) return a;
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

/** Scores the edges and sums backward. Linear in the edges. */
export function sumBackward(lattice: Lattice, scores: readonly number[]): Sums {
  const { edgeCount, from, to, factors, nodeCount, ends } = lattice;
  const score = new Float64Array(edgeCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    let sum = 0;
    for (let at = FACTORS * edge; at < FACTORS * (edge + 1); at++) sum += scores[factors[at] ?? 0] ?? 0;
    score[edge] = sum;
  }
  const backward = new Float64Array(nodeCount).fill(-Infinity);
  for (const end of ends) backward[end] = 0;
  for (let edge = edgeCount - 1; edge >= 0; edge--) {
    const beyond = backward[to[edge] ?? 0] ?? -Infinity;
    if (beyond === -Infinity) continue;
    const node = from[edge] ?? 0;
    backward[node] = addLogs(backward[node] ?? -Infinity, beyond + (score[edge] ?? 0));
  }
  return { score, backward, total: backward[0] ?? -Infinity };
}

/** Computes for each node the logarithm of the sum over all readings from the start to it. */
export function sumForward({ edgeCount, from, to, nodeCount }: Lattice, { score }: Sums): Float64Array {
  const forward = new Float64Array(nodeCount).fill(-Infinity);
  forward[0] = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const before = forward[from[edge] ?? 0] ?? -Infinity;
    if (before === -Infinity) continue;
    const node = to[edge] ?? 0;
    forward[node] = addLogs(forward[node] ?? -Infinity, before + (score[edge] ?? 0));
  }
  return forward;
}

/** Finds the best reading and returns its edges in order. */
export function bestPath({ edgeCount, from, to, nodeCount, ends }: Lattice, { score }: Sums): number[] {
  const best = new Float64Array(nodeCount).fill(-Infinity);
  const came = new Int32Array(nodeCount).fill(-1);
  best[0] = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const value = (best[from[edge] ?? 0] ?? -Infinity) + (score[edge] ?? 0);
    const node = to[edge] ?? 0;
    if (value <= (best[node] ?? -Infinity)) continue;
    best[node] = value;
    came[node] = edge;
  }
  let at = ends.reduce(
    (most, end) => ((best[end] ?? -Infinity) > (best[most] ?? -Infinity) ? end : most),
    ends[0] ?? 0,
  );
  const path: number[] = [];
  for (let edge = came[at] ?? -1; edge >= 0; edge = came[at] ?? -1) {
    path.push(edge);
    at = from[edge] ?? 0;
  }
  return path.reverse();
}

/** Draws a reading, each with its own probability, and returns its edges in order. `random` gives numbers in [0, 1). */
export function samplePath(lattice: Lattice, { score, backward }: Sums, random: () => number): number[] {
  const { to, firstEdge, endEdge, ends } = lattice;
  const isEnd = new Set(ends);
  const path: number[] = [];
  let node = 0;
  for (;;) {
    const total = backward[node] ?? -Infinity;
    let left = random();
    if (isEnd.has(node)) left -= Math.exp(-total);
    if (left < 0) return path;
    let chosen = -1;
    for (let edge = firstEdge[node] ?? 0; edge < (endEdge[node] ?? 0); edge++) {
      const share = Math.exp((score[edge] ?? 0) + (backward[to[edge] ?? 0] ?? -Infinity) - total);
      if (share === 0) continue;
      chosen = edge;
      left -= share;
      if (left < 0) break;
    }
    if (chosen < 0) return path;
    path.push(chosen);
    node = to[chosen] ?? 0;
  }
}

/** How much less likely than all readings together an edge may be and still count: e to this power. */
const NEGLIGIBLE = -16;

/**
 * Removes from a copy of the lattice the edges that hardly any reading uses, which are most of it: those less likely than e to the power of
 * `least`. Numbers of nodes stay; the sums are those of the whole lattice.
 */
export function prune(
  lattice: Lattice,
  sums: Sums,
  least = NEGLIGIBLE,
): { readonly lattice: Lattice; readonly sums: Sums } {
  const forward = sumForward(lattice, sums);
  const { from, to, factors, nodeCount, edgeCount } = lattice;
  const kept: number[] = [];
  for (let edge = 0; edge < edgeCount; edge++) {
    const share =
      (forward[from[edge] ?? 0] ?? -Infinity) +
      (sums.score[edge] ?? 0) +
      (sums.backward[to[edge] ?? 0] ?? -Infinity) -
      sums.total;
    if (share > least) kept.push(edge);
  }
  const firstEdge = new Int32Array(nodeCount);
  const endEdge = new Int32Array(nodeCount);
  const pick = (values: Int32Array): Int32Array => Int32Array.from(kept, (edge) => values[edge] ?? 0);
  const fresh = new Int32Array(FACTORS * kept.length);
  kept.forEach((edge, at) => {
    fresh.set(factors.subarray(FACTORS * edge, FACTORS * (edge + 1)), FACTORS * at);
    const node = from[edge] ?? 0;
    if ((endEdge[node] ?? 0) === 0) firstEdge[node] = at;
    endEdge[node] = at + 1;
  });
  return {
    lattice: { ...lattice, edgeCount: kept.length, from: pick(from), to: pick(to), factors: fresh, firstEdge, endEdge },
    sums: { ...sums, score: Float64Array.from(kept, (edge) => sums.score[edge] ?? 0) },
  };
}
