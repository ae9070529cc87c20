import { lineTexts, type LineRange } from "../../text/lines.ts";
import { alternativeOf, revise } from "../alternatives.ts";
import type { Step } from "../assemble.ts";
import type { Alternative, Candidate, MergeResult, Piece } from "../mergeResult.ts";
import { writeText } from "./readings.ts";
import type { Observation } from "./observation.ts";
import type { RankedReading as Reading } from "./ranking.ts";
import type { Original } from "../original.ts";
import { leftOutPiece } from "../pieces.ts";

/** The number of the piece (`Observation.piece`) that a placement's lines of the sketch belong to. */
export function pieceOfSketchLine(o: Observation, { start }: LineRange): number {
  const item = o.items.findIndex(({ line }) => line === start);
  return o.piece[item] ?? 0;
}

/** For each piece how sure the best reading's treatment of it is: the share of the readings that treat it alike. */
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
  for (const { step, piece } of withPieces(o, steps)) {
    if (step.type === "keep" || step.type === "mark") continue;
    const isBlank = "item" in step ? o.texts[step.item] === "" : o.original.trimmed[step.line] === "";
    if (isBlank) continue;
    parts[piece]?.push(
      `${step.type} ${"item" in step ? String(step.item) : ""} ${"line" in step ? String(step.line) : ""}`,
    );
  }
  // Where a piece that only writes goes is told by the line before it.
  return parts.map((each) => each.join(";"));
}

/** Each step with the piece that it belongs to: a deletion to the piece before it, behind kept lines to the one after them. */
function withPieces(o: Observation, steps: readonly Step[]): { readonly step: Step; readonly piece: number }[] {
  let piece = 0;
  return steps.map((step) => {
    if ("item" in step && step.item >= 0) piece = o.piece[step.item] ?? 0;
    return { step, piece };
  });
}

/**
 * The merge without the pieces that are less sure than `sure`: those leave their lines of the file as they are, and what they may
 * mean are alternatives. `undefined` where no piece would be placed.
 */
export function leaveOpen(
  o: Observation,
  readings: readonly Reading[],
  certainties: readonly number[],
  sure: number,
): MergeResult | undefined {
  const [best] = readings;
  if (!best) return undefined;
  const pieces = [...new Set(o.items.flatMap((item, index) => (item.type === "code" ? [o.piece[index] ?? 0] : [])))];
  const open = new Set(pieces.filter((piece) => (certainties[piece] ?? 0) < sure));
  if (open.size === 0 || open.size === pieces.length) return undefined;
  const steps = withPieces(o, best.steps).flatMap(({ step, piece }): Step[] => (open.has(piece) ? undo(step) : [step]));
  const partial = writeText(o, steps);
  const revision = revise(o.whole.lines, lineTexts(partial.text));
  let index = 0;
  const result = pieces.flatMap((piece): Piece[] => {
    const sketch = linesOfPiece(o, piece);
    if (!open.has(piece)) {
      const placement = partial.placements.find((each) => pieceOfSketchLine(o, each.sketch) === piece);
      return placement ? [{ ...placement, index: index++, state: "placed", certainty: certainties[piece] ?? 1 }] : [];
    }
    const alternatives = alternativesOf(o, readings, piece, open, revision);
    const candidates = alternatives.map(({ original, label }): Candidate => ({ original, label }));
    const reason = `It is not sure where this part of the sketch belongs: ${quotedLine(o, piece)}.`;
    return [leftOutPiece({ index: index++, sketch, reason, candidates }, alternatives)];
  });
  return { type: "partial", text: partial.text, pieces: result };
}

/** What the readings make of one open piece, each as an alternative to the partial result; equal ones add up. */
function alternativesOf(
  o: Observation,
  readings: readonly Reading[],
  piece: number,
  open: ReadonlySet<number>,
  revision: ReturnType<typeof revise>,
): Alternative[] {
  const found = new Map<string, Alternative>();
  const total = readings.reduce((sum, { certainty }) => sum + certainty, 0);
  for (const { steps, certainty } of readings) {
    const own = withPieces(o, steps).flatMap(({ step, piece: other }): Step[] =>
      other !== piece && open.has(other) ? undo(step) : [step],
    );
    const lines = lineTexts(writeText(o, own).text);
    const alternative = alternativeOf(revision, lines, certainty / total);
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

/** Where two readings differ, in lines of the original. */
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
