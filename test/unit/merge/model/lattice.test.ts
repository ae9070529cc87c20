import { describe, expect, it } from "vitest";
import { createFactors } from "../../../../extension/core/merge/model/factors.ts";
import {
  buildLattice,
  CUT,
  EDGE_CUT,
  FACTORS,
  KEEP,
  LONG_CUT,
  LOOSE,
  MARK,
  MATCH,
  NEW,
  type Lattice,
} from "../../../../extension/core/merge/model/lattice.ts";
import type { Observation } from "../../../../extension/core/merge/model/observation.ts";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { findTextReadings } from "../../../../extension/core/merge/model/readings.ts";
import { bestPath, prune, sumBackward, sumForward } from "../../../../extension/core/merge/model/sums.ts";
import { readWritten, sumOfText, writtenBy } from "../../../../extension/core/merge/model/written.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";
import { findTextPaths, sumTextPaths } from "../../../../training/fit/textPaths.ts";

/** Weights that differ, so that no two paths have the same score. */
const WEIGHTS = new Map([
  ["m:exact", 2],
  ["m:similar", -1],
  ["i:length:1", -0.5],
  ["i:length:2", -0.7],
  ["k:open:rg", 0.3],
  ["t:P>D", -1],
  ["t:P>L", -2],
  ["d:marked", -0.4],
]);

const ORIGINAL = "one();\ntwo();\nthree();\nfour();\n";
const SKETCH = "one();\n// ... existing code ...\nthree(1);\n";

function observe(original: string, sketch: string): Observation {
  const read = readOriginal(original, "javascript", undefined);
  const shown = readShownCode(sketch, read);
  if ("nothing" in shown) throw new Error(shown.nothing);
  return observeCode(shown, false, read, beginWork());
}

function build(original = ORIGINAL, sketch = SKETCH): { o: Observation; lattice: Lattice; scores: readonly number[] } {
  const o = observe(original, sketch);
  const factors = createFactors(WEIGHTS);
  const lattice = buildLattice(o, factors);
  if (!lattice) throw new Error("no lattice");
  return { o, lattice, scores: factors.scores };
}

/** All paths from the first node to an end, by brute force. */
function allPaths({ ends, firstEdge, endEdge, to }: Lattice): number[][] {
  const isEnd = new Set(ends);
  const paths: number[][] = [];
  const walk = (node: number, path: number[]): void => {
    if (isEnd.has(node)) paths.push(path);
    for (let edge = firstEdge[node] ?? 0; edge < (endEdge[node] ?? 0); edge++) walk(to[edge] ?? 0, [...path, edge]);
  };
  walk(0, []);
  return paths;
}

describe("the lattice of all readings", () => {
  it("sums what its paths sum up to, one by one", () => {
    const { lattice, scores } = build();
    const sums = sumBackward(lattice, scores);
    const paths = allPaths(lattice);
    const scoreOf = (path: readonly number[]): number => path.reduce((sum, edge) => sum + (sums.score[edge] ?? 0), 0);
    const total = Math.log(paths.reduce((sum, path) => sum + Math.exp(scoreOf(path)), 0));
    expect(paths.length).toBeGreaterThan(50);
    expect(sums.total).toBeCloseTo(total, 9);
    const best = Math.max(...paths.map(scoreOf));
    expect(scoreOf(bestPath(lattice, sums))).toBeCloseTo(best, 9);
    const forward = sumForward(lattice, sums);
    expect(lattice.ends.reduce((sum, end) => sum + Math.exp(forward[end] ?? 0), 0)).toBeCloseTo(Math.exp(total), 6);
  });

  it("gives each text the sum of the paths that write it, and all texts together one", () => {
    const { o, lattice, scores } = build();
    const sums = sumBackward(lattice, scores);
    const texts = new Set(
      allPaths(lattice).map((path) => path.flatMap((edge) => writtenBy(o, lattice, edge) ?? []).join("\n")),
    );
    let all = 0;
    for (const text of texts) {
      const lines = text === "" ? [] : text.split("\n");
      const sum = sumOfText(lattice, readWritten(o, lattice), lines, sums.score) ?? NaN;
      all += Math.exp(sum - sums.total);
      const paths = findTextPaths(lattice, readWritten(o, lattice), lines);
      expect(paths && sumTextPaths(paths, sums.score)).toBeCloseTo(sum, 9);
    }
    expect(all).toBeCloseTo(1, 6);
    expect(findTextPaths(lattice, readWritten(o, lattice), ["five();"])).toBeUndefined();
    expect(sumOfText(lattice, readWritten(o, lattice), ["five();"], sums.score)).toBe(-Infinity);
  });

  it("keeps what counts when it is pruned", () => {
    const { o, lattice, scores } = build();
    const sums = sumBackward(lattice, scores);
    const pruned = prune(lattice, sums);
    expect(pruned.lattice.edgeCount).toBeLessThanOrEqual(lattice.edgeCount);
    const text = ["one();", "two();", "three(1);", "four();"];
    const whole = sumOfText(lattice, readWritten(o, lattice), text, sums.score);
    const part = sumOfText(pruned.lattice, readWritten(o, pruned.lattice), text, pruned.sums.score);
    expect(part).toBeCloseTo(whole ?? NaN, 4);
  });

  it("is given up where it would be too large", () => {
    expect(buildLattice(observe(ORIGINAL, SKETCH), createFactors(WEIGHTS), 20)).toBeUndefined();
  });

  it("gives the same readings each time, no text twice, the likeliest first", () => {
    const read = (): { text: string; probability: number }[] => {
      const { o, lattice, scores } = build();
      return findTextReadings(o, lattice, sumBackward(lattice, scores)).map(({ text, probability }) => ({
        text,
        probability,
      }));
    };
    const readings = read();
    expect(read()).toEqual(readings);
    expect(new Set(readings.map(({ text }) => text)).size).toBe(readings.length);
    const probabilities = readings.map(({ probability }) => probability);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
  });
});

