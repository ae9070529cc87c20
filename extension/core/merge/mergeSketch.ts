import { isProseLanguage } from "../sketch/proseTarget.ts";
import { isStubBody, readNonCode } from "../sketch/markers.ts";
import type { Sketch } from "../sketch/sketch.ts";
import { joinLines, lineTexts, splitLines } from "../text/lines.ts";
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
  const shown = sketch.type === "code" ? withoutMarkers(sketch.text, original.language) : sketch.text;
  if (shown !== sketch.text) {
    return {
      type: "ambiguous",
      reason: "The sketch leaves out lines of the file, which has none.",
      draft: newFileText(shown),
      candidates: [],
    };
  }
  const text = newFileText(sketch.text);
  const all = { start: 0, end: lineTexts(text).length };
  const pieces = placedPieces([{ sketch: all, original: { start: 0, end: 0 }, result: all }]);
  return { type: "merged", text, pieces };
}

/**
 * Leaves out the lines that surely say what is not shown or is removed; dots that are the body of a stub, and dots of prose, are text. Blank
 * lines stay; the text itself is given back if there is no such line.
 */
function withoutMarkers(text: string, language: string | undefined): string {
  if (isProseLanguage(language)) return text;
  const { bom, lines } = splitLines(text);
  const texts = lines.map((line) => line.text);
  const shown = lines.filter((line, at) => {
    const found = readNonCode(line.text);
    if (found === undefined || (found.type === "marker" && !found.isSure)) return true;
    return isStubBody(texts, at, language);
  });
  return shown.length === lines.length ? text : joinLines({ bom, lines: shown });
}
