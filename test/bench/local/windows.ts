import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import type { ModelLimits } from "../../../extension/core/models/model.ts";
import type { Rewriter, RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { selectForFile } from "../../../extension/core/targets/fileSketches.ts";
import type { SyntaxParsers } from "../../../extension/core/text/syntax.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { localLimits } from "../../../extension/local/localLimits.ts";
import { modelThatWrites, type WritingModel } from "../../models/modelThatWrites.ts";
import type { BenchCase } from "../speculation/benchCases.ts";
import { measuringEngine } from "./measure.ts";

const signal = new AbortController().signal;

/** From the click to the whole new file, in milliseconds, the model in memory. */
export interface ClickTimes {
  readonly name: string;
  readonly lines: number;
  /** Tokens of the prompt. */
  readonly promptTokens: number;
  /** Nothing of the file was read before. */
  readonly cold: number;
  /** The prompt was read while the answer streamed. */
  readonly warm: number;
}

/** Applies the case's sketch through the ladder, with windows and without. */
export async function measureClicks(
  one: BenchCase,
  parsers: SyntaxParsers,
  run: { readonly entry: string; readonly threads: number; readonly kind: WritingModel },
  hasWindows: boolean,
): Promise<ClickTimes> {
  const limits: ModelLimits = hasWindows ? localLimits : { ...localLimits, window: undefined };
  const request = await requestOf(one, parsers);
  const task = await taskOf(request, limits);
  const model = await modelThatWrites(run.entry, task, answerFor(one, task), run.kind);
  const { engine, options } = measuringEngine({ entry: run.entry, model, threads: run.threads, isStrict: false });
  const rewriter: Rewriter = { ...engine.rewriter({ path: model, name: "local" }, options), limits };
  let promptTokens = 0;
  const click = async (): Promise<number> => {
    const start = performance.now();
    for await (const event of applySketch(request, { rewriters: [rewriter], isModelWanted: true }, signal)) {
      if (event.type === "usage") promptTokens = event.usage.promptTokens ?? 0;
      if (event.type === "ambiguous" || event.type === "failed") throw new Error(`${one.id}: ${event.reason}`);
    }
    return performance.now() - start;
  };
  try {
    // Loads the model, and reads something else, so that nothing of the file is there.
    await rewriter.prepare?.({ ...task, original: "nothing", sketch: "", path: "other" }, signal);
    const cold = await click();
    const warm = await click();
    const lines = one.original.split("\n").length;
    return { name: hasWindows ? "window" : "whole file", lines, promptTokens, cold, warm };
  } finally {
    await engine.stop();
  }
}

/** What the command line would make of a case. */
export async function requestOf(one: BenchCase, parsers: SyntaxParsers): Promise<ApplyRequest> {
  const { original, path, language } = one;
  const { taken } = selectForFile(readReply(one.sketch, { path, language, original }), path);
  const parser = language === undefined ? undefined : await parsers.load(language);
  return { original, sketches: taken, language, parser, path, instruction: "", conversation: [] };
}

/** What the ladder asks a rewriter with these limits. */
export async function taskOf(request: ApplyRequest, limits: ModelLimits): Promise<RewriteTask> {
  let asked: RewriteTask | undefined;
  const recorder: Rewriter = {
    id: "recorder",
    name: "recorder",
    limits,
    // oxlint-disable-next-line typescript/require-await -- a stream of one event
    async *rewrite(task) {
      asked = task;
      yield { type: "failed", failure: { type: "rejected", message: "Only the task was wanted." } };
    },
  };
  const events = applySketch(request, { rewriters: [recorder], isModelWanted: true }, signal);
  while ((await events.next()).done !== true) {
    // To its end, since only the recorder's part counts.
  }
  if (asked === undefined) throw new Error("The file does not fit the model.");
  return asked;
}

/** What stands in the expected file in the place of the task's lines. */
export function answerFor({ original, expected }: BenchCase, task: RewriteTask): string {
  const at = original.indexOf(task.original);
  const after = original.length - at - task.original.length;
  return expected.slice(at, expected.length - after);
}
