import { isatty } from "node:tty";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import type { ChosenRewriter } from "./provider.ts";
import { EXIT, type ExitCode, type Surroundings } from "./surroundings.ts";

const applyExamples = `
Examples:
  fast-apply apply --file src/cart.ts --sketch answer.md           print the new text
  fast-apply apply --file src/cart.ts --sketch answer.md --write   replace the file
  fast-apply apply --sketch answer.md --diff                       what an answer changes in the files it names
  fast-apply apply --write < answer.md                             change, create, move and delete them, all or none

With a model where the sketch alone is not clear; the key comes from the vendor's usual environment variable:
  fast-apply apply --provider fireworks --file src/cart.ts --sketch answer.md
  fast-apply apply --provider ollama --model qwen2.5-coder --file src/cart.ts --sketch answer.md

Exit codes: 0 applied; 1 not sure, nothing is written; 2 wrong usage; 3 trouble with a file.
`;

const checkExamples = `
Example:
  fast-apply check --file src/cart.ts --rewrite new.ts --sketch answer.md

Exit codes: 0 the proof holds; 1 it does not; 2 wrong usage; 3 trouble with a file.
`;

interface ApplyFlags {
  readonly file?: string;
  readonly sketch?: string;
  readonly instruction?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly draft?: "guess" | "original";
  readonly stream?: true;
  readonly write?: true;
  readonly diff?: true;
  readonly json?: true;
  readonly jsonl?: true;
}

interface CheckFlags {
  readonly file: string;
  readonly rewrite: string;
  readonly sketch: string;
  readonly json?: true;
}

process.exitCode = await run(process.argv);

async function run(argv: readonly string[]): Promise<ExitCode> {
  // A reader that closes early, such as `head`, has what it wanted.
  process.stdout.on("error", endQuietly);
  process.stderr.on("error", endQuietly);
  let exitCode: ExitCode = EXIT.applied;
  const program = new Command("fast-apply")
    .description("Applies the lazy code sketches of chat models to files, and proves the result.")
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError("  Next: see fast-apply --help, or fast-apply apply --help.")
    .addHelpText("after", applyExamples);

  program
    .command("apply")
    .summary("apply a sketch to a file, or to the files that it names")
    .description("Applies a sketch: lazy code, a whole file, search/replace blocks, a unified diff or a v4a patch.")
    .addOption(textOption("--file <path>", "the file to change; default: the files that the sketch names"))
    .addOption(textOption("--sketch <path>", "file with the model's answer; - or nothing: stdin"))
    .addOption(textOption("--instruction <text>", "what the user asked for; a hint for the provider"))
    .addOption(
      textOption(
        "--provider <id>",
        "ask this provider where the sketch alone is not clear: fireworks, openai, ollama, ...",
      ),
    )
    .addOption(textOption("--model <name>", "the model of the provider"))
    .addOption(textOption("--base-url <url>", "the provider's address, where it is not its usual one"))
    .addOption(new Option("--write", "write the result").conflicts(["diff", "json"]))
    .addOption(new Option("--diff", "print a unified diff").conflicts(["json"]))
    .addOption(
      new Option("--draft <source>", "what the provider speculates from: the engine's best guess, or the file").choices(
        ["guess", "original"],
      ),
    )
    .addOption(
      new Option("--stream", "print what happens while it happens, as JSON objects, one per line").conflicts([
        "write",
        "diff",
        "json",
        "jsonl",
      ]),
    )
    .addOption(new Option("--json", "print outcome, text, placements and proof as one JSON object"))
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
      let rewriters: Surroundings["rewriters"] = [];
      if (flags.provider === undefined && (flags.model ?? flags.baseUrl) !== undefined) {
        process.stderr.write("fast-apply: --model and --base-url need --provider.\n  Next: name the provider too.\n");
        exitCode = EXIT.usage;
        return;
      }
      if (flags.provider !== undefined) {
        const chosen = await chooseProvider(flags.provider, flags);
        if (chosen.type === "unfit") {
          process.stderr.write(`fast-apply: ${chosen.message}\n  Next: ${chosen.next}\n`);
          exitCode = EXIT.usage;
          return;
        }
        rewriters = [chosen.rewriter];
      }
      const surroundings = { ...(await surround()), rewriters, draft: flags.draft };
      if (flags.jsonl) {
        const { serveJsonLines } = await import("./jsonl.ts");
        exitCode = await serveJsonLines(surroundings);
        return;
      }
      const { apply } = await import("./apply.ts");
      const output = flags.write
        ? "write"
        : flags.diff
          ? "diff"
          : flags.json
            ? "json"
            : flags.stream
              ? "stream"
              : "text";
      const { file, sketch, instruction } = flags;
      exitCode = await apply(surroundings, { file, sketch, instruction, output });
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
      const { check } = await import("./check.ts");
      exitCode = await check(await surround(), { ...flags, json: flags.json === true });
    });

  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.applied : EXIT.usage;
    const { reportFault } = await import("./report.ts");
    process.stderr.write(reportFault(error));
    return EXIT.fault;
  }
}

/** An option that may be given once, with some text. */
function textOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value, previous: string | undefined) => {
    if (previous !== undefined) throw new InvalidArgumentError("It is given twice.");
    if (value === "") throw new InvalidArgumentError("It is empty.");
    return value;
  });
}

async function chooseProvider(provider: string, { model, baseUrl }: ApplyFlags): Promise<ChosenRewriter> {
  const [{ createProviders }, { chooseRewriter }] = await Promise.all([
    import("../providers/providers.ts"),
    import("./provider.ts"),
  ]);
  return chooseRewriter(createProviders(), { provider, model, baseUrl }, process.env);
}

async function surround(): Promise<Surroundings> {
  const { createSyntaxParsers } = await import("../providers/treeSitter.ts");
  const { NO_COLOR = "", FORCE_COLOR, TERM } = process.env;
  const isTerminal = isatty(1) && TERM !== "dumb";
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return {
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    colours: NO_COLOR === "" && (FORCE_COLOR === undefined ? isTerminal : isForced),
    parsers: createSyntaxParsers(new URL("./grammars/", import.meta.url)),
    rewriters: [],
    now: () => performance.now(),
  };
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`fast-apply: cannot write the output: ${error.message}\n  Next: look where it goes.\n`);
  process.exit(EXIT.fileTrouble);
}
