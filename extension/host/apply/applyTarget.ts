import type { Uri } from "vscode";
import { beginFigures, countEvent, type ApplyFigures } from "../../core/apply/applyFigures.ts";
import { deletesFile, movesTo } from "../../core/targets/applyJobs.ts";
import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import type { Piece } from "../../core/merge/mergeResult.ts";
import { openProposal } from "../../core/review/choices.ts";
import type { AnswerPlace, AppliedAnswer } from "../../core/review/pieceSource.ts";
import { editorLines } from "../../core/text/lines.ts";
import { inBackground } from "../inBackground.ts";
import type { ReviewOutcome, ReviewRequest, ReviewStarter } from "../review/reviewRequest.ts";
import {
  offerModel,
  refuseTarget,
  sayFailed,
  sayMixedEnds,
  sayNoChange,
  sayNoGuess,
  sayNothingFor,
  sayRewriteStopped,
} from "./applyMessages.ts";
import type { Unasked } from "./findTargets.ts";
import type { FoundTarget } from "./foundTarget.ts";
import { offerMove } from "./moveFile.ts";
import { readyApply, type ApplyEngines, type ApplyWish, type ReadyApply } from "./readyApply.ts";

/** What an apply works with. */
export interface ApplySurroundings {
  readonly reviews: ReviewStarter;
  readonly engines: ApplyEngines;
}

/** How the apply to one target goes on, for whoever shows it besides the status bar. Texts are as the review began from them. */
export type ApplyNews =
  | { readonly type: "begun"; readonly target: Uri }
  | {
      readonly type: "progress";
      readonly target: Uri;
      readonly figures: ApplyFigures;
      /** Since it began. */
      readonly elapsedMs: number;
    }
  /** The rewrite is whole, and goes to its review. */
  | {
      readonly type: "rewritten";
      readonly target: Uri;
      readonly kind: ReviewRequest["kind"];
      readonly before: string;
      readonly after: string;
      /** What became of each piece, with its lines of the text with the sketches; empty where a model wrote the rewrite. */
      readonly pieces: readonly Piece[];
      /** Id of the apply that its choices have; `undefined` if whoever asked chooses. */
      readonly apply: string | undefined;
    }
  /** It came to nothing; `trouble` tells what a provider failed with, in words. */
  | { readonly type: "ended"; readonly target: Uri; readonly outcome: Stopped; readonly trouble: string | undefined };

type Stopped = Exclude<ReviewOutcome, { type: "reviewing" }>;

/** What one apply has of its own, and who follows it. */
export interface ApplyOptions extends ApplyWish, Pick<ReviewRequest, "replaced"> {
  /** Where the text stands that the sketches are read from; without it there is no way back to it. */
  readonly place?: AnswerPlace | undefined;
  readonly observe?: ((news: ApplyNews) => void) | undefined;
}

/** Applies to one target and opens its review, in the background if `isBehind`. Returns what became of it; messages are shown already. */
export async function applyToTarget(
  { reviews, engines }: ApplySurroundings,
  options: ApplyOptions,
  target: FoundTarget,
  signal: AbortSignal,
  unasked: Unasked,
  isBehind: boolean,
): Promise<ReviewOutcome> {
  const { uri } = target;
  const observe = options.observe ?? (() => undefined);
  const stop = (): void => {
    reviews.stop(uri);
  };
  const ready = await unasked(() => readyApply(engines, options, target, stop));
  if (ready === "unreadable") {
    const outcome = { type: "failed", reason: refuseTarget(uri, ready, undefined) } as const;
    observe({ type: "ended", target: uri, outcome, trouble: undefined });
    return outcome;
  }
  signal.throwIfAborted();
  const kind = kindOf(target);
  const request: ReviewRequest = {
    target: uri,
    kind,
    inBackground: isBehind,
    sketches: sketchesOf(target),
    answer: answerOf(target, options),
    replaced: options.replaced,
    apply: observed(ready.apply, uri, kind, observe),
    sayStopped: (stopped, message) => {
      observe({ type: "ended", target: uri, outcome: stopped, trouble: ready.trouble()?.message });
      // A doubt asks the same whether it came at once or after models were tried.
      if (stopped.type === "ambiguous") inBackground(report(request, ready, stopped));
      else inBackground(sayRewriteStopped(message, ready.trouble()));
    },
  };
  const outcome = await unasked(() => reviews.start(request));
  if (outcome.type !== "reviewing") {
    observe({ type: "ended", target: uri, outcome, trouble: ready.trouble()?.message });
  }
  if (target.hasMixedEnds && outcome.type === "reviewing") sayMixedEnds(uri);
  inBackground(report(request, ready, outcome));
  offerMoveOf(target, outcome);
  return outcome;
}

