import { expect, test } from "vitest";
import { align, PINNED, type AlignItem } from "../../../extension/core/merge/align.ts";

/**
 * Aligns letters: items are code (a letter), `_` (a marker), `~` (an implied marker) or `-` (a removal); lines are
 * letters. The steps read as in a diff: ` a` kept at a marker, `=a` matched, `+a` new, `-a` gone.
 */
function check(sketch: string, file: string, want: string, pins: ReadonlyMap<number, number> = new Map()): void {
  const lines = Array.from(file);
  const items = Array.from(sketch).map((letter, item): AlignItem => {
    if (letter === "_") return { type: "marker", softness: 0 };
    if (letter === "~") return { type: "marker", softness: 0.1 };
    if (letter === "-") return { type: "removal", limit: 10, wanted: undefined };
    const matches = lines.flatMap((line, at) =>
      line === letter ? [{ line: at, score: pins.get(item) === at ? PINNED : 1 }] : [],
    );
    return { type: "code", insertCost: 0.01, matches };
  });
  const count = lines.length;
  const alignment = align(
    items,
    { count, deleteFactor: new Float32Array(count).fill(1) },
    { lowest: new Int32Array(items.length), highest: new Int32Array(items.length).fill(count) },
  );
  const steps = alignment?.steps.map((step) => {
    if (step.type === "match") return `=${lines[step.line] ?? ""}`;
    if (step.type === "insert") return `+${sketch[step.item] ?? ""}`;
    if (step.type === "keep") return ` ${lines[step.line] ?? ""}`;
    return `-${lines[step.line] ?? ""}`;
  });
  expect(steps?.join("")).toBe(want);
}

test.each([
  ["nothing", "", "", ""],
  ["the same", "abc", "abc", "=a=b=c"],
  ["a new line", "axb", "ab", "=a+x=b"],
  ["a line left out within a piece", "ac", "abc", "=a-b=c"],
  ["a line left out at a marker", "a_c", "abc", "=a b=c"],
  ["a marker at each end", "_c_", "abcde", " a b=c d e"],
  ["a replaced line", "axc", "abc", "=a-b+x=c"],
  ["two pieces", "_bx_e_", "abcdef", " a=b+x c d=e f"],
  ["the twin that stands beside its neighbour", "_ca_", "abca", " a b=c=a"],
  ["a removal between two lines", "a-c", "abc", "=a-b=c"],
  ["a file without lines", "ab", "", "+a+b"],
  ["a sketch without items", "_", "abc", " a b c"],
  ["implied ends", "~bx~", "abc", " a=b+x c"],
])("%s", (_, sketch, file, want) => {
  check(sketch, file, want);
});

test("a pin decides between equal lines", () => {
  check("_a_", "aba", "=a b a", new Map([[1, 0]]));
  check("_a_", "aba", " a b=a", new Map([[1, 2]]));
});

test("bounds that leave no place leave no alignment", () => {
  const items: AlignItem[] = [{ type: "code", insertCost: 0, matches: [] }];
  const bounds = { lowest: Int32Array.of(3), highest: Int32Array.of(2) };
  expect(align(items, { count: 5, deleteFactor: new Float32Array(5).fill(1) }, bounds)).toBeUndefined();
});
