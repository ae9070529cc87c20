import { describe, expect, test } from "vitest";
import { boundedDiff, reportEdit } from "../../../extension/core/tools/editReport.ts";
import {
  bareResult,
  boundedResult,
  isError,
  type EditOutcome,
  type EditResult,
} from "../../../extension/core/tools/editResult.ts";
import { newProblems } from "../../../extension/core/tools/newProblems.ts";
import { GIVEN_UP, outcomeWord, reviewWords } from "../../../extension/core/tools/outcomeWords.ts";

const result: EditResult = {
  ...bareResult("partly applied", "src/a.ts", "Some of it is in the file."),
  engine: "structural",
  milliseconds: 11.6,
  hunks: [
    { outcome: "accepted", before: { start: 3, end: 4 }, now: { start: 3, end: 5 } },
    { outcome: "rejected", before: { start: 9, end: 8 }, now: { start: 10, end: 9 } },
  ],
  remarks: ["Line 7 of the sketch is nowhere."],
  problems: [{ severity: "error", line: 4, message: "Cannot find name 'x'." }],
  regions: [{ lines: { start: 12, end: 13 }, text: "let a;\nlet b;" }],
  earlier: [{ file: "src/b.ts", outcome: "rejected" }],
  diff: "--- a/src/a.ts\n",
};

test("a result is told with what happened first", () => {
  expect(reportEdit(result)).toMatchInlineSnapshot(`
    "partly applied: src/a.ts by structural in 12 ms. Some of it is in the file.

    Hunks:
    - accepted: lines 3 to 5
    - rejected: before line 10

    Against the edit:
    - Line 7 of the sketch is nowhere.

    New problems after the edit:
    - error in line 4: Cannot find name 'x'.

    Nearest lines 12 to 13:
    12| let a;
    13| let b;

    Earlier edits that waited for review:
    - src/b.ts: rejected

    --- a/src/a.ts"
  `);
});

test("a result with thousands of hunks is cut, and says so", () => {
  const [hunk] = result.hunks;
  if (hunk === undefined) throw new Error("It has hunks.");
  const problem = { severity: "error", line: 1, message: "x".repeat(10_000) } as const;
  const hunks = Array.from({ length: 5_000 }, () => hunk);
  const bounded = boundedResult({ ...result, hunks, problems: [problem] });
  expect(bounded.message).toBe("Some of it is in the file. 4800 of its 5000 hunks are not listed.");
  expect(JSON.stringify(bounded).length).toBeLessThan(30_000);
  expect(boundedResult(result)).toEqual(result);
});

test("what an open piece can mean is told with how likely it is, and the text of an alternative is bounded", () => {
  const lines = { start: 7, end: 12 };
  const label = "after line 2, `f() {`";
  const open: EditResult["pieces"][number] = {
    number: 2,
    state: "open",
    certainty: 0.7,
    lines,
    reason: "It is in the file 2 times.",
    alternatives: [
      {
        number: 1,
        label,
        certainty: 0.7,
        lines: { start: 3, end: 2 },
        text: "x".repeat(10_000),
        diff: "2   f() {\n  + x",
      },
    ],
  };
  const placed: typeof open = { ...open, number: 1, state: "placed", reason: "", alternatives: [] };
  const unsure = {
    ...bareResult("not sure", "a.ts", "Why."),
    pieces: [placed, open],
  };
  expect(reportEdit(unsure)).toBe(`not sure: a.ts. Why.

Piece 2 (lines 7 to 12 of code_edit) can mean one of these:
- alternative 1 (70 %): after line 2, \`f() {\`
  2   f() {
    + x`);
  expect(boundedResult(unsure).pieces[1]?.alternatives[0]?.text.length).toBe(2001);
});

test("a plain result is one line", () => {
  expect(reportEdit(bareResult("rejected", "a.ts", "The user rejected the edit."))).toBe(
    "rejected: a.ts. The user rejected the edit.",
  );
});

describe("a diff", () => {
  const names = { oldName: "a.txt", newName: "a.txt" };

  test("is whole where it is short, and empty where nothing changes", () => {
    expect(boundedDiff({ ...names, original: "a\n", text: "b\n" })).toContain("-a\n+b\n");
    expect(boundedDiff({ ...names, original: "a\n", text: "a\n" })).toBe("");
  });

  test("is whole where it has just as many lines as may be, and counts those that are left out", () => {
    const linesOf = (diff: string): readonly string[] => diff.trimEnd().split("\n");
    const heading = linesOf(boundedDiff({ ...names, original: "", text: "x\n" })).length - 1;
    const most = boundedDiff({ ...names, original: "", text: "x\n".repeat(200 - heading) });
    expect(linesOf(most)).toHaveLength(200);
    expect(linesOf(most).at(-1)).toBe("+x");
    const more = boundedDiff({ ...names, original: "", text: "x\n".repeat(201 - heading) });
    expect(linesOf(more).at(-1)).toBe("... 1 more lines of this diff are not shown");
  });

  test.each([
    ["many lines", "x\n".repeat(1_000)],
    ["a long line", `${"x".repeat(100_000)}\n`],
  ])("is cut at %s, and says so", (_, text) => {
    const diff = boundedDiff({ ...names, original: "", text });
    expect(diff.length).toBeLessThan(14_000);
    expect(diff).toMatch(/\n\.\.\. \d+ more lines of this diff are not shown\n$/);
  });
});

