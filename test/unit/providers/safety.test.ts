import { text as readText } from "node:stream/consumers";
import type { IncomingHttpHeaders } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { createProviders } from "../../../extension/providers/providers.ts";
import { choose, wrapped, key, original, rewrite, rewriterAt, rewritten, sse, startRawServer } from "./asking.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const good = sse({ choices: [{ delta: { content: wrapped(rewritten) }, finish_reason: "stop" }] }, "[DONE]");

interface Seen {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function startGood() {
  const seen: Seen[] = [];
  const server = await startRawServer((request, response) => {
    void readText(request).then((body) => {
      seen.push({ path: request.url, headers: request.headers, body });
      response.writeHead(200, { "content-type": "text/event-stream" }).end(good);
    });
  });
  return { server, seen };
}

test.each([301, 302, 303, 307, 308])("a redirect by %i is not followed, to whatever origin", async (status) => {
  const { server: other, seen } = await startGood();
  await using elsewhere = other;
  await using server = await startRawServer((request, response) => {
    request.resume();
    response.writeHead(status, { location: `${elsewhere.origin}/v1/sk-of-the-user/chat?token=x` }).end();
  });
  for (const id of ["openai", "relace"]) {
    const { failure } = await rewrite(rewriterAt(id, `${server.origin}/v1`));
    expect(failure?.type).toBe("not-found");
    expect(failure?.message).toContain(`redirects to “${elsewhere.origin}”; code and key are not sent on`);
    // A server knows the key and the file, and would have them shown and logged.
    expect(failure?.message).not.toMatch(/token|sk-of/);
  }
  expect(seen).toEqual([]);
});

test("what is sent is the request, the key and nothing about the machine", async () => {
  vi.stubEnv("OPENAI_CUSTOM_HEADERS", "X-Other: secret\nAuthorization: Bearer other");
  vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment");
  vi.stubEnv("OPENAI_ADMIN_KEY", "sk-admin");
  vi.stubEnv("OPENAI_ORG_ID", "org");
  vi.stubEnv("OPENAI_PROJECT_ID", "project");
  vi.stubEnv("OPENAI_BASE_URL", "https://api.openai.com/v1");
  const { server: good, seen } = await startGood();
  await using server = good;
  const result = await rewrite(rewriterAt("openai", `${server.origin}/v1/`));
  expect(result.text).toBe(rewritten);
  const [request] = seen;
  expect(request?.path).toBe("/v1/chat/completions");
  expect(request?.headers.authorization).toBe(`Bearer ${key}`);
  expect(request?.headers["user-agent"]).toBe("fast-apply");
  const known = [
    "accept",
    "accept-encoding",
    "accept-language",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "sec-fetch-mode",
    "user-agent",
  ];
  expect(Object.keys(request?.headers ?? {}).filter((name) => !known.includes(name))).toEqual([]);
});

test("without a key no authorization is sent, whatever the environment holds", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment");
  const { server: good, seen } = await startGood();
  await using server = good;
  for (const own of [undefined, "", " "]) {
    expect((await rewrite(rewriterAt("vllm", server.origin, { key: own }))).text).toBe(rewritten);
  }
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
});

