import { workspace, type Uri } from "vscode";
import { tidyPath, type PathFault } from "../../core/targets/sketchPath.ts";
import { MAX_BYTES } from "../../node/files.ts";
import { checkTarget, type TargetTrouble } from "../apply/targetChecks.ts";
import { placeNamed } from "../namedPlace.ts";
import { encodingOf, openDocument } from "../review/targetDocument.ts";

/** The file that a model names, or why there is none. */
export type LocatedTarget =
  | { readonly type: "located"; readonly target: Uri }
  /** In words for the model, with what to do next. */
  | { readonly type: "refused"; readonly message: string };

/** A file as it can be edited. */
export type CheckedTarget =
  | { readonly type: "fit"; readonly kind: "change" | "create"; readonly hasMixedEnds: boolean }
  | { readonly type: "unfit"; readonly message: string };

/**
 * Finds the file that a path names: relative to a folder of the workspace, beginning with the name of a folder if there are several, or
 * absolute and inside one. Nothing is guessed and nobody asked: a doubt is a refusal.
 */
export async function locateTarget(path: string): Promise<LocatedTarget> {
  const tidy = tidyPath(path);
  const place = await placeNamed(path);
  if (place.type === "refused" && place.fault === "no-folder") {
    return refused("No folder is open in VS Code. Ask the user to open one.");
  }
  if (tidy === "." || tidy.endsWith("/")) return refused("target_file names a folder. Name a file.");
  switch (place.type) {
    case "place":
      return { type: "located", target: place.uri };
    case "several":
      return refused(`Several folders have this file. Name one of these: ${place.found.map(nameInFull).join(", ")}.`);
    case "nowhere": {
      const names = (workspace.workspaceFolders ?? []).map(({ name }) => name).join(", ");
      return refused(`No folder has this file. To make it, begin target_file with the name of a folder: ${names}.`);
    }
    case "refused":
      return refused(faultWords(place.fault));
  }
}

function faultWords(fault: PathFault | "no-folder"): string {
  switch (fault) {
    case "no-folder":
      return "No folder is open in VS Code.";
    case "absolute":
    case "outside":
      return "target_file is outside the workspace. Give a path inside it, relative to its folder.";
    case "git":
      return "target_file belongs to git itself.";
    case "colon":
      return "target_file has a colon, behind which Windows hides a second text of a file.";
    case "unreadable":
      return "target_file holds characters that cannot be seen, or is too long.";
  }
}

/** Checks whether a file can be edited, before anything is computed. Shows nothing and asks nobody. */
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
