import type { CodeSketch } from "../sketch/sketch.ts";
import type { Work } from "../text/work.ts";
import type { MergeResult } from "./mergeResult.ts";
import { certaintyOfPieces, differencesOf, leaveOpen, pieceOfSketchLine } from "./model/codePieces.ts";
import { readByModel, type ModelReading } from "./model/readByModel.ts";
import type { AnswerContext } from "./model/observeCode.ts";
import { namesTwice } from "./model/textFeatures.ts";
import type { Original } from "./original.ts";
import { placedPieces } from "./pieces.ts";
import { mergeByRules } from "./rules/mergeByRules.ts";
import { readShownCode } from "./shownCode.ts";

/**
 * Merges code, lazy or whole, into the original. Two readers look at it: the rules, which refuse what they doubt, and the fitted model,
 * which weighs all readings, that of the rules among them. What both read alike is merged. Where they differ, the model decides where it
 * is very sure and the rules where it is not sure, and between the two nobody does. What the rules doubt is merged where the model is
 * sure, as a whole or piece by piece. Decision 27 has the figures.
 */
export function mergeCode(
  { text, isWhole }: CodeSketch,
  original: Original,
  work: Work,
  context: AnswerContext = {},
): MergeResult {
  const shown = readShownCode(text, original);
  if ("nothing" in shown) return { type: "no-sketch", reason: shown.nothing };
  const isSaidWhole = isWhole === true;
  const ruled = mergeByRules(shown, isSaidWhole, original, work);
  if (ruled.isFinal || work.isSpent) return ruled.result;
  const model = readByModel(shown, isSaidWhole, original, work, context, ruled);
  if (!model) return ruled.result;
  const { observed, readings, best, sure } = model;
  const certainty = namesTwice(observed, best.text) ? 0 : best.certainty;
  if (ruled.result.type === "merged") {
    const ofRules = readings.find((reading) => reading.ruled !== undefined)?.certainty ?? 0;
    if (best.ruled !== undefined && ofRules >= sure.together) return mergedBy(model);
    if (certainty < sure.alone && ofRules >= sure.together) return withCertainty(ruled.result, ofRules);
    if (best.ruled === undefined && certainty >= sure.against) return mergedBy(model);
    return leaveOpen(model, sure.against, refusalOf(original, best.text, ruled.result.text));
  }
  if (certainty >= sure.against) return mergedBy(model);
  return ruled.result.type === "ambiguous" ? leaveOpen(model, sure.alone, ruled.result) : ruled.result;
}

/** The text of the likeliest reading, each of its pieces with the share of the readings that treat it alike. */
function mergedBy({ observed, readings, best }: ModelReading): MergeResult {
  const certainties = certaintyOfPieces(observed, readings);
  const each = best.placements.map(
    (placement) => best.certainty * (certainties[pieceOfSketchLine(observed, placement.sketch)] ?? 1),
  );
  return { type: "merged", text: best.text, pieces: placedPieces(best.placements, each) };
}

/** What the rules merge, each piece as sure as the model is of that reading. */
function withCertainty(merged: MergeResult & { type: "merged" }, certainty: number): MergeResult {
  return { ...merged, pieces: merged.pieces.map((piece) => ({ ...piece, certainty })) };
}

/** The two readers differ, and nobody knows which of them is right. */
function refusalOf(original: Original, best: string, ruled: string): Extract<MergeResult, { type: "ambiguous" }> {
  const differences = differencesOf(original, best, ruled);
  return {
    type: "ambiguous",
    reason: differences[0]?.reason ?? "The sketch can be read in two ways.",
    draft: best,
    candidates: differences,
  };
}
