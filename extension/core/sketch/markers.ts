/**
 * Elision markers and removal comments: the lines of a sketch that are not code.
 *
 * Chat models write the marker in every comment syntax, also a wrong one, with or without dots, in brackets
 * or in plain words. What is common to all: a comment (or a bare ellipsis) that says "the rest stays".
 */

import { hasTrait } from "./languages.ts";
import { withoutEnd } from "../text/trimEnd.ts";

/** What a line of a sketch is, besides code. */
export type NonCode =
  | {
      readonly type: "marker";
      /** False where the words may as well be a comment of the file: "existing imports" and "Loading other files ...". */
      readonly isSure: boolean;
    }
  | {
      readonly type: "removal";
      /** The code or the name that the comment says was removed; `undefined` when it only says that something was. */
      readonly removed: string | undefined;
      /** How many lines it says were removed. */
      readonly lineCount: number | undefined;
    };

/** Reads a whole line. `undefined` if it is code (or a comment that belongs to the code), is blank, or has more than 200 characters. */
export function readNonCode(line: string): NonCode | undefined {
  const text = line.trim();
  if (text === "" || text.length > 200) return undefined;
  const comment = unwrapComment(text);
  if (comment !== undefined) {
    if (isElision(comment)) return { type: "marker", isSure: isSureElision(comment) };
    return readRemoval(comment);
  }
  const within = unwrapTextLine(text);
  if (within !== undefined && /^(?:\.{3}|…)(?:\s|$)/.test(within) && isDottedElision(within))
    return { type: "marker", isSure: true };
  return isBareElision(text) ? { type: "marker", isSure: true } : undefined;
}

/** A line of an edit that stands for lines of the file which it does not repeat. */
export interface Elision {
  /** How many lines it says they are; models count badly. */
  readonly count: number | undefined;
}

const COUNTED = /^(?:\.{3}|…)\s{0,4}(?:about |~)?(\d{1,6})\s{0,4}(?:more |other |unchanged )?lines?\b.{0,40}$/i;

/**
 * Reads `... 12 lines ...`, `...` and `…`, bare or in a comment, and a marker of lazy code that begins with such dots. Any other comment in
 * an edit is code, whatever it says. `undefined` if the line is code.
 */
export function readElision(line: string): Elision | undefined {
  if (!line.includes("...") && !line.includes("…")) return undefined;
  const text = line.trim();
  if (text.length > 200) return undefined;
  const comment = unwrapComment(text);
  const counted = COUNTED.exec(comment ?? unwrapBrackets(text));
  if (counted) return { count: Number(counted[1]) };
  const isMarker =
    comment === undefined ? isBareElision(text) : ELLIPSIS_START.test(comment) && isDottedElision(comment);
  return isMarker ? { count: undefined } : undefined;
}

/** Checks whether a line is the body `...` below a line with a colon, by which some languages say that nothing is implemented here. */
export function isStubBody(lines: readonly string[], line: number, language: string | undefined): boolean {
  if (!hasTrait(language, "dots-as-body") || lines[line]?.trim() !== "...") return false;
  let above = line - 1;
  while (above >= 0 && lines[above]?.trim() === "") above--;
  return lines[above]?.trimEnd().endsWith(":") === true;
}

/** A line that carries code and a marker: what stands before and behind the marker. */
export interface InlineMarker {
  readonly before: string;
  readonly marker: string;
  readonly after: string;
}

