import { hasTrait, languageFamily } from "../sketch/languages.ts";
import { findLineComment } from "../text/quotes.ts";
import { withoutEnd } from "../text/trimEnd.ts";

/** Reads a line loosely: without blanks, final commas and semicolons, with one kind of quote. A line of nothing else is only trimmed. */
export function formOf(line: string): string {
  const form = withoutEnd(line.replace(/\s+/g, "").replace(/['`]/g, '"'), ",;");
  return form === "" ? line.trim() : form;
}

/** Reads a line loosely, as `formOf` does, without the comment after its code; of a line that is all comment, nothing is left out. */
export function formOfCode(line: string): string {
  const code = line.trim();
  const end = Math.min(findLineComment(code), commentThatCloses(code));
  const quotes = code.slice(0, end).match(/["'`]/g)?.length ?? 0;
  return end === Infinity || end === 0 || quotes % 2 === 1 ? formOf(code) : formOf(code.slice(0, end));
}

function commentThatCloses(code: string): number {
  const start = code.endsWith("*/") ? code.lastIndexOf("/*") : code.endsWith("-->") ? code.lastIndexOf("<!--") : -1;
  return start <= 0 ? Infinity : start;
}

const COMMENT =
  /^(?:\/\/|\/\*|\*(?:[\s/]|$)|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|include)\b|[![]|[\w-]+\s*\{)|--(?:\s|$)|<!--|;|%|"""|''')/;

/** Comments of texts that are written to be read: their `#` is a heading, and their `*` an item of a list. */
const COMMENT_OF_MARKUP = /^(?:<!--|\/\/)/;

/**
 * Checks whether a line is a comment, or a line of one, and nothing else. `#` begins one if the language says so or is not known: elsewhere
 * it is a private name or a colour. In markup it begins a heading.
 */
export function isWhollyComment(line: string, language: string | undefined): boolean {
  const text = line.trim();
  if (language === undefined) return COMMENT.test(text);
  if (languageFamily(language) === "markup") return COMMENT_OF_MARKUP.test(text);
  return COMMENT.test(text) && (!text.startsWith("#") || hasTrait(language, "hash-comments"));
}

/** Checks whether a line has letters or digits, which tell one line from another; a line without any is only a sign like a brace. */
export const hasWordCharacters = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

/**
 * Lists the words of a line in lower case, those of a name each for itself; at most 200, so that minified lines cost no more than others.
 */
export function wordsOf(line: string): readonly string[] {
  return (line.slice(0, 2000).match(WORD) ?? []).slice(0, 200).map((word) => word.toLowerCase());
}

const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}]+/gu;

/** How alike two lists of words are, from 0 to 1, whatever their order. */
export function likeness(words: readonly string[], others: readonly string[]): number {
  const value = (word: string): number => Math.min(9, word.length);
  const sum = (list: readonly string[]): number => list.reduce((total, word) => total + value(word), 0);
  const left = [...others];
  let shared = 0;
  for (const word of words) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += value(word);
  }
  return (2 * shared) / Math.max(1, sum(words) + sum(others));
}

/** Joins neighbouring numbers, given in ascending order, to ranges, end-exclusive. */
export function runsOf(lines: readonly number[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.end === line) last.end = line + 1;
    else runs.push({ start: line, end: line + 1 });
  }
  return runs;
}
