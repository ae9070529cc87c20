import { fstatSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readTextInput, readTextStream, type FileTrouble } from "../node/files.ts";
import type { Surroundings } from "./surroundings.ts";

/** How stdin is written in an option. */
export const STDIN = "-";

/** Reads a text that the user names, from a file of any kind or from stdin. */
export function readInput(
  { cwd, stdin }: Pick<Surroundings, "cwd" | "stdin">,
  path: string,
): Promise<{ readonly type: "text"; readonly text: string } | FileTrouble> {
  return path === STDIN ? readTextStream(stdin, "stdin") : readTextInput(path, resolve(cwd, path));
}

/** Reads what identifies the file that such a text comes from; `undefined` if that cannot be found out. */
export async function inputStats({ cwd }: Pick<Surroundings, "cwd">, path: string): Promise<Stats | undefined> {
  try {
    // A shell may have opened a file as stdin.
    return path === STDIN ? fstatSync(0) : await stat(resolve(cwd, path));
  } catch {
    return undefined;
  }
}
