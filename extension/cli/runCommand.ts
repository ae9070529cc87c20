import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { parseChoice, type GivenChoice } from "./choices.ts";
import { addEvalCommand } from "./evalCommand.ts";
import { baseUrlOption, modelOption, providerOption, textOption } from "./options.ts";
import { chooseRewriter } from "./provider.ts";
import { reportFault } from "./reportFault.ts";
import { EXIT, type CommandProcess, type ExitCode, type Surroundings } from "./surroundings.ts";

const applyExamples = `
Examples:
  fast-apply apply --file src/cart.ts --sketch answer.md           print the new text
  fast-apply apply --file src/cart.ts --sketch answer.md --write   replace the file
  fast-apply apply --sketch answer.md --diff                       what an answer changes in the files it names
  fast-apply apply --write < answer.md                             change, create, move and delete them, all or none
  fast-apply apply --find --diff < answer.md                       find the file of an answer that names none
  fast-apply apply --write --sketch answer.md --choose 2=1         the first that piece 2 may mean, as the report numbers it

With a model where the sketch alone is not clear; the key comes from the vendor's usual environment variable:
  fast-apply apply --provider fireworks --file src/cart.ts --sketch answer.md
  fast-apply apply --provider ollama --model qwen2.5-coder --file src/cart.ts --sketch answer.md

Exit codes: 0 applied; 1 not sure, nothing is written, or by --partial what is sure; 2 wrong usage; 3 trouble with a file.
`;

const checkExamples = `
Example:
  fast-apply check --file src/cart.ts --rewrite new.ts --sketch answer.md

Exit codes: 0 the proof holds; 1 it does not; 2 wrong usage; 3 trouble with a file.
`;

const mcpExamples = `
Examples:
  fast-apply mcp                                 edits go to VS Code for review; without a window they are only shown
  fast-apply mcp --root ~/shop                   whatever the client says, only files in this folder
  fast-apply mcp --root ~/shop --auto            without a window, what is proven is written

Exit codes: 0 the client has ended it; 2 wrong usage.
`;

/** Columns of the help if no terminal says how many it has. */
const HELP_WIDTH = 80;

interface ProviderFlags {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
}

interface ApplyFlags extends ProviderFlags {
  readonly file?: string;
  readonly find?: true;
  readonly sketch?: string;
  readonly instruction?: string;
  readonly draft?: "guess" | "original" | "none";
  readonly choose?: readonly GivenChoice[];
  readonly partial?: true;
  readonly stream?: true;
  readonly write?: true;
  readonly diff?: true;
  readonly json?: true;
  readonly jsonl?: true;
}

interface McpFlags extends ProviderFlags {
  readonly root: readonly string[];
  readonly auto?: true;
  readonly wait?: number;
}

interface CheckFlags {
  readonly file: string;
  readonly rewrite: string;
  readonly sketch: string;
  readonly json?: true;
}

