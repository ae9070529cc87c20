import * as v from "valibot";
import type { AnswerFormat } from "./answer.ts";
import { chatFormat, plainUsage } from "./chatFormat.ts";
import { given, positive, readFields, upTo } from "./requestFields.ts";
import type { Read } from "./vendor.ts";

const taggedChat = v.strictObject({
  model: v.string(),
  messages: v.strictTuple([v.strictObject({ role: v.literal("user"), content: v.string() })]),
  max_tokens: given(positive),
  stream: given(v.boolean()),
  stream_options: given(v.strictObject({ include_usage: v.optional(v.boolean()) })),
  temperature: given(upTo(0, 2)),
});

const tags = /^\s*(?:<instruction>[^]*<\/instruction>\s*)?<code>([^]*)<\/code>\s*<update>[^]*<\/update>\s*$/;

/**
 * A chat request with one message of an instruction, the file and the sketch in tags, as apply models want it. They draft
 * from the file themselves.
 */
export function readTaggedChat(body: unknown, models: readonly string[]): Read {
  const read = readFields(taggedChat, body);
  if (read.type === "refused") {
    return read;
  }
  const { fields } = read;
  if (!models.includes(fields.model)) {
    return { type: "refused", reason: { type: "no-model", model: fields.model } };
  }
  const [{ content }] = fields.messages;
  const code = tags.exec(content)?.[1];
  if (code === undefined) {
    const message = "must be <instruction> (optional), <code> and <update>, each closed, and nothing else";
    const path = ["messages", "0", "content"];
    return { type: "refused", reason: { type: "wrong-field", path, value: undefined, message } };
  }
  return {
    type: "asked",
    asked: {
      model: fields.model,
      stream: fields.stream === true,
      prompt: content,
      prediction: code,
      maxTokens: fields.max_tokens,
      format: chatFormat({
        streamUsage: fields.stream_options?.include_usage === true ? "own event" : "none",
        usage: plainUsage,
      }),
    },
  };
}

export interface CodeRequest {
  readonly model: string;
  readonly initial_code: string;
  readonly edit_snippet: string;
  readonly prompt: string;
}

/** A request for the merged code as one JSON value. */
export function askForCode({ model, initial_code, edit_snippet, prompt }: CodeRequest): Read {
  const format: AnswerFormat = {
    whole: (answer) => ({ mergedCode: answer.text, usage: plainUsage(answer) }),
    first: () => [],
    part: () => undefined,
    calls: () => [],
    last: () => [],
  };
  const text = `${prompt}\n${initial_code}\n${edit_snippet}`;
  return {
    type: "asked",
    asked: { model, stream: false, prompt: text, prediction: initial_code, maxTokens: undefined, format },
  };
}
