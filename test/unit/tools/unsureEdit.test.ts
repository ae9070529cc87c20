import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readEditSketch } from "../../../extension/core/tools/readEditSketch.ts";
import { explainPartial, explainUnsure, type UnsureEdit } from "../../../extension/core/tools/unsureEdit.ts";

const PATH = "src/cart.ts";
const filler = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `  ${name}${index + 1}(): void { this.log("${name}", ${index + 1}); }`);
const FILE = [
  "export class Cart {", // 1
  ...filler("early", 30),
  "  total(items: Item[]): number {", // 32
  "    const prices = items.map((item) => item.price * item.quantity);",
  "    const sum = prices.reduce((all, price) => all + price, 0);",
  "    return round(sum - this.discount);",
  "  }", // 36
  ...filler("late", 30),
  "  reset(): void {", // 67
  "    this.items.clear();",
  "  }",
  ...filler("last", 10),
  "  restart(): void {", // 80
  "    this.items.clear();",
  "  }",
  "}",
  "",
].join("\n");

const block = (search: readonly string[], replace: readonly string[]): string =>
  ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE", ""].join("\n");

function explain(codeEdit: string, original = FILE): UnsureEdit {
  const read = readEditSketch(codeEdit, PATH, original);
  if (read.type === "bad") throw new Error(read.message);
  const request = { original, sketches: read.job.sketches, language: "typescript", parser: undefined };
  const outcome = applyStructural(request);
  if (outcome.type !== "ambiguous") throw new Error(`It is ${outcome.type}.`);
  return explainUnsure({ original, codeEdit, path: PATH }, outcome, ["Nothing was changed."]);
}

/** The message, and the regions as `first-last`. */
function check(codeEdit: string, words: RegExp, want: string): UnsureEdit {
  const unsure = explain(codeEdit);
  expect(unsure.message).toMatch(words);
  expect(unsure.message).toContain("Nothing was changed.");
  expect(unsure.regions.map(({ lines }) => `${lines.start}-${lines.end}`).join(" ")).toBe(want);
  const lines = FILE.split("\n");
  for (const { lines: range, text } of unsure.regions) {
    expect(text, "to the letter").toBe(lines.slice(range.start - 1, range.end).join("\n"));
  }
  return unsure;
}

const TOTAL_FROM_MEMORY = [
  "  total(items: CartItem[]): number {",
  "    const amounts = items.map((i) => i.price * i.count);",
  "    const sum = amounts.reduce((a, b) => a + b, 0);",
  "    return round(sum - this.rebate);",
];
const EARLY = block(['  early3(): void { this.log("early", 3); }'], ["  early3(): void {}"]);

