import { describe, expect, test } from "vitest";
import { followEdits } from "../../../extension/core/proof/followEdits.ts";
import type { EditFormat } from "../../../extension/core/sketch/sketch.ts";

/** What is searched and what takes its place. */
type Written = readonly [search: string, replace: string];

type Row = readonly [name: string, file: string, written: readonly Written[], want: string];

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/** The lines that edits make of a file: `=` before one that stays, `+` before one that is written, `~` where its indentation is not meant. */
function follow(file: string, written: readonly Written[], format: EditFormat = "search-replace"): string {
  const edits = written.map(([search, replace], nth) => {
    return { search: linesOf(search), replace: linesOf(replace), scope: [], atEnd: false, replyLine: nth + 1 };
  });
  const followed = followEdits(file.split("\n"), { format, edits });
  if (followed.type !== "known") return followed.type;
  const lines = file.split("\n");
  return followed.lines
    .map(({ text, origin, isLiteral }) => {
      if (origin === undefined) return `${isLiteral ? "+" : "~"}${text}`;
      expect(text.trim()).toBe(lines[origin]?.trim());
      return `=${text}`;
    })
    .join("\n");
}

describe("edits are followed", () => {
  test.each<Row>([
    ["where their lines stand", "a\nb\nc", [["b", "x\ny"]], "=a\n+x\n+y\n=c"],
    ["at the beginning", "a\nb\nc", [["a", "x"]], "+x\n=b\n=c"],
    ["at the end", "a\nb\nc", [["c", ""]], "=a\n=b"],
    [
      "one after the other",
      "a\nb\nc",
      [
        ["b", "x"],
        ["x", "y"],
      ],
      "=a\n+y\n=c",
    ],
    ["with lines that stay", "a\nb\nc\nd", [["a\nb\nc", "x\na\nc\ny"]], "+x\n=a\n=c\n+y\n=d"],
    ["with lines that are indented otherwise", "f\n  a\n  b\nc", [["a\nb", "a\nx"]], "=f\n=  a\n~x\n=c"],
    [
      "with lines that stay as the file has them",
      'a\nsay("b")\nc',
      [["say('b')\nc", "say('b')\nx"]],
      '=a\n=say("b")\n~x',
    ],
    ["over blank lines", "a\n\nb\n\nc\n", [["\na\nb\n", "a\n\nx\nb\n"]], "=a\n+x\n=b\n=c"],
    ["not for nothing", "a\nb", [["", "x"]], "unknown"],
    ["not for blank lines", "a\n\nb", [["\n", "x"]], "unknown"],
    ["not for what is nowhere", "a\nb", [["c", "x"]], "unknown"],
    ["not for what stands twice", "a\nb\na", [["a", "x"]], "unknown"],
    ["with dots at both beginnings", "x\na\ny", [["...\na", "...\nb"]], "=x\n+b\n=y"],
    ["with dots at both ends", "x\na\ny", [["a\n...\n...", "b\n...\n..."]], "=x\n+b\n=y"],
    ["with dots around", "x\na\ny", [["...\na\n...", "...\nb\nc\n..."]], "=x\n+b\n+c\n=y"],
    ["not with dots alone", "x\na\ny", [["...", "..."]], "unknown"],
    ["not with dots twice", "x\na\ny", [["...\n...", "...\n..."]], "unknown"],
    ["not with dots at one beginning", "x\na\ny", [["...\na", "b"]], "unknown"],
    ["with dots that the file has", "a\n...\nb", [["a\n...\nb", "a\n...\nc"]], "=a\n=...\n+c"],
    ["with dots that are written", "a\nb", [["a\nb", "a\n...\nb"]], "=a\n+...\n=b"],
  ])("%s", (_, file, written, want) => {
    expect(follow(file, written)).toBe(want);
  });
});

