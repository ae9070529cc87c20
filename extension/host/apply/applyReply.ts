import { l10n, type Uri } from "vscode";
import { deletesFile, movesTo, planJobs } from "../../core/apply/applyJobs.ts";
import { withBestGuess } from "../../core/apply/bestGuess.ts";
import { readSource, type SketchSource } from "../../core/apply/sketchSource.ts";
import { inBackground } from "../inBackground.ts";
import { openDocument } from "../review/targetDocument.ts";
import type { ReviewOutcome, ReviewRequest, ReviewStarter } from "../review/reviewRequest.ts";
import {
  askAboutDoubt,
  offerModel,
  refuseTarget,
  sayFailed,
  sayFitsNone,
  sayLeft,
  sayMixedEnds,
  sayNoChange,
  sayNothingFor,
  sayRewriteStopped,
  showPlaces,
} from "./applyMessages.ts";
import type { FoundSource } from "./editorSource.ts";
import { checkChosen, findTargets, type FoundTarget, type Unasked } from "./findTargets.ts";
import { offerMove } from "./moveFile.ts";
import type { PickedTarget } from "./pickTarget.ts";
import { readyApply, type ApplyEngines, type ReadyApply } from "./readyApply.ts";
import { whileShown } from "./slowWork.ts";

/** What an apply works with. */
export interface ApplySurroundings {
  readonly reviews: ReviewStarter;
  readonly engines: ApplyEngines;
}

/**
 * Applies all sketches of a source, each to its file, and opens a review for each. `chosen`: the file that the user has
 * said they are for. All that is to be asked or refused comes before anything is computed. False where there is no sketch.
 */
export async function applyReply(
  surroundings: ApplySurroundings,
  { source, desk }: FoundSource,
  chosen?: PickedTarget,
): Promise<boolean> {
  const sketches = readSource(source);
  const { jobs, left } = planJobs(sketches);
  if (jobs.length === 0) return false;
  const stop = new AbortController();
  const { signal } = stop;
  const unasked: Unasked = (work) => whileShown(l10n.t("Fast Apply"), stop, work);
  try {
    if (chosen) {
      const target = await checkChosen(sketches, chosen, unasked);
      if (target === "fits-none") sayFitsNone(chosen.uri);
      else if (target) await applyToTarget(surroundings, source, target, signal, unasked);
      return true;
    }
    // The click pins the targets: all of them are known before the first review opens.
    let isBehind = false;
    for (const target of await findTargets(jobs, desk, signal, unasked)) {
      const isReviewed = await applyToTarget(surroundings, source, target, signal, unasked, isBehind);
      // The first review comes before the user; the others wait, so that they do not cover it.
      isBehind ||= isReviewed;
    }
    if (left.length > 0) sayLeft(left.length);
  } catch (error) {
    // Stopped by the user, who knows it.
    if (!signal.aborted) throw error;
  }
  return true;
}

/** Whether there is a review now. */
async function applyToTarget(
  { reviews, engines }: ApplySurroundings,
  source: SketchSource,
  target: FoundTarget,
  signal: AbortSignal,
  unasked: Unasked,
  isBehind = false,
): Promise<boolean> {
  const { uri } = target;
  const stop = (): void => {
    reviews.stop(uri);
  };
  const ready = await unasked(() => readyApply(engines, source, target, stop));
  if (ready === "unreadable") {
    refuseTarget(uri, ready, undefined);
    return false;
  }
  signal.throwIfAborted();
  const last = target.jobs.at(-1);
  const kind = target.kind === "change" && last && deletesFile(last) ? "delete" : target.kind;
  const request: ReviewRequest = {
    target: uri,
    kind,
    inBackground: isBehind,
    apply: ready.apply,
    sayStopped: (stopped, message) => {
      // A doubt asks the same whether it came at once or after models were tried.
      if (stopped.type === "ambiguous") inBackground(report(reviews, request, ready, stopped));
      else inBackground(sayRewriteStopped(message, ready.trouble()));
    },
  };
  const outcome = await unasked(() => reviews.start(request));
  if (target.hasMixedEnds && outcome.type === "reviewing") sayMixedEnds(uri);
  inBackground(report(reviews, request, ready, outcome));
  const mover = target.jobs.find((job) => movesTo(job) !== undefined);
  const moveTo = mover && movesTo(mover);
  const isSettled = outcome.type === "reviewing" || outcome.type === "no-change";
  if (moveTo !== undefined && isSettled && kind === "change") inBackground(offerMove(uri, mover?.path, moveTo));
  return outcome.type === "reviewing";
}

/** Tells the user what became of an apply that has no review, and what to do next. */
async function report(
  reviews: ReviewStarter,
  request: ReviewRequest,
  ready: ReadyApply,
  outcome: ReviewOutcome,
): Promise<void> {
  const { target } = request;
  switch (outcome.type) {
    case "reviewing":
    case "cancelled":
      return;
    case "no-change":
      sayNoChange(target);
      return;
    case "no-sketch":
      sayNothingFor(target, outcome.reason);
      return;
    case "failed":
      sayFailed(target, outcome.reason);
      return;
    case "ambiguous": {
      const guess = outcome.draft !== textOf(target);
      const places = outcome.candidates.length > 0 && request.kind === "change";
      const model = ready.trouble() ?? (ready.hasModels() ? undefined : offerModel());
      const answer = await askAboutDoubt(target, outcome.reason, { guess, places, model });
      if (answer === "places") await showPlaces(target, outcome.candidates);
      if (answer === "guess") {
        const guessed = { ...request, inBackground: false, apply: withBestGuess(ready.applyAlone) };
        await report(reviews, guessed, ready, await reviews.start(guessed));
      }
    }
  }
}

function textOf(target: Uri): string {
  return openDocument(target)?.getText() ?? "";
}
