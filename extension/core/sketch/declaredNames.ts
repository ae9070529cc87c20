/** How a line of code or of a document gives a name to what stands there. Read by the look of the line, in any language. */

/**
 * How a line has a name: it declares it, imports it, is an entry of a list that holds nothing else, is quoted whole by it, or only
 * mentions it.
 */
export type Naming = "declares" | "imports" | "lists" | "quoted" | "mentions";

/**
 * Determines how `line` has `name`; `undefined` if the name does not stand there as a whole word. `name` is as prose writes it: `foo`,
 * `foo()`, `Foo.bar`, `[section]`, a title, a line of code. Reserved words are only mentioned.
 */
export function namingOf(line: string, name: string): Naming | undefined {
  const bare = bareName(name);
  if (isAbbreviatedBy(line, name)) return "quoted";
  const at = bare === "" ? -1 : findName(line, name, bare);
  if (at < 0) return undefined;
  if (at > MAX_BEFORE || RESERVED.has(bare)) return "mentions";
  const text = line.trim();
  const before = line.slice(0, beginOf(line, at, name)).trimStart();
  const after = line.slice(at + bare.length);
  if (isQuotedBy(before, after, bare) && !OPENS.test(text)) return "quoted";
  if (isCommentLine(line)) return "mentions";
  if (IMPORT.test(text)) return "imports";
  if (LIST_BEFORE.test(before) && LIST_AFTER.test(after) && !OPENS.test(text)) return "lists";
  return declaresBetween(text, before, after, bare) ? "declares" : "mentions";
}

/** Checks whether a line at the left edge imports something. */
export const isImport = (line: string): boolean => IMPORT.test(line);

/** Checks whether a line is a comment and nothing else; a Markdown heading is not one, nor is `#include` or `#define`. */
export function isCommentLine(line: string): boolean {
  const text = line.trim();
  return COMMENT.test(text) && !/^#{1,6} /.test(text) && !/^#\s*(?:include|define)/.test(text);
}

/** Checks whether a name is all that a line says, and more than a word. */
const isQuotedBy = (before: string, after: string, bare: string): boolean =>
  before === "" && /^[\s;,]*$/.test(after) && /[^\w$]/.test(bare);

/** Checks whether a line begins and ends as a name with dots between: "`<Frame … />`". What has them between brackets is a call. */
function isAbbreviatedBy(line: string, name: string): boolean {
  const parts = name.split(ELLIPSES);
  const [head, tail] = parts.map((part) => part.trim());
  if (parts.length !== 2 || head === undefined || tail === undefined || head.length <= 2) return false;
  if (!/\w/.test(tail) && !(head.startsWith("<") && tail.endsWith(">"))) return false;
  const text = line.trim();
  return text.length > head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
}

const ELLIPSES = /\.{3}|…/;

