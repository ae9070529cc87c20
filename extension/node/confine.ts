import { resolve } from "node:path";
import { pathFault } from "../core/targets/sketchPath.ts";
import type { FileTrouble } from "./files.ts";
import { placeTrouble, realPlace, realRoots } from "./insideRoots.ts";

/**
 * Finds where a path that a sketch names lies, if that is inside `folder`. A sketch is text from a model, and nobody has read its paths:
 * one that leaves the folder in any way, or that reaches into git's own files, is refused. `real` is the same place with links followed.
 */
export async function confine(
  folder: string,
  path: string,
): Promise<{ readonly type: "inside"; readonly absolute: string; readonly real: string } | FileTrouble> {
  const fault = pathFault(path);
  if (fault !== undefined) return { type: "hostile", path, why: fault };
  const absolute = resolve(folder, path);
  if (absolute === resolve(folder)) return { type: "directory", path };
  const real = await realPlace(absolute);
  if (real === undefined) return { type: "broken-link", path };
  return placeTrouble(await realRoots([folder]), real, path) ?? { type: "inside", absolute, real };
}
