import { lineTexts, type LineRange } from "../../text/lines.ts";
import { alternativeOf, revise, type Revision } from "../alternatives.ts";
import type { Step } from "../assemble.ts";
import type { Alternative, Candidate, LeftOut, MergeResult, Piece } from "../mergeResult.ts";
import { writeText } from "./readings.ts";
import type { Observation } from "./observation.ts";
import type { RankedReading as Reading } from "./ranking.ts";
import type { ModelReading } from "./readByModel.ts";
import type { Original } from "../original.ts";
import { leftOutPiece } from "../pieces.ts";

/** Returns the number of the piece (`Observation.piece`) that a placement's lines of the sketch belong to; 0 if no item begins there. */
export function pieceOfSketchLine(o: Observation, { start }: LineRange): number {
  const item = o.items.findIndex(({ line }) => line === start);
  return o.piece[item] ?? 0;
}

/** Computes for each piece how sure the best reading's treatment of it is: the share of the readings, by certainty, that treat it alike. */
export function certaintyOfPieces(o: Observation, readings: readonly Reading[]): number[] {
  const [best] = readings;
  if (!best) return [];
  const treatments = readings.map(({ steps }) => treatmentsOf(o, steps));
  const total = readings.reduce((sum, { certainty }) => sum + certainty, 0);
  return (treatments[0] ?? []).map((treatment, piece) => {
    const alike = readings.reduce(
      (sum, { certainty }, index) => (treatments[index]?.[piece] === treatment ? sum + certainty : sum),
      0,
    );
    return total === 0 ? 0 : alike / total;
  });
}

/** What a reading does with each piece: which lines it matches, writes and deletes, as a text to compare. */
function treatmentsOf(o: Observation, steps: readonly Step[]): string[] {
  const parts: string[][] = Array.from({ length: (o.piece.at(-1) ?? 0) + 1 }, () => []);
  /** The last line of the file before, which tells where a piece goes that only writes. */
  let above = -1;
  for (const { step, piece } of withPieces(o, steps)) {
    const stays = (step.type === "keep" || step.type === "match") && o.original.trimmed[step.line] !== "";
    if (stays) above = step.line;
    if (step.type === "keep" || step.type === "mark") continue;
    const isBlank = "item" in step ? o.texts[step.item] === "" : o.original.trimmed[step.line] === "";
    if (isBlank) continue;
    const line = "line" in step ? step.line : above;
    parts[piece]?.push(`${step.type} ${"item" in step ? String(step.item) : ""} ${String(line)}`);
  }
  return parts.map((each) => each.join(";"));
}

/** Each step with the piece that it belongs to: a deletion to the piece before it or, after kept lines, to the piece after those. */
function withPieces(o: Observation, steps: readonly Step[]): { readonly step: Step; readonly piece: number }[] {
  let piece = 0;
  return steps.map((step) => {
    if ("item" in step && step.item >= 0) piece = o.piece[step.item] ?? 0;
    return { step, piece };
  });
}

/**
 * Merges what is certain if the best reading does not count as a whole: leaves out the pieces that are less sure than `sure`, and always
 * the least sure one, with what they may mean as alternatives. If that leaves nothing, returns `refusal` with the alternatives of all
 * pieces; if the readings differ though they treat every piece alike, with those of the code as one piece.
 */
export function leaveOpen(
  { observed, readings }: Pick<ModelReading, "observed" | "readings">,
  sure: number,
  refusal: Refusal,
): MergeResult {
  const o = observed;
  const [best] = readings;
  if (!best) return refusal;
  const pieces = [...new Set(o.items.flatMap((item, index) => (item.type === "code" ? [o.piece[index] ?? 0] : [])))];
  const certainties = certaintyOfPieces(o, readings);
  const certaintyOf = (piece: number): number => certainties[piece] ?? 0;
  const least = pieces.reduce((lowest, piece) => Math.min(lowest, certaintyOf(piece)), 1);
  // The readings write different texts, though they treat all pieces alike.
  if (least === 1) return { ...refusal, pieces: [asOnePiece(o, readings, refusal)] };
  const open = new Set(pieces.filter((piece) => certaintyOf(piece) < sure || certaintyOf(piece) === least));
  if (open.size === pieces.length)
    return {
      ...refusal,
      pieces: pieces.map((piece, index) => leftOpen(o, readings, { piece, index, open }, o.whole.lines)),
    };
  const steps = withPieces(o, best.steps).flatMap(({ step, piece }): Step[] => (open.has(piece) ? undo(step) : [step]));
  const partial = writeText(o, steps);
  const lines = lineTexts(partial.text);
  let index = 0;
  const result = pieces.flatMap((piece): Piece[] => {
    if (open.has(piece)) return [leftOpen(o, readings, { piece, index: index++, open }, lines)];
    const placement = partial.placements.find((each) => pieceOfSketchLine(o, each.sketch) === piece);
    return placement ? [{ ...placement, index: index++, state: "placed", certainty: certaintyOf(piece) }] : [];
  });
  return { type: "partial", text: partial.text, pieces: result };
}

