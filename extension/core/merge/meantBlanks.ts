import type { Item } from "../sketch/lazyCode.ts";
import { indentWidth } from "../text/indentation.ts";
import { isInQuotes } from "../text/quotes.ts";
import { isComment } from "./lineKeys.ts";

/**
 * Checks whether the line of the sketch at an item, which is the same as `theirs` but for blanks, has them by intention: they put a word
 * below or above another one, or stand in a string or between words of a comment, where blanks are text. What only makes one blank of
 * several is no intention: whoever writes code anew does that.
 */
export function areBlanksMeant(items: readonly Item[], at: number, theirs: string): boolean {
  const mine = textOf(items[at]);
  const [text, other] = [mine.trim(), theirs.trim()];
  if (text === other || text.replace(/\s+/g, "") !== other.replace(/\s+/g, "")) return false;
  const [words, others] = [wordsOf(mine), wordsOf(theirs)];
  const isSame = words.length === others.length && words.every(({ text: word }, nth) => word === others[nth]?.text);
  const nth = isSame ? words.findIndex(({ gap }, index) => index > 0 && gap !== others[index]?.gap) : -1;
  const moved = words[nth];
  if (moved && (isAligned(moved, items, at, -1) || isAligned(moved, items, at, 1))) return true;
  if (moved?.gap === 1) return false;
  let same = 0;
  while (text[same] === other[same]) same++;
  return (
    isInQuotes(text, same) ||
    isInQuotes(other, same) ||
    (moved !== undefined && (isComment(text) || text.startsWith("*")))
  );
}

const textOf = (item: Item | undefined): string => (item?.type === "code" ? item.text : "");

/** A word of a line, its column, and how many blanks stand before it. */
interface Word {
  readonly text: string;
  readonly column: number;
  readonly gap: number;
}

function wordsOf(line: string): Word[] {
  const text = line.trim();
  const width = indentWidth(line);
  let end = 0;
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const gap = index - end;
    end = index + word.length;
    return { text: word, column: width + index, gap };
  });
}

/** Whether the lines above or below a line have words in the same column, and some line of them more blanks before it than it needs. */
function isAligned({ column, gap }: Word, items: readonly Item[], from: number, step: 1 | -1): boolean {
  for (let at = from + step; ; at += step) {
    const other = wordsOf(textOf(items[at])).find((word) => word.column === column && word.gap > 0);
    if (other === undefined) return false;
    if (gap > 1 || other.gap > 1) return true;
  }
}