const letters = ["p", "q", "r", "s", "t", "u", "v"];
const both = (first: readonly string[]): string => ["a", ...first, "k", "a", ...first].join("\n");
const each = (lines: readonly string[]): readonly Written[] =>
  ["a", ...lines, "k"].map((line): Written => [line, `${line}1`]);

/** The second edit may mean what the first one writes. */
const twice: readonly Written[] = [
  ["a", "b"],
  ["b", "x"],
];

describe("of several places one is meant", () => {
  test.each<Row>([
    [
      "that no edit has written",
      "a\nc\nb",
      [
        ["a", "b"],
        ["b", "x"],
      ],
      "+b\n=c\n+x",
    ],
    [
      "that no edit has written, of two lines",
      "a\nd\nc\nb\nd",
      [
        ["a", "b"],
        ["b\nd", "x"],
      ],
      "+b\n=d\n=c\n+x",
    ],
    [
      "behind the edit before",
      "a\nk\na",
      [
        ["k", "m"],
        ["a", "x"],
      ],
      "=a\n+m\n+x",
    ],
    [
      "behind what the edit before has written",
      "k\na\nz\na\ny",
      [
        ["k\na", "k\na\nl"],
        ["a", "x"],
      ],
      "=k\n=a\n+l\n=z\n+x\n=y",
    ],
    [
      "before the next edit",
      "a\nk\na",
      [
        ["a", "x"],
        ["k", "m"],
      ],
      "+x\n+m\n=a",
    ],
    [
      "before the first edit that has one place",
      "a\nb\nk\na\nb",
      [
        ["a", "x"],
        ["b", "y"],
        ["k", "m"],
      ],
      "+x\n+y\n+m\n=a\n=b",
    ],
    [
      "before the eighth edit behind it",
      both(letters),
      each(letters),
      "+a1\n+p1\n+q1\n+r1\n+s1\n+t1\n+u1\n+v1\n+k1\n=a\n=p\n=q\n=r\n=s\n=t\n=u\n=v",
    ],
    ["not before the ninth", both([...letters, "w"]), each([...letters, "w"]), "unknown"],
    [
      "not before a line within it",
      "a\nk\nb\na\nk2\nb",
      [
        ["a\n...\nb", "x"],
        ["k", "m"],
      ],
      "unknown",
    ],
    [
      "not behind a line within it",
      "k\na\nz\na",
      [
        ["k\na", "k\nb"],
        ["a", "x"],
      ],
      "=k\n+b\n=z\n+x",
    ],
    ["that no edit has written, above the edit before", "b\nc\na", twice, "+x\n=c\n+b"],
    [
      "that no edit has written, of lines with a blank one",
      "b\n\nd\nc\na\nd",
      [
        ["a", "b"],
        ["b\nd", "x"],
      ],
      "+x\n=c\n+b\n=d",
    ],
    ["not of two that no edit has written", "b\nc\nb\nc\na", twice, "unknown"],
    ["with the best count", "a\nx\nc\na\ny\ny\nc", [["a\n... 2 lines ...\nc", "b"]], "=a\n=x\n=c\n+b"],
    ["with the best count, the first one", "a\ny\ny\nc\na\nx\nc", [["a\n... 2 lines ...\nc", "b"]], "+b\n=a\n=x\n=c"],
    ["not with counts that are as good", "a\nx\nc\na\ny\nc", [["a\n... 2 lines ...\nc", "b"]], "unknown"],
  ])("%s", (_, file, written, want) => {
    expect(follow(file, written)).toBe(want);
  });
});

const steps = "f\n  a\n  b\n  c\n  d\ng";

