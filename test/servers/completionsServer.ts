import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { completionsDialects, type CompletionsDialect, type DialectFormat } from "./completionsDialects.ts";
import { createModel, decodeIds, encodeText, endOfText } from "./completionsModel.ts";
import { FaultPlan, type Fault } from "./faults.ts";
import { listen } from "./listen.ts";

interface CompletionsServerOptions {
  /** What the model writes, closing tag included where it is to write one. */
  readonly answer: string;
  /** The line after which the answer comes. */
  readonly start?: string;
  /** The only key that is valid. Any key is, where it is left out. */
  readonly key?: string;
  readonly contextTokens?: number;
}

interface RecordedRequest {
  readonly path: string;
  readonly body: unknown;
}

export interface CompletionsServer {
  /** The base URL as a user would enter it. */
  readonly url: string;
  /** As received, refused ones included. */
  readonly requests: readonly RecordedRequest[];
  /** Forward passes of the model after the prompt was first read: one for each echoed prompt, one for each token beyond it. */
  readonly passes: number;
  /** The fault of the next completion, or of all. */
  fail(fault: Fault, options?: { readonly always?: boolean }): void;
  readonly openSockets: number;
  close(): Promise<void>;
}

/**
 * Starts a server on loopback with a completions API that echoes prompts with log probabilities, over real tokens, in the
 * shape that a server of this kind gives it.
 */
export async function startCompletionsServer(
  dialect: CompletionsDialect,
  { answer, start = "<updated-code>", key, contextTokens = 1_000_000 }: CompletionsServerOptions,
): Promise<CompletionsServer> {
  const format = completionsDialects[dialect];
  const model = createModel(answer, start);
  const faults = new FaultPlan();
  const requests: RecordedRequest[] = [];
  let passes = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const body: unknown = JSON.parse(await readText(request));
    requests.push({ path: pathname, body });
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      send(response, 401, format.refusal("The API key is not valid.", 401));
    } else if (format.hasTokenizer && pathname === "/tokenize") {
      const { prompt } = v.parse(TokenizeRequest, body);
      const tokens = encodeText(prompt);
      send(response, 200, { tokens, count: tokens.length, max_model_len: contextTokens });
    } else if (format.hasTokenizer && pathname === "/detokenize") {
      send(response, 200, { [format.detokenized]: decodeIds(v.parse(DetokenizeRequest, body).tokens) });
    } else if (pathname === "/v1/completions") {
      await complete(response, body, faults.take());
    } else {
      send(response, 404, format.refusal("Not found.", 404));
    }
  };

  const complete = async (response: ServerResponse, body: unknown, fault: Fault | undefined): Promise<void> => {
    const read = format.read(body);
    if (read.type === "refused") {
      send(response, read.status, format.refusal(read.message, read.status));
      return;
    }
    const { asked } = read;
    const ids = typeof asked.prompt === "string" ? encodeText(asked.prompt) : asked.prompt;
    if (ids.length + asked.max_tokens > contextTokens) {
      const message = `This model's maximum context length is ${contextTokens} tokens, and the request has ${ids.length + asked.max_tokens}.`;
      send(response, 400, format.refusal(message, 400));
      return;
    }
    const echoed = asked.echo === true ? model(ids) : [];
    const generated: number[] = [];
    while (generated.length < asked.max_tokens && generated.at(-1) !== endOfText) {
      generated.push(model([...ids, ...generated]).at(-1) ?? endOfText);
    }
    passes += asked.echo === true ? 1 : generated.length;
    const text = JSON.stringify(format.answer({ asked, ids, echoed, generated, number: requests.length }));
    await deliver(response, text, fault, format);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // A client that goes away while it sends is no error of the server.
      if (!request.destroyed || request.complete) console.error(error);
      response.destroy();
    });
  });
  const { origin, sockets } = await listen(server);

  return {
    url: `${origin}/v1`,
    requests,
    get passes() {
      return passes;
    },
    fail: (fault, { always = false } = {}) => {
      faults.add(fault, always);
    },
    get openSockets() {
      return sockets.size;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const TokenizeRequest = v.object({ model: v.string(), prompt: v.string(), add_special_tokens: v.boolean() });
const DetokenizeRequest = v.object({ model: v.string(), tokens: v.array(v.number()) });

async function deliver(
  response: ServerResponse,
  text: string,
  fault: Fault | undefined,
  format: DialectFormat,
): Promise<void> {
  switch (fault?.type) {
    case "status":
      send(
        response,
        fault.status,
        fault.body ?? format.refusal("The server is in trouble.", fault.status),
        fault.headers,
      );
      return;
    case "close":
      response.destroy();
      return;
    case "content-type":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html>\n<title>Sign in</title>\n");
      return;
    case "malformed":
      response.writeHead(200, { "content-type": "application/json" });
      response.end(text.slice(0, text.length / 2));
      return;
    case "cut":
    case "stall":
      response.writeHead(200, { "content-type": "application/json" });
      await new Promise((resolve) => response.write(text.slice(0, fault.afterBytes), resolve));
      if (fault.type === "stall") return;
      await sleep(5);
      response.destroy();
      return;
    case "slow-first-byte":
      await sleep(fault.ms);
      break;
    default:
      break;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(text);
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
