import type { Lattice } from "../../extension/core/merge/model/lattice.ts";
import { addLogs } from "../../extension/core/merge/model/sums.ts";
import type { Written } from "../../extension/core/merge/model/written.ts";

/** The part of a lattice whose readings give one text: edges between nodes of its own, in topological order. */
export interface TextPaths {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The edge of the lattice that each edge is. */
  readonly edge: Int32Array;
  readonly nodeCount: number;
  readonly ends: readonly number[];
}

const MAX_PATH_EDGES = 1_500_000;

/** The readings that give `expected`, lines without indentation and blank lines; `undefined` if none does, or too many. */
export function findTextPaths(
  lattice: Lattice,
  { ofEdge, numbersOf }: Written,
  expected: readonly string[],
): TextPaths | undefined {
  const wanted = numbersOf(expected);
  if (wanted.includes(-1)) return undefined;
  const reached: (Map<number, number> | undefined)[] = [];
  const nodeOf = (node: number, count: number): number => {
    const counts = (reached[node] ??= new Map<number, number>());
    let id = counts.get(count);
    if (id === undefined) counts.set(count, (id = nodes++));
    return id;
  };
  let nodes = 0;
  nodeOf(0, 0);
  const from: number[] = [];
  const to: number[] = [];
  const edges: number[] = [];
  for (let edge = 0; edge < lattice.edgeCount; edge++) {
    const counts = reached[lattice.from[edge] ?? 0];
    if (!counts) continue;
    const written = ofEdge[edge] ?? 0;
    for (const [count, id] of counts) {
      if (written > 0 && wanted[count] !== written) continue;
      from.push(id);
      to.push(nodeOf(lattice.to[edge] ?? 0, written > 0 ? count + 1 : count));
      edges.push(edge);
    }
    if (edges.length > MAX_PATH_EDGES) return undefined;
  }
  const good = new Uint8Array(nodes);
  const ends = lattice.ends.flatMap((end) => reached[end]?.get(wanted.length) ?? []);
  if (ends.length === 0) return undefined;
  for (const end of ends) good[end] = 1;
  const kept: number[] = [];
  for (let at = edges.length - 1; at >= 0; at--) {
    if (good[to[at] ?? 0] !== 1) continue;
    good[from[at] ?? 0] = 1;
    kept.push(at);
  }
  kept.reverse();
  const ids = new Int32Array(nodes).fill(-1);
  let count = 0;
  const short = (node: number): number => ((ids[node] ??= -1) < 0 ? (ids[node] = count++) : (ids[node] ?? 0));
  short(0);
  const result = {
    from: new Int32Array(kept.length),
    to: new Int32Array(kept.length),
    edge: new Int32Array(kept.length),
  };
  kept.forEach((at, index) => {
    result.from[index] = short(from[at] ?? 0);
    result.to[index] = short(to[at] ?? 0);
    result.edge[index] = edges[at] ?? 0;
  });
  return { ...result, ends: ends.map(short), nodeCount: count };
}

/** Logarithm of the sum over the readings of a text; `visit` gets the share of each edge of the lattice. */
export function sumTextPaths(
  paths: TextPaths,
  score: Float64Array,
  visit?: (edge: number, share: number) => void,
): number {
  const forward = new Float64Array(paths.nodeCount).fill(-Infinity);
  forward[0] = 0;
  for (let at = 0; at < paths.edge.length; at++) {
    const value = (forward[paths.from[at] ?? 0] ?? -Infinity) + (score[paths.edge[at] ?? 0] ?? 0);
    const node = paths.to[at] ?? 0;
    forward[node] = addLogs(forward[node] ?? -Infinity, value);
  }
  const total = [...new Set(paths.ends)].reduce((sum, end) => addLogs(sum, forward[end] ?? -Infinity), -Infinity);
  if (!visit) return total;
  const backward = new Float64Array(paths.nodeCount).fill(-Infinity);
  for (const end of paths.ends) backward[end] = 0;
  for (let at = paths.edge.length - 1; at >= 0; at--) {
    const value = (score[paths.edge[at] ?? 0] ?? 0) + (backward[paths.to[at] ?? 0] ?? -Infinity);
    const node = paths.from[at] ?? 0;
    backward[node] = addLogs(backward[node] ?? -Infinity, value);
    const share = Math.exp((forward[node] ?? -Infinity) + value - total);
    if (share > 1e-9) visit(paths.edge[at] ?? 0, share);
  }
  return total;
}
