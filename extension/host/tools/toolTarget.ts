import { Uri, workspace } from "vscode";
import { pathFault, tidyPath } from "../../core/apply/sketchPath.ts";
import { fitByPath } from "../../core/apply/targetPaths.ts";
import { checkTarget, MAX_BYTES, type TargetTrouble } from "../apply/targetChecks.ts";
import { encodingOf, fileExists, openDocument } from "../review/targetDocument.ts";

/** Where the file lies that a model names. */
export type LocatedTarget =
  | { readonly type: "located"; readonly target: Uri }
  /** In words for the model, with what to do next. */
  | { readonly type: "refused"; readonly message: string };

/** A file as it can be edited. */
export type CheckedTarget =
  | { readonly type: "fit"; readonly kind: "change" | "create"; readonly hasMixedEnds: boolean }
  | { readonly type: "unfit"; readonly message: string };

/**
 * Finds the file that a path names: relative to a folder of the workspace, beginning with the name of a folder where there are several,
 * or absolute inside of one. Nothing is guessed and nobody asked: a doubt is a refusal.
 */
export async function locateTarget(path: string): Promise<LocatedTarget> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) return refused("No folder is open in VS Code. Ask the user to open one.");
  const tidy = tidyPath(path);
  const { inFolder } = fitByPath(
    path,
    folders.map(({ uri, name }) => ({ uri: uri.toString(), name, path: uri.path.replace(/\/$/, "") })),
    [],
  );
  const named = inFolder && Uri.joinPath(Uri.parse(inFolder.folder.uri, true), inFolder.path);
  if (tidy === "." || tidy.endsWith("/")) return refused("target_file names a folder. Name a file.");
  const byFolder = inFolder === undefined ? undefined : pathFault(inFolder.path);
  const fault = byFolder ?? pathFault(path);
  if (fault === "absolute" && named !== undefined) return { type: "located", target: named };
  if (fault === "absolute" || fault === "outside") {
    return refused("target_file is outside the workspace. Give a path inside it, relative to its folder.");
  }
  if (fault === "git") return refused("target_file belongs to git itself.");
  if (fault === "colon") return refused("target_file has a colon, behind which Windows hides a second text of a file.");
  if (fault === "unreadable") return refused("target_file holds characters that cannot be seen, or is too long.");
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return { type: "located", target: Uri.joinPath(only.uri, tidy) };
  const places = [...folders.map(({ uri }) => Uri.joinPath(uri, tidy)), ...(named === undefined ? [] : [named])];
  const exist = await Promise.all(places.map((place) => fileExists(place)));
  const found = places.filter((_, index) => exist[index]);
  const [first, ...more] = found;
  if (first !== undefined && more.length === 0) return { type: "located", target: first };
  if (more.length > 0) {
    return refused(`Several folders have this file. Name one of these: ${found.map(nameInFull).join(", ")}.`);
  }
  if (named !== undefined) return { type: "located", target: named };
  const names = folders.map(({ name }) => name).join(", ");
  return refused(`No folder has this file. To make it, begin target_file with the name of a folder: ${names}.`);
}

/** Looks at a file before anything is computed. Shows nothing and asks nobody. */
export async function checkToolTarget(target: Uri): Promise<CheckedTarget> {
  if (workspace.getWorkspaceFolder(target) === undefined) return { type: "unfit", message: words("outside", target) };
  const verdict = await checkTarget(target, "sketch", true);
  if (verdict.type === "unfit") return { type: "unfit", message: words(verdict.trouble, target) };
  const { doubt, kind, hasMixedEnds } = verdict;
  return doubt === undefined ? { type: "fit", kind, hasMixedEnds } : { type: "unfit", message: words(doubt, target) };
}

/** Why a file that is not there cannot be made. */
export const MISSING =
  "The file does not exist, and code_edit leaves out parts of it. Check target_file, or give all of a new file without markers and blocks.";

function words(trouble: TargetTrouble | "outside", target: Uri): string {
  const found: Record<TargetTrouble | "outside", string> = {
    outside: "The file is outside the workspace that is open in VS Code.",
    git: "The file belongs to git itself.",
    "link-outside": "A link on the path leads out of the workspace.",
    "broken-link": "The file is a link that leads nowhere.",
    missing: MISSING,
    directory: "target_file is a folder. Name a file.",
    special: "target_file is no regular file.",
    "file-as-folder": "A part of target_file that should be a folder is a file.",
    binary: "The file is binary.",
    encoding: `The file is not in the encoding that VS Code reads it in (${encodingOf(target, openDocument(target))}), so saving it would change letters that no edit names. Ask the user to reopen it with its own encoding.`,
    "too-large": `The file is larger than ${String(MAX_BYTES / 1024 / 1024)} MB.`,
    "read-only": "The file is read-only. Ask the user whether it may be changed.",
    notebook: "The file is a notebook, whose cells this tool does not edit.",
    unreadable: "The file cannot be read.",
  };
  return `${found[trouble]} Nothing was changed.`;
}

function refused(what: string): LocatedTarget {
  return { type: "refused", message: `${what} Nothing was changed.` };
}

function nameInFull(uri: Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.path;
}
