import { readHunkHeader, readHunkLines } from "./hunks.ts";
import { isPath } from "./paths.ts";
import type { Edit, FileSketch, Sketch } from "./sketch.ts";

const FILE_HEADER = /^\*\*\* ?(?:(Add|Create|New)|(Update|Modify|Edit|Change)|(Delete|Remove)) File: ?(\S.*)$/i;
const MOVE = /^\*\*\* ?Move to: ?(\S.*)$/i;
const BEGIN = /^\*\*\* ?Begin Patch/i;
const END = /^\*\*\* ?End Patch/i;
const END_OF_FILE = /^\*\*\* ?End of File/i;

/** Finds the line at which a v4a patch begins, with or without `*** Begin Patch`; -1 if there is none. */
export function findV4aPatch(lines: readonly string[]): number {
  return lines.findIndex((line) => BEGIN.test(line) || FILE_HEADER.test(line));
}

/**
 * Flags the lines that stand between `*** Begin Patch` and `*** End Patch` and carry a prefix. They are content even if they look like a
 * Markdown fence with an indentation of one.
 */
export function v4aContentLines(lines: readonly string[]): boolean[] {
  const flags = new Array<boolean>(lines.length).fill(false);
  let begin = -1;
  for (const [index, line] of lines.entries()) {
    if (BEGIN.test(line)) begin = index;
    if (begin < 0 || !END.test(line)) continue;
    for (let i = begin + 1; i < index; i++) flags[i] = /^[-+ ]/.test(lines[i] ?? "");
    begin = -1;
  }
  return flags;
}

/** Nobody nests deeper, and a limit keeps hostile text linear. */
const MAX_SCOPES = 15;

interface Section {
  readonly action: "add" | "update" | "delete";
  readonly path: string;
  readonly line: number;
  moveTo: string | undefined;
  readonly body: string[];
}

/**
 * Reads OpenAI's v4a patches (the `apply_patch` format of the GPT-4.1 prompting guide and of the Codex CLI), in heredocs
 * or not, also without `Begin Patch` and `End Patch`: one sketch per file, in order. A path with control characters
 * drops its section. `firstLine` is the one-based line of the reply that `lines` begins at.
 *
 * `inProse`: the lines stand outside a fence, so an unprefixed paragraph behind a section without `End Patch` ends it.
 */
export function readV4aPatch(lines: readonly string[], firstLine: number, inProse = false): FileSketch[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  let heredoc: string | undefined;
  let isFramed = false;
  for (const [index, raw] of lines.entries()) {
    const line = raw.startsWith("***") ? raw.trimEnd() : raw;
    const header = FILE_HEADER.exec(line);
    const moveTo = MOVE.exec(line)?.[1];
    if (header) {
      section = openSection(header, index);
      sections.push(section);
    } else if (BEGIN.test(line) || END.test(line)) {
      isFramed = BEGIN.test(line) && hasEnd(lines, index);
      section = undefined;
    } else if (section === undefined) {
      heredoc = /<<-?\s?["']?(\w+)/.exec(line.slice(0, 200))?.[1] ?? heredoc;
    } else if (moveTo !== undefined) {
      section.moveTo = unquote(moveTo);
    } else if (line === heredoc || (inProse && !isFramed && endsSection(lines, index))) {
      section = undefined;
    } else section.body.push(line);
  }
  return sections.filter(({ path }) => path !== "").map((found) => toSketch(found, firstLine));
}

function openSection([, add, update, , path = ""]: RegExpExecArray, line: number): Section {
  const action = add !== undefined ? "add" : update !== undefined ? "update" : "delete";
  const name = unquote(path);
  return { action, path: isSafe(name) ? name : "", line, moveTo: undefined, body: [] };
}

/** A patch names files on purpose, so any name goes that is a name at all. */
function isSafe(path: string): boolean {
  return isPath(path, "labelled") || (path.length < 300 && !/\p{Cc}/u.test(path));
}

function unquote(path: string): string {
  return path.trim().replace(/^([`"'])(.*)\1$/, "$2");
}

/** Only asked at `Begin Patch`; the next one stops the search, so that the whole stays linear. */
function hasEnd(lines: readonly string[], begin: number): boolean {
  for (let i = begin + 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (END.test(line)) return true;
    if (BEGIN.test(line)) return false;
  }
  return false;
}

function endsSection(lines: readonly string[], index: number): boolean {
  return lines[index - 1] === "" && /^[^\s@+\-*\\]/.test(lines[index] ?? "");
}

function toSketch({ action, path, line, moveTo, body }: Section, firstLine: number): FileSketch {
  const header = firstLine + line;
  const replyLine = action === "add" ? header + 1 : header;
  return { path, moveTo, language: undefined, sketch: sketchOf(action, body, header + 1), replyLine };
}

function sketchOf(action: Section["action"], body: readonly string[], firstLine: number): Sketch {
  if (action === "delete") return { type: "delete", format: "v4a" };
  if (action === "update") return { type: "edits", format: "v4a", edits: readUpdate(body, firstLine) };
  let end = body.length;
  while (end > 0 && body[end - 1]?.trim() === "") end--;
  const added = body.slice(0, end).filter((line) => !END_OF_FILE.test(line));
  const text = added.map((line) => `${line.startsWith("+") ? line.slice(1) : line}\n`).join("");
  return { type: "add", format: "v4a", text };
}

/** The hunks of an update. `@@` lines that follow each other nest; one behind changes begins the next hunk. */
function readUpdate(body: readonly string[], firstLine: number): Edit[] {
  const edits: Edit[] = [];
  let scope: string[] = [];
  let lineHint: number | undefined;
  let start = 0;
  const finish = (end: number, atEnd: boolean) => {
    const { search, replace, changes } = readHunkLines(body.slice(start, end));
    if (changes) edits.push({ search, replace, lineHint, scope, atEnd, replyLine: firstLine + start });
    return changes || search.some((line) => line.trim() !== "");
  };
  for (const [index, line] of body.entries()) {
    const header = readHunkHeader(line);
    if (header) {
      if (finish(index, false)) [scope, lineHint] = [[], undefined];
      if (header.scope !== undefined) scope = [...scope.slice(-MAX_SCOPES), header.scope];
      lineHint = header.lineHint ?? lineHint;
    } else if (END_OF_FILE.test(line)) {
      finish(index, true);
      [scope, lineHint] = [[], undefined];
    } else continue;
    start = index + 1;
  }
  finish(body.length, false);
  return edits;
}
