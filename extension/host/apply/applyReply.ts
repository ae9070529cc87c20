import { l10n, workspace, type Uri } from "vscode";
import { deletesFile, movesTo, planJobs, readJob } from "../../core/apply/applyJobs.ts";
import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import { withBestGuess } from "../../core/apply/bestGuess.ts";
import { chooseLanguage } from "../../core/apply/chooseLanguage.ts";
import { readSource, type SketchSource } from "../../core/apply/sketchSource.ts";
import type { SyntaxParsers } from "../../core/merge/syntax.ts";
import { inBackground } from "../inBackground.ts";
import { openDocument } from "../review/targetDocument.ts";
import type { ReviewOutcome, ReviewRequest, ReviewStarter } from "../review/reviewRequest.ts";
import {
  askAboutDoubt,
  refuseTarget,
  sayFailed,
  sayFitsNone,
  sayLeft,
  sayMixedEnds,
  sayNoChange,
  sayNothingFor,
  showPlaces,
} from "./applyMessages.ts";
import type { FoundSource } from "./editorSource.ts";
import { checkChosen, findTargets, languageOfDocument, type FoundTarget, type Unasked } from "./findTargets.ts";
import { offerMove } from "./moveFile.ts";
import type { PickedTarget } from "./pickTarget.ts";
import { whileShown } from "./slowWork.ts";

/** What an apply works with. */
export interface ApplySurroundings {
  readonly reviews: ReviewStarter;
  readonly parsers: SyntaxParsers;
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
  { reviews, parsers }: ApplySurroundings,
  source: SketchSource,
  target: FoundTarget,
  signal: AbortSignal,
  unasked: Unasked,
  isBehind = false,
): Promise<boolean> {
  const { uri } = target;
  const apply = await unasked(() => readyApply(parsers, source, target));
  if (apply === "unreadable") {
    refuseTarget(uri, apply, undefined);
    return false;
  }
  signal.throwIfAborted();
  const last = target.jobs.at(-1);
  const kind = target.kind === "change" && last && deletesFile(last) ? "delete" : target.kind;
  const request: ReviewRequest = { target: uri, kind, inBackground: isBehind, apply };
  const outcome = await unasked(() => reviews.start(request));
  if (target.hasMixedEnds && outcome.type === "reviewing") sayMixedEnds(uri);
  inBackground(report(reviews, request, outcome));
  const mover = target.jobs.find((job) => movesTo(job) !== undefined);
  const moveTo = mover && movesTo(mover);
  const isSettled = outcome.type === "reviewing" || outcome.type === "no-change";
  if (moveTo !== undefined && isSettled && kind === "change") inBackground(offerMove(uri, mover?.path, moveTo));
  return outcome.type === "reviewing";
}

/** The apply with all that it has to wait for at hand, so that a review shows its rewrite at once. */
async function readyApply(
  parsers: SyntaxParsers,
  source: SketchSource,
  { uri, kind, jobs }: FoundTarget,
): Promise<ReviewRequest["apply"] | "unreadable"> {
  const { path } = uri;
  let known: string | undefined;
  if (kind === "change") {
    try {
      known = languageOfDocument(openDocument(uri) ?? (await workspace.openTextDocument(uri)));
    } catch {
      return "unreadable";
    }
  }
  const first = jobs.flatMap(({ sketches }) => sketches);
  const language = chooseLanguage(known, path, first);
  const [parser, { applySketch }] = await Promise.all([
    language === undefined ? undefined : parsers.load(language),
    import("../../core/apply/applySketch.ts"),
  ]);
  return (original: string, signal: AbortSignal): AsyncIterable<ApplyEvent> => {
    const sketches = jobs
      .flatMap((job) => readJob(source, job, { path, language, original }))
      .sort((a, b) => a.replyLine - b.replyLine);
    return applySketch(
      { original, sketches, language, parser, path, instruction: "", conversation: [] },
      { rewriters: [] },
      signal,
    );
  };
}

/** Tells the user what became of an apply that has no review, and what to do next. */
async function report(reviews: ReviewStarter, request: ReviewRequest, outcome: ReviewOutcome): Promise<void> {
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
      const answer = await askAboutDoubt(target, outcome.reason, { guess, places });
      if (answer === "places") await showPlaces(target, outcome.candidates);
      if (answer === "guess") {
        const guessed = { ...request, inBackground: false, apply: withBestGuess(request.apply) };
        await report(reviews, guessed, await reviews.start(guessed));
      }
    }
  }
}

function textOf(target: Uri): string {
  return openDocument(target)?.getText() ?? "";
}
