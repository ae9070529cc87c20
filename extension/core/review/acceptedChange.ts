import { equalLines } from "../diff/lineEdits.ts";
import { mergeLines } from "../diff/rebase.ts";
import type { TextChange } from "./decision.ts";
import { decide, type ReviewSession } from "./reviewSession.ts";
import type { Hunk } from "./reviewState.ts";
import type { FileChange } from "./undoBatch.ts";

/** Computes what the hunks `own` change when `hunks` are accepted, as if all others of these had been accepted just before. */
export function acceptedShare(session: ReviewSession, hunks: readonly Hunk[], own: readonly Hunk[]): TextChange {
  const textWith = (accepted: readonly Hunk[]): readonly string[] =>
    accepted.length === 0 ? session.state.document : decide(session, "accept", accepted).session.state.document;
  return { before: textWith(hunks.filter((hunk) => !own.includes(hunk))), after: textWith(hunks) };
}

/**
 * Joins two changes of a file into one if nothing that the first brought was changed before the second: taking the one back is taking both
 * back, and what was typed between them stays. Otherwise, and if the first deleted the file or the second created it, `undefined`: they are
 * taken back one after the other.
 */
export function joinChanges(first: FileChange, second: FileChange): FileChange | undefined {
  if (first.after === undefined || second.before === undefined) return undefined;
  if (first.before === undefined) {
    // What was typed into a new file must not go with it.
    return equalLines(first.after, second.before) ? { before: undefined, after: second.after } : undefined;
  }
  const { lines, conflicts } = mergeLines(first.after, second.before, first.before);
  return conflicts.length === 0 ? { before: lines, after: second.after } : undefined;
}

/**
 * Checks whether nothing of a change of a file is left to take back, or to report, `now` being its lines. Never so if the change creates or
 * deletes the file.
 */
export function isUndone({ before, after }: FileChange, now: readonly string[]): boolean {
  if (before === undefined || after === undefined) return false;
  const { lines, conflicts } = mergeLines(after, now, before);
  return conflicts.length === 0 && equalLines(lines, now);
}
