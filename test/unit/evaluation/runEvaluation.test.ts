import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createAsked, createEngine, type EngineParts } from "../../../extension/cli/evalEngines.ts";
import { readEngineNames, readModelName } from "../../../extension/core/evaluation/engineNames.ts";
import { parseEvaluation, type Evaluation } from "../../../extension/core/evaluation/evaluation.ts";
import type { Asking, Sending } from "../../../extension/core/evaluation/sendings.ts";
import type { AskedPlanner, EngineToRun } from "../../../extension/evaluation/engines.ts";
import { runEvaluation } from "../../../extension/evaluation/runEvaluation.ts";
import type { EvaluationProgress } from "../../../extension/evaluation/evaluationPorts.ts";
import type { EvaluationOptions } from "../../../extension/evaluation/evaluationPorts.ts";
import { createPlanners } from "../../../extension/providers/planners.ts";
import { createProviders } from "../../../extension/providers/providers.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { makeFolder } from "../cli/command.ts";
import { commitFiles, makeRepository } from "./repositories.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer("openai", { key: "sk-right" });
});
afterEach(() => server.close());

/** Two functions that are alike: a sketch that shows the end of one fits both. */
const ORIGINAL = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
const SKETCH = "```js\n// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n```\n";
const EXPECTED = ORIGINAL.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n");
const CLEAR = "```js\nfunction b() {\n  walk();\n}\n```\n";

const unclear = { id: "unclear", path: "run.js", original: ORIGINAL, answer: SKETCH, expected: EXPECTED };
const clear = {
  id: "clear",
  path: "run.js",
  original: ORIGINAL,
  answer: CLEAR,
  expected: ORIGINAL.replace("function b() {\n  run", "function b() {\n  walk"),
};

let folder: string;
beforeEach(() => {
  folder = makeFolder({ "cases.jsonl": [clear, unclear].map((one) => `${JSON.stringify(one)}\n`).join("") });
});

function parts(key = "sk-right"): EngineParts {
  return {
    providers: createProviders({ timing: { retryMs: 1 } }),
    planners: createPlanners({ timing: { retryMs: 1 } }),
    environment: { FAST_APPLY_API_KEY: key },
    addresses: new Map([[undefined, server.url]]),
    prices: new Map([[undefined, { sent: 1, answered: 2 }]]),
    local: undefined,
  };
}

function engines(names: string, key?: string): EngineToRun[] {
  const read = readEngineNames(names);
  if (read.type === "wrong") throw new Error(read.why);
  return read.names.map((name) => {
    const engine = createEngine(name, parts(key));
    if ("type" in engine) throw new Error(engine.message);
    return engine;
  });
}

function asked(name: string, asking: Asking): AskedPlanner {
  const made = createAsked(readModelName(name), asking, parts());
  if (made.type === "unfit") throw new Error(made.message);
  return made.asked;
}

interface Ran {
  readonly events: readonly EvaluationProgress[];
  readonly last: EvaluationProgress | undefined;
  readonly sendings: readonly Sending[];
}

async function run(changes: Partial<EvaluationOptions>, mayBeSent = true): Promise<Ran> {
  const sendings: Sending[] = [];
  const events: EvaluationProgress[] = [];
  const options: EvaluationOptions = {
    source: { type: "file", path: join(folder, "cases.jsonl") },
    edits: undefined,
    seed: 1,
    engines: engines("structural"),
    planner: undefined,
    grader: undefined,
    folder: join(folder, "out"),
    made: { version: "1.0.0", command: "fast-apply eval" },
    build: "this",
    ...changes,
  };
  const ports = {
    parsers: () => Promise.resolve(parsers),
    worker: { program: process.execPath, args: [inject("command")], env: process.env },
    mayBeSent: (asked: readonly Sending[]) => {
      sendings.push(...asked);
      return Promise.resolve(mayBeSent);
    },
    now: () => performance.now(),
    today: () => "2026-01-01T00:00:00.000Z",
  };
  for await (const event of runEvaluation(options, ports, new AbortController().signal)) events.push(event);
  return { events, last: events.at(-1), sendings };
}

async function evaluation(changes: Partial<EvaluationOptions>): Promise<Evaluation> {
  const { last } = await run(changes);
  if (last?.type !== "done") throw new Error(JSON.stringify(last));
  // As it is read back from a file.
  expect(parseEvaluation(JSON.parse(JSON.stringify(last.evaluation)))).toEqual(last.evaluation);
  return last.evaluation;
}

const outcomes = ({ results }: Evaluation): Record<string, string> =>
  Object.fromEntries(results.map(({ caseId, engineId, outcome }) => [`${engineId} ${caseId}`, outcome]));

const whole = (text: string): string => `<updated-code>\n${text}</updated-code>`;

