import { CancellationTokenSource, env, FileType, RelativePattern, Uri, workspace, type WorkspaceFolder } from "vscode";
import { textsIn, type TextHits } from "../../core/targets/textHits.ts";
import { foreignExtensions, normalizeLanguage } from "../../core/sketch/languages.ts";
import { holdsSecrets } from "../../core/tools/secretFiles.ts";
import { ignoredByGit } from "../../node/askGit.ts";
import { findRipgrep, searchByRipgrep, type SearchLimits } from "../../node/ripgrep.ts";
import { LEFT_OUT } from "./workspaceFiles.ts";

/** A file of the workspace that holds some of the texts that were searched for. */
interface FoundFile {
  readonly uri: Uri;
  readonly texts: ReadonlySet<string>;
}

/** Finds files of the workspace that hold any of some texts. `language`: that of the texts, as far as it is known. */
export type ContentSearch = (
  texts: readonly string[],
  language: string | undefined,
  signal: AbortSignal,
) => Promise<readonly FoundFile[]>;

/** Larger files are not looked into. */
export const MAX_READ_BYTES = 1_000_000;
/** If files must be read one by one, how many are, and how many VS Code lists for that: it also lists those that git ignores. */
const MOST_FILES = 2_000;
const MOST_LISTED = 50_000;
const MOST_BYTES = 50_000_000;
const READ_AT_ONCE = 16;

/**
 * Searches all folders of the workspace: by VS Code's own ripgrep, else by reading files within limits. Files that git or the settings
 * exclude are never looked into, nor those that hold secrets by their name. Rejects with what `signal` aborts with.
 */
export const searchWorkspace: ContentSearch = searchWith(() => findRipgrep(env.appRoot));

/** Makes such a search with another ripgrep, or without one if `ripgrep` resolves to `undefined`. */
export function searchWith(ripgrep: () => Promise<string | undefined>): ContentSearch {
  const common = new Map<string, Set<string>>();
  const commonOf = ({ uri }: WorkspaceFolder): Set<string> => {
    const known = common.get(uri.toString()) ?? new Set<string>();
    common.set(uri.toString(), known);
    return known;
  };
  return async (texts, language, signal) => {
    if (texts.length === 0) return [];
    const program = await ripgrep();
    const folders = workspace.workspaceFolders ?? [];
    const found = await Promise.all(
      folders.map((folder) => searchFolder({ program, common: commonOf(folder) }, folder, texts, language, signal)),
    );
    // One folder may lie in another.
    return [...new Map(found.flat().map((file) => [file.uri.toString(), file])).values()];
  };
}

/** Makes a search remember what it has found until `forget` is called, for callers that search again and again. */
export function rememberingSearch(search: ContentSearch): {
  readonly search: ContentSearch;
  readonly forget: () => void;
} {
  const known = new Map<string, readonly FoundFile[]>();
  let epoch = 0;
  return {
    search: async (texts, language, signal) => {
      const key = [language ?? "", ...texts].join("\n");
      const before = known.get(key);
      if (before !== undefined) return before;
      const asked = epoch;
      const found = await search(texts, language, signal);
      if (known.size >= MOST_REMEMBERED) known.clear();
      if (asked === epoch) known.set(key, found);
      return found;
    },
    forget: () => {
      epoch++;
      known.clear();
    },
  };
}

const MOST_REMEMBERED = 200;

interface Ripgrep {
  readonly program: string | undefined;
  /** Texts that nearly all files of the folder have, as earlier searches found. */
  readonly common: Set<string>;
}

async function searchFolder(
  ripgrep: Ripgrep,
  folder: WorkspaceFolder,
  texts: readonly string[],
  language: string | undefined,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const shown = language === undefined ? undefined : normalizeLanguage(language);
  const foreign = shown === undefined ? [] : foreignExtensions(shown);
  const hits =
    (await byRipgrep(ripgrep, folder, texts, foreign, signal)) ?? (await byReading(folder, texts, foreign, signal));
  return hits
    .filter(({ path }) => !holdsSecrets(path))
    .map(({ path, texts: held }) => ({ uri: Uri.joinPath(folder.uri, path), texts: held }));
}

