import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { ModelEvent, ModelFailure, ModelUsage } from "../../../extension/core/models/model.ts";
import { promptFamilies, wrapDraft, type PromptFamilyName } from "../../../extension/core/models/prompts.ts";
import type { ProviderChoice, Providers, Rewriter, RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { createProviders, type ProvidersOptions } from "../../../extension/providers/providers.ts";

export const key = "sk-test-0123456789abcdef";

const numbers = Array.from({ length: 40 }, (_, index) => `export const value${index} = ${index * index};`);

/** A file and what becomes of it; lines that no server would say by chance. */
export const original = `${numbers.join("\n")}\n`;
export const rewritten = original.replace("value7 = 49;", "value7 = 50; // as measured");

export const task: RewriteTask = {
  original,
  sketch: "// ... existing code ...\nexport const value7 = 50; // as measured\n// ... existing code ...\n",
  instruction: "Set the measured value",
  conversation: [],
  path: "src/values.ts",
  language: "typescript",
  draft: rewritten,
};

/** A rewriter of a preset at another address, with limits of time that a test can wait for. */
export function rewriterAt(
  id: string,
  baseUrl: string,
  own: Partial<ProviderChoice & ProvidersOptions> = {},
): Rewriter {
  const { timing, fetch, ...choice } = own;
  const providers = createProviders({ timing: { retryMs: 5, ...timing }, ...(fetch === undefined ? {} : { fetch }) });
  return choose(providers, id, { baseUrl, ...choice });
}

export function choose(providers: Providers, id: string, own: Partial<ProviderChoice>): Rewriter {
  const preset = providers.presets.find((candidate) => candidate.id === id);
  if (preset === undefined) throw new Error(`no preset ${id}`);
  const model = preset.model === "" ? "some-model" : preset.model;
  return providers.create({ preset, baseUrl: preset.baseUrl, model, key, ...own });
}

export interface Collected {
  readonly text: string;
  readonly usage: ModelUsage | undefined;
  readonly last: ModelEvent | undefined;
  /** Of the last event, where it is one. */
  readonly failure: ModelFailure | undefined;
}

export async function rewrite(
  rewriter: Rewriter,
  own: Partial<RewriteTask> = {},
  signal = never(),
): Promise<Collected> {
  let text = "";
  let usage: ModelUsage | undefined;
  let last: ModelEvent | undefined;
  for await (const event of rewriter.rewrite({ ...task, ...own }, signal)) {
    if (last?.type === "end" || last?.type === "failed") throw new Error("an event after the last one");
    if (event.type === "text") text += event.text;
    if (event.type === "usage") usage = event.usage;
    last = event;
  }
  return { text, usage, last, failure: last?.type === "failed" ? last.failure : undefined };
}

function never(): AbortSignal {
  return new AbortController().signal;
}

export interface RawServer extends AsyncDisposable {
  readonly origin: string;
  readonly openSockets: number;
}

/** A server for answers that no vendor should give. */
export async function startRawServer(listener: RequestListener): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer(listener);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    get openSockets() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The new text as a model of a family is asked to give it. */
export function wrapped(text: string, family: PromptFamilyName = "general"): string {
  return wrapDraft(text, promptFamilies[family].wrapper);
}

/** An answer as a stream of events. */
export function sse(...events: readonly unknown[]): string {
  return events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");
}
