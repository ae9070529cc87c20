import { relative, sep } from "node:path";
import { FileType, Uri, workspace, type FileStat } from "vscode";
import type { ReadRefusal } from "../../core/planning/readRefusals.ts";
import { readExcludes } from "../../core/planning/globs.ts";
import { tidyPath } from "../../core/apply/sketchPath.ts";
import { holdsSecrets } from "../../core/tools/secretFiles.ts";
import { ignoredAmong } from "../../node/askGit.ts";
import { realPlace } from "../../node/insideRoots.ts";
import { excludedBySettings } from "../apply/contentSearch.ts";
import { staysInWorkspace } from "../chat/knownUris.ts";
import { shownPath } from "../chat/shownPath.ts";
import { placeNamed } from "../namedPlace.ts";
import { openDocument } from "../review/targetDocument.ts";
import { workspaceRoots } from "../workspaceRoots.ts";

/** A place that may be read. */
export interface ReadPlace {
  readonly type: "place";
  readonly uri: Uri;
  /** As models and users read it; `.` for a folder of the workspace that is the only one. */
  readonly path: string;
  readonly isFolder: boolean;
}

export interface RefusedPlace {
  readonly type: "refused";
  readonly refusal: ReadRefusal;
}

/** Judges a path that a model wants to read: where it leads, also through links, and whether it is left out of the workspace. */
export async function findPlace(path: string): Promise<ReadPlace | RefusedPlace> {
  const named = await placeNamed(tidyPath(path).replace(/\/$/, "") || path);
  switch (named.type) {
    case "refused":
      return refused(named.fault);
    case "several":
    case "nowhere":
      return refused(named.type === "several" ? "several" : "missing");
    case "place":
      break;
  }
  const { uri } = named;
  const folder = workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return refused("outside");
  if (!(await staysInWorkspace(uri))) return refused("link");
  const inner = innerOf(folder.uri, uri);
  if (holdsSecrets(inner) || (await leadsToSecrets(uri))) return refused("secret");
  const stat = await statOf(uri);
  // Unsaved text of a file that is gone is still the user's.
  if (stat === undefined && openDocument(uri)?.isDirty !== true) return refused("missing");
  if ((await leftOut(folder.uri, [inner])).has(inner)) return refused("ignored");
  const isFolder = stat !== undefined && (stat.type & FileType.Directory) !== 0;
  const root = (workspace.workspaceFolders?.length ?? 0) > 1 ? folder.name : ".";
  return { type: "place", uri, path: inner === "" ? root : shownPath(uri), isFolder };
}

/** The path of a place in a folder, relative to it. */
export function innerOf(folder: Uri, uri: Uri): string {
  const root = `${folder.path.replace(/\/$/, "")}/`;
  return uri.path.startsWith(root) ? uri.path.slice(root.length) : "";
}

/** Which of these paths in a folder are left out by git or by `files.exclude`. */
async function leftOut(folder: Uri, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const inside = paths.filter((path) => path !== "");
  const excludes = readExcludes(excludedBySettings(folder, ["files.exclude"]));
  const hidden = inside.filter((path) => excludes.matches(path));
  const mayAsk = folder.scheme === "file" && workspace.isTrusted;
  const ignored = mayAsk ? await ignoredAmong(folder.fsPath, inside) : new Set<string>();
  return new Set([...hidden, ...ignored]);
}

/** The places of these that a model may be told of: inside the workspace, not left out, without secrets. */
export async function readableOf<Item>(items: readonly Item[], uriOf: (item: Item) => Uri): Promise<readonly Item[]> {
  const inside = items.flatMap((item) => {
    const uri = uriOf(item);
    const folder = workspace.getWorkspaceFolder(uri);
    const inner = folder === undefined ? "" : innerOf(folder.uri, uri);
    return folder === undefined || inner === "" || holdsSecrets(inner) ? [] : [{ item, folder, inner }];
  });
  const folders = [...new Map(inside.map(({ folder }) => [folder.uri.toString(), folder])).values()];
  const out = new Map(
    await Promise.all(
      folders.map(async (folder) => {
        const own = inside.filter((each) => each.folder === folder).map(({ inner }) => inner);
        return [folder.uri.toString(), await leftOut(folder.uri, [...new Set(own)])] as const;
      }),
    ),
  );
  return inside
    .filter(({ folder, inner }) => out.get(folder.uri.toString())?.has(inner) !== true)
    .map(({ item }) => item);
}

/** Whether a link leads to a file that holds secrets. */
async function leadsToSecrets(uri: Uri): Promise<boolean> {
  if (uri.scheme !== "file") return false;
  const real = await realPlace(uri.fsPath);
  if (real === undefined) return false;
  return (await workspaceRoots()).some((root) => {
    const inner = relative(root, real);
    return !inner.startsWith("..") && holdsSecrets(inner.split(sep).join("/"));
  });
}

async function statOf(uri: Uri): Promise<FileStat | undefined> {
  try {
    return await workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

function refused(refusal: ReadRefusal): RefusedPlace {
  return { type: "refused", refusal };
}
