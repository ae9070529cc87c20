import { dirname, sep } from "node:path";
import { FileType, Uri, workspace, type FileStat, type WorkspaceFolder } from "vscode";
import type { ReadRefusal } from "../../core/planning/readRefusals.ts";
import { readExcludes } from "../../core/planning/globs.ts";
import { tidyPath } from "../../core/targets/sketchPath.ts";
import { holdsSecrets } from "../../core/tools/secretFiles.ts";
import { ignoredAmong } from "../../node/askGit.ts";
import { innerPath, realPlace, realRoots } from "../../node/insideRoots.ts";
import { excludedBySettings } from "../apply/contentSearch.ts";
import { staysInWorkspace } from "../chat/knownUris.ts";
import { shownPath } from "../shownText.ts";
import { placeNamed } from "../namedPlace.ts";
import { openDocument } from "../review/targetDocument.ts";
import { isRefusedRepository } from "./refusedRepositories.ts";

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
export async function findReadPlace(path: string): Promise<ReadPlace | RefusedPlace> {
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
  const stands = [{ folder, inner }, ...(await realStands(uri))];
  if (stands.some((stand) => holdsSecrets(stand.inner))) return refused("secret");
  const stat = await statOf(uri);
  // Unsaved text of a file that is gone is still the user's.
  if (stat === undefined && openDocument(uri)?.isDirty !== true) return refused("missing");
  const isLeftOut = await leftOutAmong(stands);
  if (stands.some(isLeftOut)) {
    const isUnknown = uri.scheme === "file" && (await isRefusedRepository(dirname(uri.fsPath)));
    return refused(isUnknown ? "refused-repository" : "ignored");
  }
  const isFolder = stat !== undefined && (stat.type & FileType.Directory) !== 0;
  const root = (workspace.workspaceFolders?.length ?? 0) > 1 ? folder.name : ".";
  return { type: "place", uri, path: inner === "" ? root : shownPath(uri), isFolder };
}

/** Returns the path of a place relative to a folder; empty for the folder itself and for a place outside it. */
export function innerOf(folder: Uri, uri: Uri): string {
  const root = `${folder.path.replace(/\/$/, "")}/`;
  return uri.path.startsWith(root) ? uri.path.slice(root.length) : "";
}

/** Finds which of these paths in a folder are left out by git or by `files.exclude`. */
async function leftOut(folder: Uri, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const inside = paths.filter((path) => path !== "");
  const excludes = readExcludes(excludedBySettings(folder, ["files.exclude"]));
  const hidden = inside.filter((path) => excludes.matches(path));
  const mayAsk = folder.scheme === "file" && workspace.isTrusted;
  const ignored = mayAsk ? await ignoredAmong(folder.fsPath, inside) : new Set<string>();
  return new Set([...hidden, ...ignored]);
}

/** Makes the check whether one of these places is left out of its folder. */
async function leftOutAmong(stands: readonly Stand[]): Promise<(stand: Stand) => boolean> {
  const folders = [...new Map(stands.map(({ folder }) => [folder.uri.toString(), folder])).values()];
  const out = new Map(
    await Promise.all(
      folders.map(async ({ uri }) => {
        const own = stands.filter(({ folder }) => folder.uri.toString() === uri.toString());
        return [uri.toString(), await leftOut(uri, [...new Set(own.map(({ inner }) => inner))])] as const;
      }),
    ),
  );
  return ({ folder, inner }) => out.get(folder.uri.toString())?.has(inner) === true;
}

/**
 * Keeps the items whose places a model may know of: inside the workspace, not left out, without secrets, by their paths and by where
 * links lead.
 */
export async function readableOf<Item>(items: readonly Item[], uriOf: (item: Item) => Uri): Promise<readonly Item[]> {
  const uris = new Map(items.map((item) => [uriOf(item).toString(), uriOf(item)]));
  const allowed = new Map<string, readonly Stand[]>();
  await Promise.all(
    Array.from(uris, async ([name, uri]) => {
      const stands = await allowedStands(uri);
      if (stands !== undefined) allowed.set(name, stands);
    }),
  );
  const isLeftOut = await leftOutAmong([...allowed.values()].flat());
  return items.filter((item) => allowed.get(uriOf(item).toString())?.some(isLeftOut) === false);
}

/** Finds where a place in the workspace is; `undefined` if a model may not know of it, whatever git and the settings say. */
async function allowedStands(uri: Uri): Promise<readonly Stand[] | undefined> {
  const folder = workspace.getWorkspaceFolder(uri);
  const inner = folder === undefined ? "" : innerOf(folder.uri, uri);
  if (folder === undefined || inner === "" || !(await staysInWorkspace(uri))) return undefined;
  const stands = [{ folder, inner }, ...(await realStands(uri))];
  return stands.some((stand) => holdsSecrets(stand.inner)) ? undefined : stands;
}

/** A place in a folder of the workspace. */
interface Stand {
  readonly folder: WorkspaceFolder;
  readonly inner: string;
}

/** Finds where a file really is in folders of the workspace, following links. */
async function realStands(uri: Uri): Promise<readonly Stand[]> {
  const real = uri.scheme === "file" ? await realPlace(uri.fsPath) : undefined;
  if (real === undefined) return [];
  const found = await Promise.all(
    (workspace.workspaceFolders ?? []).map(async (folder) => {
      const [root] = folder.uri.scheme === "file" ? await realRoots([folder.uri.fsPath]) : [];
      const inner = root === undefined ? undefined : innerPath(root, real);
      return inner === undefined ? [] : [{ folder, inner: inner.split(sep).join("/") }];
    }),
  );
  return found.flat();
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
