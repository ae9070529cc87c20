import { describe, expect, it } from "vitest";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { calibrate, type Weights } from "../../../training/fit/calibrate.ts";
import type { Case } from "../../../training/fit/prepare.ts";
import { drawCases } from "../../../training/drawnCases.ts";
import { readThresholds } from "../../../training/fit/thresholds.ts";
import { chooseThreshold, reliabilityTable, riskTable, type Outcome } from "../../../training/fit/report.ts";

const names = ["open", "close", "read", "write", "seek", "flush", "lock", "free"];

const file = (extra: string): string =>
  names
    .map((name) => `export function ${name}(file) {\n  check(file);\n  return run("${name}", file);\n}\n${extra}`)
    .join("\n");

/** One function of a file gets a line more; the sketch shows its header, a marker, the new line and what follows. */
function caseOf(repository: string, name: string, index: number): Case {
  const original = file("");
  const added = `  log("${name}${String(index)}");`;
  return {
    id: `${repository}-${String(index)}`,
    source: `${repository}:src/${name}.js`,
    path: `src/${name}.js`,
    original,
    sketch: `// ... existing code ...\nexport function ${name}(file) {\n  // ... existing code ...\n${added}\n  return run("${name}", file);\n}\n// ... existing code ...\n`,
    expected: original.replace(`  return run("${name}", file);`, `${added}\n  return run("${name}", file);`),
  };
}

const cases = ["one", "two", "three"].flatMap((repository) =>
  names.map((name, index) => caseOf(repository, name, index)),
);

/** Of the project's own: each is refused rightly, whatever the weights. */
const own = names.map((name, index): Case => ({ ...caseOf("own-0", name, index), expect_refusal: true }));

async function run(near?: Weights): Promise<{ weights: Weights; report: string; losses: number[] }> {
  const losses: number[] = [];
  const result = await calibrate(
    { cases, given: [], own, drawn: drawCases(1, 5), givenWeight: 1 },
    {
      ...{ seed: 3, epochs: 4, folds: 3, risk: 0.02, near, withAblation: near === undefined },
      parsers: createSyntaxParsers(sourceGrammarsDirectory()),
      report: (line) => losses.push(Number(/: ([\d.]+) per case/.exec(line)?.[1])),
    },
  );
  return { ...result, losses };
}

describe("the calibration", () => {
  it(
    "learns what the cases show, the same each time, and reports what it has not seen",
    { timeout: 60_000 },
    async () => {
      const { weights, report, losses } = await run();
      // Four epochs of the last fit.
      const [first = 0, , , last = 0] = losses.slice(-4);
      expect(last).toBeLessThan(first / 2);
      expect(Object.keys(weights.features).length).toBeGreaterThan(20);
      expect(report).toContain(
        "24 generated cases and 0 real answers of 3 repositories, and 8 cases of the project's own",
      );
      expect(report).not.toContain("Real answers:");
      expect(report).toMatch(/\| nothing \| [1-9]/);
      expect(report).toMatch(/Generated cases: 24 cases, \d+\.\d % right/);
      expect(report).toContain("| without | right |");
      expect(weights.sure.counts).toBeGreaterThanOrEqual(0.5);
      expect(weights.sure.overrules).toBeGreaterThanOrEqual(weights.sure.counts);
      expect((await run()).weights).toEqual(weights);
    },
  );

  it("goes on from given weights, and keeps those that the cases do not show", { timeout: 60_000 }, async () => {
    const { weights } = await run();
    const given = { ...weights, features: { ...weights.features, "x:unseen": 1.5 } };
    const near = (await run(given)).weights;
    expect(near.features["x:unseen"]).toBe(1.5);
    const moved = Object.entries(weights.features).map(([name, weight]) =>
      Math.abs((near.features[name] ?? 0) - weight),
    );
    const sizes = Object.values(weights.features).map(Math.abs);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(moved)).toBeLessThan(sum(sizes) / 2);
  });
});

describe("the thresholds that are asked for", () => {
  it("are three numbers from 0 to 1", () => {
    expect(readThresholds("0.7,0.8,0.15")).toEqual({ counts: 0.7, overrules: 0.8, tolerates: 0.15 });
    expect(readThresholds("0, 1, 0")).toEqual({ counts: 0, overrules: 1, tolerates: 0 });
    for (const wrong of ["", "0.7", "0.7,0.8", "a,b,c", "0.7,0.8,", "0.7,0.8,0.15,0.2", "0.7,0.8,1.5", "-0.1,0.8,0.15"])
      expect(readThresholds(wrong)).toBe("unreadable");
  });
});

describe("the report", () => {
  const outcome = (certainty: number, isRight: boolean, mustRefuse = false): Outcome => ({
    ...{ certainty, isRight, mustRefuse },
    isAmongFive: isRight,
  });
  const outcomes = [
    outcome(0.99, true),
    outcome(0.97, true),
    outcome(0.85, false),
    outcome(0.6, true),
    outcome(0.9, false, true),
  ];

  it("chooses the lowest certainty at which no more than the risk is wrong", () => {
    expect(chooseThreshold(outcomes, 0.2)).toBe(0.86);
    expect(chooseThreshold(outcomes, 0)).toBe(0.91);
    expect(chooseThreshold(outcomes, 1)).toBe(0.5);
    expect(chooseThreshold([outcome(1, false)], 0)).toBe(1);
  });

  it("tells the share of right answers in each class, and what each threshold takes", () => {
    expect(reliabilityTable(outcomes)).toContain("| 0.98 to 0.99 | 0 | - | - |");
    expect(reliabilityTable(outcomes)).toContain("| 0.5 to 0.7 | 1 | 0.600 | 100.0 % |");
    expect(riskTable(outcomes)).toContain("| 0.8 | 50.0 % | 25.0 % | 1 of 1 |");
  });
});
