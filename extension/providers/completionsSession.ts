import type { BatchVerifier, Verdict } from "../core/speculation/batchVerifier.ts";
import type { CompletionPrompt } from "./completionsPrompt.ts";
import {
  complete,
  detokenize,
  tokenize,
  type Completion,
  type CompletionRequest,
  type Result,
} from "./completionsRequests.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import type { Refusals } from "./refusals.ts";

/** Stands for the end of an answer; no token has this id. */
export const END = -1;

/** `no-scores`: the server answers, but does not give the tokens of a prompt with what the model thinks of them. */
export type Trouble = Fault | { readonly type: "no-scores" };

/** A model that works on one answer. */
export interface CompletionsSession extends BatchVerifier<Trouble> {
  /** What the answer may repeat, as tokens, the likeliest first. */
  readonly drafts: readonly (readonly number[])[];
  readonly promptLength: number;
  /** Returns the text of an output. If it ends within a character, that one is left out or a replacement character. */
  textOf(output: readonly number[], signal: AbortSignal): Promise<Result<string>>;
}

export type Opened =
  | { readonly type: "open"; readonly session: CompletionsSession }
  | { readonly type: "failed"; readonly trouble: Trouble };

/**
 * Opens a session with a server that tokenizes for its clients, as vLLM and SGLang do; `no-tokenizer` if it does not. Everything goes by
 * token ids.
 */
export async function openById(
  endpoint: Endpoint,
  refusals: Refusals,
  prompt: CompletionPrompt,
  texts: readonly string[],
  spend: (promptTokens: number) => void,
  signal: AbortSignal,
): Promise<Opened | { readonly type: "no-tokenizer" }> {
  const first = await tokenize(endpoint, prompt.text, true, signal);
  if (first.type === "failed") {
    return isNoTokenizer(first.fault) ? { type: "no-tokenizer" } : { type: "failed", trouble: first.fault };
  }
  const drafts: (readonly number[])[] = [];
  for (const result of await Promise.all(texts.map((text) => tokenize(endpoint, text, false, signal)))) {
    if (result.type === "failed") return { type: "failed", trouble: result.fault };
    drafts.push(result.value);
  }
  const promptIds = first.value;

  const ask = async (request: Omit<CompletionRequest, "asIds">): Promise<Result<Completion>> => {
    const result = await complete(endpoint, refusals, { ...request, asIds: true }, signal);
    if (result.type === "answered") spend(result.value.promptTokens);
    return result;
  };

  return {
    type: "open",
    session: {
      drafts,
      promptLength: promptIds.length,
      textOf: (output) => (output.length === 0 ? Promise.resolve(NO_TEXT) : detokenize(endpoint, output, signal)),
      async verify(output, draft) {
        const before = [...promptIds, ...output];
        const result = await ask({ prompt: [...before, ...draft], maxTokens: 1, echo: true });
        if (result.type === "failed") return { type: "failed", failure: result.fault };
        return readVerdict(result.value, before.length, draft);
      },
      async generate(output, count) {
        const result = await ask({ prompt: [...promptIds, ...output], maxTokens: count, echo: false });
        if (result.type === "failed") return { type: "failed", failure: result.fault };
        const { text, isEnd } = result.value;
        let { ids } = result.value;
        if (ids === undefined) {
          const read = await tokenize(endpoint, text, false, signal);
          if (read.type === "failed") return { type: "failed", failure: read.fault };
          ids = read.value;
        }
        if (!isEnd)
          return ids.length > 0 ? { type: "tokens", next: ids } : { type: "failed", failure: { type: "empty" } };
        // Some servers count the token that ends an answer among its tokens.
        const whole = ids.length > 0 ? await detokenize(endpoint, ids, signal) : NO_TEXT;
        if (whole.type === "failed") return { type: "failed", failure: whole.fault };
        return { type: "tokens", next: [...(whole.value === text ? ids : ids.slice(0, -1)), END] };
      },
    },
  };
}

const NO_TEXT = { type: "answered", value: "" } as const;

/**
 * Reads what the model thinks of a draft that stands in an echoed prompt from index `start` on. In the verdict an `undefined` token has to
 * be found by plain decoding.
 */
export function readVerdict(
  { tokens, ids, isEnd }: Completion,
  start: number,
  draft: readonly number[],
): Verdict<Trouble> {
  if (tokens.length < start + draft.length) return { type: "failed", failure: { type: "no-scores" } };
  const next: (number | undefined)[] = [];
  for (const [index, token] of draft.entries()) {
    const scored = tokens[start + index];
    if (scored?.isBest === true) {
      next.push(token);
      continue;
    }
    // In a tie both are the best; plain decoding tells which one it is.
    next.push(scored?.bestId === token ? undefined : scored?.bestId);
    return { type: "tokens", next };
  }
  const last = isEnd ? END : (ids?.[0] ?? tokens[start + draft.length]?.id);
  return { type: "tokens", next: [...next, last] };
}

/** Whether a fault only says that there is nothing behind the address. */
function isNoTokenizer(fault: Fault): boolean {
  if (fault.type === "status") return [400, 403, 404, 405, 410, 422, 501].includes(fault.status);
  return fault.type === "malformed" || fault.type === "content-type";
}
