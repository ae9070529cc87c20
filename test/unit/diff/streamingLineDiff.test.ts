import { describe, expect, it } from "vitest";
import { createStreamingLineDiff } from "../../../extension/core/diff/streamingLineDiff.ts";

const COUNTER = [
  "class Counter {",
  "  add() {",
  "    this.n++;",
  "  }",
  "",
  "  take() {",
  "    this.n--;",
  "  }",
  "}",
  "",
];

/**
 * What is shown after each line of a rewrite: how many lines of the original are left, and behind a point how many lines
 * that have arrived are not shown yet.
 */
function check(name: string, original: readonly string[], rewrite: readonly string[], left: readonly number[]): void {
  it(name, () => {
    const diff = createStreamingLineDiff(original);
    const found = rewrite.map((line, index) => {
      diff.push(`${line}\n`);
      const proposal = diff.proposal();
      let shown = index + 1;
      while (proposal.slice(0, shown).join() !== rewrite.slice(0, shown).join()) shown--;
      return proposal.length - shown + (index + 1 - shown) / 10;
    });
    expect(found).toEqual(left);
    expect(diff.finish()).toEqual([...rewrite, ""]);
  });
}

describe("createStreamingLineDiff", () => {
  check("goes along with equal lines", ["a", "b", "c"], ["a", "b", "c"], [2, 1, 0]);
  check("waits at a changed line", ["a", "b", "c", "d"], ["a", "B", "c", "d"], [3, 3, 1, 0]);
  check("keeps what follows new lines", ["a", "b", "c"], ["a", "x", "y", "b"], [2, 2, 2, 1]);
  check("skips a few deleted lines at once", ["a", "b", "c", "d", "e"], ["a", "e"], [4, 0]);
  check(
    "skips many only when the next line confirms",
    ["a", "1", "2", "3", "4", "b", "c"],
    ["a", "b", "c"],
    [6, 6.1, 0],
  );
  check(
    "is not led down by a bracket",
    COUNTER,
    [...COUNTER.slice(0, 2), "    this.m++;", "  }", ""],
    [9, 8, 8, 8.1, 8.2],
  );
  check(
    "is not led down by two lines without a word",
    ["a {", "}", "", "b {", "x", "}", "", "c"],
    ["a {", "}", "", "n {", "y", "}", "", "b {", "x"],
    [7, 6, 5, 5, 5, 5.1, 5.2, 4, 3],
  );
  check(
    "is not led far down by one line that happens to be there",
    ["start", ...Array.from({ length: 50 }, (_, at) => `line ${at}`), "return x;", "end"],
    ["start", "if (a) {", "return x;", "}", "line 0", "line 1"],
    [52, 52, 52.1, 52, 51, 50],
  );
  check("goes to the nearest of equal lines", ["a", "b", "k", "c", "k", "d"], ["a", "k", "c"], [5, 3, 2]);
  check("shows a new file", [""], ["a", "b"], [1, 1]);

  it("follows pieces that are cut in a line end", () => {
    const diff = createStreamingLineDiff(["a", "b"]);
    const left = ["a", "\r", "\n", "b\r", "\nc\r", "d"].map((piece) => {
      diff.push(piece);
      return diff.proposal();
    });
    expect(left.at(-1)).toEqual(["a", "b", "c"]);
    expect(diff.finish()).toEqual(["a", "b", "c", "d"]);
  });

  // What took time in proportion to more than the rewrite would not come to an end here.
  it("takes one long line in small pieces, and a long file", () => {
    const original = Array.from({ length: 2_000 }, (_, at) => (at % 3 === 0 ? "}" : `line ${at}`));
    const diff = createStreamingLineDiff(original);
    for (let at = 0; at < 20_000; at++) diff.push("abcd");
    for (let at = 0; at < 2_000; at++) diff.push(at % 2 === 0 ? "}\n" : `other ${at}\n`);
    const rewrite = diff.finish();
    expect([rewrite.length, rewrite[0]?.length]).toEqual([2_001, 80_001]);
  });
});