describe("engines", () => {
  test("the merge works in processes of its own, and sends nothing", async () => {
    const made = await evaluation({});
    expect(outcomes(made)).toEqual({ "structural clear": "exact", "structural unclear": "refused" });
    const [sure, unsure] = made.results;
    expect(sure).toMatchObject({ text: clear.expected, characters: clear.expected.length });
    expect(sure?.certainty).toBeGreaterThan(0.5);
    expect(unsure).toMatchObject({ characters: 0, message: expect.stringMatching(/\w/) as string });
    expect(server.requests).toEqual([]);
  });

  test("a rewriter writes each file, by the draft that it is given", async () => {
    server.answerWith(whole(EXPECTED));
    const made = await evaluation({ engines: engines("openai,openai:original,openai:none") });
    expect(outcomes(made)).toMatchObject({
      "openai unclear": "exact",
      "openai:original unclear": "exact",
      "openai:none unclear": "exact",
    });
    const predictions = server.requests.map(({ body }) => (body as { prediction?: { content: string } }).prediction);
    expect(predictions.map((prediction) => prediction?.content)).toEqual([
      whole(clear.expected),
      expect.stringContaining("run();"),
      whole(ORIGINAL),
      whole(ORIGINAL),
      undefined,
      undefined,
    ]);
    const one = made.results.find(({ caseId, engineId }) => caseId === "unclear" && engineId === "openai");
    expect(one?.tokens?.sent).toBeGreaterThan(100);
    expect(one?.cost).toBeCloseTo(((one?.tokens?.sent ?? 0) + 2 * (one?.tokens?.answered ?? 0)) / 1e6);
    expect(one?.characters).toBe(EXPECTED.length);
    expect(one?.acceptedShare).toBeGreaterThan(0);
  });

  test("a choice is asked for only where the merge is not sure", async () => {
    server.chooseWith("1=1");
    const made = await evaluation({ engines: engines("choice:openai") });
    expect(server.requests).toHaveLength(1);
    expect(outcomes(made)).toMatchObject({ "choice:openai clear": "exact" });
  });

  test("auto lets the model write where its choice decides nothing", async () => {
    server.answerWith(whole(EXPECTED));
    const made = await evaluation({ engines: engines("auto:openai") });
    expect(outcomes(made)).toEqual({ "auto:openai clear": "exact", "auto:openai unclear": "exact" });
    expect(server.requests).toHaveLength(2);
  });

  test("exact edits are written with the chat's prompt, and followed", async () => {
    const edit =
      "```js run.js\n<<<<<<< SEARCH\n  run();\n}\n\nfunction b\n=======\n  run();\n  stop();\n}\n\nfunction b\n>>>>>>> REPLACE\n```\n";
    server.answerWith(edit);
    const made = await evaluation({ engines: engines("exact:openai/gpt-4.1") });
    expect(outcomes(made)).toEqual({ "exact:openai/gpt-4.1 clear": "wrong", "exact:openai/gpt-4.1 unclear": "exact" });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("SEARCH/REPLACE");
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("expected");
  });

  test("what a model did not write to its end is failed, and a text that the proof does not hold for is refused", async () => {
    server.answerWith(whole(EXPECTED.replace("function b", "function c")));
    const unproven = await evaluation({ engines: engines("openai") });
    expect(outcomes(unproven)).toMatchObject({ "openai unclear": "refused" });
    server.fail({ type: "length" }, { always: true });
    const cut = await evaluation({ engines: engines("openai"), build: "other" });
    expect(outcomes(cut)).toEqual({ "openai clear": "failed", "openai unclear": "failed" });
    expect(cut.results[0]?.message).toMatch(/limit/);
  });
});

test("a case that has to be refused is right when it is, wrong when it is applied, and never graded", async () => {
  const refuse = { ...unclear, id: "refuse", expected: undefined, expect_refusal: true };
  writeFileSync(join(folder, "cases.jsonl"), `${JSON.stringify(refuse)}\n`);
  server.answerWith(whole(EXPECTED));
  const grader = asked("openai/gpt-4.1", "grader");
  const { last, sendings } = await run({ engines: engines("structural,auto:openai"), grader });
  expect(last?.type === "done" && outcomes(last.evaluation)).toEqual({
    "structural refuse": "declined",
    "auto:openai refuse": "wrong",
  });
  expect(sendings.map(({ asking }) => asking)).toEqual(["auto"]);
});

describe("sending", () => {
  test("nothing goes out before the user has seen what, to whom and for how much", async () => {
    const changes = { engines: engines("structural,openai"), grader: asked("openai/gpt-4.1", "grader") };
    const { last, sendings } = await run(changes, false);
    expect(last).toEqual({ type: "declined" });
    expect(server.requests).toEqual([]);
    expect(sendings).toMatchObject([
      { asking: "rewriter", origin: new URL(server.url).origin, requests: 2 },
      { asking: "grader", requests: 8 },
    ]);
    for (const { tokens, cost } of sendings) expect(cost).toBeCloseTo((tokens.sent + 2 * tokens.answered) / 1e6);
  });

  test("a wrong key ends the run, which goes on with the right one where it was", async () => {
    server.answerWith(whole(EXPECTED));
    const { last } = await run({ engines: engines("structural,openai", "sk-wrong") });
    expect(last).toMatchObject({ type: "failed", kind: "stopped", message: expect.stringMatching(/key/) as string });
    expect(server.requests).toHaveLength(1);
    const { events } = await run({ engines: engines("structural,openai") });
    expect(events[0]).toMatchObject({ type: "found", cases: 2, kept: 2 });
    expect(events.at(-1)?.type).toBe("done");
  });
});

