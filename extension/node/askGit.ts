import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const GIT_MS = 5_000;
const MOST_OUTPUT = 32 * 1024 * 1024;

/**
 * What git ignores in a folder, relative to it, a folder that is ignored whole with a slash at its end; `undefined` where git
 * says nothing. Ask only for folders that are trusted: their configuration could make git run programs.
 */
export async function ignoredByGit(folder: string): Promise<readonly string[] | undefined> {
  const ask = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];
  try {
    const { stdout } = await run("git", ["-C", folder, "-c", "core.fsmonitor=false", ...ask], {
      // Windows, and whoever has a dot in their PATH, look for a program in the working folder too, where a project could have its own.
      cwd: import.meta.dirname,
      timeout: GIT_MS,
      maxBuffer: MOST_OUTPUT,
      windowsHide: true,
    });
    return stdout.split("\0").filter((path) => path !== "");
  } catch {
    return undefined;
  }
}
