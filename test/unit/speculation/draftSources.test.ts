import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import {
  draftFrom,
  draftSources,
  follow,
  startOf,
  type DraftPlace,
  type DraftState,
} from "../../../extension/core/speculation/draftSources.ts";

/** Letters stand for tokens. */
function tokens(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The state after an output that came in parts. */
function stateAfter(texts: readonly (readonly number[])[], parts: readonly (readonly number[])[]): DraftState {
  const sources = draftSources(texts);
  let state = startOf(sources);
  const output: number[] = [];
  for (const part of parts) {
    const from = output.length;
    output.push(...part);
    state = follow(sources, state, output, from);
  }
  return state;
}

/** Where the output goes on, as the source's number and the text that follows there. */
function check(
  name: string,
  texts: readonly string[],
  output: readonly string[],
  expected: readonly [number, string],
): void {
  it(name, () => {
    const { place } = stateAfter(texts.map(tokens), output.map(tokens));
    const { source, position } = place ?? { source: -1, position: 0 };
    expect([source, texts[source]?.slice(position) ?? ""]).toEqual(expected);
  });
}

describe("follow", () => {
  check("goes along the first source", ["abcdef"], ["ab", "c"], [0, "def"]);
  check("finds back after two tokens", ["abcdefg"], ["abcXYef"], [0, "g"]);
  check("is lost until then", ["abcdefg"], ["abcXYe"], [-1, ""]);
  check("is lost at the end of the sources", ["abc"], ["abc"], [-1, ""]);
  check("takes the nearest of equal places ahead", ["ab--cd1--cd2--cd3"], ["ab--cd1-", "X", "cd"], [0, "2--cd3"]);
  check("goes back where nothing is ahead", ["abcd1efgh"], ["abcd1efg", "Xcd"], [0, "1efgh"]);
  check("takes a longer match, however far", ["ab--cd1--xcd2"], ["ab--", "Qxcd"], [0, "2"]);
  check("does not go back for a match that is a little longer", ["ab--xcd1--cd2"], ["ab--xcd1--", "Qxcd"], [0, "2"]);
  check("goes back for one that is much longer", ["abwxycd1--cd2"], ["abwxycd1--", "Qwxycd"], [0, "1--cd2"]);
  check("goes over to another source", ["abcdef", "xbcYZdef"], ["abcY", "Z"], [1, "def"]);
  check("and stays with the first one where both match", ["abcdef--", "xbcdef++"], ["abXcd"], [0, "ef--"]);

  /** Tokens that occur nowhere else. */
  const others = (count: number, from = 1_000): number[] => Array.from({ length: count }, (_, index) => from + index);

  it.each<[string, number[][], number[][], DraftState]>([
    [
      "goes along where the source repeats itself",
      [[...Array<number>(60).fill(1), 2]],
      [Array<number>(40).fill(1), [1, 1, 1]],
      { place: { source: 0, position: 43, matched: 32 + 43 }, frontiers: [43] },
    ],
    [
      "knows how far it has left a source",
      [
        [1, 2, 3, 4],
        [1, 2, 9, 5, 6, 7],
      ],
      [[1, 2, 9, 5]],
      { place: { source: 1, position: 4, matched: 4 }, frontiers: [2, 0] },
    ],
    [
      "counts no more tokens than stand before a place",
      [
        [9, 9],
        [1, 2, 3],
      ],
      [[1, 2]],
      { place: { source: 1, position: 2, matched: 2 }, frontiers: [0, 0] },
    ],
    [
      "counts no more than 32 equal tokens",
      [[8, ...others(50)]],
      [[7, ...others(40)]],
      { place: { source: 0, position: 41, matched: 32 }, frontiers: [0] },
    ],
    [
      "prefers the first source at 500 tokens from its frontier",
      [
        [...others(500), 1, 2, 3],
        [1, 2, 4],
      ],
      [[1, 2]],
      { place: { source: 0, position: 502, matched: 2 }, frontiers: [0, 0] },
    ],
    [
      "prefers another at its frontier to the first at 1500 tokens",
      [
        [...others(1_500), 1, 2, 3],
        [1, 2, 4],
      ],
      [[1, 2]],
      { place: { source: 1, position: 2, matched: 2 }, frontiers: [0, 0] },
    ],
    [
      "but not where the frontier of the first one is near",
      [
        [...others(1_600), 1, 2, 3],
        [1, 2, 4],
      ],
      [others(1_500), [9, 1, 2]],
      { place: { source: 0, position: 1_602, matched: 2 }, frontiers: [1_500, 0] },
    ],
    [
      "prefers one more equal token, however far away",
      [
        [...others(10_000), 9, 1, 2, 3],
        [1, 2, 4],
      ],
      [[9, 1, 2]],
      { place: { source: 0, position: 10_003, matched: 3 }, frontiers: [0, 0] },
    ],
  ])("%s", (_, texts, parts, expected) => {
    expect(stateAfter(texts, parts)).toEqual(expected);
  });

  it("finds the best of all places in short texts", () => {
    const Text = fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(Text, { maxLength: 3 }), Text, (texts, output) => {
        const sources = draftSources(texts);
        const { place, frontiers } = follow(sources, { ...startOf(sources), place: undefined }, output, 0);
        const all = texts.flatMap((text, source) =>
          text.map((_, position): DraftPlace & { readonly worth: number } => {
            let matched = 0;
            while (
              matched < Math.min(position, output.length) &&
              text[position - 1 - matched] === output.at(-1 - matched)
            )
              matched++;
            const distance = position - (frontiers[source] ?? 0);
            return { source, position, matched, worth: matched - (source === 0 ? 0 : 0.5) - distance / 2_000 };
          }),
        );
        const best = all.filter(({ matched }) => matched >= 2).sort((a, b) => b.worth - a.worth)[0];
        expect(place).toEqual(best && { source: best.source, position: best.position, matched: best.matched });
      }),
      runs(500),
    );
  });
});

describe("startOf", () => {
  it.each<[string, number[][], DraftState]>([
    [
      "is the start of the first source",
      [[1], [2]],
      { place: { source: 0, position: 0, matched: 32 }, frontiers: [0, 0] },
    ],
    ["is nowhere where that one is empty", [[], [2]], { place: undefined, frontiers: [0, 0] }],
    ["is nowhere without a source", [], { place: undefined, frontiers: [] }],
  ])("%s", (_, texts, expected) => {
    expect(startOf(draftSources(texts))).toEqual(expected);
  });
});

describe("draftFrom", () => {
  const sources = draftSources([tokens("abc"), tokens("defg")]);
  it.each<[string, Omit<DraftPlace, "matched"> | undefined, number, string]>([
    ["gives the next tokens of the source", { source: 1, position: 1 }, 2, "ef"],
    ["gives what is left of it", { source: 0, position: 1 }, 9, "bc"],
    ["gives nothing without a place", undefined, 9, ""],
  ])("%s", (_, place, count, expected) => {
    expect(draftFrom(sources, place && { ...place, matched: 2 }, count)).toEqual(tokens(expected));
  });
});