const JSX_FORM = /\{\s*\/\*(.{1,120}?)\*\/\s*\}/;
const INLINE_FORMS = [/\/\*(.{1,120}?)\*\//, /<!--(.{1,120}?)-->/];
const TRAILING_FORMS = [/\s\/\/(.{1,120})$/, /\s#(.{1,120})$/, /\s--(.{1,120})$/];
const BARE_BODY = /\{\s*(?:\.{3}|…)\s*\}/;

/**
 * Finds a marker in the middle or at the end of a line of code: `foo() { /* ... existing code ... *\/ }`.
 * Both parts keep their text; the part before keeps the line's indentation.
 */
export function readInlineMarker(line: string): InlineMarker | undefined {
  if (!line.includes("...") && !line.includes("…") && !/rest of|existing|unchanged|same as/i.test(line))
    return undefined;
  if (line.length > 400) return undefined;
  // Between tags the braces belong to the comment; elsewhere they are those of a body.
  const forms = /^\s*<|>\s*\{\s*\/\*/.test(line) ? [JSX_FORM, ...INLINE_FORMS] : INLINE_FORMS;
  for (const form of forms) {
    const found = form.exec(line);
    if (found && isElision(unwrapBrackets(found[1] ?? ""))) return cut(line, found);
  }
  for (const form of TRAILING_FORMS) {
    const found = form.exec(line);
    if (found && isDottedElision(unwrapBrackets(found[1] ?? ""))) return cut(line, found);
  }
  const body = BARE_BODY.exec(line);
  if (body) {
    const end = body.index + body[0].length - 1;
    return { before: line.slice(0, body.index + 1), marker: body[0].slice(1, -1).trim(), after: line.slice(end) };
  }
  return undefined;
}

function cut(line: string, found: RegExpExecArray): InlineMarker {
  return {
    before: line.slice(0, found.index).trimEnd(),
    marker: found[0].trim(),
    after: line.slice(found.index + found[0].length).trim(),
  };
}

const OPENERS = [
  "{/*",
  "<!--",
  "{{!--",
  "{{!",
  "{#",
  "<%#",
  "/**",
  "/*",
  "///",
  "//",
  "--",
  "##",
  "#",
  ";;",
  ";",
  "%%",
  "%",
  "'",
  "REM ",
  "(*",
  '"""',
];
const CLOSERS = ["*/}", "*/", "-->", "--}}", "}}", "#}", "%>", "*)", '"""'];

/** Returns the text of a comment without its delimiters and brackets; `undefined` if the line is not a single comment. */
export function unwrapComment(text: string): string | undefined {
  const opener = OPENERS.find((candidate) => text.startsWith(candidate));
  if (opener === undefined) return undefined;
  let inner = text.slice(opener.length);
  // A line comment repeats its sign at will; a preprocessor line or a Rust attribute is not a comment.
  if (
    opener === "#" &&
    /^(?:include|define|if|ifdef|ifndef|else|elif|endif|undef|pragma|region|endregion|!\[?|\[)/.test(inner)
  ) {
    if (!/^\[.*\]$/.test(inner) || !/\.{3}|…|\b(?:rest|existing|unchanged|removed)\b/i.test(inner)) return undefined;
  }
  if (opener === "'" && inner.endsWith("'")) return undefined;
  const closer = CLOSERS.find((candidate) => inner.endsWith(candidate));
  if (closer !== undefined) inner = inner.slice(0, -closer.length);
  else if (inner.includes("*/")) return undefined;
  return unwrapBrackets(inner);
}

/**
 * Returns a line of a doc comment (` * text`), a comment of reStructuredText (`.. text`) or a remark in emphasis (`*text*`) without its
 * signs; `undefined` for any other line. These may as well be an item of a list or a directive, so that only dots or words make them a
 * marker.
 */
export function unwrapTextLine(text: string): string | undefined {
  const inner = /^(?:\*|\.\.)\s+(\S.*)$/.exec(text)?.[1] ?? /^([*_]{1,3})(\S.*\S)\1$/.exec(text)?.[2];
  return inner === undefined ? undefined : unwrapBrackets(inner);
}

/** Strips the signs around a comment's text, such as dashes, and then the brackets that enclose all of it. */
export function unwrapBrackets(inner: string): string {
  const text = withoutEnd(inner.trim().replace(/^[-=*#/\s]+(?=\S)/, ""), "-=*#/ ");
  if (text.length < 2 || !/^[[({<]/.test(text) || !/[\])}>]$/.test(text)) return text;
  const bracketed = text.slice(1, -1).trim();
  return /[\])}>]\s*[[({<]/.test(bracketed) ? text : bracketed;
}

export const ELLIPSIS_START = /^[[({]?\s*(?:\.{2,}|…)/;
export const ELLIPSIS_END = /(?:\.{3}|…)\s*[\])}]?$/;

/** Words with which a model says that what stands there stays as it is. */
const STAYS =
  /\b(?:unchanged|untouched|unmodified|same|remain(?:s|ing|der)?|stays?|rest|existing|previous|prior|other|others|earlier|original|omitted|elided|truncated|snip(?:ped)?|keep|kept|leave|above|below|continues?|etc|before|as[ -]is|here|more)\b/i;

/** Words that hardly any comment of a file has: they speak of the edit and not of the code. */
export const SPEAKS_OF_EDIT =
  /\b(?:unchanged|untouched|unmodified|no changes?|remains? (?:as|the same)|stays? (?:as|the same)|rest of|as[ -](?:is|before)|same as before|existing (?:code|content)|omitted|snip(?:ped)?|truncated)\b/i;

function isSureElision(comment: string): boolean {
  return ELLIPSIS_START.test(comment) || SPEAKS_OF_EDIT.test(comment);
}

function isElision(comment: string): boolean {
  return isDottedElision(comment) || isWordedElision(comment);
}

/** With dots: nothing but dots, dots at both ends, or dots at one end and a word that says "stays". */
function isDottedElision(comment: string): boolean {
  const starts = ELLIPSIS_START.test(comment);
  const ends = ELLIPSIS_END.test(comment);
  if (!starts && !ends) return false;
  const words = comment
    .replace(/\.{2,}|…/g, " ")
    .replace(/[[\](){}:;,.*]/g, " ")
    .trim();
  if (words === "") return true;
  const count = words.split(/\s+/).length;
  if (starts && ends) return count <= 12;
  return (
    count <= 14 &&
    (STAYS.test(words) ||
      (starts && count <= 3 && /\b(?:code|imports?|methods?|functions?|props|styles|fields|content)\b/i.test(words)))
  );
}

export const SUBJECT =
  "(?:code|file|function|functions|method|methods|class|classes|component|module|imports?|logic|implementation|content|contents|body|props|properties|fields|members|styles?|rules?|config(?:uration)?|settings|section|sections|tests?|cases?|lines?|rows?|items?|entries|setup|definitions?|declarations?|script|document|block|statements?|keys?|values?|steps?|jobs?|options|stuff|things|everything|it|they|above|below|docstrings?|comments?|docs?|documentation|header|footer|signature|decorators?|attributes?|arguments?|parameters?|variables?|constants?|types?|interfaces?|routes?|handlers?|hooks?|state|validation|data|elements?|markup|columns?|languages?|dependencies|packages?|scripts?|services?|commands?|exports?|constructors?|getters?|setters?)";
const STAYS_SO =
  "(?:unchanged|unmodified|untouched|(?:the )?same(?: as (?:before|above))?|as(?: it| they)?(?: is| are| was| were)|as before|omitted(?: for brevity)?|not shown)";
const WORDED = [
  // rest of the file [remains the same]; the remaining methods stay as they are
  new RegExp(`^(?:the )?(?:rest|remainder) of (?:the |this |your |my )?(?:\\w+[ -])?${SUBJECT}\\b.{0,60}$`, "i"),
  new RegExp(
    `^(?:all )?(?:the )?(?:rest|remainder|remaining|other|others|existing|previous|prior|original|earlier|everything|(?:code|content) (?:above|below))\\b.{0,50}?\\b${STAYS_SO}$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(?:existing|previous|remaining|original|unchanged|other) (?:\\w+ )?${SUBJECT}(?: (?:above|below|here))?$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(?:rest|remainder|remaining|other|existing|previous)\\b.{0,40}\\b${SUBJECT}\\b.{0,20}\\b(?:here|below|above|continues?|follows?)$`,
    "i",
  ),
  new RegExp(
    `^(?:keep|leave)\\b.{0,40}\\b(?:as (?:is|it is|they are|before)|unchanged|the same|untouched|${SUBJECT})$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?(?:${SUBJECT}|everything)(?: (?:above|below|before|after|else))?(?: (?:remains?|stays?|is|are))?(?: (?:the same|unchanged|unmodified|untouched|as is|as before|omitted(?: for brevity)?))$`,
    "i",
  ),
  /^(?:unchanged|no changes?(?: here| needed)?|same as (?:before|above|original)|as before|omitted(?: for brevity)?|snip(?:ped)?|truncated)$/i,
];

function isWordedElision(comment: string): boolean {
  const text = withoutEnd(comment, ".!:").trim();
  return text.length <= 90 && WORDED.some((form) => form.test(text));
}

/** Without a comment: `...`, `…`, `[...]`, `... rest of the file ...`, but never a spread (`...props`). */
function isBareElision(text: string): boolean {
  if (/^[[({]?\s*(?:\.{3,}|…)\s*[\])}]?$/.test(text)) return true;
  const inner = unwrapBrackets(text);
  return /^(?:\.{3}|…)\s/.test(inner) && ELLIPSIS_END.test(inner) && isDottedElision(inner) && !/[;={}]/.test(inner);
}

/**
 * Checks whether a line is a comment of a few words that says that something went: "(the whole --trace block is gone)", "oldName removed". A
 * comment such as "users that were deleted" is one of the code.
 */
export function isEditRemark(line: string): boolean {
  const text = line.trim();
  const comment = text.length > 120 ? undefined : unwrapComment(text);
  if (comment === undefined || comment.split(/\s+/).length > MOST_WORDS) return false;
  const [word = "", ...rest] = comment.replace(/[.!]$/, "").split(" ");
  const isGone = GONE.test(rest.at(-1) ?? "");
  if (BRACKETED.test(text)) return isGone || GONE.test(word);
  return isGone && NAME.test(word) && rest.length <= 2;
}

const GONE = /^(?:removed|deleted|gone)$/i;
const BRACKETED = /^\W*\([^()]+\)\W*$/;
/** A word that looks like a name: `a`, aName, a_name. */
const NAME = /^`[^`]+`$|[a-z][A-Z]|\w_/;
const MOST_WORDS = 12;

/** Fewer letters than this are no sentence. */
const SENTENCE = 30;

/** Checks whether a comment is the end of a longer one of a file, and so one of the file's that has lost its beginning. */
export function endsSentence(line: string, known: Iterable<string>): boolean {
  const words = unwrapComment(line.trim()) ?? "";
  if (words.length < SENTENCE) return false;
  for (const text of known) if (text.endsWith(words)) return true;
  return false;
}

function readRemoval(comment: string): NonCode | undefined {
  const text = comment.replace(/^\W+(?=\w)/, "").trim();
  const counted = /^(?:removed|deleted)\s+(\d{1,5})\s+lines?\.?$/i.exec(text);
  if (counted) return { type: "removal", removed: undefined, lineCount: Number(counted[1]) };
  if (/^(?:removed|deleted)[.!]?$/i.test(text)) return { type: "removal", removed: undefined, lineCount: undefined };
  const named =
    /^(?:removed|deleted)\s*:\s*(\S.*)$/i.exec(text) ?? /^(?:removed?|deleted?)\s+`([^`]+)`\.?$/i.exec(text);
  if (named?.[1] !== undefined)
    return { type: "removal", removed: named[1].replace(/^`(.*)`$/, "$1"), lineCount: undefined };
  return undefined;
}
