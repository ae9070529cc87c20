import { Uri, workspace } from "vscode";
import { placeFault, realPlace } from "../../node/insideRoots.ts";
import { workspaceRoots } from "../workspaceRoots.ts";
import type { Reference } from "../../core/chat/chatSchemas.ts";

/** How many places outside the workspace are remembered; the oldest are forgotten. */
const MOST = 2000;

/**
 * The files that the page may ask for: those of the workspace, and those that the host itself has named to it. What a page sends may come
 * from a model's answer, and must not read files that the user has never pointed at.
 */
export class KnownUris {
  readonly #reported = new Set<string>();

  /** Remembers the files that are named to the page. */
  tell(references: readonly Reference[]): void {
    for (const reference of references) {
      if (reference.type !== "text") this.#reported.add(reference.uri);
    }
    for (const oldest of this.#reported) {
      if (this.#reported.size <= MOST) break;
      this.#reported.delete(oldest);
    }
  }

  /** Finds the place that a page names; `undefined` if it may not be read. */
  async find(text: string): Promise<Uri | undefined> {
    const uri = parseUri(text);
    if (uri === undefined || this.#reported.has(text)) return uri;
    return isInWorkspace(uri) && (await staysInWorkspace(uri)) ? uri : undefined;
  }
}

/** Checks whether a place is in a folder of the workspace, by its path. */
export function isInWorkspace(uri: Uri): boolean {
  // VS Code takes the path by the letter, so that `..` would lead out.
  return !uri.path.split("/").includes("..") && workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Checks that no link on the way leads out of the workspace, and that the place is not git's. True if it is not on the disk. */
export async function staysInWorkspace(uri: Uri): Promise<boolean> {
  if (uri.scheme !== "file") return true;
  const real = await realPlace(uri.fsPath);
  return real !== undefined && placeFault(await workspaceRoots(), real) === undefined;
}

function parseUri(text: string): Uri | undefined {
  try {
    return Uri.parse(text, true);
  } catch {
    return undefined;
  }
}
