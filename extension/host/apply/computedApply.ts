import { STRUCTURAL, type ApplyEvent } from "../../core/apply/applyEvents.ts";
import { mergeLines } from "../../core/diff/rebase.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { ReviewOutcome, ReviewRequest, ReviewStarter } from "../review/reviewRequest.ts";
import { refuseTarget, targetTroubleText } from "./applyMessages.ts";
import { withLostLetters } from "./lostLetters.ts";
import { answerOf, kindOf, observed, sketchesOf, type ApplyOptions, type ApplySurroundings } from "./applyTarget.ts";
import type { FoundTarget } from "./foundTarget.ts";
import { readyApply, type ReadyApply } from "./readyApply.ts";

type Done = Extract<ApplyEvent, { type: "done" }>;

/** A rewrite that is whole, and not shown yet. */
export interface ComputedApply {
  readonly target: FoundTarget;
  readonly ready: ReadyApply;
  /** The text that the rewrite began from. */
  readonly before: string;
  readonly done: Done;
}

/** A rewrite as its review took it over, which is not always as it was computed: the file may have changed meanwhile. */
export interface ShownApply {
  /** The text that it was made for. */
  readonly before: string;
  readonly done: Done;
  /** Whether its proof is of this very text, and not of one from before the file changed. */
  readonly isJudged: boolean;
}

/** Computes the rewrite of one target without showing it. `undefined` if it came to nothing, which `options.observe` then knows. */
export async function computeApply(
  { reviews, engines }: ApplySurroundings,
  options: ApplyOptions,
  target: FoundTarget,
  signal: AbortSignal,
): Promise<ComputedApply | undefined> {
  const { uri } = target;
  const observe = options.observe ?? (() => undefined);
  const own = new AbortController();
  const ready = await readyApply(engines, options, target, () => {
    own.abort();
  });
  if (ready === "unreadable") {
    const refuse = options.isQuiet === true ? targetTroubleText : refuseTarget;
    const reason = refuse(uri, ready, undefined);
    observe({ type: "ended", target: uri, outcome: { type: "failed", reason }, trouble: undefined });
    return undefined;
  }
  const kind = kindOf(target);
  const both = AbortSignal.any([signal, own.signal]);
  try {
    const before = await reviews.textFor(uri, kind);
    for await (const event of observed(ready.apply, uri, kind, observe)(before, both)) {
      both.throwIfAborted();
      if (event.type === "done") return { target, ready, before, done: event };
      if (event.type === "ambiguous" || event.type === "no-sketch" || event.type === "failed") {
        observe({ type: "ended", target: uri, outcome: event, trouble: ready.trouble()?.message });
        return undefined;
      }
    }
  } catch (error) {
    if (both.aborted) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    observe({ type: "ended", target: uri, outcome: { type: "failed", reason }, trouble: undefined });
  }
  return undefined;
}

/**
 * Opens the review of a complete rewrite. If that fails, only `options.observe` is told. `onShown` gets what goes to the review, perhaps
 * several times; the last one counts. It may come later, if the file changed and the rewrite is computed again.
 */
export async function showComputed(
  { reviews }: ApplySurroundings,
  options: ApplyOptions,
  computed: ComputedApply,
  inBackground: boolean,
  onShown: (shown: ShownApply) => void = () => undefined,
): Promise<ReviewOutcome> {
  const { target, ready } = computed;
  const { observe = () => undefined } = options;
  const kind = kindOf(target);
  const request: ReviewRequest = {
    target: target.uri,
    kind,
    inBackground,
    sketches: sketchesOf(target),
    answer: answerOf(target, options),
    apply: observed(replayed(computed, onShown), target.uri, kind, observe),
    sayStopped: (outcome) => {
      observe({ type: "ended", target: target.uri, outcome, trouble: ready.trouble()?.message });
    },
  };
  const outcome = await started(reviews, request);
  if (outcome.type !== "reviewing") {
    observe({ type: "ended", target: target.uri, outcome, trouble: ready.trouble()?.message });
  }
  return outcome;
}

/** A file that cannot be shown must not keep the others from being shown. */
async function started(reviews: ReviewStarter, request: ReviewRequest): Promise<ReviewOutcome> {
  try {
    return await reviews.start(request);
  } catch (error) {
    return { type: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What was computed; if the text has changed meanwhile, with that change, and computed anew if the two conflict. */
function replayed(
  { target: { uri }, ready, before, done }: ComputedApply,
  onShown: (shown: ShownApply) => void,
): ReviewRequest["apply"] {
  return async function* (original, signal) {
    // The readings of open pieces are for the text as it was.
    const isFixed = done.open !== undefined && done.open.pieces.length > 0;
    const text = original === before ? done.text : isFixed ? undefined : carriedOver(before, original, done.text);
    if (text === undefined) {
      for await (const event of ready.apply(original, signal)) {
        if (event.type === "done" && !signal.aborted) onShown({ before: original, done: event, isJudged: true });
        yield event;
      }
      return;
    }
    yield { type: "step", engine: STRUCTURAL };
    const moved = { ...done, text };
    // Where the text changed meanwhile, the lines with such letters lie elsewhere by now.
    const shown = original === before ? done : await withLostLetters(uri, original, moved);
    onShown({ before: original, done: shown, isJudged: original === before });
    yield shown;
  };
}

function carriedOver(before: string, now: string, after: string): string | undefined {
  const { lines, conflicts } = mergeLines(editorLines(before), editorLines(now), editorLines(after));
  return conflicts.length > 0 ? undefined : lines.join(now.includes("\r\n") ? "\r\n" : "\n");
}
