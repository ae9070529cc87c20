import type { Stats } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { planJobs, readJob, type ApplyJob } from "../core/targets/applyJobs.ts";
import { createsFile, groupByFile, selectForFile } from "../core/targets/fileSketches.ts";
import { wholeSource } from "../core/targets/sketchSource.ts";
import type { Turn } from "../core/models/model.ts";
import { tidyPath } from "../core/targets/sketchPath.ts";
import { languageOfPath } from "../core/sketch/languages.ts";
import { readReply } from "../core/sketch/readReply.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { confine } from "../node/confine.ts";
import { applyToFile, structuralRequest, type Engine, type EngineOutcome } from "../core/apply/applyToFile.ts";
import type { Choices } from "../core/apply/chooseAlternatives.ts";
import { sureText } from "../core/apply/outcome.ts";
import { takeChoices } from "../core/apply/takeChoices.ts";
import { readTextFile, type FileTrouble, type TextFile } from "../node/files.ts";
import { exists } from "../node/fileSteps.ts";
import { realPlace } from "../node/insideRoots.ts";
import type { DiskChange } from "../node/writeFiles.ts";
import { findTarget, type FoundFile } from "./findTarget.ts";
import { choicesByFile, type ChoicesByFile, type GivenChoice } from "./choices.ts";
import { untilTheEnd } from "./surroundings.ts";

/** What a reply comes to for one file. Nothing is written yet. */
export type PlannedTarget = {
  readonly path: string;
  readonly sketches: readonly FileSketch[];
  /** Why a choice of the user does not fit, in words; the target is as without it. */
  readonly wrongChoice?: string | undefined;
} & (
  | {
      readonly type: "merged";
      readonly original: string;
      readonly text: string;
      readonly change: DiskChange;
      readonly outcome: Extract<EngineOutcome, { type: "merged" }>;
    }
  | {
      readonly type: "ambiguous";
      readonly original: string;
      readonly outcome: Extract<EngineOutcome, { type: "ambiguous" }>;
      /** The change with what is sure, if there is any. It never deletes or moves: what is left out may come later. */
      readonly sure: { readonly text: string; readonly change: DiskChange } | undefined;
    }
  | { readonly type: "no-sketch"; readonly reason: string }
  | { readonly type: "trouble"; readonly trouble: FileTrouble }
);

/** A file with the text that it is to have. */
export type SettledTarget = Pick<Extract<PlannedTarget, { type: "merged" }>, "path" | "original" | "text" | "change">;

/** What a reply comes to. */
export type Plan =
  | {
      readonly type: "targets";
      readonly targets: readonly PlannedTarget[];
      /** Sketches of the reply that go to no target. */
      readonly left: readonly FileSketch[];
      /** Whether `left` makes the whole doubtful. With `--file` the user has said which part is wanted. */
      readonly isPartial: boolean;
      /** The file that was found by what it holds. */
      readonly found?: FoundFile;
    }
  | { readonly type: "no-code" }
  /** The reply names no file, and these have something of it, the best first; none of them is far ahead. */
  | { readonly type: "several-found"; readonly files: readonly FoundFile[] }
  /** A choice names no file of the reply, or none of several. */
  | Extract<ChoicesByFile, { type: "wrong" }>
  /** There is code, but neither the user nor the reply says for which file. */
  | { readonly type: "no-target" };

/** Where the paths are, and how sketches are applied there. */
export interface PlanSurroundings extends Engine {
  readonly cwd: string;
  /** What the user asked for. */
  readonly instruction: string;
  /** The chat that the reply is of. */
  readonly conversation: readonly Turn[];
  /** What the user means with open pieces. */
  readonly choices: readonly GivenChoice[];
}

