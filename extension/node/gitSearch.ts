import type { TextHits } from "../core/targets/textHits.ts";
import { searchByProgram } from "./searchProcess.ts";

/**
 * Searches a folder for files that hold any of the texts, by git: those that it tracks, and new ones that it does not ignore. `undefined`
 * if git fails. Ask only for folders that are trusted: their configuration could make git run programs. Rejects with the reason of an abort
 * of `signal`.
 */
export function searchByGit(
  folder: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly TextHits[] | undefined> {
  const options = ["-C", folder, "-c", "core.fsmonitor=false", "-c", "grep.fallbackToNoIndex=false"];
  const form = ["-I", "--no-color", "--no-line-number", "--no-column", "--only-matching", "--null", "--fixed-strings"];
  return searchByProgram(
    {
      program: "git",
      args: [...options, "grep", "--untracked", "--no-recurse-submodules", "--no-textconv", ...form, "-f", "-"],
      // Windows, and anybody's PATH with a dot in it, look for a program in the working folder too, where a project could have its own.
      cwd: import.meta.dirname,
    },
    texts,
    signal,
  );
}
