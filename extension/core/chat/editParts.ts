import { followsCode } from "../sketch/prose.ts";
import { closesSearchReplace, opensSearchReplace, readSearchReplace } from "../sketch/searchReplace.ts";

/** A piece of a block's code, in order; text is everything that is not an edit. */
export type CodePart = { readonly type: "text"; readonly line: number; readonly text: string } | EditPart;

/** A search/replace block of a block's code. Lines have no marks of the format. */
export interface EditPart {
  readonly type: "edit";
  /** Line of its opening marker in the code, from 0. */
  readonly line: number;
  /** The file that its opening marker names, or the line above it. */
  readonly path: string | undefined;
  readonly search: readonly string[];
  /** `undefined` while its search is still coming, and if it breaks off there. */
  readonly replace: readonly string[] | undefined;
  /** Whether its end is there. */
  readonly isClosed: boolean;
}

/** Code as far as it was read, so that reading it again as it grows costs only as much as its end. */
export interface ReadCode {
  /** Parts that stay as they are, whatever comes. */
  readonly settled: readonly CodePart[];
  /** Where they end: how many characters and lines they stand for. */
  readonly settledEnd: { readonly offset: number; readonly line: number };
  /** The parts after them, which may still become others. */
  readonly open: readonly CodePart[];
  /** `none`: the only part is all of the code. `quoted`: the same for good, since the code itself is about edits. */
  readonly edits: "none" | "some" | "quoted";
  /** All that was looked at. */
  readonly code: string;
  /** Offset of the last line, which may not be whole yet. */
  readonly lastLine: number;
  /** Length of the code when the open parts were read; a long edit is not read again for each word. */
  readonly partsEnd: number;
}

export const NO_CODE: ReadCode = {
  settled: [],
  settledEnd: { offset: 0, line: 0 },
  open: [],
  edits: "none",
  code: "",
  lastLine: 0,
  partsEnd: 0,
};

/** An open edit of more characters than that is read again only when it has grown by an eighth, or a marker has come. */
const LONG_EDIT = 8_000;

/**
 * Reads the parts of a block's code, given what was read of its beginning (`before`). Edits are those that `readSearchReplace` reads, and
 * as much as there is of an incomplete one. `isOpen`: more may come, so a last line that may become a marker is left out.
 *
 * Linear in the length of the code, however it grows.
 */
export function readCode(before: ReadCode, code: string, isOpen: boolean): ReadCode {
  const base = code.startsWith(before.code) ? before : NO_CODE;
  const lastLine = code.lastIndexOf("\n") + 1;
  const fresh = code.slice(base.lastLine, isOpen ? lastLine : undefined).split("\n");
  const edits = base.edits === "none" ? editsFrom(fresh, code, base.lastLine) : base.edits;
  const looked = { ...base, edits, code, lastLine };
  if (edits !== "some") {
    const isHidden = edits === "none" && isOpen && mayOpen(code.slice(lastLine));
    const text = isHidden ? code.slice(0, Math.max(0, lastLine - 1)) : code;
    return { ...looked, open: [{ type: "text", line: 0, text }] };
  }
  const { offset, line } = base.settledEnd;
  const length = code.length - offset;
  if (isOpen && length > LONG_EDIT && code.length - base.partsEnd < length / 8 && !fresh.some(isMarker)) return looked;
  const lines = code.slice(offset).split("\n");
  const { parts, settledLines } = partsOf(lines, line, isOpen);
  const read = { ...looked, partsEnd: code.length };
  if (settledLines === 0) return { ...read, open: parts };
  const end = line + settledLines;
  const characters = lines.slice(0, settledLines).reduce((sum, text) => sum + text.length + 1, 0);
  return {
    ...read,
    settled: [...base.settled, ...parts.filter((part) => part.line < end)],
    settledEnd: { offset: offset + characters, line: end },
    open: parts.filter((part) => part.line >= end),
  };
}

/** Lists all parts that were read, in order. */
export function partsRead({ settled, open }: ReadCode): readonly CodePart[] {
  return settled.length === 0 ? open : [...settled, ...open];
}

/** Judges all of the code by the first marker among lines that begin at `offset`, as `readReply` does. */
function editsFrom(lines: readonly string[], code: string, offset: number): ReadCode["edits"] {
  const opening = lines.findIndex(opensSearchReplace);
  if (opening < 0) return "none";
  const above = [...code.slice(0, offset).split("\n").slice(0, -1), ...lines.slice(0, opening)];
  return followsCode(above, above.length) ? "quoted" : "some";
}

