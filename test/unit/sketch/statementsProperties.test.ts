import { expect, it } from "vitest";
import { findContradictions } from "../../../extension/core/sketch/contradictions.ts";
import { namingOf } from "../../../extension/core/sketch/declaredNames.ts";
import { lineEvidence } from "../../../extension/core/sketch/lineEvidence.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";
import fc, { runs } from "../fastCheck.ts";

const word = fc.constantFrom(
  ...'I removed `a` `b.c()` and the , ( ) . : import imports renamed to is now called gone with its from in moved below `d e` "f g" don\'t if you can wrapped replaced by which that only \n \n\n - # 删除 entfernt `'.split(
    " ",
  ),
  "snake_case",
  "\n- ",
);
const prose = fc.oneof(
  fc.array(word, { maxLength: 60 }).map((words) => words.join(" ")),
  fc.string({ maxLength: 200, unit: "binary" }),
);

it("no prose makes it throw, and its names and sentences are parts of the text", () => {
  fc.assert(
    fc.property(prose, (text) => {
      for (const { names, newNames, anchor, sentence } of readStatements(text)) {
        for (const name of [...names, ...newNames, ...(anchor?.names ?? [])]) {
          expect(text).toContain(name);
          expect(name).not.toBe("");
        }
        expect(text).toContain(sentence);
      }
    }),
    runs(2000),
  );
});

it("no prose and no file make what is found of them throw or leave the file", () => {
  fc.assert(
    fc.property(prose, prose, prose, (text, original, result) => {
      const said = readStatements(text);
      const lines = result.split("\n").length;
      for (const found of findContradictions(said, original, result)) {
        const count = found.statement.kind === "keep" ? original.split("\n").length : lines;
        for (const { start, end } of found.lines)
          expect([start >= 0, start < end, end <= count]).toEqual([true, true, true]);
      }
      const texts = original.split("\n");
      const ends = Int32Array.from(texts, (_, index) => index + 1);
      expect(lineEvidence(said, texts, ends).codes).toHaveLength(texts.length);
    }),
    runs(500),
  );
});

it("an answer about a result that is the original contradicts no statement that something stays", () => {
  fc.assert(
    fc.property(prose, prose, (text, original) => {
      const kinds = findContradictions(readStatements(text), original, original).map(({ statement }) => statement.kind);
      expect(kinds).not.toContain("keep");
    }),
    runs(500),
  );
});

/** Steps are not counted here: what took quadratic time would not come to an end. */
it.each([
  ["backticks", "`".repeat(200_000)],
  ["quotes", '"'.repeat(200_000)],
  ["open brackets", "removed (".repeat(20_000)],
  ["verbs", "removed ".repeat(20_000)],
  ["names", "removed " + "`a`, ".repeat(10_000)],
  ["one word", "a_".repeat(100_000)],
  ["line breaks", "\n".repeat(200_000)],
  ["blanks", " ".repeat(200_000) + "\n"],
  ["colons", "a::".repeat(60_000)],
  ["relatives", "removed `a` that ".repeat(10_000)],
  ["conjunctions", "and ".repeat(30_000) + "is gone"],
])("reads very many %s", (_, text) => {
  expect(() => readStatements(text)).not.toThrow();
});

it.each([
  ["names", "foo ".repeat(50_000), "foo"],
  ["parts of the name", "a".repeat(200_000), "aa"],
  ["words", "public ".repeat(30_000) + "foo(", "foo"],
  ["blanks", " ".repeat(200_000) + "foo", "foo"],
])("looks for a name in a line of very many %s", (_, line, name) => {
  expect(() => namingOf(line, name)).not.toThrow();
});
