import { expect, test } from "vitest";
import { takeBlankLines } from "../../../extension/core/apply/goneLines.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";

const FILE = "a {\n  one\n\n  two\n\n}\n\nb {\n\n  three\n\n  four\n}\n\nend\n";

test.each<[string, string, string]>([
  ["what stands above more of its block", "  one\n", "a {\n  two\n\n}\n\nb {\n\n  three\n\n  four\n}\n\nend\n"],
  ["what stands between two", "  three\n", "a {\n  one\n\n  two\n\n}\n\nb {\n\n  four\n}\n\nend\n"],
  ["the last of a block", "  four\n", "a {\n  one\n\n  two\n\n}\n\nb {\n\n  three\n}\n\nend\n"],
  [
    "the last of a block with a blank line behind it",
    "  two\n",
    "a {\n  one\n}\n\nb {\n\n  three\n\n  four\n}\n\nend\n",
  ],
  ["the last of the file", "end\n", "a {\n  one\n\n  two\n\n}\n\nb {\n\n  three\n\n  four\n}\n"],
  ["the first of the file", "a {\n  one\n\n  two\n\n}\n", "b {\n\n  three\n\n  four\n}\n\nend\n"],
])("goes with the blank lines beside it: %s", (_, gone, left) => {
  const start = FILE.slice(0, FILE.indexOf(gone)).split("\n").length - 1;
  const range = takeBlankLines(
    { start, end: start + gone.split("\n").length - 1 },
    readOriginal(FILE, undefined, undefined),
  );
  const lines = FILE.split("\n");
  expect([...lines.slice(0, range.start), ...lines.slice(range.end)].join("\n")).toBe(left);
});

const SHOP =
  "class Shop:\n    def open(self):\n        pass\n\n    def close(self):\n        pass\n\n\nclass Cart:\n    size = 1\n";

test.each<[string, string, string, string]>([
  [
    "the last method of a class",
    SHOP,
    "    def close(self):\n        pass\n",
    "class Shop:\n    def open(self):\n        pass\n\n\nclass Cart:\n    size = 1\n",
  ],
  ["the last key of a mapping", "on:\n  push: 1\n  pull: 2\n\nenv: 3\n", "  pull: 2\n", "on:\n  push: 1\n\nenv: 3\n"],
  ["a paragraph that is set in", "text\n\n  set in\n\nmore\n", "  set in\n", "text\n\nmore\n"],
  ["a line among others", "one\ntwo\n\nthree\n", "two\n", "one\n\nthree\n"],
])("leaves what divides blocks that nothing closes: %s", (_, file, gone, left) => {
  const start = file.slice(0, file.indexOf(gone)).split("\n").length - 1;
  const range = takeBlankLines(
    { start, end: start + gone.split("\n").length - 1 },
    readOriginal(file, undefined, undefined),
  );
  const lines = file.split("\n");
  expect([...lines.slice(0, range.start), ...lines.slice(range.end)].join("\n")).toBe(left);
});
