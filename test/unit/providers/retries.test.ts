import { afterEach, expect, test, vi } from "vitest";
import type { Fault } from "../../servers/faults.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { askedWait, retryWait } from "../../../extension/providers/retries.ts";
import type { Fault as SeenFault } from "../../../extension/providers/fault.ts";
import { wrapped, rewrite, rewriterAt, rewritten } from "./asking.ts";

let server: ModelServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const busy = (headers: Record<string, string> = {}): Fault => ({ type: "status", status: 429, headers });

test.each<readonly Fault[]>([
  [busy()],
  [busy({ "retry-after-ms": "3" })],
  [busy({ "retry-after": "0" }), { type: "status", status: 503 }],
  [
    { type: "status", status: 500 },
    { type: "status", status: 408 },
  ],
  [{ type: "close" }],
  [{ type: "close" }, busy()],
])("after %j the request is made again", async (...faults) => {
  server = await startModelServer("openai", { answer: wrapped(rewritten) });
  for (const fault of faults) server.fail(fault);
  const { text, last } = await rewrite(rewriterAt("openai", server.url));
  expect(last).toEqual({ type: "end", reason: "stop" });
  expect(text).toBe(rewritten);
  expect(server.requests.length).toBeGreaterThan(faults.filter(({ type }) => type !== "close").length);
});

test.each<readonly [Fault, number, string]>([
  [busy(), 3, "rate-limited"],
  [{ type: "status", status: 503 }, 3, "overloaded"],
  [{ type: "close" }, 3, "unreachable"],
  [{ type: "status", status: 401 }, 1, "bad-key"],
  [{ type: "status", status: 400 }, 1, "rejected"],
  [busy({ "retry-after": "21" }), 1, "rate-limited"],
  [busy({ "x-should-retry": "false" }), 1, "rate-limited"],
  [{ type: "cut", afterBytes: 500 }, 1, "cut-off"],
])("%j forever is asked %i times and fails as %s", async (fault, requests, type) => {
  server = await startModelServer("openai", { answer: wrapped(rewritten) });
  server.fail(fault, { always: true });
  const { failure } = await rewrite(rewriterAt("openai", server.url));
  expect(failure?.type).toBe(type);
  expect(server.requests).toHaveLength(requests);
});

test("a cancel while waiting for a retry ends the wait", async () => {
  server = await startModelServer("openai", { answer: wrapped(rewritten) });
  server.fail(busy({ "retry-after": "19" }));
  const reason = new Error("enough");
  const controller = new AbortController();
  const result = rewrite(rewriterAt("openai", server.url), {}, controller.signal);
  await expect.poll(() => server?.requests.length).toBe(1);
  controller.abort(reason);
  await expect(result).rejects.toBe(reason);
});

function seen(status: number, headers: Record<string, string> = {}): SeenFault {
  return { type: "status", status, headers: new Headers(headers), body: "" };
}

test.each([
  [seen(429, { "retry-after": "2" }), 2_000],
  [seen(429, { "retry-after": " 1.5 " }), 1_500],
  [seen(429, { "retry-after-ms": "250", "retry-after": "9" }), 250],
  [seen(429, { "retry-after": "Sat, 01 Jan 2000 00:00:00 GMT" }), 0],
  [seen(429, { "retry-after": "-3" }), undefined],
  [seen(429, { "retry-after": "soon" }), undefined],
  [seen(429, { "retry-after": "" }), undefined],
  [seen(429), undefined],
  [{ type: "network", code: undefined }, undefined],
] satisfies [SeenFault, number | undefined][])("%j asks to wait for %s ms", (fault, wait) => {
  expect(askedWait(fault)).toBe(wait);
});

test("a date says how long to wait", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T10:00:00.250Z") });
  try {
    expect(askedWait(seen(429, { "retry-after": "Sun, 01 Mar 2026 10:01:00 GMT" }))).toBe(59_750);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [seen(429), 0, 0, 500],
  [seen(429), 1, 500, 1_000],
  [seen(429), 2, 1_500, undefined],
  [seen(429, { "retry-after": "20" }), 0, 0, 20_000],
  [seen(429, { "retry-after": "20" }), 1, 1, undefined],
  [seen(404), 0, 0, undefined],
  [{ type: "network", code: "ECONNRESET" }, 0, 0, 500],
  [{ type: "network", code: "ECONNREFUSED" }, 0, 0, undefined],
  [{ type: "network", code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, 0, 0, undefined],
  [{ type: "timeout", phase: "first-byte" }, 0, 0, undefined],
  [{ type: "cut-off" }, 0, 0, undefined],
] satisfies [SeenFault, number, number, number | undefined][])(
  "%j after %i retries and %i ms waits for %s ms",
  (fault, retries, waited, wait) => {
    expect(retryWait(fault, retries, waited, 500)).toBe(wait);
  },
);
