import type { Sketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { mergeCode } from "./mergeCode.ts";
import { mergeEdits, newFileText } from "./mergeEdits.ts";
import type { MergeResult } from "./mergeResult.ts";
import type { Original } from "./original.ts";
import type { Work } from "../text/work.ts";

/** Merges a sketch of any form into the original, with the work that is left. Never throws. */
export function mergeSketch(sketch: Sketch, original: Original, work: Work): MergeResult {
  if (sketch.type === "edits") return mergeEdits(sketch, original, work);
  const isNew = original.trimmed.every((line) => line === "");
  if (sketch.type === "code" && !isNew) return mergeCode(sketch, original, work);
  if (sketch.type === "delete") return { type: "merged", text: "", placements: [] };
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
  return { type: "merged", text, placements: [{ sketch: all, original: { start: 0, end: 0 }, result: all }] };
}
