import { expect, test } from "vitest";
import { isInChange, nearestChange, problemsNow } from "../../../extension/core/tools/newProblems.ts";

const problem = (text: string) => {
  const [message = "", line = ""] = text.split("@");
  return { severity: "error" as const, message, line: Number(line) };
};

test.each([
  ["a@3 b@5", "a@3 b@5", "a@3 b@5"],
  ["a@3 b@5", "b@9", "gone b@9"],
  ["a@3 a@8", "a@9", "a@9 gone"],
  ["a@3", "a@30 a@4", "a@4"],
  ["a@3", "b@3", "gone"],
])("of %s, with %s there, are left: %s", (found, now, want) => {
  const read = (text: string) => text.split(" ").map(problem);
  const left = problemsNow(read(found), read(now));
  expect(left.map((each) => (each === undefined ? "gone" : `${each.message}@${each.line}`)).join(" ")).toBe(want);
});

test("a warning is not the error of the same words", () => {
  expect(problemsNow([problem("a@1")], [{ ...problem("a@1"), severity: "warning" }])).toEqual([undefined]);
});

const range = (start: number, end: number) => ({ start, end });

test.each([
  [1, 0],
  [4, 0],
  [6, 0],
  [9, 1],
  [50, 1],
])("a problem in line %i belongs to change %i", (line, want) => {
  expect(nearestChange({ ...problem("a"), line }, [[range(2, 4)], [range(9, 12), range(30, 31)]])).toBe(want);
});

test("without a change it belongs to none", () => {
  expect(nearestChange(problem("a@1"), [])).toBe(-1);
});

test.each([
  [2, false],
  [3, true],
  [4, true],
  [5, false],
  [10, true],
  [11, true],
  [12, false],
])("line %i is part of a change or beside what it took away: %s", (line, want) => {
  expect(isInChange({ ...problem("a"), line }, [range(2, 4), range(10, 10)])).toBe(want);
});
