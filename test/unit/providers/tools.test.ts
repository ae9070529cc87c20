import { describe, expect, onTestFinished, test } from "vitest";
import type { ModelMessage, ModelTool, ToolCall } from "../../../extension/core/models/model.ts";
import type { Planner, PlannerEvent } from "../../../extension/core/chat/planner.ts";
import {
  startModelServer,
  type Dialect,
  type ModelServer,
  type ModelServerOptions,
} from "../../servers/modelServer.ts";
import { key } from "./asking.ts";
import { choiceAt, plannerAt, question, quickPlanners } from "./planning.ts";

const SIGNATURE = JSON.stringify({ google: { thought_signature: "c2lnbmF0dXJl" } });

const tools: readonly ModelTool[] = ["look", "find"].map((name) => ({
  name,
  description: "Looks.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

const calls = [
  { name: "look", arguments: { path: "src/a.ts" } },
  { name: "find", arguments: { path: "**/*.ts" } },
];

async function start(dialect: Dialect, options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(dialect, { key, ...options });
  onTestFinished(() => server.close());
  return server;
}

async function ask(
  planner: Planner,
  messages: readonly ModelMessage[] = question,
  mayCall = true,
): Promise<readonly PlannerEvent[]> {
  const events: PlannerEvent[] = [];
  for await (const event of planner.stream(messages, new AbortController().signal, { tools, mayCall })) {
    events.push(event);
  }
  return events;
}

/** The question, and answers to the calls of a model. */
function answered(made: readonly ToolCall[]): readonly ModelMessage[] {
  const results = made.map(({ id }): ModelMessage => ({ role: "tool", call: id, text: "const a = 1;" }));
  return [...question, { role: "assistant", text: "I look.", calls: made }, ...results];
}

const providers: readonly (readonly [id: string, dialect: Dialect, model: string])[] = [
  ["openai", "openai", "gpt-5"],
  ["anthropic", "anthropic", "claude-opus-4-6"],
  ["google", "google", "gemini-3-pro"],
  ["openrouter", "openrouter", "anthropic/claude-sonnet-4.5"],
  ["fireworks", "fireworks", "accounts/fireworks/models/deepseek-v3p1"],
  ["mistral", "mistral", "mistral-large-latest"],
  ["ollama", "ollama", "qwen3:8b"],
  ["lmstudio", "lmstudio", "qwen/qwen3-8b"],
  ["openai-compatible", "plain", "some-model"],
];

/** The servers refuse what their vendors' schemas do not have. */
describe.each(providers)("%s, as a server of %s with %s", (id, dialect, model) => {
  test("is offered tools, calls them in parallel, and reads their answers", async () => {
    const server = await start(dialect, { answer: { text: "I look.", calls } });
    const planner = plannerAt(id, { baseUrl: server.url, model });
    const events = await ask(planner);
    const last = events.at(-1);
    if (last?.type !== "calls") throw new Error(JSON.stringify(last));
    expect(last.calls.map(({ name, arguments: written }) => [name, JSON.parse(written) as unknown])).toEqual(
      calls.map(({ name, arguments: written }) => [name, written]),
    );
    expect(events.filter(({ type }) => type === "usage")).toHaveLength(1);

    server.answerWith("Here it is.");
    const next = await ask(planner, answered(last.calls));
    expect(next.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("")).toBe("Here it is.");
    expect(next.at(-1)).toEqual({ type: "end", reason: "stop" });
    expect(server.requests.at(-1)?.body).toMatchObject({ tools: [{ function: { name: "look" } }, {}] });
    expect(server.requests.at(-1)?.body).not.toHaveProperty("tool_choice");
  });

  test("is told that it may not call any more, and still knows the tools of earlier calls", async () => {
    const server = await start(dialect, { answer: "Two." });
    const made = [{ id: "call00000", name: "look", arguments: "{}", extra: SIGNATURE }];
    const events = await ask(plannerAt(id, { baseUrl: server.url, model }), answered(made), false);
    expect(events.at(-1)).toEqual({ type: "end", reason: "stop" });
    expect(server.requests.at(-1)?.body).toMatchObject({ tool_choice: "none", tools: [{}, {}] });
  });

  test("is offered none any more once it has refused them, and is asked without them", async () => {
    const server = await start(dialect, { answer: "Two.", refusesTools: true });
    const planners = quickPlanners();
    const create = (): Planner => planners.create(choiceAt(planners, id, { baseUrl: server.url, model }));
    const planner = create();
    expect(planner.takesTools).toBe(true);
    expect(await ask(planner)).toEqual([{ type: "toolless" }]);
    expect([planner.takesTools, create().takesTools]).toEqual([false, false]);
    const other = planners.create(choiceAt(planners, id, { baseUrl: server.url, model: "another" }));
    expect(other.takesTools).toBe(true);
    let text = "";
    for await (const event of planner.stream(question, new AbortController().signal)) {
      if (event.type === "text") text += event.text;
    }
    expect(text).toBe("Two.");
  });

  test("is not thought to take no tools because of another fault", async () => {
    const server = await start(dialect);
    server.fail({ type: "status", status: 400 }, { always: true });
    const planner = plannerAt(id, { baseUrl: server.url, model });
    expect((await ask(planner)).at(-1)?.type).toBe("failed");
    expect(planner.takesTools).toBe(true);
  });

  test("gets arguments that are no JSON back as none, so that it goes on", async () => {
    const server = await start(dialect, { answer: { calls: [{ name: "look", arguments: '{"path": "src' }] } });
    const planner = plannerAt(id, { baseUrl: server.url, model });
    const last = (await ask(planner)).at(-1);
    if (last?.type !== "calls") throw new Error(JSON.stringify(last));
    expect(last.calls[0]?.arguments).toBe('{"path": "src');
    server.answerWith("Two.");
    expect((await ask(planner, answered(last.calls))).at(-1)).toEqual({ type: "end", reason: "stop" });
  });
});

test("calls that are cut off by the limit of the answer are not made", async () => {
  const server = await start("plain", { answer: { text: "I look at it now.", calls } });
  server.fail({ type: "length" });
  const last = (await ask(plannerAt("openai-compatible", { baseUrl: server.url }))).at(-1);
  expect(last).toEqual({ type: "end", reason: "length" });
});

test("a rate limit is waited for in the middle of a question", async () => {
  const server = await start("plain", { answer: "Two." });
  server.fail({ type: "status", status: 429, headers: { "retry-after-ms": "5" } });
  const made = [{ id: "call00000", name: "look", arguments: "{}" }];
  const events = await ask(plannerAt("openai-compatible", { baseUrl: server.url }), answered(made));
  expect(events.at(-1)).toEqual({ type: "end", reason: "stop" });
  expect(server.requests).toHaveLength(2);
});

const long = "const a = 1;\n".repeat(600);

test.each([
  ["openai", "openai", "gpt-5"],
  ["openrouter", "openrouter", "anthropic/claude-sonnet-4.5"],
] as const)("%s keeps what it has read for the next round, and says so", async (id, dialect, model) => {
  const server = await start(dialect, { answer: { text: "I look.", calls } });
  const planner = plannerAt(id, { baseUrl: server.url, model });
  const asked: readonly ModelMessage[] = [{ role: "system", text: long }, ...question];
  const cached = (events: readonly PlannerEvent[]): number =>
    events.reduce((most, event) => Math.max(most, event.type === "usage" ? (event.usage.cachedTokens ?? 0) : 0), 0);
  const first = await ask(planner, asked);
  expect(cached(first)).toBe(0);
  const last = first.at(-1);
  if (last?.type !== "calls") throw new Error(JSON.stringify(last));
  const results = last.calls.map(({ id: call }): ModelMessage => ({ role: "tool", call, text: long }));
  const then: readonly ModelMessage[] = [
    ...asked,
    { role: "assistant", text: "I look.", calls: last.calls },
    ...results,
  ];
  const second = cached(await ask(planner, then));
  expect(second).toBeGreaterThan(1_024);
  server.answerWith("Here it is.");
  // What the tools have answered is known now, too.
  const third = cached(
    await ask(planner, [...then, { role: "assistant", text: "So." }, { role: "user", text: "Go on." }]),
  );
  expect(third).toBeGreaterThan(2 * second);
});
