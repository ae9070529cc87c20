import * as v from "valibot";
import { plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import { openAiFields, readFields } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

/**
 * What a server without predicted outputs does with `prediction`: passes over it, as vLLM, SGLang, llama-server and Ollama do;
 * rejects it by name, as Groq does; or forbids fields that it does not know, as TensorRT-LLM does.
 */
export type PlainPrediction = "ignore" | "reject" | "forbid";

const requests = {
  ignore: v.looseObject(openAiFields),
  reject: v.strictObject(openAiFields),
  forbid: v.strictObject(openAiFields),
} as const;

/** A server that speaks OpenAI's chat completions and knows no prediction. */
export function plain(prediction: PlainPrediction): Vendor {
  return {
    routes: { "/v1/chat/completions": (body) => readChat(prediction, body) },
    lists: {
      "/v1/models": (models = ["some-model"]) => ({
        object: "list",
        data: models.map((id) => ({ id, object: "model", owned_by: "vllm", max_model_len: 131_072 })),
      }),
    },
    refuse: prediction === "reject" ? refuseAsGroq : refuseAsPython,
    needsKey: false,
    streamType: "text/event-stream; charset=utf-8",
    limits: { contextTokens: 131_072, outputTokens: 131_072 },
    headers: {},
    shortens: () => false,
  };
}

function readChat(prediction: PlainPrediction, body: unknown): Read {
  const read = readFields(requests[prediction], body);
  if (read.type === "refused") return read;
  const { fields } = read;
  if (fields.stream_options !== undefined && fields.stream !== true) {
    const message = "Stream options can only be defined when `stream=True`.";
    return { type: "refused", reason: { type: "unsupported-field", path: ["stream_options"], message } };
  }
  return askedChat(fields, {
    streamUsage: fields.stream_options?.include_usage === true ? "own event" : "none",
    usage: plainUsage,
    thoughtDelta: (text) => ({ reasoning_content: text }),
  });
}

function refuseAsGroq(reason: Reason): Refusal {
  const message =
    reason.type === "unknown-field" ? `property '${reason.path.join(".")}' is unsupported` : plainWords(reason);
  return { status: usualStatus(reason), body: { error: { message, type: "invalid_request_error" } } };
}

function refuseAsPython(reason: Reason): Refusal {
  const status = usualStatus(reason);
  const where = "path" in reason ? reason.path.map((key) => `'${key}'`).join(", ") : "";
  const message =
    reason.type === "unknown-field"
      ? `[{'type': 'extra_forbidden', 'loc': ('body', ${where}), 'msg': 'Extra inputs are not permitted'}]`
      : reason.type === "missing-field"
        ? `[{'type': 'missing', 'loc': ('body', ${where}), 'msg': 'Field required'}]`
        : reason.type === "no-tools"
          ? '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
          : plainWords(reason);
  const type = status === 404 ? "NotFoundError" : status >= 500 ? "InternalServerError" : "BadRequestError";
  return { status, body: { error: { message, type, param: null, code: status } } };
}
