import { isAbsolute, sep } from "node:path";

/** Whether a path that is relative to a folder, as `relative` gives it, leads to that folder or into it. */
export function isInner(path: string): boolean {
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
