import * as v from "valibot";
import { askForCode, readTaggedChat } from "./applyRequests.ts";
import { readFields } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Vendor } from "./vendor.ts";

const models = ["relace-apply-3", "auto"] as const;

const codeRequest = v.strictObject({
  model: v.optional(v.picklist(models), "auto"),
  initial_code: v.string(),
  edit_snippet: v.string(),
  instruction: v.optional(v.string(), ""),
  stream: v.optional(v.boolean(), false),
  relace_metadata: v.optional(v.record(v.string(), v.unknown())),
});

/** Relace's instant apply, as one value and, streamed where wanted, as chat. */
export const relace: Vendor = {
  routes: {
    "/v1/code/apply": readCode,
    "/v1/apply/chat/completions": (body) => readTaggedChat(body, models),
  },
  refuse: (reason) => ({ status: usualStatus(reason), body: { error: plainWords(reason) } }),
  needsKey: true,
  streamType: "text/event-stream",
  limits: { contextTokens: 256_000, outputTokens: 128_000 },
  headers: {},
  shortens: () => false,
};

function readCode(body: unknown): Read {
  const read = readFields(codeRequest, body);
  if (read.type === "refused") {
    return read;
  }
  if (read.fields.stream) {
    // The field is documented, but not what comes back.
    const message = "is not modelled here; stream from apply/chat/completions";
    return { type: "refused", reason: { type: "unsupported-field", path: ["stream"], message } };
  }
  return askForCode({ ...read.fields, prompt: read.fields.instruction });
}
