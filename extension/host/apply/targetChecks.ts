import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { FilePermission, FileSystemError, FileType, Uri, workspace, type FileStat, type TextDocument } from "vscode";
import { isGitFolder } from "../../core/targets/sketchPath.ts";
import { MAX_BYTES } from "../../node/files.ts";
import { placeFault, realPlace, type PlaceFault } from "../../node/insideRoots.ts";
import { isReadOnly } from "../readOnly.ts";
import { loadDocument, openDocument } from "../review/targetDocument.ts";
import { workspaceRoots } from "../workspaceRoots.ts";
import { readBytes, givesBytesBack, hasMixedEnds, isBinary } from "./fileBytes.ts";

/** Why a file cannot be a target. */
export type TargetTrouble =
  | "git"
  /** A symbolic link leads out of the workspace, and nobody but the sketch has named it. */
  | "link-outside"
  | "broken-link"
  | "missing"
  | "directory"
  /** A pipe, a socket or a device. */
  | "special"
  /** A part of the path that should be a folder is a file. */
  | "file-as-folder"
  | "binary"
  /** The text that VS Code reads from it is not what its bytes say, so saving would change more than the edit. */
  | "encoding"
  | "too-large"
  | "read-only"
  | "notebook"
  | "unreadable";

/** What is to be asked before a file is a target. */
export type TargetDoubt = "outside" | "link-outside";

export type TargetVerdict =
  | {
      readonly type: "fit";
      readonly kind: "change" | "create";
      readonly doubt: TargetDoubt | undefined;
      /** Whether the file has line ends that VS Code will not keep. */
      readonly hasMixedEnds: boolean;
    }
  | { readonly type: "unfit"; readonly trouble: TargetTrouble };

/** How a target was found: by the path in the sketch, by what it holds, or by the user's own choice. */
export type TargetOrigin = "sketch" | "found" | "chosen";

/**
 * Checks whether a target can be applied to, before anything is computed. `makesFile`: it need not exist. `opens`: it may be opened as a
 * document, which tells whether the user's settings make it read-only, and in which encoding VS Code reads it; otherwise only a document
 * that is open already tells. Changes nothing.
 */
export async function checkTarget(
  target: Uri,
  origin: TargetOrigin,
  makesFile: boolean,
  opens = true,
): Promise<TargetVerdict> {
  const notebook = notebookOfCell(target);
  if (target.scheme === "untitled" || notebook?.scheme === "untitled") {
    return { type: "fit", kind: "change", doubt: undefined, hasMixedEnds: false };
  }
  if (!notebook && isNotebook(target)) return unfit("notebook");
  const file = notebook ?? target;
  if (workspace.fs.isWritableFileSystem(file.scheme) !== true) return unfit("read-only");

  const place = await findPlace(file);
  if (place === "git" || place === "broken-link") return unfit(place);
  if (place === "device") return unfit("special");
  if (place === "link-outside" && origin === "sketch") return unfit(place);
  const doubt = place === "inside" || (place === "outside" && origin === "chosen") ? undefined : place;

  const found = await statOf(file);
  if (found === "unreadable") return unfit("unreadable");
  if (found === "missing") {
    const trouble = makesFile ? await troubleOfParent(file) : "missing";
    return trouble === undefined ? { type: "fit", kind: "create", doubt, hasMixedEnds: false } : unfit(trouble);
  }
  const trouble = await troubleOfFile(file, found);
  if (trouble !== undefined) return unfit(trouble);
  const bytes = await readBytes(file).catch(() => undefined);
  // What is open as text is text.
  if (!isOpenAsText(file)) {
    if (bytes === undefined) return unfit("unreadable");
    if (isBinary(bytes)) return unfit("binary");
  }
  if (notebook) return { type: "fit", kind: "change", doubt, hasMixedEnds: false };
  const document = await documentOf(file, opens);
  if (document !== undefined && (await isReadOnly(document))) return unfit("read-only");
  if (document !== undefined && bytes !== undefined && !(await givesBytesBack(bytes, document.encoding))) {
    return unfit("encoding");
  }
  return { type: "fit", kind: "change", doubt, hasMixedEnds: bytes !== undefined && hasMixedEnds(bytes) };
}

