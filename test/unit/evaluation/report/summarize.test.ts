import { describe, expect, it } from "vitest";
import type { CaseResult, Evaluation } from "../../../../extension/core/evaluation/evaluation.ts";
import { placeEngines } from "../../../../extension/core/evaluation/report/frontier.ts";
import { rightOf, riskTable } from "../../../../extension/core/evaluation/report/tables.ts";
import { quantile, wilson } from "../../../../extension/core/evaluation/report/statistics.ts";
import { summarize } from "../../../../extension/core/evaluation/report/summarize.ts";
import { parseSummary, RISK_STEPS, type EngineSummary } from "../../../../extension/core/evaluation/report/summary.ts";
import { emptyEvaluation, largeEvaluation, makeCase, makeResult, rewriter, structural } from "./sampleEvaluation.ts";

/** Results of the structural engine, the first of the first case and so on. */
function evaluated(results: readonly Partial<CaseResult>[]): Evaluation {
  return {
    ...emptyEvaluation,
    engines: [structural],
    cases: results.map((_, at) => makeCase(`c${at}`)),
    results: results.map((changes, at) => makeResult(`c${at}`, "exact", changes)),
  };
}

function onlyEngine(results: readonly Partial<CaseResult>[]): EngineSummary {
  const [engine] = summarize(evaluated(results)).engines;
  if (engine === undefined) throw new Error("There is one engine.");
  return engine;
}

describe("statistics", () => {
  it.each([
    // Figures of E. B. Wilson's interval as R's prop.test(correct = FALSE) gives them.
    [{ count: 0, of: 10 }, [0, 0.2775]],
    [{ count: 10, of: 10 }, [0.7225, 1]],
    [{ count: 81, of: 263 }, [0.2553, 0.3662]],
    [{ count: 0, of: 0 }, undefined],
  ])("the interval of %o", (share, expected) => {
    expect(wilson(share)?.map((end) => Number(end.toFixed(4)))).toEqual(expected);
  });

  it.each([
    [[], 0.5, undefined],
    [[3], 0.95, 3],
    [[4, 1], 0.5, 2.5],
    [[1, 2, 3, 4, 5], 0.95, 4.8],
  ])("of %j the quantile %d is %d", (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected);
  });
});

