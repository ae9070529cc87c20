import { getEventListeners } from "node:events";
import { afterEach, expect, test } from "vitest";
import type { Fault } from "../../servers/faults.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { createProviders } from "../../../extension/providers/providers.ts";
import { stressed } from "../stress.ts";
import { choose, wrapped, rewrite, rewriterAt, rewritten, sse, startRawServer, task } from "./asking.ts";

/** A multiple of five. */
const ANSWERS = stressed(100, 20);

let started: ModelServer | undefined;

afterEach(async () => {
  await started?.close();
  started = undefined;
});

async function start(msPerToken = 0): Promise<ModelServer> {
  started = await startModelServer("openai", { answer: wrapped(rewritten), msPerToken });
  return started;
}

test.each<Fault>([
  { type: "slow-first-byte", ms: 60_000 },
  { type: "stall", afterBytes: 0 },
  { type: "stall", afterBytes: 900 },
])("a cancel during %j throws its reason and ends the answer at once", async (fault) => {
  const server = await start();
  server.fail(fault);
  const controller = new AbortController();
  const reason = new Error("enough");
  const result = rewrite(rewriterAt("openai", server.url), {}, controller.signal);
  const settled = expect(result).rejects.toBe(reason);
  await expect.poll(() => server.openAnswers).toBe(1);
  controller.abort(reason);
  await settled;
  await expect.poll(() => server.openAnswers).toBe(0);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("a cancel before the start sends nothing", async () => {
  const server = await start();
  for (const id of ["openai", "relace"]) {
    await expect(rewrite(rewriterAt(id, server.url), {}, AbortSignal.abort("no"))).rejects.toBe("no");
  }
  expect(server.requests).toEqual([]);
});

test("who stops reading ends the answer", async () => {
  let openAnswers = 0;
  await using silent = await startRawServer((request, response) => {
    request.resume();
    openAnswers++;
    response.on("close", () => openAnswers--);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(sse({ choices: [{ delta: { content: wrapped(rewritten) } }] }));
  });
  for await (const event of rewriterAt("openai", silent.origin).rewrite(task, new AbortController().signal)) {
    expect(event.type).toBe("text");
    break;
  }
  await expect.poll(() => openAnswers).toBe(0);
});

test("a reader that takes its time is no silence of the server", async () => {
  const server = await start();
  const rewriter = rewriterAt("openai", server.url, { timing: { idleMs: 50 } });
  let text = "";
  for await (const event of rewriter.rewrite(task, new AbortController().signal)) {
    if (event.type !== "text") continue;
    if (text === "") await new Promise((resolve) => setTimeout(resolve, 200));
    text += event.text;
  }
  expect(text).toBe(rewritten);
});

test("a server that says that it is still there is waited for", async () => {
  await using waiting = await startRawServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    let beats = 0;
    const beat = setInterval(() => {
      beats++;
      response.write(": still here\n\n");
      if (beats < 10) return;
      clearInterval(beat);
      const event = { choices: [{ delta: { content: wrapped(rewritten) }, finish_reason: "stop" }] };
      response.end(`data: ${JSON.stringify(event)}\n\n`);
    }, 40);
  });
  const timing = { firstByteMs: 3_000, idleMs: 300 };
  const { text } = await rewrite(rewriterAt("openai", waiting.origin, { timing }));
  expect(text).toBe(rewritten);
});

test("many answers at once, cancelled at random, leave nothing behind", { timeout: 60_000 }, async () => {
  const server = await start(1);
  const providers = createProviders();
  const chosen = choose(providers, "openai", { baseUrl: server.url });
  const everyone = new AbortController();
  const signals: AbortSignal[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: ANSWERS }, async (_, index) => {
      const own = new AbortController();
      // Some before they are sent, some while they stream, and some never.
      const isKept = index % 5 === 0;
      const signal = isKept ? everyone.signal : AbortSignal.any([own.signal, everyone.signal]);
      signals.push(signal);
      const timer = isKept ? undefined : setTimeout(abortLater, (index * 37) % 300, own);
      try {
        // Without a prediction each token takes its time.
        const { text } = await rewrite(chosen, { draft: "" }, signal);
        return text === rewritten ? "whole" : "wrong";
      } catch {
        return own.signal.aborted ? "cancelled" : "thrown";
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  expect(outcomes.filter((outcome) => outcome === "wrong" || outcome === "thrown")).toEqual([]);
  expect(outcomes).toContain("cancelled");
  expect(outcomes.filter((_, index) => index % 5 === 0)).toEqual(Array.from({ length: ANSWERS / 5 }, () => "whole"));
  await expect.poll(() => server.openAnswers).toBe(0);
  expect(signals.flatMap((signal) => getEventListeners(signal, "abort"))).toEqual([]);
  // Node keeps idle connections for a few seconds.
  await expect.poll(() => server.openSockets, { timeout: 30_000 }).toBe(0);
});

function abortLater(controller: AbortController): void {
  controller.abort();
}
