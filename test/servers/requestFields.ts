import * as v from "valibot";
import type { Reason } from "./vendor.ts";

/** Fields that servers of this kind share. */
export const whole = v.pipe(v.number(), v.integer());
export const positive = v.pipe(whole, v.minValue(1));
export const upTo = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));
/** A field that may be left out or null, which say the same. */
export const given = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, () => undefined);
export const stop = v.nullish(v.union([v.string(), v.array(v.string())]));
export const anything = given(v.unknown());

const textParts = v.array(v.strictObject({ type: v.literal("text"), text: v.string() }));
const content = v.union([v.string(), textParts]);

const message = v.strictObject({
  role: v.picklist(["system", "developer", "user", "assistant"]),
  content,
  name: v.optional(v.string()),
});

export const messages = v.pipe(v.array(message), v.minLength(1));
export const prediction = v.strictObject({ type: v.literal("content"), content });

export function textOf(value: v.InferOutput<typeof content>): string {
  return typeof value === "string" ? value : value.map(({ text }) => text).join("");
}

/** All that the model reads. */
export function promptOf(value: v.InferOutput<typeof messages>): string {
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
