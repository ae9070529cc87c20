import { expect, test } from "vitest";
import { scoreWindows } from "../../../extension/core/models/scoreWindows.ts";

const lines = (text: string): readonly string[] => text.split(" ");

/** Lines as words; a change as `from-to:words`, the end exclusive. A blank line is shown as `_`. */
function check(text: string, changes: readonly string[], before: string, after: readonly string[]): void {
  const splices = changes.map((change) => {
    const [, start = "", end = "", words = ""] = /^(\d+)-(\d+):(.*)$/.exec(change) ?? [];
    return { place: { start: Number(start), end: Number(end) }, lines: words === "" ? [] : lines(words) };
  });
  const windows = scoreWindows(text === "" ? [] : lines(text), splices);
  const shown = (window: string): string =>
    window
      .split("\n")
      .map((line) => line || "_")
      .join(" ");
  expect(windows && { before: shown(windows.before), after: windows.after.map(shown) }).toEqual({ before, after });
}

test("places next to each other are one run of lines with a margin", () => {
  check("a b c d e f g h", ["3-4:X", "4-5:X"], "c d e f", ["c X e f", "c d X f"]);
});

test("lines between places far apart are left out of all windows alike", () => {
  check("a b c d e f g h i j k l", ["1-2:X", "9-10:X"], "a b c _ i j k", ["a X c _ i j k", "a b c _ i X k"]);
});

test("alternatives may insert, delete, and be at the ends of the file", () => {
  check("a b c", ["0-0:X", "3-3:X", "1-2:"], "a b c", ["X a b c", "a b c X", "a c"]);
  check("", ["0-0:X", "0-0:Y"], "_", ["X", "Y"]);
});

test("what an alternative repeats is no change, and what it leaves in peace for long is left out", () => {
  check("a b c d e f g h i j", ["0-10:a X c d e f g h Y j", "0-0:Z"], "a b c _ h i j", [
    "a X c _ h Y j",
    "Z a b c _ h i j",
  ]);
});

test("lines that enclose a place are shown where they tell it from the others", () => {
  const file = [
    "class A {",
    "  open() {",
    ...Array<string>(9).fill("    more;"),
    "    same;",
    "  }",
    "  close() {",
    ...Array<string>(9).fill("    more;"),
    "    same;",
    "  }",
    "}",
  ];
  const place = (line: number) => ({ place: { start: line, end: line + 1 }, lines: ["    other;"] });
  const windows = scoreWindows(file, [place(11), place(23)]);
  expect(windows?.before.split("\n")).toEqual([
    ...["  open() {", "", "    more;", "    same;", "  }", "  close() {", "", "    more;", "    same;", "  }"],
  ]);
});

test("the more there is to read, the smaller the margin, and too much is not asked", () => {
  const wide = (letters: number): readonly string[] =>
    Array.from({ length: 60 }, (_, line) => `${line}`.padEnd(letters, "."));
  const linesOf = (letters: number): number | undefined => {
    const splices = [5, 25, 45].map((start) => ({ place: { start, end: start + 1 }, lines: ["X"] }));
    return scoreWindows(wide(letters), splices)?.before.split("\n").length;
  };
  expect([10, 200, 2_000].map(linesOf)).toEqual([11, 5, undefined]);
});
