import { describe, expect, it } from "vitest";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import type { ModelEvent } from "../../../extension/core/models/model.ts";
import type { Rewriter, RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const ORIGINAL = ["function a() {", "  run();", "}", "", "function b() {", "  run();", "}", ""].join("\n");
/** It fits both functions. */
const SKETCH = "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n";
const WANTED = ORIGINAL.replace("  run();\n}\n\nfunction b", "  run();\n  stop();\n}\n\nfunction b");
const LIMITS = { contextTokens: 100_000, outputTokens: 10_000 };

type Script = readonly ModelEvent[] | ((task: RewriteTask) => readonly ModelEvent[]);

const text = (value: string): ModelEvent => ({ type: "text", text: value });
const end: ModelEvent = { type: "end", reason: "stop" };
const answers = (value: string): Script => [text(value.slice(0, 20)), text(value.slice(20)), end];

function rewriterOf(name: string, script: Script, limits = LIMITS): Rewriter & { readonly tasks: RewriteTask[] } {
  const tasks: RewriteTask[] = [];
  return {
    id: name,
    name,
    limits,
    tasks,
    // oxlint-disable-next-line typescript/require-await -- A script has nothing to wait for.
    async *rewrite(task) {
      tasks.push(task);
      yield* typeof script === "function" ? script(task) : script;
    },
  };
}

const request: ApplyRequest = {
  original: ORIGINAL,
  sketches: [
    {
      path: undefined,
      moveTo: undefined,
      language: undefined,
      sketch: { type: "code", text: SKETCH },
      replyLine: 1,
    },
  ],
  language: undefined,
  parser: undefined,
  instruction: "Stop after a run.",
  conversation: [],
  path: "run.js",
};

async function eventsOf(
  rewriters: readonly Rewriter[],
  given: ApplyRequest = request,
  signal = new AbortController().signal,
): Promise<ApplyEvent[]> {
  const events: ApplyEvent[] = [];
  for await (const event of applySketch(given, { rewriters }, signal)) events.push(event);
  return events;
}

/** The steps that were entered, and what the last event says. */
function check(name: string, scripts: readonly Script[], steps: readonly string[], last: object): void {
  it(name, async () => {
    const events = await eventsOf(scripts.map((script, index) => rewriterOf(`model ${index + 1}`, script)));
    expect(events.flatMap((event) => (event.type === "step" ? [event.engine] : []))).toEqual(steps);
    expect(events.at(-1)).toMatchObject(last);
  });
}

const failedWith = (messages: readonly RegExp[]): object => ({
  failures: [expect.anything(), ...messages.map((message) => ({ message: expect.stringMatching(message) as string }))],
});

describe("the ladder", () => {
  check("stays with the structural engine where nobody else is there", [], ["structural"], { type: "ambiguous" });
  check("takes a rewrite that the proof holds for", [answers(WANTED)], ["structural", "model 1"], {
    type: "done",
    text: WANTED,
    engine: "model 1",
    proof: { holds: true },
  });
  check(
    "goes on after a failure",
    [[{ type: "failed", failure: { type: "rate-limited", message: "Too many requests." } }], answers(WANTED)],
    ["structural", "model 1", "model 2"],
    { type: "done", engine: "model 2", ...failedWith([/Too many requests/]) },
  );
  check(
    "goes on after a rewrite that loses a line",
    [answers(WANTED.replace("  run();\n}\n", "}\n")), answers(WANTED)],
    ["structural", "model 1", "model 2"],
    { type: "done", engine: "model 2", proof: { holds: true } },
  );
  check(
    "shows a doubtful rewrite with its findings where there is no better one",
    [answers(WANTED.replace("function b", "function c"))],
    ["structural", "model 1", "model 1"],
    { type: "done", engine: "model 1", proof: { holds: false } },
  );
  const ambiguous = { type: "ambiguous" };
  const asked = ["structural", "model 1"];
  check("an answer that is cut off is a failure", [[text(WANTED)]], asked, {
    ...ambiguous,
    ...failedWith([/broke off/]),
  });
  check("an answer at the limit is a failure", [[text(WANTED), { type: "end", reason: "length" }]], asked, {
    ...ambiguous,
    ...failedWith([/limit of its answer/]),
  });
  check("an empty answer is a failure", [[text(" \n"), end]], asked, { ...ambiguous, ...failedWith([/empty answer/]) });
  check("prose is a failure", [answers("I have added the call to both functions, as you wished.\n")], asked, {
    ...ambiguous,
    ...failedWith([/not this file/]),
  });
  check("the unchanged file is a failure", [answers(ORIGINAL)], asked, { ...ambiguous, ...failedWith([/unchanged/]) });
  check("another file is a failure", [answers("const x = 1;\nconst y = 2;\n")], asked, {
    ...ambiguous,
    ...failedWith([/not this file/]),
  });

  it("gives the rewriter the engine's best guess, and what the user asked for", async () => {
    const rewriter = rewriterOf("model", answers(WANTED));
    await eventsOf([rewriter]);
    expect(rewriter.tasks).toMatchObject([{ sketch: SKETCH, instruction: "Stop after a run.", path: "run.js" }]);
    expect(rewriter.tasks[0]?.original).toBe(ORIGINAL.trimEnd());
    expect(rewriter.tasks[0]?.draft).toContain("stop();");
  });

  it("gives the original as a draft where that is wanted, for comparison", async () => {
    const rewriter = rewriterOf("model", answers(WANTED));
    const ports = { rewriters: [rewriter], draft: "original" } as const;
    const events: ApplyEvent[] = [];
    for await (const event of applySketch(request, ports, new AbortController().signal)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "done", text: WANTED, engine: "model" });
    expect(rewriter.tasks.map(({ draft }) => draft)).toEqual([ORIGINAL.trimEnd()]);
  });

  it("keeps byte order mark, line ends and the missing final newline of the original", async () => {
    const bytes = (value: string): string => `\uFEFF${value.trimEnd().replaceAll("\n", "\r\n")}`;
    const events = await eventsOf([rewriterOf("model", answers(WANTED))], { ...request, original: bytes(ORIGINAL) });
    expect(events.at(-1)).toMatchObject({ type: "done", text: bytes(WANTED) });
  });

  it("rewrites only a window of a long file, and splices it back", async () => {
    const many = (name: string): string =>
      Array.from({ length: 9_000 }, (_, at) => `export const ${name}${at} = ${at};`).join("\n");
    const around = (value: string): string => `${many("before")}\n\n${value}\n${many("after")}\n`;
    const rewriter = rewriterOf("model", ({ original }) => [
      text(original.replace("  run();\n}\n\nfunction b", "  run();\n  stop();\n}\n\nfunction b")),
      end,
    ]);
    const events = await eventsOf([rewriter], { ...request, original: around(ORIGINAL) });
    expect(events.at(-1)).toMatchObject({ type: "done", text: around(WANTED), proof: { holds: true } });
    const lines = rewriter.tasks[0]?.original.split("\n").length ?? 0;
    expect(lines).toBeLessThan(400);
    const streamed = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    expect(streamed.trimEnd()).toBe(around(WANTED).trimEnd());
  });

  it("takes prose for no rewrite of a window either", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `export const value${at} = ${at};`).join("\n");
    const rewriter = rewriterOf("model", answers("I am sorry, but I cannot do that for you.\n"));
    const events = await eventsOf([rewriter], { ...request, original: `${many}\n\n${ORIGINAL}` });
    expect(events.at(-1)).toMatchObject({ ...ambiguous, ...failedWith([/not this file/]) });
  });

  it("takes the unchanged file for no rewrite where the engine has no guess of its own", async () => {
    const edit = {
      search: ["  missing();"],
      replace: ["  there();"],
      scope: [],
      atEnd: false,
      replyLine: 1,
    };
    const sketch = { type: "edits", format: "search-replace", edits: [edit] } as const;
    const sketches = request.sketches.map((found) => ({ ...found, sketch }));
    const events = await eventsOf([rewriterOf("model", answers(ORIGINAL))], { ...request, sketches });
    expect(events.at(-1)).toMatchObject({ ...ambiguous, ...failedWith([/unchanged/]) });
  });

  it("leaves out the talk that a small model has no room for", async () => {
    const rewriter = rewriterOf("model", answers(WANTED), { contextTokens: 2_000, outputTokens: 1_000 });
    const conversation = [{ role: "user" as const, text: `${"long ago ".repeat(10_000)}and now` }];
    await eventsOf([rewriter], { ...request, conversation });
    expect(rewriter.tasks[0]?.conversation[0]?.text).toMatch(/^.{1000,1500}and now$/);
  });

  it("leaves out all of the talk for a model that hears none", async () => {
    const limits = { contextTokens: 2_000, outputTokens: 1_000, leavesOutChat: true };
    const rewriter = rewriterOf("model", answers(WANTED), limits);
    const conversation = [{ role: "user" as const, text: "long ago ".repeat(10_000) }];
    await eventsOf([rewriter], { ...request, conversation });
    expect(rewriter.tasks[0]?.conversation).toEqual([]);
  });

  it("says that a file does not fit before it asks anyone", async () => {
    const rewriter = rewriterOf("model", answers(WANTED), { contextTokens: 100, outputTokens: 10 });
    const events = await eventsOf([rewriter]);
    expect(rewriter.tasks).toEqual([]);
    expect(events.at(-1)).toMatchObject({ ...ambiguous, ...failedWith([/more than the model can hold/]) });
  });

  it("stops when it is cancelled", async () => {
    const stop = new AbortController();
    const rewriter = rewriterOf("model", () => {
      stop.abort();
      return [text(WANTED), end];
    });
    await expect(eventsOf([rewriter], request, stop.signal)).rejects.toThrow(/abort/i);
  });
});