describe("a block that is not in the file", () => {
  test("is named, with the lines most like it", () => {
    check(
      block(TOTAL_FROM_MEMORY, ["  x"]),
      /^The block whose SEARCH begins with "total\(items: CartItem\[\]\): number \{" is not in the file\. Most like it are lines 32 to 35\..* Send the edit again and repeat the lines of the file to the letter/,
      "29-38",
    );
  });

  test("is told from those that are, by its number", () => {
    check(
      EARLY + block(TOTAL_FROM_MEMORY, ["  x"]) + block(['  last2(): void { this.log("last", 2); }'], []),
      /^Block 2 of 3, whose SEARCH begins with "total\(items/,
      "29-38",
    );
  });

  test("and another one are both named, so that one more call mends both", () => {
    const other = block(["  reset(): void {", "    this.items.empty();", "    this.count = 0;"], ["  reset(): void {"]);
    check(
      block(TOTAL_FROM_MEMORY, ["  x"]) + EARLY + other,
      /^Block 1 of 3, .* is not in the file\. Most like it are .* Block 3 of 3, whose SEARCH begins with "reset\(\): void \{", is not in the file\. Most like it are lines 67 to 69/,
      "29-38 64-72",
    );
  });

  test("names the first line that differs, where some are the same", () => {
    const same = FILE.split("\n").slice(40, 52);
    const others = Array.from({ length: 15 }, (_, index) => `  ${"abcdefghijklmno"[index]}(): Other { yes(); }`);
    check(
      block([...same, ...others], ["  x"]),
      /Most like it are lines 41 to 67; the first difference is in line 53\./,
      "50-70",
    );
  });

  test("has no lines like it: the file is to be read", () => {
    const unsure = check(
      block(["fn main() {", "    println!(1);"], ["fn main() {"]),
      /is not in the file, and nothing in the file is like it\. .* Send the edit again and read the file before/,
      "",
    );
    expect(unsure.regions).toEqual([]);
  });

  test("but for a piece of it, which is named", () => {
    check(
      block(
        [
          "export class Cart {",
          "... 30 lines ...",
          "  total(things: Thing[]): number {",
          "    const money = things.map((thing) => thing.price);",
          "... 4 lines ...",
          '  late2(): void { this.log("late", 2); }',
        ],
        ["export class Cart {", '  late2(): void { this.log("late", 2); }'],
      ),
      /^The block whose SEARCH begins with "export class Cart \{" is not in the file: its lines that begin with "total\(things: Thing\[\]\): number \{" are not\. Most like them are lines 32 to 33/,
      "29-36",
    );
  });

  test("since its pieces stand in another order", () => {
    check(
      block(
        ['  late2(): void { this.log("late", 2); }', "... 30 lines ...", '  early2(): void { this.log("early", 2); }'],
        [],
      ),
      /are all in the file, but not in this order: line 38 and line 3\./,
      "35-41 1-6",
    );
  });
});

describe("a block that stands several times", () => {
  test("is named with all its places", () => {
    check(
      EARLY + block(["    this.items.clear();", "  }"], ["    this.items = new Map();", "  }"]),
      /^Block 2 of 2, whose SEARCH begins with "this\.items\.clear\(\);", stands in the file 2 times: in lines 68 to 69 and lines 81 to 82\. .*show more of the lines around; the nearest/,
      "65-72 78-83",
    );
  });

  test("and another one are both named", () => {
    const [one, two] = [
      block(["    this.items.clear();"], ["    a();"]),
      block(["    this.items.clear();", "  }"], ["  b()"]),
    ];
    check(
      one + two,
      /^Block 1 of 2, .* stands in the file 2 times: .* Block 2 of 2, .* stands in the file 2 times: /,
      "65-72 78-83",
    );
  });

  test("however often", () => {
    const original = "a();\nb();\n".repeat(30);
    const { message, regions } = explain(block(["a();"], ["c();"]), original);
    expect(message).toContain("stands in the file 30 times: in line 1, line 3, ");
    expect(message).toContain("and 10 more");
    expect(regions.length).toBeLessThanOrEqual(6);
  });
});

describe("an edit whose other blocks have their place", () => {
  const codeEdit = EARLY + block(TOTAL_FROM_MEMORY, ["  x"]) + block(['  last2(): void { this.log("last", 2); }'], []);

  /** As it is told beside what is in the review. */
  function partial(edit: string): ReturnType<typeof explainPartial> {
    const read = readEditSketch(edit, PATH, FILE);
    if (read.type === "bad") throw new Error(read.message);
    const request = { original: FILE, sketches: read.job.sketches, language: "typescript", parser: undefined };
    const outcome = applyStructural(request);
    const original = outcome.type === "ambiguous" ? outcome.draft : outcome.type === "merged" ? outcome.text : FILE;
    const findings = outcome.type === "no-sketch" ? [] : (outcome.proof?.findings ?? []);
    const pieces = outcome.type === "no-sketch" ? [] : outcome.pieces;
    return explainPartial({ original, codeEdit: edit, path: PATH }, findings, pieces);
  }

  test("says which one is missing, where the file can be named and its lines are not", () => {
    const reported = partial(codeEdit);
    expect(reported?.message).toBe(
      "1 block of the edit could not be placed and is not part of this: see below. Send it again, without the others, and repeat the lines of the file to the letter; the nearest ones are below, each behind its number.",
    );
    expect(reported?.remarks).toEqual([
      'Block 2 of 3, whose SEARCH begins with "total(items: CartItem[]): number {", is not in the file. Most like it are lines 32 to 35.',
    ]);
    expect(reported?.regions.map(({ text }) => text).join("\n")).toContain("    return round(sum - this.discount);");
  });

  test("names the two that are missing, and not one that only its order tells", () => {
    const clear = block(["    this.items.clear();"], ["    this.items = [];"]);
    const after = block(['  last9(): void { this.log("last", 9); }'], []);
    const reported = partial(codeEdit + after + clear + block(["nothing(like: it)"], ["x"]));
    expect(reported?.message).toMatch(/^2 blocks of the edit could not be placed and are not part of this/);
    expect(reported?.remarks.map((remark) => remark.slice(0, 12))).toEqual(["Block 2 of 6", "Block 6 of 6"]);
  });

  test("is told of nothing where all are placed", () => {
    expect(partial(EARLY)).toBeUndefined();
  });
});