/** Makes the plan for the file that the user points at. */
export async function planForFile(surroundings: PlanSurroundings, reply: string, path: string): Promise<Plan> {
  const absolute = resolve(surroundings.cwd, path);
  const slashed = absolute.replaceAll(sep, "/");
  const file = await readTextFile(path, absolute);
  const original = file.type === "file" ? file.text : "";
  const sketches = readReply(reply, { path: slashed, language: languageOfPath(path), original });
  const { taken, left } = selectForFile(sketches, slashed);
  const choices = choicesByFile(surroundings.choices, [path], surroundings.cwd);
  if (choices.type === "wrong") return choices;
  const named = groupByFile(taken).groups[0]?.path;
  const target = await planTarget(surroundings, {
    path,
    absolute,
    file,
    sketches: taken,
    isNamedBySketch: false,
    choices: choices.of(path),
    base: named !== undefined && slashed.endsWith(`/${named}`) ? slashed.slice(0, -named.length) : surroundings.cwd,
  });
  return { type: "targets", targets: [target], left, isPartial: false };
}

/** Makes the plan for the files that the reply itself names. */
export async function planForNamed(surroundings: PlanSurroundings, reply: string): Promise<Plan> {
  const { jobs, left } = planJobs(readReply(reply));
  if (jobs.length === 0) return { type: "no-code" };
  const named = jobs.filter(isNamed);
  if (named.length === 0) return { type: "no-target" };
  const paths = named.map(({ path }) => path);
  const choices = choicesByFile(surroundings.choices, paths, surroundings.cwd);
  if (choices.type === "wrong") return choices;
  const targets: PlannedTarget[] = [];
  for (const job of named) targets.push(await planNamed(surroundings, reply, job, choices.of(job.path)));
  return { type: "targets", targets: await refuseTwins(targets), left, isPartial: left.length > 0 };
}

/**
 * Finds the file by its content if the reply names none, and makes the plan for it; otherwise plans for the files that it names. `source`:
 * the file that holds the reply, which is never the target.
 */
export async function planForFound(
  surroundings: PlanSurroundings,
  reply: string,
  source: Pick<Stats, "dev" | "ino"> | undefined,
): Promise<Plan> {
  const sketches = readReply(reply);
  if (sketches.length === 0) return { type: "no-code" };
  if (groupByFile(sketches).groups.length > 0) return planForNamed(surroundings, reply);
  const target = await findTarget(surroundings.cwd, sketches, source);
  if (target.type !== "found") return { type: "several-found", files: target.type === "several" ? target.files : [] };
  const plan = await planForFile(surroundings, reply, target.file.path);
  return plan.type === "targets" ? { ...plan, found: target.file } : plan;
}

type NamedJob = ApplyJob & { readonly path: string };

function isNamed(job: ApplyJob): job is NamedJob {
  return job.path !== undefined;
}

async function planNamed(
  surroundings: PlanSurroundings,
  reply: string,
  job: NamedJob,
  choices: Choices | undefined,
): Promise<PlannedTarget> {
  const { path } = job;
  const place = await confine(surroundings.cwd, path);
  if (place.type !== "inside") return { type: "trouble", path, sketches: job.sketches, trouble: place };
  const file = await readTextFile(path, place.absolute);
  const original = file.type === "file" ? file.text : "";
  const sketches = readJob(wholeSource(reply), job, { path, language: languageOfPath(path), original });
  const { absolute } = place;
  const base = surroundings.cwd;
  return planTarget(surroundings, { path, absolute, file, sketches, isNamedBySketch: true, base, choices });
}

interface TargetRequest {
  readonly path: string;
  readonly absolute: string;
  readonly file: TextFile | FileTrouble;
  readonly sketches: readonly FileSketch[];
  readonly isNamedBySketch: boolean;
  /** The folder that new names are relative to. */
  readonly base: string;
  readonly choices: Choices | undefined;
}

