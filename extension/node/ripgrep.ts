import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { TextHits } from "../core/targets/textHits.ts";
import { runSearch, searchByProgram } from "./searchProcess.ts";

/** Which files ripgrep leaves out, besides those that git ignores. */
export interface SearchLimits {
  /** Globs as VS Code's settings write them, from the folder. */
  readonly excludes: readonly string[];
  /** Extensions without their dot. */
  readonly extensions: readonly string[];
}

/** Finds the ripgrep that VS Code has for its own search; `undefined` if there is none. Where it lies changes from release to release. */
export async function findRipgrep(appRoot: string): Promise<string | undefined> {
  for (const path of ripgrepPaths(appRoot)) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

function ripgrepPaths(appRoot: string): readonly string[] {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const platform = `${process.platform}-${process.arch}`;
  return ["node_modules", "node_modules.asar.unpacked"].flatMap((modules) => [
    join(appRoot, modules, "@vscode", "ripgrep-universal", "bin", platform, name),
    join(appRoot, modules, "@vscode", "ripgrep", "bin", name),
    join(appRoot, modules, "vscode-ripgrep", "bin", name),
  ]);
}

/**
 * Searches a folder by ripgrep for files that hold any of the texts. Does not follow links, and skips what git ignores and what lies in a
 * `.git`. `common`: texts that nearly all files have, as earlier searches of the folder found. `undefined` if ripgrep fails. Rejects with
 * what `signal` aborts with.
 */
export function searchByRipgrep(
  program: string,
  folder: string,
  { excludes, extensions }: SearchLimits,
  texts: readonly string[],
  signal: AbortSignal,
  common?: Set<string>,
): Promise<readonly TextHits[] | undefined> {
  const args = [
    ...usualArguments({ excludes, extensions }),
    "--fixed-strings",
    "--only-matching",
    "--with-filename",
    "--no-heading",
    "--no-line-number",
    "--color=never",
    "--null",
    "--max-count=100",
    // Each look at the size or the first bytes of a file, before it is read, takes a fifth of the time of all.
    "--encoding=none",
    "--file=-",
    "--",
    "./",
  ];
  return searchByProgram({ program, args, cwd: folder }, texts, signal, common);
}

/** What every search has in common: links are not followed, and what git ignores or what lies in a `.git` is skipped. */
function usualArguments({ excludes, extensions }: SearchLimits): readonly string[] {
  return [
    "--no-config",
    "--no-messages",
    "--hidden",
    // A folder that is not a repository may still say what it ignores.
    "--no-require-git",
    "--glob=!**/.git",
    ...excludes.map((glob) => `--glob=!${rooted(glob)}`),
    // A glob that lets files in would let in what git ignores too; a type does not.
    ...(extensions.length > 0 ? [`--type-add=foreign:*.{${extensions.join(",")}}`, "--type-not=foreign"] : []),
  ];
}

/** What lines are searched for. */
export interface LineQuery {
  readonly query: string;
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
}

/** A line that was found; the path is relative to the folder, with `/`. Lines count from 1. */
interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface LineHits {
  readonly lines: readonly FoundLine[];
  /** False if there are more, or if the search was stopped before its end. */
  readonly isAll: boolean;
}

/** More lines are of no use to anyone, and cost time to read. */
const MOST_LINES_OUTPUT = 4 * 1024 * 1024;
const MOST_LINES_OF_FILE = 1_000;

/**
 * Searches a folder by ripgrep for lines, and returns them by path and line. `undefined` if ripgrep fails, as it does for an expression
 * that it cannot read. Rejects with the reason of an abort of `signal`.
 */
export async function searchLines(
  program: string,
  folder: string,
  limits: SearchLimits,
  query: LineQuery,
  signal: AbortSignal,
): Promise<LineHits | undefined> {
  const args = [...usualArguments(limits), ...lineArguments(query), "--", "./"];
  return readFound(await runSearch({ program, args, cwd: folder }, "", MOST_LINES_OUTPUT, signal), signal);
}

/** Searches a text that is not in a file, or differs from its file, in the same way; the lines have an empty path. */
export async function searchLinesOf(
  program: string,
  folder: string,
  text: string,
  query: LineQuery,
  signal: AbortSignal,
): Promise<LineHits | undefined> {
  const args = ["--no-config", "--no-messages", "--text", ...lineArguments(query), "--", "-"];
  const found = readFound(await runSearch({ program, args, cwd: folder }, text, MOST_LINES_OUTPUT, signal), signal);
  return found && { ...found, lines: found.lines.map((each) => ({ ...each, path: "" })) };
}

function lineArguments({ query, isRegex, ignoresCase }: LineQuery): readonly string[] {
  return [
    "--line-number",
    "--with-filename",
    "--no-heading",
    "--color=never",
    "--null",
    `--max-count=${String(MOST_LINES_OF_FILE)}`,
    "--max-columns=500",
    "--max-columns-preview",
    ...(isRegex ? [] : ["--fixed-strings"]),
    ...(ignoresCase ? ["--ignore-case"] : ["--case-sensitive"]),
    `--regexp=${query}`,
  ];
}

/** Lines without a NUL, by which ripgrep says that it stopped reading a file because it is binary; they stand before the next path. */
const BINARY_WORDS =
  /^[\s\S]*: (?:WARNING: stopped searching binary file after match|binary file matches) \(found [^\n]*\)\r?\n/;

function readFound(printed: Awaited<ReturnType<typeof runSearch>>, signal: AbortSignal): LineHits | undefined {
  signal.throwIfAborted();
  if (printed === undefined) return undefined;
  const { output, isStopped } = printed;
  const lines: FoundLine[] = [];
  const counts = new Map<string, number>();
  for (let at = 0; ;) {
    const middle = output.indexOf("\0", at);
    const end = middle < 0 ? -1 : output.indexOf("\n", middle);
    if (end < 0) break;
    const path = tidied(output.slice(at, middle).replace(BINARY_WORDS, ""));
    const colon = output.indexOf(":", middle);
    const line = Number(output.slice(middle + 1, colon));
    if (Number.isSafeInteger(line) && colon < end) lines.push({ path, line, text: output.slice(colon + 1, end) });
    counts.set(path, (counts.get(path) ?? 0) + 1);
    at = end + 1;
  }
  // Programs that search with several threads print in another order every time.
  lines.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return { lines, isAll: !isStopped && !Array.from(counts.values()).some((count) => count >= MOST_LINES_OF_FILE) };
}

/** A workspace with more text in its paths is not listed whole. */
const MOST_PATHS_OUTPUT = 16 * 1024 * 1024;

/**
 * Lists the files of a folder that git does not ignore, relative to it, with `/`. `undefined` if ripgrep fails. Rejects with the reason of
 * an abort of `signal`.
 */
export async function listFiles(
  program: string,
  folder: string,
  limits: SearchLimits,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const args = [...usualArguments(limits), "--files", "--null", "--", "./"];
  const printed = await runSearch({ program, args, cwd: folder }, "", MOST_PATHS_OUTPUT, signal);
  signal.throwIfAborted();
  return printed?.output.split("\0").slice(0, -1).map(tidied);
}

const tidied = (path: string): string => path.replaceAll("\\", "/").replace(/^\.\//, "");

/** For VS Code a glob without a slash means the folder itself, for ripgrep any folder in it. */
function rooted(glob: string): string {
  return glob.startsWith("/") || glob.startsWith("**") ? glob : `/${glob}`;
}
