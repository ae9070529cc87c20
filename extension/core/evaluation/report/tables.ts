import {
  OUTCOMES,
  RISK_STEPS,
  shownOutcomes,
  type Counts,
  type Outcome,
  type EngineSummary,
  type EvaluationSummary,
} from "./summary.ts";
import { NOTHING, dollars, duration, percent, rounded, shareWithInterval, wholeNumber } from "./figures.ts";
import { ratio, sum, type Share } from "./statistics.ts";

/** A table as a report shows it. The first cell of a row names it. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type Grouping = "byLanguage" | "byKind" | "byLength";

/** What a grouping is called, and its groups. */
export const groupings: Readonly<Record<Grouping, { readonly title: string; readonly group: string }>> = {
  byLanguage: { title: "By language", group: "Language" },
  byKind: { title: "By kind of edit", group: "Kind of edit" },
  byLength: { title: "By length of the file", group: "Length" },
};

/** How a group of lengths is called. */
const lengthNames: Readonly<Record<string, string>> = {
  short: "up to 400 lines",
  long: "401 to 2,500 lines",
};

/** Names a group as a table shows it. */
export function groupName(grouping: Grouping, name: string): string {
  return grouping === "byLength" ? (lengthNames[name] ?? name) : name;
}

/** Counts all results, whatever their outcome. */
export function totalOf(counts: Counts): number {
  return sum(OUTCOMES.map((outcome) => counts[outcome]));
}

/** Counts the results that are as they should be: the expected text, to the letter or except for blanks, or a refusal where one is due. */
export function rightOf(counts: Counts): Share {
  return { count: counts.exact + counts.lenient + counts.declined, of: totalOf(counts) };
}

const columnNames: Readonly<Record<Outcome, string>> = {
  exact: "Exact",
  lenient: "Lenient",
  declined: "Declined",
  refused: "Refused",
  failed: "Failed",
  wrong: "Wrong",
};

/** Makes the table of how the results of each engine ended. */
export function outcomeTable({ engines }: EvaluationSummary): Table {
  const outcomes = shownOutcomes(engines.map(({ counts }) => counts));
  const declined = outcomes.includes("declined")
    ? " Declined: a case that has to be refused, and was; it counts as right."
    : "";
  return {
    caption: `How the results ended. Right: exact or lenient, with its 95 % interval after Wilson.${declined}`,
    head: ["Engine", "Cases", "Right", ...outcomes.map((outcome) => columnNames[outcome])],
    rows: engines.map(({ label, counts }) => {
      const of = totalOf(counts);
      const share = (outcome: keyof Counts): string => percent(ratio({ count: counts[outcome], of }));
      return [label, wholeNumber(of), shareWithInterval(rightOf(counts)), ...outcomes.map(share)];
    }),
  };
}

/**
 * Makes the table of how fast each engine was, and what it took. Columns that no engine fills are left out, except those of speed and time.
 */
export function effortTable({ engines }: EvaluationSummary): Table {
  const columns: readonly (readonly [head: string, cell: (engine: EngineSummary) => string])[] = [
    ["Characters/s", ({ speed }) => wholeNumber(speed)],
    ["Time, median", ({ seconds }) => duration(seconds?.p50)],
    ["Time, 95 %", ({ seconds }) => duration(seconds?.p95)],
    ["Tokens sent", ({ tokens }) => wholeNumber(tokens?.sent)],
    ["Tokens answered", ({ tokens }) => wholeNumber(tokens?.answered)],
    ["Passes for one edit", ({ passes }) => rounded(passes, 1)],
    ["Drafted tokens accepted", ({ acceptedShare }) => percent(acceptedShare)],
    ["Cost", ({ cost }) => dollars(cost)],
    ["Score of the grader", ({ score }) => rounded(score?.mean, 2)],
  ];
  const filled = columns.filter(([, cell], at) => at < 3 || engines.some((engine) => cell(engine) !== NOTHING));
  return {
    caption:
      "Speed: characters of the file's whole new text, whoever wrote how much of it, divided by the seconds since the click, the wait for the first token included, of all texts that the engine was sure of. Tokens and cost: of all cases.",
    head: ["Engine", ...filled.map(([head]) => head)],
    rows: engines.map((engine) => [engine.label, ...filled.map(([, cell]) => cell(engine))]),
  };
}

