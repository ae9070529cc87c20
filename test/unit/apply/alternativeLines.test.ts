import { expect, test } from "vitest";
import { showAlternative, writeAlternative } from "../../../extension/core/apply/alternativeLines.ts";

const text = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

function check(place: readonly [number, number], lines: readonly string[], want: string, most = 12): void {
  const shown = showAlternative(text, { place: { start: place[0], end: place[1] }, lines }, most);
  expect(writeAlternative(shown, (line) => line).join("\n")).toBe(want);
}

test("a change is shown behind the numbers of the file, with a line beside it", () => {
  check([1, 2], ["x"], "1   a\n2 - b\n  + x\n3   c");
});

test("an insertion and a deletion at the ends", () => {
  check([0, 0], ["x"], "  + x\n1   a");
  check([9, 10], [], " 9   i\n10 - j");
  check([10, 10], ["x"], "10   j\n   + x");
});

test("of lines that stay within it only those beside the changes are shown", () => {
  check([1, 8], ["x", "c", "d", "e", "f", "g", "y"], "1   a\n2 - b\n  + x\n3   c\n7   g\n8 - h\n  + y\n9   i");
  check([1, 4], ["x", "c", "y"], "1   a\n2 - b\n  + x\n3   c\n4 - d\n  + y\n5   e");
});

test("what is too long is cut, and says so", () => {
  check([0, 10], ["x"], "1 - a\n2 - b\n    … 9 more lines", 2);
  check([0, 0], ["x"], "  + x\n    … 1 more line", 1);
});

test("nothing to change is nothing to show", () => {
  check([1, 3], ["b", "c"], "");
});