test("a hunk of a diff is named as such", () => {
  const diff = [
    "--- a/src/cart.ts",
    "+++ b/src/cart.ts",
    "@@ ... @@",
    "   reset(): void {",
    "-    this.items.empty();",
    "+    this.items = new Map();",
    "     this.count = 0;",
    "",
  ].join("\n");
  check(
    diff,
    /^The hunk that begins with "reset\(\): void \{" is not in the file\. Most like it are lines 67 to 69/,
    "64-72",
  );
});

test("a sketch has the reason of the engine", () => {
  const sketch = "// ... existing code ...\n    this.items.clear();\n    this.log();\n// ... existing code ...\n";
  const { message, regions } = explain(sketch);
  expect(message).toMatch(
    /^The sketch fits the file in more than one place\. Nothing was changed\. Send the edit again with more of the lines around it/,
  );
  expect(regions.length).toBeGreaterThan(0);
});

test("lines that are long are whole, and only what no model would repeat is cut, and says so", () => {
  const long = `const rows = [${Array.from({ length: 150 }, (_, index) => `"row ${index}"`).join(", ")}];`;
  const original = ["a();", long, "b();", "x".repeat(20_000), "c();", ""].join("\n");
  const { regions } = explain(block([long.replace("row 7", "column 7"), "b(1);", "c(2);"], ["d();"]), original);
  const text = regions.map((region) => region.text).join("\n");
  expect(text).toContain(long);
  expect(text).toContain("[19500 more characters of this line are not shown]");
});

test("lines of the file are shown, whatever file and blocks are", () => {
  const line = fc.constantFrom("a()", "b(1)", "", "}", "  c = 1", "... 3 lines ...", "...", "  return total;");
  const lines = fc.array(line, { maxLength: 30 });
  fc.assert(
    fc.property(lines, fc.array(fc.tuple(lines, lines), { minLength: 1, maxLength: 5 }), (file, blocks) => {
      const original = file.join("\n");
      const codeEdit = blocks.map(([search, replace]) => block(search, [...replace, "d()"])).join("");
      const outcome = { reason: "Why.", candidates: [] };
      const { regions, message } = explainUnsure({ original, codeEdit, path: PATH }, outcome, []);
      expect(message).not.toBe("");
      expect(regions.length).toBeLessThanOrEqual(6);
      const all = original.split("\n");
      for (const { lines: range, text } of regions) expect(text).toBe(all.slice(range.start - 1, range.end).join("\n"));
    }),
  );
});

test("for too many blocks in a long file none is looked up", () => {
  const original = Array.from({ length: 20_000 }, (_, index) => `line(${index % 977});`).join("\n");
  const codeEdit = Array.from({ length: 200 }, (_, index) => block([`other(${index});`], [""])).join("");
  const { message } = explainUnsure(
    { original, codeEdit, path: PATH },
    { reason: "Too many edits.", candidates: [] },
    [],
  );
  expect(message).toMatch(/^Too many edits\./);
});
