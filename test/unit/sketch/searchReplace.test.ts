import { expect, test } from "vitest";
import { readSearchReplace } from "../../../extension/core/sketch/searchReplace.ts";

type Short = readonly [
  path: string | undefined,
  search: readonly string[],
  replace: readonly string[],
  lineHint?: number,
];

function check(text: string, expected: readonly Short[]): void {
  const blocks = readSearchReplace(text.split("\n"), 1);
  const short = blocks.map(({ path, edit }) => {
    const { search, replace, lineHint } = edit;
    return lineHint === undefined ? [path, search, replace] : [path, search, replace, lineHint];
  });
  expect(short).toEqual(expected);
}

const S = "<<<<<<< SEARCH";
const D = "=======";
const R = ">>>>>>> REPLACE";

test.each([
  ["plain", [S, "a", D, "b", R], [[undefined, ["a"], ["b"]]]],
  [
    "two blocks",
    [S, "a", D, "b", R, "", S, "c", D, R],
    [
      [undefined, ["a"], ["b"]],
      [undefined, ["c"], []],
    ],
  ],
  ["shorter and longer markers", ["<<<<< SEARCH", "a", "=====", "b", ">>>>>>>>> REPLACE"], [[undefined, ["a"], ["b"]]]],
  ["ORIGINAL and UPDATED", ["<<<<<<< ORIGINAL", "a", D, "b", ">>>>>>> UPDATED"], [[undefined, ["a"], ["b"]]]],
  ["Cline's dashes", ["------- SEARCH", "a", D, "b", "+++++++ REPLACE"], [[undefined, ["a"], ["b"]]]],
  ["Roo's hints", [S, ":start_line:12", ":end_line:14", "-------", "a", D, "b", R], [[undefined, ["a"], ["b"], 12]]],
  ["Roo's dashes alone", [`${S}>`, "-------", "a", D, "b", R], [[undefined, ["a"], ["b"]]]],
  ["path behind the marker", [`${S} src/a.ts`, "a", D, "b", R], [["src/a.ts", ["a"], ["b"]]]],
  ["path on the line above", ["src/a.ts", S, "a", D, "b", R], [["src/a.ts", ["a"], ["b"]]]],
  ["path above the fence", ["src/a.ts", "```ts", S, "a", D, "b", R, "```"], [["src/a.ts", ["a"], ["b"]]]],
  ["path in the info string", ["```ts src/a.ts", S, "a", D, "b", R, "```"], [["src/a.ts", ["a"], ["b"]]]],
  ["path in a comment", ["// src/a.ts", S, "a", D, "b", R], [["src/a.ts", ["a"], ["b"]]]],
  [
    "escaped markers",
    [S, "\\<<<<<<< HEAD", "\\=======", D, "\\>>>>>>> x", R],
    [[undefined, ["<<<<<<< HEAD", "======="], [">>>>>>> x"]]],
  ],
  ["empty search", [S, D, "b", R], [[undefined, [], ["b"]]]],
  ["blank search", [S, "", D, "b", R], [[undefined, [], ["b"]]]],
  ["nothing", [S, D, R], []],
  ["no closing marker", [S, "a", D, "b"], [[undefined, ["a"], ["b"]]]],
  [
    "closing marker missing before the next block",
    [S, "a", D, "b", S, "c", D, "d", R],
    [
      [undefined, ["a"], ["b"]],
      [undefined, ["c"], ["d"]],
    ],
  ],
  ["closing marker without its word", [S, "a", D, "b", ">>>>>>>"], [[undefined, ["a"], ["b"]]]],
  ["no divider", [S, "a", "b", R], []],
  ["divider repeated", [S, "a", D, "b", D, R], [[undefined, ["a"], ["b"]]]],
  ["indented as a whole", ["  " + S, "  a", "    b", "  " + D, "  c", "  " + R], [[undefined, ["a", "  b"], ["c"]]]],
  [
    "conflict in the search",
    [S, "<<<<<<< HEAD", "a", D, "b", ">>>>>>> main", D, "b", R],
    [[undefined, ["<<<<<<< HEAD", "a", D, "b", ">>>>>>> main"], ["b"]]],
  ],
  [
    "heading on both sides",
    [S, "Title", D, "old", D, "Title", D, "new", R],
    [[undefined, ["Title", D, "old"], ["Title", D, "new"]]],
  ],
  ["heading of another length", [S, "Tit", "=====", "old", D, "x", R], [[undefined, ["Tit", "=====", "old"], ["x"]]]],
  [
    "heading in the search",
    [S, "Title", D, "more", "old", D, "x", R],
    [[undefined, ["Title", D, "more", "old"], ["x"]]],
  ],
  ["a Markdown rule is content", [S, "----------", D, "x", R], [[undefined, ["----------"], ["x"]]]],
  ["plain conflict", ["<<<<<<< HEAD", "a", D, "b", ">>>>>>> main"], []],
] as const)("%s", (_, lines, expected) => {
  check(lines.join("\n"), expected);
});

test("a block says where it stands", () => {
  const [block] = readSearchReplace(["x", S, "a", D, "b", R, "y"], 10);
  expect(block).toMatchObject({
    startLine: 1,
    endLine: 6,
    closed: true,
    edit: { replyLine: 11, scope: [], atEnd: false },
  });
});