describe("lines that dots stand for", () => {
  test.each<Row>([
    ["stay", steps, [["f\n...\n  d", "f\n...\n  e"]], "=f\n=  a\n=  b\n=  c\n+  e\n=g"],
    ["go with the dots", steps, [["  a\n...\n  d", "  a\n  d"]], "=f\n=  a\n=  d\n=g"],
    [
      "move with the lines around",
      steps,
      [["  a\n  ...\n  d", "  if\n    a\n    ...\n    d"]],
      "=f\n+  if\n+    a\n=    b\n=    c\n+    d\n=g",
    ],
    [
      "move with the lines around, whatever the dots do",
      steps,
      [["  a\n...\n  d", "  if\n    a\n...\n    d"]],
      "=f\n+  if\n+    a\n=    b\n=    c\n+    d\n=g",
    ],
    ["move with the dots", steps, [["  a\n  ...\n  d", "  x\n    ...\n  y"]], "=f\n+  x\n=    b\n=    c\n+  y\n=g"],
    [
      "move with the dots, where the lines around move apart",
      steps,
      [["  a\n  ...\n  d", "  a\n    ...\n    d"]],
      "=f\n=  a\n=    b\n=    c\n+    d\n=g",
    ],
    ["move with one line", steps, [["  a\n...\n  d", "    a\n  ...\n  x"]], "=f\n+    a\n=    b\n=    c\n+  x\n=g"],
    ["move to the dots", steps, [["  a\n...\n  d", "  x\n    ...\n  y"]], "=f\n+  x\n=    b\n=    c\n+  y\n=g"],
    [
      "do not move to dots that do not move",
      steps,
      [["  a\n...\n  d", "  x\n...\n  y"]],
      "=f\n+  x\n=  b\n=  c\n+  y\n=g",
    ],
    ["move to the left", steps, [["f\n  a\n  ...\n  d", "a\n...\nd"]], "+a\n=b\n=c\n+d\n=g"],
    [
      "move with tabs",
      "f\n\ta\n\tb\n\tc\ng",
      [["\ta\n\t...\n\tc", "\tif\n\t\ta\n\t\t...\n\t\tc"]],
      "=f\n+\tif\n+\t\ta\n=\t\tb\n+\t\tc\n=g",
    ],
    ["are none", "f\na\nb\ng", [["a\n...\nb", "x\n...\ny"]], "=f\n+x\n+y\n=g"],
    [
      "do not move blank lines",
      "f\n  a\n\n  b\n  c",
      [["  a\n  ...\n  c", "    a\n    ...\n    c"]],
      "=f\n+    a\n=    b\n+    c",
    ],
    [
      "move as deep as the file is indented",
      "f\n    a\n    b\n    c",
      [["a\n...\nc", "if\n  a\n  ...\n  c"]],
      "=f\n~if\n~  a\n=        b\n~  c",
    ],
    [
      "of an edit without indentation",
      "f\n    a\n    b\n    c",
      [["a\n...\nc", "x\n...\nc"]],
      "=f\n~x\n=    b\n=    c",
    ],
    [
      "move as deep as the file is indented, within a block",
      "f\n    a\n    b\n    c",
      [["f\n  a\n  ...\n  c", "f\n  if\n    a\n    ...\n    c"]],
      "=f\n~  if\n~    a\n=        b\n~    c",
    ],
    [
      "move with the dots as deep as the file is indented",
      "f\n    a\n    b\n    c",
      [["f\n  a\n  ...\n  c", "f\n  if\n    x\n    ...\n    y"]],
      "=f\n~  if\n~    x\n=        b\n~    y",
    ],
    [
      "move with one line as deep as the file is indented",
      "f\n    a\n    b\n    c",
      [["f\n  a\n  ...\n  c", "f\n  if\n    a\n    ...\n    y"]],
      "=f\n~  if\n~    a\n=        b\n~    y",
    ],
    [
      "move by whole columns",
      "f\n  a\n  b\n  c",
      [["f\n    a\n    ...\n    c", "f\n       a\n       ...\n       c"]],
      "=f\n~       a\n=    b\n~       c",
    ],
    [
      "move with the line before",
      "f\n    a\n    b\n    c",
      [["f\n  a\n  ...\n  c", "f\n    a\n  ...\n  y"]],
      "=f\n~    a\n=        b\n~  y",
    ],
    [
      "stay between lines that move apart",
      "f\n    a\n    b\n    c",
      [["f\n  a\n  ...\n  c", "f\n    a\n  ...\n  c"]],
      "=f\n~    a\n=        b\n=    c",
    ],
    [
      "move with the line before, where that alone moves",
      steps,
      [["  a\n  ...\n  d", "    a\n  ...\n  d"]],
      "=f\n+    a\n=    b\n=    c\n=  d\n=g",
    ],
    [
      "move with one line, where the dots stood elsewhere",
      steps,
      [["  a\n...\n  d", "    a\n ...\n  x"]],
      "=f\n+    a\n=    b\n=    c\n+  x\n=g",
    ],
    [
      "move to the dots, behind a blank line",
      "f\n  a\n\n  b\n  d\ng",
      [["  a\n...\n  d", "  x\n    ...\n  y"]],
      "=f\n+  x\n=    b\n+  y\n=g",
    ],
    [
      "move with the tabs of the file",
      "f\n\ta\n\tb\n\tc",
      [["f\n  a\n  ...\n  c", "f\n  if\n    a\n    ...\n    c"]],
      "=f\n~  if\n~    a\n=\t\tb\n~    c",
    ],
  ])("%s", (_, file, written, want) => {
    expect(follow(file, written)).toBe(want);
  });

  test.each<Row>([
    [
      "by their counts",
      "a\nx\nb\ny\nz\nc",
      [["a\n... 1 line ...\nb\n... 2 lines ...\nc", "a\n... 2 lines ...\nb\n... 1 line ...\nc"]],
      "=a\n=y\n=z\n+b\n=x\n=c",
    ],
    ["by the lines beside them", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "b\n...\nc"]], "=b\n=y\n=c"],
    ["by one line beside them", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "a\n...\nd"]], "=a\n=x\n+d"],
    ["by the line behind them", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "d\n...\nc"]], "+d\n=y\n=c"],
    ["by lines beside blank ones", "a\nx\nb\ny\nc", [["a\n\n...\nb\n...\n\nc", "d\n...\n\nc"]], "+d\n=y\n=c"],
    ["by lines indented otherwise", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "d\n  ...\n  c"]], "+d\n=  y\n+  c"],
    ["by their order", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "d\n...\ne\n...\ng"]], "+d\n=x\n+e\n=y\n+g"],
    [
      "by the lines beside them, in another order",
      "a\nx\nb\ny\nc",
      [["a\n...\nb\n...\nc", "b\n...\nc\na\n...\nb"]],
      "=b\n=y\n=c\n+a\n=x\n+b",
    ],
    [
      "by the lines beside them, not by the lack of a count",
      "a\nx\ny\nb\nz\nc",
      [["a\n... 2 lines ...\nb\n...\nc", "a\n...\nb"]],
      "=a\n=x\n=y\n=b",
    ],
    ["by lines behind blank ones", "a\nx\nb\ny\nc", [["a\n\n...\nb\n...\nc", "a\n\n...\nd"]], "=a\n=x\n+d"],
    ["by no line beside them, at an end", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "d\n..."]], "unknown"],
    ["not where nothing tells", "a\nx\nb\ny\nc", [["a\n...\nb\n...\nc", "d\n...\ne"]], "unknown"],
    ["not where there are more of them", "a\nx\nb", [["a\n...\nb", "a\n...\nd\n...\nb"]], "unknown"],
    [
      "not where two are one",
      "a\nx\nb\ny\ny\nc",
      [["a\n... 1 line ...\nb\n... 2 lines ...\nc", "d\n... 1 line ...\ne\n... 1 line ...\ng"]],
      "unknown",
    ],
    ["where a count is new", "a\nx\nb", [["a\n... 1 line ...\nb", "a\n... 3 lines ...\nd"]], "=a\n=x\n+d"],
  ])("are told apart %s", (_, file, written, want) => {
    expect(follow(file, written)).toBe(want);
  });
});
