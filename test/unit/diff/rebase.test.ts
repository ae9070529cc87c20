import { expect, it } from "vitest";
import { mergeLines } from "../../../extension/core/diff/rebase.ts";

const lines = (words: string): string[] => words.split(" ");

/** Each word is a line. */
function check(name: string, base: string, ours: string, theirs: string, want: string, conflicts: string[] = []): void {
  it(name, () => {
    const merged = mergeLines(lines(base), lines(ours), lines(theirs));
    expect(merged.lines.join(" ")).toBe(want);
    const places = merged.conflicts.map(
      (conflict) =>
        `${conflict.old.start}-${conflict.old.end} ${merged.lines.slice(conflict.new.start, conflict.new.end).join(" ")}`,
    );
    expect(places).toEqual(conflicts);
  });
}

check("nothing changed", "a b c", "a b c", "a b c", "a b c");
check("ours alone", "a b c", "a x c", "a b c", "a x c");
check("theirs alone", "a b c", "a b c", "a x c", "a x c");
check("both, apart", "a b c d e", "x b c d e", "a b c d y", "x b c d y");
check("both, on neighbouring lines", "a b c d", "a x c d", "a b y d", "a x y d");
check("both, the same", "a b c", "a x c", "a x c", "a x c");
check("both, one line differently", "a b c", "a x c", "a y c", "a x c", ["1-2 x"]);
check("changed by us, deleted by them", "a b c", "a x c", "a c", "a x c", ["1-2 x"]);
check("deleted by us, changed by them", "a b c", "a c", "a x c", "a c", ["1-2 "]);
check("deleted by both", "a b c d", "a d", "a d", "a d");
check("deleted by both, more by us", "a b c d", "a d", "a c d", "a d", ["1-3 "]);
check("a conflict after another change", "a b c d", "a b c x", "n a b c y", "n a b c x", ["3-4 x"]);
check("insertions in one place: ours first", "a b", "a x b", "a y b", "a x y b");
check("insertions that share a line", "a b", "a x y b", "a y z b", "a x y b", ["1-1 "]);
check("an insertion that we have with more", "a b", "a x y z b", "a x z b", "a x y z b");
check("insertions before a changed line", "a b", "a x b", "a y", "a x y");
check("insertion inside what they changed", "a b c d", "a b x c d", "a p q r d", "a b x c d", ["1-3 b x c"]);
check("lines for lines: only those in the way are a conflict", "a b c d", "a x c d", "a p q r", "a x q r", ["1-2 x"]);
check("at the start and at the end", "a b", "x a b", "a b y", "x a b y");
check("from the empty text", "", "x", "", "x");
check("from the empty text, to two", "", "x", "y", "x", ["0-1 x"]);
check("to the empty text", "a b", "a b", "", "");
check("equal lines: the same insertion, whichever it is", "a a b", "a a a b", "a a a b", "a a a b");
check("equal lines: theirs keeps out of our way", "a a a b", "x a a b", "a a b", "x a b");
check("the same insertion in two places", "a b c", "a x b c", "a b x c", "a x b x c");
check("insertions that share a blank line", "a b", "a x  b", "a y  b", "a x  y  b");
check("insertions that share a line of blanks", "a b", "a x \t b", "a y \t b", "a x \t y \t b");
check("an insertion, and lines for a line that begin alike", "a b c", "a x b c", "a x q c", "a x x q c");
check("a conflict below lines that grew", "a b c d", "a b c x", "p q r b c y", "p q r b c x", ["3-4 x"]);
check("a conflict below lines that went", "a b c d e", "a b c d x", "c d y", "c d x", ["4-5 x"]);
check("a conflict below lines that shrank", "a b c d e f", "a b c d e x", "p c d e y", "p c d e x", ["5-6 x"]);

it("is theirs as it is where ours is the base itself", () => {
  const [base, theirs] = [lines("a b"), lines("a x")];
  const merged = mergeLines(base, base, theirs);
  expect(merged).toEqual({ lines: ["a", "x"], conflicts: [] });
  expect(merged.lines).toBe(theirs);
});