/** Makes the table of the share of right texts in each group, by engine. */
export function groupTable({ engines }: EvaluationSummary, grouping: Grouping): Table {
  const names = engines[0]?.[grouping].map(({ name }) => name) ?? [];
  return {
    caption: `Share of right texts, with its 95 % interval, and wrong ones.${grouping === "byKind" ? " An edit that is made of several kinds counts with each." : ""}`,
    head: [groupings[grouping].group, "Cases", ...engines.flatMap(({ label }) => [label, `${label}: wrong`])],
    rows: names.map((name, at) => {
      const counts = engines.map((engine) => engine[grouping][at]?.counts).filter((one) => one !== undefined);
      return [
        groupName(grouping, name),
        wholeNumber(counts.reduce((most, one) => Math.max(most, totalOf(one)), 0)),
        ...counts.flatMap((one) => [shareWithInterval(rightOf(one)), String(one.wrong)]),
      ];
    }),
  };
}

/** Makes the table of risk against coverage, for engines that tell how sure they are. */
export function riskTable({ engines }: EvaluationSummary): Table {
  return {
    caption:
      "Coverage: texts of at least this certainty, of all cases. Risk: wrong ones among these. What an engine refused counts with what it would have guessed.",
    head: ["Engine", "Certainty", "Coverage", "Risk"],
    rows: engines.flatMap(({ label, counts, curve }) =>
      RISK_STEPS.flatMap((step) => {
        const point = curve.findLast(({ certainty }) => certainty >= step);
        if (point === undefined) return [];
        return [
          [
            label,
            `from ${step.toFixed(2)}`,
            percent(ratio({ count: point.taken, of: totalOf(counts) })),
            shareWithInterval({ count: point.wrong, of: point.taken }),
          ],
        ];
      }),
    ),
  };
}

/** Makes the table of what the grader's word is worth; `undefined` if nobody graded. */
export function gradingTable({ grading }: EvaluationSummary): Table | undefined {
  if (grading === undefined) return undefined;
  const { graded, refusals, withItself, withEquality } = grading;
  const { equal, other, separation } = withEquality;
  return {
    caption:
      "The grader does not know the engine, and is asked twice. A grader whose grades do not tell equal texts from others says nothing of engines.",
    head: ["What", "Figure"],
    rows: [
      ["Texts that were graded twice", wholeNumber(graded)],
      ["The same grade twice", percent(withItself.same)],
      ["Grades that differ by 1 at most", percent(withItself.near)],
      ["An equal text has the better grade than another one (50 % tells nothing)", percent(separation)],
      ["Mean grade of equal texts, and how many have a 5", `${rounded(equal.mean, 2)}, ${percent(equal.fives)}`],
      ["Mean grade of others, and how many have a 5", `${rounded(other.mean, 2)}, ${percent(other.fives)}`],
      ["Questions without a grade", wholeNumber(refusals)],
    ],
  };
}

/** Makes the table of edits that were left out; `undefined` if none were. */
export function skippedTable({ skipped }: EvaluationSummary): Table | undefined {
  if (skipped.length === 0) return undefined;
  return {
    caption: "Edits of the history that became no case.",
    head: ["Reason", "Edits"],
    rows: skipped.map(({ reason, count }) => [reason, wholeNumber(count)]),
  };
}

/** Lists what was evaluated, when, where and by what. */
export function originRows({
  source,
  made,
  cases,
}: EvaluationSummary): readonly (readonly [name: string, value: string])[] {
  const { machine } = made;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Repository", source.repository],
    ["Commit", source.commit],
    ["Cases from", source.casesFile],
    ["Cases", `${wholeNumber(cases)} of ${wholeNumber(source.asked)} asked for, seed ${String(source.seed)}`],
    ...(source.remarks ?? []).map((remark) => ["Remark", remark] as const),
    ["Answers by", made.planner],
    ["Graded by", made.grader],
    ["Made", made.at],
    ["Command", made.command],
    [
      "Fast Apply",
      [
        made.version,
        ...(made.commit === undefined ? [] : [`commit ${made.commit}`]),
        ...(made.isChanged === true ? ["with changes"] : []),
      ].join(", "),
    ],
    [
      "Machine",
      `${String(machine.cores)} cores (${machine.processor}), ${(machine.memory / 1e9).toFixed(1)} GB of memory`,
    ],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