const unfit = (trouble: TargetTrouble): TargetVerdict => ({ type: "unfit", trouble });

/** The notebook that an open cell belongs to. */
function notebookOfCell(target: Uri): Uri | undefined {
  if (target.scheme !== "vscode-notebook-cell") return undefined;
  const key = target.toString();
  return workspace.notebookDocuments.find((notebook) =>
    notebook.getCells().some(({ document }) => document.uri.toString() === key),
  )?.uri;
}

/** A notebook is JSON on disk, which no sketch of its code fits. */
function isNotebook(target: Uri): boolean {
  const key = target.toString();
  return /\.ipynb$/i.test(target.path) || workspace.notebookDocuments.some(({ uri }) => uri.toString() === key);
}

type Place = "inside" | "link-outside" | "broken-link" | PlaceFault;

/** Where a file lies. Without a folder there is no outside. Links can only be followed on disk. */
async function findPlace(file: Uri): Promise<Place> {
  const folder = workspace.getWorkspaceFolder(file);
  const inner = folder ? file.path.slice(folder.uri.path.length) : file.path;
  if (inner.split("/").some(isGitFolder)) return "git";
  const isInside = folder !== undefined || workspace.workspaceFolders === undefined;
  if (file.scheme !== "file") return isInside ? "inside" : "outside";
  const real = await realPlace(file.fsPath);
  if (real === undefined) return "broken-link";
  if (!isInside) return "outside";
  const roots = await workspaceRoots();
  if (folder === undefined && roots.length === 0) return "inside";
  const fault = placeFault(roots, real);
  return fault === "outside" ? "link-outside" : (fault ?? "inside");
}

const ABSENT: ReadonlySet<string> = new Set(["FileNotFound", "FileNotADirectory", "EntryNotFound"]);

async function statOf(file: Uri): Promise<FileStat | "missing" | "unreadable"> {
  try {
    return await workspace.fs.stat(file);
  } catch (error) {
    return error instanceof FileSystemError && ABSENT.has(error.code) ? "missing" : "unreadable";
  }
}

/** A new file needs a folder above it that is one, and can be written to. */
async function troubleOfParent(file: Uri): Promise<TargetTrouble | undefined> {
  for (let parent = Uri.joinPath(file, ".."); ; parent = Uri.joinPath(parent, "..")) {
    const found = await statOf(parent);
    if (found === "unreadable") return "unreadable";
    if (found === "missing") {
      if (parent.path === "/" || parent.path === "") return "missing";
      continue;
    }
    if ((found.type & FileType.Directory) === 0) return "file-as-folder";
    return (await isLocked(parent, found)) ? "read-only" : undefined;
  }
}

async function troubleOfFile(file: Uri, found: FileStat): Promise<TargetTrouble | undefined> {
  if ((found.type & FileType.Directory) !== 0) return "directory";
  if ((found.type & FileType.File) === 0) return "special";
  if (found.size > MAX_BYTES) return "too-large";
  return (await isLocked(file, found)) ? "read-only" : undefined;
}

function isOpenAsText(file: Uri): boolean {
  const key = file.toString();
  return workspace.textDocuments.some(({ uri }) => uri.toString() === key);
}

/** Whoever may write to everything, as root, still did not mean to change a file that nobody may write to. */
async function isLocked(file: Uri, { permissions }: FileStat): Promise<boolean> {
  if (permissions === FilePermission.Readonly) return true;
  if (file.scheme !== "file") return false;
  try {
    const { mode } = await stat(file.fsPath);
    if ((mode & 0o222) === 0) return true;
    await access(file.fsPath, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

async function documentOf(file: Uri, opens: boolean): Promise<TextDocument | undefined> {
  try {
    return opens ? await loadDocument(file) : openDocument(file);
  } catch {
    // Whoever opens it next says why that cannot be.
    return undefined;
  }
}