const LIST_BEFORE = /^(?:[-*+] )?["'`<]?$/;
const LIST_AFTER = /^["'`>]?[,;]?\s?$/;

/** At most this many of the names in a text are looked for in a file. */
export const MAX_NAMES = 200;

/** Lists the lines that have `name`, zero-based, and how they have it; none if nothing of the name stands in code (`bareName`). */
export function findNamings(
  lines: readonly string[],
  name: string,
): { readonly line: number; readonly naming: Naming }[] {
  const bare = bareName(name);
  if (bare === "") return [];
  return lines.flatMap((text, line) => {
    if (!text.includes(bare) && !isAbbreviatedBy(text, name)) return [];
    // What opens a block is not a call, wherever its brace stands.
    const opener = lines[line + 1]?.trim() === "{" ? " {" : "";
    const naming = namingOf(text + opener, name);
    return naming === undefined ? [] : [{ line, naming }];
  });
}

/** What a line declares stands at its beginning. */
const MAX_BEFORE = 200;

/** Reserved words of languages, which prose puts in backticks though they name nothing. */
const RESERVED = new Set(
  "if else elif for while do switch case default return try catch finally except with in of and or not new this self super null nil None true false async await static const let var public private protected import from export end begin unless match when then void int string bool".split(
    " ",
  ),
);

/**
 * Returns the part of a name in prose that stands in the code: `foo` of `foo()`, `bar` of `Foo.bar`, `_baz` of `..._baz`, `let a = {` of
 * `let a = {...}`, a title of `"a title"`.
 */
export function bareName(given: string): string {
  const name = QUOTED.exec(given)?.[2] ?? given;
  const called = /^([\w$.:#@?!-]+)\([^()]*\)$/.exec(name)?.[1] ?? name;
  const last = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)+[?!]?$/.test(called)
    ? (called.split(/\.|::|#|->/).at(-1) ?? called)
    : called;
  return last
    .replace(ELLIPSIS, "")
    .replace(/(?:\.{3}|…)[\s\])}>]*;?$|[:;]$/, "")
    .trim();
}

/** Finds where the name at `at` begins or, if prose abbreviates its beginning, where the whole of it does. */
function beginOf(line: string, at: number, name: string): number {
  let begin = at;
  if (ELLIPSIS.test(name)) while (isWord(line[begin - 1])) begin--;
  return begin;
}

const QUOTED = /^(["'])(.+)\1$/;
const ELLIPSIS = /^(?:\.{3}|…)/;

/** Finds where `name` stands in `line` as a whole word; -1 if it does not. */
function findName(line: string, name: string, bare: string): number {
  const [isOpen, isClosed] = [
    ELLIPSIS.test(name) || !isWord(bare[0]),
    /(?:\.{3}|…)$/.test(name) || !isWord(bare.at(-1)),
  ];
  for (let at = line.indexOf(bare); at >= 0; at = line.indexOf(bare, at + 1)) {
    const [before, after] = [line.slice(Math.max(0, at - 2), at), line.slice(at + bare.length, at + bare.length + 2)];
    // `foo-bar` does not hold `foo`, but `--foo` does.
    const begins = isOpen || !/\w-?$/.test(before);
    const ends = isClosed || !/^(?:\w|-\w)/.test(after);
    if (begins && ends) return at;
  }
  return -1;
}

const isWord = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);

const COMMENT = /^(?:\/\/|\/\*|\*|#(?!\[)|--\s|<!--|;|"""|''')/;
const IMPORT =
  /^(?:import|from|#\s*include|use|using|require|require_once|include|@import|@use)\b|^(?:const|let|var)\b[^=]*=\s?(?:await )?(?:require|import)\b|^(?:export\b|\}).* from ["']/;
const KEYWORD =
  /(?:^|[\s(])(?:function\*?|def|class|interface|struct|enum|union|trait|impl|fn|func|type|module|namespace|package|record|object|sub|proc|protocol|extension|mod|macro_rules!|macro|const|let|var|val|static|readonly|final|auto|my|our|local|attr_\w+|define|#define|test|block|resource|data|variable|scenario:|feature:|background:|end(?:macro|block)?)\s+(?:mut |self\.|ref |\([^()]*\) )?["'`]?$/i;
/** What stands before a name on a line that defines it with a type, modifiers or a mark of its own: `static int `, `- `, `.`, `[`. */
const LEADING =
  /^(?:[-*+]\s+(?:\*\*)?|\d+[.)]\s+|[.#@&$]|\[|<\/?|["'`]|async\s+|get\s+|set\s+|\*|export\s+(?:default\s+)?|pub(?:\([^()]*\))?\s+|(?:-\s|\{\s)?["']?(?:name|id|key|title|label)["']?:\s?)?["'`]?$/;
/** Words of a type and modifiers alone: `public static int `, `List<String> `, `@Input() `. */
const TYPED = /^[@A-Za-z_$][\w$:<>,.?()[\]&*@ ]*[\s*&]$/;
const CONTROL =
  /^(?:return|throw|await|yield|new|if|else|for|while|switch|case|do|in|of|and|or|not|raise|print|echo|delete|typeof|assert|when|unless|elif)\b/;
const TITLE = /^(?:describe|it|test|context|specify|suite|feature|scenario|shared_examples|group)\b[.\w]*\s?\(?["'`]$/i;
/** A call that begins a line and whose first argument is the name: `app.get("/users", (req, res) => {`, `task :build do`. */
const CALLED = /^(?:await\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\s?|\s)(?:["'`:]|["'`]\/)$/;
const OPENS = /(?:[{([]|=>|->|\bdo(?:\s\|[^|]*\|)?|\bin)$/;

function declaresBetween(text: string, before: string, after: string, name: string): boolean {
  if (KEYWORD.test(before) || TITLE.test(before)) return true;
  if (CALLED.test(before) && !CONTROL.test(before) && OPENS.test(text)) return true;
  if (/^#{1,6} /.test(text)) return /\s/.test(name) || !/[\p{L}\p{N}]/u.test(text.replace(name, ""));
  if (before === "" && after.trim() === "") return true;
  if (/\s/.test(name)) return before === "" || LEADING.test(before);
  if (CONTROL.test(before)) return false;
  if (LEADING.test(before) && /^["'`\])}>]*\s*(?:[:={]|=>|\(|,?$|\?:|\s<)/.test(after))
    return !/^\s*\(.*\);?$/.test(after) || /\{\s*$/.test(text);
  // A method that is defined outside its type: `Shape* Shape::`.
  const word = 1 + Math.max(before.lastIndexOf(" "), before.lastIndexOf("*"), before.lastIndexOf("&"));
  const type = /^(?:[\w$<>,]+::)+~?$/.test(before.slice(word)) ? before.slice(0, word) : before;
  return (
    TYPED.test(type) &&
    type !== "" &&
    !/:\s$|\s\?\s/.test(before) &&
    /^\s*(?:<[^<>()=;]*>\s?)?(?:\(|=(?!=)|;|\{|:|$)/.test(after) &&
    // "@app.use Name" calls something with it.
    !(after.trim() === "" && before.includes(".")) &&
    !/^\s*\([^()]*\)\s*$/.test(after.replace(/;$/, "x"))
  );
}
