import { expect, test } from "vitest";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import { mergeEdits } from "../../../extension/core/merge/mergeEdits.ts";
import type { Piece } from "../../../extension/core/merge/mergeResult.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { beginWork } from "../../../extension/core/text/work.ts";
import type { Edit } from "../../../extension/core/sketch/sketch.ts";
import fc, { runs } from "../fastCheck.ts";

function edit(search: string, replace: string, hints: Partial<Edit> = {}): Edit {
  const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));
  return { search: linesOf(search), replace: linesOf(replace), scope: [], atEnd: false, replyLine: 1, ...hints };
}

/** The text with what is placed, and for each piece its state: where it is, or what the text is with each of its alternatives. */
function check(original: string, edits: readonly Edit[], text: string, want: readonly unknown[]): void {
  const result = mergeEdits(
    { format: "search-replace", edits },
    readOriginal(original, undefined, undefined),
    beginWork(),
  );
  if (result.type !== "merged" && result.type !== "partial") expect.fail(result.reason);
  expect(result.text).toBe(text);
  const shown = (piece: Piece): unknown => {
    const { index, state, certainty } = piece;
    if (piece.state === "placed") return [index, state, certainty, piece.original.start, piece.result.start];
    if (piece.state === "not-applicable") return [index, state, piece.reason];
    const texts = piece.alternatives.map((alternative) => withAlternatives(original, result.text, [alternative]));
    const labels = piece.alternatives.map(({ label }) => label);
    return [index, state, certainty, ...texts.map((one, nth) => [labels[nth], one])];
  };
  expect(result.pieces.map(shown)).toEqual(want);
}

test("edits with one place are placed, and surely", () => {
  check("a\nb\nc\n", [edit("a", "a\nx"), edit("c", "y")], "a\nx\nb\ny\n", [
    [0, "placed", 1, 0, 0],
    [1, "placed", 1, 2, 3],
  ]);
});

test("an edit that changes nothing is no piece, but counts", () => {
  check("a\nb\n", [edit("a", "a"), edit("b", "x")], "a\nx\n", [[1, "placed", 1, 1, 1]]);
});

test("an edit with several places is open, and each of them gives a text with all that is placed", () => {
  const original = "f {\n  a\n}\ng {\n  a\n}\nend\n";
  check(original, [edit("  a", "  x"), edit("end", "END\nmore")], "f {\n  a\n}\ng {\n  a\n}\nEND\nmore\n", [
    [
      0,
      "open",
      0.5,
      ["replace line 2, `a`, in `f {`", "f {\n  x\n}\ng {\n  a\n}\nEND\nmore\n"],
      ["replace line 5, `a`, in `g {`", "f {\n  a\n}\ng {\n  x\n}\nEND\nmore\n"],
    ],
    [1, "placed", 1, 6, 6],
  ]);
});

test("what an edit does with several places is named as an insertion or a deletion where it is one", () => {
  check("a\nb\na\nb\n", [edit("a\nb", "a\nx\nb"), edit("b", "")], "a\nb\na\nb\n", [
    [0, "open", 0.5, ["after line 1, `a`", "a\nx\nb\na\nb\n"], ["after line 3, `a`", "a\nb\na\nx\nb\n"]],
    [1, "open", 0.5, ["delete line 2, `b`", "a\na\nb\n"], ["delete line 4, `b`", "a\nb\na\n"]],
  ]);
});

test("an edit stands rather where no other edit has written", () => {
  const edits = [edit("k", "z\na\nk"), edit("a", "x")];
  check("a\na\nk\n", edits, "a\na\nz\na\nk\n", [
    [0, "placed", 1, 2, 2],
    [1, "open", 0.5, ["replace line 1, `a`", "x\na\nz\na\nk\n"], ["replace line 2, `a`", "a\nx\nz\na\nk\n"]],
  ]);
});

test("an alternative of lines that leave some out moves and keeps them", () => {
  const original = "f {\n  a\n  b\n}\nf {\n  a\n  b\n}\n";
  check(original, [edit("f {\n... 2 lines ...\n}", "g {\n... 2 lines ...\n}")], original, [
    [
      0,
      "open",
      0.5,
      ["replace line 1, `f {`", "g {\n  a\n  b\n}\nf {\n  a\n  b\n}\n"],
      ["replace line 5, `f {`", "f {\n  a\n  b\n}\ng {\n  a\n  b\n}\n"],
    ],
  ]);
});

test.each<[string, Edit, RegExp]>([
  ["that the file lacks", edit("nowhere", "x"), /does not contain/],
  ["that searches nothing", edit("", "x"), /searches nothing/],
  ["that is cut off", edit("b", "x", { isCutOff: true }), /ends in the middle/],
  ["that was made before", edit("a", "a\na"), /a second time/],
])("an edit %s is not applicable, and leaves the others", (_, left, reason) => {
  check("a\nb\n", [edit("a", "a\na"), left], "a\na\nb\n", [
    [0, "placed", 1, 0, 0],
    [1, "not-applicable", expect.stringMatching(reason)],
  ]);
});

test("of many places there are no more alternatives than anyone would look at, each as likely as any place", () => {
  const original = "a\n".repeat(20);
  const result = mergeEdits(
    { format: "search-replace", edits: [edit("a", "x")] },
    readOriginal(original, undefined, undefined),
    beginWork(),
  );
  if (result.type !== "partial" || result.pieces[0]?.state !== "open") expect.fail(result.type);
  const [{ alternatives, certainty, candidates }] = result.pieces;
  expect([alternatives.length, certainty, candidates.length]).toEqual([9, 1 / 20, 20]);
});

test("the alternatives of a line are the text with it replaced once, at each place in turn, whatever the others do", () => {
  const filler = fc.array(fc.constantFrom("a", "b", "x", ""), { maxLength: 10 });
  const fresh = fc.array(fc.constantFrom("n", "m", "a"), { maxLength: 3 });
  fc.assert(
    fc.property(filler, fresh, fresh, (below, replace, other) => {
      // First, so that the order of the edits says nothing of the places.
      const lines = ["only", ...below];
      const count = lines.filter((line) => line === "x").length;
      fc.pre(count > 1 && count <= 9);
      const write = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
      const placed = [...other, ...below];
      const wanted = placed.flatMap((line, at) =>
        line === "x" ? [write([...placed.slice(0, at), ...replace, ...placed.slice(at + 1)])] : [],
      );
      const edits = [edit("x", replace.join("\n")), edit("only", other.join("\n"))];
      const original = readOriginal(write(lines), undefined, undefined);
      const result = mergeEdits({ format: "search-replace", edits }, original, beginWork());
      if (result.type !== "partial" || result.pieces[0]?.state !== "open") expect.fail(result.type);
      expect(result.text).toBe(write(placed));
      const texts = result.pieces[0].alternatives.map((one) => withAlternatives(original.text, result.text, [one]));
      expect(texts).toEqual(wanted);
    }),
    runs(1000),
  );
});
