import { lineDiff } from "../../diff/lineDiff.ts";
import { splitLines } from "../../text/lines.ts";

/** Lines of a diff that are alike in kind. */
export interface DiffRun {
  readonly kind: "same" | "removed" | "added" | "gap";
  /** Without their ends; of a gap, what it leaves out. */
  readonly lines: readonly string[];
}

/** Lines before and after a change that are shown with it. */
const CONTEXT = 3;

/** Finds the lines in which two texts differ, each change with the lines around it. Empty if only line ends differ, or nothing. */
export function diffRuns(before: string, after: string): DiffRun[] {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const changes = lineDiff(oldLines, newLines);
  const runs: DiffRun[] = [];
  const push = (kind: DiffRun["kind"], lines: readonly string[]): void => {
    if (lines.length > 0) runs.push({ kind, lines });
  };
  const skip = (start: number, end: number): void => {
    if (end <= start) return;
    const count = end - start;
    push("gap", [`${String(count)} unchanged ${count === 1 ? "line" : "lines"}`]);
  };
  let at = 0;
  changes.forEach((change, index) => {
    // Between two changes, the lines after the first and those before the second.
    const start = Math.max(at, change.old.start - CONTEXT);
    const close = index === 0 ? at : Math.min(at + CONTEXT, start);
    push("same", oldLines.slice(at, close));
    skip(close, start);
    push("same", oldLines.slice(start, change.old.start));
    push("removed", oldLines.slice(change.old.start, change.old.end));
    push("added", newLines.slice(change.new.start, change.new.end));
    at = change.old.end;
  });
  if (changes.length === 0) return [];
  push("same", oldLines.slice(at, at + CONTEXT));
  skip(at + CONTEXT, oldLines.length);
  return runs;
}

function linesOf(text: string): string[] {
  return splitLines(text).lines.map((line) => line.text);
}
