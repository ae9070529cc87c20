import { lineIdentity } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { readFileLines, type FileLines } from "../sketch/fileLines.ts";

/** What is looked up of a file for each block of an answer. */
interface FileIndex {
  readonly known: FileLines;
  /** The lines that declare, assign, import or title something, by what that is. */
  readonly byIdentity: ReadonlyMap<string, readonly number[]>;
}

const indexes = new WeakMap<Original, FileIndex>();

/** Indexes a file, once for all blocks. */
export function indexFileLines(file: Original): FileIndex {
  const made = indexes.get(file);
  if (made !== undefined) return made;
  const byIdentity = new Map<string, number[]>();
  for (const [line, text] of file.trimmed.entries()) {
    const identity = lineIdentity(text);
    if (identity === undefined) continue;
    const lines = byIdentity.get(identity);
    if (lines === undefined) byIdentity.set(identity, [line]);
    else lines.push(line);
  }
  const index = { known: readFileLines(file.text), byIdentity };
  indexes.set(file, index);
  return index;
}
