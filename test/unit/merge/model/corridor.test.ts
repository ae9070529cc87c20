import { expect, it } from "vitest";
import { findCorridor, type Corridor } from "../../../../extension/core/merge/model/corridor.ts";
import { wordLength } from "../../../../extension/core/merge/lineKeys.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";

function corridorOf(sketch: readonly string[], file: readonly string[]): Corridor {
  const count = (text: string): number => sketch.filter((line) => line === text).length;
  const original = readOriginal(file.join("\n"), "javascript", undefined);
  return findCorridor([...sketch], Int32Array.from(sketch, wordLength), { original }, count);
}

const FILE = Array.from({ length: 600 }, (_, at) => `line${String(at)}();`);

it("is open for sketches of usual length", () => {
  const { lowest, highest, cells } = corridorOf(FILE.slice(100, 200), FILE);
  expect([...new Set(lowest)]).toEqual([0]);
  expect([...new Set(highest)]).toEqual([600]);
  expect(cells).toBe(101 * 601);
});

it("runs along the lines that a long sketch shows of a long file", () => {
  const { lowest, highest, cells } = corridorOf(FILE.slice(100, 400), FILE);
  // With 150 items consumed, those up to line 249 are.
  expect([lowest[150], highest[150]]).toEqual([210, 290]);
  expect([lowest[0], highest[300]]).toEqual([0, 600]);
  expect(cells).toBeLessThan(30_000);
});

it("is open where lines have moved, stand in the file several times, or alone", () => {
  const moved = [...FILE.slice(300, 500), ...FILE.slice(100, 200)];
  const { lowest, highest } = corridorOf(moved, FILE);
  expect([lowest[100], highest[100]]).toEqual([360, 440]);
  expect([lowest[250], highest[250]]).toEqual([460, 600]);
  const twice = corridorOf(FILE.slice(0, 300), [...FILE, ...FILE]);
  expect(twice.cells).toBe(301 * 1201);
  const alone = Array.from({ length: 300 }, (_, at) => (at % 10 === 0 ? `line${String(at)}();` : `fresh${String(at)}();`));
  expect(corridorOf(alone, FILE).cells).toBe(301 * 601);
});