async function planTarget(surroundings: PlanSurroundings, request: TargetRequest): Promise<PlannedTarget> {
  const { cwd } = surroundings;
  const { path, absolute, file, sketches, base } = request;
  const isNew = file.type === "missing" && createsFile(sketches, request.isNamedBySketch);
  if (file.type !== "file" && !isNew) return { type: "trouble", path, sketches, trouble: file };
  const original = file.type === "file" ? file.text : "";
  const { outcome, wrongChoice } = await applyAndChoose(surroundings, request, original);
  const about = { path, sketches, wrongChoice };
  if (outcome.type === "no-sketch") return { type: "no-sketch", ...about, reason: outcome.reason };
  const moveTo = sketches.findLast((sketch) => sketch.moveTo !== undefined)?.moveTo;
  if (outcome.type === "ambiguous") {
    const text = sureText(outcome, original);
    const isSure = file.type === "file" && moveTo === undefined && text !== original;
    const sure = isSure ? { text, change: { type: "update", file, text } as const } : undefined;
    return { type: "ambiguous", ...about, original, outcome, sure };
  }

  const { text } = outcome;
  const merged = (change: DiskChange): PlannedTarget => ({
    type: "merged",
    ...about,
    original,
    text,
    change,
    outcome,
  });
  if (file.type !== "file") return merged({ type: "create", path, absolute, text });
  if (sketches.at(-1)?.sketch.type === "delete") return merged({ type: "delete", file });
  if (moveTo === undefined || resolve(base, tidyPath(moveTo)) === absolute)
    return merged({ type: "update", file, text });
  const to = await planMove(base, tidyPath(moveTo), isAbsolute(path) ? undefined : cwd);
  return to.type === "free"
    ? merged({ type: "move", file, to, text })
    : { type: "trouble", path, sketches, trouble: to };
}

/**
 * Applies the sketches and takes the user's choices. Their numbers mean the pieces of the structural engine, so no model is asked. A choice
 * counts whatever the proof says about the result: the proof stands in for somebody who has looked, and here somebody has.
 */
async function applyAndChoose(
  { instruction, conversation, ...engine }: PlanSurroundings,
  { path, sketches, choices }: TargetRequest,
  original: string,
): Promise<{ readonly outcome: EngineOutcome; readonly wrongChoice: string | undefined }> {
  const request = { original, sketches, path, language: undefined, instruction, conversation };
  const asked = choices === undefined ? engine : { ...engine, rewriters: [] };
  const outcome = await applyToFile(asked, request, untilTheEnd());
  if (choices === undefined) return { outcome, wrongChoice: undefined };
  if (outcome.type !== "ambiguous") return { outcome, wrongChoice: "Nothing of it is open." };
  const chosen = takeChoices(await structuralRequest(engine.parsers, request), outcome, choices);
  return chosen.type === "chosen"
    ? { outcome: chosen.outcome, wrongChoice: undefined }
    : { outcome, wrongChoice: chosen.reason };
}

/** The new name is shown relative to `shownFrom`, or in full. */
async function planMove(
  base: string,
  moveTo: string,
  shownFrom: string | undefined,
): Promise<{ readonly type: "free"; readonly path: string; readonly absolute: string } | FileTrouble> {
  const place = await confine(base, moveTo);
  if (place.type !== "inside") return place;
  const { absolute } = place;
  const path = shownFrom === undefined ? absolute : relative(shownFrom, absolute).replaceAll(sep, "/");
  return (await exists(absolute)) ? { type: "exists", path } : { type: "free", path, absolute };
}

/** Refuses the second of two targets that are the same file, by links or where case does not count, or two moves with one goal. */
async function refuseTwins(targets: readonly PlannedTarget[]): Promise<PlannedTarget[]> {
  const owners = new Map<string, string>();
  const judged: PlannedTarget[] = [];
  for (const target of targets) {
    const { path, sketches } = target;
    const change =
      target.type === "merged" ? target.change : target.type === "ambiguous" ? target.sure?.change : undefined;
    const keys = change === undefined ? [] : await identitiesOf(change);
    const other = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
    for (const key of keys) owners.set(key, path);
    judged.push(
      other === undefined ? target : { type: "trouble", path, sketches, trouble: { type: "same-file", path, other } },
    );
  }
  return judged;
}

/** What tells the files of a change from others: what is there by the disk, what is not yet there by its place. */
async function identitiesOf(change: DiskChange): Promise<readonly string[]> {
  const made = change.type === "create" ? change.absolute : change.type === "move" ? change.to.absolute : undefined;
  return [
    ...(change.type === "create" ? [] : [`${String(change.file.stats.dev)}:${String(change.file.stats.ino)}`]),
    ...(made === undefined ? [] : [(await realPlace(made)) ?? made]),
  ];
}
