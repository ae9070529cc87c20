import { constants } from "node:fs";
import { access, lstat, mkdir, readFile, rename, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode, errorText, type FileTrouble, type TextFile } from "./files.ts";
import { exists, linked, modeTrouble, putNew, writeTemporary } from "./fileSteps.ts";
import { hasOtherNames, stagedName, sweepStaged } from "./stagedText.ts";

/** One thing to do on disk. A move also writes the new text. */
export type DiskChange =
  | { readonly type: "update"; readonly file: TextFile; readonly text: string }
  | { readonly type: "create"; readonly path: string; readonly absolute: string; readonly text: string }
  | { readonly type: "delete"; readonly file: TextFile }
  | {
      readonly type: "move";
      readonly file: TextFile;
      readonly to: { readonly path: string; readonly absolute: string };
      readonly text: string;
    };

/** Something that was done and could not be taken back. */
export interface Stuck {
  /** `replaced`: the file has the new text. `removed`: it is gone from its name. */
  readonly type: "replaced" | "created" | "removed";
  /** As the user knows it. */
  readonly path: string;
  /** Absolute path of what the file held before; `undefined` if it is new. */
  readonly backup: string | undefined;
  /** Why it could not be taken back. */
  readonly cause: string;
}

/** `left`: absolute paths of what was staged or kept beside the files and could not be removed again. */
export type WriteResult =
  | { readonly type: "written"; readonly left: readonly string[] }
  /** `stuck`: all that is not as it was before, which is nothing unless taking back failed too. */
  | {
      readonly type: "failed";
      readonly trouble: FileTrouble;
      readonly stuck: readonly Stuck[];
      readonly left: readonly string[];
    };

/**
 * Carries out all changes or none. First writes every new text to a temporary file beside its target, and keeps every file that gets one
 * under a second name; then compares every target with what was read, and only then renames. If that fails for one of them, takes back
 * those before it.
 */
export async function writeFiles(changes: readonly DiskChange[]): Promise<WriteResult> {
  const staged: Staged[] = [];
  try {
    return await writeStaged(changes, staged);
  } finally {
    for (const { done } of staged) done();
  }
}

async function writeStaged(changes: readonly DiskChange[], staged: Staged[]): Promise<WriteResult> {
  const done: Step[] = [];
  const trouble = (await stageAll(changes, staged)) ?? (await carryOut(staged, done));
  if (trouble === undefined) return { type: "written", left: await removeAll(besides(staged)) };
  const stuck = await takeBack(done);
  const needed = new Set(stuck.map(({ backup }) => backup));
  const left = await removeAll(besides(staged).filter((path) => !needed.has(path)));
  await removeFolders(staged);
  return { type: "failed", trouble, stuck, left };
}

/** Returns the path of a change as the user knows it; for a move that of the file before. */
export function changedPath(change: DiskChange): string {
  return change.type === "create" ? change.path : change.file.path;
}

/** A change for which all is ready but the names. */
interface Staged {
  readonly change: DiskChange;
  /** Where the new text waits. */
  readonly temporary: string | undefined;
  /** A second name of the file that is replaced, or the one that a file gets which is removed. */
  readonly backup: string | undefined;
  /** The first folder that had to be made. */
  readonly madeFolder: string | undefined;
  /** To be called when neither name is needed any more. */
  readonly done: () => void;
}

