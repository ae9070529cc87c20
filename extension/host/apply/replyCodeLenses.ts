import { CodeLens, FileType, l10n, Range, Uri, workspace, type CancellationToken, type TextDocument } from "vscode";
import { replyLenses } from "../../core/targets/replyLenses.ts";
import { pathFault, tidyPath } from "../../core/targets/sketchPath.ts";
import { fitByPath } from "../../core/targets/targetPaths.ts";
import { PROPOSAL_SCHEME, REVIEW_SCHEME } from "../review/reviewUris.ts";
import { shown } from "../shownText.ts";
import { APPLY_FENCE } from "./applyFence.ts";
import { openFiles } from "./editorContext.ts";
import { workspaceFolders } from "./targetFacts.ts";
import { findByName } from "./workspaceFiles.ts";

/** A lens that names a file, which may not be there yet. */
class NamingLens extends CodeLens {
  readonly path: string;
  readonly invocation: readonly [uri: string, line: number];

  constructor(range: Range, path: string, invocation: readonly [uri: string, line: number]) {
    super(range);
    this.path = path;
    this.invocation = invocation;
  }
}

/** Longer names of files are cut in titles. */
const MAX_SHOWN = 60;

/** Makes the lenses above the fences of a Markdown document; none in a review. Nothing is looked up on disk before one comes into sight. */
export function lensesOf(document: TextDocument): CodeLens[] {
  const { uri } = document;
  if (uri.scheme === REVIEW_SCHEME || uri.scheme === PROPOSAL_SCHEME) return [];
  const key = uri.toString();
  return replyLenses(document.getText()).map((lens): CodeLens => {
    if (lens.type === "all") {
      const title = l10n.t("Apply all ({0} files)", lens.files);
      return new CodeLens(new Range(0, 0, 0, 0), { title, command: APPLY_FENCE, arguments: [key] });
    }
    const range = new Range(lens.line, 0, lens.line, 0);
    const [path, ...others] = lens.paths;
    if (path !== undefined && others.length === 0) return new NamingLens(range, path, [key, lens.line]);
    const title = path === undefined ? l10n.t("Apply…") : l10n.t("Apply to {0} files", lens.paths.length);
    return new CodeLens(range, { title, command: APPLY_FENCE, arguments: [key, lens.line] });
  });
}

/** Gives a lens its title, which says whether its file is there, and returns the lens. */
export async function resolved(lens: CodeLens, token: CancellationToken): Promise<CodeLens> {
  if (!(lens instanceof NamingLens)) return lens;
  const name = shown(lens.path, MAX_SHOWN);
  const isNew = pathFault(lens.path) === undefined && !(await isThere(lens.path, token));
  lens.command = {
    title: isNew ? l10n.t("Create {0}", name) : l10n.t("Apply to {0}", name),
    tooltip: isNew ? l10n.t("Review this as a new file") : l10n.t("Review this as a change of the file"),
    command: APPLY_FENCE,
    arguments: [...lens.invocation],
  };
  return lens;
}

/** Whether the workspace or an editor has a file that the path may mean. */
async function isThere(path: string, token: CancellationToken): Promise<boolean> {
  const folders = workspaceFolders();
  const { inFolder } = fitByPath(path, folders, []);
  const places = [...(inFolder ? [inFolder] : []), ...folders.map((folder) => ({ folder, path: tidyPath(path) }))];
  for (const { folder, path: inner } of places) {
    try {
      const { type } = await workspace.fs.stat(Uri.joinPath(Uri.parse(folder.uri, true), inner));
      if ((type & FileType.Directory) === 0) return true;
    } catch {
      // Not there: the next place.
    }
  }
  const end = `/${tidyPath(path)}`.toLowerCase();
  const endsSo = (uri: Uri): boolean => uri.path.toLowerCase().endsWith(end);
  if (openFiles().some(endsSo)) return true;
  const stop = new AbortController();
  const cancelling = token.onCancellationRequested(() => {
    stop.abort();
  });
  try {
    return (await findByName(end.slice(end.lastIndexOf("/") + 1), stop.signal)).some(endsSo);
  } finally {
    cancelling.dispose();
  }
}