/** Returns what is applied to a target as one text, only to compare it with another. */
export function sketchesOf({ jobs }: FoundTarget): string {
  return JSON.stringify(jobs.map(({ source: { text, fence }, job }) => [text, fence, job.path]));
}

/** Returns the text that is applied to a target, with its place: the longest one, since an answer can go on in another block. */
export function answerOf({ jobs }: FoundTarget, { place }: ApplyOptions): AppliedAnswer {
  const texts = jobs.map(({ source }) => source.text);
  return { text: texts.reduce((most, text) => (text.length > most.length ? text : most), ""), place };
}

/** Returns the kind of a target's review: `delete` if the last of its jobs deletes the file, else the target's own. */
export function kindOf({ kind, jobs }: FoundTarget): ReviewRequest["kind"] {
  const last = jobs.at(-1)?.job;
  return kind === "change" && last && deletesFile(last) ? "delete" : kind;
}

/** Offers to rename the file if its sketch wants that and the rest is under review or needs no change. */
export function offerMoveOf(target: FoundTarget, outcome: ReviewOutcome): void {
  const mover = target.jobs.find(({ job }) => movesTo(job) !== undefined)?.job;
  const moveTo = mover && movesTo(mover);
  const isSettled = outcome.type === "reviewing" || outcome.type === "no-change";
  if (moveTo !== undefined && isSettled && kindOf(target) === "change") {
    inBackground(offerMove(target.uri, mover?.path, moveTo));
  }
}

/** Wraps an apply so that `observe` is called with how it goes, and with `ended` as soon as the signal aborts it. */
export function observed(
  apply: ReviewRequest["apply"],
  target: Uri,
  kind: ReviewRequest["kind"],
  observe: (news: ApplyNews) => void,
): ReviewRequest["apply"] {
  return async function* (original, signal) {
    const startedMs = performance.now();
    let figures = beginFigures(original.length);
    const onAbort = (): void => {
      if (figures.end === undefined) {
        observe({ type: "ended", target, outcome: { type: "cancelled" }, trouble: undefined });
      }
    };
    // A provider that does not heed the signal must not keep anyone waiting.
    signal.addEventListener("abort", onAbort, { once: true });
    observe({ type: "begun", target });
    try {
      for await (const event of apply(original, signal)) {
        figures = countEvent(figures, event);
        if (event.type === "done") {
          const { pieces, open } = event;
          const after = shownText(original, event);
          observe({ type: "rewritten", target, kind, before: original, after, pieces, apply: open?.apply });
        } else observe({ type: "progress", target, figures, elapsedMs: performance.now() - startedMs });
        yield event;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  };
}

/** Tells the user what became of an apply that has no review, and what to do next. */
async function report(request: ReviewRequest, ready: ReadyApply, outcome: ReviewOutcome): Promise<void> {
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
    case "ambiguous":
      await sayNoGuess(target, outcome.reason, ready.trouble() ?? (ready.hasModels() ? undefined : offerModel()));
  }
}

/** The text that the review of a rewrite shows first, with the likeliest readings of what is open. */
function shownText(original: string, { text, open }: Extract<ApplyEvent, { type: "done" }>): string {
  if (open === undefined || open.pieces.length === 0) return text;
  return openProposal(editorLines(original), editorLines(text), open.pieces, open.apply).proposal.join("\n");
}
