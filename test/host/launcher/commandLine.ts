import { resolve } from "node:path";

/** What the launcher reads of the command line of the desktop's `code`; the rest has no meaning here. */
export interface CommandLine {
  /** A folder or a `.code-workspace` file. */
  readonly opened: string | undefined;
  readonly developmentExtensions: readonly string[];
  readonly tests: string | undefined;
  readonly userData: string | undefined;
  readonly extensions: string | undefined;
}

export function readCommandLine(args: readonly string[]): CommandLine {
  const valuesOf = (name: string): readonly string[] =>
    args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => resolve(arg.slice(name.length + 3)));
  const opened = args.find((arg) => !arg.startsWith("-"));
  return {
    opened: opened === undefined ? undefined : resolve(opened),
    developmentExtensions: valuesOf("extensionDevelopmentPath"),
    tests: valuesOf("extensionTestsPath")[0],
    userData: valuesOf("user-data-dir")[0],
    extensions: valuesOf("extensions-dir")[0],
  };
}
