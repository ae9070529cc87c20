import { setImmediate as nextTurn } from "node:timers/promises";
import { placeSketch, type PlacedSketch } from "../../core/apply/placeSketch.ts";
import { applyRequest, languageOfTarget, type SketchTarget } from "./applyRequest.ts";
import type { ApplySurroundings } from "./applyTarget.ts";
import type { ApplyWish } from "./readyApply.ts";

/** Larger texts are left to the apply, in characters. */
const LONGEST_TEXT = 4_000_000;

/** What the structural engine makes of a target, and the text that it began from. */
export interface PlacedTarget {
  readonly before: string;
  readonly placed: PlacedSketch;
}

/**
 * Computes what the structural engine alone makes of a target, which an apply to it would begin with: in the background, without a
 * question and without a model. `undefined` if the target cannot be read, is too long, or takes long. Rejects if `signal` aborts.
 */
export async function placeTarget(
  { reviews, engines }: ApplySurroundings,
  { context }: ApplyWish,
  target: SketchTarget,
  signal: AbortSignal,
): Promise<PlacedTarget | undefined> {
  const found = await languageOfTarget(target);
  if (found === "unreadable") return undefined;
  const { language } = found;
  const parser = language === undefined ? undefined : await engines.parsers.load(language);
  const before = await reviews.textFor(target.uri, target.kind);
  if (before.length > LONGEST_TEXT) return undefined;
  // What waits to be shown comes first.
  await nextTurn(undefined, { signal });
  const placed = placeSketch(applyRequest(target, { language, parser, context }, before));
  return placed && { before, placed };
}
