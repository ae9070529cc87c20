import { writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getLlama, LlamaLogLevel, type ControlledEvaluateInputItem } from "node-llama-cpp";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { LocalEngine, LocalOptions } from "../../../extension/core/models/localEngine.ts";
import { familyOf, openingOf, promptFamilies, scoringMessages } from "../../../extension/core/models/prompts.ts";
import type { Scoring, ScoreTask, WindowScore, WindowScorer } from "../../../extension/core/models/windowScorer.ts";
import { createJobs } from "../../../extension/local/engine/jobs.ts";
import { loadModel, type LoadedModel } from "../../../extension/local/engine/loadedModel.ts";
import { scoreTask } from "../../../extension/local/engine/scoreTask.ts";
import { createLocalEngine } from "../../../extension/local/localEngine.ts";
import { parseRequest, type EngineAnswer, type ScoreFigures } from "../../../extension/local/protocol.ts";
import { randomModel } from "../../models/randomModel.ts";
import { scriptedModel } from "../../models/scriptedModel.ts";
import { byteVocabulary, tokenize } from "../../models/vocabulary.ts";

const MINUTE = 60_000;
const signal = new AbortController().signal;
const entry = inject("engine");
const options: LocalOptions = { usesGpu: false, isStrict: false, idleMs: 0 };
const task: ScoreTask = {
  original: "open() {\n  same;\n}\nclose() {\n  same;\n}",
  sketch: "// ... existing code ...\n  other;\n// ... existing code ...",
  instruction: "In close.",
  path: "src/file.ts",
  language: "typescript",
};
const WINDOWS = ["open() {\n  other;\n}\nclose() {\n  same;\n}", "open() {\n  same;\n}\nclose() {\n  other;\n}"];
const THIRD = "open() {\n  same;\n  other;\n}\nclose() {\n  same;\n}";

let random: string;
const engines: LocalEngine[] = [];
const folder = mkdtempSync(join(tmpdir(), "fast-apply-scoring-"));

beforeAll(async () => {
  // Without loss by small numbers, so that what is computed in two ways is the same but for the order of sums.
  random = await randomModel({ shape: "tiny", quantization: "F32", seed: 5 });
}, 2 * MINUTE);
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function scoresOf(model: LoadedModel, windows: readonly string[]): Promise<readonly WindowScore[]> {
  const { original, sketch, instruction } = task;
  const request = {
    ...({ type: "score", id: 1, load: model.load } as const),
    task: { original, sketch, instruction, path: "src/file.ts", language: "typescript" },
  };
  const scored = await scoreTask(model, { ...request, windows: [...windows] }, signal);
  if (scored.type === "failed") throw new Error(scored.failure.message);
  return scored.scores;
}

/** The same by the library alone: one token after the other, each with the probabilities of all tokens. */
async function plainLogs(windows: readonly string[]): Promise<readonly number[]> {
  const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.error });
  try {
    const model = await llama.loadModel({ modelPath: random, gpuLayers: 0 });
    const context = await model.createContext({ contextSize: 4_096, threads: { ideal: 1, min: 1 } });
    const sequence = context.getSequence();
    const { wrapper } = promptFamilies[familyOf(random)];
    const messages = scoringMessages(promptFamilies[familyOf(random)], { ...task, conversation: [], draft: "" });
    const frame = messages.map(({ role, text }) => [`<|im_start|>${role}\n`, text, "<|im_end|>\n"] as const);
    const prompt = [
      ...frame.flatMap(([start, text, end]) => [
        ...model.tokenize(start, true),
        ...model.tokenize(text),
        ...model.tokenize(end, true),
      ]),
      ...model.tokenize("<|im_start|>assistant\n", true),
      ...model.tokenize(openingOf(wrapper)),
    ];
    const logs: number[] = [];
    for (const window of windows) {
      await sequence.clearHistory();
      const tokens = model.tokenize(window);
      await sequence.controlledEvaluate([...prompt.slice(0, -1)]);
      let log = 0;
      let last = prompt.at(-1);
      for (const token of tokens) {
        if (last === undefined) break;
        const item: ControlledEvaluateInputItem = [last, { generateNext: { probabilities: true } }];
        const [result] = await sequence.controlledEvaluate([item]);
        log += Math.log(result?.next.probabilities?.get(token) ?? NaN);
        last = token;
      }
      logs.push(log);
    }
    return logs;
  } finally {
    await llama.dispose();
  }
}

