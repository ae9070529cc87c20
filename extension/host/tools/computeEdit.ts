import { outcomeOf } from "../../core/apply/applyToFile.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { readEditSketch } from "../../core/tools/readEditSketch.ts";
import type { ApplyOptions, ApplySurroundings } from "../apply/applyTarget.ts";
import { computeApply, type ComputedApply } from "../apply/computedApply.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import { unlessAborted } from "../../node/unlessAborted.ts";
import { hearing, type Delivered } from "./rewriteInReview.ts";
import { namedEdit, type AskedCall, type FoundEdit } from "./askedCall.ts";
import { chooseRewrite } from "./chosenRewrite.ts";
import { previewedResult, stoppedResult } from "./toolResults.ts";
import { checkToolTarget, MISSING } from "./toolTarget.ts";

/** The rewrite that a call came to, if it came to one. */
export interface ComputedEdit {
  readonly computed: ComputedApply | undefined;
  readonly options: ApplyOptions;
  readonly delivered: Delivered;
  /** Makes the result if no rewrite is under review in the end. `wasShown`: one was, while it streamed in. */
  readonly stopped: (wasShown: boolean) => EditResult;
}

/** Finds the file of a call with the sketch for it, or says why it cannot be edited. */
export async function findEdit(
  reviews: LiveReviews,
  { call, request, signal }: AskedCall,
): Promise<EditResult | FoundEdit> {
  const { target } = request;
  const fail = (message: string): EditResult => bareResult("failed", call.targetFile, message);
  const place = await unlessAborted(checkToolTarget(target), signal);
  if (place.type === "unfit") return fail(place.message);
  const { kind, hasMixedEnds } = place;
  let original: string;
  try {
    original = await unlessAborted(reviews.textFor(target, kind), signal);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`VS Code cannot open the file: ${reason} Nothing was changed.`);
  }
  const sketch = readEditSketch(call.codeEdit, target.path, original);
  if (sketch.type === "bad") return fail(sketch.message);
  const isProposed = reviews.findByTarget(target)?.isPending === true;
  if (kind === "create" && !isProposed && !sketch.makesFile) return fail(`${MISSING} Nothing was changed.`);
  const { source, job } = sketch;
  return { target: { uri: target, kind, isChosen: true, jobs: [{ source, job }], hasMixedEnds }, original };
}

/** Computes the rewrite, or takes the one that a call chooses, without showing it to anybody. */
export async function computeEdit(
  surroundings: ApplySurroundings,
  asked: AskedCall,
  found: FoundEdit,
): Promise<ComputedEdit> {
  const { call, request, reported, isSecret, onProgress, signal } = asked;
  const { target, original } = found;
  const delivered = hearing(request.target, onProgress);
  const options: ApplyOptions = {
    context: { instruction: call.instructions, conversation: [] },
    isQuiet: true,
    leavesOpen: true,
    observe: delivered.observe,
  };
  const chosen = call.choices && (await unlessAborted(chooseRewrite(surroundings, asked, found, call.choices), signal));
  if (chosen?.type === "refused") {
    return { computed: undefined, options, delivered, stopped: () => chosen.result };
  }
  const placed = chosen?.rewrite;
  const wished = placed === undefined ? options : { ...options, placed: () => placed };
  const computed = await unlessAborted(computeApply(surroundings, wished, target, signal), signal);
  if (placed !== undefined && computed !== undefined && computed.before !== placed.before) {
    const message = "Nothing was changed: the file changed at this very moment. Send the call again.";
    return { computed: undefined, options, delivered, stopped: () => bareResult("failed", call.targetFile, message) };
  }
  const stopped = (wasShown: boolean): EditResult => {
    const ended = delivered.ended();
    if (ended?.outcome.type === "ambiguous" && !isSecret)
      reported.remember(namedEdit(asked), { original, outcome: ended.outcome, left: original });
    return stoppedResult(call, request.target, { original, ended, wasShown, isCancelled: signal.aborted });
  };
  return { computed, options, delivered, stopped };
}

/** Computes what a call would do to the text as the editor has it, with what is under review there. Changes nothing. */
export async function previewEdit(
  reviews: LiveReviews,
  surroundings: ApplySurroundings,
  asked: AskedCall,
): Promise<EditResult> {
  const { call, isSecret, startedMs, reported } = asked;
  const found = await findEdit(reviews, asked);
  if ("outcome" in found) return found;
  const { computed, stopped } = await computeEdit(surroundings, asked, found);
  const result = computed === undefined ? stopped(false) : previewedResult(call, computed);
  const outcome = computed && outcomeOf(computed.done);
  if (computed !== undefined && outcome?.type === "ambiguous" && !isSecret)
    reported.remember(namedEdit(asked), { original: computed.before, outcome, left: computed.before });
  return { ...result, milliseconds: performance.now() - startedMs };
}
