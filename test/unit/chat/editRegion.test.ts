import { describe, expect, test } from "vitest";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import type { EditRegion, Message } from "../../../extension/core/chat/chatSchemas.ts";
import {
  askedText,
  blocksOfRegion,
  chooseRegion,
  moveRegion,
  type OutlineSymbol,
} from "../../../extension/core/chat/editRegion.ts";
import fc from "../fastCheck.ts";

const at = (line: number, character = 0) => ({ line, character });
const cursor = (line: number) => ({ start: at(line, 4), end: at(line, 4) });
const fn = (name: string, start: number, end: number): OutlineSymbol => ({
  name,
  isFunction: true,
  lines: { start, end },
});
const other = (name: string, start: number, end: number): OutlineSymbol => ({
  ...fn(name, start, end),
  isFunction: false,
});

describe("the lines that an edit in place is about", () => {
  test.each([
    ["selected lines", at(2), at(4, 3), { startLine: 3, endLine: 5 }],
    ["a part of one line", at(2, 1), at(2, 5), { startLine: 3, endLine: 3 }],
    ["a selection that ends before a line", at(2), at(5), { startLine: 3, endLine: 5 }],
  ])("%s", (_, start, end, wanted) => {
    expect(chooseRegion(100, { start, end }, [fn("f", 0, 50)])).toEqual(wanted);
  });

  test.each<[string, number, readonly OutlineSymbol[], object]>([
    [
      "the innermost function",
      12,
      [other("C", 0, 90), fn("outer", 5, 40), fn("inner", 10, 20)],
      { startLine: 11, endLine: 20, symbol: "inner" },
    ],
    [
      "the function and not what it declares",
      12,
      [fn("f", 5, 40), other("local", 11, 14)],
      { startLine: 6, endLine: 40, symbol: "f" },
    ],
    [
      "another symbol of several lines",
      12,
      [other("C", 0, 99), other("options", 11, 16), other("x", 12, 13)],
      { startLine: 12, endLine: 16, symbol: "options" },
    ],
    ["lines around the cursor, where there is no symbol", 12, [], { startLine: 5, endLine: 21 }],
    [
      "lines around the cursor, where the only symbol is a long class",
      12,
      [other("C", 0, 99)],
      { startLine: 5, endLine: 21 },
    ],
    ["lines around the cursor, which stop at the edges", 1, [], { startLine: 1, endLine: 10 }],
    [
      "a symbol that says it goes beyond the file, as far as it does not",
      12,
      [fn("f", -3, 1_000)],
      { startLine: 1, endLine: 100, symbol: "f" },
    ],
  ])("nothing selected: %s", (_, line, symbols, wanted) => {
    expect(chooseRegion(100, cursor(line), symbols)).toEqual(wanted);
  });

  test("lie in the file and hold the cursor, whatever symbols there are", () => {
    const symbol = fc.record({
      name: fc.string(),
      isFunction: fc.boolean(),
      lines: fc.record({ start: fc.integer({ min: -5, max: 40 }), end: fc.integer({ min: -5, max: 40 }) }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(29), fc.array(symbol), (lineCount, nth, symbols) => {
        const line = nth % lineCount;
        const { startLine, endLine } = chooseRegion(lineCount, cursor(line), symbols);
        expect([startLine >= 1, startLine <= line + 1, line + 1 <= endLine, endLine <= lineCount]).toEqual(
          Array(4).fill(true),
        );
      }),
    );
  });
});

describe("a region in a text that has changed", () => {
  const file = ["a", "b", "c", "d", "e"];
  const check = (now: readonly string[], startLine: number, endLine: number): void => {
    expect(moveRegion({ startLine: 2, endLine: 3 }, file, now)).toEqual({ startLine, endLine });
  };

  test("moves with lines above it, grows with lines in it, and stays otherwise", () => {
    check(file, 2, 3);
    check(["new", ...file], 3, 4);
    check(["a", "b", "more", "c", "d", "e"], 2, 4);
    check(["a", "b", "c", "d", "later", "e"], 2, 3);
    check(["a", "B", "C", "and", "d", "e"], 2, 4);
  });

  test("is a line of the text also where its own are gone, and all others too", () => {
    check(["a", "d", "e"], 2, 2);
    check([""], 1, 1);
  });
});

const region: EditRegion = { uri: "file:///src/a.ts", path: "src/a.ts", startLine: 3, endLine: 5 };
const question = (text: string, about?: EditRegion): Message => ({
  id: text,
  parent: "",
  role: "user",
  text,
  attachments: [],
  ...(about === undefined ? {} : { region: about }),
});

describe("a question about a region", () => {
  test("says what alone may change; others are as they were typed", () => {
    expect(askedText(question("Why?"), [])).toBe("Why?");
    expect(askedText(question("Make it async.", region), [])).toMatchInlineSnapshot(
      `
      "Make it async.

      (This is an edit in place: change only lines 3 to 5 of src/a.ts, which stand above, and nothing else of the file or of other files. Answer with one fence for src/a.ts that has the change, and no more than a sentence besides it.)"
    `,
    );
  });

  test("says the language where the path does not, and one line as one", () => {
    const cell = { ...region, path: "a.ipynb", startLine: 3, endLine: 3, language: "python" };
    expect(askedText(question("q", cell), [])).toContain("change only line 3 of a.ipynb (python), which");
  });

  test("says that it is asked again only for the same file", () => {
    const again = "What you proposed before and is not in it is dropped";
    expect(askedText(question("q", region), [question("before", region)])).toContain(again);
    expect(askedText(question("q", region), [question("before", { ...region, uri: "file:///b.ts" })])).not.toContain(
      again,
    );
    expect(askedText(question("q", region), [question("before")])).not.toContain(again);
  });
});

describe("the blocks for the file of a region", () => {
  const fences = (...infos: readonly string[]) =>
    answerBlocks(infos.map((info) => `\`\`\`${info}\nconst a = 1;\n\`\`\`\n`).join("\n"));
  const indexes = (
    infos: readonly string[],
    about: Partial<EditRegion> = {},
    others: readonly string[] = [],
  ): number[] => blocksOfRegion(fences(...infos), { ...region, ...about }, others).map(({ index }) => index);

  test("are those that name it, in whatever way models do, and those without a name", () => {
    expect(indexes(["ts src/a.ts", "ts src/b.ts", "sh"])).toEqual([0]);
    expect(indexes(["ts ./src/a.ts"])).toEqual([0]);
    expect(indexes(["ts a.ts"])).toEqual([0]);
    expect(indexes(["ts shop/src/a.ts"])).toEqual([0]);
    expect(indexes(["ts"])).toEqual([0]);
    expect(indexes(["ts ba.ts"])).toEqual([]);
  });

  test("may have any name but that of another file, where the file has none of its own", () => {
    const untitled = { path: "Untitled-1", isNameless: true };
    expect(indexes(["ts src/new.ts"], untitled)).toEqual([0]);
    expect(indexes(["ts src/b.ts"], untitled, ["src/b.ts"])).toEqual([]);
    expect(indexes(["python a.ipynb"], { path: "a.ipynb", isNameless: true }, ["a.ipynb"])).toEqual([0]);
  });
});
