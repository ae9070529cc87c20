import { SAID } from "../sketch/lineEvidence.ts";
import type { CodeSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { TOO_MUCH_WORK, type Work } from "../text/work.ts";
import type { MergeResult } from "./mergeResult.ts";
import { certaintyOfPieces, differencesOf, leaveOpen, pieceOfSketchLine } from "./model/codePieces.ts";
import type { Observation } from "./model/observation.ts";
import type { AnswerContext } from "./model/observeCode.ts";
import { certaintyOfAlike } from "./model/ranking.ts";
import { readByModel, type ModelReading } from "./model/readByModel.ts";
import { namesTwice } from "./model/textFeatures.ts";
import type { Original } from "./original.ts";
import { placedPieces } from "./pieces.ts";
import { readShownCode } from "./shownCode.ts";
import { readExtent, type Extent } from "./wholeExtent.ts";
import { wholeFile } from "./wholeFile.ts";

/** Code with markers is a part of the file whatever else holds. */
const PART: Extent = { type: "part" };

/**
 * Merges code, lazy or whole, into the original. The fitted model weighs all readings: the likeliest is merged if the model is sure enough of
 * it, or else piece by piece as far as it is sure. Two things are no matter of certainty: code that is the whole file by the words of the
 * answer is that, and code that may be the whole file is a question if something declared is missing in it. Decision 27 has the figures.
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
  const extent = shown.isBare ? readExtent(lineTexts(shown.text), isSaidWhole, original) : PART;
  if (isSaidWhole && extent.type === "whole") return mergedWhole(shown.text, original);
  const isDeletionSaid = context.said?.some(({ kind }) => kind === "delete" || kind === "cut") === true;
  if (extent.type === "unsure" && !isDeletionSaid) return unsureOfExtent(extent, shown.text, original);
  const model = readByModel(shown, isSaidWhole, original, work, context);
  if (!model) return unread(extent, shown.text, original, work);
  if (extent.type === "unsure" && !isSaidToGo(model.observed, extent))
    return unsureOfExtent(extent, shown.text, original);
  const { observed, readings, best, sure } = model;
  const certainty = namesTwice(observed, best.text) ? 0 : certaintyOfAlike(best, readings);
  if (certainty >= sure.text) return mergedBy(model);
  const open = leaveOpen(model, sure.piece, refusalOf(original, model));
  // Code without a marker may be the whole file, which any proof of a whole file allows.
  return shown.isBare ? open : withLikely(open, model);
}

/** The code as the whole new file. */
function mergedWhole(code: string, original: Original): MergeResult {
  const { text, placements } = wholeFile(code, original);
  return { type: "merged", text, pieces: placedPieces(placements) };
}

function unsureOfExtent(
  { reason, candidates }: Extract<Extent, { type: "unsure" }>,
  code: string,
  original: Original,
): MergeResult {
  return { type: "ambiguous", reason, candidates, draft: wholeFile(code, original).text };
}

/** What the model cannot read is merged only where it is the whole file by all that it shows. */
function unread(extent: Extent, code: string, original: Original, work: Work): MergeResult {
  if (work.isSpent) return { type: "ambiguous", reason: TOO_MUCH_WORK, draft: original.text, candidates: [] };
  if (extent.type === "whole") return mergedWhole(code, original);
  if (extent.type === "unsure") return unsureOfExtent(extent, code, original);
  const reason = "The sketch and the file are too large to be aligned without a model.";
  return { type: "ambiguous", reason, draft: original.text, candidates: [] };
}

/** How sure the model is of a text at least that is likelier than not. */
const LIKELY = 0.5;

/** A result in which something is open, with the text that the model finds likelier than all others together. */
function withLikely(result: MergeResult, model: ModelReading): MergeResult {
  const { observed, best, readings } = model;
  if (result.type !== "partial" && result.type !== "ambiguous") return result;
  if (best.certainty < LIKELY || namesTwice(observed, best.text)) return result;
  const merged = mergedBy(model);
  const rivals = readings.map(({ text }) => text).filter((text) => text !== best.text);
  return merged.type === "merged"
    ? { ...result, likely: { text: merged.text, pieces: merged.pieces, rivals } }
    : result;
}

/** Whether the words of the answer delete each line that is missing in code that may be the whole file. */
function isSaidToGo({ said }: Observation, { candidates }: Extract<Extent, { type: "unsure" }>): boolean {
  return (
    candidates.length > 0 &&
    candidates.every(
      ({ original: { start, end } }) =>
        start < end && said.codes.slice(start, end).every((code) => code === SAID.deleted),
    )
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

/** Nobody knows whether the likeliest text is right, or the likeliest of the others. */
function refusalOf(original: Original, { best, readings }: ModelReading): Extract<MergeResult, { type: "ambiguous" }> {
  const other = readings.find(({ text }) => text !== best.text);
  const differences = other === undefined ? [] : differencesOf(original, best.text, other.text);
  return {
    type: "ambiguous",
    reason: differences[0]?.reason ?? "The sketch fits the file in one way only, and that is unlikely to be meant.",
    draft: best.text,
    candidates: differences,
  };
}
