import { openingOf, promptFamilies, wrapDraft, type Wrapper } from "../../core/models/prompts.ts";
import type { RewriteTask } from "../../core/models/rewriter.ts";
import { unwrapAnswer } from "../../core/models/unwrapAnswer.ts";
import { draftLengthsFrom } from "../../core/speculation/draftLengths.ts";
import { speculate, type SpeculationCounts } from "../../core/speculation/speculate.ts";
import type { EngineEvent, EngineFailure, LocalTask, RewriteFigures } from "../protocol.ts";
import { END_TOKEN } from "./llamaVerifier.ts";
import type { LoadedModel } from "./loadedModel.ts";

/** A place that has less in common with what was written is not worth a pass. */
const MIN_MATCHED = 3;
/** So that useless drafts cost at most a tenth of the time. On 250 edits of public files useful ones need no more. */
const REJECTED_PER_TOKEN = 1 / 4;

/** What comes of a rewrite: the events of the port, and before the last two what it took. */
export type RewriteEvent = EngineEvent | { readonly type: "figures"; readonly figures: RewriteFigures };

/** Reads the prompt of a task, so that a rewrite finds it read. Returns the number of its tokens; a prompt that is too long is not read. */
export async function prepareTask(model: LoadedModel, task: LocalTask, signal: AbortSignal): Promise<number> {
  const { prompt } = promptOf(model, task);
  if (prompt.length < model.contextTokens - ROOM) await model.verifier.read(prompt, signal);
  return prompt.length;
}

/**
 * Decodes the rewrite of a task greedily, with drafts from the guess, the original and the sketch. Yields text as it is accepted. Throws
 * only the reason of an abort of `signal`, and what the library throws.
 */
export async function* rewriteTask(
  model: LoadedModel,
  task: LocalTask,
  signal: AbortSignal,
): AsyncGenerator<RewriteEvent> {
  const { prompt, wrapper } = promptOf(model, task);
  const draft = wrapDraft(task.draft, wrapper);
  const texts = task.drafts ?? [draft.slice(openingOf(wrapper).length), task.original, task.sketch];
  const room = model.contextTokens - prompt.length - ROOM;
  const least = model.tokenize(draft).length;
  if (least > room) {
    yield failedWith(tooLong(prompt.length + least, model.contextTokens));
    return;
  }
  // The library would silently forget the beginning when the context is full.
  const maxTokens = Math.min(room, Math.ceil(least * SPARE_SHARE) + model.tokenize(task.sketch).length + SPARE_TOKENS);
  const start = performance.now();
  const cachedTokens = await model.verifier.read(prompt, signal);
  const read = performance.now();
  const { push, finish, isClosed } = unwrapAnswer(wrapper, task.original);
  const close = closeOf(task, wrapper);
  let counts: SpeculationCounts | undefined;
  let ending: EngineEvent = failedWith(cutOff);
  yield* textEvent(push(openingOf(wrapper)));
  for await (const event of answerTexts(model, prompt, texts, { close, maxTokens }, signal)) {
    if (event.type === "text") yield* textEvent(push(event.text));
    else {
      counts = event.counts;
      ending = event.type === "end" ? { type: "end", reason: event.reason } : failedWith(event.failure);
    }
  }
  if (ending.type === "end") yield* textEvent(finish());
  if (ending.type === "end" && ending.reason === "stop" && !isClosed()) ending = failedWith(cutOff);
  if (counts !== undefined) {
    const { tokens, drafted, accepted, passes } = counts;
    const spent = { prefillMs: read - start, decodeMs: performance.now() - read };
    yield {
      type: "figures",
      figures: { promptTokens: prompt.length, cachedTokens, ...spent, tokens, passes, drafted, accepted },
    };
    yield {
      type: "usage",
      usage: {
        promptTokens: prompt.length,
        completionTokens: tokens,
        acceptedTokens: accepted,
        rejectedTokens: drafted - accepted,
      },
    };
  }
  yield ending;
}