test.each([
  ["nothing new", ["error a", "warning b"], ["error a", "warning b"], []],
  ["a new one", ["error a"], ["error a", "error b"], ["error b"]],
  ["the same once more", ["error a"], ["error a", "error a"], ["error a"]],
  ["one that is gone", ["error a", "error b"], ["error b"], []],
  ["one that got worse", ["warning a"], ["error a"], ["error a"]],
])("problems after an edit: %s", (_, before, after, want) => {
  const problems = (texts: readonly string[], line: number): EditResult["problems"] =>
    texts.map((text) => {
      const [severity = "", message = ""] = text.split(" ");
      return { severity: severity === "error" ? "error" : "warning", line, message };
    });
  const found = newProblems(problems(before, 1), problems(after, 9));
  expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual(want);
});

const hunk = { outcome: "accepted", before: { start: 1, end: 1 }, now: { start: 1, end: 1 } } as const;
const rejected = { ...hunk, outcome: "rejected" } as const;

test.each([
  ["applied", [hunk], "1 hunk accepted."],
  ["applied", [], "The file was as the edit wants it already"],
  ["applied", [hunk, { ...hunk, outcome: "edited by hand" }], "2 hunks accepted. The user edited 1 hunk by hand"],
  ["partly applied", [hunk, rejected], "Some of 2 hunks were accepted; the user rejected others"],
  [
    "partly applied",
    [hunk, { ...hunk, outcome: "edited by hand" }],
    "Some of 2 hunks were accepted; the user rejected",
  ],
  ["rejected", [rejected], "The user rejected the edit"],
  ["pending review", [{ ...hunk, outcome: "pending" }], "1 hunk waiting for the user's review"],
] as const)("an outcome %s of %j is told as such", (outcome, hunks, want) => {
  expect(reviewWords(outcome, hunks).slice(0, want.length)).toBe(want);
});

test.each([
  [
    "rejected",
    [],
    1,
    0,
    false,
    "replaced by a later edit",
    /^The file does not have the edit.* 1 hunk of it gave way to/,
  ],
  ["rejected", [rejected], 0, 1, false, GIVEN_UP, /The review was closed before 1 hunk of it was decided/],
  ["rejected", [rejected], 1, 1, false, GIVEN_UP, /before 1 hunk of it was decided.* 1 hunk of it gave way/],
  ["rejected", [rejected], 1, 0, true, "rejected", /^The user rejected the edit.* 1 hunk of it gave way/],
  ["rejected", [rejected, rejected], 0, 1, true, "rejected", /^The user rejected the edit.* before 1 hunk of it was/],
  [
    "partly applied",
    [hunk],
    2,
    0,
    false,
    "partly applied",
    /^Some of the edit is in the file\. 2 hunks of it gave way/,
  ],
  ["partly applied", [hunk, rejected, rejected], 0, 2, false, "partly applied", /before 2 hunks of it were decided/],
  [
    "partly applied",
    [hunk, rejected],
    1,
    0,
    true,
    "partly applied",
    /^Some of 2 hunks were accepted; the user rejected/,
  ],
  ["pending review", [{ ...hunk, outcome: "pending" }], 1, 0, false, "pending review", /^1 hunk waiting.* gave way to/],
] as const)(
  "an outcome %s of %j with %i hunks replaced and %i given up names the user: %s",
  (outcome, hunks, replaced, givenUp, isByUser, word, words) => {
    const undecided = { replaced, givenUp };
    const said = reviewWords(outcome, hunks, undecided);
    expect(said).toMatch(words);
    expect(said.includes("user rejected")).toBe(isByUser);
    expect(outcomeWord(outcome, hunks, undecided)).toBe(word);
  },
);

test("what changed nothing against the caller's will is an error", () => {
  const all: readonly EditOutcome[] = ["applied", "partly applied", "rejected", "pending review", "previewed"];
  expect(all.filter((outcome) => isError({ outcome }))).toEqual([]);
  expect(isError({ outcome: "failed" }) && isError({ outcome: "not sure" })).toBe(true);
});