describe("the ends of runs", () => {
  const factors = createFactors(new Map());
  const file = ["zero();", "one();", "two();", "three();", "four();", "five();", "six();", ""].join("\n");
  const sketch = ["one();", "two();", "four();", "fresh();", "five();", "// ... existing code ...", "six(1);", ""].join(
    "\n",
  );
  const lattice = buildLattice(observe(file, sketch), factors);

  /** The names of all features of edges from one state to another, if all of them are about ends of runs. */
  function endsBetween(from: number, to: number): readonly string[][] {
    const edges = Array.from({ length: lattice?.edgeCount ?? 0 }, (_, edge) => edge).filter(
      (edge) => lattice?.stateOf[lattice.from[edge] ?? 0] === from && lattice.stateOf[lattice.to[edge] ?? 0] === to,
    );
    expect(edges.length).toBeGreaterThan(0);
    return edges.map((edge) => [
      ...new Set(
        Array.from(lattice?.factors.subarray(FACTORS * edge, FACTORS * (edge + 1)) ?? [])
          .flatMap((factor) => factors.featuresOf(factor))
          .flatMap((name) => /^(?:k:begin|k:end|k:head|k:tail|d:begin|d:end)(?=:)/.exec(name)?.[0] ?? []),
      ),
    ]);
  }

  it.each<[string, from: number, to: number, always: readonly string[], sometimes: readonly string[]]>([
    ["what a marker keeps begins", MARK, KEEP, ["k:begin"], ["k:tail"]],
    ["it goes on", KEEP, KEEP, [], []],
    ["it ends with a line that is found", KEEP, MATCH, ["k:end"], ["k:head"]],
    ["it ends with a new line", KEEP, LOOSE, ["k:end"], []],
    ["it ends with a line that goes", KEEP, EDGE_CUT, ["k:end", "d:begin"], []],
    ["a line goes beside a marker that keeps nothing", MARK, EDGE_CUT, ["d:begin"], []],
    ["a run that goes begins", MATCH, CUT, ["d:begin"], []],
    ["a long one begins", MATCH, LONG_CUT, ["d:begin"], []],
    ["it goes on", CUT, CUT, [], []],
    ["it ends with a line that is found", CUT, MATCH, ["d:end"], []],
    ["it ends with a new line", LONG_CUT, NEW, ["d:end"], []],
    ["it ends with a marker", CUT, MARK, ["d:end"], []],
    ["lines go beside a marker until one is found", EDGE_CUT, MATCH, ["d:end"], []],
    ["one line is found after another", MATCH, MATCH, [], []],
  ])("are asked about once where %s", (_, from, to, always, sometimes) => {
    const each = endsBetween(from, to);
    for (const names of each) expect(names.filter((name) => !sometimes.includes(name))).toEqual(always);
    for (const name of sometimes) expect(each.some((names) => names.includes(name))).toBe(true);
  });
});