/** How many tokens stay free between the answer and the end of the context, for what a batch is filled up with. */
export const ROOM = 8;
/** How much longer than the draft an answer may be, beside what the sketch adds. */
const SPARE_SHARE = 1.25;
const SPARE_TOKENS = 600;

function promptOf(
  model: LoadedModel,
  task: LocalTask,
): { readonly prompt: readonly number[]; readonly wrapper: Wrapper | undefined } {
  const { messages, wrapper } = promptFamilies[model.family];
  const { original, sketch, instruction, path, language, draft } = task;
  const asked: RewriteTask = { original, sketch, instruction, conversation: [], path, language, draft };
  return { prompt: model.promptTokens(messages(asked), openingOf(wrapper)), wrapper };
}

/** What ends the answer wherever it comes; `undefined` if the file may hold it, so that only the model's own end counts. */
function closeOf({ original, sketch, draft }: LocalTask, wrapper: Wrapper | undefined): string | undefined {
  return wrapper === undefined || [original, sketch, draft].some((text) => text.includes(wrapper.close))
    ? undefined
    : wrapper.close;
}

type AnswerEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end"; readonly reason: "stop" | "length"; readonly counts: SpeculationCounts }
  | { readonly type: "failed"; readonly failure: EngineFailure; readonly counts: SpeculationCounts };

/** The text of the answer as it is decoded, in whole characters, up to its end or the closing tag. */
async function* answerTexts(
  { verifier, costs, tokenize, detokenize }: LoadedModel,
  prompt: readonly number[],
  texts: readonly string[],
  { close, maxTokens }: { readonly close: string | undefined; readonly maxTokens: number },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const drafts = texts.filter((text) => text !== "").map((text) => [...tokenize(text)]);
  const task = {
    drafts,
    ends: new Set([END_TOKEN]),
    maxTokens,
    draftLengths: draftLengthsFrom(costs),
    rejectedPerToken: REJECTED_PER_TOKEN,
    minMatched: MIN_MATCHED,
    plainTokens: 1,
  };
  /** The tokens whose text is not known yet, and those before them. */
  let unread: number[] = [];
  let before = prompt.slice(-CONTEXT_OF_TEXT);
  /** The end of the text, in which the closing tag may have begun. */
  let tail = "";
  for await (const event of speculate(verifier, task, signal)) {
    if (event.type !== "step") {
      yield event;
      return;
    }
    unread.push(...event.tokens);
    const text = detokenize(unread, before);
    // A character that is not whole yet.
    if (text.endsWith("\uFFFD")) continue;
    before = [...before, ...unread].slice(-CONTEXT_OF_TEXT);
    unread = [];
    const at = close === undefined ? -1 : (tail + text).indexOf(close);
    if (close !== undefined && at >= 0) {
      // What the model adds after it is not part of the answer.
      yield { type: "text", text: text.slice(0, at + close.length - tail.length) };
      yield { type: "end", reason: "stop", counts: event.counts };
      return;
    }
    yield { type: "text", text };
    tail = close === undefined ? "" : (tail + text).slice(1 - close.length);
  }
}

/** How many tokens before a text say how it begins. */
const CONTEXT_OF_TEXT = 4;

function* textEvent(text: string): Generator<EngineEvent> {
  if (text !== "") yield { type: "text", text };
}

function failedWith(failure: EngineFailure): EngineEvent {
  return { type: "failed", failure };
}

const cutOff: EngineFailure = {
  type: "cut-off",
  message: "The local model broke off its answer before the closing tag. Apply again, or choose another model.",
};

function tooLong(tokens: number, most: number): EngineFailure {
  const message = `The part of the file that the sketch touches takes ${tokens} tokens with what is asked, and the local model holds ${most}. Show a smaller part in the sketch, or choose another provider.`;
  return { type: "too-long", message };
}
