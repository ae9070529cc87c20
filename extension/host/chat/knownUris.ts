import { Uri, workspace } from "vscode";
import { placeFault, realPlace } from "../../node/insideRoots.ts";
import { workspaceRoots } from "../workspaceRoots.ts";
import type { Reference } from "../../core/chat/chatSchemas.ts";

/** How many places outside the workspace are remembered; the oldest are forgotten. */
const MOST = 2000;

/**
 * The files that the page may ask for: those of the workspace, and those that the host itself has told it of. What a page
 * sends may come from a model's answer, and must not read files that the user has never pointed at.
 */
export class KnownUris {
  readonly #told = new Set<string>();

  /** Remembers what the page is told of. */
  tell(references: readonly Reference[]): void {
    for (const reference of references) {
      if (reference.type !== "text") this.#told.add(reference.uri);
    }
    for (const oldest of this.#told) {
      if (this.#told.size <= MOST) break;
      this.#told.delete(oldest);
    }
  }

  /** The place that a page names; `undefined` if it may not be read. */
  async find(text: string): Promise<Uri | undefined> {
    const uri = parseUri(text);
    if (uri === undefined || this.#told.has(text)) return uri;
    return isInWorkspace(uri) && (await staysInWorkspace(uri)) ? uri : undefined;
  }
}

/** Whether a place lies in a folder of the workspace, by its path. */
export function isInWorkspace(uri: Uri): boolean {
  // VS Code takes the path by the letter, so that `..` would lead out.
  return !uri.path.split("/").includes("..") && workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Whether no link on the way leads out of the workspace, and the place is not git's. */
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
