import { lstat, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { errorCode, errorText } from "./files.ts";

/** Names another base, for sandboxes and tests. All processes that are to know of each other need the same one. */
const OVERRIDE = "FAST_APPLY_RUNTIME_FOLDER";

const MISSING = "is not there";

export type RuntimeFolder =
  | { readonly type: "folder"; readonly path: string }
  /** What is wrong, and what to do. */
  | { readonly type: "unusable"; readonly message: string };

/**
 * Opens a folder of the user's own in which the processes on this machine find each other while they run; makes it if it is missing.
 * `unusable` if it cannot be made, belongs to somebody else, may be entered by others, or is a link.
 */
export async function openRuntimeFolder(name: "servers" | "locks"): Promise<RuntimeFolder> {
  const base = await runtimeBase();
  const folder = join(base, name);
  const faults = await Promise.all([base, folder].map(faultOf));
  if (faults.every((fault) => fault === undefined)) return { type: "folder", path: folder };
  for (const path of [base, folder]) {
    const message = await makeOwn(path);
    if (message !== undefined) return { type: "unusable", message };
  }
  return { type: "folder", path: folder };
}

/**
 * Servers are started by agents with hardly any environment, windows with the whole of it: what `XDG_RUNTIME_DIR` and
 * `TMPDIR` say would part them.
 */
async function runtimeBase(): Promise<string> {
  const chosen = process.env[OVERRIDE];
  if (chosen !== undefined && isAbsolute(chosen)) return chosen;
  const uid = process.getuid?.();
  if (uid === undefined) return join(homedir(), "AppData", "Local", "fast-apply-run");
  const ofSession = `/run/user/${String(uid)}`;
  return (await faultOf(ofSession)) === undefined ? join(ofSession, "fast-apply") : `/tmp/fast-apply-${String(uid)}`;
}

async function makeOwn(path: string): Promise<string | undefined> {
  let fault = await faultOf(path);
  if (fault === MISSING) {
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      if (errorCode(error) !== "EEXIST") return `The folder ${path} cannot be made (${errorText(error)}).`;
    }
    fault = await faultOf(path);
  }
  return fault === undefined ? undefined : `The folder ${path} ${fault}, so it is not used. Remove it, and try again.`;
}

/** What speaks against a folder; `undefined` for one that the user alone can enter. */
async function faultOf(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path);
    if (!stats.isDirectory()) return "is no folder";
    if (process.getuid === undefined) return undefined;
    if (stats.uid !== process.getuid()) return "belongs to another user";
    return (stats.mode & 0o077) === 0 ? undefined : "can be entered by other users";
  } catch (error) {
    return errorCode(error) === "ENOENT" ? MISSING : `cannot be looked at (${errorText(error)})`;
  }
}
