import type { Edit, FileSketch } from "./sketch.ts";
import { readCommentPath, readFenceInfo, readProsePath } from "./paths.ts";

/** One search/replace block. Lines are zero-based, the end exclusive. */
export interface SearchReplaceBlock {
  readonly edit: Edit;
  /** The file named on the marker line or directly above the block. */
  readonly path: string | undefined;
  readonly startLine: number;
  readonly endLine: number;
  /** False if the text ends, or the next block begins, before the closing marker. */
  readonly closed: boolean;
}

const OPEN = /^\s{0,20}(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL)\b(?!\w)>?/i;
const CLOSE = /^\s{0,20}(?:>{5,9}|\+{5,9}) ?(?:REPLACED?|UPDATED)\b/i;
const DIVIDER = /^\s{0,20}={5,9}\s{0,20}$/;
const BARE_CLOSE = /^\s{0,20}>{5,9}\s{0,20}$/;
const CONFLICT_OPEN = /^<{7}(?: |$)/;
const CONFLICT_CLOSE = /^>{7}(?: |$)/;

/** Checks whether a line opens a search/replace block. */
export function opensSearchReplace(line: string): boolean {
  return OPEN.test(line);
}

/** Checks whether a line closes a search/replace block, and says so in words. */
export function closesSearchReplace(line: string): boolean {
  return CLOSE.test(line);
}

/**
 * Reads the search/replace blocks of a text, whether or not fences stand around them:
 *
 * - `<<<<<<< SEARCH` / `=======` / `>>>>>>> REPLACE` (Aider, Cline, Roo), markers of five to nine characters, with `ORIGINAL` / `UPDATED`
 *   as their words, a path after the opening word or on the line above;
 * - `------- SEARCH` / `=======` / `+++++++ REPLACE` (Cline since 2025);
 * - Roo's `:start_line:12`, `:end_line:14` and `-------` after the opening, and its backslash before marker text that is content.
 *
 * A git conflict inside a block is content. A last block without its closing marker is read to the end of the text; one without a divider
 * is dropped, since nobody knows what of it is new. `firstLine` is the one-based line of the reply at which `lines` begins.
 */
export function readSearchReplace(lines: readonly string[], firstLine: number): SearchReplaceBlock[] {
  const blocks: SearchReplaceBlock[] = [];
  let floor = 0;
  for (let start = 0; start < lines.length; start++) {
    const open = lines[start] ?? "";
    if (!OPEN.test(open)) continue;
    const { end, closed, dividers } = findEnd(lines, start);
    const path = pathBehind(open) ?? pathOver(lines, start, floor);
    const body = readBody(lines, start, end, dividers, firstLine);
    const endLine = closed ? end + 1 : end;
    const edit = body && !closed && end >= lines.length ? { ...body, isCutOff: true as const } : body;
    if (edit) blocks.push({ edit, path, startLine: start, endLine, closed });
    floor = endLine;
    start = endLine - 1;
  }
  return blocks;
}

interface BlockEnd {
  /** Line of the closing marker, or one past the last line. */
  readonly end: number;
  readonly closed: boolean;
  /** Lines that may part the search from the replacement. */
  readonly dividers: readonly number[];
}

function findEnd(lines: readonly string[], start: number): BlockEnd {
  const outside: number[] = [];
  // Those inside a conflict count only if the conflict turns out not to be one.
  let inConflict: number[] = [];
  let isConflict = false;
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const closed = CLOSE.test(line);
    if (closed || OPEN.test(line))
      return { end: index, closed, dividers: isConflict ? outside.concat(inConflict) : outside };
    if (DIVIDER.test(line)) (isConflict ? inConflict : outside).push(index);
    else if (!isConflict && CONFLICT_OPEN.test(line)) [isConflict, inConflict] = [true, []];
    else if (isConflict && CONFLICT_CLOSE.test(line)) isConflict = false;
    else if (outside.length > 0 && BARE_CLOSE.test(line)) return { end: index, closed: true, dividers: outside };
  }
  return { end: lines.length, closed: false, dividers: outside.concat(isConflict ? inConflict : []) };
}

function readBody(
  lines: readonly string[],
  start: number,
  end: number,
  dividers: readonly number[],
  firstLine: number,
): Edit | undefined {
  const divider = chooseDivider(lines, start, end, dividers);
  if (divider === undefined) return undefined;
  const hints = readHints(lines, start + 1, divider);
  const indent = /^\s*/.exec((lines[start] ?? "").slice(0, 20))?.[0] ?? "";
  const content = (from: number, to: number) => lines.slice(from, to).map((line) => unescape(dedent(line, indent)));
  const search = content(hints.next, divider);
  const last = end - 1;
  // A divider repeated right before the closing marker is a slip.
  const replace = content(divider + 1, last > divider && dividers.includes(last) && dividers.length === 2 ? last : end);
  if (search.every((line) => line.trim() === "")) search.length = 0;
  if (search.length === 0 && replace.length === 0) return undefined;
  return { search, replace, lineHint: hints.lineHint, scope: [], atEnd: false, replyLine: firstLine + start };
}

