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
