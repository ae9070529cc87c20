import { lineDiff, mapNewToOld, type LineChange } from "../diff/lineDiff.ts";
import type { TextChange } from "../text/syntax.ts";
import { splitLines, type Line } from "../text/lines.ts";
import type { Original } from "../merge/original.ts";

/** The rewrite beside the original. */
export interface RewriteChanges {
  readonly lines: readonly string[];
  readonly changes: readonly LineChange[];
  /** For each line of the rewrite the line of the original that it is, -1 where it is new. */
  readonly oldOf: Int32Array;
}

/** Compares by whole lines; trailing blanks count, so that a lost one is a change. */
export function readChanges(original: Original, lines: readonly string[]): RewriteChanges {
  const changes = lineDiff(original.lines, lines);
  return { lines, changes, oldOf: mapNewToOld(changes, lines.length) };
}

/**
 * The changes as ranges of the two texts, for a parser that reuses what is unchanged; `undefined` where lines that are
 * equal differ in their ends, so that the texts shift against each other.
 */
export function textChanges(
  original: Original,
  text: string,
  changes: readonly LineChange[],
): TextChange[] | undefined {
  const written = splitLines(text);
  const [oldAt, newAt] = [offsets(original.bom, original.source), offsets(written.bom, written.lines)];
  const found = changes.map(({ old, new: fresh }) => ({
    start: oldAt[old.start] ?? 0,
    oldEnd: oldAt[old.end] ?? 0,
    newStart: newAt[fresh.start] ?? 0,
    newEnd: newAt[fresh.end] ?? 0,
  }));
  let [oldEnd, newEnd] = [0, 0];
  for (const change of [...found, { start: original.text.length, oldEnd: 0, newStart: text.length, newEnd: 0 }]) {
    if (change.start - oldEnd !== change.newStart - newEnd) return undefined;
    ({ oldEnd, newEnd } = change);
  }
  return found;
}

/** Where each line begins, and last where the text ends. */
function offsets(bom: string, lines: readonly Line[]): number[] {
  let at = bom.length;
  return [at, ...lines.map(({ text, eol }) => (at += text.length + eol.length))];
}

/**
 * The places where a pure insertion or a pure deletion may equally well stand: `a X b X c` with `X b` inserted can
 * also be read as `b X` inserted one line later. The change itself comes first.
 */
export function slides(change: LineChange, oldLines: readonly string[], newLines: readonly string[]): LineChange[] {
  const inserts = change.old.start === change.old.end;
  if (!inserts && change.new.start !== change.new.end) return [change];
  const lines = inserts ? newLines : oldLines;
  const range = inserts ? change.new : change.old;
  const result = [change];
  for (const direction of [-1, 1] as const) {
    for (let shift = direction; Math.abs(shift) <= 40; shift += direction) {
      const entering = direction < 0 ? range.start + shift : range.end + shift - 1;
      const leaving = direction < 0 ? range.end + shift : range.start + shift - 1;
      if (entering < 0 || entering >= lines.length || lines[entering] !== lines[leaving]) break;
      result.push({
        old: { start: change.old.start + shift, end: change.old.end + shift },
        new: { start: change.new.start + shift, end: change.new.end + shift },
      });
    }
  }
  return result;
}
