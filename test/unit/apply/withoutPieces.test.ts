import { expect, test } from "vitest";
import { withoutPieces } from "../../../extension/core/apply/withoutPieces.ts";
import { leftOutPiece } from "../../../extension/core/merge/pieces.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import type { FileSketch, Sketch } from "../../../extension/core/sketch/sketch.ts";
import type { LineRange } from "../../../extension/core/text/lines.ts";

const ORIGINAL = "class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\n";
const SKETCH = `class A {
  // ...
  one() {
    return 10;
  }

  lost() {
    return 3;
  }
  // ...
}
`;

/** A sketch without the pieces of these lines. */
function without(sketch: Sketch, ranges: readonly LineRange[], original = ORIGINAL): Sketch {
  const found: FileSketch = { path: undefined, moveTo: undefined, language: undefined, sketch, replyLine: 1 };
  const pieces = ranges.map((range, index) =>
    leftOutPiece({ index, sketch: range, written: [], reason: "Why.", candidates: [] }, []),
  );
  const lines = new Set(original.split("\n").map((line) => line.trim()));
  return withoutPieces(found, pieces, (line) => lines.has(line)).sketch;
}

test("markers stand in place of the lines of a piece, so that the others keep their numbers", () => {
  const left = without({ type: "code", text: SKETCH }, [{ start: 6, end: 9 }]);
  const want = SKETCH.replace("  lost() {\n    return 3;\n  }\n", "  ...\n    ...\n  ...\n");
  expect(left).toEqual({ type: "code", text: want, seams: [6, 7, 8] });
});

test("the others are proven without it", () => {
  const original = readOriginal(ORIGINAL, "javascript", undefined);
  const rewrite = ORIGINAL.replace("return 1", "return 10");
  expect(judgeRewrite(original, { type: "code", text: SKETCH }, rewrite).holds).toBe(false);
  expect(judgeRewrite(original, without({ type: "code", text: SKETCH }, [{ start: 6, end: 9 }]), rewrite).holds).toBe(
    true,
  );
  expect(
    judgeRewrite(original, without({ type: "code", text: SKETCH }, [{ start: 6, end: 9 }]), ORIGINAL).holds,
    "without the other",
  ).toBe(false);
});

test("a marker is none of the lines of the file", () => {
  const left = without({ type: "code", text: "a();\r\nb();\r\n" }, [{ start: 1, end: 2 }], "a();\n...\n");
  expect(left).toEqual({ type: "code", text: "a();\r\n…\r\n", seams: [1] });
});

test("edits are left out by their numbers", () => {
  const edit = { search: ["a"], replace: ["b"], scope: [], atEnd: false, replyLine: 1 };
  const edits = [edit, { ...edit, replyLine: 6 }];
  const left = without({ type: "edits", format: "search-replace", edits }, [{ start: 0, end: 5 }]);
  expect(left).toEqual({ type: "edits", format: "search-replace", edits: [edits[1]] });
});