describe("scores", { timeout: MINUTE }, () => {
  let model: LoadedModel;

  beforeAll(async () => {
    const loading = await loadModel({ path: random, usesGpu: false, isStrict: false, threads: 1, costs: [] }, signal);
    if (loading.type === "failed") throw new Error(loading.failure.message);
    model = loading.model;
  }, MINUTE);
  afterAll(() => model.dispose());

  test("are the log-likelihoods of the windows, but for what all begin and end with", async () => {
    const windows = [...WINDOWS, THIRD];
    // Tokens are letters here, and all end with these three.
    const logs = await plainLogs(windows.map((window) => window.replace(/;\n}$/, ";")));
    const scores = await scoresOf(model, windows);
    const [first = NaN] = logs;
    for (const [index, { logLikelihood, isWhole }] of scores.entries()) {
      expect(isWhole).toBe(true);
      expect(logLikelihood).toBeLessThan(0);
      expect(logLikelihood - (scores[0]?.logLikelihood ?? NaN)).toBeCloseTo((logs[index] ?? NaN) - first, 1);
    }
  });

  test("do not depend on the order, on what was read before, nor on other windows", async () => {
    const [one, two, three] = await scoresOf(model, [...WINDOWS, THIRD]);
    const [third, first, second] = await scoresOf(model, [THIRD, ...WINDOWS]);
    for (const [a, b] of [
      [one, first],
      [two, second],
      [three, third],
    ])
      expect(a?.logLikelihood).toBeCloseTo(b?.logLikelihood ?? NaN, 1);
    await model.verifier.clear();
    const [fresh] = await scoresOf(model, [...WINDOWS, THIRD]);
    expect(fresh?.logLikelihood).toBeCloseTo(one?.logLikelihood ?? NaN, 1);
  });

  test("of equal windows are equal, and one that another goes on from is no less likely", async () => {
    const [window = ""] = WINDOWS;
    expect(await scoresOf(model, [window, window])).toEqual([
      { logLikelihood: 0, isWhole: true },
      { logLikelihood: 0, isWhole: true },
    ]);
    const [short, long] = await scoresOf(model, [window, `${window}\n</updated-code>`]);
    expect(short?.isWhole && long?.isWhole).toBe(true);
    expect(short?.logLikelihood).toBeGreaterThan(long?.logLikelihood ?? NaN);
  });

  test("of windows that are too long for the context are refused before anything is read", async () => {
    const long = WINDOWS.map((window) => window.repeat(500));
    await expect(scoresOf(model, long)).rejects.toThrow(/more tokens than the local model reads/);
    await expect(scoresOf(model, ["a".repeat(3_000), "b".repeat(3_000)])).rejects.toThrow(/more tokens/);
  });

  test("leave what was read in order: a rewrite's prompt is found again", async () => {
    const prompt = model.promptTokens([{ role: "user", text: "something else" }], "");
    await scoresOf(model, WINDOWS);
    await model.verifier.read(prompt, signal);
    const before = await model.verifier.verify([], [], signal);
    await scoresOf(model, WINDOWS);
    await model.verifier.read(prompt, signal);
    expect(await model.verifier.verify([], [], signal)).toEqual(before);
  });
});

