import type { PiecePlacement } from "../merge/assemble.ts";
import { beginWork } from "../text/work.ts";
import { isPartial, type Finding } from "../proof/proof.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import type { ApplyRequest } from "./applyEvents.ts";
import { withWords } from "./applySketch.ts";
import type { StructuralOutcome } from "./outcome.ts";
import { applyStructural } from "./structural.ts";

/** What the structural engine makes of a request, ahead of its apply. */
export interface PlacedSketch {
  readonly outcome: StructuralOutcome;
  /** The text with all that has a place, also where edits are left open. */
  readonly text: string;
  /** Where that stands. */
  readonly placements: readonly PiecePlacement[];
  /** The edits that are left open; their lines in the reply, and why. */
  readonly open: readonly Finding[];
}

/** About a tenth of a second: what takes more is left to the apply. */
const STEPS = 2_000_000;

/**
 * What the structural engine alone makes of a request, ahead of an apply: what `applySketch` would begin with. `undefined` where that
 * takes long. Asks no model, never throws.
 */
export function placeSketch(given: ApplyRequest): PlacedSketch | undefined {
  const request = withWords(given);
  const work = beginWork(STEPS);
  const outcome = applyStructural(request, work);
  const open = outcome.type === "ambiguous" && isPartial(outcome.proof) ? outcome.proof.findings : [];
  // What is left out says where the others stand by not being there.
  const sketches = open.length > 0 ? withoutEdits(request.sketches, open) : request.sketches;
  const placed = open.length > 0 ? applyStructural({ ...request, sketches }, work) : outcome;
  if (work.isSpent) return undefined;
  if (placed.type !== "merged") return { outcome, text: request.original, placements: [], open: [] };
  return { outcome, text: placed.text, placements: placed.placements, open };
}

/** Sketches without the edits that begin on the lines of findings. */
function withoutEdits(sketches: readonly FileSketch[], findings: readonly Finding[]): readonly FileSketch[] {
  const lines = new Set(findings.map(({ sketch }) => sketch?.start));
  return sketches.flatMap((found) => {
    if (found.sketch.type !== "edits") return [found];
    const edits = found.sketch.edits.filter(({ replyLine }) => !lines.has(replyLine - 1));
    return edits.length === 0 ? [] : [{ ...found, sketch: { ...found.sketch, edits } }];
  });
}
