import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { TextHits } from "../core/apply/textHits.ts";
import { searchByProgram } from "./searchProcess.ts";

/** Which files ripgrep leaves out, besides those that git ignores. */
export interface SearchLimits {
  /** Globs as VS Code's settings write them, from the folder. */
  readonly excludes: readonly string[];
  /** Extensions without their dot. */
  readonly extensions: readonly string[];
}

/** The ripgrep that VS Code has for its own search; `undefined` where none is found. Where it lies changes from release to release. */
export async function findRipgrep(appRoot: string): Promise<string | undefined> {
  for (const path of ripgrepPaths(appRoot)) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

function ripgrepPaths(appRoot: string): readonly string[] {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const platform = `${process.platform}-${process.arch}`;
  return ["node_modules", "node_modules.asar.unpacked"].flatMap((modules) => [
    join(appRoot, modules, "@vscode", "ripgrep-universal", "bin", platform, name),
    join(appRoot, modules, "@vscode", "ripgrep", "bin", name),
    join(appRoot, modules, "vscode-ripgrep", "bin", name),
  ]);
}

/**
 * Searches a folder by ripgrep for files that hold any of the texts. Links are not followed, and nothing that git ignores is looked into,
 * nor what lies in a `.git`. `common`: texts that nearly all files have, as earlier searches of the folder found. `undefined` where ripgrep fails. Rejects with what `signal` aborts with.
 */
export function searchByRipgrep(
  program: string,
  folder: string,
  { excludes, extensions }: SearchLimits,
  texts: readonly string[],
  signal: AbortSignal,
  common?: Set<string>,
): Promise<readonly TextHits[] | undefined> {
  const args = [
    "--no-config",
    "--no-messages",
    "--hidden",
    // A folder that is no repository may still say what it ignores.
    "--no-require-git",
    "--fixed-strings",
    "--only-matching",
    "--with-filename",
    "--no-heading",
    "--no-line-number",
    "--color=never",
    "--null",
    "--max-count=100",
    // Each look at the size or the first bytes of a file, before it is read, takes a fifth of the time of all.
    "--encoding=none",
    "--glob=!**/.git",
    ...excludes.map((glob) => `--glob=!${rooted(glob)}`),
    // A glob that lets files in would let in what git ignores too; a type does not.
    ...(extensions.length > 0 ? [`--type-add=foreign:*.{${extensions.join(",")}}`, "--type-not=foreign"] : []),
    "--file=-",
    "--",
    "./",
  ];
  return searchByProgram({ program, args, cwd: folder }, texts, signal, common);
}

/** For VS Code a glob without a slash means the folder itself, for ripgrep any folder in it. */
function rooted(glob: string): string {
  return glob.startsWith("/") || glob.startsWith("**") ? glob : `/${glob}`;
}
