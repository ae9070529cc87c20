import { describe, expect, it, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { readLazyCode, type Item } from "../../../extension/core/sketch/lazyCode.ts";

/** Items as `line: text`, markers as `line ...` with the blank lines beside them as `_`, removals as `line - what`. */
function show(item: Item): string {
  if (item.type === "code") return `${item.line}: ${item.text}`;
  if (item.type === "removal") return `${item.line} - ${item.removed ?? String(item.lineCount ?? "?")}`;
  return `${item.line} ${item.blankBefore ? "_" : ""}...${item.blankAfter ? "_" : ""}`;
}

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ["code", ["a", "  b"], [], ["0: a", "1:   b"]],
  ["a marker between code", ["a", "// ... existing code ...", "b"], [], ["0: a", "1 ...", "2: b"]],
  ["blank lines beside a marker", ["a", "", "// ...", "", "b"], [], ["0: a", "2 _..._", "4: b"]],
  ["blank lines at both ends", ["", "a", "", "b", "", ""], [], ["1: a", "2: ", "3: b"]],
  ["neighbouring markers", ["a", "// ...", "", "# ... existing code ...", "b"], [], ["0: a", "1 ...", "4: b"]],
  ["a marker first and last", ["// ...", "a", "// ..."], [], ["0 ...", "1: a", "2 ..."]],
  [
    "a marker in the original",
    ["a", "// ... existing code ...", "b"],
    ["  // ... existing code ..."],
    ["0: a", "1: // ... existing code ...", "2: b"],
  ],
  [
    "Python's ellipsis in the original",
    ["def f():", "    ..."],
    ["def f():", "    ..."],
    ["0: def f():", "1:     ..."],
  ],
  ["an ellipsis that the original lacks", ["def f():", "    ..."], ["def f():", "    pass"], ["0: def f():", "1 ..."]],
  ["a marker within a line", ["  f() { /* ... */ }"], [], ["0:   f() {", "0 ...", "0:   }"]],
  ["a marker behind code", ["f(); // ... existing code ..."], [], ["0: f();", "0 ..."]],
  [
    "a marker behind the beginning of a line of the file",
    ["  You have one branch. <!-- ... existing content ... -->"],
    ["    You have one branch. It is long."],
    ["0:   You have one branch. It is long."],
  ],
  [
    "a marker behind a line of the file",
    ["total(items); // ... existing code ..."],
    ["total(items);", "total(items); // Sum."],
    ["0: total(items);", "0 ..."],
  ],
  [
    "a marker behind what begins two lines of the file",
    ["total(items // ... existing code ..."],
    ["total(items);", "total(items, 1);"],
    ["0: total(items", "0 ..."],
  ],
  [
    "removals",
    ["a", "// removed: b", "// removed 3 lines", "// removed", "c"],
    [],
    ["0: a", "1 - b", "2 - 3", "3 - ?", "4: c"],
  ],
  ["markers only", ["// ...", "", "..."], [], ["0 ..."]],
  ["nothing", [""], [], []],
])("%s", (_, sketch, original, want) => {
  expect(readLazyCode(sketch.join("\n"), original).map(show)).toEqual(want);
});

describe("what a line may be besides text of the file", () => {
  it.each<[string, string]>([
    ["# keeps the other fields", "marker"],
    ["// existing user_exists check", "marker"],
    ["# The existing error handling", "marker"],
    ["// Loading the page...", "marker"],
    [" * the remaining options", "marker"],
    [".. the other sections", "marker"],
    ["(the table stays the same)", "marker"],
    ["*Rest of the section unchanged.*", "marker"],
    ["// docblock of loadAll stays", "marker"],
    ["// die übrigen Felder ...", "marker"],
    [".. (el resto queda igual)", "marker"],
    [".. (optional)", ""],
    ["// (open orders only)", ""],
    ["# (der Rest bleibt)", ""],
    ["... und der Rest", "marker"],
    ["// `loadAll` is no longer needed", "removal loadAll"],
    ["# (removed the old_cache block)", "removal old_cache"],
    ["// total() deleted", "removal total"],
    ["-- dropped: legacy_index ON orders", "removal legacy_index ON orders"],
    ["// moved to its own module", "removal ?"],
    ["// Sorts by name.", ""],
    ["// Wait here before the next try.", ""],
    [" * Remove the error handler of a type.", ""],
    ["* keeps its order", ""],
    ["const rest = other;", ""],
    ["The existing order stays.", ""],
    ["[...first, ...second]", ""],
    ["{ ...existing }", ""],
  ])("%s: %s", (line, want) => {
    const [item] = readLazyCode(["a", line, "b"].join("\n"), []).slice(1, 2);
    const also = item?.type === "code" ? item.also : undefined;
    const shown = also?.type === "removal" ? `removal ${also.removed ?? "?"}` : (also?.type ?? "");
    expect(shown).toBe(want);
  });

  it("is nothing else where the original has the line", () => {
    const [item] = readLazyCode("# keeps the other fields", ["# keeps the other fields"]);
    expect(item).toEqual({ type: "code", text: "# keeps the other fields", line: 0 });
  });

  it("keeps the words of markers, of several that follow each other too", () => {
    const items = readLazyCode("a\n// existing imports\n\n  // ...\nb\n# removed: c", []);
    expect(items.map((item) => [item.type, item.text])).toEqual([
      ["code", "a"],
      ["marker", "// existing imports\n  // ..."],
      ["code", "b"],
      ["removal", "# removed: c"],
    ]);
  });
});

const words = fc.constantFrom(
  "existing",
  "code",
  "removed: a",
  "unchanged",
  "...",
  "…",
  "rest of",
  "f(x)",
  "{",
  "}",
  "`a`",
  "other",
  "fields",
);
const opening = fc.constantFrom("", "  ", "// ", "# ", "<!-- ", "/* ", " * ", ".. ", "-- ", "[", "(", "*", '"""');
const closing = fc.constantFrom("", " */", " -->", "]", ")", "*", ";", '"""');
const anyLine = fc.oneof(
  fc
    .tuple(opening, fc.array(words, { maxLength: 4 }), closing)
    .map(([open, inner, close]) => open + inner.join(" ") + close),
  fc.constant(""),
  fc.string(),
);

test("no line is lost: each is in one item, but for blank ones", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), fc.array(anyLine, { maxLength: 5 }), (sketch, original) => {
      const lines = sketch.join("\n").split(/\r\n?|\n/);
      const squeeze = (text: string): string => text.replace(/\s/g, "");
      const items = readLazyCode(lines.join("\n"), original);
      expect(squeeze(items.map(({ text }) => text).join(""))).toBe(squeeze(lines.join("")));
      expect(items.every(({ line }, index) => index === 0 || line >= (items[index - 1]?.line ?? 0))).toBe(true);
      for (const item of items) if (item.type === "code" && item.also) expect(item.also.text).toBe(item.text);
    }),
    runs(1000),
  );
});
