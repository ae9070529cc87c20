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

/** A call of a tool, as the answer of the model had it. `id`: what the vendor takes. `own`: fields that only one vendor has. */
export const callOf = <const Fields extends v.ObjectEntries>(id: v.GenericSchema<string>, own: Fields) =>
  v.strictObject({
    id,
    type: v.literal("function"),
    function: v.strictObject({ name: v.string(), arguments: v.pipe(v.string(), v.check(isJson, "must be JSON")) }),
    ...own,
  });

/** The content of an assistant may be left out where it calls tools. `own`: fields that a vendor has besides. */
export const messagesWith = <
  Call extends v.GenericSchema,
  const Own extends v.ObjectEntries,
  Content extends v.GenericSchema = typeof content,
>(
  call: Call,
  own: Own,
  said: Content = content as unknown as Content,
) =>
  v.pipe(
    v.array(
      v.variant("role", [
        v.strictObject({ ...own, role: v.picklist(["system", "developer", "user"]), content: said }),
        v.strictObject({
          ...own,
          role: v.literal("assistant"),
          content: v.nullish(said),
          tool_calls: v.optional(v.pipe(v.array(call), v.minLength(1))),
        }),
        v.strictObject({ ...own, role: v.literal("tool"), content: said, tool_call_id: v.string() }),
      ]),
    ),
    v.minLength(1),
  );
const messages = messagesWith(callOf(v.string(), {}), { name: v.optional(v.string()) });

/** A tool that a model may call; the parameters are a JSON schema. */
const tool = v.strictObject({
  type: v.literal("function"),
  function: v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9_-]{1,64}$/)),
    description: v.optional(v.string()),
    parameters: v.optional(
      v.looseObject({ type: v.literal("object"), properties: v.record(v.string(), v.looseObject({})) }),
    ),
    strict: v.nullish(v.boolean()),
  }),
});

const toolChoice = v.union([
  v.picklist(["none", "auto", "required"]),
  v.strictObject({ type: v.literal("function"), function: v.strictObject({ name: v.string() }) }),
]);
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
  tool_choice: given(toolChoice),
  tools: given(v.array(tool)),
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
  return value
    .map((message) => {
      const calls = message.role === "assistant" && message.tool_calls ? JSON.stringify(message.tool_calls) : "";
      return `${message.role}\n${textOf(message.content ?? "")}${calls}`;
    })
    .join("\n");
}

/** What is wrong with calls and their answers: each call has one, before anything else is said. */
export function faultOfCalls(value: Messages): string | undefined {
  let open = new Set<string>();
  for (const message of value) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) {
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      }
      continue;
    }
    if (open.size > 0) break;
    const calls = message.role === "assistant" ? message.tool_calls : undefined;
    if (calls === undefined && (message.content ?? undefined) === undefined) {
      return "an assistant message must have content or tool_calls.";
    }
    open = new Set(calls?.map(({ id }) => id));
  }
  return open.size === 0
    ? undefined
    : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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
