import { SAID } from "../sketch/lineEvidence.ts";
import type { CodeSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import type { Work } from "../text/work.ts";
import type { Step } from "./assemble.ts";
import type { MergeResult } from "./mergeResult.ts";
import type { Observation } from "./model/observation.ts";
import { certaintyOfPieces, differencesOf, leaveOpen, pieceOfSketchLine } from "./model/codePieces.ts";
import { readByModel, type ModelReading } from "./model/readByModel.ts";
import type { AnswerContext } from "./model/observeCode.ts";
import { certaintyOfRuled } from "./model/ranking.ts";
import { isDeclared } from "./lineKeys.ts";
import { namesTwice } from "./model/textFeatures.ts";
import type { Original } from "./original.ts";
import { placedPieces } from "./pieces.ts";
import { mergeByRules } from "./rules/mergeByRules.ts";
import { readShownCode } from "./shownCode.ts";

/**
 * Merges code, lazy or whole, into the original. Two readers look at it: the rules, which refuse what they doubt, and the fitted model,
 * which weighs all readings, including that of the rules. A text that both prefer is merged, unless the model finds even that unlikely.
 * If they prefer different texts, the model's is merged if the model is very sure of it, or sure and finds theirs unlikely, and the rules'
 * if the model is unsure and does not find theirs unlikely; otherwise what they differ about stays open. What the
 * rules doubt is merged if the model is very sure, or else piece by piece as far as it is sure. Decision 27 has the figures.
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
  const isDeletionSaid = context.said?.some(({ kind }) => kind === "delete" || kind === "cut") === true;
  if ((ruled.isFinal && !isDeletionSaid) || work.isSpent) return ruled.result;
  const model = readByModel(shown, isSaidWhole, original, work, context, ruled);
  if (!model || (ruled.isFinal && !isSaidToGo(model.observed, ruled.result))) return ruled.result;
  const { observed, readings, best, sure } = model;
  const certainty = namesTwice(observed, best.text) ? 0 : best.certainty;
  if (ruled.result.type === "merged") {
    const ofRules = certaintyOfRuled(readings);
    // A text that the model has not read is not one that it finds unlikely, unless something declared vanishes.
    const isTolerated = ofRules === undefined ? !losesDeclared(ruled.result.text, observed) : ofRules >= sure.tolerates;
    if (isTolerated && best.ruled !== undefined) return mergedBy(model);
    if (isTolerated && certainty < sure.counts) return withCertainty(ruled.result, ofRules);
    // Rules whose own text is unlikely have a say in what is lost alone.
    const needed = isTolerated || disagreesOnLoss(model) ? sure.overrules : sure.counts;
    if (best.ruled === undefined && certainty >= needed) return mergedBy(model);
    const open = leaveOpen(model, sure.overrules, refusalOf(original, model, ruled.result.text));
    // Code without a marker may be the whole file, which any proof of a whole file allows.
    return shown.isBare ? open : withLikely(open, model);
  }
  if (certainty >= sure.overrules) return mergedBy(model);
  return ruled.result.type === "ambiguous" ? leaveOpen(model, sure.counts, ruled.result) : ruled.result;
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

/** Whether the words of the answer delete each line that the rules are in doubt about. */
function isSaidToGo({ said }: Observation, result: MergeResult): boolean {
  return (
    result.type === "ambiguous" &&
    result.candidates.length > 0 &&
    result.candidates.every(
      ({ original: { start, end } }) =>
        start < end && said.codes.slice(start, end).every((code) => code === SAID.deleted),
    )
  );
}

/** Whether the likeliest reading and the rules disagree about lines, not said to go, in the place of which nothing is written. */
function disagreesOnLoss({ observed, readings, best }: ModelReading): boolean {
  const ofRules = readings.find(({ ruled }) => ruled !== undefined);
  if (ofRules === undefined) return false;
  const isLostBy = (one: readonly Step[], other: readonly Step[]): boolean => {
    const cut = new Set(other.flatMap((step) => (step.type === "delete" ? [step.line] : [])));
    return linesLost(observed, one).some((line) => !cut.has(line));
  };
  return isLostBy(best.steps, ofRules.steps) || isLostBy(ofRules.steps, best.steps);
}

/** Whether a text lacks something that the file declares and the words do not delete. */
function losesDeclared(text: string, { original, said, identityOf }: Observation): boolean {
  const left = new Set(lineTexts(text).map((line) => identityOf(line.trim())));
  return original.trimmed.some((line, at) => {
    const identity = said.codes[at] === SAID.deleted ? undefined : identityOf(line);
    return isDeclared(identity) && !left.has(identity);
  });
}

/** The lines with text, not said to go, that a reading deletes without writing any between the lines that stay before and after. */
function linesLost(o: Observation, steps: readonly Step[]): number[] {
  const lost: number[] = [];
  let cut: number[] = [];
  let writes = false;
  const end = (): void => {
    if (!writes) for (const line of cut) lost.push(line);
    cut = [];
    writes = false;
  };
  for (const step of steps) {
    if (step.type === "insert") writes ||= o.texts[step.item] !== "";
    else if (step.type !== "delete") end();
    else if (o.original.trimmed[step.line] !== "" && o.said.codes[step.line] === SAID.nothing) cut.push(step.line);
  }
  end();
  return lost;
}

/** The text of the likeliest reading, each of its pieces with the share of the readings that treat it alike. */
function mergedBy({ observed, readings, best }: ModelReading): MergeResult {
  const certainties = certaintyOfPieces(observed, readings);
  const each = best.placements.map(
    (placement) => best.certainty * (certainties[pieceOfSketchLine(observed, placement.sketch)] ?? 1),
  );
  return { type: "merged", text: best.text, pieces: placedPieces(best.placements, each) };
}

/** What the rules merge, each piece as sure as the model is of that reading, if it knows it. */
function withCertainty(merged: MergeResult & { type: "merged" }, certainty: number | undefined): MergeResult {
  if (certainty === undefined) return merged;
  return { ...merged, pieces: merged.pieces.map((piece) => ({ ...piece, certainty })) };
}

/** Nobody knows whether the likeliest text is right, or the likeliest of the others: that of the rules, if they read another one. */
function refusalOf(
  original: Original,
  { best, readings }: ModelReading,
  ruled: string,
): Extract<MergeResult, { type: "ambiguous" }> {
  const other = [ruled, ...readings.map(({ text }) => text)].find((text) => text !== best.text);
  const differences = other === undefined ? [] : differencesOf(original, best.text, other);
  return {
    type: "ambiguous",
    reason: differences[0]?.reason ?? "The sketch fits the file in one way only, and that is unlikely to be meant.",
    draft: best.text,
    candidates: differences,
  };
}
