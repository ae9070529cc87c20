import { expect, it } from "vitest";
import { certaintyOfAlike, type RankedReading } from "../../../../extension/core/merge/model/ranking.ts";

const reading = (text: string, certainty: number): RankedReading => ({
  ...{ text, certainty, steps: [], placements: [], probability: 0, variant: undefined },
});

it.each<[string, texts: readonly [text: string, certainty: number][], want: number]>([
  [
    "its own",
    [
      ["a();\n", 0.25],
      ["b();\n", 0.6],
    ],
    0.25,
  ],
  [
    "that of texts with other quotes, commas and comments, too",
    [
      ['a("x",1); // one\n', 0.25],
      ["a('x', 1)\n", 0.5],
    ],
    0.75,
  ],
  [
    "not that of one with another depth",
    [
      ["a();\n", 0.25],
      ["  a();\n", 0.5],
    ],
    0.25,
  ],
  [
    "not that of one with a line more",
    [
      ["a();\n", 0.25],
      ["a();\na();\n", 0.5],
    ],
    0.25,
  ],
])("the certainty of a reading is %s", (_, texts, want) => {
  const readings = texts.map(([text, certainty]) => reading(text, certainty));
  const [one] = readings;
  expect(one && certaintyOfAlike(one, readings)).toBe(want);
});
