import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { draftSources, follow, startOf, type DraftPlace } from "../../../extension/core/speculation/draftSources.ts";

/** Letters stand for tokens. */
function tokens(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Where the output goes on, as the source's number and the text that follows there. */
function check(
  name: string,
  texts: readonly string[],
  output: readonly string[],
  expected: readonly [number, string],
): void {
  it(name, () => {
    const sources = draftSources(texts.map(tokens));
    let state = startOf(sources);
    const written: number[] = [];
    for (const part of output) {
      const from = written.length;
      written.push(...tokens(part));
      state = follow(sources, state, written, from);
    }
    const { source, position } = state.place ?? { source: -1, position: 0 };
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