/** Does what the arguments say and returns the exit code. `args`: without the names of Node and of the command before them. */
export async function runCommand(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.applied;
  const program = new Command("fast-apply")
    .description("Applies the lazy code sketches of chat models to files, and proves the result.")
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => own.stdout.write(text),
      writeErr: (text) => own.stderr.write(text),
      getOutHelpWidth: () => own.stdout.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => own.stderr.columns ?? HELP_WIDTH,
    })
    .showHelpAfterError("  Next: see fast-apply --help, or fast-apply apply --help.")
    .addHelpText("after", applyExamples);

  program
    .command("apply")
    .summary("apply a sketch to a file, or to the files that it names")
    .description("Applies a sketch: lazy code, a whole file, search/replace blocks, a unified diff or a v4a patch.")
    .addOption(textOption("--file <path>", "the file to change; default: the files that the sketch names"))
    .addOption(
      new Option("--find", "where the sketch names no file, find the one that has its lines and names").conflicts([
        "file",
        "jsonl",
      ]),
    )
    .addOption(textOption("--sketch <path>", "file with the model's answer; - or nothing: stdin"))
    .addOption(textOption("--instruction <text>", "what the user asked for; a hint for the provider"))
    .addOption(providerOption())
    .addOption(modelOption())
    .addOption(baseUrlOption())
    .addOption(new Option("--write", "write the result, of several files all or none").conflicts(["diff", "json"]))
    .addOption(new Option("--diff", "print a unified diff").conflicts(["json"]))
    .addOption(
      new Option(
        "--choose <piece=alternative>",
        "take what an open piece may mean by its number, none to leave it out; of several files src/a.ts:2=1",
      ).argParser((value: string, previous: readonly GivenChoice[] | undefined) => [
        ...(previous ?? []),
        readChosen(value),
      ]),
    )
    .addOption(
      new Option("--partial", "take what is sure although something else is not").conflicts([
        "json",
        "stream",
        "jsonl",
      ]),
    )
    .addOption(
      new Option(
        "--draft <source>",
        "what the provider speculates from: the engine's best guess, the file, or nothing",
      ).choices(["guess", "original", "none"]),
    )
    .addOption(
      new Option("--stream", "print what happens while it happens, as JSON objects, one per line").conflicts([
        "write",
        "diff",
        "json",
        "jsonl",
      ]),
    )
    .addOption(new Option("--json", "print outcome, text, pieces and proof as one JSON object"))
    .addOption(
      new Option("--jsonl", "serve requests: a JSON object per line of stdin, an answer per line of stdout").conflicts([
        "file",
        "sketch",
        "instruction",
        "write",
        "diff",
        "json",
      ]),
    )
    .addHelpText("after", applyExamples)
    .action(async (flags: ApplyFlags) => {
      const rewriters = await chooseRewriters(flags, own);
      if (rewriters === undefined) {
        exitCode = EXIT.usage;
        return;
      }
      const surroundings = { ...surround(own, flags.jsonl === true), rewriters, draft: flags.draft };
      if (flags.jsonl) {
        if (flags.choose !== undefined) {
          own.stderr.write("fast-apply: --jsonl takes no --choose.\n  Next: choose with the lines of its answers.\n");
          exitCode = EXIT.usage;
          return;
        }
        const { serveJsonLines } = await import("./commands.ts");
        exitCode = await serveJsonLines(surroundings);
        return;
      }
      const { apply } = await import("./commands.ts");
      const output = flags.write
        ? "write"
        : flags.diff
          ? "diff"
          : flags.json
            ? "json"
            : flags.stream
              ? "stream"
              : "text";
      const { file, find = false, sketch, instruction, choose: choices = [] } = flags;
      const isPartialTaken = flags.partial === true;
      exitCode = await apply(surroundings, { file, find, sketch, instruction, choices, isPartialTaken, output });
    });

  program
    .command("check")
    .description("Judges a rewrite of a file against the sketch that asked for it.")
    .addOption(textOption("--file <path>", "the file before").makeOptionMandatory())
    .addOption(textOption("--rewrite <path>", "the file after").makeOptionMandatory())
    .addOption(textOption("--sketch <path>", "file with the model's answer; - for stdin").makeOptionMandatory())
    .option("--json", "print the proof as one JSON object")
    .addHelpText("after", checkExamples)
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./commands.ts");
      exitCode = await check(surround(own, false), { ...flags, json: flags.json === true });
    });

  program
    .command("mcp")
    .summary("serve the tools edit_file and preview_edit to agents")
    .description(
      "Serves the tools edit_file and preview_edit over stdin and stdout, by the Model Context Protocol. An agent starts it; edits go to the window of VS Code that has the folder open, for review.",
    )
    .addOption(
      new Option(
        "--root <dir>",
        "a folder that may be edited; default: those that the client names, but never the root of a disk or the home folder",
      )
        .default([])
        .argParser((value: string, previous: readonly string[]) => [...previous, value]),
    )
    .option(
      "--auto",
      "without a window of VS Code, write edits that the proof holds for, but to no file that can make programs run",
    )
    .addOption(
      new Option(
        "--wait <seconds>",
        "how long a call waits for your review; default: 45, since most clients give up after a minute",
      ).argParser(readSeconds),
    )
    .addOption(providerOption())
    .addOption(modelOption())
    .addOption(baseUrlOption())
    .addHelpText("after", mcpExamples)
    .action(async (flags: McpFlags) => {
      const rewriters = await chooseRewriters(flags, own);
      if (rewriters === undefined) {
        exitCode = EXIT.usage;
        return;
      }
      const { stdin, stdout, stderr, now } = own;
      if (stdin.isTTY === true) stderr.write("fast-apply: this speaks to an agent, which starts it.\n");
      // A client that is gone needs no answer, but work in progress ends first.
      own.outliveReader();
      const { serve } = await import("../mcp/serve.ts");
      const streams = { stdin, stdout, stderr };
      const parsers = own.createParsers(true);
      const engine = { parsers, rewriters };
      const { version } = packageJson;
      const served = await serve({
        ...streams,
        engine,
        roots: flags.root,
        isAuto: flags.auto === true,
        waitSeconds: flags.wait,
        version,
        now,
      });
      if (served.type === "ended") return;
      stderr.write(`fast-apply: ${served.message}\n  Next: ${served.next}\n`);
      exitCode = EXIT.usage;
    });

  addEvalCommand(program, async (flags) => {
    const { evaluate } = await import("./eval.ts");
    const parsers = (): Promise<Surroundings["parsers"]> => Promise.resolve(own.createParsers(true));
    exitCode = await evaluate({ ...own, parsers, version: packageJson.version }, flags);
  });

  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.applied : EXIT.usage;
    own.stderr.write(reportFault(error));
    return EXIT.fault;
  }
}

function readSeconds(value: string): number {
  const seconds = Number(value);
  if (value.trim() !== "" && seconds >= 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError("It is no number of seconds up to a day.");
}

function readChosen(value: string): GivenChoice {
  const choice = parseChoice(value);
  if (choice !== undefined) return choice;
  throw new InvalidArgumentError("It is not of the form 2=1, 2=none or src/a.ts:2=1.");
}

/** Creates the rewriters that the flags name; `undefined` if the flags do not fit, which has been reported then. */
async function chooseRewriters(
  flags: ProviderFlags,
  { stderr, environment }: CommandProcess,
): Promise<Surroundings["rewriters"] | undefined> {
  const { provider } = flags;
  if (provider === undefined) {
    if ((flags.model ?? flags.baseUrl) === undefined) return [];
    stderr.write("fast-apply: --model and --base-url need --provider.\n  Next: name the provider too.\n");
    return undefined;
  }
  const { createProviders } = await import("../providers/providers.ts");
  const { model, baseUrl } = flags;
  const chosen = chooseRewriter(createProviders(), { provider, model, baseUrl }, environment);
  if (chosen.type === "rewriter") return [chosen.rewriter];
  stderr.write(`fast-apply: ${chosen.message}\n  Next: ${chosen.next}\n`);
  return undefined;
}

/** `isServing`: it takes many requests. */
function surround(own: CommandProcess, isServing: boolean): Surroundings {
  const { cwd, stdin, stdout, stderr, now } = own;
  return {
    cwd,
    stdin,
    stdout,
    stderr,
    now,
    colours: isColoured(own),
    parsers: own.createParsers(isServing),
    rewriters: [],
  };
}

function isColoured({ environment: { NO_COLOR = "", FORCE_COLOR, TERM }, stdout }: CommandProcess): boolean {
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stdout.isTTY === true && TERM !== "dumb";
}
