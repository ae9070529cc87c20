import { appendFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { gradeSchema, resultSchema } from "../core/evaluation/evaluation.ts";
import { takeWriterLock, type WriterLock } from "../node/writerLock.ts";
import { FolderTrouble, troubleWith } from "./folderTrouble.ts";

/** A line of the file of a run. Digests tell what it belongs to, so that nothing counts for another engine, text or grader. */
const lineSchema = v.variant("type", [
  v.object({ type: v.literal("begun"), at: v.string() }),
  /** What a planner wrote for a case, or why that is not a case. */
  v.object({
    type: v.literal("planned"),
    caseId: v.string(),
    plan: v.union([v.object({ answer: v.string(), expected: v.string() }), v.object({ skipped: v.string() })]),
  }),
  /** Without what it costs: prices may be others when the run goes on. */
  v.object({ type: v.literal("result"), engine: v.string(), result: v.omit(resultSchema, ["cost", "grades"]) }),
  v.object({
    type: v.literal("grade"),
    grader: v.string(),
    text: v.string(),
    asking: v.picklist([0, 1]),
    grade: gradeSchema,
  }),
]);
type RunLine = v.InferOutput<typeof lineSchema>;

/** What is done of a run. */
export interface StoredRun {
  /** Absolute. */
  readonly path: string;
  readonly lines: readonly RunLine[];
  /** Keeps a line before it returns, so that a stop at any time loses nothing that is done. Throws `FolderTrouble`. */
  readonly keep: (line: RunLine) => void;
  /** Lets others go on with it. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the file of a run in a folder; a folder that this creates is ignored by git. `digest` tells the run from others in the folder.
 * Nobody else can open it until it is closed, since two would do all the work twice. Rejects with `FolderTrouble` if somebody has it
 * open, or if it cannot be written.
 */
export async function openRun(folder: string, digest: string): Promise<StoredRun> {
  const path = join(folder, `run-${digest.slice(0, 12)}.jsonl`);
  let taken: WriterLock | undefined;
  try {
    // One that the user has made is theirs: what is in it may be meant to be committed.
    const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
    if (isNew) await writeFile(join(folder, ".gitignore"), "# Made by fast-apply eval\n*\n");
    const lock = (taken = await takeWriterLock(`${path}.lock`));
    if (lock === undefined) throw alreadyUnderWay(folder);
    // Makes it where it is missing, and shows whether it can be written.
    appendFileSync(path, "");
    const text = await readFile(path, "utf8");
    // The line at which a run was stopped may have no end; what comes next must not go on with it.
    if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
    const keep = (line: RunLine): void => {
      try {
        appendFileSync(path, `${JSON.stringify(line)}\n`);
      } catch (error) {
        throw troubleWith(folder, error);
      }
    };
    return { path, lines: text.split("\n").flatMap(readLine), keep, close: () => lock.release() };
  } catch (error) {
    await taken?.release();
    throw error instanceof FolderTrouble ? error : troubleWith(folder, error);
  }
}

function alreadyUnderWay(folder: string): FolderTrouble {
  const message = `this evaluation is already under way, and its results are being kept in ${folder}.`;
  return new FolderTrouble(message, "wait for it to end, or stop it: what it has done then counts here, too.");
}

/** None for a line that was cut off, or is of another version. */
function readLine(line: string): RunLine[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), line);
  return parsed.success ? [parsed.output] : [];
}
