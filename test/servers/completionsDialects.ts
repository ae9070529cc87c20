import * as v from "valibot";
import { decodeIds, endOfText, textOfToken } from "./completionsModel.ts";

export type CompletionsDialect = "vllm" | "sglang" | "fireworks" | "together" | "llama-server";

const fields = {
  model: v.string(),
  prompt: v.union([v.string(), v.array(v.number())]),
  max_tokens: v.number(),
  temperature: v.optional(v.number()),
  echo: v.optional(v.boolean()),
  logprobs: v.optional(v.pipe(v.number(), v.maxValue(5))),
  stream: v.optional(v.literal(false)),
  stop: v.optional(v.array(v.string())),
};
const ids = { return_token_ids: v.optional(v.boolean()) };

const Loose = v.object({ ...fields, ...ids, return_tokens_as_token_ids: v.optional(v.boolean()) });
type CompletionBody = v.InferOutput<typeof Loose>;

/** Fireworks takes no field that it does not know. */
const Fireworks = v.strictObject({
  ...fields,
  ...ids,
  context_length_exceeded_behavior: v.optional(v.picklist(["error", "truncate"])),
  prediction: v.optional(v.unknown()),
});

type Read =
  | { readonly type: "asked"; readonly asked: CompletionBody }
  | { readonly type: "refused"; readonly status: number; readonly message: string };

/** A completion before it is put into the words of a server. */
interface Completed {
  readonly asked: CompletionBody;
  /** The prompt's tokens. */
  readonly ids: readonly number[];
  /** After each token of the prompt, the one that the model would choose; empty without `echo`. */
  readonly echoed: readonly number[];
  /** With the end of text, where it came. */
  readonly generated: readonly number[];
  readonly number: number;
}

/** What sets one server's completions apart from another's. */
export interface DialectFormat {
  readonly hasTokenizer: boolean;
  /** The field for the text of tokens. */
  readonly detokenized: "prompt" | "text";
  read(body: unknown): Read;
  answer(completed: Completed): unknown;
  refusal(message: string, status: number): unknown;
}

const best = -0.01;
const unlikely = -6.5;

interface Scored {
  readonly id: number;
  /** `undefined`: the first token, of which nothing is known. */
  readonly chosen: number | undefined;
}

function scored({ ids: prompt, echoed, generated, asked }: Completed): Scored[] {
  const own = generated.map((id) => ({ id, chosen: id }));
  if (asked.echo !== true) return own;
  return [...prompt.map((id, index) => ({ id, chosen: index === 0 ? undefined : echoed[index - 1] })), ...own];
}

/** In the shape of OpenAI's first API. `showsOwn`: the token itself stands among the likeliest even if it is not. */
function logprobs(tokens: readonly Scored[], textOf: (id: number) => string, showsOwn: boolean) {
  const offsets: number[] = [];
  let offset = 0;
  for (const { id } of tokens) {
    offsets.push(offset);
    offset += textOf(id).length;
  }
  return {
    tokens: tokens.map(({ id }) => textOf(id)),
    token_logprobs: tokens.map(({ id, chosen }) => (chosen === undefined ? null : chosen === id ? best : unlikely)),
    top_logprobs: tokens.map(({ id, chosen }) => {
      if (chosen === undefined) return null;
      return { ...(showsOwn && chosen !== id ? { [textOf(id)]: unlikely } : {}), [textOf(chosen)]: best };
    }),
    text_offset: offsets,
  };
}

function envelope({ asked, ids: prompt, generated, number }: Completed, choice: object): object {
  const usage = { prompt_tokens: prompt.length, completion_tokens: generated.length };
  return {
    id: `cmpl-${number}`,
    object: "text_completion",
    created: 1_790_000_000,
    model: asked.model,
    choices: [{ index: 0, finish_reason: generated.at(-1) === endOfText ? "stop" : "length", ...choice }],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  };
}

function readWith(
  schema: v.GenericSchema<unknown, CompletionBody>,
  check: (body: CompletionBody) => string | undefined,
) {
  return (body: unknown): Read => {
    const result = v.safeParse(schema, body);
    if (!result.success) {
      const [issue] = result.issues;
      const message = `${issue.message}, field: '${v.getDotPath(issue) ?? ""}'`;
      return { type: "refused", status: 400, message };
    }
    const message = check(result.output);
    if (message !== undefined) return { type: "refused", status: 400, message };
    return { type: "asked", asked: result.output };
  };
}

