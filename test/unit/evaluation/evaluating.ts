import { join } from "node:path";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { createAsked, createEngine, type EngineParts } from "../../../extension/cli/evalEngines.ts";
import { readEngineNames, readModelName } from "../../../extension/core/evaluation/engineNames.ts";
import { parseEvaluation, type Evaluation } from "../../../extension/core/evaluation/evaluation.ts";
import type { Asking, Price, Sending } from "../../../extension/core/evaluation/sendings.ts";
import type { AskedPlanner, EngineToRun } from "../../../extension/evaluation/engines.ts";
import type { EvaluationOptions, EvaluationProgress } from "../../../extension/evaluation/evaluationPorts.ts";
import { runEvaluation } from "../../../extension/evaluation/runEvaluation.ts";
import { createPlanners } from "../../../extension/providers/planners.ts";
import { createProviders } from "../../../extension/providers/providers.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { makeFolder } from "../cli/command.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());

/** Two functions that are alike: a sketch that shows the end of one fits both. */
export const ORIGINAL = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
const SKETCH = "```js\n// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n```\n";
export const EXPECTED = ORIGINAL.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n");
const CLEAR = "```js\nfunction b() {\n  walk();\n}\n```\n";

export const unclear = { id: "unclear", path: "run.js", original: ORIGINAL, answer: SKETCH, expected: EXPECTED };
export const clear = {
  id: "clear",
  path: "run.js",
  original: ORIGINAL,
  answer: CLEAR,
  expected: ORIGINAL.replace("function b() {\n  run", "function b() {\n  walk"),
};

export interface Ran {
  readonly events: readonly EvaluationProgress[];
  readonly last: EvaluationProgress | undefined;
  readonly sendings: readonly Sending[];
}

export type Changes = Partial<EvaluationOptions>;

/** A server and a folder with the two cases, anew for each test of the file. */
export let server: ModelServer;
export let folder: string;

/** To be called once in a test file. */
export function evaluateHere(): void {
  beforeEach(async () => {
    server = await startModelServer("openai", { key: "sk-right" });
    folder = makeFolder({ "cases.jsonl": linesOf([clear, unclear]) });
  });
  afterEach(() => server.close());
}

/** As a file of cases has them. */
export function linesOf(cases: readonly object[]): string {
  return cases.map((one) => `${JSON.stringify(one)}\n`).join("");
}

interface Known {
  readonly key?: string;
  readonly price?: Price;
}

function parts({ key = "sk-right", price = { sent: 1, answered: 2 } }: Known): EngineParts {
  return {
    providers: createProviders({ timing: { retryMs: 1 } }),
    planners: createPlanners({ timing: { retryMs: 1 } }),
    environment: { FAST_APPLY_API_KEY: key },
    addresses: new Map([[undefined, server.url]]),
    prices: new Map([[undefined, price]]),
    local: undefined,
  };
}

export function engines(names: string, known: Known = {}): EngineToRun[] {
  const read = readEngineNames(names);
  if (read.type === "wrong") throw new Error(read.why);
  return read.names.map((name) => {
    const engine = createEngine(name, parts(known));
    if ("type" in engine) throw new Error(engine.message);
    return engine;
  });
}

export function asked(name: string, asking: Asking): AskedPlanner {
  const made = createAsked(readModelName(name), asking, parts({}));
  if (made.type === "unfit") throw new Error(made.message);
  return made.asked;
}

export async function run(changes: Changes, mayBeSent = true): Promise<Ran> {
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

export async function evaluation(changes: Changes): Promise<Evaluation> {
  const { last } = await run(changes);
  if (last?.type !== "done") throw new Error(JSON.stringify(last));
  // As it is read back from a file.
  expect(parseEvaluation(JSON.parse(JSON.stringify(last.evaluation)))).toEqual(last.evaluation);
  return last.evaluation;
}

export const outcomes = ({ results }: Evaluation): Record<string, string> =>
  Object.fromEntries(results.map(({ caseId, engineId, outcome }) => [`${engineId} ${caseId}`, outcome]));

export const whole = (text: string): string => `<updated-code>\n${text}</updated-code>`;
