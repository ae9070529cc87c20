import type { Engine } from "../core/apply/applyToFile.ts";
import type { EditCall } from "../core/tools/editArguments.ts";
import { bareResult, type EditResult } from "../core/tools/editResult.ts";
import { previewedHunks, writtenHunks } from "../core/tools/judgeHunks.ts";
import { needsUser } from "../core/tools/needsUser.ts";
import { NOTHING_TO_DO, reviewWords, userNeedWords } from "../core/tools/outcomeWords.ts";
import { lineTexts } from "../core/text/lines.ts";
import { withFileLock } from "../node/fileLock.ts";
import { openRuntimeFolder } from "../node/runtimeFolder.ts";
import { userNeedOf } from "../node/userNeed.ts";
import { writePlace } from "../node/writePlace.ts";
import { computeDirectEdit, failedBy, type ComputedDirectEdit, type Telling } from "./computeEdit.ts";
import { locateInRoots, type LocatedFile } from "./locate.ts";
import { realHome, type Root } from "./roots.ts";

/** How often an edit is merged anew when the file changes under it. */
const MAX_TRIES = 8;

export interface DirectEdit {
  readonly engine: Engine;
  readonly call: EditCall;
  readonly roots: readonly Root[];
  readonly telling: Telling;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly onProgress: (message: string) => void;
}

/** Computes what an edit of the file would do; `why` says why it is not done. Closes the file's place. Throws if `signal` is aborted. */
export function previewDirectEdit(
  edit: DirectEdit,
  found: LocatedFile,
  why: string,
  signal: AbortSignal,
): Promise<EditResult> {
  return tryAgain(edit, found, (located) => preview(edit, located, why, signal));
}

/** `undefined`: the file changed while it was read. */
async function preview(
  { engine, call, telling, now }: DirectEdit,
  located: LocatedFile,
  why: string,
  signal: AbortSignal,
): Promise<EditResult | undefined> {
  const computed = await computeDirectEdit(engine, call, located, telling, now, signal);
  if (computed.type === "changed") return undefined;
  return computed.type === "reported" ? computed.result : asPreview(computed, why);
}

/**
 * Writes an edit that the proof holds for, one process after the other for each file: what another one wrote meanwhile is read and merged
 * with. For a file that needs the user, returns the preview. Closes the file's place. Throws if `signal` is aborted, and has written
 * nothing then.
 */
export function writeEdit(edit: DirectEdit, found: LocatedFile, signal: AbortSignal): Promise<EditResult> {
  return tryAgain(edit, found, async (located) => {
    const { place } = located;
    const need = await userNeed(edit.roots, located);
    if (need !== undefined) return preview(edit, located, needsUserWords(need), signal);
    const locks = await openRuntimeFolder("locks");
    if (locks.type === "unusable") {
      return bareResult("failed", edit.call.targetFile, `Nothing was changed. ${locks.message}`);
    }
    const onWait = (): void => {
      edit.onProgress("Waiting for another edit of the same file");
    };
    return withFileLock(
      locks.path,
      place.real,
      async (lock) => {
        const computed = await computeDirectEdit(edit.engine, edit.call, located, edit.telling, edit.now, signal);
        if (computed.type === "changed") return undefined;
        if (computed.type === "reported") return computed.result;
        const { file, original, text } = computed;
        if (file !== undefined && original === text) return asWritten(computed);
        const written = await writePlace(place, file, text, async () => {
          signal.throwIfAborted();
          return lock.isHeld();
        });
        if (written.type === "written") return asWritten(computed);
        if (written.type === "changed" || written.type === "exists") return undefined;
        return failedBy(edit.call.targetFile, written);
      },
      onWait,
      signal,
    );
  });
}

/** Has `attempt` work on the file, and finds the file again each time that this returns nothing because the file has changed. */
async function tryAgain(
  { call, roots }: DirectEdit,
  found: LocatedFile,
  attempt: (located: LocatedFile) => Promise<EditResult | undefined>,
): Promise<EditResult> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const located = tries === 0 ? found : await locateInRoots(call.targetFile, roots);
    if (located.type === "refused") return bareResult("failed", call.targetFile, located.message);
    try {
      const result = await attempt(located);
      if (result !== undefined) return result;
    } finally {
      await located.place.close();
    }
  }
  const message =
    "Nothing was changed: somebody else changes this file all the time. Read it, and send the edit again when it rests.";
  return bareResult("failed", call.targetFile, message);
}

/** Judges both the path that the call names and the one that links lead to, also below the home folder, whatever the root is. */
async function userNeed(roots: readonly Root[], { inner, place }: LocatedFile): Promise<string | undefined> {
  return needsUser(inner) ?? userNeedOf([...roots.map(({ real }) => real), await realHome()], [place.real]);
}

function needsUserWords(why: string): string {
  return `Nothing was written. ${userNeedWords(why)} The proof holds. Ask the user to open the folder in VS Code with Fast Apply and send the edit again then, or to make this change by hand; do not report it as done.`;
}

function asWritten({ result, original, text }: ComputedDirectEdit): EditResult {
  const hunks = writtenHunks({ before: lineTexts(original), after: lineTexts(text) });
  const what =
    hunks.length === 0 ? "the change is" : hunks.length === 1 ? "1 hunk is" : `${String(hunks.length)} hunks are`;
  const message =
    original === text
      ? reviewWords("applied", [])
      : `The proof holds, and ${what} in the file; nobody reviewed the edit.`;
  return { ...result, outcome: "applied", message, hunks: [...hunks] };
}

function asPreview({ result, original, text }: ComputedDirectEdit, why: string): EditResult {
  const hunks = previewedHunks({ before: lineTexts(original), after: lineTexts(text) });
  return { ...result, message: original === text ? NOTHING_TO_DO : why, hunks: [...hunks] };
}
