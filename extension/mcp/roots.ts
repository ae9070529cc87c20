import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { innerPath, realPlace } from "../node/insideRoots.ts";
import { isAbsolutePath, pathFault, tidyPath } from "../core/targets/sketchPath.ts";

/** A folder that edits may not leave. */
export interface Root {
  /** As it was given. */
  readonly path: string;
  readonly real: string;
}

/** Finds the folder at a path; `undefined` if there is none. */
export async function rootAt(path: string): Promise<Root | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? { path: resolve(path), real } : undefined;
  } catch {
    return undefined;
  }
}

const rootsAnswer = v.object({ roots: v.array(v.unknown()) });
const namedRoot = v.object({ uri: v.string() });

/** Reads the URIs of a client's answer to `roots/list`, leaving out entries without one; `undefined` if it is not such an answer. */
export function readRoots(answer: unknown): readonly string[] | undefined {
  const parsed = v.safeParse(rootsAnswer, answer);
  if (!parsed.success) return undefined;
  return parsed.output.roots.flatMap((root) => {
    const named = v.safeParse(namedRoot, root);
    return named.success ? [named.output.uri] : [];
  });
}

/** The folders that a client names. */
export interface ClientRoots {
  /** Those on this machine that may be edited, each once. */
  readonly roots: readonly Root[];
  /** Those that hold far more than a project, or what programs keep for the user, so that only the user may name them. */
  readonly unfit: readonly Root[];
}

/**
 * Finds the folders on this machine that a client names. The root of a disk, the home folder, folders above it and what lies in its dot
 * folders are `unfit`: a client that was started from a desktop names such a folder without meaning it.
 */
export async function rootsOfClient(uris: readonly string[]): Promise<ClientRoots> {
  const paths = uris.flatMap((uri) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      // It has a scheme of its own, or names another machine.
      return [];
    }
  });
  const found = await Promise.all(paths.map(rootAt));
  const roots = distinctRoots(found.filter((root) => root !== undefined));
  const home = await realHome();
  const isUnfit = ({ real }: Root): boolean =>
    dirname(real) === real || innerPath(real, home) !== undefined || innerPath(home, real)?.startsWith(".") === true;
  return { roots: roots.filter((root) => !isUnfit(root)), unfit: roots.filter(isUnfit) };
}

/** Finds the real path of the user's home folder. What programs keep for the user is in folders right below it that begin with a dot. */
export async function realHome(): Promise<string> {
  return (await realPlace(homedir())) ?? homedir();
}

/** Returns each folder once, whatever its names are. */
export function distinctRoots(roots: readonly Root[]): readonly Root[] {
  return [...new Map(roots.map((root) => [root.real, root])).values()];
}

/** A place where a file may be, judged by its path alone. */
export interface PlaceInRoot {
  readonly root: Root;
  /** Below the real path of the root. */
  readonly absolute: string;
  /** Relative to the root, with `/`. */
  readonly inner: string;
  /** Whether the path begins with the name of the root, as agents write it with several folders open. */
  readonly isByName: boolean;
}

export type Candidates =
  | { readonly type: "candidates"; readonly candidates: readonly PlaceInRoot[] }
  /** As a clause that follows the path. */
  | { readonly type: "refused"; readonly why: string };

/** Lists where the file that a call names may be: in which of the roots, which are not empty. Does not look at the disk. */
export function candidatesFor(target: string, roots: readonly Root[]): Candidates {
  if (isAbsolute(target)) {
    const candidates = roots.flatMap((root) => {
      const inner = innerOf(root, resolve(target));
      return inner === undefined ? [] : [candidate(root, inner, false)];
    });
    // Of folders inside each other the inner one is the file's.
    const [deepest] = candidates.sort((a, b) => b.root.real.length - a.root.real.length);
    if (deepest === undefined) return { type: "refused", why: `it lies outside ${nameRoots(roots)}` };
    return checked([deepest], target);
  }
  if (isAbsolutePath(target)) return { type: "refused", why: `it is no path below ${nameRoots(roots)}` };
  const inner = tidyPath(target);
  const [first = "", ...rest] = inner.split("/");
  return checked(
    roots.flatMap((root) => [
      candidate(root, inner, false),
      ...(roots.length > 1 && rest.length > 0 && first === basename(root.real)
        ? [candidate(root, rest.join("/"), true)]
        : []),
    ]),
    target,
  );
}

function checked(candidates: readonly PlaceInRoot[], target: string): Candidates {
  for (const { inner } of candidates) {
    switch (pathFault(inner)) {
      case undefined:
        continue;
      case "outside":
        return { type: "refused", why: "it leads out of its folder" };
      case "git":
        return { type: "refused", why: "it lies in git's own folder" };
      case "colon":
        return { type: "refused", why: "it has a colon, behind which Windows hides a second text of a file" };
      case "unreadable":
        return { type: "refused", why: "it has characters that cannot be seen, or is too long" };
      case "absolute":
        return { type: "refused", why: "it holds what no path of a project holds" };
    }
  }
  if (target.endsWith("/") || target.endsWith("\\")) return { type: "refused", why: "it names a folder" };
  return { type: "candidates", candidates };
}

function candidate(root: Root, inner: string, isByName: boolean): PlaceInRoot {
  return { root, absolute: resolve(root.real, inner), inner, isByName };
}

/** By the letters of either of its names. */
function innerOf({ path, real }: Root, target: string): string | undefined {
  return (innerPath(real, target) ?? innerPath(path, target))?.replaceAll(sep, "/");
}

/** The roots, as a refusal names them. */
function nameRoots(roots: readonly Root[]): string {
  const shown = roots.slice(0, 5).map(({ path }) => path);
  const more = roots.length > shown.length ? ` and ${String(roots.length - shown.length)} more` : "";
  return roots.length === 1 ? `the folder ${shown.join("")}` : `the folders ${shown.join(", ")}${more}`;
}
