import { Uri, workspace } from "vscode";
import { pathFault, tidyPath, type PathFault } from "../core/targets/sketchPath.ts";
import { fitByPath } from "../core/targets/targetPaths.ts";
import { fileExists } from "./review/targetDocument.ts";

/** Where a path of a model leads, by its letters. */
export type NamedPlace =
  | { readonly type: "place"; readonly uri: Uri }
  | { readonly type: "refused"; readonly fault: PathFault | "no-folder" }
  /** Several folders have it. */
  | { readonly type: "several"; readonly found: readonly Uri[] }
  /** There are several folders, none has it, and the path does not say which one is meant. */
  | { readonly type: "nowhere" };

/**
 * Finds the place that a path names: relative to a folder of the workspace, beginning with the name of a folder if there are several, or
 * absolute inside one. Looks at what exists only to choose among several folders. Where links lead is not looked at.
 */
export async function placeNamed(path: string): Promise<NamedPlace> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) return { type: "refused", fault: "no-folder" };
  const tidy = tidyPath(path);
  const { inFolder } = fitByPath(
    path,
    folders.map(({ uri, name }) => ({ uri: uri.toString(), name, path: uri.path.replace(/\/$/, "") })),
    [],
  );
  const named = inFolder && Uri.joinPath(Uri.parse(inFolder.folder.uri, true), inFolder.path);
  const byFolder = inFolder === undefined ? undefined : pathFault(inFolder.path);
  const fault = byFolder ?? pathFault(path);
  if (fault === "absolute" && named !== undefined) return { type: "place", uri: named };
  if (fault !== undefined) return { type: "refused", fault };
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return { type: "place", uri: Uri.joinPath(only.uri, tidy) };
  const places = [...folders.map(({ uri }) => Uri.joinPath(uri, tidy)), ...(named === undefined ? [] : [named])];
  const exist = await Promise.all(places.map((place) => fileExists(place)));
  const found = places.filter((_, index) => exist[index]);
  const [first, ...more] = found;
  if (first !== undefined && more.length === 0) return { type: "place", uri: first };
  if (more.length > 0) return { type: "several", found };
  return named === undefined ? { type: "nowhere" } : { type: "place", uri: named };
}
