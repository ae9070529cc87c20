import { writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { LocalEngine, LocalOptions } from "../../../extension/core/models/localEngine.ts";
import type { ModelEvent } from "../../../extension/core/models/model.ts";
import type { Rewriter, RewriteTask } from "../../../extension/core/models/rewriter.ts";
import { createLocalEngine } from "../../../extension/local/localEngine.ts";
import type { RewriteFigures } from "../../../extension/local/protocol.ts";
import { modelThatWrites } from "../../models/modelThatWrites.ts";
import { randomModel } from "../../models/randomModel.ts";

const LINES = 12;
const original = Array.from({ length: LINES }, (_, line) => `const value${line} = ${line} * 2; // naïve`).join("\n");
const expected = original.replace("7 * 2", "77 * 3");
/** The line end before the closing tag may or may not be the file's. */
const answer = `${expected}\n`;
const sketch = "// ... existing code ...\nconst value7 = 77 * 3; // naïve\n// ... existing code ...";
const task: RewriteTask = {
  original,
  sketch,
  instruction: "",
  conversation: [],
  path: "src/values.ts",
  language: "typescript",
  draft: expected,
};
const options: LocalOptions = { usesGpu: false, isStrict: true, idleMs: 0 };
const COSTS = [1, 8, 64, 128, 256].map((tokens) => ({ tokens, ms: 10 + tokens / 20 }));
const MINUTE = 60_000;
const entry = inject("engine");

let scripted: string;
/** Never ends by itself. */
let endless: string;
const engines: LocalEngine[] = [];
let usual: LocalEngine | undefined;
const figures: RewriteFigures[] = [];
const folder = mkdtempSync(join(tmpdir(), "fast-apply-engine-"));

beforeAll(async () => {
  scripted = await modelThatWrites(entry, task, expected);
  endless = await randomModel({ shape: "tiny", quantization: "Q8_0", seed: 1 });
}, 2 * MINUTE);
afterEach(async () => {
  figures.length = 0;
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});
afterAll(async () => {
  await usual?.stop();
  rmSync(folder, { recursive: true });
});

type EngineOptions = Parameters<typeof createLocalEngine>[0];

/** One that nothing was asked of before; it is stopped after the test. */
function engineWith(more: Partial<EngineOptions> = {}): LocalEngine {
  const engine = createEngine(more);
  engines.push(engine);
  return engine;
}

/** The same one for all tests to which it is nothing that it has run before. */
function usualEngine(): LocalEngine {
  return (usual ??= createEngine());
}

function createEngine(more: Partial<EngineOptions> = {}): LocalEngine {
  return createLocalEngine({
    entry,
    threads: 1,
    // What is measured on a busy machine may forbid drafts.
    costs: COSTS,
    backOffMs: 10,
    onFigures: (each) => figures.push(each),
    ...more,
  });
}

function rewriterFor(engine: LocalEngine, path: string, how: Partial<LocalOptions> = {}): Rewriter {
  return engine.rewriter({ path, name: "Tiny" }, { ...options, ...how });
}

/** The text, and what came after it: the reason of the end, or the message of the failure. */
async function textOf(events: AsyncIterable<ModelEvent>): Promise<readonly [text: string, ending: string]> {
  let text = "";
  for await (const event of events) {
    if (event.type === "text") text += event.text;
    if (event.type === "end") return [text, event.reason];
    if (event.type === "failed") return [text, event.failure.message];
  }
  return [text, "no end"];
}

function rewrite(rewriter: Rewriter, signal = new AbortController().signal): ReturnType<typeof textOf> {
  return textOf(rewriter.rewrite(task, signal));
}

function lastFigures(): RewriteFigures {
  const last = figures.at(-1);
  if (last === undefined) throw new Error("The engine told no figures.");
  return last;
}

function pidOf(engine: LocalEngine): number {
  const health = engine.health();
  return health.type === "running" ? health.pid : 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a rewrite", { timeout: MINUTE }, () => {
  test("is what the model says, in few passes where the draft is right", async () => {
    expect(await rewrite(rewriterFor(usualEngine(), scripted))).toEqual([answer, "stop"]);
    const { tokens, passes, accepted } = lastFigures();
    expect(passes).toBeLessThan(tokens / 20);
    expect(accepted).toBeGreaterThan(tokens * 0.9);
  });

  test("is the same with a draft that is wrong, and without one", async () => {
    const lie = expected.replaceAll("value", "worth");
    for (const draftsOf of [() => [lie], () => []]) {
      expect(await rewrite(rewriterFor(engineWith({ draftsOf }), scripted))).toEqual([answer, "stop"]);
    }
  });

  test("tells what it took", async () => {
    const events: ModelEvent[] = [];
    const signal = new AbortController().signal;
    for await (const event of rewriterFor(usualEngine(), scripted).rewrite(task, signal)) events.push(event);
    const { promptTokens, accepted, tokens } = lastFigures();
    expect(events.findLast(({ type }) => type === "usage")).toMatchObject({
      usage: { promptTokens, completionTokens: tokens, acceptedTokens: accepted },
    });
    expect(events.at(-1)).toEqual({ type: "end", reason: "stop" });
  });

  test("goes on from what was read before", async () => {
    const rewriter = rewriterFor(engineWith(), scripted);
    await rewrite(rewriter);
    await rewrite(rewriter);
    const [first, second] = figures;
    expect(first?.cachedTokens).toBe(0);
    expect(second?.cachedTokens).toBe((second?.promptTokens ?? 0) - 1);
  });

  test("finds read what was prepared, up to where a sketch was not whole yet", async () => {
    const rewriter = rewriterFor(engineWith(), scripted);
    await rewriter.prepare?.({ ...task, sketch: sketch.slice(0, 30) }, new AbortController().signal);
    expect(await rewrite(rewriter)).toEqual([answer, "stop"]);
    const { cachedTokens } = lastFigures();
    expect(cachedTokens).toBeGreaterThan(original.length);
  });

  test("does not wait for a preparation", async () => {
    const rewriter = rewriterFor(engineWith(), scripted);
    const prepared = rewriter.prepare?.(task, new AbortController().signal);
    expect(await rewrite(rewriter)).toEqual([answer, "stop"]);
    await prepared;
  });

  test("ends with the closing tag, whatever the model adds", async () => {
    const chatty = await modelThatWrites(entry, task, `${expected}\n</updated-code>\nThat is all`);
    expect(await rewrite(rewriterFor(usualEngine(), chatty))).toEqual([answer, "stop"]);
  });

  test("that does not end is ended at the limit of the answer", async () => {
    const [text, ending] = await rewrite(rewriterFor(usualEngine(), endless));
    expect(ending).toBe("length");
    expect(text.length).toBeLessThan(10 * original.length);
  });

  test("of what the context cannot hold is refused before anything is read", async () => {
    const long = { ...task, original: original.repeat(80) };
    const [text, ending] = await textOf(
      rewriterFor(usualEngine(), scripted).rewrite(long, new AbortController().signal),
    );
    expect(text).toBe("");
    expect(ending).toMatch(/takes \d+ tokens with what is asked, and the local model holds \d+/);
  });
});

