import { afterEach, describe, expect, test } from "vitest";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import { createChatChooser } from "../../../extension/core/models/chatChooser.ts";
import type { Chooser } from "../../../extension/core/models/chooser.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import {
  startModelServer,
  type Dialect,
  type ModelServer,
  type ModelServerOptions,
} from "../../servers/modelServer.ts";
import { rewriterAt } from "./asking.ts";
import { plannerAt } from "./planning.ts";

const ORIGINAL = "run();\nrest();\nrun();\nend();\n";
const CHOSEN = "run();\nrest();\nwalk();\nend();\n";

/** It has two places. */
const reply = "```js run.js\n<<<<<<< SEARCH\nrun();\n=======\nwalk();\n>>>>>>> REPLACE\n```\n";
const request: ApplyRequest = {
  original: ORIGINAL,
  sketches: readReply(reply, { path: "run.js", original: ORIGINAL }),
  language: undefined,
  parser: undefined,
  instruction: "Walk.",
  conversation: [],
  path: "run.js",
};

let server: ModelServer;
afterEach(() => server.close());

async function chooserAt(dialect: Dialect, id: string, model: string, own: ModelServerOptions = {}): Promise<Chooser> {
  server = await startModelServer(dialect, own);
  const planner = plannerAt(id, { baseUrl: server.url, model });
  const { name, limits } = planner;
  return createChatChooser({
    id: planner.id,
    name,
    limits,
    ask: (messages, _, signal) => planner.stream(messages, signal),
  });
}

async function lastOf(chooser: Chooser): Promise<ApplyEvent | undefined> {
  let last: ApplyEvent | undefined;
  const ports = { rewriters: [], choosers: [chooser] };
  for await (const event of applySketch(request, ports, new AbortController().signal)) last = event;
  return last;
}

describe("a planner that is asked for a choice over HTTP", () => {
  test.each([
    ["openai", "openai", "gpt-5"],
    ["anthropic", "anthropic", "claude-sonnet-4-5"],
    ["google", "google", "gemini-2.5-pro"],
    ["ollama", "ollama", "qwen3"],
    ["plain", "openai-compatible", "thinker"],
  ] as const)("%s decides by a number", async (dialect, id, model) => {
    const reasoning = "Which of the two? The last one.";
    const chooser = await chooserAt(dialect, id, model, { choice: "1=2", reasoning });
    const last = await lastOf(chooser);
    expect(last).toMatchObject({ type: "done", text: CHOSEN, engine: model, proof: { holds: true } });
    expect(last).toMatchObject({ usage: { promptTokens: expect.any(Number) as number } });
    expect(server.requests).toHaveLength(1);
  });

  const decided = { type: "done", text: CHOSEN, engine: "thinker" };
  const open = (message: RegExp): object => ({
    type: "ambiguous",
    draft: ORIGINAL,
    failures: [{ engine: "structural" }, { engine: "thinker", message: expect.stringMatching(message) as string }],
  });
  test.each([
    ["The **second** one:\n\n**1=2**\n", decided],
    ["I mean alternative 2.", decided],
    ["1=none\n<<<<<<< SEARCH\nrun();\nend();\n=======\nwalk();\nend();\n>>>>>>> REPLACE", decided],
    ["1=none", open(/said nothing in their place/)],
    ["1=3", open(/alternative that there is not/)],
    ["It depends on what you want.", open(/neither a number nor an edit/)],
    [
      "<<<<<<< SEARCH\nrun();\nend();\n=======\nwalk();\nsteal(secrets);\nend();\n>>>>>>> REPLACE",
      open(/Neither the sketch/),
    ],
    ["<<<<<<< SEARCH\nrest();\n... 1 lines ...\nend();\n=======\nwalk", open(/break off/)],
  ])("%j is read to the letter", async (choice, wanted) => {
    expect(await lastOf(await chooserAt("plain", "openai-compatible", "thinker", { choice }))).toMatchObject(wanted);
  });

  test.each([
    [{ type: "cut", afterBytes: 300 }, /broke off/],
    [{ type: "malformed" }, /cannot be read/],
    [{ type: "length" }, /longer than a choice/],
    [{ type: "status", status: 401 }, /API key/],
    [{ type: "status", status: 503 }, /thinker|server/],
  ] as const)("%j leaves the piece open, and says why", async (fault, message) => {
    const chooser = await chooserAt("plain", "openai-compatible", "thinker", { choice: "1=2" });
    server.fail(fault, { always: true });
    expect(await lastOf(chooser)).toMatchObject(open(message));
  });
});

test("an apply provider is asked before it writes, with room for a choice alone", async () => {
  server = await startModelServer("plain", { choice: "1=2" });
  const rewriter = rewriterAt("openai-compatible", server.url, { model: "coder" });
  let last: ApplyEvent | undefined;
  for await (const event of applySketch(request, { rewriters: [rewriter] }, new AbortController().signal)) last = event;
  expect(last).toMatchObject({ type: "done", text: CHOSEN, engine: rewriter.name });
  const [asked] = server.requests;
  expect(server.requests).toHaveLength(1);
  expect((asked?.body as { max_tokens: number } | undefined)?.max_tokens).toBeLessThan(600);
});

test("a model that was trained for rewrites alone is asked nothing else", async () => {
  server = await startModelServer("morph", { answer: CHOSEN });
  const rewriter = rewriterAt("morph", server.url);
  expect(rewriter.chooser).toBeUndefined();
  for await (const event of applySketch(request, { rewriters: [rewriter] }, new AbortController().signal))
    if (event.type === "step") expect(event.asks).toBeUndefined();
});
