import * as v from "valibot";
import { askForCode, readTaggedChat } from "./applyRequests.ts";
import { readFields } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Vendor } from "./vendor.ts";

const models = ["morph-v3-fast", "morph-v3-large", "auto"] as const;

const codeRequest = v.strictObject({
  initial_code: v.string(),
  edit_snippet: v.string(),
  instructions: v.optional(v.string(), ""),
  model: v.optional(v.picklist(models), "auto"),
});

/** Morph's fast apply, as chat and as one value. */
export const morph: Vendor = {
  routes: {
    "/v1/chat/completions": (body) => readTaggedChat(body, models),
    "/v1/code/apply": readCode,
  },
  refuse: (reason) => ({
    status: usualStatus(reason),
    body: { error: { message: plainWords(reason), type: "invalid_request_error", param: null, code: null } },
  }),
  needsKey: true,
  streamType: "text/event-stream",
  limits: { contextTokens: 81_920, outputTokens: 16_384 },
  headers: {},
  shortens: () => false,
};

function readCode(body: unknown): Read {
  const read = readFields(codeRequest, body);
  return read.type === "refused" ? read : askForCode({ ...read.fields, prompt: read.fields.instructions });
}
