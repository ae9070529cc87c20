import { readProse } from "../core/apply/replyProse.ts";
import { wholeSource } from "../core/apply/sketchSource.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { createApplyLog } from "./applyLog.ts";
import { holdSignals } from "./holdSignals.ts";
import { toJson } from "./json.ts";
import { formatPatch } from "./patch.ts";
import type { FoundFile } from "./findTarget.ts";
import { planForFile, planForFound, planForNamed, type PlannedTarget } from "./plan.ts";
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
} from "./report.ts";
import { inputStats, readInput, STDIN } from "./sketchInput.ts";
import { EXIT, print, type ExitCode, type Surroundings } from "./surroundings.ts";
import { writeFiles } from "../node/writeFiles.ts";

export interface ApplyOptions {
  /** The file that the user points at; else the sketch names the files. */
  readonly file: string | undefined;
  /** Where the sketch names none, the file that has its lines and names is looked for. */
  readonly find: boolean;
  /** File with the sketch, or `-` for stdin. */
  readonly sketch: string | undefined;
  /** What the user asked for. */
  readonly instruction: string | undefined;
  /** `stream`: the events of the apply while it goes on, and in the end what `json` prints. */
  readonly output: "text" | "write" | "diff" | "json" | "stream";
}

type Merged = Extract<PlannedTarget, { type: "merged" }>;

/** Applies a sketch and prints or writes what it gives. Nothing is written unless every target is sure. */
export async function apply(surroundings: Surroundings, options: ApplyOptions): Promise<ExitCode> {
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
  const prose = readProse(wholeSource(reply.text), 0).text;
  const ways = {
    cwd,
    parsers,
    rewriters,
    draft,
    instruction: options.instruction ?? "",
    conversation: prose === "" ? [] : [{ role: "assistant" as const, text: prose }],
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

  const { targets, left, isPartial, found } = plan;
  const exitCode = isPartial ? (Math.max(EXIT.notSure, worst(targets)) as ExitCode) : worst(targets);
  await print(
    stderr,
    (found === undefined ? "" : reportFound(found)) +
      log.report() +
      targets.map(reportTarget).join("") +
      reportLeft(left, isPartial),
  );
  if (isJson(options)) {
    await printJson(surroundings, targets, left, exitCode);
    return exitCode;
  }
  const merged = targets.filter((target) => target.type === "merged");
  if (exitCode === EXIT.applied) return finish(surroundings, options, merged);
  if (merged.length > 0) {
    const names = merged.map(({ path }) => path).join(", ");
    await print(stderr, `fast-apply: left as they are, because not all of the sketch could be applied: ${names}\n`);
  }
  return exitCode;
}

function worst(targets: readonly PlannedTarget[]): ExitCode {
  if (targets.some(({ type }) => type === "trouble")) return EXIT.fileTrouble;
  return targets.every(({ type }) => type === "merged") ? EXIT.applied : EXIT.notSure;
}

async function finish(
  surroundings: Surroundings,
  { output }: ApplyOptions,
  merged: readonly Merged[],
): Promise<ExitCode> {
  const { stdout, stderr, colours } = surroundings;
  if (output === "write") return write(surroundings, merged);
  const [first] = merged;
  if (output === "diff" || merged.length !== 1 || first === undefined) {
    await print(
      stderr,
      merged
        .filter(({ change, original, text }) => change.type === "update" && original === text)
        .map(reportPreview)
        .join(""),
    );
    await print(stdout, merged.map((target) => formatPatch(target, colours)).join(""));
  } else {
    await print(stderr, reportPreview(first));
    await print(stdout, first.text);
  }
  return EXIT.applied;
}

async function write({ stdout, stderr }: Surroundings, merged: readonly Merged[]): Promise<ExitCode> {
  const isSame = ({ change, original, text }: Merged): boolean => change.type === "update" && original === text;
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
  options: ApplyOptions,
  exitCode: ExitCode,
  report: string,
): Promise<ExitCode> {
  await print(surroundings.stderr, report);
  if (isJson(options)) await printJson(surroundings, [], [], exitCode);
  return exitCode;
}

function isJson({ output }: ApplyOptions): boolean {
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
