import { UNSEEN } from "../text/shownText.ts";

/**
 * Paths that a sketch names. They are text from a model that nobody has read, so they are judged before anything is
 * looked up.
 */

/** Why a path may not lead to a target, whatever lies there. */
export type PathFault =
  /** It begins at a root, a drive, a home folder or a scheme, not at the folder. */
  | "absolute"
  /** Its `..` lead out of the folder. */
  | "outside"
  /** It reaches into git's own files. */
  | "git"
  /** It has a `:`, after which Windows keeps a second, hidden text of a file. */
  | "colon"
  /** It has characters that cannot be seen or that change the order of what is read, or it is longer than any file system allows. */
  | "unreadable";

const MAX_LENGTH = 1024;

/** Finds the most serious fault of a path; `undefined` if the path stays inside the folder that it is relative to. */
export function pathFault(path: string): PathFault | undefined {
  if (path.length > MAX_LENGTH || path.search(UNSEEN) >= 0) return "unreadable";
  if (isAbsolutePath(path)) return "absolute";
  const segments = tidyPath(path).split("/");
  if (segments[0] === "..") return "outside";
  if (segments.some(isGitFolder)) return "git";
  return path.includes(":") ? "colon" : undefined;
}

/** Tells whether a path is absolute: it begins at a root of POSIX or Windows, at a drive or a home folder, or is a URI. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z][A-Za-z0-9+.-]*:|~[^/\\]*(?:[/\\]|$))/.test(path);
}

/**
 * Checks whether a segment of a path is git's own folder, also as it is read by file systems that ignore case and unseen characters (HFS+),
 * dots and blanks at the end, streams and short names (NTFS).
 */
export function isGitFolder(segment: string): boolean {
  return /^(?:\.git|git~\d)[. ]*(?::.*)?$/is.test(segment.replace(UNSEEN, ""));
}

/** Checks whether a segment of a path is a device for Windows, whatever its ending: `CON`, `aux.ts`, `com1`. */
export function isDeviceName(segment: string): boolean {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:[.:].*)?$/is.test(segment);
}

/**
 * Tidies a path: with `/`, since models write `\` too, and without `./`, `x/..` and doubled slashes. A slash at either end stays; an empty
 * path becomes `.`.
 */
export function tidyPath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const root = slashed.startsWith("/") ? "/" : "";
  const kept: string[] = [];
  for (const segment of slashed.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (root === "") kept.push(segment);
  }
  if (kept.length === 0 && root !== "") return root;
  return root + (kept.length === 0 ? "." : kept.join("/")) + (slashed.endsWith("/") ? "/" : "");
}
