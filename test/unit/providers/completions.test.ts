import { afterEach, describe, expect, it } from "vitest";
import type { ModelEvent } from "../../../extension/core/models/model.ts";
import type { RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { createCompletionsRewriter } from "../../../extension/providers/completionsRewriter.ts";
import { createRefusals } from "../../../extension/providers/refusals.ts";
import type { CompletionsDialect } from "../../servers/completionsDialects.ts";
import { startCompletionsServer, type CompletionsServer } from "../../servers/completionsServer.ts";

const original = Array.from(
  { length: 40 },
  (_, i) => `export function step${i}(value) {\n  return value + ${i};\n}\n`,
).join("\n");
const rewritten = original.replace("value + 7;", "value * 7 + offset;").replace("value + 21;", "check(value) + 21;");
const task: RewriteTask = {
  original,
  sketch:
    "// ... existing code ...\nexport function step7(value) {\n  return value * 7 + offset;\n}\n// ... existing code ...\nexport function step21(value) {\n  return check(value) + 21;\n}\n// ... existing code ...",
  instruction: "Scale step 7",
  conversation: [],
  path: "steps.js",
  language: "javascript",
  draft: rewritten,
};

let server: CompletionsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Outcome {
  readonly text: string;
  readonly parts: number;
  readonly last: ModelEvent | undefined;
  readonly usage: ModelEvent | undefined;
  readonly passes: number;
}

async function rewrite(
  dialect: CompletionsDialect,
  {
    draft = rewritten,
    answer = rewritten,
    close = true,
    key = undefined as string | undefined,
    fails = undefined as Parameters<CompletionsServer["fail"]>[0] | undefined,
    original: before = original,
    contextTokens = 100_000,
  },
): Promise<Outcome> {
  server = await startCompletionsServer(dialect, { answer: answer + (close ? "</updated-code>" : ""), key: "right" });
  if (fails) server.fail(fails, { always: true });
  const rewriter = createCompletionsRewriter({
    id: "completions",
    name: "Server model",
    endpoint: {
      name: "Server",
      url: server.url,
      origin: new URL(server.url).origin,
      model: "model",
      key: key ?? "right",
      keyVariable: undefined,
      chooser: "Choose Apply Provider",
      fetch,
      timing: { firstByteMs: 20_000, idleMs: fails?.type === "stall" ? 400 : 20_000, textMs: 20_000, retryMs: 5 },
    },
    limits: { contextTokens, outputTokens: 50_000 },
    refusals: createRefusals(),
  });
  let text = "";
  let parts = 0;
  let last: ModelEvent | undefined;
  let usage: ModelEvent | undefined;
  for await (const event of rewriter.rewrite({ ...task, draft, original: before }, new AbortController().signal)) {
    if (event.type === "text") {
      text += event.text;
      parts++;
    } else if (event.type === "usage") usage = event;
    last = event;
  }
  return { text, parts, last, usage, passes: server.passes };
}

const dialects = ["vllm", "sglang", "fireworks", "together"] as const;
const end = { type: "end", reason: "stop" };

describe.each(dialects)("%s", (dialect) => {
  it("takes a perfect draft in one pass", async () => {
    const { text, last, passes, usage } = await rewrite(dialect, {});
    expect(text).toBe(rewritten);
    expect(last).toEqual(end);
    expect(passes).toBe(1);
    expect(usage).toMatchObject({ usage: { rejectedTokens: 0 } });
  });

  it("gives the model's answer when the draft is the original, in parts", async () => {
    const { text, last, parts, passes } = await rewrite(dialect, { draft: original });
    expect(text).toBe(rewritten);
    expect(last).toEqual(end);
    expect(parts).toBeGreaterThan(1);
    expect(passes).toBeLessThan(60);
  });

  it("gives the model's answer when the draft is something else", async () => {
    const { text, last } = await rewrite(dialect, { draft: "nothing of it\n", answer: rewritten.slice(0, 600) + "\n" });
    expect(text).toBe(rewritten.slice(0, 600) + "\n");
    expect(last).toEqual(end);
  });

  it("keeps characters that take several tokens", async () => {
    const answer = rewritten.replace("value + 3;", 'value + "🦩 ẵ 𠜎🦩";').replace("value + 30", '"𠜎🦚 żółć" + 3');
    const { text, last } = await rewrite(dialect, { draft: answer.replace("value + 12;", "12 + value;"), answer });
    expect(text).toBe(answer);
    expect(last).toEqual(end);
  });

  it("takes tokens whose text is the name of a property of every object", async () => {
    const answer = "constructor\n\n\nprototype\n\n\n__proto__\n\n\ntoString\n\n\nhasOwnProperty\n".repeat(3);
    const { text, last, passes } = await rewrite(dialect, { original: answer, draft: answer, answer });
    expect(text).toBe(answer);
    expect(last).toEqual(end);
    expect(passes).toBe(1);
  });

  it("takes an answer that ends without its tag", async () => {
    const { text, last } = await rewrite(dialect, { close: false });
    expect(text).toBe(rewritten);
    expect(last).toEqual(end);
  });
});

describe("faults", () => {
  const check = async (
    name: string,
    options: Parameters<typeof rewrite>[1],
    type: string,
    dialect: CompletionsDialect = "vllm",
  ): Promise<void> => {
    const { last } = await rewrite(dialect, options);
    expect(last, name).toMatchObject({ type: "failed", failure: { type } });
    if (last?.type === "failed") expect(last.failure.message).not.toContain("step7");
  };
  it("names a wrong key", () => check("key", { key: "wrong" }, "bad-key"));
  it("names a limit", () =>
    check("429", { fails: { type: "status", status: 429, headers: { "retry-after": "60" } } }, "rate-limited"));
  it("names an overload", () => check("503", { fails: { type: "status", status: 503 } }, "overloaded"));
  it("names a broken connection", () => check("close", { fails: { type: "close" } }, "unreachable"));
  it("names an answer that is cut", () => check("cut", { fails: { type: "cut", afterBytes: 100 } }, "cut-off"));
  it("names an answer that stalls", () => check("stall", { fails: { type: "stall", afterBytes: 100 } }, "timeout"));
  it("names an answer that is no JSON", () => check("malformed", { fails: { type: "malformed" } }, "bad-answer"));
  it("names a page for people", () => check("page", { fails: { type: "content-type" } }, "bad-answer"));
  it("names a server without echo", () => check("echo", {}, "rejected", "llama-server"));
  it("names a text that is too long", () => check("long", { contextTokens: 500 }, "too-long"));
  it("names an empty answer", () => check("empty", { answer: "", close: false, draft: "" }, "bad-answer"));
});
