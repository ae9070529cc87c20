import { withoutEnd } from "../text/trimEnd.ts";
import { languageOfPath, normalizeLanguage } from "./languages.ts";

/**
 * Paths that a reply names: in a fence's info string, in a comment, in the prose above a fence. They are returned as written, except that
 * quotes, emphasis and a line range after them (`:10-20`, `#L10`) are taken off; nothing is resolved.
 */

/** Longer lines name no path; the limit also bounds the cost of a hostile one. */
const MAX_LENGTH = 300;

/** How sure the surroundings make it that a path follows: `labelled` by words like "File:", or on its own. */
type Surroundings = "labelled" | "alone";

/**
 * Checks whether `text` is a path. On its own it must have a known file name or extension, or a slash and some extension; after a label any
 * name with a slash or an extension will do. Never true for text with control characters (NUL among them), URLs, characters that Windows
 * forbids in names, or products such as `Node.js`.
 */
export function isPath(text: string, surroundings: Surroundings = "alone"): boolean {
  if (text === "" || text.length > MAX_LENGTH || text !== text.trim()) return false;
  if (/[\p{Cc}<>"|?*`;,=]|:\/\//u.test(text) || /[/\\]$/.test(text) || text.slice(2).includes(":")) return false;
  if (!/[\p{L}\p{N}_]/u.test(text) || PRODUCTS.has(text)) return false;
  const isNested = /[/\\]/.test(text);
  if (/\s/.test(text) && !(isNested && surroundings === "labelled")) return false;
  if (languageOfPath(text) !== undefined) return true;
  const hasExtension = /[^/\\]\.[A-Za-z][\w-]{0,15}$/.test(text);
  if (surroundings === "alone") return isNested && hasExtension;
  return isNested || hasExtension || /^\.[A-Za-z]\w*$/.test(text);
}

/** Names of products that look like files. */
const PRODUCTS = new Set(
  ["Node", "Vue", "Next", "Nuxt", "React", "Express", "Three", "Angular", "Chart", "Discord", "Alpine", "Ember"].map(
    (name) => `${name}.js`,
  ),
);

/** Takes emphasis, quotes, brackets, a trailing remark in parentheses, colons and a line range off a path. */
function bare(text: string): string {
  let path = text.trim();
  for (let previous = ""; previous !== path;) {
    previous = path;
    path = path.replace(/\s\([^()]*\)$/, "").trim();
    const withoutRange = path.replace(/(?:#L\d+(?:-L?\d+)?|:\d+(?:[-:]\d+)?)$/, "");
    path = withoutRange === path ? withoutEnd(path, ":,") : withoutRange;
    path = withoutStars(path)
      .replace(/^(["'`])(.*)\1$/, "$2")
      .replace(/^\((.*)\)$/, "$1");
  }
  return path;
}

/** Without the stars at both ends, if there are some at both. */
function withoutStars(text: string): string {
  return text.startsWith("*") && text.endsWith("*") ? withoutEnd(text, "*").replace(/^\*+/, "") : text;
}

function pathIn(text: string, surroundings: Surroundings): string | undefined {
  const path = bare(text);
  return isPath(path, surroundings) ? path : undefined;
}

export interface FenceInfo {
  /** The language word as written, without what is glued to it. */
  readonly language: string | undefined;
  readonly path: string | undefined;
}

const ATTRIBUTE =
  /(?:^|[\s{,])(?:title|file|file_?name|file_?path|path|name)\s?[=:]\s?(?:"([^"]+)"|'([^']+)'|([^\s"',}]+))/i;

/**
 * Reads a fence's info string. Known forms: `ts`, `ts src/a.ts`, `ts:src/a.ts`, `src/a.ts`, `12:34:src/a.ts` (Cursor),
 * `ts title="src/a.ts"` (also `file`, `filename`, `path`, with `=` or `:`, in braces or not), `ts {1,3-5}`, `{.python}`.
 */
export function readFenceInfo(info: string): FenceInfo {
  const text = info.trim();
  if (text === "" || text.length > MAX_LENGTH) return { language: undefined, path: undefined };
  const range = /^\d+:\d+:(.+)$/.exec(text)?.[1];
  if (range !== undefined) return { language: undefined, path: pathIn(range, "labelled") };

  const attribute = ATTRIBUTE.exec(text);
  if (attribute) {
    const bareValue = attribute[3] === undefined ? undefined : text.slice(text.indexOf(attribute[3], attribute.index));
    const path = pathIn(attribute[1] ?? attribute[2] ?? withBlanks(attribute[3] ?? "", bareValue ?? ""), "labelled");
    const before = languageWord(text.slice(0, attribute.index));
    if (path !== undefined) return { language: before, path };
  }
  const [head = "", ...tail] = text.split(/\s+/);
  const rest = tail.join(" ");
  const colon = /^([^:/\\]{2,}|[cCrRdD]):(?![/\\])(.+)$/.exec(head);
  if (colon) {
    const path = pathIn(`${colon[2] ?? ""} ${rest}`, "labelled") ?? pathIn(colon[2] ?? "", "labelled");
    return { language: languageWord(colon[1] ?? ""), path };
  }
  // A language that is not known here, told by the path behind it: `dat src/a.dat`.
  const isExtension = rest.toLowerCase().endsWith(`.${head.toLowerCase()}`);
  if (normalizeLanguage(head) === undefined && !isExtension) {
    const whole = pathIn(text, "labelled") ?? pathIn(head, "alone");
    if (whole !== undefined) return { language: undefined, path: whole };
  }
  return {
    language: languageWord(head),
    // The first word alone is a path only if its end says so: it may be the beginning of one with blanks.
    path: pathIn(rest, "labelled") ?? pathIn(rest.split(" ")[0] ?? "", tail.length > 1 ? "alone" : "labelled"),
  };
}

/** A value without quotes goes on behind blanks where only that makes it a file's name: `file=src/my file.ts`. */
function withBlanks(value: string, rest: string): string {
  const endsAsFile = (text: string): boolean => /[^/\\]\.[A-Za-z]\w{0,9}$/.test(text);
  return !endsAsFile(value) && endsAsFile(rest) && !/[{}"'=]/.test(rest) ? rest : value;
}

function languageWord(text: string): string | undefined {
  return /^\s*\{?\.?([^\s{},=:]+)/.exec(text)?.[1];
}

export interface LeadingPath {
  readonly path: string;
  /** Index of the comment among the lines. */
  readonly line: number;
  /** The comment says nothing else, so it may be the model's label and not part of the file. */
  readonly onlyPath: boolean;
}

/**
 * Finds the path in a comment on the first line of code: `// src/a.ts`, `# File: a.py`, `<!-- index.html -->`. Blank lines, a `#!` line and
 * `<?php` may stand before it, within the first five lines. A file can really begin with such a line; whoever has the original decides.
 */
export function readLeadingPath(lines: readonly string[], language?: string): LeadingPath | undefined {
  for (const [line, text] of lines.slice(0, 5).entries()) {
    if (text.trim() === "" || text.startsWith("#!") || text.trim() === "<?php") continue;
    const found = readCommentPath(text, language);
    return found && { ...found, line };
  }
  return undefined;
}

const COMMENT_OPENINGS = /^(?:\/\/+|#+(?=\s)|--(?=\s)|;+(?=\s)|%+(?=\s)|\{?\/\*+|<!--|\(\*|\.\.(?=\s))/;
const COMMENT_LABEL =
  /^(?:(?:new|updated|modified|current)\s)?(?:file\s?path|file\s?name|file|path)(?:\s?[:=]\s*|\s+)/i;

/** Reads the path that a whole-line comment names, if it names little else. In Markdown `#` begins a heading. */
export function readCommentPath(line: string, language?: string): Omit<LeadingPath, "line"> | undefined {
  const text = line.trim();
  const opening = text.length > MAX_LENGTH ? undefined : COMMENT_OPENINGS.exec(text)?.[0];
  if (opening === undefined) return undefined;
  if (opening.startsWith("#") && language !== undefined && normalizeLanguage(language) === "markdown") return undefined;
  const comment = text
    .slice(opening.length)
    .replace(/(?:\*\/\}?|-->|\*\))$/, "")
    .trim();
  const label = COMMENT_LABEL.exec(comment)?.[0] ?? "";
  const body = comment.slice(label.length);
  const whole = pathIn(body, label === "" ? "alone" : "labelled");
  if (whole !== undefined) return { path: whole, onlyPath: true };
  const remark = / (?:-+|–|—) /.exec(body);
  const path = remark ? pathIn(body.slice(0, remark.index), "alone") : undefined;
  return path === undefined ? undefined : { path, onlyPath: false };
}

export interface ProsePath {
  readonly path: string;
  /** Nothing else stands on the line, so the path is a title for all that follows. */
  readonly alone: boolean;
}

const PROSE_LABEL =
  /^(?:(?:the\s)?(?:new|updated|modified|current|complete|full)\s)?(?:file\s?path|file\s?name|file|path|filename)\s?[:=]?\s+/i;
const LEAD_WORDS =
  /(?:^|\s)(?:in|into|inside|to|file|update|updated|edit|modify|change|create|open|for|of|at)(?:\s+the)?(?:\s+file)?\s*$/i;
const PLAIN_LEAD =
  /^(?:now,?\s|then,?\s|next,?\s|first,?\s)?(?:in|inside|update|edit|modify|change|create|open|for)\s(?:the\s)?(?:file\s)?(\S+)$/i;

/**
 * Reads the path that a line of prose gives for the fence below it: a heading, a list item, bold or backticked text or a line of its own
 * that is only a path, "File: src/a.ts", or a sentence with one backticked path. Of several paths in a sentence, the one after "in",
 * "update" and the like counts, if only one is; one without such a word must have a slash.
 */
export function readProsePath(line: string): ProsePath | undefined {
  if (line.length > MAX_LENGTH) return undefined;
  let text = line.trim().replaceAll("**", "");
  for (let previous = ""; previous !== text;) {
    previous = text;
    text = text.replace(/^(?:#{1,6}\s|>|[-*+]\s|\(?\d+[.)]\s|step\s\d+[:.]\s)/i, "").trim();
  }
  // An emoji or another ornament before a title.
  text = text.replace(/^[^\p{L}\p{N}`./\\_@~"'([+$]+/u, "");
  text = /^\[([^\]]+)\]\([^()]*\):?$/.exec(text)?.[1] ?? text;
  const label = PROSE_LABEL.exec(text)?.[0] ?? "";
  const alone = pathIn(text.slice(label.length), label === "" ? "alone" : "labelled");
  if (alone !== undefined) return { path: alone, alone: true };
  const plain = PLAIN_LEAD.exec(text)?.[1];
  const path = (plain === undefined ? undefined : pathIn(plain, "alone")) ?? pathOfSentence(text);
  return path === undefined ? undefined : { path, alone: false };
}

function pathOfSentence(text: string): string | undefined {
  const parts = text.split("`");
  const named = new Set<string>();
  const led = new Set<string>();
  for (let i = 1; i < parts.length - 1; i += 2) {
    const path = pathIn(parts[i] ?? "", "alone");
    if (path === undefined) continue;
    if (/[/\\]/.test(path)) named.add(path);
    if (LEAD_WORDS.test(parts[i - 1] ?? "") || /^\s+file\b/i.test(parts[i + 1] ?? "")) led.add(path);
  }
  const [first, second] = led.size > 0 ? led : named;
  return second === undefined ? first : undefined;
}

/**
 * Finds the path in the paragraph that ends above line `index`, its nearest line first, without looking above line `floor`. Only the last
 * four lines of the paragraph count; up to three blank lines may stand between it and `index`.
 */
export function pathAbove(lines: readonly string[], index: number, floor: number): string | undefined {
  let line = index - 1;
  while (line >= floor && line >= index - 3 && lines[line]?.trim() === "") line--;
  for (let count = 0; count < 4 && line >= floor && lines[line]?.trim() !== ""; count++, line--) {
    const found = readProsePath(lines[line] ?? "");
    if (found) return found.path;
  }
  return undefined;
}
