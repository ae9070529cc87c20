import { Uri } from "vscode";
import { makesFile, type ApplyJob } from "../../core/targets/applyJobs.ts";
import { createsFile } from "../../core/targets/fileSketches.ts";
import { resolveTarget } from "../../core/targets/resolveTarget.ts";
import type { SketchSource } from "../../core/targets/sketchSource.ts";
import type { FileSketch } from "../../core/sketch/sketch.ts";
import { confirmDoubt, refusePath, refuseTarget, targetTroubleText } from "./applyMessages.ts";
import { jobForChosen } from "./growingApply.ts";
import { offerEncoding } from "./offerEncoding.ts";
import { pickAmong, pickAny, pickPlace, uriOfPlace, type PickedTarget } from "./pickTarget.ts";
import { checkTarget, type TargetOrigin, type TargetVerdict } from "./targetChecks.ts";
import type { EditorContext } from "./editorContext.ts";
import { gatherFacts } from "./targetFacts.ts";
import type { FoundTarget, SourcedJob } from "./foundTarget.ts";

/** What became of the search for the target of one job. */
export type TargetSearch =
  | { readonly type: "found"; readonly job: SourcedJob; readonly target: Omit<FoundTarget, "jobs"> }
  /** The user was told why, in these words. */
  | { readonly type: "refused"; readonly job: SourcedJob; readonly reason: string }
  /** The user was asked, and wants none. */
  | { readonly type: "dismissed"; readonly job: SourcedJob };

/** Returns the target of a job if that was found and checked ahead of time. */
export type KnownTargets = (job: SourcedJob) => Promise<Omit<FoundTarget, "jobs"> | undefined>;

/** Returns the searches of jobs whose targets are all known; `undefined` if one is not. */
export async function knownSearches(
  jobs: readonly SourcedJob[],
  known: KnownTargets,
): Promise<readonly TargetSearch[] | undefined> {
  const searches: TargetSearch[] = [];
  for (const job of jobs) {
    const target = await known(job);
    if (target === undefined) return undefined;
    searches.push({ type: "found", job, target });
  }
  return searches;
}

interface Resolved {
  readonly type: "resolved";
  readonly uri: Uri;
  readonly origin: TargetOrigin;
  readonly makesFile: boolean;
}

/** Runs work that asks the user nothing, and may show that it takes long. */
export type Unasked = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Finds and checks the target of each job, asking if it is not certain. What cannot be a target is refused with a message. */
export async function searchTargets(
  jobs: readonly SourcedJob[],
  editorContext: EditorContext,
  signal: AbortSignal,
  unasked: Unasked,
): Promise<readonly TargetSearch[]> {
  const searches: TargetSearch[] = [];
  for (const sourced of jobs) {
    const resolved = await resolve(sourced.job, editorContext, signal, unasked);
    const checked = resolved.type === "resolved" ? await check(resolved, sourced.job, unasked) : resolved;
    searches.push({ job: sourced, ...checked });
  }
  return searches;
}

/** Collects the targets that were found. Jobs that are for the same file share one target. */
export function foundTargets(searches: readonly TargetSearch[]): readonly FoundTarget[] {
  const found = new Map<string, FoundTarget>();
  for (const search of searches) {
    if (search.type !== "found") continue;
    const key = search.target.uri.toString();
    const before = found.get(key);
    const isChosen = search.target.isChosen || before?.isChosen === true;
    found.set(key, { ...search.target, isChosen, jobs: [...(before?.jobs ?? []), search.job] });
  }
  return [...found.values()];
}

/** Checks the file that the user has chosen for a source, as `searchTargets` does. `fits-none` if nothing in the source is for it. */
export async function searchChosen(
  source: SketchSource,
  sketches: readonly FileSketch[],
  { uri, isNew }: PickedTarget,
  unasked: Unasked,
): Promise<TargetSearch | "fits-none"> {
  const sourced = jobForChosen(source, sketches, uri);
  if (sourced === undefined) return "fits-none";
  const { job } = sourced;
  const target = { type: "resolved", uri, origin: "chosen", makesFile: createsFile(job.sketches, isNew) } as const;
  return { job: sourced, ...(await check(target, job, unasked)) };
}

async function resolve(
  job: ApplyJob,
  editorContext: EditorContext,
  signal: AbortSignal,
  unasked: Unasked,
): Promise<Resolved | Outcome<"refused" | "dismissed">> {
  const question = await unasked(() => gatherFacts(job, editorContext, signal));
  const decision = resolveTarget(question);
  const chosen = (picked: PickedTarget | undefined): Resolved | Outcome<"dismissed"> =>
    picked
      ? { type: "resolved", uri: picked.uri, origin: "chosen", makesFile: createsFile(job.sketches, picked.isNew) }
      : { type: "dismissed" };
  switch (decision.type) {
    case "certain": {
      const { file, reason } = decision.choice;
      const isNamed = reason.type !== "declares" && reason.type !== "lines";
      const origin = isNamed ? "sketch" : "found";
      return { type: "resolved", uri: Uri.parse(file.uri, true), origin, makesFile: false };
    }
    case "several":
      return chosen(await pickAmong(job.path, decision.choices, decision.newFiles, editorContext.source));
    case "new-file": {
      const [place, ...others] = decision.places;
      if (!place) return chosen(await pickAny(job.path, editorContext.source));
      if (others.length > 0) return chosen(await pickPlace(decision.path, decision.places));
      return { type: "resolved", uri: uriOfPlace(place), origin: "sketch", makesFile: makesFile(job, true) };
    }
    case "refused":
      return { type: "refused", reason: refusePath(decision.path, decision.fault) };
    case "none":
      return chosen(await pickAny(job.path, editorContext.source));
  }
}

type Outcome<Type extends TargetSearch["type"]> = WithoutJob<Extract<TargetSearch, { type: Type }>>;
type WithoutJob<Found> = Found extends TargetSearch ? Omit<Found, "job"> : never;

async function check(target: Resolved, job: ApplyJob, unasked: Unasked): Promise<Outcome<TargetSearch["type"]>> {
  const verdict: TargetVerdict = await unasked(() => checkTarget(target.uri, target.origin, target.makesFile));
  if (verdict.type === "unfit") {
    if (verdict.trouble !== "encoding") {
      return { type: "refused", reason: refuseTarget(target.uri, verdict.trouble, job.path) };
    }
    const reason = targetTroubleText(target.uri, verdict.trouble, job.path);
    return (await offerEncoding(target.uri, reason)) ? check(target, job, unasked) : { type: "refused", reason };
  }
  if (verdict.doubt !== undefined && !(await confirmDoubt(target.uri, verdict.doubt))) return { type: "dismissed" };
  const { kind, hasMixedEnds } = verdict;
  return { type: "found", target: { uri: target.uri, kind, hasMixedEnds, isChosen: target.origin === "chosen" } };
}
