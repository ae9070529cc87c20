import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { draftLengthsFrom } from "../../../extension/core/speculation/draftLengths.ts";

const SIZES = [1, 8, 64, 128, 256];

/** Milliseconds for passes of 1, 8, 64, 128 and 256 tokens. */
function check(name: string, ms: readonly number[], expected: readonly number[]): void {
  checkPasses(
    name,
    ms.map((value, index) => [SIZES[index] ?? 0, value]),
    expected,
  );
}

/** Passes by their tokens and milliseconds. */
function checkPasses(name: string, passes: readonly (readonly [number, number])[], expected: readonly number[]): void {
  it(name, () => {
    expect(draftLengthsFrom(passes.map(([tokens, ms]) => ({ tokens, ms })))).toEqual(expected);
  });
}

describe("draftLengthsFrom", () => {
  check("two processors: short ones after a miss", [27, 104, 410, 780, 1_524], [7, 63, 127]);
  check("a graphics processor, which takes the same time for any number", [5, 5.1, 5.4, 6, 9], [127, 255]);
  check("a graphics processor that takes longer for many", [5, 6, 8, 14, 30], [63, 127]);
  check("eight tokens cost as much as eight times one", [27, 216, 410, 780, 1_524], [63, 127]);
  check("no pass is faster than token by token", [10, 80, 640, 1_280, 2_560], []);
  check("a gain within the error of measurement is none", [10, 79, 630, 1_260, 2_520], []);
  check("one token alone was measured", [10], []);
  check("nothing was measured", [], []);
  check("what cannot be is left out", [27, NaN, 410, -780, Infinity], [63]);

  const twoProcessors = [
    [64, 410],
    [1, 27],
    [256, 1_524],
    [8, 104],
    [128, 780],
  ] as const;
  checkPasses("the order in which passes were measured does not matter", twoProcessors, [7, 63, 127]);
  checkPasses(
    "one token was measured twice: the faster pass counts",
    [
      [1, 10],
      [1, 20],
      [8, 81],
    ],
    [],
  );
  checkPasses(
    "a gain of three in a hundred is one",
    [
      [1, 1],
      [103, 100],
    ],
    [102],
  );
  checkPasses(
    "after a miss the first token of a draft is right more often than the eighth",
    [
      [1, 10],
      [2, 12],
      [8, 40],
    ],
    [1, 7],
  );
  checkPasses(
    "a part of a token cannot be",
    [
      [1, 10],
      [0.5, 1],
    ],
    [],
  );
  checkPasses(
    "a pass that never ends gives nothing, though nothing is known to be faster",
    [
      [1, NaN],
      [8, Infinity],
    ],
    [],
  );

  it("gives ascending lengths of passes that were measured, in any order", () => {
    const Costs = fc.uniqueArray(
      fc.record({ tokens: fc.integer({ min: 1, max: 300 }), ms: fc.double({ min: 0.01, max: 5_000, noNaN: true }) }),
      { selector: ({ tokens }) => tokens, maxLength: 8 },
    );
    fc.assert(
      fc.property(Costs, (costs) => {
        const lengths = draftLengthsFrom(costs);
        expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
        expect(costs.map(({ tokens }) => tokens - 1)).toEqual(expect.arrayContaining([...lengths]));
        expect(lengths).not.toContain(0);
        expect(draftLengthsFrom(costs.toReversed())).toEqual(lengths);
      }),
      runs(500),
    );
  });
});
