import { describe, expect, it } from "vitest";
import { readDeletionSlots, type DeletionSlot } from "../../../extension/core/placing/deletions.ts";
import type { LineRange } from "../../../extension/core/text/lines.ts";
import { DOOR, readFile, STORE, tellWindow } from "./placingSamples.ts";

const STORES = readFile(STORE, "python");

const tell = (window: LineRange): string => tellWindow({ ...window, width: undefined });

const slotsOf = (prose: string, taken: readonly string[] = [], file = STORES): DeletionSlot[] =>
  readDeletionSlots(
    prose,
    file,
    taken.map((range) => {
      const [first = 0, last = 0] = range.split("-").map(Number);
      return { start: first - 1, end: last };
    }),
  );

const choicesOf = (slots: readonly DeletionSlot[]): string[] =>
  slots.flatMap(({ choices }) => choices.map(({ window }) => tell(window)));

describe("parts of a text that may delete something", () => {
  it.each([
    ["one for a name", "Remove `LIMIT`.", ["LIMIT"]],
    ["one for each name", "Remove `LIMIT` and `save`.", ["LIMIT", "save"]],
    ["one for each sentence", "Drop `LIMIT`. Then delete `save`.", ["LIMIT", "save"]],
    ["one for each item of a list", "Remove:\n\n- remove `LIMIT`\n- remove `save`", [undefined, "LIMIT", "save"]],
    ["a name that the file does not have counts for none", "Remove `LIMIT` and `drop`.", ["LIMIT"]],
    ["the words alone, if the file has none of its names", "Remove `drop`.", [undefined]],
    ["the words alone, if there are no names", "Delete the import of sys.", [undefined]],
    ["something unused", "`sys` is unused now.", ["sys"]],
    ["something no longer needed", "`sys` is no longer needed.", ["sys"]],
    ["none, if nothing goes", "Add `drop` below `save`.", []],
    ["none, if something changes", "Replace `LIMIT` with `SIZE`.", []],
    ["only in the sentence that says so", "Add this below `save`. Remove `LIMIT`.", ["LIMIT"]],
    ["no text", "", []],
  ])("%s", (_, prose, want) => {
    expect(slotsOf(prose).map(({ name }) => name)).toEqual(want);
  });

  it("know their sentence", () => {
    expect(slotsOf("Add this. Then remove `LIMIT`.").map(({ sentence }) => sentence.text)).toEqual([
      "Then remove `LIMIT`.",
    ]);
  });

  it("are bounded in one sentence, as are their choices", () => {
    const file = readFile(Array.from({ length: 60 }, (_, nth) => `name${nth} = other(name${nth});\n`).join(""));
    const names = Array.from({ length: 60 }, (_, nth) => `\`name${nth}\``).join(", ");
    expect(slotsOf(`Remove ${names}.`, [], file).length).toBeLessThan(20);
    const [slot] = slotsOf("Remove `other`.", [], file);
    expect(slot?.choices.length).toBeGreaterThan(1);
    expect(slot?.choices.length).toBeLessThan(60);
  });
});

describe("what may go", () => {
  it.each([
    ["a line that declares it", "Remove `LIMIT`.", ["4-4"], ["9-9"]],
    ["a function, its head alone too", "Remove `save`.", ["15-15", "15-16"], ["7-12"]],
    ["a line that is quoted whole", "Remove `return self.items[key]`.", ["9-9", "8-9"], ["12-12", "15-16"]],
    ["a line that is quoted in part", "Remove `self.items[key] =`.", ["12-12", "11-12"], ["9-9"]],
    ["a method, and the class that it is in", "Remove `put`.", ["11-12", "7-12"], ["8-9"]],
    ["lines that stand together", "Remove `sys`.", ["2-2", "1-2"], ["4-4"]],
    ["by words alone, lines that have them", "Delete the limit.", ["4-4"], ["15-15"]],
  ] as const)("%s", (_, prose, has, hasNot) => {
    const found = choicesOf(slotsOf(prose));
    expect(found).toEqual(expect.arrayContaining([...has]));
    for (const one of hasNot) expect(found).not.toContain(one);
  });

  it("a class with the comment above it, and without", () => {
    const found = choicesOf(slotsOf("Remove `Door`.", [], readFile(DOOR, "javascript")));
    expect(found).toEqual(expect.arrayContaining(["1-14", "2-14", "2-2"]));
  });

  it("each choice once", () => {
    const found = choicesOf(slotsOf("Remove `self`."));
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found).size).toBe(found.length);
  });

  it.each([
    ["nothing that a block takes the place of", "Remove `LIMIT`.", ["4-4"], []],
    ["nothing that holds some of it", "Remove `save`.", ["16-16"], ["15-15"]],
    ["all that stands beside it", "Remove `save`.", ["7-12"], ["15-15", "15-16"]],
    ["nothing where one of several blocks goes", "Remove `sys`.", ["9-9", "1-1"], ["2-2"]],
    ["all, where a block is put between lines", "Remove `LIMIT`.", ["5-4"], ["4-4"]],
  ])("%s", (_, prose, taken, want) => {
    expect(choicesOf(slotsOf(prose, taken))).toEqual(want);
  });
});

describe("what speaks for it", () => {
  const featureOf = (prose: string, window: string, feature: string, file = STORES): number => {
    const choice = slotsOf(prose, [], file)
      .flatMap(({ choices }) => choices)
      .find((one) => tell(one.window) === window);
    if (choice === undefined) expect.fail(`no choice ${window}`);
    return choice.features.values.get(feature) ?? 0;
  };

  it.each([
    ["it is a function and not a line", "Remove `save`.", "15-16", "d:kind:block", 1],
    ["it is a line", "Remove `save`.", "15-15", "d:kind:line", 1],
    ["it is quoted whole", "Remove `LIMIT = 2`.", "4-4", "d:naming:whole", 1],
    ["it opens what stays", "Remove `save`.", "15-15", "d:opener", 1],
    ["it opens nothing that stays", "Remove `save`.", "15-16", "d:opener", 0],
    ["the verb stands before its name", "Remove `save`.", "15-16", "d:before:remove:block", 1],
    ["the verb stands behind its name", "`save` is gone.", "15-16", "d:behind:gone", 1],
    ["it stands in what another name is", "In `Store`, remove `put`.", "11-12", "d:otherScope", 1],
    ["it stands in nothing of another name", "In `Store`, remove `save`.", "15-16", "d:otherScope", 0],
    ["it is what the noun says", "Remove the `LIMIT` constant.", "4-4", "d:noun:line", 1],
    ["the sentence keeps", "Remove `LIMIT` but keep `save`.", "4-4", "d:cue:keep", 1],
  ] as const)("%s", (_, prose, window, feature, want) => {
    expect(featureOf(prose, window, feature)).toBe(want);
  });

  it.each(["Do not remove `save`.", "Don't delete `save`.", "Keep `save`, do not delete it."])(
    "nothing: %s",
    (prose) => {
      expect(slotsOf(prose)).toEqual([]);
    },
  );

  it("more shared words, more", () => {
    const words = "Delete the limit, which is no longer needed.";
    expect(featureOf(words, "4-4", "d:words")).toBeGreaterThan(0);
    expect(featureOf("Remove `LIMIT`.", "4-4", "d:words")).toBe(0);
  });

  it("what has many places speaks for nothing", () => {
    const many = (prose: string): number => slotsOf(prose)[0]?.none.values.get("d:none:many") ?? 0;
    expect(many("Remove `self`.")).toBeGreaterThan(many("Remove `LIMIT`."));
  });
});