describe("a run that was stopped", () => {
  test("asks nobody anew, whatever its last line lacks, and other engines join in", async () => {
    server.answerWith(whole(EXPECTED));
    const first = await evaluation({ engines: engines("openai") });
    const asks = server.requests.length;
    const out = join(folder, "out");
    const name = readdirSync(out).find((file) => file.startsWith("run-")) ?? "";
    // As if it had been killed while it wrote the last of them.
    writeFileSync(join(out, name), readFileSync(join(out, name), "utf8").slice(0, -40));
    const { events } = await run({ engines: engines("openai") });
    expect(events[0]).toMatchObject({ type: "found", kept: 1 });
    expect(server.requests.length).toBe(asks + 1);
    const both = await evaluation({ engines: engines("structural,openai") });
    expect(server.requests.length).toBe(asks + 1);
    expect(outcomes(both)).toMatchObject(outcomes(first));
  });

  test("is another run for other cases or another build", async () => {
    await evaluation({});
    for (const changes of [{ build: "other" }, { seed: 2 }]) {
      expect((await run(changes)).events[0]).toMatchObject({ type: "found", kept: 0 });
    }
  });
});

describe("a grader", () => {
  const graded = async (): Promise<Evaluation["results"]> => {
    const grader = asked("openai/gpt-4.1", "grader");
    return (await evaluation({ grader })).results;
  };

  test("is asked twice for each text, in opposite orders, and not told who wrote it", async () => {
    server.answerWith((body) => {
      const [, question] = (body as { messages: { content: string }[] }).messages;
      const text = question?.content ?? "";
      // It goes by the place of the result, and so disagrees with itself.
      return JSON.stringify({
        score: text.indexOf("<result>") < text.indexOf("<reference>") ? 5 : 2,
        reason: "Its place.",
      });
    });
    const results = await graded();
    expect(server.requests).toHaveLength(4);
    for (const { grades } of results)
      expect(grades?.map((grade) => ("score" in grade ? grade.score : 0)).sort()).toEqual([2, 5]);
    for (const { body } of server.requests) expect(JSON.stringify(body)).not.toMatch(/structural/i);
  });

  test.each<[name: string, answer: string, refused: RegExp]>([
    ["refuses", "I would rather not.", /no grade/],
    ["writes nonsense", '{"score": "great"}', /no grade from 1 to 5/],
  ])("that %s gives no grade", async (_, answer, refused) => {
    server.answerWith(answer);
    const expected = { refused: expect.stringMatching(refused) as string };
    for (const { grades } of await graded()) expect(grades).toEqual([expected, expected]);
  });

  test("that is cut off gives no grade", async () => {
    server.answerWith('{"score": 5, "reason": "All of it is there."}');
    server.fail({ type: "length" }, { always: true });
    const expected = { refused: "The answer was cut off at the model's limit." };
    for (const { grades } of await graded()) expect(grades).toEqual([expected, expected]);
  });
});

describe("a planner", () => {
  let repository: string;
  beforeAll(() => {
    repository = makeRepository();
    commitFiles(repository, "Begin with two functions", { "run.js": ORIGINAL });
    commitFiles(repository, "Stop after the first run", { "run.js": EXPECTED });
  });

  test("answers the message of a commit as in the chat, and then says what it means", async () => {
    const edit =
      "```js run.js\n<<<<<<< SEARCH\n  run();\n}\n\nfunction b\n=======\n  halt();\n}\n\nfunction b\n>>>>>>> REPLACE\n```\n";
    const meant = ORIGINAL.replace("run", "halt");
    server.answerWith((body) => (JSON.stringify(body).includes("as a whole") ? `\`\`\`js\n${meant}\`\`\`` : edit));
    const planner = asked("openai/gpt-4.1", "planner");
    const made = await evaluation({ source: { type: "repository", directory: repository }, planner });
    expect(made.cases).toMatchObject([{ answer: edit, original: ORIGINAL, expected: meant, kind: "commit" }]);
    expect(Object.values(outcomes(made))).toEqual(["exact"]);
    const [question = "", meaning = ""] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(question).toContain("Stop after the first run");
    expect(question).not.toContain("stop();");
    expect(meaning).toContain("halt();");
  });

  test("that does not say what it means makes no case", async () => {
    server.answerWith("I need to see the file first.");
    const planner = asked("openai/gpt-4.1", "planner");
    const made = await evaluation({ source: { type: "repository", directory: repository }, planner });
    expect(made.cases).toEqual([]);
    expect(made.skipped).toContainEqual({ reason: expect.stringMatching(/whole file/) as string, count: 1 });
  });
});

test("a folder that cannot be written is told, and nothing is sent", async () => {
  mkdirSync(join(folder, "taken"));
  writeFileSync(join(folder, "taken", "out"), "");
  const { last, sendings } = await run({ folder: join(folder, "taken", "out"), engines: engines("openai") });
  expect(last).toMatchObject({ type: "failed", kind: "folder" });
  expect(sendings).toEqual([]);
});
