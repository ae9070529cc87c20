import { readOriginal } from "../merge/original.ts";
import type { ApplyPorts, LateApplyPorts } from "./applyEvents.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { doubtOf, rewritersOf, withWords } from "./applySketch.ts";
import { planTask } from "./plannedTask.ts";
import { applyStructural } from "./structural.ts";

/**
 * Lets the rewriter that an apply would ask first read ahead of time, while the answer with the sketch still streams in or before the user
 * clicks. The sketch may be incomplete: a model that keeps what it has read then takes time only for the part that changed. Does nothing if
 * the structural engine is sure, if the first rewriter does not read ahead, or if the task does not fit its model, which the apply will
 * say. Throws if `signal` is aborted.
 */
export async function prepareSketch(
  given: ApplyRequest,
  ports: ApplyPorts | LateApplyPorts,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const request = withWords(given);
  const doubt = doubtOf(applyStructural(request), ports);
  if (doubt === undefined) return;
  const [rewriter] = await rewritersOf(ports);
  signal.throwIfAborted();
  if (rewriter?.prepare === undefined) return;
  const original = readOriginal(request.original, request.language, request.parser);
  const planned = planTask(request, original, doubt, rewriter, ports.draft ?? "guess");
  original.tree?.dispose();
  if (planned.type === "planned") await rewriter.prepare(planned.task, signal);
}
