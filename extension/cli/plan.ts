import type { Stats } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { createsFile, groupByFile, readForNamed, selectForFile, type SketchGroup } from "../core/apply/fileSketches.ts";
import type { Turn } from "../core/apply/model.ts";
import { tidyPath } from "../core/apply/sketchPath.ts";
import { languageOfPath } from "../core/sketch/languages.ts";
import { readReply } from "../core/sketch/readReply.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { confine } from "../node/confine.ts";
import { applyToFile, type Engine, type EngineOutcome } from "../core/apply/applyToFile.ts";
import { readTextFile, type FileTrouble, type TextFile } from "../node/files.ts";
import { exists } from "../node/fileSteps.ts";
import { realPlace } from "../node/insideRoots.ts";
import type { FileChange } from "../node/writeFiles.ts";
import { findTarget, type FoundFile } from "./findTarget.ts";
import { untilTheEnd } from "./surroundings.ts";

/** What a reply comes to for one file. Nothing is written yet. */
export type PlannedTarget = { readonly path: string; readonly sketches: readonly FileSketch[] } & (
  | {
      readonly type: "merged";
      readonly original: string;
      readonly text: string;
      readonly change: FileChange;
      readonly outcome: Extract<EngineOutcome, { type: "merged" }>;
    }
  | {
      readonly type: "ambiguous";
      readonly original: string;
      readonly outcome: Extract<EngineOutcome, { type: "ambiguous" }>;
    }
  | { readonly type: "no-sketch"; readonly reason: string }
  | { readonly type: "trouble"; readonly trouble: FileTrouble }
);

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
  /** There is code, but neither the user nor the reply says for which file. */
  | { readonly type: "no-target" };

/** Where the paths are, and how sketches are applied there. */
export interface PlanSurroundings extends Engine {
  readonly cwd: string;
  /** What the user asked for. */
  readonly instruction: string;
  /** The chat that the reply is of. */
  readonly conversation: readonly Turn[];
}

/** The plan for the file that the user points at. */
export async function planForFile(surroundings: PlanSurroundings, reply: string, path: string): Promise<Plan> {
  const absolute = resolve(surroundings.cwd, path);
  const slashed = absolute.replaceAll(sep, "/");
  const file = await readTextFile(path, absolute);
  const original = file.type === "file" ? file.text : "";
  const sketches = readReply(reply, { path: slashed, language: languageOfPath(path), original });
  const { taken, left } = selectForFile(sketches, slashed);
  const named = groupByFile(taken).groups[0]?.path;
  const target = await planTarget(surroundings, {
    path,
    absolute,
    file,
    sketches: taken,
    isNamedBySketch: false,
    base: named !== undefined && slashed.endsWith(`/${named}`) ? slashed.slice(0, -named.length) : surroundings.cwd,
  });
  return { type: "targets", targets: [target], left, isPartial: false };
}

/** The plan for the files that the reply itself names. */
export async function planForNamed(surroundings: PlanSurroundings, reply: string): Promise<Plan> {
  const sketches = readReply(reply);
  const { groups, nameless } = groupByFile(sketches);
  if (sketches.length === 0) return { type: "no-code" };
  if (groups.length === 0) return { type: "no-target" };
  const isOnly = groups.length === 1;
  const targets: PlannedTarget[] = [];
  for (const group of groups) targets.push(await planNamed(surroundings, reply, group, isOnly));
  const left = isOnly ? [] : nameless;
  return { type: "targets", targets: await refuseTwins(targets), left, isPartial: left.length > 0 };
}

/**
 * The plan for the file that is found by what it holds, where the reply names none. `source`: the file that the reply stands in, which is
 * never the target.
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

async function planNamed(
  surroundings: PlanSurroundings,
  reply: string,
  group: SketchGroup,
  isOnly: boolean,
): Promise<PlannedTarget> {
  const { path } = group;
  const place = await confine(surroundings.cwd, path);
  if (place.type !== "inside") return { type: "trouble", path, sketches: group.sketches, trouble: place };
  const file = await readTextFile(path, place.absolute);
  const sketches = readForNamed(reply, group, file.type === "file" ? file.text : "", isOnly);
  const { absolute } = place;
  return planTarget(surroundings, { path, absolute, file, sketches, isNamedBySketch: true, base: surroundings.cwd });
}

interface TargetRequest {
  readonly path: string;
  readonly absolute: string;
  readonly file: TextFile | FileTrouble;
  readonly sketches: readonly FileSketch[];
  readonly isNamedBySketch: boolean;
  /** The folder that new names are relative to. */
  readonly base: string;
}

async function planTarget(
  { cwd, instruction, conversation, ...engine }: PlanSurroundings,
  request: TargetRequest,
): Promise<PlannedTarget> {
  const { path, absolute, file, sketches, base } = request;
  const isNew = file.type === "missing" && createsFile(sketches, request.isNamedBySketch);
  if (file.type !== "file" && !isNew) return { type: "trouble", path, sketches, trouble: file };
  const original = file.type === "file" ? file.text : "";
  const outcome = await applyToFile(
    engine,
    { original, sketches, path, language: undefined, instruction, conversation },
    untilTheEnd(),
  );
  if (outcome.type === "no-sketch") return { type: "no-sketch", path, sketches, reason: outcome.reason };
  if (outcome.type === "ambiguous") return { type: "ambiguous", path, sketches, original, outcome };

  const { text } = outcome;
  const merged = (change: FileChange): PlannedTarget => ({
    type: "merged",
    path,
    sketches,
    original,
    text,
    change,
    outcome,
  });
  if (file.type !== "file") return merged({ type: "create", path, absolute, text });
  if (sketches.at(-1)?.sketch.type === "delete") return merged({ type: "delete", file });
  const moveTo = sketches.findLast((sketch) => sketch.moveTo !== undefined)?.moveTo;
  if (moveTo === undefined || resolve(base, tidyPath(moveTo)) === absolute)
    return merged({ type: "update", file, text });
  const to = await planMove(base, tidyPath(moveTo), isAbsolute(path) ? undefined : cwd);
  return to.type === "free"
    ? merged({ type: "move", file, to, text })
    : { type: "trouble", path, sketches, trouble: to };
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

/** Two names of a reply can be the same file, by links or where case does not count; two moves can have one goal. */
async function refuseTwins(targets: readonly PlannedTarget[]): Promise<PlannedTarget[]> {
  const owners = new Map<string, string>();
  const judged: PlannedTarget[] = [];
  for (const target of targets) {
    const { path, sketches } = target;
    const keys = target.type === "merged" ? await identitiesOf(target.change) : [];
    const other = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
    for (const key of keys) owners.set(key, path);
    judged.push(
      other === undefined ? target : { type: "trouble", path, sketches, trouble: { type: "same-file", path, other } },
    );
  }
  return judged;
}

/** What tells the files of a change from others: what is there by the disk, what is not yet there by its place. */
async function identitiesOf(change: FileChange): Promise<readonly string[]> {
  const made = change.type === "create" ? change.absolute : change.type === "move" ? change.to.absolute : undefined;
  return [
    ...(change.type === "create" ? [] : [`${String(change.file.stats.dev)}:${String(change.file.stats.ino)}`]),
    ...(made === undefined ? [] : [(await realPlace(made)) ?? made]),
  ];
}
