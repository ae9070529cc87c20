import type { Piece } from "../merge/mergeResult.ts";
import { beginWork } from "../text/work.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { withWords } from "./applySketch.ts";
import { sureText, type StructuralOutcome } from "./outcome.ts";
import { applyStructural } from "./structural.ts";

/** What the structural engine makes of a request, ahead of its apply. */
export interface PlacedSketch {
  readonly outcome: StructuralOutcome;
  /** The text with all that has a place, even if other pieces are left open. */
  readonly text: string;
  /** Where each piece of the request stands in it, and which ones are left out; empty if nobody can say it piece by piece. */
  readonly pieces: readonly Piece[];
}

/** About a tenth of a second: what takes more is left to the apply. */
const STEPS = 2_000_000;

/**
 * Computes what the structural engine alone makes of a request, ahead of an apply: what `applySketch` would begin with. `undefined` if that
 * takes long. Asks no model, never throws.
 */
export function placeSketch(given: ApplyRequest): PlacedSketch | undefined {
  const request = withWords(given);
  const work = beginWork(STEPS);
  const outcome = applyStructural(request, work);
  if (work.isSpent) return undefined;
  if (outcome.type === "no-sketch") return { outcome, text: request.original, pieces: [] };
  if (outcome.type === "merged") return { outcome, text: outcome.text, pieces: outcome.pieces };
  return { outcome, text: sureText(outcome, request.original), pieces: outcome.pieces };
}
