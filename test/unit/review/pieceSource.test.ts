import { describe, expect, test } from "vitest";
import type { LeftOut } from "../../../extension/core/merge/mergeResult.ts";
import { findPiece, sourcesOf } from "../../../extension/core/review/pieceSource.ts";

const unfit = (index: number, start: number, end: number): LeftOut => ({
  index,
  sketch: { start, end },
  written: ["fresh();"],
  state: "not-applicable",
  certainty: 0,
  reason: "It is nowhere.",
  candidates: [],
});

test("a piece comes from its lines of the answer", () => {
  const place = { type: "chat", conversation: "c", answer: "a" } as const;
  expect(sourcesOf({ text: "one\r\ntwo\nthree\nfour\n", place }, "apply", [unfit(0, 1, 3), unfit(4, 3, 9)])).toEqual([
    ["apply/0", { place, line: 1, lines: ["two", "three"] }],
    ["apply/4", { place, line: 3, lines: ["four"] }],
  ]);
});

test("of a selection it counts in the lines of the document", () => {
  const place = { type: "document", uri: "file:///plan.md", line: 10 } as const;
  const [[, source] = []] = sourcesOf({ text: "one\ntwo", place }, "apply", [unfit(0, 1, 2)]);
  expect(source).toEqual({ place, line: 11, lines: ["two"] });
});

describe("the lines of a piece are found", () => {
  const texts = ["a", "b", "x", "a", "b", "b"];
  test.each<[string, number, readonly string[], number | undefined]>([
    ["where they were", 3, ["a", "b"], 3],
    ["next to where they were", 1, ["a", "b"], 0],
    ["at the end", 0, ["b", "b"], 4],
    ["where one lies in another", 5, ["b"], 5],
    ["with other blanks at their ends", 0, ["x  "], 2],
    ["as a whole", 0, texts, 0],
    ["not where a line is longer", 0, ["x", "a", "b", "bb"], undefined],
    ["not where there are none", 0, [], undefined],
  ])("%s", (_, line, lines, start) => {
    const found = findPiece(texts, { place: undefined, line, lines });
    expect(found).toEqual(start === undefined ? undefined : { start, end: start + lines.length });
  });
});
