import { afterEach, expect, test } from "vitest";
import { startModelServer, type Dialect, type ModelServer } from "../../servers/modelServer.ts";
import { fenced, rewrite, rewriterAt, rewritten } from "./asking.ts";

let server: ModelServer;

afterEach(() => server.close());

async function start(dialect: Dialect): Promise<ModelServer> {
  server = await startModelServer(dialect, { answer: fenced(rewritten) });
  return server;
}

test.each(["openai", "fireworks"] as const)("%s streams a rewrite with its prediction's figures", async (id) => {
  await start(id);
  const { text, usage, last, failure } = await rewrite(rewriterAt(id, server.url));
  expect(failure).toBeUndefined();
  expect(text).toBe(rewritten);
  expect(last).toEqual({ type: "end", reason: "stop" });
  expect(usage?.acceptedTokens).toBeGreaterThan(300);
  expect(usage?.rejectedTokens).toBeLessThan(20);
  expect(server.requests).toHaveLength(1);
});
