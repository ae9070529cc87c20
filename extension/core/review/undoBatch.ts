import { knownDiff } from "../diff/knownDiff.ts";
import { editsOf, equalLines, type LineEdit } from "../diff/lineEdits.ts";
import { mergeLines } from "../diff/rebase.ts";
import type { LineRange } from "../text/lines.ts";

/** A file before and after an action of the user, as editor lines; `undefined`: there was no file. */
export interface FileChange {
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
}

/** How a file comes back to what it was before. */
export type UndoPlan =
  /** It is so already. */
  | { readonly type: "nothing" }
  /** `kept`: lines of the result that were edited since, so that they stay. Without `edits` nothing else is left to undo. */
  | { readonly type: "edit"; readonly edits: readonly LineEdit[]; readonly kept: readonly LineRange[] }
  | { readonly type: "delete" }
  | { readonly type: "create"; readonly lines: readonly string[] }
  /** `changed`: a new file has other text by now. `taken`: there is another file. `missing`: the file is gone. */
  | { readonly type: "prevented"; readonly why: "changed" | "taken" | "missing" };

/**
 * Plans how to take a change of a file back, whatever has become of the file since: what was edited later stays, and never goes because of
 * the undo. `now`: its lines, `undefined` if there is no file.
 */
export function planUndo({ before, after }: FileChange, now: readonly string[] | undefined): UndoPlan {
  if (before === undefined) {
    if (now === undefined) return { type: "nothing" };
    return after !== undefined && equalLines(after, now) ? { type: "delete" } : { type: "prevented", why: "changed" };
  }
  if (after === undefined) {
    if (now === undefined) return { type: "create", lines: before };
    return equalLines(before, now) ? { type: "nothing" } : { type: "prevented", why: "taken" };
  }
  if (now === undefined) return { type: "prevented", why: "missing" };
  if (equalLines(before, now)) return { type: "nothing" };
  const { lines, conflicts } = mergeLines(after, now, before);
  return {
    type: "edit",
    edits: editsOf(knownDiff(now, lines), lines),
    kept: conflicts.map((conflict) => conflict.new),
  };
}
