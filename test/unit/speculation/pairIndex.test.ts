import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { indexPairs, placesNear } from "../../../extension/core/speculation/pairIndex.ts";

type Pair = readonly [number, number];

/** Two pairs may share a bucket: what is found has to be compared with the text. */
function placesOf(text: readonly number[], [first, second]: Pair, near: number, most: number): [number[], number[]] {
  const { ahead, behind } = placesNear(indexPairs(text), [first, second], near, most);
  const isPair = (end: number): boolean => text[end - 2] === first && text[end - 1] === second;
  return [[...ahead].filter(isPair), [...behind].filter(isPair)];
}

describe("the places of a pair", () => {
  const text = [1, 2, 1, 2, 7, 1, 2, 1, 2];
  it.each<[string, Pair, number, number, number[], number[]]>([
    ["from the start on", [1, 2], 0, 9, [2, 4, 7, 9], []],
    ["from a place on, and before it the nearest first", [1, 2], 7, 9, [7, 9], [4, 2]],
    ["between two of them", [1, 2], 5, 9, [7, 9], [4, 2]],
    ["no more than asked for on each side", [1, 2], 7, 1, [7], [4]],
    ["behind the last one", [1, 2], 10, 9, [], [9, 7, 4, 2]],
    ["where it stands once", [7, 1], 0, 9, [6], []],
    ["where it stands nowhere", [2, 2], 0, 9, [], []],
    ["of the last token and nothing", [2, 0], 0, 9, [], []],
  ])("%s", (_, pair, near, most, ahead, behind) => {
    expect(placesOf(text, pair, near, most)).toEqual([ahead, behind]);
  });

  it("are none in a text without pairs", () => {
    expect([placesOf([], [0, 0], 0, 9), placesOf([1], [1, 0], 0, 9)]).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it("are all of them in any text, and no more are looked at than asked for", () => {
    const token = fc.integer({ min: -2, max: 3 });
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), fc.tuple(token, token), fc.nat(62), (text, pair, near) => {
        const ends = text.flatMap((_, at) => (text[at - 1] === pair[0] && text[at] === pair[1] ? [at + 1] : []));
        const [ahead, behind] = placesOf(text, pair, near, text.length);
        expect(ahead).toEqual(ends.filter((end) => end >= near));
        expect(behind).toEqual(ends.filter((end) => end < near).reverse());
        const few = placesNear(indexPairs(text), pair, near, 2);
        expect(Math.max(few.ahead.length, few.behind.length)).toBeLessThanOrEqual(2);
      }),
      runs(1_000),
    );
  });
});