/**
 * Chooses which of several `=======` lines is the divider. Content has them too: a Setext heading of Markdown or reStructuredText, a rule
 * of a comment. One as long as the opening marker is preferred, then one that underlines nothing; a heading that stands on both sides
 * leaves an odd number, the middle one of which divides.
 */
function chooseDivider(
  lines: readonly string[],
  start: number,
  end: number,
  dividers: readonly number[],
): number | undefined {
  if (dividers.length < 2) return dividers[0];
  const markerLength = /[<-]+/.exec(lines[start] ?? "")?.[0].length ?? 7;
  const sameLength = dividers.filter((line) => lines[line]?.trim().length === markerLength);
  const likely = sameLength.length > 0 ? sameLength : dividers;
  if (likely.length === 2 && likely[1] === end - 1) return likely[0];
  const plain = likely.filter((line) => line === start + 1 || !isUnderline(lines, line));
  if (plain.length === 1) return plain[0];
  return likely.length % 2 === 1 ? likely[(likely.length - 1) / 2] : (plain[0] ?? likely[0]);
}

/** A Setext heading: one line of text between a blank line and its underline. */
function isUnderline(lines: readonly string[], line: number): boolean {
  const title = lines[line - 1] ?? "";
  const before = lines[line - 2] ?? "";
  return title.trim() !== "" && (before.trim() === "" || OPEN.test(before) || DIVIDER.test(before));
}

function readHints(
  lines: readonly string[],
  start: number,
  end: number,
): { next: number; lineHint: number | undefined } {
  let next = start;
  let lineHint: number | undefined;
  for (; next < end; next++) {
    const hint = /^\s{0,20}:(start_line|end_line):\s{0,9}(\d{1,9})\s{0,9}$/.exec(lines[next] ?? "");
    if (!hint) break;
    if (hint[1] === "start_line" && Number(hint[2]) > 0) lineHint = Number(hint[2]);
  }
  if (next < end && /^\s{0,20}-{7}\s{0,9}$/.test(lines[next] ?? "")) next++;
  return { next, lineHint };
}

function dedent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line;
}

function unescape(line: string): string {
  return /^\\(?:<{5,9}|={5,9}|>{5,9}|-{5,9}|\+{5,9}|:start_line:|:end_line:)/.test(line) ? line.slice(1) : line;
}

function pathBehind(open: string): string | undefined {
  const text = open.replace(OPEN, "");
  return text.trim() === "" ? undefined : (readFenceInfo(text).path ?? readProsePath(text)?.path);
}

/** The path on the line above, or above one blank line; the opening of a fence may stand between. */
function pathOver(lines: readonly string[], start: number, floor: number): string | undefined {
  for (let line = start - 1; line >= floor && line >= start - 3; line--) {
    const text = (lines[line] ?? "").trim();
    const fence = /^(?:`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(text);
    const path = fence
      ? readFenceInfo(fence[1] ?? "").path
      : (readCommentPath(text)?.path ?? readProsePath(text)?.path);
    if (path !== undefined) return path;
    if (text !== "" && !fence) return undefined;
  }
  return undefined;
}

/** Finds the line at which the first search/replace block begins; -1 if there is none. */
export const findSearchReplace = (lines: readonly string[]): number => lines.findIndex(opensSearchReplace);

/**
 * Reads search/replace blocks, joining those that follow each other for one file to one sketch. A block without a path goes on with the
 * file before, the first with `path`.
 */
export function readSearchReplaceFiles(
  lines: readonly string[],
  firstLine: number,
  path: string | undefined,
): FileSketch[] {
  const groups: { path: string | undefined; edits: Edit[] }[] = [];
  for (const { edit, path: own } of readSearchReplace(lines, firstLine)) {
    const group = groups.at(-1);
    const blockPath = own ?? group?.path ?? path;
    if (group && group.path === blockPath) group.edits.push(edit);
    else groups.push({ path: blockPath, edits: [edit] });
  }
  return groups.map(({ path: groupPath, edits }) => ({
    path: groupPath,
    moveTo: undefined,
    language: undefined,
    sketch: { type: "edits", format: "search-replace", edits },
    replyLine: edits[0]?.replyLine ?? firstLine,
  }));
}

/** Flags the lines of the blocks that are closed, markers included. */
export function searchReplaceContent(lines: readonly string[]): boolean[] {
  const flags = new Array<boolean>(lines.length).fill(false);
  if (!lines.some(opensSearchReplace)) return flags;
  for (const { startLine, endLine, closed } of readSearchReplace(lines, 1))
    if (closed) flags.fill(true, startLine, endLine);
  return flags;
}