describe("a summary", () => {
  it("of nothing has no figures", () => {
    const summary = summarize(emptyEvaluation);
    expect(summary.engines).toEqual([]);
    expect(summary.grading).toBeUndefined();
  });

  it("of an engine without results has counts and no shares", () => {
    const [engine] = summarize({ ...emptyEvaluation, engines: [structural], cases: [makeCase("a")] }).engines;
    expect(engine).toEqual({
      ...structural,
      counts: { exact: 0, lenient: 0, declined: 0, wrong: 0, refused: 0, failed: 0 },
      byLanguage: [
        { name: "typescript", counts: { exact: 0, lenient: 0, declined: 0, wrong: 0, refused: 0, failed: 0 } },
      ],
      byKind: [{ name: "commit", counts: { exact: 0, lenient: 0, declined: 0, wrong: 0, refused: 0, failed: 0 } }],
      byLength: [{ name: "short", counts: { exact: 0, lenient: 0, declined: 0, wrong: 0, refused: 0, failed: 0 } }],
      curve: [],
    });
  });

  it("counts how results ended, and leaves out those of unknown cases", () => {
    const evaluation = evaluated([{}, { outcome: "lenient" }, { outcome: "wrong" }, { outcome: "refused" }]);
    const stray = makeResult("nowhere", "exact");
    expect(summarize({ ...evaluation, results: [...evaluation.results, stray] }).engines[0]?.counts).toEqual({
      exact: 1,
      lenient: 1,
      declined: 0,
      wrong: 1,
      refused: 1,
      failed: 0,
    });
  });

  it("counts a refusal as right where one is due, and its guess as wrong, were it taken", () => {
    const evaluation = evaluated([{ outcome: "declined", text: "any\n", certainty: 0.4 }]);
    const cases = evaluation.cases.map((one) => ({ ...one, expected: null }));
    const [engine] = summarize({ ...evaluation, cases }).engines;
    expect(engine && rightOf(engine.counts)).toEqual({ count: 1, of: 1 });
    expect(engine?.curve).toEqual([{ certainty: 0.4, taken: 1, wrong: 1 }]);
    expect(engine?.speed).toBeUndefined();
  });

  it("takes the speed from texts that the engine was sure of, and times from all that did not fail", () => {
    const { speed, seconds } = onlyEngine([
      { seconds: 1, characters: 1000 },
      { seconds: 3, characters: 1000, outcome: "wrong" },
      { seconds: 8, characters: 0, outcome: "refused" },
      { seconds: 60, characters: 0, outcome: "failed" },
    ]);
    expect(speed).toBe(500);
    expect(seconds).toEqual({ p50: 3, p95: 7.5 });
  });

  it("has no speed where no time passed", () => {
    expect(onlyEngine([{ seconds: 0 }]).speed).toBeUndefined();
  });

  it("adds what some results tell, and is silent on what none does", () => {
    const engine = onlyEngine([
      { tokens: { sent: 10, answered: 2 }, cost: 0.5, passes: 4, acceptedShare: 0.5 },
      { tokens: { sent: 30, answered: 3 }, passes: 8, acceptedShare: 1 },
      {},
    ]);
    expect(engine).toMatchObject({ tokens: { sent: 40, answered: 5 }, cost: 0.5, passes: 6, acceptedShare: 0.75 });
    expect(Object.keys(onlyEngine([{}]))).not.toEqual(expect.arrayContaining(["tokens"]));
  });

  it("groups the rarest kinds as others", () => {
    const cases = Array.from({ length: 20 }, (_, at) => makeCase(`c${at}`, { kind: `kind${at % 15}`, language: "" }));
    const results = cases.map(({ id }) => makeResult(id, "exact"));
    const [engine] = summarize({ ...emptyEvaluation, engines: [structural], cases, results }).engines;
    expect(engine?.byKind).toHaveLength(12);
    expect(engine?.byKind[0]).toMatchObject({ name: "kind0", counts: { exact: 2 } });
    expect(engine?.byKind.at(-1)).toMatchObject({ name: "others", counts: { exact: 4 } });
    expect(engine?.byLanguage).toMatchObject([{ name: "unknown", counts: { exact: 20 } }]);
  });

  it("counts an edit of several kinds with each of them", () => {
    const cases = [makeCase("a", { kind: "commit+rename" }), makeCase("b", { kind: "wrap+wrap" }), makeCase("c")];
    const results = cases.map(({ id }) => makeResult(id, "exact"));
    const [engine] = summarize({ ...emptyEvaluation, engines: [structural], cases, results }).engines;
    expect(engine?.byKind.map(({ name, counts }) => [name, counts.exact])).toEqual([
      ["commit", 2],
      ["rename", 1],
      ["wrap", 1],
    ]);
  });

  it("survives being stored", () => {
    const summary = summarize(largeEvaluation(30));
    expect(parseSummary(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
    expect(parseSummary({ ...summary, version: 2 })).toBeUndefined();
  });
});

describe("risk against coverage", () => {
  const text = makeCase("any").expected;
  it("takes equal certainties in one step", () => {
    const { curve } = onlyEngine([
      { certainty: 0.9, text },
      { certainty: 0.9, text: "bad", outcome: "wrong" },
      { certainty: 1, text },
    ]);
    expect(curve).toEqual([
      { certainty: 1, taken: 1, wrong: 0 },
      { certainty: 0.9, taken: 3, wrong: 1 },
    ]);
  });

  it("judges what was refused by what would have been guessed", () => {
    const { curve } = onlyEngine([
      { certainty: 0.6, text: text.replaceAll("\n", " \r\n"), outcome: "refused" },
      { certainty: 0.5, text: "bad", outcome: "refused" },
      { certainty: 0.4, outcome: "refused" },
      { text },
    ]);
    expect(curve).toEqual([
      { certainty: 0.6, taken: 1, wrong: 0 },
      { certainty: 0.5, taken: 2, wrong: 1 },
    ]);
  });

  it("has few steps, the first and the last among them", () => {
    const { curve } = onlyEngine(Array.from({ length: 500 }, (_, at) => ({ certainty: at / 500, text })));
    expect(curve.length).toBeLessThanOrEqual(60 + RISK_STEPS.length);
    expect([curve[0]?.taken, curve.at(-1)?.taken]).toEqual([1, 500]);
  });
});

it("the table of risks has the figures of all results, however many steps the curve has", () => {
  const evaluation = evaluated(
    Array.from({ length: 500 }, (_, at) => ({ certainty: at / 500, text: makeCase("any").expected })),
  );
  const rows = riskTable(summarize(evaluation)).rows.map(([, step, coverage]) => [step, coverage]);
  expect(rows).toEqual([
    ["from 0.99", "1.0 %"],
    ["from 0.95", "5.0 %"],
    ["from 0.90", "10.0 %"],
    ["from 0.80", "20.0 %"],
    ["from 0.50", "50.0 %"],
    ["from 0.00", "100.0 %"],
  ]);
});

describe("the Pareto frontier", () => {
  const engine = (id: string, right: number, speed: number): EngineSummary => ({
    ...onlyEngine([]),
    id,
    counts: { exact: right, lenient: 0, declined: 0, wrong: 10 - right, refused: 0, failed: 0 },
    speed,
  });
  const frontier = (...engines: readonly EngineSummary[]): string[] =>
    placeEngines(engines)
      .filter(({ isOnFrontier }) => isOnFrontier)
      .map(({ engine: { id } }) => id);

  it("leaves out who is beaten in one and better in nothing", () => {
    expect(frontier(engine("slow", 9, 10), engine("beaten", 8, 10), engine("fast", 5, 100))).toEqual(["slow", "fast"]);
  });

  it("has all who are alike", () => {
    expect(frontier(engine("one", 9, 10), engine("other", 9, 10))).toEqual(["one", "other"]);
  });

  it("is one engine where there is one, and nobody where none was sure of anything", () => {
    expect(frontier(engine("only", 0, 1))).toEqual(["only"]);
    expect(placeEngines([onlyEngine([{ outcome: "refused" }])])).toEqual([]);
  });
});

describe("the grader", () => {
  const right = { text: makeCase("any").expected };
  const wrong = { text: "bad", outcome: "wrong" } as const;
  const score = (of: 1 | 2 | 3 | 4 | 5) => ({ score: of, reason: "" });
  const graded = (results: readonly Partial<CaseResult>[]) => summarize(evaluated(results)).grading;

  it("is measured against equality and against itself", () => {
    expect(
      graded([
        { ...right, grades: [score(5), score(5)] },
        { ...right, grades: [score(3), score(4)] },
        { ...wrong, grades: [score(1), score(4)] },
        { ...wrong, grades: [{ refused: "cut off" }, score(2)] },
        {},
      ]),
    ).toEqual({
      graded: 3,
      refusals: 1,
      withItself: { same: 1 / 3, near: 2 / 3 },
      withEquality: {
        equal: { count: 4, fives: 0.5, mean: 4.25 },
        other: { count: 3, fives: 0, mean: 7 / 3 },
        separation: 10.5 / 12,
      },
    });
  });

  it("has shares of nothing where it never gave a grade", () => {
    expect(graded([{ ...right, grades: [{ refused: "no" }, { refused: "no" }] }])).toMatchObject({
      graded: 0,
      refusals: 2,
    });
  });

  it("counts the grades of a text once, however many engines wrote it", () => {
    const evaluation = evaluated([{ ...wrong, grades: [{ refused: "no" }, score(2)] }]);
    const results = [
      ...evaluation.results,
      ...evaluation.results.map((result) => ({ ...result, engineId: rewriter.id })),
    ];
    const grading = summarize({ ...evaluation, engines: [structural, rewriter], results }).grading;
    expect(grading).toMatchObject({ refusals: 1, withEquality: { other: { count: 1 } } });
  });

  it("gives engines their mean score", () => {
    const summary = summarize({
      ...evaluated([{ ...right, grades: [score(5), score(4)] }]),
      engines: [structural, rewriter],
    });
    expect(summary.engines.map((one) => one.score)).toEqual([{ mean: 4.5, count: 2 }, undefined]);
  });
});
