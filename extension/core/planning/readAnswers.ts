import { LIMITS } from "./toolTable.ts";
import { editorLines } from "../text/lines.ts";

/** A place in the workspace, as models and users read it. Lines count from 1. */
export interface WorkspaceLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Lines of a text, each after its number. `end`: the last one, which is part of it. */
export interface NumberedLines {
  readonly text: string;
  /** Those that are shown; `end` is below `start` if there are none. */
  readonly start: number;
  readonly end: number;
  /** They are all that the file has. */
  readonly isWhole: boolean;
}

/** Shows lines of a file (from 1, `end` included), as many as one answer may have, and says where it goes on. */
export function numberLines(whole: string, start = 1, end = Infinity): NumberedLines {
  const { lines: mostLines, characters, lineLength } = LIMITS.read_file;
  const lines = editorLines(whole);
  // The end of the last line begins no line.
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const wanted = Math.min(end, lines.length);
  if (start > lines.length) {
    return { text: `The file has only ${String(lines.length)} lines.`, start, end: start - 1, isWhole: false };
  }
  const shown: string[] = [];
  let length = 0;
  for (let at = start; at <= wanted && shown.length < mostLines; at++) {
    const text = `${String(at)}\t${shortened(lines[at - 1] ?? "", lineLength)}`;
    if (shown.length > 0 && length + text.length > characters) break;
    shown.push(text);
    length += text.length + 1;
  }
  const last = start + shown.length - 1;
  const rest =
    last < wanted ? [`(The file has ${String(lines.length)} lines. Read on with start_line ${String(last + 1)}.)`] : [];
  return { text: [...shown, ...rest].join("\n"), start, end: last, isWhole: start === 1 && last === lines.length };
}

/** Finds where a symbol stands in a line as a whole identifier; -1 if it does not. */
export function columnOfSymbol(line: string, symbol: string): number {
  const isWord = (character: string): boolean => /[\p{L}\p{N}_$]/u.test(character);
  for (let at = line.indexOf(symbol); at >= 0; at = line.indexOf(symbol, at + 1)) {
    const begins = !isWord(symbol.charAt(0)) || !isWord(line.charAt(at - 1));
    const ends = !isWord(symbol.charAt(symbol.length - 1)) || !isWord(line.charAt(at + symbol.length));
    if (begins && ends) return at;
  }
  return -1;
}

/**
 * Shows the lines that a search has found, by file, as many as one answer may have. `isAll`: false if the search was ended before it had
 * seen everything.
 */
export function showHits(hits: readonly WorkspaceLine[], isAll: boolean): string {
  if (hits.length === 0)
    return isAll ? "Nothing is found." : "Nothing is found yet: the search took too long. Narrow it by files.";
  const { entries, perFile, lineLength } = LIMITS.search_text;
  const byPath = new Map<string, WorkspaceLine[]>();
  for (const hit of hits) {
    const known = byPath.get(hit.path);
    if (known === undefined) byPath.set(hit.path, [hit]);
    else known.push(hit);
  }
  const shown: string[] = [];
  let left: number = entries;
  let [hiddenLines, hiddenFiles] = [0, 0];
  for (const [path, found] of Array.from(byPath).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const most = Math.min(perFile, left);
    if (most === 0) {
      hiddenFiles++;
      hiddenLines += found.length;
      continue;
    }
    left -= Math.min(most, found.length);
    shown.push(path);
    for (const { line, text } of found.slice(0, most))
      shown.push(`  ${String(line)}: ${shortened(text.trim(), lineLength)}`);
    if (found.length > most) {
      shown.push(`  and ${String(found.length - most)} more lines`);
      hiddenLines += found.length - most;
    }
  }
  const least = isAll ? "" : "at least ";
  const total = `${least}${counted(hits.length, "line")} in ${least}${counted(byPath.size, "file")}`;
  const rest = hiddenFiles > 0 ? `, of which ${counted(hiddenFiles, "file")} are not shown` : "";
  const advice = hiddenLines > 0 || !isAll ? " Narrow the search to see the others." : "";
  return [`${total}${rest}.${advice}`, ...shown].join("\n");
}

/** Lists at most `most` entries, and how many more there are; `nothing` if there are none. */
export function showList(entries: readonly string[], most: number, nothing: string): string {
  if (entries.length === 0) return nothing;
  const more = entries.length - most;
  return [...entries.slice(0, most), ...(more > 0 ? [`and ${String(more)} more`] : [])].join("\n");
}

/**
 * Lists the files and folders directly inside a folder, the folders first, with how many files each holds. `paths`: of all files in it,
 * relative to it.
 */
export function folderEntries(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, number>();
  const files: string[] = [];
  for (const path of paths) {
    const slash = path.indexOf("/");
    if (slash < 0) files.push(path);
    else folders.set(path.slice(0, slash), (folders.get(path.slice(0, slash)) ?? 0) + 1);
  }
  const shownFolders = Array.from(folders, ([name, count]) => `${name}/ (${counted(count, "file")})`);
  return [...shownFolders.sort(), ...files.sort()];
}

/** Cuts a text to `most` characters, at the end of a line, and says that there is more. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf("\n", most);
  return `${text.slice(0, end > 0 ? end : most)}\n(There is more, which is not shown. Narrow the question.)`;
}

function shortened(line: string, most: number): string {
  return line.length <= most ? line : `${line.slice(0, most)}… (${String(line.length - most)} more characters)`;
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? "" : "s"}`;
}
