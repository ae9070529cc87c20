import { extensions, Uri, workspace } from "vscode";
import { holdsSecrets } from "../../core/tools/secretFiles.ts";
import { isEditable } from "./editorContext.ts";

/** Folders of packages, whose files are opened by looking something up. */
const OF_PACKAGES = /\/(?:node_modules|bower_components|\.git)\//;

/**
 * Lists files of the workspace that the user has lately worked on: those whose text VS Code still holds, and those that differ from the
 * last commit, as far as VS Code's own git knows by now. Leaves out packages and files with secrets. Runs no program.
 */
export function nearFiles(): readonly Uri[] {
  const held = workspace.textDocuments.filter(({ isClosed }) => !isClosed).map(({ uri }) => uri);
  return [...held, ...changedFiles()].filter(
    (uri) =>
      workspace.getWorkspaceFolder(uri) !== undefined &&
      isEditable(uri) &&
      !OF_PACKAGES.test(uri.path) &&
      !holdsSecrets(workspace.asRelativePath(uri, false)),
  );
}

/** VS Code's git extension may change what it exports, so nothing about that is taken for granted. */
function changedFiles(): readonly Uri[] {
  const git = extensions.getExtension<unknown>("vscode.git");
  if (git?.isActive !== true) return [];
  try {
    const api = (git.exports as { getAPI(version: 1): { repositories: readonly Repository[] } }).getAPI(1);
    return api.repositories
      .flatMap(({ state }) => [...state.workingTreeChanges, ...state.indexChanges])
      .map(({ uri }) => uri)
      .filter((uri) => uri instanceof Uri);
  } catch {
    return [];
  }
}

interface Repository {
  readonly state: { readonly workingTreeChanges: readonly Change[]; readonly indexChanges: readonly Change[] };
}

interface Change {
  readonly uri: unknown;
}
