import { InvalidArgumentError, Option, type Command } from "commander";
import type { EvalFlags } from "./eval.ts";
import { readAddress, readPrice } from "./evalEngines.ts";

const examples = `
Engines: structural        the merge alone; nothing is sent
         auto:MODEL        the merge, then MODEL for choices, then MODEL for a rewrite
         choice:MODEL      the merge, then MODEL for choices alone
         exact:MODEL       MODEL writes exact edits
         MODEL             MODEL rewrites the file from the merge's guess; MODEL:original from the file, MODEL:none without a draft
         MODEL is provider/model, such as openai/gpt-4.1-mini, or local with --local-model.

Examples:
  fast-apply eval                                          how well the merge applies edits of this repository's history
  fast-apply eval --engines structural,auto:openai/gpt-4.1-mini,exact:openai/gpt-4.1-mini --price 0.4,1.6
  fast-apply eval --planner anthropic/claude-sonnet-4-5 --grader openai/gpt-4.1
  fast-apply eval --engines structural,local,choice:local --local-model qwen2.5-coder-1.5b.gguf
  fast-apply eval --cases cases.jsonl --out results

Keys come from the vendors' usual environment variables. Before anything is sent you are told what, to whom and for about how much, and asked.
After a stop the same command goes on where it was.

Exit codes: 0 done; 1 stopped, or not allowed to send; 2 wrong usage; 3 trouble with the repository, the cases or the folder.
`;

/** Adds `eval` to the command; `run` gets the flags. */
export function addEvalCommand(program: Command, run: (flags: EvalFlags) => Promise<void>): void {
  program
    .command("eval")
    .summary("measure engines on edits of a repository's history")
    .description(
      "Applies edits of a repository's history by one or more engines, and tells how many come out right, how fast and at what cost.",
    )
    .addOption(
      new Option("--repository <dir>", "the git repository whose history has the edits; default: this one").conflicts(
        "cases",
      ),
    )
    .option(
      "--cases <file>",
      "edits of your own: a JSON object in each line, with id, path, original, answer and expected, or expect_refusal",
    )
    .addOption(
      new Option("--edits <number>", "how many edits; default: 450, or all of --cases").argParser((value) =>
        readWhole(value, 1, 100_000),
      ),
    )
    .option("--engines <list>", "engines to measure, separated by commas; see below", "structural")
    .option("--planner <model>", "have this model write the answers, from the messages of the commits")
    .option("--grader <model>", "have this model grade what comes out, from 1 to 5, twice")
    .addOption(
      new Option("--base-url <[provider=]url>", "a provider's address, where it is not its usual one").argParser(
        gathered(readAddress),
      ),
    )
    .addOption(
      new Option("--price <[model=]sent,answered>", "US dollars per million input and output tokens").argParser(
        gathered(readGivenPrice),
      ),
    )
    .option("--local-model <file>", "a GGUF file: the model that local means")
    .addOption(
      new Option("--seed <number>", "seed for choosing the edits")
        .default(1)
        .argParser((value) => readWhole(value, 0, 2 ** 31)),
    )
    .option("--out <dir>", "the folder for results; created if missing, with a .gitignore", "fast-apply-eval")
    .option("--yes", "send without a question")
    .addHelpText("after", examples)
    .action(run);
}

function readWhole(value: string, least: number, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new InvalidArgumentError(`It is not a whole number from ${least} to ${most}.`);
}

function readGivenPrice(text: string): NonNullable<ReturnType<typeof readPrice>> {
  const price = readPrice(text);
  if (price !== undefined) return price;
  throw new InvalidArgumentError("It is not of the form 0.4,1.6 or openai/gpt-4.1-mini=0.4,1.6.");
}

/** Makes the parser of an option that may be given several times, each time for another key. */
function gathered<Value>(
  read: (text: string) => readonly [string | undefined, Value],
): (
  text: string,
  previous: ReadonlyMap<string | undefined, Value> | undefined,
) => ReadonlyMap<string | undefined, Value> {
  return (text, previous) => new Map([...(previous ?? []), read(text)]);
}
