// What scripts are called with. Whoever calls one in another way reads how it is called, not where it threw.
import { statSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** What follows the name of the script: flags as `config` has them. Without `config` it takes none, and no files. Ends the script otherwise. */
export function readArguments<const Config extends ParseArgsConfig = ParseArgsConfig>(
  usage: string,
  config?: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return endWithUsage(error instanceof Error ? error.message : String(error), usage);
  }
}

/** Ends the script where one of the paths is no file. */
export function expectFiles(paths: readonly string[], usage: string): void {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) endWithUsage(`There is no file ${path}.`, usage);
    if (!found.isFile()) endWithUsage(`${path} is no file.`, usage);
  }
}

/** Says what is wrong and how the script is called, and ends it with the exit code for wrong usage, 2. */
export function endWithUsage(why: string, usage: string): never {
  console.error(`${why}\n\n${usage}`);
  process.exit(2);
}
