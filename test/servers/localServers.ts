import * as v from "valibot";
import { plainUsage } from "./chatFormat.ts";
import { askedChat } from "./chatRequests.ts";
import { openAiFields, readFields } from "./requestFields.ts";
import { plainWords, usualStatus } from "./vendor.ts";
import type { Read, Reason, Refusal, Vendor } from "./vendor.ts";

/** Both pass over fields that they do not know. */
const chatRequest = v.looseObject(openAiFields);

const local = {
  refuse,
  needsKey: false,
  streamType: "text/event-stream",
  headers: {},
  limits: { contextTokens: 131_072, outputTokens: 131_072 },
  shortens: () => true,
} as const;

/** Ollama's chat completions. `loadedTokens`: the context of its model, which it tells only while the model is loaded. */
export function ollama(loadedTokens: number | undefined): Vendor {
  return {
    ...local,
    routes: { "/v1/chat/completions": (body) => readChat(body, (text) => ({ content: "", reasoning: text })) },
    lists: {
      "/v1/models": (models = ["qwen3:8b", "nomic-embed-text:latest"]) => ({
        object: "list",
        data: models.map((id) => ({ id, object: "model", created: 1_735_689_600, owned_by: "library" })),
      }),
      "/api/ps": (models = ["qwen3:8b"]) => ({
        models:
          loadedTokens === undefined
            ? []
            : models.map((name) => ({ name, model: name, size: 1, size_vram: 1, context_length: loadedTokens })),
      }),
    },
  };
}

/** LM Studio's chat completions; its own list has the context of models that are loaded. */
export function lmStudio(loadedTokens: number | undefined): Vendor {
  return {
    ...local,
    routes: { "/v1/chat/completions": (body) => readChat(body, (text) => ({ reasoning_content: text })) },
    lists: {
      "/v1/models": (models = ["qwen/qwen3-8b", "text-embedding-nomic-embed-text-v1.5"]) => ({
        object: "list",
        data: models.map((id) => ({ id, object: "model", owned_by: "organization_owner" })),
      }),
      "/api/v0/models": (models = ["qwen/qwen3-8b"]) => ({
        object: "list",
        data: models.map((id) => ({
          id,
          object: "model",
          type: "llm",
          arch: "qwen3",
          max_context_length: 131_072,
          ...(loadedTokens === undefined
            ? { state: "not-loaded" }
            : { state: "loaded", loaded_context_length: loadedTokens }),
        })),
      }),
    },
  };
}

function readChat(body: unknown, thoughtDelta: (text: string) => Readonly<Record<string, unknown>>): Read {
  const read = readFields(chatRequest, body);
  if (read.type === "refused") return read;
  const { fields } = read;
  return askedChat(
    fields,
    {
      streamUsage: fields.stream_options?.include_usage === true ? "own event" : "none",
      usage: plainUsage,
      thoughtDelta,
      callsCome: "whole",
    },
    { maxTokens: fields.max_tokens },
  );
}

function refuse(reason: Reason): Refusal {
  const status = usualStatus(reason);
  const message =
    reason.type === "no-model"
      ? `model "${reason.model}" not found, try pulling it first`
      : reason.type === "no-tools"
        ? `registry.ollama.ai/library/${reason.model} does not support tools`
        : plainWords(reason);
  const type = status === 404 ? "not_found_error" : status >= 500 ? "api_error" : "invalid_request_error";
  return { status, body: { error: { message, type, param: null, code: null } } };
}
