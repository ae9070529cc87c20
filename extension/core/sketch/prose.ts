import { hasTrait } from "./languages.ts";
import { readCommentPath } from "./paths.ts";

/** Tells what a model says from what it writes. All of it is a judgement by the look of lines; each rule errs towards code. */

const KEYWORDS =
  /^(?:import|export|from|def|class|function|const|let|var|return|if|elif|else|for|while|switch|case|try|catch|async|await|public|private|protected|static|final|#include|#define|use|package|namespace|func|fn|pub|struct|enum|interface|type|impl|end|begin|require|require_relative|module|SELECT|INSERT|UPDATE|CREATE|ALTER|DROP|WITH|FROM|WHERE)\b/;

/** Checks whether a line has marks that code has and sentences lack. A blank line is not code. */
export function isCodeLine(line: string): boolean {
  const text = line.trim().slice(0, 300);
  if (text === "") return false;
  if (/^(?:\/\/|\/\*|\*\/|#!|<[/!?A-Za-z]|@[A-Za-z]|[})\]]|\$\w+)/.test(text) || /[;{}]$/.test(text)) return true;
  if (/=>|==|!=|->|::|\(\)|<\/|\/>|&&|\|\||\+=|\[\]/.test(text.replace(/`[^`]*`/g, ""))) return true;
  if (/^[\w.$"'[\]]+ (?:=|:=) \S/.test(text) || /^[\w.]+\([^()]*\)$/.test(text) || /^["'][\w-]+["']\s?:/.test(text))
    return true;
  return KEYWORDS.test(text) && /[(){}=:;,'"<>*]|^\S+$/.test(text) && !/[.!?]$/.test(text);
}

/**
 * Checks whether the lines before `index` read like code, so that a patch or a search/replace block at `index` is quoted inside it, say in
 * a test's template literal, and is not what the model wants applied. A comment with a path does not count, nor does the line that opens a
 * heredoc.
 */
export function followsCode(lines: readonly string[], index: number): boolean {
  let seen = 0;
  for (let line = index - 1; line >= 0 && line >= index - 40 && seen < 8; line--) {
    const text = lines[line] ?? "";
    if (text.trim() === "") continue;
    if (isCodeLine(text) && readCommentPath(text) === undefined && !/<<-?\s?["']?\w+["']?$/.test(text.slice(-100)))
      return true;
    seen++;
  }
  return false;
}

/** Answers that hold nothing at all: a missing value that was turned into text. */
const EMPTY_ANSWERS =
  /^(?:undefined|null|none|nil|n\/a|nan|\[object object\]|no changes?(?: (?:are )?(?:needed|required|necessary))?)[.!]?$/i;

/** How an assistant begins when it speaks and does not edit. */
const CHATTER =
  /^(?:sorry\b|i(?:'|’)m sorry|i am sorry|i apologi[sz]e|unfortunately,? i|i (?:can(?:not|'t|’t)|could(?: not|n't|n’t)|won(?:'|’)t|am unable|have (?:updated|made|added|changed|fixed|removed|applied|implemented))|i(?:'|’)(?:ve|ll|m)\s|as an ai\b|let me know|sure[,!]|certainly[,!]|of course[,!])/i;

/**
 * Checks whether a whole answer is something said and not a sketch: a refusal, a remark, an empty value. `language` is the id of the file's
 * language; if that language is itself written in sentences, only typical wording counts.
 */
export function isOnlyProse(lines: readonly string[], language: string | undefined): boolean {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== "");
  const [first = ""] = filled;
  if (filled.length === 0 || (filled.length === 1 && EMPTY_ANSWERS.test(first))) return true;
  const isChatter = CHATTER.test(first) && first.length < 400;
  if (isProseLike(language)) return isChatter && filled.length <= 3;
  const hashIsCode = hasTrait(language, "hash-comments");
  if (!filled.every((line) => isProseLine(line, hashIsCode))) return false;
  return isChatter || filled.some((line) => /[.!?:…]["')*`]*$/.test(line.slice(-20)));
}

/**
 * Returns the code of an answer that has no fences, without what is said before and after it: paragraphs of prose that `original` does not
 * have. If the file itself is prose, only an opening that hands something over (`Here is the new text:`) is left out.
 */
export function withoutTalk<Row extends { readonly text: string }>(
  lines: readonly Row[],
  language: string | undefined,
  original = "",
): readonly Row[] {
  const isTalk = (start: number, end: number): boolean => {
    const texts = lines.slice(start, end).map(({ text }) => text);
    return isSaid(texts, language) && !texts.some((text) => original.includes(text.trim()));
  };
  const isBlank = (index: number): boolean => lines[index]?.text.trim() === "";
  let start = 0;
  while (start < lines.length && isBlank(start)) start++;
  let first = start;
  while (first < lines.length && !isBlank(first)) first++;
  start = first < lines.length && isTalk(start, first) ? first : 0;
  while (start > 0 && isBlank(start)) start++;
  let end = lines.length;
  while (end > start && isBlank(end - 1)) end--;
  let last = end;
  while (last > start && !isBlank(last - 1)) last--;
  if (last === start || isProseLike(language) || !isTalk(last, end)) return lines.slice(start);
  while (last > start && isBlank(last - 1)) last--;
  return lines.slice(start, last);
}

const isProseLike = (language: string | undefined): boolean => hasTrait(language, "prose-like");

const HANDS_OVER =
  /^(?:sure|certainly|of course|okay|ok|here|below|(?:the )?(?:updated|new|complete|full|revised))\b.*:$/i;

function isSaid(paragraph: readonly string[], language: string | undefined): boolean {
  const text = paragraph.join(" ").trim();
  if (!/^[\p{L}*]/u.test(text) || text.length > 1000) return false;
  return isProseLike(language) ? HANDS_OVER.test(text) : isOnlyProse(paragraph, language);
}

function isProseLine(line: string, hashIsCode: boolean): boolean {
  const shown = line.slice(0, 2000);
  // An elision marker is never a heading.
  if (/^#{1,6}\s/.test(shown)) return !hashIsCode && !/\.{3}|…/.test(shown);
  const text = shown
    .replace(/`[^`]*`/g, "it")
    .replace(/https?:\/\/\S+/g, "it")
    .replace(/\*\*/g, "")
    .replace(/^(?:[-*+•]|\d+[.)])\s/, "");
  // A comment, an operator, a bracket of code or a call: prose has parentheses only between words.
  if (/^(?:\/\/|\/\*|--|<)|[{}<>=;\\|$@#[\]~^_]|\w\(|\.\w+\.|::/.test(text)) return false;
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return false;
  const sentences = /[.!?…]["')*]*$/.test(text.slice(-20));
  if (isCodeLine(shown) || (text.endsWith(":") && words.length < 3)) return false;
  // `key: value` and `else:` are code unless a long sentence follows.
  if (/^[\w-]+:(?:\s|$)/.test(text) && !(sentences && words.length >= 6)) return false;
  return sentences ? words.length >= 2 || /^[A-Z]/.test(text) : words.length >= 3;
}