test("the client writes nothing to the console, not even when it is asked to", async () => {
  vi.stubEnv("OPENAI_LOG", "debug");
  const spies = (["log", "info", "debug", "warn", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  );
  try {
    for (const body of [good, sse(`{"choices": [{"delta": {"content": "${original.slice(0, 30)}`)]) {
      await using server = await startRawServer((request, response) => {
        request.resume();
        response.writeHead(200, { "content-type": "text/event-stream" }).end(body);
      });
      await rewrite(rewriterAt("openai", server.origin));
    }
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
});

test("a key or file that a vendor quotes is not shown", async () => {
  for (const quoted of [`Incorrect API key: ${key}`, `Cannot parse: ${original.slice(0, 60)}`]) {
    await using server = await startRawServer((request, response) => {
      request.resume();
      const body = JSON.stringify({ error: { message: quoted } });
      response.writeHead(400, { "content-type": "application/json" }).end(body);
    });
    for (const id of ["openai", "relace"]) {
      const { failure } = await rewrite(rewriterAt(id, server.origin));
      expect(failure?.message).toMatch(/refuses the request \(400\)\. Run "Fast Apply: Choose Apply Provider"/);
    }
  }
});

test("an error without end is read only so far", async () => {
  let sent = 0;
  let isOpen = true;
  await using server = await startRawServer((request, response) => {
    request.resume();
    response.writeHead(400, { "content-type": "text/plain" });
    response.on("close", () => (isOpen = false));
    const more = () => {
      sent += 65_536;
      if (isOpen) response.write("x".repeat(65_536), () => setImmediate(more));
    };
    more();
  });
  const { failure } = await rewrite(rewriterAt("openai", server.origin));
  expect(failure?.type).toBe("rejected");
  expect(sent).toBeLessThan(64 * 1_048_576);
  await expect.poll(() => isOpen).toBe(false);
});

const nowhere = () => Promise.reject(new Error("nothing may be sent"));

test.each([
  [{ baseUrl: "" }, "rejected", /address is empty\. Run "Fast Apply: Choose Apply Provider"/],
  [{ baseUrl: "api.example.test" }, "rejected", /no address/],
  [{ baseUrl: "https://a:b@example.test/v1" }, "rejected", /password/],
  [
    { baseUrl: "http://example.test/v1" },
    "rejected",
    /http:\/\/example\.test\/v1 would get code and key without encryption/,
  ],
  [{ model: " " }, "not-found", /No model is set for OpenAI/],
  [
    { key: undefined },
    "no-key",
    /OpenAI needs an API key\. Run "Fast Apply: Set API Key"; the command line reads OPENAI_API_KEY/,
  ],
  [{ key: "  " }, "no-key", /needs an API key/],
  [{ key: "sk one" }, "bad-key", /blanks or letters that no key has/],
  [{ key: "sk\u0000one" }, "bad-key", /no key has/],
  [{ key: "schlüssel" }, "bad-key", /no key has/],
] as const)("with %j nothing is sent", async (choice, type, words) => {
  const rewriter = choose(createProviders({ fetch: nowhere }), "openai", choice);
  const { failure } = await rewrite(rewriter);
  expect(failure?.type).toBe(type);
  expect(failure?.message).toMatch(words);
  if ("key" in choice && choice.key !== undefined && choice.key.trim() !== "") {
    expect(failure?.message).not.toContain(choice.key);
  }
});

test("a user may allow plain http to another machine", async () => {
  const asked: string[] = [];
  const answer = (url: unknown) => {
    asked.push(String(url));
    return Promise.resolve(new Response(good, { headers: { "content-type": "text/event-stream" } }));
  };
  const baseUrl = "http://gpu.example.test:8000/v1";
  const { text } = await rewrite(rewriterAt("vllm", baseUrl, { allowsPlainHttp: true, fetch: answer }));
  expect(text).toBe(rewritten);
  expect(asked).toEqual([`${baseUrl}/chat/completions`]);
});

test("a key with blanks around it is taken without them", async () => {
  const { server: good, seen } = await startGood();
  await using server = good;
  await rewrite(rewriterAt("openai", server.origin, { key: ` ${key}\n` }));
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

test("an address where nobody listens is unreachable at once", async () => {
  const closed = await startRawServer(() => undefined);
  const { origin } = closed;
  await closed[Symbol.asyncDispose]();
  for (const id of ["llama-server", "relace"]) {
    const { failure } = await rewrite(rewriterAt(id, origin));
    expect(failure?.type).toBe("unreachable");
    expect(failure?.message).toContain("(ECONNREFUSED). Start the server, or run");
  }
});
