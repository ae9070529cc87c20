import { describe, expect, it } from "vitest";
import { extractFunction } from "../../../extension/evaluation/generate/edits/extract.ts";
import { insertUnit, moveUnit } from "../../../extension/evaluation/generate/edits/move.ts";
import { removeStatement, removeUnit } from "../../../extension/evaluation/generate/edits/remove.ts";
import { renameUnit } from "../../../extension/evaluation/generate/edits/rename.ts";
import { unwrapStatements } from "../../../extension/evaluation/generate/edits/unwrap.ts";
import { wrapStatements } from "../../../extension/evaluation/generate/edits/wrap.ts";
import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { createRandom, type Random } from "../../../extension/evaluation/generate/random.ts";
import {
  editBetween,
  expectedLines,
  type ScriptedEdit,
  type Fact,
} from "../../../extension/evaluation/generate/script.ts";
import { FILES, SCRIPT } from "./texts.ts";

type MakeEdit = (edit: ScriptedEdit, random: Random) => ScriptedEdit | undefined;

const DONOR = "function giveBack(order) {\n  order.isReturned = true;\n  order.owner.notify(order);\n}\n".split("\n");
const insertGift: MakeEdit = (edit, random) => insertUnit(edit, DONOR, random);

const startOf = (path: string, text: string): ScriptedEdit =>
  editBetween(path, languageOfPath(path), text.split("\n"), text.split("\n"));

/** The edits that the first seeds make of a file. */
function editsOf(make: MakeEdit, path: string, text: string, seeds = 40): ScriptedEdit[] {
  const start = startOf(path, text);
  return Array.from({ length: seeds }, (_, seed) => make(start, createRandom(seed))).filter(
    (edit) => edit !== undefined,
  );
}

const textOf = (edit: ScriptedEdit): string => expectedLines(edit.steps).join("\n");

/** What an edit says it did, for each of the edits. */
function check(make: MakeEdit, verify: (fact: Fact, text: string, original: string) => void, paths = FILES): void {
  for (const [path, text] of paths) {
    for (const edit of editsOf(make, path, text)) {
      const fact = edit.facts.at(-1);
      if (fact === undefined) throw new Error("An edit must say what it did.");
      expect(textOf(edit)).not.toBe(text);
      verify(fact, textOf(edit), text);
    }
  }
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;
const sorted = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .sort();

describe("each edit does what it says", () => {
  it("removes a unit, and its name with it", () => {
    check(removeUnit, ({ name }, text, original) => {
      expect(text).not.toContain(name);
      expect(original.length).toBeGreaterThan(text.length);
      expect(text).not.toMatch(/\n{4}/);
    });
  });

  it("removes a statement", () => {
    check(removeStatement, ({ name }, text, original) => {
      expect(countOf(text, name)).toBe(countOf(original, name) - 1);
    });
  });

  it("renames a unit at each place", () => {
    check(renameUnit, ({ name, other = "" }, text, original) => {
      expect(countOf(text, other)).toBe(countOf(original, name));
      expect(text.replaceAll(other, name)).toBe(original);
    });
  });

  it("moves a unit and leaves all lines as they are", () => {
    check(moveUnit, (_, text, original) => {
      expect(sorted(text)).toEqual(sorted(original));
    });
  });

  it("wraps lines: besides new ones only their indentation differs", () => {
    check(wrapStatements, ({ other = "" }, text, original) => {
      const opening = other.split(" {")[0] ?? "";
      expect(text).toContain(opening);
      const lines = new Set(sorted(text));
      for (const line of sorted(original)) expect(lines).toContain(line);
    });
  });

  it("unwraps lines: one or two are gone, the others only move to the left", () => {
    check(unwrapStatements, ({ other = "" }, text, original) => {
      expect(sorted(original)).toContain(other);
      expect(sorted(original).length - sorted(text).length).toBeLessThanOrEqual(2);
      const before = new Set(sorted(original));
      for (const line of sorted(text)) expect(before).toContain(line);
    });
  });

  it("extracts lines into a function that is called once", () => {
    check(extractFunction, ({ other = "" }, text, original) => {
      expect(countOf(text, other)).toBe(2);
      const lines = new Set(sorted(text));
      for (const line of sorted(original)) expect(lines).toContain(line);
    });
  });

  it("inserts a declaration of another file", () => {
    check(insertGift, ({ name }, text) => {
      expect(countOf(text, name)).toBe(1);
    });
  });
});

describe("the edits reach", () => {
  it.each([
    ["remove", removeUnit, ["readOrders", "printTotal", "shipOrder"]],
    ["statement", removeStatement, ["order.isPrinted = true", "this.changedAt = item.time"]],
    ["rename", renameUnit, ["printTotal", "addItem"]],
    ["move", moveUnit, ["printTotal", "closeShop"]],
    ["wrap", wrapStatements, ["printTotal", "shipOrder"]],
    ["unwrap", unwrapStatements, ["shipOrder"]],
    ["extract", extractFunction, ["printTotal", "addItem"]],
    ["insert", insertGift, ["giveBack"]],
  ] as const)("by %s all that they could", (_, make, names) => {
    const found = editsOf(make, "src/orders.js", SCRIPT, 200).map(({ facts }) => facts.at(-1)?.name);
    expect(found).toEqual(expect.arrayContaining([...names]));
  });
});

it("wraps text of several lines never", () => {
  const text = "function post() {\n  send(`one\n  two`);\n}\n";
  expect(editsOf(wrapStatements, "a.js", text)).toEqual([]);
});

it("removes nothing that the rest of the file names", () => {
  const text =
    "function used() {\n  return 1;\n}\n\nfunction user() {\n  return used();\n}\n\nfunction other() {\n  return 2;\n}\n";
  expect(new Set(editsOf(removeUnit, "a.js", text).map(({ facts }) => facts[0]?.name))).toEqual(
    new Set(["user", "other"]),
  );
});
