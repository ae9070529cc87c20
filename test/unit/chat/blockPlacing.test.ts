import { describe, expect, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { placeSketch } from "../../../extension/core/apply/placeSketch.ts";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import {
  blockPieces,
  piecesOf,
  placedEdits,
  usablePart,
  type UsablePart,
} from "../../../extension/core/chat/blockPlacing.ts";
import type { Answer } from "../../../extension/core/chat/chatSchemas.ts";
import type { Edit } from "../../../extension/core/sketch/sketch.ts";

const edit = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

const answerOf = (text: string, state: Answer["state"]["type"]): Answer => ({
  id: "answer",
  parent: "question",
  role: "assistant",
  text,
  reasoning: "",
  model: { id: "", name: "" },
  state: state === "failed" ? { type: state, message: "" } : { type: state },
  leftOut: [],
  blocks: {},
});

function partOf(text: string, state: Answer["state"]["type"] = "stopped", index = 0): UsablePart | undefined {
  const block = answerBlocks(text)[index];
  return block && usablePart(answerOf(text, state), block);
}

const editsIn = (part: UsablePart | undefined): readonly Edit[] =>
  part?.block.sketches.flatMap(({ sketch }) => (sketch.type === "edits" ? sketch.edits : [])) ?? [];

/** What the edits that can be applied search, and the edit that the answer ends in. */
function check(text: string, searched: readonly string[], cutOff: number | undefined): void {
  const part = partOf(text);
  expect(editsIn(part).map(({ search }) => search.join("\n"))).toEqual(searched);
  expect(part?.cutOff).toBe(cutOff);
  // The same source of sketches, read by whoever applies it, gives the same.
  if (part !== undefined) expect(answerBlocks(part.text).at(-1)?.sketches).toEqual(part.block.sketches);
}

describe("what of a block that is cut off can be applied", () => {
  const open = "Text.\n\n```js a.js\n";
  test.each([
    ["nothing yet", "", [], undefined],
    ["no edit has come to its end", "<<<<<<< SEARCH\na\n=======\nb\n", [], undefined],
    ["one edit", edit("a", "b"), ["a"], undefined],
    ["one edit, and no line end behind it", edit("a", "b").trimEnd(), ["a"], undefined],
    ["one edit, and half its marker", edit("a", "b").replace(" REPLACE\n", ""), [], undefined],
    ["inside the search of another", `${edit("a", "b")}<<<<<<< SEARCH\nc\n`, ["a"], 2],
    ["inside the replacement of another", `${edit("a", "b")}<<<<<<< SEARCH\nc\n=======\nd`, ["a"], 2],
    ["with blank lines between", `${edit("a", "b")}\n${edit("c", "d")}\n<<<<<<< SEARCH\ne`, ["a", "c"], 3],
    [
      "behind one that only the next one ends",
      `${edit("a", "b")}<<<<<<< SEARCH\nc\n=======\nd\n<<<<<<< SEARCH\n`,
      ["a"],
      2,
    ],
    ["where the one in between has no end", `<<<<<<< SEARCH\nc\n=======\nd\n${edit("a", "b")}`, ["c", "a"], undefined],
    ["elisions", `${edit("a\n... 3 lines ...\nb", "c")}<<<`, ["a\n... 3 lines ...\nb"], undefined],
  ])("%s", (_, edits, searched, cutOff) => {
    check(open + edits, searched, cutOff);
  });

  test("of a sketch nothing can", () => {
    expect(partOf("```js a.js\n// ...\nx();")).toBeUndefined();
    expect(partOf("```diff\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-a\n+b\n")).toBeUndefined();
  });

  test("of a block that is whole all of it can", () => {
    const text = `${open}${edit("a", "b")}\`\`\`\nand more`;
    expect(partOf(text, "streaming")).toEqual({ block: answerBlocks(text)[0], text, cutOff: undefined });
    expect(partOf("```js a.js\nx();", "done")?.block.sketches).toHaveLength(1);
  });

  test("edits of Markdown hold fences", () => {
    check(`\`\`\`\`md a.md\n${edit("```js\nx\n```", "```js\ny\n```")}<<<<<<< SEARCH\n`, ["```js\nx\n```"], 2);
  });
});

/** A file of lines that each stand there once, and an answer with edits of it in order. */
const edited = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 3 }),
      old: fc.integer({ min: 1, max: 3 }),
      news: fc.integer({ min: 0, max: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((places) => {
    const file: string[] = [];
    const blocks: string[] = [];
    let wanted = "";
    for (const [nth, { gap, old, news }] of places.entries()) {
      const kept = Array.from({ length: gap }, (_, index) => `kept(${nth}, ${index});`);
      const search = Array.from({ length: old }, (_, index) => `old(${nth}, ${index});`);
      const replace = Array.from({ length: news }, (_, index) => `fresh(${nth}, ${index});`);
      file.push(...kept, ...search);
      wanted += [...kept, ...replace].map((line) => `${line}\n`).join("");
      blocks.push(
        `<<<<<<< SEARCH\n${search.join("\n")}\n=======\n${replace.map((line) => `${line}\n`).join("")}>>>>>>> REPLACE\n`,
      );
    }
    const original = file.map((line) => `${line}\n`).join("");
    return { original, wanted, answer: `So:\n\n\`\`\`js a.js\n${blocks.join("\n")}\`\`\`\n\nDone.\n` };
  });

test("any split of the stream places the same, and what is placed stays", () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  fc.assert(
    fc.property(edited, cuts, ({ original, wanted, answer }, shares) => {
      const place = (part: UsablePart | undefined) => {
        if (part === undefined) return { edits: [], text: original };
        const placed = placeSketch({
          original,
          sketches: part.block.sketches,
          language: "javascript",
          parser: undefined,
          instruction: "",
          conversation: [],
          path: "a.js",
        });
        return { edits: placed === undefined ? [] : placedEdits(part.block, placed), text: placed?.text };
      };
      const whole = place(partOf(answer, "done"));
      expect(whole.text).toBe(wanted);
      expect(whole.edits.every(({ at }) => at !== undefined)).toBe(true);
      let before = 0;
      for (const share of shares.toSorted((a, b) => a - b)) {
        const text = answer.slice(0, Math.round(share * answer.length));
        const now = place(partOf(text, "streaming"));
        expect(now.edits.length).toBeGreaterThanOrEqual(before);
        expect(now.edits).toEqual(whole.edits.slice(0, now.edits.length));
        // A stream that breaks off there leaves at least these.
        const broken = place(partOf(text, "failed"));
        expect(broken.edits.slice(0, now.edits.length)).toEqual(now.edits);
        before = now.edits.length;
      }
    }),
    runs(200),
  );
});

describe("what became of the pieces of an answer", () => {
  const reason = "Why.";
  const pieces = blockPieces([
    {
      index: 0,
      state: "placed",
      certainty: 1,
      sketch: { start: 3, end: 8 },
      original: { start: 0, end: 1 },
      result: { start: 0, end: 1 },
    },
    {
      index: 1,
      state: "not-applicable",
      certainty: 0,
      written: [],
      sketch: { start: 8, end: 13 },
      reason,
      candidates: [],
    },
    {
      index: 2,
      state: "open",
      written: [],
      certainty: 0.5,
      sketch: { start: 17, end: 19 },
      reason,
      candidates: [],
      alternatives: [],
    },
  ]);
  const text = `Two:\n\n\`\`\`js a.js\n${edit("a", "b")}${edit("c", "d")}\`\`\`\n\n\`\`\`js a.js\n// ...\nx();\ny();\n\`\`\`\n`;

  /** The pieces of a block: number of the edit, lines of its code, state. */
  function check(name: string, index: number, want: readonly unknown[]): void {
    test(name, () => {
      const block = answerBlocks(text)[index];
      const found = block && piecesOf(block, pieces);
      expect(found?.map((piece) => [piece.edit, piece.start, piece.end, piece.state])).toEqual(want);
    });
  }

  check("is told at the block of each, by the number of its edit", 0, [
    [1, 0, 5, "placed"],
    [2, 5, 10, "not-applicable"],
  ]);
  check("is told by lines of the block where that has no edits", 1, [[undefined, 1, 3, "open"]]);
});
