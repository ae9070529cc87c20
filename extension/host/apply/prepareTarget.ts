import { prepareSketch } from "../../core/apply/prepareSketch.ts";
import { applyRequest, languageOfTarget, type SketchTarget } from "./applyRequest.ts";
import type { ApplySurroundings } from "./applyTarget.ts";
import type { ApplyWish } from "./readyApply.ts";

/**
 * Lets the model that an apply to a target would ask first read ahead of time. Returns whether the structural engine is unsure, so that
 * a model has something to do; `false` if the target cannot be opened. Rejects with what `signal` aborts with.
 */
export async function prepareTarget(
  { reviews, engines }: ApplySurroundings,
  { context }: ApplyWish,
  target: SketchTarget,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await languageOfTarget(target);
  if (found === "unreadable") return false;
  const { language } = found;
  const [parser, original] = await Promise.all([
    language === undefined ? undefined : engines.parsers.load(language),
    reviews.textFor(target.uri, target.kind),
  ]);
  signal.throwIfAborted();
  let isUnsure = false;
  const rewriters: typeof engines.configuredRewriters = () => {
    isUnsure = true;
    return engines.configuredRewriters();
  };
  await prepareSketch(applyRequest(target, { language, parser, context }, original), { rewriters }, signal);
  return isUnsure;
}
