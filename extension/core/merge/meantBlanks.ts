import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Item } from "../sketch/lazyCode.ts";
import { isComment } from "./lineKeys.ts";

/**
 * Checks whether the line of the sketch at an item, which is the same as `theirs` but for blanks, has them by intention: they put a word
 * below or above another one, stand in a string or between words of a comment, or set apart what stands together in `theirs`, though not
 * within brackets. Of 35 such lines of real answers the
 * blanks of the sketch were meant in all.
 */
export function areBlanksMeant(items: readonly Item[], at: number, theirs: string): boolean {
  const [above = "", mine = "", below = ""] = [at - 1, at, at + 1].map((one) => textOf(items[one]));
  const [text, other] = [mine.trim(), theirs.trim()];
  if (text === other || text.replace(/\s+/g, "") !== other.replace(/\s+/g, "")) return false;
  const [words, others] = [wordsOf(mine), wordsOf(theirs)];
  const isSame = words.length === others.length && words.every(({ text: word }, nth) => word === others[nth]?.text);
  const moved = isSame ? words.find(({ gap }, nth) => nth > 0 && gap !== others[nth]?.gap) : undefined;
  if (moved && (isAligned(moved, above) || isAligned(moved, below))) return true;
  let same = 0;
  while (text[same] === other[same]) same++;
  if (isInString(text, same) || isInString(other, same)) return true;
  return moved === undefined ? setsApart(text, same) : isComment(text) || text.startsWith("*");
}

/** Whether a blank that another line lacks stands between two things, and not directly within brackets. */
const setsApart = (text: string, at: number): boolean =>
  text[at] === " " && !/[([{<]$/.test(text.slice(0, at)) && !/^[)\]}>]/.test(text.slice(at).trimStart());

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

/** Whether a line has a word in the same column, and one of the two has more blanks before it than it needs. */
function isAligned({ column, gap }: Word, line: string): boolean {
  if (isBlank(line)) return false;
  const other = wordsOf(line).find((word) => word.column === column);
  return other !== undefined && other.gap > 0 && Math.max(gap, other.gap) > 1;
}

/** Whether a string in quotes is open at a place of a line. */
function isInString(text: string, end: number): boolean {
  let quote = "";
  for (let at = 0; at < end; at++) {
    const char = text[at] ?? "";
    if (quote === "") {
      if (/["'`]/.test(char)) quote = char;
    } else if (char === "\\") at++;
    else if (char === quote) quote = "";
  }
  return quote !== "";
}
