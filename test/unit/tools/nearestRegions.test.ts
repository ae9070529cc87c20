import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { nearestRegions } from "../../../extension/core/tools/nearestRegions.ts";

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `const value${String(index + 1)} = ${String(index + 1)};`);
const file = numbered(60).join("\n");

/** Regions as `first-last`. */
function check(
  original: string,
  sketch: string,
  candidates: readonly (readonly [number, number])[],
  want: string,
): void {
  const places = candidates.map(([start, end]) => ({ original: { start, end } }));
  const regions = nearestRegions(original, sketch, places);
  expect(regions.map(({ lines }) => `${String(lines.start)}-${String(lines.end)}`).join(" ")).toBe(want);
}

test.each([
  ["what the engine doubts, with lines around it", "", [[20, 22]], "18-25"],
  [
    "two places",
    "",
    [
      [10, 11],
      [40, 41],
    ],
    "8-14 38-44",
  ],
  [
    "places that touch are one",
    "",
    [
      [10, 11],
      [14, 15],
    ],
    "8-18",
  ],
  [
    "three places at most",
    "",
    [
      [1, 2],
      [15, 16],
      [30, 31],
      [45, 46],
    ],
    "1-5 13-19 28-34",
  ],
  ["a place at the end", "", [[60, 60]], "58-60"],
  ["a long place is cut", "", [[5, 55]], "3-26"],
  ["the lines that are alike, where nothing is known", "const value30 = 30;", [], "27-33"],
  ["nothing of the file", "fn main() {}", [], ""],
] as const)("%s", (_, sketch, candidates, want) => {
  check(file, sketch, candidates, want);
});

test("all of a short file, for a sketch that has nothing of it", () => {
  check("a = 1\nb = 2", "z = 9", [], "1-2");
  check("", "z = 9", [], "");
});

test("a sketch with lines of one part of the file leads there", () => {
  const sketch = ["// ... existing code ...", ...numbered(45).slice(40), "added();", "// ... existing code ..."].join(
    "\n",
  );
  const [first] = nearestRegions(file, sketch, []);
  expect(first?.text).toContain("const value43 = 43;");
});

test("a line of the file behind many new ones leads there", () => {
  const fresh = Array.from({ length: 60 }, (_, index) => `added(${index});`);
  const [first] = nearestRegions(file, [...fresh, ...numbered(43).slice(40)].join("\n"), []);
  expect(first?.text).toContain("const value43 = 43;");
});

test("are lines of the file, whatever the sketch is", () => {
  const text = fc
    .array(fc.constantFrom("a()", "b()", "", "}", "  c = 1"), { maxLength: 40 })
    .map((all) => all.join("\n"));
  fc.assert(
    fc.property(text, text, (original, sketch) => {
      const lines = original.split("\n");
      for (const region of nearestRegions(original, sketch, [])) {
        expect(lines.slice(region.lines.start - 1, region.lines.end).join("\n")).toBe(region.text);
        expect(region.lines.end - region.lines.start).toBeLessThan(24);
      }
    }),
  );
});
