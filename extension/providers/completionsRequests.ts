import * as v from "valibot";
import type { Endpoint } from "./endpoint.ts";
import { faultOfStream, type Fault } from "./fault.ts";
import type { Refusals } from "./refusals.ts";
import { makeRequest, mostBytes } from "./requests.ts";

export type Result<T> =
  { readonly type: "answered"; readonly value: T } | { readonly type: "failed"; readonly fault: Fault };

/** A token of a completion with what the server says about it. */
export interface ScoredToken {
  /** As the server writes it, which may be a replacement character if it ends within a character. */
  readonly text: string;
  readonly id: number | undefined;
  /** Whether the model would have chosen this one here. A tie does not count. */
  readonly isBest: boolean;
  /** The token that the model would have chosen, as text. */
  readonly best: string | undefined;
  /** Its id, if the server states it. */
  readonly bestId: number | undefined;
}

/** What comes of one request. */
export interface Completion {
  /** With `echo` those of the prompt first; empty if the server does not state them. */
  readonly tokens: readonly ScoredToken[];
  /** How many of the tokens are the prompt's. */
  readonly promptLength: number;
  /** Ids of the tokens that were generated. */
  readonly ids: readonly number[] | undefined;
  readonly text: string;
  /** Whether the model has ended by itself. */
  readonly isEnd: boolean;
  readonly promptTokens: number;
}

/** How a prompt is to be completed. */
export interface CompletionRequest {
  /** Token ids, or the text for a server that takes no ids or states none. */
  readonly prompt: readonly number[] | string;
  readonly maxTokens: number;
  readonly echo: boolean;
  /** Whether tokens are to be written as `token_id:1`, which leaves no doubt which one it is, instead of their text. */
  readonly asIds: boolean;
}

/** In a record, valibot leaves out names such as `constructor`, which are tokens too. */
const TopLogprobs = v.custom<Readonly<Record<string, number>>>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((logprob: unknown) => typeof logprob === "number"),
);

const Logprobs = v.object({
  tokens: v.array(v.string()),
  token_logprobs: v.array(v.nullable(v.number())),
  top_logprobs: v.nullish(v.array(v.nullish(TopLogprobs))),
  token_ids: v.nullish(v.array(v.number())),
});

type Logprobs = v.InferOutput<typeof Logprobs>;

const Answer = v.object({
  choices: v.tuple([
    v.object({
      text: v.string(),
      finish_reason: v.nullish(v.string()),
      logprobs: v.nullish(Logprobs),
      prompt_token_ids: v.nullish(v.array(v.number())),
      token_ids: v.nullish(v.array(v.number())),
    }),
  ]),
  /** Together gives what it echoes here. */
  prompt: v.nullish(v.array(v.object({ logprobs: v.nullish(Logprobs) }))),
  usage: v.fallback(v.optional(v.object({ prompt_tokens: v.optional(v.number()) })), undefined),
});

/**
 * Fields that not every server knows; one that refuses a field does not get it again. The one about lengths is not among them: errors about
 * a prompt that is too long name it, and without it the prompt would be shortened.
 */
const optionalFields = ["return_tokens_as_token_ids", "return_token_ids"];

/** Completes a prompt greedily; with `echo` the prompt's tokens come too. */
export function complete(
  endpoint: Endpoint,
  refusals: Refusals,
  { prompt, maxTokens, echo, asIds }: CompletionRequest,
  signal: AbortSignal,
): Promise<Result<Completion>> {
  const optional = {
    return_token_ids: true,
    context_length_exceeded_behavior: "error",
    ...(asIds ? { return_tokens_as_token_ids: true } : {}),
  };
  // Only what was sent can have been refused; any other answer would be asked for without end.
  let sent: readonly string[] = [];
  const bodyNow = (): Record<string, unknown> => {
    const refused = refusals.of(endpoint);
    const known = Object.entries(optional).filter(([name]) => !refused.has(name));
    sent = known.map(([name]) => name).filter((name) => optionalFields.includes(name));
    const base = { model: endpoint.model, prompt, max_tokens: maxTokens, temperature: 0, logprobs: 1 };
    return { ...base, ...(echo ? { echo } : {}), ...Object.fromEntries(known) };
  };
  const adapt = (fault: Fault): boolean => refusals.learn(endpoint, sent, fault);
  return post(
    endpoint,
    "/completions",
    bodyNow,
    v.pipe(
      Answer,
      v.transform((answer) => readAnswer(answer, echo)),
    ),
    adapt,
    // A prompt as text has hardly more than one token per character.
    prompt.length + maxTokens,
    signal,
  );
}

