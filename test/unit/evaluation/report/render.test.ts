import { describe, expect, it } from "vitest";
import { diffRuns } from "../../../../extension/core/evaluation/report/caseDiff.ts";
import { fairCap } from "../../../../extension/core/evaluation/report/caseList.ts";
import { escaped, escapedSize, markup } from "../../../../extension/core/evaluation/report/markup.ts";
import { renderMarkdown } from "../../../../extension/core/evaluation/report/renderMarkdown.ts";
import { renderReport } from "../../../../extension/core/evaluation/report/renderReport.ts";
import { emptyEvaluation, largeEvaluation, makeCase, makeResult, structural } from "./sampleEvaluation.ts";

describe("markup", () => {
  it.each([
    [`<b a="c">&`, "&lt;b a=&quot;c&quot;&gt;&amp;"],
    ["a\tb\nc", "a\tb\nc"],
    ["a\0b\rc", "a\\u{0}b\\u{d}c"],
    ["a\u202eb\u2066c", "a\\u{202e}b\\u{2066}c"],
    ["\ud800", "\\u{d800}"],
    ["a🙂é", "a🙂é"],
  ])("writes %j so that it is text", (text, expected) => {
    expect(escaped(text)).toBe(expected);
    expect(escapedSize(text)).toBe(Buffer.byteLength(expected));
  });

  it("escapes what is filled in, and joins what is markup already", () => {
    const list = ["<1>", "2"].map((one) => markup`<li>${one}</li>`);
    expect(markup`<ul>${list}${false}${undefined}${3}</ul>`.markup).toBe("<ul><li>&lt;1&gt;</li><li>2</li>3</ul>");
  });
});

