import { describe, expect, it } from "vitest";
import { createFactors } from "../../../../extension/core/merge/model/factors.ts";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import { readSeams, type CutKind } from "../../../../extension/core/merge/model/seams.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";

const FILE = [
  "import a from 'a';", // 0
  "import b from 'b';",
  "",
  "// const old = 1;", // 3
  "const limit = 2;",
  "const unit = 3;", // 5
  "",
  "function run() {", // 7
  "  return limit;",
  "}",
  "",
  "run();", // 11
];

/** The seams of a sketch, with the names of their features. */
function seamsOf(sketch: readonly string[], file: readonly string[] = FILE) {
  const original = readOriginal(file.join("\n"), "javascript", undefined);
  const shown = readShownCode(sketch.join("\n"), original);
  if ("nothing" in shown) throw new Error(shown.nothing);
  const factors = createFactors(new Map());
  const seams = readSeams(observeCode(shown, false, original, beginWork()), factors);
  return {
    cutBegins: (kind: CutKind, line: number) => factors.featuresOf(seams.cutBegins(kind, line)),
    cutEnds: (kind: CutKind, line: number) => factors.featuresOf(seams.cutEnds(kind, line)),
    keptBegins: (index: number, line: number) => factors.featuresOf(seams.keptBegins(index, line)),
    keptEnds: (index: number, line: number, isFound = true) => factors.featuresOf(seams.keptEnds(index, line, isFound)),
    keptEndsInCut: (index: number, line: number) => factors.featuresOf(seams.keptEndsInCut(index, line)),
    commentBegins: (line: number) => factors.featuresOf(seams.commentBegins(line)),
  };
}

const MARKER = "// ... existing code ...";

describe("the ends of runs of lines that go", () => {
  const seams = seamsOf(["const limit = 2;", MARKER, "run();"]);

  it("tell what stands at both sides of where they begin and end", () => {
    expect(seams.cutBegins("D", 7)).toEqual(["d:begin:blank:opener", "d:begin:D:blank:opener", "d:begin:D:opener"]);
    expect(seams.cutEnds("L", 10)).toEqual(["d:end:closer:blank", "d:end:L:closer:blank", "d:end:L:closer"]);
  });

  it("tell the edges of the file", () => {
    expect(seams.cutBegins("E", 0)).toContain("d:begin:edge:line");
    expect(seams.cutEnds("D", FILE.length)).toContain("d:end:line:edge");
  });

  it("are told together with the end of what a marker keeps before them", () => {
    expect(seams.keptEndsInCut(2, 7)).toEqual([
      ...["k:end:blank:opener", "k:end:r:blank:opener"],
      ...["d:begin:blank:opener", "d:begin:E:blank:opener", "d:begin:E:opener"],
    ]);
  });

  it("know comments with stars, and what closes blocks in other languages", () => {
    const file = ["/**", " * Says it.", " */", "if x; then", "  y", "else", "  z", "fi"];
    const { cutBegins, cutEnds } = seamsOf(["y", MARKER], file);
    expect(cutBegins("D", 1)).toContain("d:begin:opener:comment");
    expect(cutBegins("D", 3)).toContain("d:begin:comment:opener");
    expect(cutEnds("D", 5)).toContain("d:end:line:closer");
    expect(cutEnds("D", 7)).toContain("d:end:line:closer");
  });
});

describe("the ends of what a marker keeps", () => {
  it("compare blank lines beside the marker with those of the file", () => {
    const apart = seamsOf(["const limit = 2;", "", MARKER, "", "run();"]);
    // The sketch has a blank line below `limit`, where the file has a further constant.
    expect(apart.keptBegins(2, 5)).toEqual(expect.arrayContaining(["k:in:bT", "k:in:bT:only", "k:in:bT:outer"]));
    expect(apart.keptBegins(2, 6)).toContain("k:in:bB");
    expect(apart.keptEnds(2, 11)).toContain("k:out:bB");
    const tight = seamsOf(["const limit = 2;", MARKER, "run();"]);
    expect(tight.keptBegins(2, 5)).toEqual(expect.arrayContaining(["k:in:tT", "k:in:tT:only"]));
    const two = seamsOf(["import b from 'b';", MARKER, "const limit = 2;", MARKER, "run();"]);
    expect(two.keptBegins(4, 5)).toContain("k:in:tT:none");
  });

  it("know a marker that begins a block", () => {
    const inner = seamsOf(["function run() {", `  ${MARKER}`, "}"]);
    expect(inner.keptBegins(2, 8)).toContain("k:in:tT:inner");
    expect(inner.keptEnds(2, 9)).toContain("k:out:tT:inner");
  });

  it("tell what stands above a sketch that begins without a marker", () => {
    const seams = seamsOf(["import b from 'b';", MARKER, "run();", MARKER]);
    const above = seams.keptEnds(0, 1);
    expect(above).toEqual(
      expect.arrayContaining(["k:head:1", "k:head:1:r", "k:head:imports:import", "k:head:tight:base:1"]),
    );
    expect(seams.keptEnds(0, 4)).toEqual(expect.arrayContaining(["k:head:3", "k:head:other:code"]));
    // New lines may stand anywhere: what is above them says nothing.
    expect(seams.keptEnds(0, 4, false).filter((name) => name.startsWith("k:head"))).toEqual([]);
  });

  it("tell what is left below a sketch that ends without a marker", () => {
    const seams = seamsOf([MARKER, "function run() {", "  return 1;"]);
    const last = 3;
    expect(seams.keptBegins(last, 9)).toEqual(
      expect.arrayContaining(["k:tail:3", "k:tail:3:r", "k:tail:tight:base:3"]),
    );
    expect(seams.keptBegins(last, 11)).toContain("k:tail:apart:base:1");
    const closed = seamsOf([MARKER, "  return 1;"], FILE.slice(0, 10));
    expect(closed.keptBegins(2, 9)).toEqual(expect.arrayContaining(["k:tail:closers", "k:tail:closers:r"]));
    expect(new Set(closed.keptBegins(2, 9)).size).toBe(closed.keptBegins(2, 9).length);
    // Behind blank lines is what is behind no blank line, and behind the last line nothing.
    expect(seams.keptBegins(last, 10)).toContain("k:tail:apart:base:1");
    const over = seamsOf([MARKER, "run();"], [...FILE, "", ""]);
    expect(over.keptBegins(2, 12).filter((name) => name.startsWith("k:tail"))).toEqual([]);
  });

  it("are no ends of the file where the whole sketch may be the file", () => {
    const bare = seamsOf(["const limit = 4;", "const unit = 3;"]);
    expect(bare.keptEnds(0, 4).filter((name) => name.startsWith("k:head"))).toEqual([]);
  });
});

it("a comment that the sketch leaves out is told by what is in it, its length and what stands above", () => {
  const seams = seamsOf(["import b from 'b';", "const limit = 2;", MARKER]);
  expect(seams.commentBegins(2)).toEqual(seams.commentBegins(3));
  expect(seams.commentBegins(3)).toEqual([
    "c:open:marked",
    "c:size:1",
    "c:code",
    "c:apart",
    "c:code:apart",
    "c:said:0",
    "c:shows:false",
    "c:declared:false",
  ]);
});
