import type OpenAI from "openai";
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../servers/modelServer.ts";
import { clientOf, refusal, requestOf, serve, stream } from "./asking.ts";

const model: Partial<Record<Dialect, string>> = {
  openai: "gpt-5",
  anthropic: "claude-opus-4-6",
  google: "gemini-3-pro",
  mistral: "mistral-large-latest",
};

const dialects: readonly Dialect[] = [
  "openai",
  "anthropic",
  "google",
  "openrouter",
  "fireworks",
  "mistral",
  "ollama",
  "lmstudio",
  "plain",
];

const tools: OpenAI.ChatCompletionTool[] = ["look", "find"].map((name) => ({
  type: "function",
  function: {
    name,
    description: "Looks.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
}));

const calls = [
  { name: "look", arguments: { path: "src/a.ts" } },
  { name: "find", arguments: { path: "**/*.ts" } },
];

describe.each(dialects)("%s", (dialect) => {
  test("streams parallel calls to the official client, and takes their answers", async () => {
    const server = await serve(dialect, { answer: { text: "I look.", calls } });
    const client = clientOf(server);
    const named = { model: model[dialect] ?? "any", tools };
    const runner = client.chat.completions.stream({ ...requestOf(named), stream: true });
    const message = await runner.finalMessage();
    expect(message.content).toBe("I look.");
    const made = message.tool_calls ?? [];
    expect(made.map((call) => call.type === "function" && [call.function.name, call.function.arguments])).toEqual([
      ["look", '{"path":"src/a.ts"}'],
      ["find", '{"path":"**/*.ts"}'],
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);

    server.answerWith("Here it is.");
    // Nothing that the client has added for itself.
    const echoed = made.map((call) => {
      if (call.type !== "function") throw new Error("no function");
      const { name, arguments: written } = call.function;
      const extra = Object.entries(call).filter(([field]) => field === "extra_content");
      return { id: call.id, type: "function", function: { name, arguments: written }, ...Object.fromEntries(extra) };
    });
    const messages = [
      { role: "user", content: "Hello?" },
      { role: "assistant", content: "I look.", tool_calls: echoed },
      ...made.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "const a = 1;" })),
    ];
    expect((await stream(client, { ...named, messages })).text).toBe("Here it is.");
  });

  test("refuses calls without an answer, answers without a call, and arguments that are no JSON", async () => {
    const client = clientOf(await serve(dialect));
    const call = (written: string) => ({
      id: "call00001",
      type: "function",
      function: { name: "look", arguments: written },
    });
    const asked = { role: "user", content: "Hello?" };
    const result = { role: "tool", tool_call_id: "call00001", content: "1" };
    const calling = { role: "assistant", content: null, tool_calls: [call("{}")] };
    const fields = (...messages: readonly unknown[]) => ({ model: "gemini-2.5-pro", tools, messages });
    await client.chat.completions.create(requestOf(fields(asked, calling, result)));
    for (const messages of [
      [asked, calling, asked],
      [asked, result],
      [asked, calling, { ...result, tool_call_id: "call00002" }],
      [asked, { ...calling, tool_calls: [call("{")] }, result],
    ]) {
      expect((await refusal(client, fields(...messages))).status).toBeGreaterThanOrEqual(400);
    }
  });

  test("says in its own words that a model takes no tools", async () => {
    const server = await serve(dialect, { refusesTools: true });
    const body = JSON.stringify({ ...requestOf({ model: model[dialect] ?? "any" }), tools });
    const headers = { authorization: "Bearer test-key" };
    const response = await fetch(`${server.url}/chat/completions`, { method: "POST", headers, body });
    expect(response.status).toBe(dialect === "openrouter" ? 404 : 400);
    expect(await response.text()).toMatch(/tool/);
  });
});

test("OpenAI tells which tokens of a prompt it still has", async () => {
  const client = clientOf(await serve("openai"));
  const long = { role: "system", content: "Read this. ".repeat(1_000) };
  const ask = async (text: string): Promise<number | undefined> => {
    const { usage } = await client.chat.completions.create(
      requestOf({ messages: [long, { role: "user", content: text }] }),
    );
    return usage?.prompt_tokens_details?.cached_tokens;
  };
  expect(await ask("One?")).toBe(0);
  const cached = (await ask("Two?")) ?? 0;
  expect(cached).toBeGreaterThan(2_000);
  expect(cached % 128).toBe(0);
});