async function byRipgrep(
  { program, common }: Ripgrep,
  { uri }: WorkspaceFolder,
  texts: readonly string[],
  extensions: readonly string[],
  signal: AbortSignal,
): Promise<readonly TextHits[] | undefined> {
  if (uri.scheme !== "file" || program === undefined) return undefined;
  const limits = { ...searchLimits(uri), extensions };
  return searchByRipgrep(program, uri.fsPath, limits, texts, signal, common);
}

/** Returns what ripgrep leaves out of a folder, whatever is searched for. */
export function searchLimits(folder: Uri): SearchLimits {
  return { excludes: [...LEFT_OUT_FOLDERS, ...excludedBySettings(folder)], extensions: [] };
}

const LEFT_OUT_FOLDERS = ["**/node_modules", "**/bower_components"];

/** Lists the globs of files that the user hides from the explorer and from searches, without those that depend on other files. */
export function excludedBySettings(folder: Uri, names = ["files.exclude", "search.exclude"]): readonly string[] {
  return names.flatMap((name) => {
    const globs = workspace.getConfiguration(undefined, folder).get<Record<string, unknown>>(name) ?? {};
    return Object.keys(globs).filter((glob) => globs[glob] === true);
  });
}

/** VS Code lists the files; git says what else to leave out, if it may be asked. */
async function byReading(
  folder: WorkspaceFolder,
  texts: readonly string[],
  foreign: readonly string[],
  signal: AbortSignal,
): Promise<readonly TextHits[]> {
  const { uri } = folder;
  const root = `${uri.path.replace(/\/$/, "")}/`;
  const ignored = uri.scheme === "file" && workspace.isTrusted ? await ignoredByGit(uri.fsPath) : [];
  const left = new Set(ignored);
  const leftFolders = [...left].filter((path) => path.endsWith("/"));
  const isLeftOut = (path: string): boolean =>
    left.has(path) ||
    leftFolders.some((each) => path.startsWith(each)) ||
    holdsSecrets(path) ||
    // A file where the repository lies elsewhere.
    /(?:^|\/)\.git$/.test(path) ||
    foreign.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
  const cancel = new CancellationTokenSource();
  const onAbort = (): void => {
    cancel.cancel();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const files = await workspace.findFiles(new RelativePattern(folder, "**/*"), LEFT_OUT, MOST_LISTED, cancel.token);
    const paths = files.map(({ path }) => path.slice(root.length)).filter((path) => !isLeftOut(path));
    return await readAll(uri, paths.slice(0, MOST_FILES), texts, signal);
  } finally {
    signal.removeEventListener("abort", onAbort);
    cancel.dispose();
  }
}

async function readAll(
  folder: Uri,
  paths: readonly string[],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly TextHits[]> {
  const hits: TextHits[] = [];
  let bytes = 0;
  for (let at = 0; at < paths.length && bytes < MOST_BYTES; at += READ_AT_ONCE) {
    signal.throwIfAborted();
    const contents = await Promise.all(
      paths
        .slice(at, at + READ_AT_ONCE)
        .map(async (path) => ({ path, content: await readText(Uri.joinPath(folder, path)) })),
    );
    for (const { path, content } of contents) {
      if (content === undefined) continue;
      bytes += content.length;
      const found = textsIn(content, texts);
      if (found.size > 0) hits.push({ path, texts: found });
    }
  }
  signal.throwIfAborted();
  return hits;
}

/** Reads a file as UTF-8 text; `undefined` if it is larger than `MAX_READ_BYTES`, binary or unreadable. */
export async function readText(uri: Uri): Promise<string | undefined> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0 || size > MAX_READ_BYTES) return undefined;
    const bytes = await workspace.fs.readFile(uri);
    return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
