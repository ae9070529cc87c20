import { readReplyProse } from "../core/targets/replyProse.ts";
import { wholeSource } from "../core/targets/sketchSource.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import type { GivenChoice } from "./choices.ts";
import { createApplyLog } from "./applyLog.ts";
import { holdSignals } from "./holdSignals.ts";
import { toJson } from "./json.ts";
import { formatFilePatch } from "./patch.ts";
import type { FoundFile } from "./findTarget.ts";
import { planForFile, planForFound, planForNamed, type PlannedTarget, type SettledTarget } from "./plan.ts";
import {
  reportFound,
  reportLeft,
  reportLeftFiles,
  reportNoCode,
  reportNoTarget,
  reportPreview,
  reportSeveral,
  reportTarget,
  reportTrouble,
  reportWriteFailure,
  reportWritten,
  reportWrongOption,
} from "./report.ts";
import { inputStats, readInput, STDIN } from "./sketchInput.ts";
import { EXIT, print, type ExitCode, type Surroundings } from "./surroundings.ts";
import { writeFiles } from "../node/writeFiles.ts";

export interface ApplyCommandOptions {
  /** The file that the user points at; else the sketch names the files. */
  readonly file: string | undefined;
  /** Whether to look for the file that has the sketch's lines and names if the sketch names none. */
  readonly find: boolean;
  /** File with the sketch, or `-` for stdin. */
  readonly sketch: string | undefined;
  /** What the user asked for. */
  readonly instruction: string | undefined;
  /** What is meant with open pieces. */
  readonly choices: readonly GivenChoice[];
  /** Whether what is sure is taken although something else is not. */
  readonly isPartialTaken: boolean;
  /** `stream`: the events of the apply while it goes on, and in the end what `json` prints. */
  readonly output: "text" | "write" | "diff" | "json" | "stream";
}

/**
 * Applies a sketch and prints or writes the result. Writes nothing unless every target is sure, or what is sure is all that is wanted; a
 * choice of the user that does not fit changes nothing.
 */
export async function apply(surroundings: Surroundings, options: ApplyCommandOptions): Promise<ExitCode> {
  const { stderr, stdin } = surroundings;
  if (options.sketch === undefined && stdin.isTTY === true) {
    await print(
      stderr,
      "fast-apply: there is no sketch.\n  Next: name its file with --sketch, or give it on stdin: fast-apply apply --file F < answer.md\n",
    );
    return EXIT.usage;
  }
  const reply = await readInput(surroundings, options.sketch ?? STDIN);
  if (reply.type !== "text") return fail(surroundings, options, EXIT.fileTrouble, reportTrouble(reply));

  const { cwd, parsers, rewriters, draft } = surroundings;
  const log = createApplyLog(surroundings, options.output === "stream");
  const prose = readReplyProse(wholeSource(reply.text), 0).text;
  const ways = {
    cwd,
    parsers,
    rewriters,
    draft,
    instruction: options.instruction ?? "",
    conversation: prose === "" ? [] : [{ role: "assistant" as const, text: prose }],
    choices: options.choices,
    onEvent: log.take,
  };
  const plan =
    options.file !== undefined
      ? await planForFile(ways, reply.text, options.file)
      : options.find
        ? await planForFound(ways, reply.text, await inputStats(surroundings, options.sketch ?? STDIN))
        : await planForNamed(ways, reply.text);
  if (plan.type === "no-code") return fail(surroundings, options, EXIT.notSure, reportNoCode());
  if (plan.type === "no-target") return fail(surroundings, options, EXIT.usage, reportNoTarget());
  if (plan.type === "several-found") {
    await print(stderr, reportSeveral(plan.files));
    if (isJson(options)) await printJson(surroundings, [], [], EXIT.notSure, plan.files);
    return EXIT.notSure;
  }

  if (plan.type === "wrong") return fail(surroundings, options, EXIT.usage, reportWrongOption(plan));

  const { targets, left, isPartial, found } = plan;
  const exitCode = isPartial ? (Math.max(EXIT.notSure, worst(targets)) as ExitCode) : worst(targets);
  // Nothing is taken of files that cannot be read or written: there it is not the sketch that is unclear.
  const isTaken = options.isPartialTaken && exitCode === EXIT.notSure;
  const settled = targets.flatMap((target): readonly SettledTarget[] => {
    if (target.type === "merged") return [target];
    return isTaken && target.type === "ambiguous" && target.sure ? [{ ...target, ...target.sure }] : [];
  });
  const way = { isTaken, isWritten: options.output === "write", isOnly: targets.length === 1 };
  const reports = targets.map((target) => reportTarget(target, way)).join("");
  const head = found === undefined ? "" : reportFound(found);
  await print(stderr, head + log.report() + reports + reportLeft(left, isPartial, isTaken));
  if (isJson(options)) {
    await printJson(surroundings, targets, left, exitCode);
    return exitCode;
  }
  if (exitCode === EXIT.applied || (isTaken && settled.length > 0)) {
    const output = options.output === "text" && targets.length > 1 ? "diff" : options.output;
    const finished = await finish(surroundings, output, settled);
    return finished === EXIT.applied ? exitCode : finished;
  }
  if (settled.length > 0) {
    const names = settled.map(({ path }) => path).join(", ");
    await print(stderr, `fast-apply: left as they are, because not all of the sketch could be applied: ${names}\n`);
  }
  return exitCode;
}

