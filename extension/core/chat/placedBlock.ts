import { editorLines, type LineRange } from "../text/lines.ts";

/** A block of exact edits whose places in its file are known. */
export interface PlacedBlock {
  /** Path of the file, as the user reads it. */
  readonly path: string;
  /** The file as it was when its edits were placed; empty for a new one. */
  readonly before: string;
  /** The file with all of the edits that have a place. */
  readonly after: string;
  /** The complete edits, in order. */
  readonly edits: readonly PlacedEdit[];
}

/** One edit of a block. */
export interface PlacedEdit {
  /** Line of its opening marker in the code of the block, from 0. */
  readonly line: number;
  /** Line of `before` at which it stands, from 1; absent if it has no place. */
  readonly at?: number;
  /** Why it has no place, in words; empty otherwise. */
  readonly reason: string;
  /** The lines of `before`, from 0, that each elision of its search stands for. */
  readonly elided: readonly LineRange[];
}

/**
 * Returns the lines that an elision stands for: number `nth`, from 0, of the edit that begins at `line` of the block's code. They are
 * joined by `\n`, with none after the last. `undefined` if there is no such edit or elision, or the edit has no place.
 */
export function elidedText({ before, edits }: PlacedBlock, line: number, nth: number): string | undefined {
  const range = edits.find((edit) => edit.line === line)?.elided[nth];
  return range && editorLines(before).slice(range.start, range.end).join("\n");
}
