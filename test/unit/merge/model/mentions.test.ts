import { describe, expect, it, test } from "vitest";
import { findMentions, speaksOfForm } from "../../../../extension/core/merge/model/mentions.ts";

/** What is said of the name of one line. */
const mention = (line: string, words: string, request = ""): string | undefined => {
  const [found] = findMentions([line], { words, request });
  return found && [found.kind, found.deed, found.how].join(":");
};

describe("what the words do with the name of a line", () => {
  const cases: readonly (readonly [
    name: string,
    line: string,
    words: string,
    request: string,
    expected: string | undefined,
  ])[] = [
    ["goes, by the verb before it", "function load() {", "I removed `load`, nobody called it.", "", "declare:go:na"],
    ["goes, by the verb behind it", "function load() {", "`load` is gone.", "", "declare:go>:na"],
    ["goes, by the nearest verb", "  outdated:", "", "Drop the outdated job and raise the timeout.", "key:go:wr"],
    ["goes, by the head of a list", "def total(items):", "Removed:\n- `load`\n- `total`", "", "declare:go:na"],
    ["is new", "def total(items):", "Add `total` and `sum`.", "", "declare:add:na"],
    ["stays", "class Cart {", "`Cart` itself stays as it is.", "", "declare:keep>:na"],
    ["stays where its deletion is denied", "function load() {", "I did not remove `load`.", "", "declare:keep:na"],
    ["stays where nobody is to delete it", "function load() {", "", "Don't delete load.", "declare:keep:wr"],
    ["is moved", "def total(items):", "Moved `total` up.", "", "declare:move:na"],
    ["is only named", "def total(items):", "Here is `total`.", "", "declare:none:na"],
    [
      "is only named where the request deletes",
      "def total(items):",
      "- `total`",
      "Remove the dead code",
      "declare:asked:na",
    ],
    ["is of another line", "def other(items):", "I removed `total`.", "", undefined],
    ["is a short word", "a = 1", "I removed a line.", "", undefined],
    ["has no words", "def total(items):", "", "", undefined],
    ["is the last part of a path", "class shop.Cart {", "Delete `Cart`.", "", "declare:go:na"],
  ];
  it.each(cases)("%s", (_, line, words, request, expected) => {
    expect(mention(line, words, request)).toBe(expected);
  });

  it("is what it was first, but for a deletion", () => {
    const line = "function load() {";
    expect(mention(line, "Rename `load`. We keep `load` in the docs.")).toBe("declare:name:na");
    expect(mention(line, "We keep `load` in the docs. Delete `load`.")).toBe("declare:go:na");
    expect(mention(line, "Delete `load`. We keep `load` in the docs.")).toBe("declare:go:na");
  });

  it("is nothing for lines that name nothing", () => {
    const lines = ["}", "", "return load;", "load();"];
    expect(findMentions(lines, { words: "I removed `load`.", request: "" })).toEqual(lines.map(() => undefined));
  });
});

test("words speak of how lines are written, or of something else", () => {
  expect(speaksOfForm({ words: "", request: "fix the typos and the spacing" })).toBe(true);
  expect(speaksOfForm({ words: "Only the trailing commas changed.", request: "" })).toBe(true);
  expect(speaksOfForm({ words: "I added a parameter.", request: "let me choose the port" })).toBe(false);
});
