import { isPath } from "./paths.ts";
import { BE, CONDITIONS, MODALS, NEGATIONS, PRONOUNS, STOPS, VERBS } from "./statementWords.ts";

/** A word, name or mark of a sentence. */
export interface Token {
  /** `name`: of code; `path`: of a file; `word`: in lower case; `mark`: one character of punctuation. */
  readonly type: "name" | "path" | "word" | "mark";
  readonly text: string;
  /** As it is written. */
  readonly raw: string;
  /** A name in backticks or quotes, and not one that only looks like code. */
  readonly isQuoted: boolean;
}

/** The text of a word; empty for anything else. */
export const wordOf = (token: Token | undefined): string => (token?.type === "word" ? token.text : "");

export interface Sentence {
  readonly text: string;
  /** What it begins: an item of a list; a paragraph, a heading or a quote; nothing if it follows another sentence of the same. */
  readonly begins: "item" | "block" | undefined;
  readonly tokens: readonly Token[];
}

/** Longer texts between backticks or quotes are not names. */
const MAX_NAME = 160;
/** What an answer says beyond this many characters is not read: nobody writes that much about one file. */
const MAX_TEXT = 60_000;
/** What is longer is no sentence, and is read in parts. It also bounds the work, since each verb looks at all of its sentence. */
const MAX_TOKENS = 250;
const ABBREVIATED = new Set(["e.g", "i.e", "etc", "vs", "cf", "incl", "no", "z.b", "bzw", "p.ej"]);
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "「": "」",
  "'": "'",
  "‘": "’",
};

/**
 * Splits a text into sentences with their tokens. Items of a list, headings and paragraphs are sentences of their own; a line end within a
 * paragraph is a blank. Text beyond `MAX_TEXT` characters is not read. Linear in the length of the text.
 */
export function readSentences(text: string): Sentence[] {
  return new SentenceReader(text.slice(0, MAX_TEXT)).read();
}

