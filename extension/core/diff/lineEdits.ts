import type { LineRange } from "../text/lines.ts";
import type { LineChange } from "./lineChange.ts";

/** A replacement of the lines of `range` by `lines`; either may be empty. */
export interface LineEdit {
  readonly range: LineRange;
  readonly lines: readonly string[];
}

/**
 * Applies edits to lines. The edits must be ascending and apart from each other, and their ranges count in `lines`. If no line is left,
 * one empty line is, as in an editor.
 */
export function applyLineEdits(lines: readonly string[], edits: readonly LineEdit[]): readonly string[] {
  const edited = spliceLines(lines, edits);
  return edited.length === 0 ? [""] : edited;
}

/** Applies edits to part of a text, like `applyLineEdits`: the result may be empty. */
export function spliceLines(lines: readonly string[], edits: readonly LineEdit[]): readonly string[] {
  if (edits.length === 0) return lines;
  const result: string[] = [];
  let at = 0;
  const copy = (from: readonly string[], start: number, end: number): void => {
    for (let i = start; i < end; i++) result.push(from[i] ?? "");
  };
  for (const edit of edits) {
    copy(lines, at, edit.range.start);
    copy(edit.lines, 0, edit.lines.length);
    at = edit.range.end;
  }
  copy(lines, at, lines.length);
  return result;
}

/** Makes the edits that turn the old side of a diff into its new side, `newLines`. */
export function editsOf(changes: readonly LineChange[], newLines: readonly string[]): LineEdit[] {
  return changes.map((change) => ({ range: change.old, lines: newLines.slice(change.new.start, change.new.end) }));
}

/** Checks whether two runs of lines are the same to the letter. */
export function equalLines(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((line, index) => line === b[index]));
}