const anything = (): undefined => undefined;

/** The kinds of servers, each as data. */
export const completionsDialects: Readonly<Record<CompletionsDialect, DialectFormat>> = {
  vllm: {
    hasTokenizer: true,
    detokenized: "prompt",
    // A prompt of ids has no text to echo, which the server only notices when it answers.
    read: readWith(Loose, ({ prompt, echo, return_token_ids: returned }) =>
      typeof prompt !== "string" && echo === true && returned !== true ? "Internal server error" : undefined,
    ),
    answer(completed) {
      const { asked, ids: prompt, generated } = completed;
      const asIds = asked.return_tokens_as_token_ids === true;
      const echoText = asked.echo === true && asked.return_token_ids !== true ? decodeIds(prompt) : "";
      return envelope(completed, {
        text: echoText + decodeIds(generated),
        logprobs: logprobs(scored(completed), (id) => (asIds ? `token_id:${id}` : textOfToken(id)), true),
        stop_reason: null,
        prompt_token_ids: asked.return_token_ids === true ? prompt : null,
        token_ids: asked.return_token_ids === true ? generated : null,
        prompt_logprobs: null,
      });
    },
    refusal: (message, code) => ({ error: { message, type: "BadRequestError", param: null, code } }),
  },
  sglang: {
    hasTokenizer: true,
    detokenized: "text",
    read: readWith(Loose, ({ max_tokens: most }) => (most < 1 ? "max_tokens must be at least 1" : undefined)),
    answer(completed) {
      const { asked, ids: prompt, generated } = completed;
      const shown = logprobs(scored(completed), textOfToken, false);
      return envelope(completed, {
        text: (asked.echo === true ? decodeIds(prompt) : "") + decodeIds(generated),
        logprobs: { ...shown, text_offset: shown.text_offset.map(() => -1) },
        matched_stop: generated.at(-1) === endOfText ? endOfText : null,
        prompt_token_ids: asked.return_token_ids === true ? prompt : null,
        token_ids: asked.return_token_ids === true ? generated : null,
      });
    },
    refusal: (message, code) => ({ object: "error", message, type: "BadRequestError", param: null, code }),
  },
  fireworks: {
    hasTokenizer: false,
    detokenized: "text",
    read: readWith(Fireworks, anything),
    answer(completed) {
      const { asked, ids: prompt, generated } = completed;
      const tokens = scored(completed);
      return envelope(completed, {
        text: (asked.echo === true ? decodeIds(prompt) : "") + decodeIds(generated),
        logprobs: { ...logprobs(tokens, textOfToken, true), token_ids: tokens.map(({ id }) => id) },
        ...(asked.return_token_ids === true ? { prompt_token_ids: prompt, token_ids: generated } : {}),
      });
    },
    refusal: (message) => ({ error: { object: "error", type: "invalid_request_error", message } }),
  },
  together: {
    hasTokenizer: false,
    detokenized: "text",
    read: readWith(Loose, ({ prompt }) => (typeof prompt === "string" ? undefined : "prompt must be a string")),
    answer(completed) {
      const { asked, ids: prompt } = completed;
      const tokens = scored(completed);
      const length = asked.echo === true ? prompt.length : 0;
      return {
        ...envelope(completed, {
          text: decodeIds(completed.generated),
          logprobs: logprobs(tokens.slice(length), textOfToken, true),
        }),
        prompt:
          asked.echo === true
            ? [{ text: decodeIds(prompt), logprobs: logprobs(tokens.slice(0, length), textOfToken, true) }]
            : [],
      };
    },
    refusal: (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  },
  "llama-server": {
    hasTokenizer: false,
    detokenized: "text",
    read: readWith(Loose, ({ echo }) => (echo === true ? "Only no echo is supported" : undefined)),
    answer: (completed) => envelope(completed, { text: decodeIds(completed.generated), logprobs: null }),
    refusal: (message, code) => ({ error: { code, message, type: "invalid_request_error" } }),
  },
};
