import { STRUCTURAL, type ApplyEvent } from "../../core/apply/applyEvents.ts";
import { mergeLines } from "../../core/diff/rebase.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { ReviewOutcome, ReviewRequest, ReviewStarter } from "../review/reviewRequest.ts";
import { refuseTarget, sayMixedEnds } from "./applyMessages.ts";
import { kindOf, observed, offerMoveOf, type ApplyOptions, type ApplySurroundings } from "./applyTarget.ts";
import type { FoundTarget } from "./findTargets.ts";
import { readyApply, type ReadyApply } from "./readyApply.ts";

/** So many files are rewritten at the same time: providers refuse more. */
const AT_ONCE = 3;

type Done = Extract<ApplyEvent, { type: "done" }>;

interface Computed {
  readonly target: FoundTarget;
  readonly ready: ReadyApply;
  /** The text that the rewrite began from. */
  readonly before: string;
  readonly done: Done;
}

/**
 * Applies to several targets: all rewrites are computed before any is shown, then the reviews open, the first of them in
 * front. Failures are told to `observe` alone. Gives the targets that have a review now.
 */
export async function applyTogether(
  surroundings: ApplySurroundings,
  options: ApplyOptions,
  targets: readonly FoundTarget[],
  signal: AbortSignal,
): Promise<readonly FoundTarget[]> {
  const computed: (Computed | undefined)[] = [];
  const waiting = [...targets.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, target] = next;
      computed[index] = await compute(surroundings, options, target, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal.throwIfAborted();
  const shown: FoundTarget[] = [];
  for (const one of computed) {
    if (one === undefined) continue;
    const outcome = await show(surroundings, options, one, shown.length > 0);
    if (outcome.type === "reviewing") shown.push(one.target);
    if (outcome.type === "reviewing" && one.target.hasMixedEnds) sayMixedEnds(one.target.uri);
    offerMoveOf(one.target, outcome);
  }
  return shown;
}

async function compute(
  { reviews, engines }: ApplySurroundings,
  options: ApplyOptions,
  target: FoundTarget,
  signal: AbortSignal,
): Promise<Computed | undefined> {
  const { uri } = target;
  const observe = options.observe ?? (() => undefined);
  const own = new AbortController();
  const ready = await readyApply(engines, options, target, () => {
    own.abort();
  });
  if (ready === "unreadable") {
    const reason = refuseTarget(uri, ready, undefined);
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

async function show(
  { reviews }: ApplySurroundings,
  { observe = () => undefined }: ApplyOptions,
  computed: Computed,
  inBackground: boolean,
): Promise<ReviewOutcome> {
  const { target, ready } = computed;
  const kind = kindOf(target);
  const request: ReviewRequest = {
    target: target.uri,
    kind,
    inBackground,
    apply: observed(replayed(computed), target.uri, kind, observe),
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

/** A file that cannot be shown keeps none of the others from it. */
async function started(reviews: ReviewStarter, request: ReviewRequest): Promise<ReviewOutcome> {
  try {
    return await reviews.start(request);
  } catch (error) {
    return { type: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What was computed; where the text has changed meanwhile, with that change, and computed anew where the two meet. */
function replayed({ ready, before, done }: Computed): ReviewRequest["apply"] {
  return async function* (original, signal) {
    const text = original === before ? done.text : carriedOver(before, original, done.text);
    if (text === undefined) {
      yield* ready.apply(original, signal);
      return;
    }
    yield { type: "step", engine: STRUCTURAL };
    yield { ...done, text };
  };
}

function carriedOver(before: string, now: string, after: string): string | undefined {
  const { lines, conflicts } = mergeLines(editorLines(before), editorLines(now), editorLines(after));
  return conflicts.length > 0 ? undefined : lines.join(now.includes("\r\n") ? "\r\n" : "\n");
}
