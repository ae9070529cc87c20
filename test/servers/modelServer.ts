import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import * as v from "valibot";
import { anthropic } from "./anthropic.ts";
import { makeAnswer } from "./answer.ts";
import type { Asked, Said } from "./answer.ts";
import { pause, sendJson, sendStream, sendWhole } from "./delivery.ts";
import { FaultPlan } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { fireworks } from "./fireworks.ts";
import { google } from "./google.ts";
import { lmStudio, ollama } from "./localServers.ts";
import { mistral } from "./mistral.ts";
import { morph } from "./morph.ts";
import { openAi } from "./openAi.ts";
import { openRouter } from "./openRouter.ts";
import { PromptCache } from "./promptCache.ts";
import { plain } from "./plain.ts";
import type { PlainPrediction } from "./plain.ts";
import { relace } from "./relace.ts";
import { countTokens } from "./tokens.ts";
import type { Read, Reason, Vendor } from "./vendor.ts";

/** `plain` is any other server that speaks OpenAI's chat completions. */
export type Dialect =
  | "openai"
  | "anthropic"
  | "google"
  | "openrouter"
  | "fireworks"
  | "mistral"
  | "morph"
  | "relace"
  | "ollama"
  | "lmstudio"
  | "plain";

const vendors: Readonly<Record<Dialect, (options: ModelServerOptions) => Vendor>> = {
  openai: () => openAi,
  anthropic: () => anthropic,
  google: () => google,
  openrouter: () => openRouter,
  fireworks: () => fireworks,
  mistral: () => mistral,
  morph: () => morph,
  relace: () => relace,
  ollama: ({ loadedTokens }) => ollama(loadedTokens),
  lmstudio: ({ loadedTokens }) => lmStudio(loadedTokens),
  plain: ({ prediction = "ignore" }) => plain(prediction),
};

/** How a model knows that it is asked for a choice. */
const CHOICE = "Answer with one line for each piece";

/** What is said, or what finds it: it may take its time. */
type Answerer = Said | ((body: unknown) => Said | Promise<Said>);

export interface ModelServerOptions {
  /** What the model answers until `answerWith` says otherwise: the text to the letter, fence or tags included. */
  readonly answer?: Answerer;
  /** What it answers where it is asked for a choice of open pieces. By default that it means none, which decides nothing. */
  readonly choice?: Answerer;
  /** The only key that is valid. Any key is, where it is left out. */
  readonly key?: string;
  /** The only models that exist. All do, where it is left out. */
  readonly models?: readonly string[];
  /** How long a forward pass of the model takes. A run of accepted tokens takes one, any other token too. */
  readonly msPerToken?: number;
  /** The vendor's own where it is left out. */
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  /** Into how many bytes a stream is split on its way, wherever events and characters end. */
  readonly bytesPerWrite?: number;
  /** Whether a stream has comments between its events, as gateways send them to keep connections open. */
  readonly comments?: boolean;
  /** Of a plain server. */
  readonly prediction?: PlainPrediction;
  /** What the model thinks before each answer. */
  readonly reasoning?: string;
  /** How much context Ollama or LM Studio has given its model; it is not loaded yet where this is left out. */
  readonly loadedTokens?: number;
  /** The model takes no tools, and the server says so as its vendor does. */
  readonly refusesTools?: boolean;
}

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; the text where it is no JSON. */
  readonly body: unknown;
}

export interface ModelServer {
  /** The base URL as a user would enter it. */
  readonly url: string;
  /** As received, refused ones included. */
  readonly requests: readonly RecordedRequest[];
  /** What the model answers to the next requests: the text to the letter, fence or tags included, or calls of tools. */
  answerWith(answer: Answerer): void;
  /** The same for questions for a choice. */
  chooseWith(choice: Answerer): void;
  /** The fault of the next request that the vendor accepts, or of all. */
  fail(fault: Fault, options?: { readonly always?: boolean }): void;
  /** Connections that a request has come over, idle ones included. Clients open spare ones that do not count. */
  readonly openSockets: number;
  /** Answers that have begun and are not over. */
  readonly openAnswers: number;
  close(): Promise<void>;
}