/** Reads the parts of code that no longer grows. */
export function codeParts(code: string): readonly CodePart[] {
  return partsRead(readCode(NO_CODE, code, false));
}

/** Picks the edits among the parts of a code, in order. */
export function editsAmong(parts: readonly CodePart[]): readonly EditPart[] {
  return parts.filter((part) => part.type === "edit");
}

const DIVIDER = /^\s{0,20}={5,9}\s{0,20}$/;

function isMarker(line: string): boolean {
  return opensSearchReplace(line) || closesSearchReplace(line) || DIVIDER.test(line);
}

/** `first`: number of the first line. Lines up to `settledLines` stay what they are, whatever comes. */
function partsOf(
  given: readonly string[],
  first: number,
  isOpen: boolean,
): { readonly parts: readonly CodePart[]; readonly settledLines: number } {
  const last = given.at(-1) ?? "";
  const lines = isOpen && mayMark(last) ? given.slice(0, -1) : given;
  const parts: CodePart[] = [];
  let settledLines = 0;
  let at = 0;
  for (const { edit, path, startLine, endLine, closed } of readSearchReplace(lines, 1)) {
    addUnread(parts, lines, at, startLine, first);
    const { search, replace } = edit;
    parts.push({
      type: "edit",
      line: first + startLine,
      path,
      search,
      replace,
      isClosed: closed,
    });
    at = endLine;
    if (closed && endLine < given.length) settledLines = endLine;
  }
  addUnread(parts, lines, at, lines.length, first);
  return { parts, settledLines };
}

/** Adds what lies between the edits that could be read: text, and edits that have no divider. */
function addUnread(parts: CodePart[], lines: readonly string[], start: number, end: number, first: number): void {
  let from = start;
  const addText = (to: number): void => {
    const text = lines.slice(from, to).join("\n");
    if (text.trim() !== "") parts.push({ type: "text", line: first + from, text });
  };
  for (let line = start; line < end; line++) {
    if (!opensSearchReplace(lines[line] ?? "")) continue;
    addText(line);
    let close = line + 1;
    while (close < end && !opensSearchReplace(lines[close] ?? "") && !closesSearchReplace(lines[close] ?? "")) close++;
    const isClosed = close < end && closesSearchReplace(lines[close] ?? "");
    const search = searchOf(lines.slice(line, close));
    parts.push({ type: "edit", line: first + line, path: undefined, search, replace: undefined, isClosed });
    from = isClosed ? close + 1 : close;
    line = from - 1;
  }
  addText(end);
}

/** Reads what an edit without a divider searches for, as if it had one. */
function searchOf(lines: readonly string[]): readonly string[] {
  const divider = lines.findIndex((line) => DIVIDER.test(line));
  const searched = lines.slice(0, divider < 0 ? lines.length : divider);
  return readSearchReplace([...searched, "=======", ">>>>>>> REPLACE"], 1)[0]?.edit.search ?? [];
}

const RUN = /^\s{0,20}(?:<{1,9}|>{1,9}|-{1,9}|\+{1,9}|={1,9})\s{0,20}$/;
const OPENING_RUN = /^\s{0,20}(?:<{1,9}|-{5,9}) ?$/;
const WORD = /^\s{0,20}(?:<{5,9}|>{5,9}|-{5,9}|\+{5,9}) ?([a-z]{1,8})$/i;
const HINT = /^\s{0,20}:[a-z_]{0,10}:?\s{0,9}\d{0,9}$/;
const WORDS = ["SEARCH", "ORIGINAL", "REPLACED", "UPDATED"];

/** Whether a line in an edit is a marker, or may become one. */
function mayMark(line: string): boolean {
  return RUN.test(line) || HINT.test(line) || mayOpen(line) || closesSearchReplace(line);
}

/** Whether a line is the marker that an edit begins with, or may become it. */
function mayOpen(line: string): boolean {
  const word = WORD.exec(line)?.[1]?.toUpperCase();
  const isWord = word !== undefined && WORDS.some((known) => known.startsWith(word));
  return isWord || OPENING_RUN.test(line) || opensSearchReplace(line);
}
