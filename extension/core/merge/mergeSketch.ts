import type { Sketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { mergeCode } from "./mergeCode.ts";
import type { AnswerContext } from "./model/observeCode.ts";
import { mergeEdits, newFileText } from "./mergeEdits.ts";
import type { MergeResult } from "./mergeResult.ts";
import type { Original } from "./original.ts";
import { placedPieces } from "./pieces.ts";
import type { Work } from "../text/work.ts";

/** Merges a sketch of any form into the original. `context` is what its answer says of it, `work` the work that is left. Never throws. */
export function mergeSketch(sketch: Sketch, original: Original, work: Work, context: AnswerContext = {}): MergeResult {
  if (sketch.type === "edits") return mergeEdits(sketch, original, work);
  const isNew = original.trimmed.every((line) => line === "");
  if (sketch.type === "code" && !isNew) return mergeCode(sketch, original, work, context);
  if (sketch.type === "delete") return { type: "merged", text: "", pieces: [] };
  if (sketch.type === "add" && !isNew) {
    return {
      type: "ambiguous",
      reason: "The sketch adds a file that is already there.",
      draft: newFileText(sketch.text),
      candidates: [],
    };
  }
  const text = newFileText(sketch.text);
  const all = { start: 0, end: lineTexts(text).length };
  const pieces = placedPieces([{ sketch: all, original: { start: 0, end: 0 }, result: all }]);
  return { type: "merged", text, pieces };
}