const WORD = /[^\s`"“”„«»「」()[\]{},;:!?…。、\uFF0C\uFF1B\uFF1A\uFF01\uFF1F|*]+/uy;
const BLANKS = /\s+/uy;
const ITEM = /(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)+/uy;
const EMPHASIZED = /(\*{1,2})[^*\n`:.!?]{3,80}\1/uy;
/** Words of sentences, which titles hardly have. */
const SPOKEN = [VERBS, BE, MODALS, NEGATIONS, PRONOUNS, CONDITIONS, STOPS];
const GIVEN = /\([^()\s`"]{0,60}\)/uy;

/** Marks as texts in Chinese and Japanese have them, and those that they stand for. */
const FULL_WIDTH: ReadonlyMap<string, string> = new Map([
  ["、", ","],
  ["\uFF0C", ","],
  ["\uFF1B", ";"],
  ["\uFF1A", ":"],
]);

class SentenceReader {
  private readonly sentences: Sentence[] = [];
  private tokens: Token[] = [];
  private begins: Sentence["begins"] = "block";
  private begin = 0;
  private at = 0;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Sentence[] {
    this.at += this.match(BLANKS)?.length ?? 0;
    this.readItem();
    while (this.at < this.text.length) this.readOne();
    this.endSentence();
    return this.sentences;
  }

  private readOne(): void {
    const char = this.text[this.at] ?? "";
    if (/\s/.test(char)) this.readBlanks();
    else if (char === "`") this.readTicked();
    else if (CLOSING[char] !== undefined && this.readQuoted(char)) return;
    else if (char === "*" && this.readEmphasized()) return;
    else if (/[*"“”„«»「」|]/u.test(char)) this.at++;
    else this.readWord(char);
    if (this.tokens.length >= MAX_TOKENS) this.endSentence();
  }

  /** A line end divides sentences if a blank line, a heading or an item of a list follows. */
  private readBlanks(): void {
    const blanks = this.match(BLANKS) ?? " ";
    this.at += blanks.length;
    const breaks = blanks.split("\n").length - 1;
    if (breaks === 0) return;
    const begins = this.match(ITEM) !== undefined || this.text[this.at] === "|";
    if (breaks > 1 || begins) this.endSentence();
    if (breaks > 1 || begins) this.readItem();
  }

  /** Passes the mark of an item, a heading or a quote, if there is one. */
  private readItem(): void {
    const mark = this.match(ITEM) ?? "";
    this.begins = /^(?:[-*+•]|\d)/.test(mark) && !/[#>]/.test(mark) ? "item" : "block";
    this.at += mark.length;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private readTicked(): void {
    let open = this.at;
    while (this.text[open] === "`") open++;
    const ticks = this.text.slice(this.at, open);
    const close = ticks.length > 3 ? -1 : this.text.slice(open, open + MAX_NAME + ticks.length).indexOf(ticks);
    const name = this.text.slice(open, open + Math.max(close, 0));
    const isName = close >= 0 && !name.includes("\n");
    if (isName) this.addName(name, true);
    this.at = isName ? open + close + ticks.length : open;
  }

  /** Quotes hold a name, or a sentence that is somebody else's. A single one within a word is an apostrophe. */
  private readQuoted(open: string): boolean {
    const isSingle = open === "'" || open === "‘";
    if (isSingle && /[\p{L}\p{N}`)]/u.test(this.text[this.at - 1] ?? " ")) return false;
    const rest = this.text.slice(this.at + 1, this.at + 1 + MAX_NAME);
    const close = rest.indexOf(CLOSING[open] ?? open);
    if (close < 1 || rest.slice(0, close).includes("\n")) return false;
    if (isSingle && /[\p{L}\p{N}\s]/u.test(rest[close + 1] ?? " ") && /[\p{L}\p{N}]/u.test(rest[close + 1] ?? " "))
      return false;
    this.addName(rest.slice(0, close), true);
    this.at += close + 2;
    return true;
  }

  /** Several words in italics or bold, with a capital or a digit: a title. */
  private readEmphasized(): boolean {
    const found = this.match(EMPHASIZED);
    const title = found?.replaceAll("*", "") ?? "";
    if (found === undefined || !/[\p{Lu}\d]/u.test(title) || !/\S\s\S/.test(title)) return false;
    const words = title.toLowerCase().match(/[\p{L}']+/gu) ?? [];
    if (words.some((word) => SPOKEN.some((list) => list.has(word)))) return false;
    this.addName(title, true);
    this.at += found.length;
    return true;
  }

  private addName(text: string, isQuoted: boolean): void {
    const name = text.trim();
    if (name === "") return;
    this.tokens.push({ type: isQuoted && isPath(name) ? "path" : "name", text: name, raw: name, isQuoted });
  }

  private readWord(char: string): void {
    const run = this.match(WORD);
    if (run === undefined) {
      this.addMark(char);
      this.at++;
      return;
    }
    let end = run.length;
    while (end > 0 && /[.'’~-]/.test(run[end - 1] ?? "")) end--;
    const word = run.slice(0, end);
    this.at += end;
    const given = word === "" ? undefined : this.match(GIVEN);
    const colons = /::[\w$]+(?:::[\w$]+)*/uy;
    const path = word === "" ? undefined : this.match(colons);
    if (path !== undefined) {
      this.addName(word + path, false);
      this.at += path.length;
    } else if (given !== undefined && /^[\w$.#]+[?!]?$/u.test(word)) {
      this.addName(word + given, false);
      this.at += given.length;
    } else if (isPath(word)) this.tokens.push({ type: "path", text: word, raw: word, isQuoted: false });
    else if (looksLikeCode(word)) this.addName(word, false);
    else if (/^[–—]$/.test(word)) this.tokens.push({ type: "mark", text: word, raw: word, isQuoted: false });
    else if (word !== "")
      this.tokens.push({ type: "word", text: word.toLowerCase().replaceAll("’", "'"), raw: word, isQuoted: false });
    for (const mark of run.slice(end)) {
      if (given === undefined && path === undefined) this.addMark(mark, word);
      if (given === undefined && path === undefined) this.at++;
    }
  }

  private addMark(mark: string, before = ""): void {
    const next = this.text[this.at + 1] ?? " ";
    const ends =
      /[!?。\uFF01\uFF1F]/u.test(mark) || (mark === "." && /\s/.test(next) && !ABBREVIATED.has(before.toLowerCase()));
    const text = FULL_WIDTH.get(mark) ?? mark;
    this.tokens.push({ type: "mark", text, raw: mark, isQuoted: false });
    if (!ends) return;
    this.at++;
    this.endSentence();
    this.at--;
  }

  private endSentence(): void {
    const text = this.text.slice(this.begin, this.at).trim();
    if (this.tokens.length > 0) {
      this.sentences.push({ text, begins: this.begins, tokens: this.tokens });
      this.begins = undefined;
    }
    this.tokens = [];
    this.begin = this.at;
  }
}

/** A word of prose that can only be a name: `snake_case`, `camelCase`, `Foo.bar`, `--flag`, `@scope/name`. */
function looksLikeCode(word: string): boolean {
  if (word.length > 80 || /^https?$/.test(word)) return false;
  if (/^--?[a-z][\w-]+$/.test(word) || /^@[\w-]+\/[\w.-]+$/.test(word)) return true;
  if (/^[\w$]+$/.test(word))
    return /[a-z\d]_|_[a-z\d]|^[A-Z\d]+_[A-Z\d_]+$|[a-z][A-Z]/.test(word) && /[A-Za-z]/.test(word);
  return /^[A-Za-z_$][\w$]*(?:[.#][A-Za-z_$][\w$]*)+$/.test(word) && !/^(?:e\.g|i\.e)$/i.test(word);
}
