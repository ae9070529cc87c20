import { afterEach, describe, expect, test } from "vitest";
import type { ModelFailure } from "../../../extension/core/models/model.ts";
import type { Fault } from "../../servers/faults.ts";
import { startModelServer, type Dialect, type ModelServer } from "../../servers/modelServer.ts";
import { wrapped, key, original, rewrite, rewriterAt, rewritten } from "./asking.ts";

let server: ModelServer;

afterEach(() => server.close());

async function start(dialect: Dialect, ...faults: readonly Fault[]): Promise<ModelServer> {
  const isPlain = dialect === "relace" || dialect === "morph";
  server = await startModelServer(dialect, { answer: isPlain ? rewritten : wrapped(rewritten) });
  for (const fault of faults) server.fail(fault);
  return server;
}

/** What each message owes the user: no secret, and a way on. */
function expectSafe({ message }: ModelFailure): void {
  expect(message).toMatch(/Fast Apply: |Try again/);
  expect(message).not.toMatch(/[\p{Cc}]/u);
  expect(message).not.toContain(key);
  for (const line of original.split("\n")) if (line !== "") expect(message).not.toContain(line);
  expect(message.length).toBeLessThan(500);
}

const status = (code: (Fault & { type: "status" })["status"], body?: unknown): Fault => ({
  type: "status",
  status: code,
  // The longest wait is the shortest way to see a failure without retries.
  headers: { "retry-after": "42" },
  ...(body === undefined ? {} : { body }),
});

const faults: readonly (readonly [Fault, ModelFailure["type"], RegExp])[] = [
  [status(400), "rejected", /refuses the request \(400\)/],
  [status(401), "bad-key", /"Fast Apply: Set API Key"/],
  [status(402), "billing", /no credit left/],
  [status(404), "not-found", /knows no model .* at http/],
  [status(408), "timeout", /Try again in 42 seconds/],
  [status(413), "too-long", /too long for/],
  [status(422), "rejected", /refuses the request \(422\)/],
  [status(429), "rate-limited", /Try again in 42 seconds/],
  [status(500), "overloaded", /cannot answer now \(500\)|capacity/],
  [status(503), "overloaded", /Try again in 42 seconds/],
  [
    status(429, { error: { code: "insufficient_quota", message: "You exceeded your current quota." } }),
    "billing",
    /quota/,
  ],
  [{ type: "cut", afterBytes: 700 }, "cut-off", /broke off before its end/],
  [{ type: "cut", afterBytes: 0 }, "cut-off", /broke off before its end/],
  [{ type: "silent-end", afterBytes: 700 }, "cut-off", /broke off before its end/],
  [{ type: "silent-end", afterBytes: 0 }, "cut-off", /broke off before its end/],
  [{ type: "stall", afterBytes: 700 }, "timeout", /stopped in the middle of its answer/],
  [{ type: "stall", afterBytes: 0 }, "timeout", /not begun to answer/],
  [{ type: "slow-first-byte", ms: 60_000 }, "timeout", /not begun to answer/],
  [{ type: "malformed" }, "bad-answer", /cannot be read/],
  [{ type: "content-type" }, "bad-answer", /“text\/html; charset=utf-8” where a stream of text is due/],
  [{ type: "empty" }, "bad-answer", /empty answer/],
  [{ type: "error-in-stream" }, "bad-answer", /broke off with an error. “.+”/],
];

/** Where a vendor's failure, or its words, are others than everyone's. */
function differs(dialect: Dialect, fault: Fault): ModelFailure["type"] | "words" | undefined {
  switch (dialect) {
    case "fireworks":
      // These have messages of their own, which are tested below.
      return fault.type === "status" && [402, 429, 503].includes(fault.status) ? "words" : undefined;
    case "plain":
      // It puts a code into the error.
      return fault.type === "error-in-stream" ? "overloaded" : undefined;
    default:
      return undefined;
  }
}

describe.each<readonly [string, Dialect]>([
  ["openai", "openai"],
  ["fireworks", "fireworks"],
  ["mistral", "mistral"],
  ["morph", "morph"],
  ["openai-compatible", "plain"],
  ["relace", "relace"],
])("%s", (id, dialect) => {
  test.each(faults)("%j fails as %s", async (fault, type, words) => {
    await start(dialect, fault);
    // The server has read the request by then, on a busy machine too.
    const limits =
      fault.type === "stall" || fault.type === "slow-first-byte" ? { firstByteMs: 1_000, idleMs: 150 } : {};
    const { failure, last } = await rewrite(rewriterAt(id, server.url, { timing: limits }));
    const own = differs(dialect, fault);
    expect(last?.type).toBe("failed");
    expect(failure?.type).toBe(own === undefined || own === "words" ? type : own);
    if (own === undefined) expect(failure?.message).toMatch(words);
    if (failure !== undefined) expectSafe(failure);
    expect(server.requests).toHaveLength(1);
  });

  test("an answer that reaches its limit says so", async () => {
    await start(dialect, { type: "length" });
    const { last } = await rewrite(rewriterAt(id, server.url));
    expect(last).toEqual({ type: "end", reason: "length" });
  });
});

test.each([
  [402, "billing", /Fireworks has no credit left for this account/],
  [412, "billing", /Fireworks has suspended this account/],
  [429, "rate-limited", /its limit at Fireworks .*Try again in 42 seconds/],
  [503, "overloaded", /no free capacity .*no limit of your account.*Try again in 42 seconds/],
] as const)("Fireworks' %s has a message of its own", async (code, type, words) => {
  await start("fireworks", status(code));
  const { failure } = await rewrite(rewriterAt("fireworks", server.url));
  expect(failure?.type).toBe(type);
  expect(failure?.message).toMatch(words);
});