describe("edits of which one has no place", () => {
  const reply = [
    "```js run.js",
    "<<<<<<< SEARCH",
    "function a() {",
    "=======",
    "function first() {",
    ">>>>>>> REPLACE",
    "<<<<<<< SEARCH",
    "nowhere();",
    "=======",
    "somewhere();",
    ">>>>>>> REPLACE",
    "```",
    "",
  ].join("\n");
  const given: ApplyRequest = { ...request, sketches: readReply(reply) };
  const placed = ORIGINAL.replace("function a", "function first");
  const partial = {
    type: "done",
    text: placed,
    engine: "structural",
    proof: { holds: false, findings: [{ type: "open", message: expect.stringMatching(/"nowhere\(\);"/) as string }] },
  };

  it("show the others, and say which one is missing, where nobody else is there", async () => {
    const events = await eventsOf([], given);
    expect(events.at(-1)).toMatchObject({ ...partial, failures: [] });
    expect(events.flatMap((event) => (event.type === "text" ? [event.text] : []))).toEqual([placed]);
  });

  it("ask the rewriters first, and show the others where these fail", async () => {
    const failing = rewriterOf("model", [{ type: "failed", failure: { type: "rate-limited", message: "Too many." } }]);
    expect((await eventsOf([failing], given)).at(-1)).toMatchObject({ ...partial, ...failedWith([/Too many/]) });
    expect(failing.tasks.map(({ draft }) => draft)).toEqual([placed.trimEnd()]);
  });
});