describe("a diff of a case", () => {
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at + 1}`);
  const drawn = (before: readonly string[], after: readonly string[]): string[] => {
    const signs = { same: " ", removed: "-", added: "+", gap: "@" };
    return diffRuns(before.join("\n"), after.join("\n")).flatMap(({ kind, lines }) =>
      lines.map((line) => signs[kind] + line),
    );
  };
  const replaced = (lines: readonly string[], ...places: readonly number[]): string[] =>
    lines.map((line, at) => (places.includes(at + 1) ? `new ${line}` : line));

  it.each([
    ["nothing", [], []],
    ["the first line", [1], ["-1", "+new 1", " 2", " 3", " 4", "@16 unchanged lines"]],
    ["the last line", [20], ["@16 unchanged lines", " 17", " 18", " 19", "-20", "+new 20"]],
    [
      "lines far apart",
      [2, 18],
      [
        ...[" 1", "-2", "+new 2", " 3", " 4", " 5", "@9 unchanged lines"],
        ...[" 15", " 16", " 17", "-18", "+new 18", " 19", " 20"],
      ],
    ],
    [
      "lines whose surroundings meet",
      [8, 13],
      [
        ...["@4 unchanged lines", " 5", " 6", " 7", "-8", "+new 8", " 9", " 10", " 11", " 12"],
        ...["-13", "+new 13", " 14", " 15", " 16", "@4 unchanged lines"],
      ],
    ],
  ])("shows %s with the lines around", (_, places, expected) => {
    expect(drawn(numbers(20), replaced(numbers(20), ...places))).toEqual(expected);
  });
});

it.each([
  [[], 10, Infinity],
  [[1, 2], 10, Infinity],
  [[5, 5, 5], 9, 3],
  [[1, 1, 100, 100], 20, 9],
])("sizes %j within %d are cut at %d", (sizes, budget, expected) => {
  expect(fairCap(sizes, budget)).toBe(expected);
});

describe("the report", () => {
  it("of 450 cases and four engines is under 3 MB, and names what it left out", () => {
    const page = renderReport(largeEvaluation(450), "n");
    expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
    expect(page.match(/<details /g)).toHaveLength(450);
    expect(page).toMatch(/\d+ more lines: see the JSON file/);
  });

  it("shows small evaluations whole", () => {
    expect(renderReport(largeEvaluation(8), "n")).not.toContain("see the JSON file");
  });

  it("has no two ticks of a chart with the same name", () => {
    const one = { ...emptyEvaluation, engines: [structural], cases: [makeCase("a")] };
    const sure = { text: makeCase("a").expected, certainty: 0.9 };
    const page = renderReport({ ...one, results: [makeResult("a", "exact", sure)] }, "n");
    const [, risk = ""] = page.split('<section id="risk"');
    const ticks = [...risk.matchAll(/text-anchor="end">([\d.]+ %)</g)].map(([, tick]) => tick);
    expect(ticks.length).toBeGreaterThan(2);
    expect(new Set(ticks).size).toBe(ticks.length);
  });

  it("of nothing says so", () => {
    const page = renderReport(emptyEvaluation, "n");
    expect(page).toContain("There are no cases.");
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("has no number that is none", () => {
    const one = { ...emptyEvaluation, engines: [structural], cases: [makeCase("a")] };
    const outcomes = ["exact", "lenient", "wrong", "refused", "failed"] as const;
    const pages = [
      one,
      ...outcomes.flatMap((outcome) =>
        [0, 1].map((seconds) => ({ ...one, results: [makeResult("a", outcome, { seconds, characters: 0 })] })),
      ),
    ].flatMap((evaluation) => [renderReport(evaluation, "n"), renderMarkdown(evaluation)]);
    expect(pages.filter((page) => /NaN|undefined|Infinity|null/.test(page))).toEqual([]);
  });

  it("tells cases that have to be refused only where there are some", () => {
    const due = { ...makeCase("due"), expected: null };
    const evaluation = {
      ...emptyEvaluation,
      engines: [structural],
      cases: [due, { ...due, id: "applied" }],
      results: [makeResult("due", "declined"), makeResult("applied", "wrong", { text: "one\nnew\nthree\n" })],
    };
    for (const page of [renderReport(evaluation, "n"), renderMarkdown(evaluation)]) {
      expect(page).toMatch(/Declined/);
      expect(page).toMatch(/50\.0 % \(/);
    }
    expect(renderReport(evaluation, "n")).toContain("it has to be refused");
    expect(renderReport(evaluation, "n")).toContain("From the file to its text");
    const others = { ...emptyEvaluation, engines: [structural], cases: [makeCase("a")] };
    expect(renderMarkdown({ ...others, results: [makeResult("a", "exact")] })).not.toMatch(/declined/i);
  });

  it("says what a reader should know of its cases, and who wrote and graded", () => {
    const { source, made } = emptyEvaluation;
    const evaluation = {
      ...emptyEvaluation,
      source: { ...source, remarks: ["Only 3 of 4 edits were found in the history."] },
      made: { ...made, planner: "Anthropic", grader: "OpenAI" },
    };
    for (const page of [renderReport(evaluation, "n"), renderMarkdown(evaluation)]) {
      expect(page).toMatch(/Only 3 of 4[^]*Answers by[^]*Anthropic[^]*Graded by[^]*OpenAI/);
    }
  });

  it("is the same each time", () => {
    expect(renderReport(largeEvaluation(20), "n")).toBe(renderReport(largeEvaluation(20), "n"));
  });
});

describe("as Markdown", () => {
  it("has texts that are not ours as texts", () => {
    const path = "a|b`` [x](command:y)<img src=x>\n# z\u202e";
    const evaluation = {
      ...emptyEvaluation,
      source: { ...emptyEvaluation.source, repository: path },
      engines: [{ ...structural, label: path }],
      cases: [makeCase("a", { path, language: path, kind: path })],
      results: [makeResult("a", "wrong")],
    };
    const page = renderMarkdown(evaluation);
    expect(page.split("\n").filter((line) => line.startsWith("# "))).toHaveLength(1);
    expect(page).toContain("a\\|b\\`\\` \\[x\\](command:y)\\<img src=x\\> \\# z\\\\u\\{202e\\}");
    expect(page).toContain("``` a|b`` [x](command:y)<img src=x> # z\\u{202e} ```");
  });
});
