import { env, FileType, Uri, workspace, type WorkspaceFolder } from "vscode";
import { bestMatches } from "../../core/chat/fuzzyMatch.ts";
import type { ReadResult } from "../../core/planning/askInRounds.ts";
import { isGlob, readGlob } from "../../core/planning/globs.ts";
import { folderEntries, numberLines, showList } from "../../core/planning/readAnswers.ts";
import { refusalWords, withoutSecrets, type ReadRefusal } from "../../core/planning/readRefusals.ts";
import { LIMITS, type ArgumentsOf } from "../../core/planning/toolTable.ts";
import { findRipgrep, listFiles } from "../../node/ripgrep.ts";
import { searchLimits } from "../apply/contentSearch.ts";
import { readBytes, isBinary } from "../apply/fileBytes.ts";
import type { ListedFile, WorkspaceListing } from "../chat/workspaceListing.ts";
import { openDocument } from "../review/targetDocument.ts";
import { findReadPlace, innerOf } from "./readPlaces.ts";
import { isRefusedRepository } from "./refusedRepositories.ts";

/** Larger files are for no model. */
const MOST_BYTES = 1024 * 1024;

/** Makes the result of a refused read, in words for the model. */
export function refusedRead(refusal: ReadRefusal): ReadResult {
  return { state: "refused", text: refusalWords(refusal) };
}

/** Lists all files that a model may know of: with VS Code's ripgrep, which answers at once, or else as VS Code lists them. */
export async function readableFiles(listing: WorkspaceListing, signal: AbortSignal): Promise<readonly ListedFile[]> {
  const program = await findRipgrep(env.appRoot);
  const folders = workspace.workspaceFolders ?? [];
  const lists = await Promise.all(folders.map((folder) => listed(program, folder, signal)));
  const files = lists.every((list) => list !== undefined) ? lists.flat() : await listedByGit(listing);
  signal.throwIfAborted();
  return withoutSecrets(files, ({ path }) => path);
}

/** Lists the files as VS Code does, without folders whose git does not say what it ignores. */
async function listedByGit(listing: WorkspaceListing): Promise<readonly ListedFile[]> {
  const files = await listing.files();
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const isRefused = await Promise.all(folders.map(({ uri }) => isRefusedRepository(uri.fsPath)));
  const refused = new Set(folders.filter((_, at) => isRefused[at]).map(({ uri }) => uri.toString()));
  if (refused.size === 0) return files;
  return files.filter(({ uri }) => !refused.has(workspace.getWorkspaceFolder(uri)?.uri.toString() ?? ""));
}

async function listed(
  program: string | undefined,
  folder: WorkspaceFolder,
  signal: AbortSignal,
): Promise<readonly ListedFile[] | undefined> {
  if (program === undefined || folder.uri.scheme !== "file") return undefined;
  const paths = await listFiles(program, folder.uri.fsPath, searchLimits(folder.uri), signal);
  const hasSeveral = (workspace.workspaceFolders?.length ?? 0) > 1;
  const before = hasSeveral ? `${folder.name}/` : "";
  return paths?.map((path) => ({
    path: before + path,
    // Many are listed and few are opened.
    get uri() {
      return Uri.joinPath(folder.uri, path);
    },
  }));
}

/** Finds files by a glob, or by letters of their paths. */
export async function findFiles(
  listing: WorkspaceListing,
  { pattern }: ArgumentsOf<"find_files">,
  signal: AbortSignal,
): Promise<ReadResult> {
  const files = await readableFiles(listing, signal);
  const glob = isGlob(pattern) ? readGlob(pattern, { anywhere: true }) : undefined;
  const found = (
    glob === undefined
      ? bestMatches(pattern, files, ({ path }) => path, files.length)
      : files.filter(({ path }) => glob.matches(path))
  ).map(({ path }) => path);
  const shown = glob === undefined ? found : found.toSorted();
  return {
    state: "done",
    text: showList(shown, LIMITS.find_files.entries, "No file fits."),
    found: found.length,
  };
}

/** Reads lines of a file as it is now, unsaved text included. */
export async function readFile({ path, start_line, end_line }: ArgumentsOf<"read_file">): Promise<ReadResult> {
  const place = await findReadPlace(path);
  if (place.type === "refused") return refusedRead(place.refusal);
  if (place.isFolder) return refusedRead("is-folder");
  const text = await readFileText(place.uri);
  if (typeof text !== "string") return refusedRead(text.refusal);
  const shown = numberLines(text, start_line, end_line);
  const isPart = start_line !== undefined || end_line !== undefined || !shown.isWhole;
  return {
    state: "done",
    text: shown.text === "" ? "The file is empty." : shown.text,
    what: isPart && shown.end >= shown.start ? `${place.path}:${shown.start}-${shown.end}` : place.path,
    place: { uri: place.uri.toString(), path: place.path, line: shown.start },
  };
}

/** Reads the text of a file, unsaved text included, or says why there is none. */
export async function readFileText(uri: Uri): Promise<string | { readonly refusal: ReadRefusal }> {
  const open = openDocument(uri);
  if (open !== undefined) return open.getText().length > MOST_BYTES ? { refusal: "too-large" } : open.getText();
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0) return { refusal: "unreadable-file" };
    if (size > MOST_BYTES) return { refusal: "too-large" };
    const bytes = await readBytes(uri);
    return isBinary(bytes) ? { refusal: "binary" } : await workspace.decode(bytes, { uri });
  } catch {
    return { refusal: "unreadable-file" };
  }
}

/** Lists what is directly in a folder; without a path, in the workspace. */
export async function listFolder(
  listing: WorkspaceListing,
  { path = "." }: ArgumentsOf<"list_folder">,
  signal: AbortSignal,
): Promise<ReadResult> {
  const folders = workspace.workspaceFolders ?? [];
  const files = await readableFiles(listing, signal);
  const isAll = /^\.?\/?$/.test(path.trim());
  // Of several folders each is an entry.
  if (isAll && folders.length > 1) return listedIn(files.map((file) => file.path));
  const place = await findReadPlace(isAll ? "." : path);
  if (place.type === "refused") return refusedRead(place.refusal);
  if (!place.isFolder) return refusedRead("is-file");
  const folder = workspace.getWorkspaceFolder(place.uri);
  const inner = folder === undefined ? "" : innerOf(folder.uri, place.uri);
  const before = [folders.length > 1 ? (folder?.name ?? "") : "", inner].filter((part) => part !== "").join("/");
  const root = before === "" ? "" : `${before}/`;
  const inside = files.flatMap((file) => (file.path.startsWith(root) ? [file.path.slice(root.length)] : []));
  return listedIn(inside);
}

function listedIn(paths: readonly string[]): ReadResult {
  const entries = folderEntries(paths);
  const text = showList(entries, LIMITS.list_folder.entries, "The folder is empty, or all of it is left out by git.");
  return { state: "done", text, found: entries.length };
}
