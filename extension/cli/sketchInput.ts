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