/** Starts a server on loopback that speaks as a vendor does: its requests, refusals, events and figures. */
export async function startModelServer(dialect: Dialect, options: ModelServerOptions = {}): Promise<ModelServer> {
  const vendor = vendors[dialect](options);
  const faults = new FaultPlan();
  const cache = new PromptCache();
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  let openAnswers = 0;
  let answerer = options.answer ?? "The server was given no answer.";
  let chooser = options.choice ?? "1=none";

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const recorded = await record(request);
    requests.push(recorded);
    const refuse = (reason: Reason) => {
      const { status, body } = vendor.refuse(reason);
      sendJson(response, status, body, vendor.headers);
    };
    const read = readRequest(vendor, options, recorded);
    if (read.type === "refused") {
      refuse(read.reason);
      return;
    }
    if (read.type === "list") {
      const fault = faults.take();
      if (fault?.type === "status") {
        sendJson(response, fault.status, fault.body ?? vendor.refuse(fault).body, {
          ...vendor.headers,
          ...fault.headers,
        });
      } else {
        sendJson(response, 200, read.list, vendor.headers);
      }
      return;
    }
    const { asked } = read;
    const context = options.contextTokens ?? vendor.limits.contextTokens;
    const room = context - countTokens(asked.prompt);
    const wanted = asked.maxTokens ?? 1;
    if (room < 1 || (wanted > room && !vendor.shortens(recorded.body))) {
      refuse({ type: "too-long", tokens: context - room + wanted, limit: context });
      return;
    }
    const limit = Math.min(room, asked.maxTokens ?? Infinity, options.outputTokens ?? vendor.limits.outputTokens);
    if (options.refusesTools === true && (asked.tools ?? []).length > 0) {
      refuse({ type: "no-tools", model: asked.model });
      return;
    }
    const says = asked.prompt.includes(CHOICE) ? chooser : answerer;
    const answer = typeof says === "function" ? await says(recorded.body) : says;
    const fault = faults.take();
    const cachedTokens = cache.look(asked);
    await deliver(vendor, options, { asked, answer, limit, number: requests.length, fault, cachedTokens }, response);
  };

  const server = createServer((request, response) => {
    openAnswers++;
    response.on("close", () => openAnswers--);
    const { socket } = request;
    if (!sockets.has(socket)) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    respond(request, response).catch((error: unknown) => {
      // A client that goes away while it sends is no error of the server.
      if (!request.destroyed || request.complete) {
        console.error(error);
      }
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}${vendor.basePath ?? "/v1"}`,
    requests,
    answerWith: (answer) => {
      answerer = answer;
    },
    chooseWith: (choice) => {
      chooser = choice;
    },
    fail: (fault, { always = false } = {}) => {
      faults.add(fault, always);
    },
    get openSockets() {
      return sockets.size;
    },
    get openAnswers() {
      return openAnswers;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const text = await readText(request);
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  return { method: request.method ?? "", path: pathname, headers: request.headers, body: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readRequest(
  vendor: Vendor,
  { key, models }: ModelServerOptions,
  { method, path, headers, body }: RecordedRequest,
): Read | { readonly type: "list"; readonly list: unknown } {
  const refused = (reason: Reason) => ({ type: "refused", reason }) as const;
  const route = method === "POST" ? vendor.routes[path] : undefined;
  const list = method === "GET" ? vendor.lists?.[path] : undefined;
  if (route === undefined && list === undefined) {
    return refused({ type: "no-route", method, address: path });
  }
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  const given = vendor.keyOf ? vendor.keyOf(headers, method) : bearer;
  if (key === undefined ? vendor.needsKey && given === undefined : given !== key) {
    return refused({ type: "no-key" });
  }
  if (list !== undefined) {
    return { type: "list", list: list(models) };
  }
  if (route === undefined || !v.is(v.looseObject({}), body)) {
    return refused({ type: "no-json" });
  }
  const read = route(body);
  if (read.type === "asked" && models?.includes(read.asked.model) === false) {
    return refused({ type: "no-model", model: read.asked.model });
  }
  return read;
}

interface Reply {
  readonly asked: Asked;
  readonly answer: Said;
  readonly cachedTokens: number;
  /** How long the answer may be, in tokens. */
  readonly limit: number;
  readonly number: number;
  readonly fault: Fault | undefined;
}

async function deliver(
  vendor: Vendor,
  { msPerToken = 0, bytesPerWrite = Infinity, comments = false, reasoning = "" }: ModelServerOptions,
  { asked, answer: said, limit, number, fault, cachedTokens }: Reply,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => {
    gone.abort();
  });
  switch (fault?.type) {
    case "close":
      response.destroy();
      return;
    case "status": {
      const { body } = vendor.refuse({ type: "status", status: fault.status });
      sendJson(response, fault.status, fault.body ?? body, { ...vendor.headers, ...fault.headers });
      return;
    }
    case "content-type":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html>\n<title>Sign in</title>\n<p>Sign in to go on.</p>\n");
      return;
    case "slow-first-byte":
      await pause(fault.ms, gone.signal);
      break;
    default:
      break;
  }
  const text = typeof said === "string" ? said : (said.text ?? "");
  const most = fault?.type === "length" ? Math.min(limit, Math.floor(countTokens(text) / 2)) : limit;
  const reported = fault?.type === "empty" ? "" : said;
  const answer = makeAnswer(asked, reported, most, `answer-${number}`, reasoning, cachedTokens);
  const delivery = {
    response,
    headers: vendor.headers,
    streamType: vendor.streamType,
    lateError: vendor.refuse({ type: "status", status: 500 }).body,
    msPerToken,
    bytesPerWrite,
    comments,
    fault,
    gone: gone.signal,
  };
  await (asked.stream ? sendStream : sendWhole)(delivery, answer, asked.format);
}