type Refusal = Extract<MergeResult, { type: "ambiguous" }>;

/** A piece that is left out of `lines`, which the placed ones have given. */
function leftOpen(
  o: Observation,
  readings: readonly Reading[],
  { piece, index, open }: { readonly piece: number; readonly index: number; readonly open: ReadonlySet<number> },
  lines: readonly string[],
): LeftOut {
  const alternatives = alternativesOf(o, readings, piece, open, revise(o.whole.lines, lines));
  const candidates = alternatives.map(({ original, label }): Candidate => ({ original, label }));
  const reason = `It is not sure where this part of the sketch belongs: ${quotedLine(o, piece)}.`;
  const sketch = linesOfPiece(o, piece);
  const written = lineTexts(o.code).slice(sketch.start, sketch.end);
  return leftOutPiece({ index, sketch, written, reason, candidates }, alternatives);
}

/** The whole sketch as one open piece: what it may mean are the texts of the readings. */
function asOnePiece(o: Observation, readings: readonly Reading[], { reason, candidates }: Refusal): LeftOut {
  const revision = revise(o.whole.lines, o.whole.lines);
  const total = readings.reduce((sum, { certainty }) => sum + certainty, 0);
  const alternatives = sumAlternatives(
    readings.map(({ text, certainty }) => alternativeOf(revision, lineTexts(text), certainty / total)),
  );
  const written = lineTexts(o.code);
  const sketch = { start: 0, end: written.length };
  return leftOutPiece({ index: 0, sketch, written, reason, candidates }, alternatives);
}

/** What the readings make of one open piece, each as an alternative to the partial result. */
function alternativesOf(
  o: Observation,
  readings: readonly Reading[],
  piece: number,
  open: ReadonlySet<number>,
  revision: Revision,
): Alternative[] {
  const total = readings.reduce((sum, { certainty }) => sum + certainty, 0);
  return sumAlternatives(
    readings.map(({ steps, certainty }) => {
      const own = withPieces(o, steps).flatMap(({ step, piece: other }): Step[] =>
        other !== piece && open.has(other) ? undo(step) : [step],
      );
      return alternativeOf(revision, lineTexts(writeText(o, own).text), certainty / total);
    }),
  );
}

/** Joins equal ones into one, as sure as they are together; the likeliest first. */
function sumAlternatives(alternatives: readonly (Alternative | undefined)[]): Alternative[] {
  const found = new Map<string, Alternative>();
  for (const alternative of alternatives) {
    if (!alternative) continue;
    const key = JSON.stringify([alternative.original, alternative.lines]);
    const known = found.get(key);
    found.set(key, known ? { ...known, certainty: known.certainty + alternative.certainty } : alternative);
  }
  return [...found.values()].sort((a, b) => b.certainty - a.certainty);
}

/** The step of a piece that is left out: what it found or deleted stays, what it wrote is not written. */
function undo(step: Step): Step[] {
  if (step.type === "keep" || step.type === "mark") return [step];
  return "line" in step ? [{ type: "keep", line: step.line, item: -1 }] : [];
}

function linesOfPiece(o: Observation, piece: number): LineRange {
  const lines = o.items.flatMap((item, index) => (item.type === "code" && o.piece[index] === piece ? [item.line] : []));
  return { start: lines[0] ?? 0, end: (lines.at(-1) ?? 0) + 1 };
}

function quotedLine(o: Observation, piece: number): string {
  const at = o.texts.findIndex((text, item) => text !== "" && o.piece[item] === piece);
  return `"${o.texts[at] ?? ""}"`;
}

interface Difference extends Candidate {
  readonly reason: string;
}

/** Finds where two readings differ, in lines of the original: one run of lines, or none if they are alike. */
export function differencesOf(original: Original, best: string, other: string): Difference[] {
  const revision = revise(original.lines, lineTexts(best));
  const alternative = alternativeOf(revision, lineTexts(other), 0.5);
  if (!alternative) return [];
  const { start, end } = alternative.original;
  const label = original.trimmed.slice(start, Math.max(end, start + 1)).find((text) => text !== "") ?? "";
  const lines = end - start <= 1 ? `line ${String(start + 1)}` : `lines ${String(start + 1)} to ${String(end)}`;
  const code = `"${label}"`;
  // What stands in quotation marks is code, which logs leave out.
  const reason =
    start === end
      ? `It is not sure whether something is to be inserted before ${lines} of the file: ${code}.`
      : `It is not sure what should become of ${lines} of the file: ${code}.`;
  return [{ original: alternative.original, label, reason }];
}
