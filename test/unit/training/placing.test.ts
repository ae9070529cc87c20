import { describe, expect, it } from "vitest";
import { Features } from "../../../extension/core/placing/features.ts";
import type { Case } from "../../../training/fit/prepare.ts";
import { calibratePlacing } from "../../../training/placing/calibratePlacing.ts";
import { toShares } from "../../../extension/core/placing/placeAnswer.ts";
import { fitChoices, fitExamples } from "../../../training/placing/fitChoices.ts";
import { prepareAnswer } from "../../../training/placing/prepareAnswer.ts";

const OPTIONS = { rounds: 60, rate: 0.1, decay: 0.5 };
const names = ["open", "close", "read", "write", "seek", "flush", "lock", "free"];
const original = names
  .map((name) => `export function ${name}(file) {\n  check(file);\n  return run("${name}", file);\n}\n`)
  .join("\n");
const block = (...lines: readonly string[]): string => ["```js", ...lines, "```"].join("\n");

/** One line of a function changes, another function is new below it, and the words delete a third. */
function caseOf(nth: number): Case {
  const at = (step: number): string => names[(nth + step) % names.length] ?? "";
  const [changed, above, gone] = [at(0), at(2), at(5)];
  const added = `export function more${at(1)}(file) {\n  return ${at(1)}(file);\n}\n`;
  const sketch = [
    `In \`${changed}\`:`,
    block(`  return run("${changed}", file, true);`),
    `Add this below \`${above}\`:`,
    block(...added.trimEnd().split("\n")),
    `Then remove \`${gone}\`.`,
  ].join("\n\n");
  const head = (name: string): string => `export function ${name}(file) {`;
  const body = (name: string): string => `${head(name)}\n  check(file);\n  return run("${name}", file);\n}\n`;
  const expected = original
    .replace(`run("${changed}", file)`, `run("${changed}", file, true)`)
    .replace(body(above), `${body(above)}\n${added}`)
    .replace(gone === names.at(-1) ? `\n${body(gone)}` : `${body(gone)}\n`, "");
  return { id: String(nth), source: `one:file${String(nth)}.js`, path: "file.js", original, sketch, expected };
}

const features = (...given: readonly (readonly [string, number])[]): Features => {
  const made = new Features();
  for (const [name, value] of given) made.add(name, value);
  return made;
};

describe("what an answer teaches", () => {
  const lessons = prepareAnswer(caseOf(0));

  it("is a choice for each block and each name that may go, of which what was meant is right", () => {
    expect(lessons.blocks).toHaveLength(2);
    expect(lessons.deletions).toHaveLength(1);
    for (const { alternatives, right } of [...lessons.blocks, ...lessons.deletions]) {
      expect(right.length).toBeGreaterThan(0);
      // The last alternative is that nothing is meant.
      expect(right).not.toContain(alternatives.length - 1);
    }
  });

  it("is that a block goes nowhere, if the file that was meant does not have it", () => {
    const { blocks } = prepareAnswer({ ...caseOf(0), expected: original });
    expect(blocks.map(({ alternatives, right }) => right.includes(alternatives.length - 1))).toEqual([true, true]);
  });

  it("is nothing, if the answer is to be refused", () => {
    expect(prepareAnswer({ ...caseOf(0), expect_refusal: true })).toEqual({ blocks: [], deletions: [], sentences: [] });
  });
});

describe("a fit", () => {
  it("of choices finds what those that were meant have in common", () => {
    const choices = [1, 2, 3].map((value) => ({
      alternatives: [features(["good", 1], ["noise", value]), features(["bad", 1], ["noise", value])],
      right: [0],
    }));
    const weights = fitChoices(choices, OPTIONS);
    expect(weights.get("good")).toBeGreaterThan(0.3);
    expect(weights.get("bad")).toBeLessThan(-0.3);
    expect(Math.abs(weights.get("noise") ?? 1)).toBeLessThan(0.05);
  });

  it("begins with the weights of another, and keeps those that nothing speaks against", () => {
    const means = new Map([
      ["good", -1],
      ["rare", 2],
    ]);
    const choices = [{ alternatives: [features(["good", 1]), features(["bad", 1], ["rare", 0])], right: [0] }];
    const weights = fitChoices(choices, { ...OPTIONS, decay: 50, means });
    expect(weights.get("good")).toBeGreaterThan(-1);
    expect(weights.get("good")).toBeLessThan(-0.9);
    const { weights: all } = calibratePlacing([caseOf(0)], [], { ...OPTIONS, means });
    expect(all).toMatchObject({ rare: 2 });
  });

  it("of examples tells those that are so from others", () => {
    const examples = [true, false].map((isSo) => ({ features: features(["bias", 1], ["asks", isSo ? 1 : 0]), isSo }));
    expect(fitExamples(examples, OPTIONS).get("asks")).toBeGreaterThan(0.3);
  });

  it("makes shares of scores, however large these are", () => {
    expect(toShares([1000, 1000])).toEqual([0.5, 0.5]);
    expect(toShares([-1000, 0])).toEqual([0, 1]);
  });
});

describe("the calibration of places", () => {
  const answers = names.map((_, nth) => caseOf(nth));

  it("learns where blocks of such answers go, the same each time, and says how well", () => {
    const { weights, report } = calibratePlacing(answers.slice(0, 6), answers.slice(6), OPTIONS);
    expect(report).toContain("6 answers: 12 blocks, 6 possible deletions");
    expect(report).toContain("Blocks, fitted: 12 of 12 right.");
    expect(report).toContain("Blocks, held out: 4 of 4 right.");
    expect(Object.keys(weights)).toEqual(Object.keys(weights).toSorted());
    expect(calibratePlacing(answers.slice(0, 6), [], OPTIONS).weights).toEqual(weights);
  });
});
