import { Uri, type TextDocument } from "vscode";
import { makesFile, planJobs, type ApplyJob } from "../../core/apply/applyJobs.ts";
import { createsFile, selectForFile } from "../../core/apply/fileSketches.ts";
import { resolveTarget } from "../../core/apply/resolveTarget.ts";
import type { FileSketch } from "../../core/sketch/sketch.ts";
import { confirmDoubt, refusePath, refuseTarget } from "./applyMessages.ts";
import { pickAmong, pickAny, pickPlace, uriOfPlace, type PickedTarget } from "./pickTarget.ts";
import { checkTarget, type TargetOrigin, type TargetVerdict } from "./targetChecks.ts";
import { gatherFacts, type Desk } from "./targetFacts.ts";

/** A file that will be reviewed, with the jobs that are for it. */
export interface FoundTarget {
  readonly uri: Uri;
  readonly kind: "change" | "create";
  readonly jobs: readonly ApplyJob[];
  /** Whether VS Code will change line ends of the file when it saves it. */
  readonly hasMixedEnds: boolean;
}

interface Resolved {
  readonly uri: Uri;
  readonly origin: TargetOrigin;
  readonly makesFile: boolean;
}

/** Runs what asks nobody, and may say so when it takes long. */
export type Unasked = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Finds and checks the target of each job, asking where it is not certain. What the user refuses or cannot be a target is
 * left out, after a message that says so. Two names of one file give one target.
 */
export async function findTargets(
  jobs: readonly ApplyJob[],
  desk: Desk,
  signal: AbortSignal,
  unasked: Unasked,
): Promise<readonly FoundTarget[]> {
  const found = new Map<string, FoundTarget>();
  for (const job of jobs) {
    const target = await resolve(job, desk, signal, unasked);
    const checked = target && (await check(target, job, unasked));
    if (!checked) continue;
    const key = checked.uri.toString();
    found.set(key, { ...checked, jobs: [...(found.get(key)?.jobs ?? []), job] });
  }
  return [...found.values()];
}

/** The same where the user has said which file is meant. `undefined` after a message that says why there is none. */
export async function checkChosen(
  sketches: readonly FileSketch[],
  { uri, isNew }: PickedTarget,
  unasked: Unasked,
): Promise<FoundTarget | "fits-none" | undefined> {
  const { taken } = selectForFile(sketches, uri.path);
  const [job] = planJobs(taken).jobs;
  if (!job) return "fits-none";
  const target = { uri, origin: "chosen" as const, makesFile: createsFile(job.sketches, isNew) };
  const checked = await check(target, job, unasked);
  return checked && { ...checked, jobs: [{ ...job, isOnly: taken.length === sketches.length }] };
}

async function resolve(
  job: ApplyJob,
  desk: Desk,
  signal: AbortSignal,
  unasked: Unasked,
): Promise<Resolved | undefined> {
  const question = await unasked(() => gatherFacts(job, desk, signal));
  const decision = resolveTarget(question);
  const chosen = (picked: PickedTarget | undefined): Resolved | undefined =>
    picked && { uri: picked.uri, origin: "chosen", makesFile: createsFile(job.sketches, picked.isNew) };
  switch (decision.type) {
    case "certain": {
      const { file, reason } = decision.choice;
      const isNamed = reason.type !== "declares" && reason.type !== "lines";
      return { uri: Uri.parse(file.uri, true), origin: isNamed ? "sketch" : "found", makesFile: false };
    }
    case "several":
      return chosen(await pickAmong(job.path, decision.choices, decision.newFiles, desk.source));
    case "new-file": {
      const [place, ...others] = decision.places;
      if (!place) return chosen(await pickAny(job.path, desk.source));
      if (others.length > 0) return chosen(await pickPlace(decision.path, decision.places));
      return { uri: uriOfPlace(place), origin: "sketch", makesFile: makesFile(job, true) };
    }
    case "refused":
      refusePath(decision.path, decision.fault);
      return undefined;
    case "none":
      return chosen(await pickAny(job.path, desk.source));
  }
}

async function check(
  target: Resolved,
  job: ApplyJob,
  unasked: Unasked,
): Promise<Omit<FoundTarget, "jobs"> | undefined> {
  const verdict: TargetVerdict = await unasked(() => checkTarget(target.uri, target.origin, target.makesFile));
  if (verdict.type === "unfit") {
    refuseTarget(target.uri, verdict.trouble, job.path);
    return undefined;
  }
  if (verdict.doubt !== undefined && !(await confirmDoubt(target.uri, verdict.doubt))) return undefined;
  return { uri: target.uri, kind: verdict.kind, hasMixedEnds: verdict.hasMixedEnds };
}

/** The language that VS Code knows a document in; plain text is what it says where it knows none. */
export function languageOfDocument({ languageId }: TextDocument): string | undefined {
  return languageId === "plaintext" ? undefined : languageId;
}
