import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Item } from "../sketch/lazyCode.ts";
import { isComment } from "./lineKeys.ts";

/** In what two lines differ that are the same but for blanks. */
export type SpaceDifference =
  | "aligned" // a word stands below or above another, which more than one blank before it is for
  | "inner" // in a string, or between words of a comment, where blanks are text
  | "other"; // as somebody types who does not look

/** Tells in what the line of the sketch at an item differs from `theirs`, a line that is the same but for blanks. */
export function spaceDifferenceAt(items: readonly Item[], at: number, theirs: string): SpaceDifference {
  const [above = "", mine = "", below = ""] = [at - 1, at, at + 1].map((one) => textOf(items[one]));
  const [words, others] = [wordsOf(mine), wordsOf(theirs)];
  const isSame = words.length === others.length && words.every(({ text }, nth) => text === others[nth]?.text);
  const moved = isSame ? words.find(({ gap }, nth) => nth > 0 && gap !== others[nth]?.gap) : undefined;
  if (moved && (isAligned(moved, above) || isAligned(moved, below))) return "aligned";
  const [text, other] = [mine.trim(), theirs.trim()];
  let same = 0;
  while (text[same] === other[same]) same++;
  const isText = isInString(text, same) || isInString(other, same);
  return isText || (moved && (isComment(text) || text.startsWith("*"))) ? "inner" : "other";
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
