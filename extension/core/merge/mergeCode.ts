import type { CodeSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import type { Work } from "../text/work.ts";
import type { MergeResult } from "./mergeResult.ts";
import { certaintyOfPieces, differencesOf, leaveOpen, pieceOfSketchLine } from "./model/codePieces.ts";
import { readByModel, type ModelReading } from "./model/readByModel.ts";
import type { AnswerContext } from "./model/readCode.ts";
import { namesTwice } from "./model/textFeatures.ts";
import type { Original } from "./original.ts";
import { placedPieces } from "./pieces.ts";
import { mergeByRules } from "./rules/mergeByRules.ts";

/** How sure the model must be of another text before what the rules merge counts as doubtful. */
const OBJECTION = 0.7;

/**
 * Merges code, lazy or whole, into the original. Two readers that share no weight and no rule look at it: the rules, which refuse what they
 * doubt, and the fitted model, which says how sure it is. What the rules merge stands unless the model is rather sure of another text;
 * what they refuse is merged where the model is sure, as a whole or piece by piece. Decision 27 has the figures.
 */
export function mergeCode(
  sketch: CodeSketch,
  original: Original,
  work: Work,
  context: AnswerContext = {},
): MergeResult {
  const ruled = mergeByRules(sketch, original, work);
  if (ruled.type === "no-sketch" || ruled.isFinal === true || work.isSpent) return ruled;
  const model = readByModel(sketch, original, work, context);
  if (!model) return ruled;
  const { best, observed } = model;
  const certainty = namesTwice(observed, best.text) ? 0 : best.certainty;
  if (ruled.type === "merged") {
    const agrees = isSameText(best.text, ruled.text);
    return agrees || certainty < OBJECTION ? ruled : unsureOf(original, model, ruled.text);
  }
  if (certainty >= model.sure) return mergedBy(model);
  return (
    leaveOpen(model.observed, model.readings, certaintyOfPieces(model.observed, model.readings), model.sure) ?? ruled
  );
}

/** The text of the likeliest reading, each of its pieces with the share of the readings that treat it alike. */
function mergedBy({ observed, readings, best }: ModelReading): MergeResult {
  const certainties = certaintyOfPieces(observed, readings);
  const each = best.placements.map(
    (placement) => best.certainty * (certainties[pieceOfSketchLine(observed, placement.sketch)] ?? 1),
  );
  return { type: "merged", text: best.text, pieces: placedPieces(best.placements, each) };
}

/** The two readers differ, and nobody knows which of them is right. */
function unsureOf(original: Original, { best }: ModelReading, ruled: string): MergeResult {
  const differences = differencesOf(original, best.text, ruled);
  return {
    type: "ambiguous",
    reason: differences[0]?.reason ?? "The sketch can be read in two ways.",
    draft: best.text,
    candidates: differences,
  };
}

/** Whether two texts are the same but for blank lines and blanks at the ends of lines. */
function isSameText(a: string, b: string): boolean {
  const lines = (text: string): string =>
    lineTexts(text)
      .map((line) => line.trimEnd())
      .filter((line) => line !== "")
      .join("\n");
  return a === b || lines(a) === lines(b);
}
