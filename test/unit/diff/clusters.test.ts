import { describe, expect, it } from "vitest";
import { clusterChanges, imageOf, meet, sameLines, versionOf } from "../../../extension/core/diff/clusters.ts";
import { changeOf, rangeOf, rangeText } from "./rangeText.ts";

const lines = (words: string): string[] => words.split(" ");

/** Each word is a line. A cluster is its lines of the base, then those of each version, with `*` where that one changed them. */
function check(name: string, base: string, versions: readonly string[], want: readonly string[]): void {
  it(name, () => {
    const found = clusterChanges(versions.map((version) => versionOf(lines(base), lines(version))));
    const reported = found.map(({ old, images, changes }) => {
      const each = images.map((image, index) => rangeText(image) + "*".repeat(changes[index]?.length ?? 0));
      return `${rangeText(old)}: ${each.join(" ")}`;
    });
    expect(reported).toEqual(want);
  });
}

describe("clusterChanges", () => {
  check("is empty without changes", "a b", ["a b", "a b"], []);
  check(
    "counts what came before in each version",
    "a b c",
    ["x y a b c", "b C"],
    ["0-0: 0-2* 0-0", "0-1: 2-3 0-0*", "2-3: 4-5 1-2*"],
  );
  check("joins changes that share a line", "a b c d", ["a P d", "a b Q d"], ["1-3: 1-2* 1-3*"]);
  check(
    "joins two changes of one version that a third one covers",
    "a b c d e",
    ["a B c D e", "a X e"],
    ["1-4: 1-4** 1-2*"],
  );
  check(
    "joins an insertion with the change that it is inside of",
    "a b c d",
    ["a b x c d", "a P d"],
    ["1-3: 1-4* 1-2*"],
  );
  check("keeps neighbours apart", "a b c d", ["a B c d", "a b C d"], ["1-2: 1-2* 1-2", "2-3: 2-3 2-3*"]);
  check(
    "keeps different insertions apart, in the order of the versions",
    "a b",
    ["a x b", "a y b"],
    ["1-1: 1-2* 1-1", "1-1: 2-2 1-2*"],
  );
  check("joins equal insertions", "a b", ["a x b", "a x b"], ["1-1: 1-2* 1-2*"]);
  check(
    "joins equal insertions past a different one",
    "a b",
    ["a x b", "a y b", "a x b"],
    ["1-1: 1-2* 1-1 1-2*", "1-1: 2-2 1-2* 2-2"],
  );
  check(
    "keeps equal insertions in two places apart",
    "a b c",
    ["a x b c", "a b x c"],
    ["1-1: 1-2* 1-1", "2-2: 3-3 2-3*"],
  );
  check(
    "sets an insertion before the change of the line that follows",
    "a b",
    ["a y", "a x b"],
    ["1-1: 1-1 1-2*", "1-2: 1-2* 2-3"],
  );
  check(
    "takes lines that come and lines that become the same for two changes",
    "a b",
    ["a x b", "a x"],
    ["1-1: 1-2* 1-1", "1-2: 2-3 1-2*"],
  );
  check("also where those that become it are above", "a b", ["x b", "a x b"], ["0-1: 0-1* 0-1", "1-1: 1-1 1-2*"]);
});

describe("meet", () => {
  it.each([
    ["0-2", "1-3", true],
    ["0-2", "2-4", false],
    ["1-2", "0-3", true],
    ["1-1", "0-2", true],
    ["0-0", "0-2", false],
    ["2-2", "0-2", false],
    ["1-1", "1-1", false],
  ])("of %s and %s is %s, and the other way round", (a, b, want) => {
    expect([meet(rangeOf(a), rangeOf(b)), meet(rangeOf(b), rangeOf(a))]).toEqual([want, want]);
  });
});

describe("sameLines", () => {
  it.each([
    ["a b c", "0-2", "a b x", "0-2", true],
    ["x a b", "1-3", "a b y", "0-2", true],
    ["a b", "0-2", "a x", "0-2", false],
    ["a b", "0-1", "a b", "0-2", false],
    ["a", "1-1", "b", "0-0", true],
  ])("of %s at %s and %s at %s is %s", (a, inA, b, inB, want) => {
    expect(sameLines(lines(a), rangeOf(inA), lines(b), rangeOf(inB))).toBe(want);
  });
});

describe("imageOf", () => {
  it.each([
    ["without changes", "2-4", [], "2-4"],
    ["below lines that came", "2-4", ["0-1>0-3"], "4-6"],
    ["below lines that went", "2-4", ["0-1>0-0"], "1-3"],
    ["below a neighbour that grew", "2-3", ["1-2>1-4"], "4-5"],
    ["above a change", "2-4", ["5-6>5-9"], "2-4"],
    ["above a neighbour that grew", "2-4", ["4-5>4-9"], "2-4"],
    ["at lines that came above it", "2-4", ["2-2>2-4"], "4-6"],
    ["at lines that came below it", "2-4", ["4-4>4-6"], "2-4"],
    ["with lines that came inside", "2-4", ["3-3>3-5"], "2-6"],
    ["with lines that went inside", "2-6", ["3-4>3-3"], "2-5"],
    ["with a change of its first lines and more above", "2-5", ["1-3>1-2"], "1-4"],
    ["with a change of its first line", "2-4", ["2-3>2-5"], "2-6"],
    ["with a change of its last lines and more below", "2-5", ["4-6>4-7"], "2-7"],
    ["with a change of its last line", "2-4", ["3-4>3-6"], "2-6"],
    ["inside a change", "2-4", ["1-6>1-2"], "1-2"],
    ["that became other lines", "2-4", ["2-4>2-3"], "2-3"],
    ["that went", "2-4", ["2-4>2-2"], "2-2"],
    ["with changes above, inside and below", "2-6", ["0-0>0-1", "3-4>4-6", "7-8>9-9"], "3-8"],
    ["that is empty, inside a change", "3-3", ["2-5>2-3"], "2-3"],
    ["that is empty, at the edge of a change", "3-3", ["3-5>3-4"], "3-3"],
  ])("of a range %s", (_, range, changes, want) => {
    expect(rangeText(imageOf(rangeOf(range), changes.map(changeOf)))).toBe(want);
  });

  it("takes in what it is said to have to do with", () => {
    expect(rangeText(imageOf(rangeOf("2-2"), [changeOf("2-2>2-4")], () => true))).toBe("2-4");
    expect(rangeText(imageOf(rangeOf("2-4"), [changeOf("2-4>2-9")], () => false))).toBe("2-4");
  });
});
