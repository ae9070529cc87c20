import { l10n } from "vscode";
import { planJobs } from "../../core/targets/applyJobs.ts";
import { readSource } from "../../core/targets/sketchSource.ts";
import type { ReviewOutcome } from "../review/reviewRequest.ts";
import { sayFitsNone, sayLeft } from "./applyMessages.ts";
import { applyToTarget, type ApplyOptions, type ApplySurroundings } from "./applyTarget.ts";
import type { FoundSource } from "./editorSource.ts";
import {
  foundTargets,
  knownSearches,
  searchChosen,
  searchTargets,
  type KnownTargets,
  type TargetSearch,
  type Unasked,
} from "./findTargets.ts";
import type { FoundTarget } from "./foundTarget.ts";
import type { PickedTarget } from "./pickTarget.ts";
import { growingTarget, type Growing, type GrownSource } from "./growingApply.ts";
import { whileShown } from "./slowWork.ts";

/** What became of an apply. The user has seen any message about it, except for `no-sketch`, which the caller reports. */
export type ApplyReport =
  | { readonly type: "no-sketch" }
  /** The user has chosen the file, and no sketch is for that one. */
  | { readonly type: "fits-none" }
  | { readonly type: "cancelled" }
  | {
      readonly type: "applied";
      readonly searches: readonly TargetSearch[];
      readonly targets: readonly { readonly target: FoundTarget; readonly outcome: ReviewOutcome }[];
    };

/** What one apply may have besides its source. */
export interface ReplyOptions extends Omit<ApplyOptions, "growing"> {
  /** The source as it grows, if it is still being written: only with `chosen`. */
  readonly growing?: Growing<GrownSource> | undefined;
  /** The file that the user has said all of it is for. */
  readonly chosen?: PickedTarget | undefined;
  /** Returns the target of a job if that was found and checked ahead of time. It counts if the user has not chosen the file. */
  readonly known?: KnownTargets | undefined;
  /** Ends the search and the computing; what is under review by then stays. */
  readonly stop?: AbortController | undefined;
  /** Called when all targets are known, before anything is computed. */
  readonly onTargets?: ((targets: readonly FoundTarget[]) => void) | undefined;
}

/**
 * Applies all sketches of a source, each to its file, and opens a review for each file. All questions and refusals come before anything
 * is computed. `cancelled` if `options.stop` aborts.
 */
export async function applyReply(
  surroundings: ApplySurroundings,
  { source, editorContext }: FoundSource,
  options: ReplyOptions,
): Promise<ApplyReport> {
  const sketches = readSource(source);
  const { jobs, left } = planJobs(sketches);
  if (jobs.length === 0) return { type: "no-sketch" };
  const { chosen, known, growing, stop = new AbortController(), onTargets } = options;
  const { signal } = stop;
  const unasked: Unasked = (work) => whileShown(l10n.t("Fast Apply"), stop, work);
  try {
    const sourced = jobs.map((job) => ({ source, job }));
    const searches = chosen
      ? await searchChosen(source, sketches, chosen, unasked)
      : ((known && (await knownSearches(sourced, known))) ??
        (await searchTargets(sourced, editorContext, signal, unasked)));
    if (searches === "fits-none") {
      if (chosen) sayFitsNone(chosen.uri);
      return { type: "fits-none" };
    }
    const all = "type" in searches ? [searches] : searches;
    const found = foundTargets(all);
    signal.throwIfAborted();
    onTargets?.(found);
    const targets: { target: FoundTarget; outcome: ReviewOutcome }[] = [];
    // The click pins the targets: all of them are known before the first review opens.
    let isBehind = false;
    for (const target of found) {
      const wish = { ...options, growing: growing && chosen ? growingTarget(target, growing) : undefined };
      const outcome = await applyToTarget(surroundings, wish, target, signal, unasked, isBehind);
      targets.push({ target, outcome });
      // The first review comes to the front; the others wait, so that they do not cover it.
      isBehind ||= outcome.type === "reviewing";
    }
    if (left.length > 0 && !chosen) sayLeft(left.length);
    return { type: "applied", searches: all, targets };
  } catch (error) {
    // Stopped by the user, who knows it.
    if (!signal.aborted) throw error;
    return { type: "cancelled" };
  }
}
