import { CancellationTokenSource, RelativePattern, workspace, type Uri, type WorkspaceFolder } from "vscode";
import { ignoredByGit } from "../../node/askGit.ts";
import { shownPath } from "../shownText.ts";

/** Of a larger workspace, no more files are offered than this. */
const MOST_FILES = 50_000;
/** How many ignored folders a pattern may have. */
const MOST_FOLDERS = 500;
/** If git says nothing, these hold what nobody edits. */
const USUALLY_IGNORED = "**/{node_modules,bower_components,.git}/**";
/** A listing younger than this is taken as it is. */
const FRESH_MS = 3_000;

/** A file of the workspace. */
export interface ListedFile {
  readonly uri: Uri;
  /** As the user reads it. */
  readonly path: string;
}

/** The files of the workspace without what git or `files.exclude` ignores. */
export class WorkspaceListing {
  #files: readonly ListedFile[] | undefined;
  #listedAt = 0;
  #coming: Promise<readonly ListedFile[]> | undefined;

  /** The files as they were listed last, maybe long ago; `undefined` before the first time. */
  get known(): readonly ListedFile[] | undefined {
    return this.#files;
  }

  /** Lists the files as they are now, or were at most `FRESH_MS` ago. */
  async files(): Promise<readonly ListedFile[]> {
    if (this.#files !== undefined && Date.now() - this.#listedAt < FRESH_MS) return this.#files;
    this.#coming ??= listAll().finally(() => {
      this.#coming = undefined;
    });
    this.#files = await this.#coming;
    this.#listedAt = Date.now();
    return this.#files;
  }
}

async function listAll(): Promise<readonly ListedFile[]> {
  const lists = await Promise.all((workspace.workspaceFolders ?? []).map(listFolder));
  return lists.flat().map((uri) => ({ uri, path: shownPath(uri) }));
}

/** Lists the files of a folder: VS Code finds them and knows `files.exclude`; git knows what else to leave out. */
async function listFolder(folder: WorkspaceFolder): Promise<readonly Uri[]> {
  const { uri } = folder;
  const ignored = uri.scheme === "file" && workspace.isTrusted ? await ignoredByGit(uri.fsPath) : undefined;
  const exclude = ignored === undefined ? USUALLY_IGNORED : foldersPattern(ignored);
  const cancel = new CancellationTokenSource();
  try {
    const found = await workspace.findFiles(new RelativePattern(folder, "**/*"), exclude, MOST_FILES, cancel.token);
    if (ignored === undefined) return found;
    const paths = new Set(ignored);
    const root = `${uri.path.replace(/\/$/, "")}/`;
    const folders = ignored.filter((path) => path.endsWith("/")).slice(MOST_FOLDERS);
    return found.filter(({ path }) => {
      const inner = path.slice(root.length);
      return !paths.has(inner) && !inner.startsWith(".git/") && !folders.some((each) => inner.startsWith(each));
    });
  } finally {
    cancel.dispose();
  }
}

/** Makes a pattern of the ignored folders, so that VS Code does not even look into them. */
function foldersPattern(ignored: readonly string[]): string {
  const folders = ignored.filter((path) => path.endsWith("/")).slice(0, MOST_FOLDERS);
  const inside = [".git/", ...folders].map((path) => `${path.replace(/[*?[\]{}!,\\]/g, "?")}**`);
  return `{${inside.join(",")}}`;
}