describe("the engine", { timeout: MINUTE }, () => {
  test("stops at once when asked, and goes on with the next rewrite", async () => {
    const engine = engineWith({ draftsOf: () => [] });
    const control = new AbortController();
    const events = rewriterFor(engine, endless).rewrite(task, control.signal);
    await expect(async () => {
      for await (const event of events) if (event.type === "text") control.abort(new Error("stopped"));
    }).rejects.toThrow("stopped");
    const pid = pidOf(engine);
    expect(await rewrite(rewriterFor(engine, scripted))).toEqual([answer, "stop"]);
    expect(pidOf(engine)).toBe(pid);
  });

  test.each(["while it loads", "while it writes"])(
    "killed %s: the rewrite fails with the reason, and the next one starts it anew",
    async (when) => {
      const engine = engineWith({ draftsOf: () => [] });
      const events = rewriterFor(engine, endless).rewrite(task, new AbortController().signal);
      const reading = textOf(events);
      const isThere = (): boolean => (when === "while it loads" ? pidOf(engine) > 0 : modelOf(engine) !== undefined);
      while (!isThere()) await pause(5);
      process.kill(pidOf(engine), "SIGKILL");
      expect((await reading)[1]).toMatch(/^The local engine broke down: .*memory.*The file is as it was\. Apply again/);
      expect(engine.health()).toEqual({ type: "stopped" });
      expect(await rewrite(rewriterFor(engine, scripted))).toEqual([answer, "stop"]);
    },
  );

  test("waits longer after each crash in a row, and not after a success", async () => {
    const engine = engineWith({ backOffMs: 400 });
    const rewriter = rewriterFor(engine, scripted);
    for (const crashes of [1, 2]) {
      const reading = rewrite(rewriter);
      while (pidOf(engine) === 0) await pause(5);
      process.kill(pidOf(engine), "SIGKILL");
      expect((await reading)[1]).toMatch(/broke down/);
      const control = new AbortController();
      const next = rewrite(rewriter, control.signal);
      await pause(100 * crashes);
      expect(engine.health().type).toBe("stopped");
      control.abort(new Error("stopped"));
      await expect(next).rejects.toThrow("stopped");
    }
    expect(await rewrite(rewriter)).toEqual([answer, "stop"]);
  });

  test("leaves memory when it has had nothing to do", async () => {
    const engine = engineWith();
    expect(await rewrite(rewriterFor(engine, scripted, { idleMs: 50 }))).toEqual([answer, "stop"]);
    const pid = pidOf(engine);
    expect(isAlive(pid)).toBe(true);
    while (isAlive(pid)) await pause(20);
    expect(engine.health()).toEqual({ type: "stopped" });
    expect(await rewrite(rewriterFor(engine, scripted))).toEqual([answer, "stop"]);
  });

  test("has one model at a time", async () => {
    const engine = engineWith();
    await rewrite(rewriterFor(engine, scripted));
    expect(modelOf(engine)).toBe(scripted);
    const control = new AbortController();
    for await (const event of rewriterFor(engine, endless).rewrite(task, control.signal))
      if (event.type === "text") break;
    expect(modelOf(engine)).toBe(endless);
    expect(await rewrite(rewriterFor(engine, scripted))).toEqual([answer, "stop"]);
    expect(modelOf(engine)).toBe(scripted);
  });

  test("that is stopped says so, and leaves no process", async () => {
    const engine = engineWith({ draftsOf: () => [] });
    const reading = rewrite(rewriterFor(engine, endless));
    while (modelOf(engine) === undefined) await pause(5);
    const pid = pidOf(engine);
    await engine.stop();
    expect((await reading)[1]).toMatch(/stopped|cancelled/);
    expect(isAlive(pid)).toBe(false);
  });

  test("that hangs is ended, with the reason", async () => {
    const silent = join(folder, "silent.mjs");
    await writeFile(silent, "process.on('message', () => undefined);");
    const engine = engineWith({ entry: silent, pulseMs: 20 });
    expect((await rewrite(rewriterFor(engine, scripted)))[1]).toMatch(
      /broke down: it did not answer any more\. The file/,
    );
  });

  test("that gives an answer which cannot be read fails the request", async () => {
    const odd = join(folder, "odd.mjs");
    await writeFile(
      odd,
      `process.on("message", ({ type, id }) => {
        if (type === "unload") process.exit();
        process.send({ type: "facts", id, facts: { title: 5 } });
      });`,
    );
    const facts = await engineWith({ entry: odd }).inspect(scripted, new AbortController().signal);
    expect(facts).toMatchObject({ type: "failed", message: expect.stringMatching(/cannot be read/) as string });
  });

  test("that is asked for while it ends is started anew", async () => {
    const engine = engineWith();
    const rewriter = rewriterFor(engine, scripted);
    await rewrite(rewriter);
    const pid = pidOf(engine);
    const stopped = engine.stop();
    expect(await rewrite(rewriter)).toEqual([answer, "stop"]);
    await stopped;
    expect(pidOf(engine)).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  test("that is not there says how to get it", async () => {
    const engine = engineWith({ entry: join(folder, "nothing.js") });
    expect((await rewrite(rewriterFor(engine, scripted)))[1]).toMatch(/no local engine.*Install the build/);
  });
});

describe("a model file", { timeout: MINUTE }, () => {
  const signal = new AbortController().signal;

  test("tells what it is and needs", async () => {
    const facts = await usualEngine().inspect(endless, signal);
    expect(facts).toMatchObject({
      type: "facts",
      architecture: "qwen2",
      title: expect.stringContaining("random") as string,
    });
    if (facts.type === "facts") expect(facts.neededBytes).toBeGreaterThan(1e6);
  });

  test.each<[string, string | undefined, RegExp]>([
    ["is not there", undefined, /model\.gguf .*Choose/],
    ["is empty", "", /model\.gguf .*Choose/],
    ["is something else", "<html>Not found</html>".repeat(1000), /model\.gguf .*Choose/],
    ["is cut off", "GGUF\u0003\0\0\0", /model\.gguf .*Choose/],
  ])("that %s is refused with the reason", async (_, content, message) => {
    const path = join(folder, "model.gguf");
    rmSync(path, { force: true });
    if (content !== undefined) await writeFile(path, content);
    const engine = usualEngine();
    expect(await engine.inspect(path, signal)).toMatchObject({
      type: "failed",
      message: expect.stringMatching(message) as string,
    });
    expect((await rewrite(rewriterFor(engine, path)))[1]).toMatch(message);
  });
});

function modelOf(engine: LocalEngine): string | undefined {
  const health = engine.health();
  return health.type === "running" ? health.model : undefined;
}