/** Prepares the changes; what is prepared goes into `staged`, even if it ends in trouble. */
async function stageAll(changes: readonly DiskChange[], staged: Staged[]): Promise<FileTrouble | undefined> {
  for (const change of changes) {
    const trouble = await stage(change, staged);
    if (trouble !== undefined) return trouble;
  }
  for (const { change } of staged) {
    const trouble = await findDrift(change);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

async function stage(change: DiskChange, staged: Staged[]): Promise<FileTrouble | undefined> {
  const path = changedPath(change);
  try {
    if (change.type !== "create") {
      const { stats, real } = change.file;
      const trouble = modeTrouble(path, stats);
      if (trouble !== undefined) return trouble;
      // The others would keep the old text. If only the name is to go, they keep the file.
      if (change.type !== "delete" && stats.nlink > 1 && (await hasOtherNames(...besideOf(real)))) {
        return { type: "linked", path };
      }
      await access(real, constants.W_OK);
    }
    const to = destination(change);
    const madeFolder = to === undefined ? undefined : await mkdir(dirname(to), { recursive: true });
    const kept = keptName(change);
    for (const each of new Set([to, kept])) if (each !== undefined) await sweepStaged(...besideOf(each));
    const waiting = to === undefined ? undefined : nameBeside(to, "tmp");
    const keeping = kept === undefined ? undefined : nameBeside(kept, "old");
    const [temporary, backup] = [waiting?.path, keeping?.path];
    const done = (): void => {
      waiting?.done();
      keeping?.done();
    };
    // What is only half done is cleared away too.
    staged.push({ change, temporary, backup, madeFolder, done });
    if (temporary !== undefined && change.type !== "delete") {
      await writeTemporary(temporary, change.text, change.type === "create" ? undefined : change.file.stats);
    }
    if (backup !== undefined && change.type === "update") await keep(change.file, backup);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" && change.type !== "create") return { type: "changed", path };
    if (code === "ENOTDIR" || code === "EEXIST") return { type: "file-as-folder", path };
    return { type: "not-writable", path, cause: errorText(error) };
  }
}

/** Where the new text goes. A symbolic link stays: the file that it leads to is replaced. */
function destination(change: DiskChange): string | undefined {
  if (change.type === "delete") return undefined;
  if (change.type === "update") return change.file.real;
  return change.type === "create" ? change.absolute : change.to.absolute;
}

/** The name that a backup is made of. A symbolic link is removed itself, and not what it leads to. */
function keptName(change: DiskChange): string | undefined {
  if (change.type === "create") return undefined;
  return change.type === "update" ? change.file.real : change.file.absolute;
}

/** A name beside a path that nobody else takes. */
function nameBeside(path: string, end: "tmp" | "old"): { readonly path: string; readonly done: () => void } {
  const { staged, done } = stagedName(basename(path), end);
  return { path: join(dirname(path), staged), done };
}

/** A path as the names beside it are asked for. */
function besideOf(path: string): [at: (name: string) => string, name: string] {
  return [(name) => join(dirname(path), name), basename(path)];
}

/** A second name is the file itself, with all that belongs to it. What belongs to others could not be removed again in a sticky folder. */
async function keep({ real, bytes, stats }: TextFile, backup: string): Promise<void> {
  const own = process.geteuid?.();
  const isOurs = own === undefined || own === 0 || own === stats.uid;
  if (isOurs && (await linked(real, backup)) === "linked") return;
  await writeTemporary(backup, bytes, stats);
}

/** Finds out whether the disk is no longer what the merge was made from. */
async function findDrift(change: DiskChange): Promise<FileTrouble | undefined> {
  if (change.type !== "create") {
    const { file } = change;
    if (!(await holds(file.real, file.bytes))) return { type: "changed", path: file.path };
  }
  if (change.type === "create" || change.type === "move") {
    const { path, absolute } = change.type === "create" ? change : change.to;
    if (await exists(absolute)) return { type: "exists", path };
  }
  return undefined;
}

async function holds(absolute: string, bytes: Buffer): Promise<boolean> {
  return readFile(absolute).then(
    (now) => bytes.equals(now),
    () => false,
  );
}

/** A single change of one name. */
interface Step {
  readonly type: Stuck["type"];
  readonly path: string;
  /** The name. */
  readonly at: string;
  readonly backup: string | undefined;
  /** `false`: something has the name already. Throws what the system says. */
  readonly run: () => Promise<boolean>;
  /** Throws what the system says, and if somebody else has changed the file meanwhile. */
  readonly undo: () => Promise<void>;
}

function stepsOf({ change, temporary = "", backup = "" }: Staged): readonly Step[] {
  switch (change.type) {
    case "update":
      return [replacing(change.file, change.text, temporary, backup)];
    case "create":
      return [creating(change, change.text, temporary)];
    case "delete":
      return [removing(change.file, backup)];
    case "move":
      return [creating(change.to, change.text, temporary), removing(change.file, backup)];
  }
}

function replacing({ path, real }: TextFile, text: string, temporary: string, backup: string): Step {
  const run = async (): Promise<boolean> => {
    await rename(temporary, real);
    return true;
  };
  const undo = async (): Promise<void> => {
    await refuseForeign(real, text);
    await rename(backup, real);
  };
  return { type: "replaced", path, at: real, backup, run, undo };
}

function creating({ path, absolute }: { path: string; absolute: string }, text: string, temporary: string): Step {
  const undo = async (): Promise<void> => {
    await refuseForeign(absolute, text);
    await unlink(absolute);
  };
  return { type: "created", path, at: absolute, backup: undefined, run: () => putNew(temporary, absolute), undo };
}

function removing({ path, absolute }: TextFile, backup: string): Step {
  const run = async (): Promise<boolean> => {
    await rename(absolute, backup);
    return true;
  };
  const undo = async (): Promise<void> => {
    if (await exists(absolute)) throw new Error("somebody else has made a file of this name meanwhile");
    await rename(backup, absolute);
  };
  return { type: "removed", path, at: absolute, backup, run, undo };
}

async function refuseForeign(absolute: string, text: string): Promise<void> {
  if (!(await holds(absolute, Buffer.from(text)))) throw new Error("somebody else has changed it meanwhile");
}

/** Gives all their names, up to the first trouble; what was done goes into `done`. */
async function carryOut(staged: readonly Staged[], done: Step[]): Promise<FileTrouble | undefined> {
  for (const item of staged) {
    const drift = await findDrift(item.change);
    if (drift !== undefined) return drift.type === "exists" ? takenBy(done, item, drift) : drift;
    for (const step of stepsOf(item)) {
      try {
        if (!(await step.run())) return await takenBy(done, item, { type: "exists", path: step.path });
      } catch (error) {
        return { type: "not-writable", path: step.path, cause: errorText(error) };
      }
      done.push(step);
    }
  }
  return undefined;
}

/** A name that is taken can be another one of a file that was just made: file systems can ignore case. */
async function takenBy(done: readonly Step[], { change }: Staged, taken: FileTrouble): Promise<FileTrouble> {
  const to = destination(change);
  const found = to === undefined ? undefined : await identityOf(to);
  for (const { type, at, path } of done) {
    if (type === "created" && found !== undefined && (await identityOf(at)) === found) {
      return { type: "same-file", path: taken.path, other: path };
    }
  }
  return taken;
}

async function identityOf(absolute: string): Promise<string | undefined> {
  return lstat(absolute, { bigint: true }).then(
    ({ dev, ino }) => `${String(dev)}:${String(ino)}`,
    () => undefined,
  );
}

/** Takes back what was done, the last first, and returns what could not be. */
async function takeBack(done: readonly Step[]): Promise<readonly Stuck[]> {
  const stuck: Stuck[] = [];
  for (const { type, path, backup, undo } of done.toReversed()) {
    try {
      await undo();
    } catch (error) {
      stuck.push({ type, path, backup, cause: errorText(error) });
    }
  }
  return stuck.reverse();
}

/** All files beside the targets that were made on the way. */
function besides(staged: readonly Staged[]): readonly string[] {
  return staged.flatMap(({ temporary, backup }) => [temporary, backup]).filter((path) => path !== undefined);
}

/** Removes files; returns those that are still there. */
async function removeAll(paths: readonly string[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const path of paths) {
    await unlink(path).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") left.push(path);
    });
  }
  return left;
}

/** Removes the folders that were made, as far as nothing else is in them by now. */
async function removeFolders(staged: readonly Staged[]): Promise<void> {
  for (const { change, madeFolder } of staged.toReversed()) {
    const to = destination(change);
    if (to === undefined || madeFolder === undefined) continue;
    for (let folder = dirname(to); folder.length >= madeFolder.length; folder = dirname(folder)) {
      const isGone = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!isGone) break;
    }
  }
}
