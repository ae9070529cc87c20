import OpenAI from "openai";
import type { APIError } from "openai";
import { onTestFinished } from "vitest";
import { startModelServer } from "../../servers/modelServer.ts";
import type { Dialect, ModelServer, ModelServerOptions } from "../../servers/modelServer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A server for one test. */
export async function serve(dialect: Dialect, options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(dialect, options);
  onTestFinished(() => server.close());
  return server;
}

/** The official client, without its retries. */
export function clientOf(server: ModelServer, path = ""): OpenAI {
  return new OpenAI({ baseURL: server.url + path, apiKey: "test-key", maxRetries: 0, logLevel: "off" });
}

/** A smallest request; `fields` come on top, and fields that are undefined are left out. */
export function requestOf(fields: Fields): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return { model: "gpt-4.1", messages: [{ role: "user", content: "Hello?" }], ...fields };
}

export interface Streamed {
  readonly text: string;
  readonly finish: string | null | undefined;
  readonly usage: OpenAI.CompletionUsage | undefined;
  readonly events: readonly OpenAI.ChatCompletionChunk[];
}

/** Reads a stream to its end. */
export async function stream(client: OpenAI, fields: Fields = {}): Promise<Streamed> {
  const events = [];
  for await (const event of await client.chat.completions.create({ ...requestOf(fields), stream: true })) {
    events.push(event);
  }
  return {
    text: events.map(({ choices }) => choices[0]?.delta.content ?? "").join(""),
    finish: events.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason)).findLast(Boolean),
    usage: events.map(({ usage }) => usage ?? undefined).findLast(Boolean),
    events,
  };
}

/** The error that the client makes of a refusal. */
export async function refusal(client: OpenAI, fields: Fields): Promise<APIError> {
  return await failure(client.chat.completions.create(requestOf(fields)));
}

/** The client's error. */
export async function failure(answer: Promise<unknown>): Promise<APIError> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof OpenAI.APIError) {
      return error;
    }
    throw error;
  }
  throw new Error("The request was accepted.");
}
