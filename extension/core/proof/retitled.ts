import { indentWidth } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { likeness, wordsOf } from "./lineForms.ts";
import type { Placing, ShownPiece } from "./pieces.ts";

/** The head of a block of the file that may have a new title. */
interface Head {
  readonly line: number;
  readonly words: readonly string[];
}

/**
 * Returns a function that tells whether the head of a block of the file, by its line, has the title of a line of the result now: the sketch
 * leaves out lines of the block that it shows there, so that they stand in the file, and of all heads of its kind that it does not show
 * itself this one is most like it. `heads` are the lines of the file that begin a block, and `newOf` says where each line stands now; -1
 * for none.
 */
export function readRetitled(
  pieces: readonly ShownPiece[],
  { shownAt }: Placing,
  { old, new: lines }: Comparison,
  heads: readonly number[],
  newOf: Int32Array,
): (head: number, fresh: number) => boolean {
  const byKind = new Map<string, Head[]>();
  for (const line of heads) {
    const words = wordsOf(old[line] ?? "");
    const [kind] = words;
    if (kind === undefined || shownAt[newOf[line] ?? -1] !== undefined) continue;
    const known = byKind.get(kind);
    if (known === undefined) byKind.set(kind, [{ line, words }]);
    else known.push({ line, words });
  }
  return (head, fresh) => {
    if (!leavesLinesOut(fresh)) return false;
    const title = wordsOf(lines[fresh] ?? "");
    const likes = (byKind.get(title[0] ?? "") ?? []).map(({ line, words }) => ({ line, like: likeness(words, title) }));
    const own = likes.find(({ line }) => line === head);
    return own !== undefined && likes.every(({ line, like }) => line === head || like < own.like);
  };

  /** Whether the sketch begins a block there whose lines a marker holds: its piece ends before the block does. */
  function leavesLinesOut(fresh: number): boolean {
    const spot = shownAt[fresh];
    const piece = pieces[spot?.piece ?? -1];
    if (spot === undefined || piece === undefined || !piece.behind.isWritten) return false;
    const width = indentWidth(piece.lines[spot.at]?.text ?? "");
    return piece.lines.slice(spot.at + 1).every(({ text }) => indentWidth(text) > width);
  }
}
