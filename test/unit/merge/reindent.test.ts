import { expect, test } from "vitest";
import { learnReindent, type IndentPair } from "../../../extension/core/merge/reindent.ts";
import type { IndentUnit } from "../../../extension/core/text/indentation.ts";

const two: IndentUnit = { text: "  ", width: 2 };
const four: IndentUnit = { text: "    ", width: 4 };
const tab: IndentUnit = { text: "\t", width: 4 };

/** A line of the sketch beside its line in the file; `^` marks the first line of a piece. */
type Pair = readonly [sketch: string, original: string, first?: "^"];

test.each<[string, readonly Pair[], IndentUnit | undefined, IndentUnit | undefined, string, string]>([
  ["nothing is known", [], two, two, "  a", "  a"],
  ["no shift", [["  a", "  a"]], two, two, "    b", "    b"],
  [
    "a piece at column 0",
    [
      ["f() {", "    f() {"],
      ["  a", "      a"],
    ],
    two,
    two,
    "  b",
    "      b",
  ],
  [
    "a piece too far to the right",
    [
      ["    f() {", "f() {"],
      ["      a", "  a"],
    ],
    two,
    two,
    "      b",
    "  b",
  ],
  ["never beyond column 0", [["    a", "a"]], two, two, "  b", "b"],
  [
    "a first line stripped of its blanks",
    [
      ["f() {", "  f() {", "^"],
      ["    a", "    a"],
    ],
    two,
    two,
    "    b",
    "    b",
  ],
  [
    "spaces for tabs",
    [
      ["f() {", "f() {"],
      ["    a", "\ta"],
    ],
    four,
    tab,
    "        b",
    "\t\tb",
  ],
  [
    "two spaces for tabs",
    [
      ["f() {", "f() {"],
      ["  a", "\ta"],
    ],
    two,
    tab,
    "    b",
    "\t\tb",
  ],
  [
    "tabs for spaces",
    [
      ["f() {", "f() {"],
      ["\ta", "    a"],
    ],
    tab,
    four,
    "\t\tb",
    "        b",
  ],
  [
    "two spaces for four",
    [
      ["f() {", "f() {"],
      ["  a", "    a"],
      ["    c", "        c"],
    ],
    two,
    four,
    "    b",
    "        b",
  ],
  [
    "a shift in tabs",
    [
      ["f() {", "\tf() {"],
      ["\ta", "\t\ta"],
    ],
    tab,
    tab,
    "\t\tb",
    "\t\t\tb",
  ],
  ["blank lines carry nothing", [["f() {", "    f() {"]], two, two, "   ", ""],
])("%s", (_, pairs, sketchUnit, fileUnit, line, want) => {
  const learned = learnReindent(
    pairs.map(([sketch, original, first]): IndentPair => ({ sketch, original, first: first === "^" })),
    sketchUnit,
    fileUnit,
  );
  expect(learned.apply(line)).toBe(want);
});

test("agrees with lines that are shifted as all are, and with no others", () => {
  const learned = learnReindent(
    [
      { sketch: "f() {", original: "  f() {", first: false },
      { sketch: "  a", original: "    a", first: false },
    ],
    two,
    two,
  );
  expect(learned.agrees("  b", "    b")).toBe(true);
  expect(learned.agrees("    b", "    b")).toBe(false);
});

test("lines that a new function at the margin goes around do not move out of the file", () => {
  const wrapped: IndentPair[] = [
    { sketch: "    open()", original: "open()", first: false },
    { sketch: "    close()", original: "close()", first: false },
  ];
  expect(learnReindent(wrapped, four, four, 0).apply("    run()")).toBe("    run()");
  expect(learnReindent(wrapped, four, four, 4).apply("    run()")).toBe("run()");
});
