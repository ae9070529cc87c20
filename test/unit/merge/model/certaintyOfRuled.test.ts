import { expect, it } from "vitest";
import { certaintyOfRuled, type RankedReading } from "../../../../extension/core/merge/model/ranking.ts";

const reading = (text: string, certainty: number, ruled?: "merged"): RankedReading => ({
  ...{ text, certainty, ruled, steps: [], placements: [], probability: 0, variant: undefined },
});

it.each<[string, readonly RankedReading[], number | undefined]>([
  ["nothing where the model has not read their text", [reading("a();\n", 0.9)], undefined],
  ["that of their text", [reading("b();\n", 0.6), reading("a();\n", 0.25, "merged")], 0.25],
  [
    "that of texts with other quotes, commas and comments, too",
    [reading("a('x', 1)\n", 0.5), reading('a("x",1); // one\n', 0.25, "merged")],
    0.75,
  ],
  ["not that of one with another depth", [reading("  a();\n", 0.5), reading("a();\n", 0.25, "merged")], 0.25],
  ["not that of one with a line more", [reading("a();\na();\n", 0.5), reading("a();\n", 0.25, "merged")], 0.25],
])("the certainty of what the rules merge is %s", (_, readings, want) => {
  expect(certaintyOfRuled(readings)).toBe(want);
});
