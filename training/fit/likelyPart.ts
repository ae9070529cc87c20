import type { Lattice } from "../../extension/core/merge/model/lattice.ts";
import { prune, sumBackward } from "../../extension/core/merge/model/sums.ts";

/** How much less likely than all readings together what a fit leaves out may be, as a power of e: new weights may make it likelier. */
const LEAST = -22;

/**
 * Leaves out of a lattice what hardly any reading uses by given scores of its factors, which is nine tenths of it, so that a fit near the
 * weights that gave them takes a tenth of the time. Nodes and edges are numbered anew, in the same order.
 */
export function likelyPart(whole: Lattice, scores: readonly number[]): Lattice {
  const { lattice } = prune(whole, sumBackward(whole, scores), LEAST);
  const numbers = new Int32Array(lattice.nodeCount).fill(-1);
  const nodes: number[] = [];
  const numberOf = (node: number): number => {
    if ((numbers[node] ?? -1) < 0) numbers[node] = nodes.push(node) - 1;
    return numbers[node] ?? 0;
  };
  numberOf(0);
  const from = lattice.from.map(numberOf);
  const to = lattice.to.map(numberOf);
  const pick = (values: Int32Array): Int32Array => Int32Array.from(nodes, (node) => values[node] ?? 0);
  return {
    ...{ nodeCount: nodes.length, edgeCount: lattice.edgeCount, from, to, factors: lattice.factors },
    ...{
      itemOf: pick(lattice.itemOf),
      lineOf: pick(lattice.lineOf),
      stateOf: Uint8Array.from(pick(Int32Array.from(lattice.stateOf))),
    },
    ...{ firstEdge: pick(lattice.firstEdge), endEdge: pick(lattice.endEdge) },
    ends: lattice.ends.filter((end) => (numbers[end] ?? -1) >= 0).map(numberOf),
  };
}
