import { expect, test } from "vitest";
import { acceptedShare, isUndone, joinChanges } from "../../../extension/core/review/acceptedChange.ts";
import { beginSession } from "../../../extension/core/review/reviewSession.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";

const lines = (text: string): string[] => text.split(" ");
const change = (text: string | undefined, after: string | undefined) => ({
  before: text === undefined ? undefined : lines(text),
  after: after === undefined ? undefined : lines(after),
});

test.each([
  ["all hunks", [0, 1], [0, 1], "a b c d e > A b c d E"],
  ["the first of two", [0, 1], [0], "a b c d E > A b c d E"],
  ["the second of two", [0, 1], [1], "A b c d e > A b c d E"],
  ["the only one that was accepted", [1], [1], "a b c d e > a b c d E"],
])("an accept is shared: %s", (_, accepted, own, want) => {
  const session = beginSession(beginReview(lines("a b c d e"), lines("A b c d E")));
  const hunks = hunksOf(session.state);
  const pick = (indexes: readonly number[]) => hunks.filter((__, index) => indexes.includes(index));
  const { before, after } = acceptedShare(session, pick(accepted), pick(own));
  expect(`${before.join(" ")} > ${after.join(" ")}`).toBe(want);
});

test.each([
  ["one after the other", ["a b c", "A b c"], ["A b c", "A b C"], "a b c > A b C"],
  ["with lines typed between", ["a b c", "A b c"], ["A b c x", "A b C x"], "a b c x > A b C x"],
  ["the first taken back by hand", ["a b c", "A b c"], ["a b c", "a b C"], "a b c > a b C"],
  ["the first edited by hand", ["a b c", "A b c"], ["A1 b c", "A1 b C"], "apart"],
  ["a new file", [undefined, "a b"], ["a b", "a B"], "none > a B"],
  ["a new file that was edited", [undefined, "a b"], ["a b x", "a B x"], "apart"],
  ["a file that goes", ["a b", "A b"], ["A b", undefined], "a b > none"],
  ["a file that is back", ["a b", undefined], ["a b", "a B"], "apart"],
] as const)("changes are joined: %s", (_, [before, middle], [next, after], want) => {
  const joined = joinChanges(change(before, middle), change(next, after));
  const said = (side: readonly string[] | undefined): string => side?.join(" ") ?? "none";
  expect(joined === undefined ? "apart" : `${said(joined.before)} > ${said(joined.after)}`).toBe(want);
});

test.each([
  ["a b c", "A b c", "A b c", false],
  ["a b c", "A b c", "a b c", true],
  ["a b c", "A b c", "a b c x", true],
  ["a b c", "A b c", "A1 b c", false],
  [undefined, "a", "a", false],
])("of %s to %s nothing is left in %s: %s", (before, after, now, want) => {
  expect(isUndone(change(before, after), lines(now))).toBe(want);
});
