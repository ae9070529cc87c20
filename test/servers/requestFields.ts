import * as v from "valibot";
import type { Reason } from "./vendor.ts";

/** Fields that servers of this kind share. */
export const whole = v.pipe(v.number(), v.integer());
export const positive = v.pipe(whole, v.minValue(1));
export const upTo = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
/** A field that may be left out or null, which say the same. */
export const given = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, () => undefined);
export const anything = given(v.unknown());

const textParts = v.array(v.strictObject({ type: v.literal("text"), text: v.string() }));
const content = v.union([v.string(), textParts]);

const message = v.strictObject({
  role: v.picklist(["system", "developer", "user", "assistant"]),
  content,
  name: v.optional(v.string()),
});

const messages = v.pipe(v.array(message), v.minLength(1));
export type Messages = v.InferOutput<typeof messages>;
export const prediction = v.strictObject({ type: v.literal("content"), content });

const usageOption = given(v.strictObject({ include_usage: v.optional(v.boolean()) }));

/** What all vendors' chat requests have. */
export const chatFields = {
  model: v.string(),
  messages,
  frequency_penalty: given(upTo(-2, 2)),
  max_tokens: given(positive),
  n: given(positive),
  parallel_tool_calls: given(v.boolean()),
  presence_penalty: given(upTo(-2, 2)),
  response_format: anything,
  stop: given(v.union([v.string(), v.array(v.string())])),
  stream: given(v.boolean()),
  temperature: given(upTo(0, 2)),
  tool_choice: anything,
  tools: given(v.array(v.unknown())),
  top_p: given(upTo(0, 1)),
};

/** What most vendors took over from OpenAI besides. */
export const openAiFields = {
  ...chatFields,
  logit_bias: given(v.record(v.string(), v.number())),
  logprobs: given(v.boolean()),
  max_completion_tokens: given(positive),
  metadata: given(v.record(v.string(), v.string())),
  reasoning_effort: given(v.string()),
  seed: given(whole),
  service_tier: given(v.string()),
  store: given(v.boolean()),
  stream_options: usageOption,
  top_logprobs: given(upTo(0, 20)),
  user: given(v.string()),
};

export function textOf(value: v.InferOutput<typeof content>): string {
  return typeof value === "string" ? value : value.map(({ text }) => text).join("");
}

/** All that the model reads. */
export function promptOf(value: Messages): string {
  return value.map(({ role, content }) => `${role}\n${textOf(content)}`).join("\n");
}

/** A request by its schema, or the first thing that is wrong with it. */
export function readFields<Fields>(
  schema: v.GenericSchema<unknown, Fields>,
  body: unknown,
): { readonly type: "fields"; readonly fields: Fields } | { readonly type: "refused"; readonly reason: Reason } {
  const result = v.safeParse(schema, body);
  if (result.success) {
    return { type: "fields", fields: result.output };
  }
  const [issue] = result.issues;
  const path = (issue.path ?? []).map(({ key }) => String(key));
  if (issue.type === "strict_object" && issue.expected === "never") {
    return { type: "refused", reason: { type: "unknown-field", path, value: issue.path?.at(-1)?.value } };
  }
  if (issue.received === "undefined") {
    return { type: "refused", reason: { type: "missing-field", path } };
  }
  return { type: "refused", reason: { type: "wrong-field", path, value: issue.input, message: issue.message } };
}
