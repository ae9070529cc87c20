import { env, Uri, workspace, type TextDocument, type WorkspaceFolder } from "vscode";
import type { ReadResult } from "../../core/planning/askInRounds.ts";
import { readGlob } from "../../core/planning/globs.ts";
import { showHits, type WorkspaceLine } from "../../core/planning/readAnswers.ts";
import type { ArgumentsOf } from "../../core/planning/toolTable.ts";
import { holdsSecrets } from "../../core/tools/secretFiles.ts";
import { findRipgrep, searchLines, searchLinesOf, type LineQuery } from "../../node/ripgrep.ts";
import { readText, searchLimits } from "../apply/contentSearch.ts";
import { shownPath } from "../shownText.ts";
import type { WorkspaceListing } from "../chat/workspaceListing.ts";
import { editorLines } from "../../core/text/lines.ts";
import { readableFiles } from "./readFiles.ts";
import { readableOf } from "./readPlaces.ts";

/** How many files are read, at most, if they must be read one by one. */
const MOST_READ = 2_000;
const READ_AT_ONCE = 16;
/** Unsaved documents that are searched by themselves. */
const MOST_UNSAVED = 50;

/** Lines that were found, and whether these are all. */
interface Hits {
  readonly lines: readonly WorkspaceLine[];
  readonly isAll: boolean;
}

/** Finds lines of the workspace that hold a text or match an expression; unsaved text counts as the file. */
export async function searchText(
  listing: WorkspaceListing,
  given: ArgumentsOf<"search_text">,
  signal: AbortSignal,
  ripgrep: () => Promise<string | undefined> = () => findRipgrep(env.appRoot),
): Promise<ReadResult> {
  const { query, is_regex: isRegex = false, ignore_case: ignoresCase = false, files } = given;
  const program = await ripgrep();
  const wanted: LineQuery = { query, isRegex, ignoresCase };
  const unsaved = await unsavedDocuments();
  const saved = await savedHits(program, listing, wanted, signal);
  if (saved === undefined) return refused(isRegex, program);
  const own = await unsavedHits(program, unsaved, wanted, signal);
  const paths = new Set(unsaved.map(({ uri }) => shownPath(uri)));
  const glob = files === undefined ? undefined : readGlob(files, { anywhere: true });
  const lines = [...saved.lines.filter(({ path }) => !paths.has(path)), ...own.lines].filter(
    ({ path }) => !holdsSecrets(path) && glob?.matches(path) !== false,
  );
  return { state: "done", text: showHits(lines, saved.isAll && own.isAll), found: lines.length };
}

function refused(isRegex: boolean, program: string | undefined): ReadResult {
  const text = !isRegex
    ? "The search has failed. Look for the files with find_files and read them."
    : program === undefined
      ? "Expressions cannot be searched for here. Search for a text, without is_regex."
      : "The expression cannot be read: it has to be one of Rust's regex crate, without look-around and back references. Correct it, or search for a text without is_regex.";
  return { state: "refused", text };
}

/** Lists the documents whose text differs from their file, as far as a model may know them. */
async function unsavedDocuments(): Promise<readonly TextDocument[]> {
  const changed = workspace.textDocuments.filter(
    ({ isClosed, isDirty, isUntitled }) => isDirty && !isClosed && !isUntitled,
  );
  return readableOf(changed.slice(0, MOST_UNSAVED), ({ uri }) => uri);
}

async function savedHits(
  program: string | undefined,
  listing: WorkspaceListing,
  query: LineQuery,
  signal: AbortSignal,
): Promise<Hits | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (program === undefined || folders.some(({ uri }) => uri.scheme !== "file")) {
    return query.isRegex ? undefined : byReading(listing, query, signal);
  }
  const found = await Promise.all(folders.map((folder) => inFolder(program, folder, query, signal)));
  if (found.some((each) => each === undefined)) return undefined;
  const hits = found.filter((each) => each !== undefined);
  return { lines: hits.flatMap(({ lines }) => lines), isAll: hits.every(({ isAll }) => isAll) };
}

async function inFolder(
  program: string,
  { uri }: WorkspaceFolder,
  query: LineQuery,
  signal: AbortSignal,
): Promise<Hits | undefined> {
  const found = await searchLines(program, uri.fsPath, searchLimits(uri), query, signal);
  if (found === undefined) return undefined;
  const names = new Map<string, string>();
  const shown = (path: string): string => {
    const known = names.get(path) ?? shownPath(Uri.joinPath(uri, path));
    names.set(path, known);
    return known;
  };
  return { ...found, lines: found.lines.map((each) => ({ ...each, path: shown(each.path) })) };
}

async function unsavedHits(
  program: string | undefined,
  documents: readonly TextDocument[],
  query: LineQuery,
  signal: AbortSignal,
): Promise<Hits> {
  const all = await Promise.all(
    documents.map(async (document): Promise<Hits> => {
      const { uri } = document;
      const [path, text] = [shownPath(uri), document.getText()];
      if (program === undefined || uri.scheme !== "file") return { lines: linesIn(path, text, query), isAll: true };
      const found = await searchLinesOf(program, Uri.joinPath(uri, "..").fsPath, text, query, signal);
      return { lines: (found?.lines ?? []).map((each) => ({ ...each, path })), isAll: found?.isAll ?? false };
    }),
  );
  return { lines: all.flatMap(({ lines }) => lines), isAll: all.every(({ isAll }) => isAll) };
}

/** Searches without ripgrep, by reading files within limits. */
async function byReading(listing: WorkspaceListing, query: LineQuery, signal: AbortSignal): Promise<Hits> {
  const listed = await readableFiles(listing, signal);
  // VS Code lists links too.
  const files = await readableOf(listed.slice(0, MOST_READ), ({ uri }) => uri);
  const lines: WorkspaceLine[] = [];
  for (let at = 0; at < files.length; at += READ_AT_ONCE) {
    signal.throwIfAborted();
    const texts = await Promise.all(
      files.slice(at, at + READ_AT_ONCE).map(async ({ uri, path }) => ({ path, text: await readText(uri) })),
    );
    for (const { path, text } of texts) if (text !== undefined) lines.push(...linesIn(path, text, query));
  }
  return { lines, isAll: listed.length <= MOST_READ };
}

/** Finds the lines of a text; none for an expression, which is left to ripgrep: one of a model could take forever here. */
function linesIn(path: string, text: string, { query, isRegex, ignoresCase }: LineQuery): readonly WorkspaceLine[] {
  if (isRegex) return [];
  const wanted = ignoresCase ? query.toLowerCase() : query;
  return editorLines(text).flatMap((line, at) => {
    const isHit = (ignoresCase ? line.toLowerCase() : line).includes(wanted);
    return isHit ? [{ path, line: at + 1, text: line }] : [];
  });
}
