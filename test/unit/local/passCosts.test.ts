import { expect, test } from "vitest";
import { draftLengthsFrom } from "../../../extension/core/speculation/draftLengths.ts";
import { measurePasses } from "../../../extension/local/engine/passCosts.ts";

/** What a pass takes on a graphics processor (7 billion parameters, Q4_K): much the same for 1 token as for 8. */
const MS: Readonly<Record<number, number>> = { 1: 6, 8: 20, 64: 66, 128: 113, 256: 222 };

/** Passes of which the first of each size takes `compiling` milliseconds longer, and the sizes of all that were asked for. */
function passesOf(compiling: number) {
  const asked: number[] = [];
  const pass = (tokens: number): Promise<number> => {
    const isFirst = !asked.includes(tokens);
    asked.push(tokens);
    return Promise.resolve((MS[tokens] ?? NaN) + (isFirst ? compiling : 0));
  };
  return { asked, pass };
}

test.each([
  ["a processor, where every pass is alike", 0, false],
  ["a graphics processor, whose driver compiles for seconds in the first pass of each size", 4_000, true],
  ["a graphics processor that has compiled all in an earlier run", 0, true],
])("what passes take is measured on %s", async (_, compiling, usesGpu) => {
  const costs = await measurePasses(passesOf(compiling).pass, usesGpu);
  expect(Object.fromEntries(costs.map(({ tokens, ms }) => [tokens, ms]))).toEqual(MS);
  expect(draftLengthsFrom(costs), "and so drafts are verified").not.toEqual([]);
});

test("what would take long is reckoned from what was measured", async () => {
  const asked: number[] = [];
  const costs = await measurePasses((tokens) => {
    asked.push(tokens);
    return Promise.resolve(tokens * 100);
  }, false);
  expect(asked).toEqual([1, 1, 1, 1, 64]);
  expect(costs.map(({ tokens }) => tokens)).toEqual([1, 8, 64, 128, 256]);
  expect(costs.every(({ ms }, at) => ms > (costs[at - 1]?.ms ?? 0))).toBe(true);
});
