import { indentWidth } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { likeness, wordsOf } from "./lineForms.ts";
import type { Placing, ShownPiece } from "./pieces.ts";

/** The head of a block of the file that may have a new title. */
interface Head {
  readonly line: number;
  /** Without the first one, which says its kind. */
  readonly words: readonly string[];
}

/** How alike two titles of one block are at least, without the word that says its kind. */
const LEAST = 0.25;
/** By how much more the old title is like the new one than any other. */
const AHEAD = 1.2;

/** Heads of statements, whose conditions are no titles. */
const CONTROL =
  /^(?:if|else|elif|elsif|unless|for|foreach|while|until|loop|with|using|try|catch|except|finally|switch|match|case|when|do|return)$/;

/**
 * Returns a function that tells whether the head of a block of the file, by its line, has the title of a line of the result now: the sketch
 * leaves out lines of the block that it shows there, so that they stand in the file, and of all heads of its kind that it does not show
 * itself this one is clearly most like it. `beginsBlock` tells of a line of the file whether it does, and `newOf` says where each line stands
 * now; -1 for none.
 */
export function readRetitled(
  pieces: readonly ShownPiece[],
  { shownAt }: Placing,
  { old, new: lines }: Comparison,
  beginsBlock: (line: number) => boolean,
  newOf: Int32Array,
): (head: number, fresh: number) => boolean {
  const byKind = new Map<string, Head[]>();
  for (const [line, text] of old.entries()) {
    const [kind, ...words] = wordsOf(text);
    if (!beginsBlock(line)) continue;
    if (kind === undefined || CONTROL.test(kind) || shownAt[newOf[line] ?? -1] !== undefined) continue;
    const known = byKind.get(kind);
    if (known === undefined) byKind.set(kind, [{ line, words }]);
    else known.push({ line, words });
  }
  const titleOf = new Map<number, number>();
  return (head, fresh) => {
    const known = titleOf.get(fresh) ?? findTitle(fresh);
    titleOf.set(fresh, known);
    return known === head;
  };

  /** The head that has the title of a line of the result now; -1 for none. */
  function findTitle(fresh: number): number {
    if (!leavesLinesOut(fresh)) return -1;
    const [kind = "", ...title] = wordsOf(lines[fresh] ?? "");
    let best = { line: -1, like: 0 };
    let second = 0;
    for (const { line, words } of byKind.get(kind) ?? []) {
      const like = likeness(words, title);
      second = Math.max(second, Math.min(like, best.like));
      if (like > best.like) best = { line, like };
    }
    return best.like >= LEAST && best.like >= AHEAD * second ? best.line : -1;
  }

  /** Whether the sketch begins a block there whose lines a marker holds: its piece ends before the block does. */
  function leavesLinesOut(fresh: number): boolean {
    const spot = shownAt[fresh];
    const piece = pieces[spot?.piece ?? -1];
    if (spot === undefined || piece === undefined || !piece.behind.isWritten) return false;
    const width = indentWidth(piece.lines[spot.at]?.text ?? "");
    for (let at = spot.at + 1; at < piece.lines.length; at++)
      if (indentWidth(piece.lines[at]?.text ?? "") <= width) return false;
    return true;
  }
}
