// The process of the command line.
import { setFlagsFromString } from "node:v8";
import { createSyntaxParsers } from "../providers/treeSitter.ts";
import { runCommand } from "./runCommand.ts";
import { EXIT } from "./surroundings.ts";

const { stdin, stdout, stderr } = process;
// A reader that closes early, such as `head`, has what it wanted.
for (const stream of [stdout, stderr]) stream.on("error", endQuietly);

process.exitCode = await runCommand(process.argv.slice(2), {
  cwd: process.cwd(),
  environment: process.env,
  program: { program: process.execPath, args: [...process.execArgv, process.argv[1] ?? ""] },
  ...{ stdin, stdout, stderr },
  now: () => performance.now(),
  createParsers: (isServing) => {
    if (!isServing) startQuickly();
    return createSyntaxParsers(new URL("./grammars/", import.meta.url));
  },
  outliveReader: () => {
    for (const stream of [stdout, stderr]) stream.off("error", endQuietly);
  },
});

/**
 * Keeps V8 from compiling the parsers a second time to make them fast: for one answer that takes longer than it saves, a third of the
 * processor time of a small apply. To be called before the first parser is loaded.
 */
function startQuickly(): void {
  setFlagsFromString("--liftoff-only");
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  stderr.write(`fast-apply: cannot write the output: ${error.message}\n  Next: look where it goes.\n`);
  process.exit(EXIT.fileTrouble);
}
