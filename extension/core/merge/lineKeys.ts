/**
 * How two lines are compared: to the letter, loosely, and by what they declare.
 * Context lines of a sketch are evidence and not content, so they may differ in spacing, quotes, a final comma or
 * a dropped comment and still mean the same line.
 */

import { findLineComment } from "../text/quotes.ts";
import { withoutEnd } from "../text/trimEnd.ts";

/** Computes the loose key of a line: two lines that share it are the same line as far as context goes. Comments count. */
export function looseKey(line: string): string {
  const key = withoutEnd(line.replace(/\s+/g, "").replace(/["'`]/g, '"'), ",;");
  // A line that is nothing but a comma or semicolon keeps what it has.
  return key === "" ? line.trim() : key;
}

/** Computes the loose key of a line without its trailing comment: a sketch may drop a comment, but not write another one. */
export function bareKey(line: string, loose = looseKey(line)): string {
  const code = line.trim();
  const bare = stripTrailingComment(code);
  return bare === code ? loose : looseKey(bare);
}

/** `foo(); // why` -> `foo();`. A comment sign inside quotes is left alone, and so is a line that is all comment. */
function stripTrailingComment(code: string): string {
  if (!code.includes("//") && !code.includes("#") && !code.includes("/*") && !code.includes("--")) return code;
  const stripped = code.slice(0, Math.min(findLineComment(code), blockCommentStart(code))).trimEnd();
  if (stripped === "" || stripped === code) return code;
  const quotesBefore = (stripped.match(/["'`]/g) ?? []).length;
  return quotesBefore % 2 === 0 ? stripped : code;
}

/** Where a comment in the style of C that ends the line begins, if no other star stands in it. */
function blockCommentStart(code: string): number {
  if (!code.endsWith("*/")) return Infinity;
  const star = code.lastIndexOf("*", code.length - 3);
  return star > 0 && code[star - 1] === "/" ? star - 1 : Infinity;
}

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122) || code > 127;

/** Counts the letters, digits and underscores of a line and all beyond ASCII, the measure of how much it says. */
export function wordLength(line: string): number {
  let count = 0;
  for (let i = 0; i < line.length; i++) if (isWordCode(line.charCodeAt(i))) count++;
  return count;
}

/**
 * Computes how much it proves that a line was found again, from 0 to 1: most for a line with many letters and digits (`words`) that
 * occurs once, less the more often it occurs, and at most 0.1 for a line without any, such as a blank one or `}`.
 */
export function lineWeight(words: number, occurrences: number): number {
  if (words === 0) return 0.1 / Math.sqrt(Math.max(1, occurrences));
  const content = 0.25 + 0.75 * Math.min(1, words / 14);
  return content / (1 + 0.45 * Math.log2(Math.max(1, occurrences)));
}

const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

/** Splits a line into words and signs: at most 200, from its first 2,000 characters, so that a minified line costs no more than another. */
export function tokens(line: string): string[] {
  return line.slice(0, 2000).match(TOKEN)?.slice(0, 200) ?? [];
}

const tokenValue = (token: string): number =>
  isWordCode(token.charCodeAt(0)) ? 1 + Math.min(8, token.length) / 4 : 0.4;

/**
 * Computes the likeness of two lines from 0 to 1: the share of tokens that both have in the same order (longest common subsequence, longer
 * words counting more), raised if both declare the same thing and lowered if they declare different ones. It is 0 if both are empty.
 */
export function lineSimilarity(a: LineProfile, b: LineProfile): number {
  const shared = commonShare(a, b);
  if (a.identity !== undefined && b.identity !== undefined) {
    return a.identity === b.identity ? Math.min(1, 0.35 + 0.65 * shared) : 0.55 * shared;
  }
  return shared;
}

/** Computes the share of tokens that two lines have in the same order, longer words counting more, whatever they name. */
export function commonShare(a: LineProfile, b: LineProfile): number {
  const total = a.value + b.value;
  return total === 0 ? 0 : (2 * commonValue(a.tokens, b.tokens)) / total;
}

/** What the comparison of a line needs, computed once. */
export interface LineProfile {
  readonly tokens: readonly string[];
  readonly value: number;
  readonly identity: string | undefined;
}

/** Reads from a line what `lineSimilarity` compares. */
export function profileLine(line: string): LineProfile {
  const found = tokens(line);
  return {
    tokens: found,
    value: found.reduce((sum, token) => sum + tokenValue(token), 0),
    identity: lineIdentity(line),
  };
}

/** Value of the longest common subsequence of two short token lists. */
function commonValue(a: readonly string[], b: readonly string[]): number {
  let previous = new Float64Array(b.length + 1);
  let current = new Float64Array(b.length + 1);
  for (const token of a) {
    for (let j = 0; j < b.length; j++) {
      current[j + 1] =
        token === b[j] ? (previous[j] ?? 0) + tokenValue(token) : Math.max(previous[j + 1] ?? 0, current[j] ?? 0);
    }
    [previous, current] = [current, previous];
  }
  return previous[b.length] ?? 0;
}

/* eslint-disable regexp/no-super-linear-backtracking -- Of lineIdentity, which gives these 300 characters of a line at most. */
const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|static|async|final|abstract|override|virtual|inline|constexpr|extern|unsafe|open|sealed|readonly|mutating|pub(?:\\([^)]*\\))?|local)\\s+)*";
const DECLARED = new RegExp(
  `^${MODIFIERS}(?:function\\s*\\*?|def|class|interface|struct|enum|union|trait|impl|fn|func(?:\\s*\\([^)]*\\))?|type|module|namespace|package|record|object|sub|proc|protocol|extension|mod|macro_rules!)\\s+([\\p{L}_$][\\p{L}\\p{N}_$.:]*)`,
  "u",
);
const KEYED_FUNCTION =
  /^["']?([\p{L}\p{N}_$ .\-#/]+?)["']?\s*:\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|[\p{L}_$]+\s*=>)/u;
/** A function without a keyword: `static int f(int x) {`, `render() {`, `public void f(`. */
const DEFINED =
  /^(?:[\p{L}\p{N}_$:<>,*&[\]\s~?.@()"-]*?[\s*&])?([\p{L}_$~#][\p{L}\p{N}_$:~]*)\s*(?:<[^>]*>)?\(([^;={}]*)(?:\)[^;]*\{|\)|,|)$/u;
const CONTROL =
  /\b(?:if|for|foreach|while|switch|return|else|catch|do|case|throw|new|await|yield|elif|with|match|when|unless|until|assert|and|or|not|in|delete|sizeof|typeof|print|echo|raise|using|lock|super|this)\b/;
/** The selector of a style rule. */
const SELECTOR =
  /^((?:[.#&*[:@>]|(?:html|body|main|header|footer|nav|section|article|aside|div|span|p|a|ul|ol|li|dl|dt|dd|h[1-6]|table|thead|tbody|tr|td|th|form|input|button|select|textarea|label|fieldset|img|figure|video|pre|code|blockquote|hr|svg|iframe|strong|em|small|sub|sup)(?=[\s.,:#>[{+~])).*?)\s*[{,]$/;
const ASSIGNED = new RegExp(
  `^${MODIFIERS}(?:(?:var|let|const|val|auto|final|my|our|set|[\\p{L}_][\\p{L}\\p{N}_<>[\\],.:]*[\\s*&]+)\\s*)?([\\p{L}_$@][\\p{L}\\p{N}_$.:>\\-[\\]'"]*?)\\s*(?::[^=]{1,60})?(?:[-+*/|&?.:]|\\|\\||&&|\\?\\?)?=(?![=>])`,
  "u",
);
/** A variable with its keyword, with or without a type or a value. */
const BOUND =
  /^(?:export\s+)?(?:var|let|const|val|final|auto|local|static|mut)\s+(?:mut\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:[:=;]|$)/u;
const KEYED =
  /^(?:-\s+)?(?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}_$@.#*-][\p{L}\p{N}_$.\-/@ *]{0,60}?))\s*(?:=>|:(?![:=]))/u;
const IMPORTED =
  /^(?:import\b.*?["']([^"']+)["']|(?:import|use|using|require|require_once|include)\s+(?:static\s+)?([\w.\\:*]+)|from\s+([\w.]+)\s+import|#\s*include\s*([<"][^>"]+[>"])|\.\.\.\s*from\s*["']([^"']+)["'])/;
const TITLED =
  /^(?:describe|it|test|context|specify|suite|get|post|put|delete|patch|[\w.]+\.(?:get|post|put|delete|use|on|it|test|describe))\b\s*\(?\s*(["'`])(.+?)\1/;
/* eslint-enable regexp/no-super-linear-backtracking */

/**
 * Finds the name of what a line declares, assigns, imports or titles, with the kind of name before it (`declare total`); `undefined` for
 * other lines. Two neighbours with different identities are different things, however alike they look. Looks at the first 300 characters.
 */
export function lineIdentity(line: string): string | undefined {
  const text = line.trim().slice(0, 300);
  // An item of a list is named by all that it says.
  if (/^[-*+]\s/.test(text)) return "item " + text;
  const imported = IMPORTED.exec(text);
  if (imported) return "import " + (imported[1] ?? imported[2] ?? imported[3] ?? imported[4] ?? imported[5] ?? "");
  // A type may have many implementations; each is named by all of its header.
  if (/^(?:unsafe\s+)?impl\b/.test(text))
    return "declare " + (text.split(/\{|\bwhere\b/, 1)[0] ?? "").trimEnd().replace(/\s+/g, " ");
  const selector = SELECTOR.exec(text);
  if (selector?.[1] !== undefined && !/[=;()]\s*$/.test(selector[1]))
    return "declare " + selector[1].replace(/\s+/g, " ");
  const declared = DECLARED.exec(text);
  // The colon ends the head of a block.
  if (declared?.[1] !== undefined) return "declare " + withoutEnd(declared[1], ":");
  const titled = TITLED.exec(text);
  if (titled?.[2] !== undefined) return "title " + titled[2];
  const keyedFunction = KEYED_FUNCTION.exec(text);
  if (keyedFunction?.[1] !== undefined) return "title " + keyedFunction[1];
  const defined = DEFINED.exec(text);
  if (defined?.[1] !== undefined) {
    const head = text.slice(0, text.indexOf("("));
    if (!CONTROL.test(head) && (text.endsWith("{") || /[\s*&][\p{L}_$~][\p{L}\p{N}_$:~]*\s*$/u.test(head))) {
      // A macro that makes a function, `TEST(Suite, Name) {`, is named by what it is given.
      return "declare " + (/^[A-Z][A-Z\d_]+$/.test(head.trim()) ? withoutEnd(text, " {") : defined[1]);
    }
  }
  const bound = BOUND.exec(text);
  if (bound?.[1] !== undefined) return "name " + bound[1];
  const keyed = KEYED.exec(text);
  const key = keyed?.[1] ?? keyed?.[2] ?? keyed?.[3];
  if (key !== undefined && !isStatement(key, text)) return "key " + key.trim();
  const assigned = ASSIGNED.exec(text);
  if (assigned?.[1] !== undefined && !/^(?:if|while|for|return|else|elif|switch|assert)\b/.test(text))
    return "name " + assigned[1];
  return undefined;
}

/**
 * Whether what stands before a colon begins a statement and is not a key: `with:` is one, `with open(path) as file:` and `try:` are not.
 */
const isStatement = (key: string, text: string): boolean =>
  /^(?:case|default|return|public|private|protected)\b|^(?:try|else|finally|except)$/.test(key) ||
  (text.endsWith(":") && /^(?:if|elif|for|while|with|except|async|match)\s/.test(key));

/** Splits an identity into the kind of name and the name; both are empty where there is none. */
export function splitIdentity(identity = ""): readonly [kind: string, name: string] {
  const end = identity.indexOf(" ");
  return [identity.slice(0, Math.max(0, end)), identity.slice(end + 1)];
}

/** Checks whether an identity is that of a declaration or a titled block. */
export const isDeclared = (identity: string | undefined): boolean =>
  identity !== undefined && (identity.startsWith("declare ") || identity.startsWith("title "));

/** Checks whether a trimmed line brings in what another file has. */
export const isImportLine = (line: string): boolean => IMPORT.test(line);

const IMPORT = /^(?:import\b|from\s|#\s*include|use\s|using\s|require|@import|const \w+ = require)/;

/** Checks whether a line is a comment and nothing else. */
export const isComment = (line: string): boolean => COMMENT_LINE.test(line.trim());

const COMMENT_LINE =
  /^(?:\/\/|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|include|!|\[))|--\s|\/\*.*\*\/$|<!--.*-->$)/;