/** Asks for the server's tokens of a text; with special ones if `isPrompt`. */
export function tokenize(
  endpoint: Endpoint,
  text: string,
  isPrompt: boolean,
  signal: AbortSignal,
): Promise<Result<readonly number[]>> {
  const body = { model: endpoint.model, prompt: text, add_special_tokens: isPrompt };
  const schema = v.pipe(
    v.object({ tokens: v.array(v.number()) }),
    v.transform(({ tokens }) => tokens),
  );
  return post(
    endpoint,
    besides(endpoint, "tokenize"),
    () => body,
    schema,
    () => false,
    text.length,
    signal,
  );
}

/** Asks for the text of tokens. */
export function detokenize(
  endpoint: Endpoint,
  tokens: readonly number[],
  signal: AbortSignal,
): Promise<Result<string>> {
  const body = { model: endpoint.model, tokens };
  const schema = v.union([
    v.pipe(
      v.object({ prompt: v.string() }),
      v.transform(({ prompt }) => prompt),
    ),
    v.pipe(
      v.object({ text: v.string() }),
      v.transform(({ text }) => text),
    ),
  ]);
  return post(
    endpoint,
    besides(endpoint, "detokenize"),
    () => body,
    schema,
    () => false,
    tokens.length,
    signal,
  );
}

/** vLLM and SGLang have their tokenizer beside the versioned paths, not below. */
function besides({ url }: Endpoint, path: string): string {
  return `${url.replace(/\/v1$/, "")}/${path}`;
}

async function post<T>(
  endpoint: Endpoint,
  path: string,
  body: () => Record<string, unknown>,
  schema: v.GenericSchema<unknown, T>,
  adapt: (fault: Fault) => boolean,
  maxTokens: number,
  signal: AbortSignal,
): Promise<Result<T>> {
  const reply = await makeRequest(endpoint, (ask) => ask(path, body()), adapt, mostBytes(maxTokens), signal);
  if (reply.type === "failed") return reply;
  const { answer: response, watch } = reply;
  try {
    const text = await watch.during(response.text());
    const contentType = response.headers.get("content-type") ?? "";
    if (!/^application\/json\b/i.test(contentType)) {
      return { type: "failed", fault: { type: "content-type", contentType, body: text } };
    }
    const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    if (!result.success) return { type: "failed", fault: { type: "malformed" } };
    return { type: "answered", value: result.output };
  } catch (error) {
    signal.throwIfAborted();
    return { type: "failed", fault: faultOfStream(error, watch) };
  } finally {
    watch.close();
  }
}

function readAnswer(answer: v.InferOutput<typeof Answer>, echo: boolean): Completion {
  const [choice] = answer.choices;
  const own = choice.logprobs ? scoredTokens(choice.logprobs) : [];
  const apart = answer.prompt?.[0]?.logprobs;
  const tokens = apart ? [...scoredTokens(apart), ...own] : own;
  const generated = apart ? own.length : (choice.token_ids?.length ?? (echo ? 1 : own.length));
  const promptLength = choice.prompt_token_ids?.length ?? Math.max(0, tokens.length - generated);
  const known = [...(echo ? (choice.prompt_token_ids ?? []) : []), ...(choice.token_ids ?? [])];
  return {
    tokens: known.length === tokens.length ? tokens.map((token, index) => ({ ...token, id: known[index] })) : tokens,
    promptLength: echo ? promptLength : 0,
    ids: choice.token_ids ?? idsOf(own.slice(own.length - generated)),
    text: choice.text,
    isEnd: choice.finish_reason === "stop",
    promptTokens: answer.usage?.prompt_tokens ?? 0,
  };
}

function idsOf(tokens: readonly ScoredToken[]): number[] | undefined {
  const ids = tokens.flatMap(({ id }) => id ?? []);
  return ids.length === tokens.length && ids.length > 0 ? ids : undefined;
}

function scoredTokens({ tokens, token_logprobs, top_logprobs, token_ids }: Logprobs): ScoredToken[] {
  return tokens.map((text, index) => {
    const own = token_logprobs[index];
    const top = Object.entries(top_logprobs?.[index] ?? {});
    const best = top.reduce<readonly [string, number] | undefined>(
      (high, one) => (high === undefined || one[1] > high[1] ? one : high),
      undefined,
    )?.[0];
    const isBest =
      typeof own === "number" &&
      top.length > 0 &&
      top.every(([key, value]) => (key === text ? value <= own : value < own));
    return {
      text,
      id: token_ids?.[index] ?? idOf(text),
      isBest,
      best,
      bestId: best === undefined ? undefined : idOf(best),
    };
  });
}

function idOf(token: string): number | undefined {
  const digits = /^token_id:(\d+)$/.exec(token)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
