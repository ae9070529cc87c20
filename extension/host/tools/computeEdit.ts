import type { EditCall } from "../../core/tools/editArguments.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { readEditSketch } from "../../core/tools/readEditSketch.ts";
import type { ApplyOptions, ApplySurroundings } from "../apply/applyTarget.ts";
import { computeApply, type ComputedApply } from "../apply/computedApply.ts";
import type { FoundTarget } from "../apply/findTargets.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import { unlessAborted } from "../unlessAborted.ts";
import type { DeskRequest } from "./editDesk.ts";
import { hearing, type Heard } from "./rewriteInReview.ts";
import { previewedResult, stoppedResult } from "./toolResults.ts";
import { checkToolTarget, MISSING } from "./toolTarget.ts";

/** A call that could be read. */
export interface AskedCall {
  readonly request: DeskRequest;
  readonly call: EditCall;
  readonly startedMs: number;
  readonly onProgress: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The file of a call with the sketch for it. `original`: the text that it will be applied to. */
export interface FoundEdit {
  readonly target: FoundTarget;
  readonly original: string;
}

/** The rewrite that a call came to, if it came to one. */
export interface ComputedEdit {
  readonly computed: ComputedApply | undefined;
  readonly options: ApplyOptions;
  readonly heard: Heard;
  /** What is told where no rewrite is under review in the end. `wasShown`: one was, while it streamed in. */
  readonly stopped: (wasShown: boolean) => EditResult;
}

/** The file with the sketch for it, or why it can be none. */
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

/** Computes the rewrite, and shows it to nobody. */
export async function computeEdit(
  surroundings: ApplySurroundings,
  { call, request, onProgress, signal }: AskedCall,
  { target, original }: FoundEdit,
): Promise<ComputedEdit> {
  const heard = hearing(request.target, onProgress);
  const options: ApplyOptions = {
    context: { instruction: call.instructions, conversation: [] },
    isQuiet: true,
    leavesOpen: true,
    observe: heard.observe,
  };
  const computed = await unlessAborted(computeApply(surroundings, options, target, signal), signal);
  const stopped = (wasShown: boolean): EditResult => {
    const ended = heard.ended();
    return stoppedResult(call, request.target, { original, ended, wasShown, isCancelled: signal.aborted });
  };
  return { computed, options, heard, stopped };
}

/** Shows what a call would do to the text as the editor has it, with what is under review there. */
export async function previewEdit(
  reviews: LiveReviews,
  surroundings: ApplySurroundings,
  asked: AskedCall,
): Promise<EditResult> {
  const { call, startedMs } = asked;
  const found = await findEdit(reviews, asked);
  if ("outcome" in found) return found;
  const { computed, stopped } = await computeEdit(surroundings, asked, found);
  const result = computed === undefined ? stopped(false) : previewedResult(call, computed);
  return { ...result, milliseconds: performance.now() - startedMs };
}