describe("the engine", { timeout: MINUTE }, () => {
  const figures: ScoreFigures[] = [];

  function scorerFor(
    path: string,
    more: Partial<Parameters<typeof createLocalEngine>[0]> = {},
  ): readonly [WindowScorer, LocalEngine] {
    const onScoreFigures = (each: ScoreFigures): void => void figures.push(each);
    const engine = createLocalEngine({ entry, threads: 1, costs: [], backOffMs: 10, onScoreFigures, ...more });
    engines.push(engine);
    return [engine.scorer({ path, name: "Tiny" }, options), engine];
  }

  /** Whether each window was read to its end, and which is the likeliest. */
  function said(scoring: Scoring): readonly [best: number, isWhole: readonly boolean[]] {
    if (scoring.type === "failed") throw new Error(scoring.message);
    const logs = scoring.scores.map(({ logLikelihood }) => logLikelihood);
    return [logs.indexOf(Math.max(...logs)), scoring.scores.map(({ isWhole }) => isWhole)];
  }

  test("finds the window likeliest that the model would write, and reads no more than it takes", async () => {
    const [scorer] = scorerFor(random);
    await scorer.score(task, WINDOWS, undefined, signal);
    const { promptTokens = 0 } = figures.at(-1) ?? {};
    const vocabulary = byteVocabulary();
    for (const [meant, window] of WINDOWS.entries()) {
      const script = tokenize(vocabulary, `${window}\n</updated-code>`);
      const path = await scriptedModel({ shape: "tiny", quantization: "F32", promptTokens, script, vocabulary });
      const [sure] = scorerFor(path);
      expect(said(await sure.score(task, WINDOWS, undefined, signal))).toEqual([meant, [true, true]]);
      const all = figures.at(-1)?.tokens ?? NaN;
      const isRead = WINDOWS.map((_, index) => index === meant);
      // The first of two places is told from the second when that has been read.
      const [best, whole] = said(await sure.score(task, WINDOWS, 0.9, signal));
      expect(best).toBe(meant);
      expect(whole[meant]).toBe(true);
      if (whole.every(Boolean)) expect(figures.at(-1)?.tokens).toBe(all);
      else {
        expect(whole).toEqual(isRead);
        expect(figures.at(-1)?.tokens).toBeLessThan(all);
      }
    }
  });

  test("reads a prompt that it has read before no second time", async () => {
    const [scorer] = scorerFor(random);
    const first = await scorer.score(task, WINDOWS, undefined, signal);
    expect(figures.at(-1)?.cachedTokens).toBe(0);
    const second = await scorer.score(task, WINDOWS, undefined, signal);
    expect(figures.at(-1)?.cachedTokens).toBe(figures.at(-1)?.promptTokens);
    expect(said(second)).toEqual(said(first));
  });

  test("that is killed fails with the reason, and the next score starts it anew", async () => {
    const [scorer, engine] = scorerFor(random);
    const scoring = scorer.score(task, WINDOWS, undefined, signal);
    while (engine.health().type !== "running") await pause(5);
    const health = engine.health();
    if (health.type === "running") process.kill(health.pid, "SIGKILL");
    expect(await scoring).toMatchObject({ type: "failed", message: expect.stringMatching(/broke down/) as string });
    expect((await scorer.score(task, WINDOWS, undefined, signal)).type).toBe("scored");
  });

  test("stops when asked, and goes on with the next score", async () => {
    const [scorer, engine] = scorerFor(random);
    await scorer.score(task, WINDOWS, undefined, signal);
    const health = engine.health();
    const control = new AbortController();
    const scoring = scorer.score({ ...task, instruction: "other" }, WINDOWS, undefined, control.signal);
    control.abort(new Error("stopped"));
    await expect(scoring).rejects.toThrow("stopped");
    expect((await scorer.score(task, WINDOWS, undefined, signal)).type).toBe("scored");
    const after = engine.health();
    expect(after.type === "running" && health.type === "running" && after.pid === health.pid).toBe(true);
  });

  test.each<[string, ScoreTask, readonly string[]]>([
    ["a single window", task, ["a"]],
    ["no window", task, []],
    ["more windows than anyone chooses from", task, Array<string>(17).fill("a")],
    ["a window of a million letters", task, ["a".repeat(1e6), "b"]],
    ["a task of a million letters", { ...task, original: "a".repeat(1e6) }, WINDOWS],
    ["more than the context holds", { ...task, original: "a".repeat(1e5) }, WINDOWS],
  ])("refuses %s, with words", async (_, asked, windows) => {
    const [scorer, engine] = scorerFor(random);
    const scoring = await scorer.score(asked, windows, undefined, signal);
    expect(scoring).toMatchObject({ type: "failed", message: expect.stringMatching(/Show a smaller part/) as string });
    expect(engine.health().type).toBe("running");
  });

  test("that gives scores which are none fails the request", async () => {
    const odd = join(folder, "odd.mjs");
    await writeFile(
      odd,
      `process.on("message", ({ type, id }) => {
        if (type === "unload") process.exit();
        const figures = { promptTokens: 1, cachedTokens: 0, prefillMs: 1, scoreMs: 1, tokens: 1 };
        const scores = [[{ logLikelihood: 1, isWhole: true }], [{ logLikelihood: -1, isWhole: true }]][id - 1];
        process.send({ type: "scored", id, scores, figures });
      });`,
    );
    const [scorer] = scorerFor(random, { entry: odd });
    const message = (text: RegExp) => ({ type: "failed", message: expect.stringMatching(text) as string });
    expect(await scorer.score(task, WINDOWS, undefined, signal)).toMatchObject(message(/cannot be read/));
    // One score for two windows.
    expect(await scorer.score(task, WINDOWS, undefined, signal)).toMatchObject(message(/gave no scores/));
  });
});

test(
  "a score that is cancelled while it waits reads nothing, and one after it is done",
  { timeout: MINUTE },
  async () => {
    const answers: EngineAnswer[] = [];
    const jobs = createJobs((answer) => answers.push(answer));
    const load = { path: random, usesGpu: false, isStrict: false, threads: 1, costs: [] };
    const { original, sketch, instruction } = task;
    const request = { load, task: { original, sketch, instruction }, windows: [...WINDOWS] };
    jobs.take({ type: "score", id: 1, ...request });
    jobs.take({ type: "cancel", id: 1 });
    jobs.take({ type: "score", id: 2, ...request });
    while (answers.length < 3) await new Promise(setImmediate);
    await jobs.close();
    expect(answers.map((answer) => ("id" in answer ? `${answer.type} ${String(answer.id)}` : answer.type))).toEqual([
      "failed 1",
      "loaded",
      "scored 2",
    ]);
  },
);

test("a request that is none of the protocol's is not read", () => {
  const load = { path: "model.gguf", usesGpu: false, isStrict: false };
  const good = {
    type: "score",
    id: 1,
    load,
    task: { original: "", sketch: "", instruction: "" },
    windows: ["a", "b"],
    enough: 0.9,
  };
  expect(parseRequest(good)).toEqual(good);
  const bad = [
    { ...good, windows: "ab" },
    { ...good, windows: ["a", 5] },
    { ...good, enough: 2 },
    { ...good, enough: "0.9" },
    { ...good, task: { original: "" } },
    { ...good, id: -1 },
  ];
  expect(bad.map(parseRequest)).toEqual(bad.map(() => undefined));
});