function worst(targets: readonly PlannedTarget[]): ExitCode {
  if (targets.some(({ wrongChoice }) => wrongChoice !== undefined)) return EXIT.usage;
  if (targets.some(({ type }) => type === "trouble")) return EXIT.fileTrouble;
  return targets.every(({ type }) => type === "merged") ? EXIT.applied : EXIT.notSure;
}

async function finish(
  surroundings: Surroundings,
  output: ApplyCommandOptions["output"],
  merged: readonly SettledTarget[],
): Promise<ExitCode> {
  const { stdout, stderr, colours } = surroundings;
  if (output === "write") return write(surroundings, merged);
  const [first] = merged;
  if (output === "diff" || first === undefined) {
    await print(
      stderr,
      merged
        .filter(({ change, original, text }) => change.type === "update" && original === text)
        .map(reportPreview)
        .join(""),
    );
    await print(stdout, merged.map((target) => formatFilePatch(target, colours)).join(""));
  } else {
    await print(stderr, reportPreview(first));
    await print(stdout, first.text);
  }
  return EXIT.applied;
}

async function write({ stdout, stderr }: Surroundings, merged: readonly SettledTarget[]): Promise<ExitCode> {
  const isSame = ({ change, original, text }: SettledTarget): boolean => change.type === "update" && original === text;
  const changes = merged.filter((target) => !isSame(target)).map(({ change }) => change);
  const result = await holdSignals(() => writeFiles(changes));
  if (result.type === "failed") {
    await print(stderr, reportWriteFailure(result));
    return EXIT.fileTrouble;
  }
  await print(stderr, merged.filter(isSame).map(reportPreview).join("") + reportLeftFiles(result.left));
  await print(stdout, reportWritten(changes));
  return EXIT.applied;
}

async function fail(
  surroundings: Surroundings,
  options: ApplyCommandOptions,
  exitCode: ExitCode,
  report: string,
): Promise<ExitCode> {
  await print(surroundings.stderr, report);
  if (isJson(options)) await printJson(surroundings, [], [], exitCode);
  return exitCode;
}

function isJson({ output }: ApplyCommandOptions): boolean {
  return output === "json" || output === "stream";
}

function printJson(
  { stdout }: Surroundings,
  targets: readonly PlannedTarget[],
  left: readonly FileSketch[],
  exitCode: ExitCode,
  found?: readonly FoundFile[],
): Promise<void> {
  return print(stdout, `${JSON.stringify(toJson(targets, left, exitCode, found))}\n`);
}
