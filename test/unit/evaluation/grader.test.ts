import { describe, expect, test } from "vitest";
import type { CaseResult, EvaluationCase, Grade } from "../../../extension/core/evaluation/evaluation.ts";
import { graderWords, readGrade } from "../../../extension/core/evaluation/grader.ts";
import { graderAgreement } from "../../../extension/core/evaluation/graderAgreement.ts";

const one = {
  id: "1",
  path: "a.js",
  language: "javascript",
  kind: "commit",
  split: "short",
  original: "run();\n",
  answer: "```js\nwalk();\n```",
  instruction: "Walk.",
  expected: "walk();\n",
} satisfies EvaluationCase;

test.each<[answer: string, grade: Grade]>([
  ['{"score": 4, "reason": "A comment is gone."}', { score: 4, reason: "A comment is gone." }],
  ['```json\n{"score": 5}\n```', { score: 5, reason: "" }],
  ['<think>hard</think>{"score": 1, "reason": "{ is lost"}', { score: 1, reason: "{ is lost" }],
  ["", { refused: "The answer is empty." }],
  ["I cannot judge this.", { refused: "The answer has no grade." }],
  ['{"score": 4, "reas', { refused: "The answer has no grade." }],
  ["{4}", { refused: "The answer is no JSON." }],
  ['{"score": 6}', { refused: "The answer is no grade from 1 to 5." }],
  ['{"score": "5"}', { refused: "The answer is no grade from 1 to 5." }],
  ['{"score": 4.5}', { refused: "The answer is no grade from 1 to 5." }],
])("%s is read", (answer, grade) => {
  expect(readGrade(answer)).toEqual(grade);
});

test("a grader sees the four texts in the order that it is given, and nothing of who wrote the result", () => {
  const [, asked] = graderWords(one, "walk();;\n", [3, 0, 2, 1]);
  expect(asked?.text.match(/<(?!\/)\w+>/g)).toEqual(["<result>", "<original>", "<reference>", "<edit>"]);
  expect(asked?.text).toContain("<edit>\nWalk.\n\n```js\nwalk();\n```\n</edit>");
});

describe("agreement", () => {
  const grade = (score: 1 | 2 | 3 | 4 | 5): Grade => ({ score, reason: "" });
  const refused: Grade = { refused: "No." };
  const results = (...given: readonly (readonly [text: string, ...grades: [Grade, Grade] | []])[]) => ({
    cases: [one],
    results: given.map(([text, ...grades]): CaseResult => {
      const known = { caseId: "1", engineId: "e", outcome: "refused", text, seconds: 1, characters: 1 } as const;
      return grades.length === 0 ? known : { ...known, grades };
    }),
  });
  const [equal, almost, other] = ["walk();\n", "walk();  \n\n", "run();\n"];

  test("of a grader that follows equality", () => {
    const graded = results(
      [equal, grade(5), grade(5)],
      [almost, grade(5), grade(4)],
      [other, grade(2), grade(2)],
      [other],
    );
    expect(graderAgreement(graded)).toEqual({
      graded: 3,
      refusals: 0,
      withItself: { same: 2 / 3, near: 1 },
      withEquality: {
        equal: { count: 4, fives: 0.75, mean: 4.75 },
        other: { count: 2, fives: 0, mean: 2 },
        separation: 1,
      },
    });
  });

  test("of one that praises all is as good as chance", () => {
    const graded = results([equal, grade(5), grade(5)], [other, grade(5), grade(5)]);
    expect(graderAgreement(graded).withEquality).toMatchObject({ separation: 0.5, other: { fives: 1 } });
  });

  test("of one that refuses counts what it refused, and takes the grade that is left", () => {
    const graded = results([equal, refused, grade(5)], [other, refused, refused]);
    expect(graderAgreement(graded)).toMatchObject({
      graded: 0,
      refusals: 3,
      withItself: { same: undefined },
      withEquality: { equal: { count: 1 }, other: { count: 0 }, separation: undefined },
    });
  });
});
