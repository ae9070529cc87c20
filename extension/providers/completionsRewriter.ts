import type { ModelEvent, ModelFailure, ModelLimits, ModelUsage } from "../core/models/model.ts";
import type { Rewriter, RewriteTask } from "../core/models/rewriter.ts";
import { answerRoom } from "../core/models/tokens.ts";
import { unwrapAnswer } from "../core/models/unwrapAnswer.ts";
import { speculate, type SpeculationCounts } from "../core/speculation/speculate.ts";
import { withoutEnd } from "../core/text/trimEnd.ts";
import { openByEcho } from "./completionsEcho.ts";
import { completionPrompt } from "./completionsPrompt.ts";
import { END, openById, type CompletionsSession, type Trouble } from "./completionsSession.ts";
import type { Endpoint } from "./endpoint.ts";
import { describeFault } from "./failures.ts";
import type { Refusals } from "./refusals.ts";

/** A request with a draft reads the whole prompt anew, so a draft has to be likely; a request without gives a few tokens. */
const minMatched = 4;
const plainTokens = 8;

/**
 * Creates a rewriter with speculative edits on the client, for servers with a completions API that says what the model thinks of a prompt's
 * tokens (`echo` with `logprobs`). The draft is part of the prompt, and one request accepts all of it up to the first token that the model
 * would not have chosen. The answer is the model's own, greedily decoded. Yields text as it is accepted.
 */
export function createCompletionsRewriter({
  id,
  name,
  endpoint,
  limits,
  refusals,
}: {
  readonly id: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly limits: ModelLimits;
  readonly refusals: Refusals;
}): Rewriter {
  async function* rewrite(task: RewriteTask, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (task.isUnaided === true) {
      const message = `${name} writes by reading a draft, so there is nothing to ask without one. Ask for the same model by the provider's chat.`;
      yield { type: "failed", failure: { type: "rejected", message } };
      return;
    }
    const prompt = completionPrompt(task);
    const texts = [prompt.draft, task.original, task.sketch];
    const failed = (trouble: Trouble): ModelEvent => ({
      type: "failed",
      failure: describeTrouble(trouble, endpoint, [...texts, task.instruction]),
    });
    let promptTokens = 0;
    const spend = (tokens: number): void => {
      promptTokens += tokens;
    };
    const byId = await openById(endpoint, refusals, prompt, texts, spend, signal);
    const opened = byId.type === "no-tokenizer" ? await openByEcho(endpoint, refusals, prompt, spend, signal) : byId;
    if (opened.type === "failed") {
      yield failed(opened.trouble);
      return;
    }
    const { session } = opened;
    const room = limits.contextTokens - session.promptLength - 1;
    const maxTokens = Math.min(room, answerRoom(prompt.draft, task.sketch, limits));
    if (maxTokens < 1) {
      yield { type: "failed", failure: tooLong(endpoint) };
      return;
    }

    const { push, finish } = unwrapAnswer(prompt.wrapper, task.original);
    let counts: SpeculationCounts | undefined;
    let last: ModelEvent | undefined;
    let length = 0;
    const text = (part: string): ModelEvent[] => {
      if (part === "") return [];
      length += part.length;
      return [{ type: "text", text: part }];
    };
    yield* text(push(`${prompt.wrapper.open}\n`));
    for await (const event of readTexts(session, maxTokens, prompt.wrapper.close, signal)) {
      counts = event.counts;
      if (event.type === "text") yield* text(push(event.text));
      else if (event.type === "failed") last = failed(event.trouble);
      else last = { type: "end", reason: event.reason };
    }
    if (last?.type === "end") yield* text(finish());
    if (counts !== undefined) yield { type: "usage", usage: usageOf(counts, promptTokens, session) };
    yield last?.type === "end" && length === 0 ? failed({ type: "empty" }) : (last ?? failed({ type: "cut-off" }));
  }
  return { id, name, limits, rewrite };
}

type TextEvent = { readonly counts: SpeculationCounts } & (
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end"; readonly reason: "stop" | "length" }
  | { readonly type: "failed"; readonly trouble: Trouble }
);

/** The text of an answer up to its closing tag, as it is decoded. */
async function* readTexts(
  session: CompletionsSession,
  maxTokens: number,
  close: string,
  signal: AbortSignal,
): AsyncGenerator<TextEvent> {
  const sizes = { maxTokens, draftLengths: [maxTokens], rejectedPerToken: Infinity, minMatched, plainTokens };
  const task = { drafts: session.drafts, ends: new Set([END]), ...sizes };
  const output: number[] = [];
  let known = "";
  for await (const event of speculate(session, task, signal)) {
    const { counts } = event;
    if (event.type === "failed") {
      yield { type: "failed", trouble: event.failure, counts };
      return;
    }
    if (event.type === "end") {
      yield { type: "end", reason: event.reason, counts };
      return;
    }
    output.push(...event.tokens);
    const decoded = await session.textOf(output, signal);
    if (decoded.type === "failed") {
      yield { type: "failed", trouble: decoded.fault, counts };
      return;
    }
    // A character that is not whole yet.
    const text = withoutEnd(decoded.value, "\uFFFD");
    if (!text.startsWith(known)) {
      yield { type: "failed", trouble: { type: "malformed" }, counts };
      return;
    }
    const at = text.indexOf(close);
    yield { type: "text", text: text.slice(known.length, at < 0 ? undefined : at + close.length), counts };
    known = text;
    if (at >= 0) {
      yield { type: "end", reason: "stop", counts };
      return;
    }
  }
}

function usageOf(counts: SpeculationCounts, promptTokens: number, { drafts }: CompletionsSession): ModelUsage {
  return {
    promptTokens,
    completionTokens: counts.tokens,
    acceptedTokens: counts.accepted,
    rejectedTokens: Math.max(0, (drafts[0]?.length ?? 0) - counts.accepted),
  };
}

function describeTrouble(trouble: Trouble, endpoint: Endpoint, texts: readonly string[]): ModelFailure {
  if (trouble.type !== "no-scores") return describeFault(trouble, endpoint, { key: endpoint.key, texts });
  const message = `${endpoint.name} does not tell what ${endpoint.model} thinks of a prompt's tokens, which speculative edits need ("echo" with "logprobs"). Run "Fast Apply: Choose Apply Provider" to use this server without them, or another one.`;
  return { type: "rejected", message };
}

function tooLong({ name, model }: Endpoint): ModelFailure {
  const message = `The text is too long for ${model} of ${name}. Run "Fast Apply: Choose Apply Provider" to take another model or provider.`;
  return { type: "too-long", message };
}
