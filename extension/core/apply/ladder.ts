import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import { readOriginal, type Original } from "../merge/original.ts";
import { wholeFile } from "../merge/wholeFile.ts";
import { judgeReply } from "../proof/judgeReply.ts";
import type { Proof } from "../proof/proof.ts";
import { isBlank } from "../text/indentation.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { STRUCTURAL, type ApplyEvent, type ApplyPorts, type StepFailure } from "./applyEvents.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { doubted } from "./reviewable.ts";
import type { ModelUsage } from "../models/model.ts";
import { planTask, type Failed, type PlannedTask } from "./plannedTask.ts";
import type { Ambiguous } from "./outcome.ts";
import type { Rewriter } from "../models/rewriter.ts";

/** A whole rewrite of a model, and what the proof says of it. */
interface Rewritten {
  readonly text: string;
  readonly proof: Proof;
  readonly engine: string;
  readonly usage: ModelUsage | undefined;
}

/**
 * Asks each rewriter in turn, from the engine's best guess, until the proof holds. `asked`: how those that were asked for a choice before
 * have failed. A rewriter that fails, or whose text the proof rejects, gives way to the next. If none succeeds, yields the rewrite with
 * the fewest findings, together with these, or without any rewrite the engine's own doubt. Ends with `done` or `ambiguous`.
 */
export async function* climbLadder(
  request: ApplyRequest,
  outcome: Ambiguous,
  { rewriters, draft = "guess" }: Pick<ApplyPorts, "rewriters" | "draft">,
  asked: readonly StepFailure[],
  signal: AbortSignal,
): AsyncGenerator<ApplyEvent> {
  const failures: StepFailure[] = [{ engine: STRUCTURAL, message: outcome.reason }, ...asked];
  const doubtful: Rewritten[] = [];
  // Whoever was asked for a choice may fail in the same way again.
  const fail = (engine: string, message: string): void => {
    if (!failures.some((one) => one.engine === engine && one.message === message)) failures.push({ engine, message });
  };
  const original = readOriginal(request.original, request.language, request.parser);
  try {
    for (const rewriter of rewriters) {
      signal.throwIfAborted();
      const { name } = rewriter;
      const planned = planTask(request, original, outcome, rewriter, draft);
      if (planned.type === "failed") {
        fail(name, planned.message);
        continue;
      }
      yield { type: "step", engine: name };
      const answer = yield* readAnswer(rewriter, planned, signal);
      const judged = answer.type === "failed" ? answer : judgeAnswer(request, original, planned, answer.lines);
      if (judged.type === "failed") {
        fail(name, judged.message);
        continue;
      }
      const { text, proof } = judged;
      const rewritten = { text, proof, engine: name, usage: answer.type === "failed" ? undefined : answer.usage };
      if (proof.holds) {
        yield { type: "done", pieces: [], failures, ...rewritten };
        return;
      }
      fail(name, proof.findings[0]?.message ?? "The result could not be proven.");
      doubtful.push(rewritten);
    }
  } finally {
    original.tree?.dispose();
  }
  const [best] = doubtful.sort((a, b) => a.proof.findings.length - b.proof.findings.length);
  if (best === undefined) {
    yield { ...outcome, failures };
    return;
  }
  yield { type: "step", engine: best.engine };
  yield { type: "text", text: best.text };
  const proof = doubted(best.text, best.proof.findings[0]?.message ?? outcome.reason, best.proof);
  yield { type: "done", pieces: [], failures, ...best, proof };
}

type Answer =
  { readonly type: "whole"; readonly lines: readonly string[]; readonly usage: ModelUsage | undefined } | Failed;

/** Passes the answer on while it comes, as the text of the whole file. */
async function* readAnswer(
  rewriter: Rewriter,
  { task, head, tail }: PlannedTask,
  signal: AbortSignal,
): AsyncGenerator<ApplyEvent, Answer> {
  let answer = "";
  let usage: ModelUsage | undefined;
  let ending: Answer | undefined;
  if (head.length > 0) yield { type: "text", text: `${head.join("\n")}\n`, isCopied: true };
  for await (const event of rewriter.rewrite(task, signal)) {
    signal.throwIfAborted();
    if (event.type === "text") {
      answer += event.text;
      yield event;
    } else if (event.type === "usage") {
      usage = event.usage;
      yield event;
    } else if (event.type === "failed") {
      ending = { type: "failed", message: event.failure.message };
      break;
    } else {
      ending = event.reason === "length" ? cutOff(rewriter) : { type: "whole", lines: [], usage };
    }
  }
  signal.throwIfAborted();
  ending ??= { type: "failed", message: `${rewriter.name} broke off before the end of its answer. Apply again.` };
  if (ending.type === "failed") return ending;
  if (answer.trim() === "") return { type: "failed", message: `${rewriter.name} gave an empty answer. Apply again.` };
  if (tail.length > 0) {
    yield { type: "text", text: `${answer.endsWith("\n") ? "" : "\n"}${tail.join("\n")}`, isCopied: true };
  }
  return { type: "whole", lines: withBlankEndsOf(lineTexts(task.original), lineTexts(answer)), usage };
}

function cutOff({ name }: Rewriter): Failed {
  return {
    type: "failed",
    message: `${name} stopped at the limit of its answer, before the end of the file. Show a smaller part in the sketch, or choose a model that can write more.`,
  };
}

/** Gives an answer the blank ends of the original, since models add and drop blank lines there without a meaning. */
function withBlankEndsOf(original: readonly string[], answer: readonly string[]): readonly string[] {
  const inner = (lines: readonly string[]): LineRange => {
    const start = lines.findIndex((line) => !isBlank(line));
    return start === -1 ? { start: 0, end: 0 } : { start, end: lines.findLastIndex((line) => !isBlank(line)) + 1 };
  };
  const [theirs, ours] = [inner(original), inner(answer)];
  return [
    ...original.slice(0, theirs.start),
    ...answer.slice(ours.start, ours.end),
    ...(theirs.end > 0 ? original.slice(theirs.end) : []),
  ];
}

function judgeAnswer(
  { sketches, original: before }: ApplyRequest,
  original: Original,
  { task, head, tail }: PlannedTask,
  answer: readonly string[],
): { readonly type: "judged"; readonly text: string; readonly proof: Proof } | Failed {
  const { text } = wholeFile([...head, ...answer, ...tail].join("\n"), original);
  const proof = judgeReply(original, sketches, text);
  if (text === before && !proof.holds) return { type: "failed", message: "The model gave the file back unchanged." };
  if (!proof.holds && isOtherFile(lineTexts(task.original), lineTexts(task.draft), answer)) {
    return { type: "failed", message: "The model's answer is not this file." };
  }
  return { type: "judged", text, proof };
}

/** Checks whether a text has lost more than half of the lines of the file that the draft has kept. */
function isOtherFile(original: readonly string[], draft: readonly string[], text: readonly string[]): boolean {
  const kept = (lines: readonly string[]): number =>
    mapNewToOld(lineDiff(original, lines), lines.length).filter((line) => line >= 0 && !isBlank(original[line] ?? ""))
      .length;
  return kept(text) < kept(draft) / 2;
}
