import { UNSEEN } from "../../text/shownText.ts";
import { placeEngines } from "./frontier.ts";
import { wholeNumber } from "./figures.ts";
import { summarize } from "./summarize.ts";
import type { EvaluationSummary } from "./summary.ts";
import {
  effortTable,
  gradingTable,
  groupTable,
  originRows,
  outcomeTable,
  riskTable,
  skippedTable,
  type Table,
} from "./tables.ts";
import type { Evaluation } from "../evaluation.ts";

/** Cases beyond so many are in the HTML and JSON alone. */
const MOST_LISTED = 50;

/** Writes the report as Markdown: the same tables, and a list of the cases that went wrong. */
export function renderMarkdown(evaluation: Evaluation): string {
  const { repository, casesFile } = evaluation.source;
  const parts = [
    `# How Fast Apply does on ${plainMarkdown(repository ?? casesFile ?? "these edits")}`,
    ...summaryParts(summarize(evaluation), "##"),
    ...wrongCases(evaluation),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Writes all figures of a summary, in parts with blank lines between them. `heading`: the signs before a heading. */
export function summaryParts(summary: EvaluationSummary, heading: string): string[] {
  const frontier = placeEngines(summary.engines).filter(({ isOnFrontier }) => isOnFrontier);
  const section = (title: string, table: Table | undefined): string[] =>
    table === undefined || table.rows.length === 0 ? [] : [`${heading} ${title}`, ...tableParts(table)];
  return [
    originPart(summary),
    ...section("Engines", outcomeTable(summary)),
    ...section("Speed", effortTable(summary)),
    ...(frontier.length > 0
      ? [
          `On the Pareto frontier of accuracy against speed: ${frontier.map(({ engine }) => plainMarkdown(engine.label)).join(", ")}.`,
        ]
      : []),
    ...section("Risk against coverage", riskTable(summary)),
    ...section("By language", groupTable(summary, "byLanguage")),
    ...section("By kind of edit", groupTable(summary, "byKind")),
    ...section("By length", groupTable(summary, "byLength")),
    ...section("The grader", gradingTable(summary)),
    ...section("Left out", skippedTable(summary)),
  ];
}

/** Writes what was evaluated, when, where and by what, as a list. */
export function originPart(summary: EvaluationSummary): string {
  return originRows(summary)
    .map(([name, value]) => `- ${name}: ${name === "Command" ? code(value) : plainMarkdown(value)}`)
    .join("\n");
}

/** Writes a table as Markdown, with its caption above. */
export function tableParts({ caption, head, rows }: Table): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(plainMarkdown).join(" | ")} |`;
  const rule = head.map((_, at) => (at === 0 ? "---" : "---:"));
  return [plainMarkdown(caption), [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n")];
}

function wrongCases({ engines, cases, results }: Evaluation): string[] {
  const wrong = results.filter(({ outcome }) => outcome === "wrong");
  if (wrong.length === 0) return [];
  const caseOf = new Map(cases.map((one) => [one.id, one]));
  const labelOf = new Map(engines.map(({ id, label }) => [id, label]));
  const listed = wrong
    .slice(0, MOST_LISTED)
    .map(
      ({ caseId, engineId }) =>
        `- ${code(caseOf.get(caseId)?.path ?? "")}, case ${code(caseId)}, by ${plainMarkdown(labelOf.get(engineId) ?? engineId)}`,
    );
  const rest = wrong.length - listed.length;
  return [
    "## Wrong results",
    [...listed, ...(rest > 0 ? [`- ${wholeNumber(rest)} more are in the other files of this report.`] : [])].join("\n"),
  ];
}

/** Escapes text that is not ours: nothing of it is Markdown or HTML then. */
export function plainMarkdown(text: string): string {
  return seen(text).replace(/[\\`*_{}[\]<>#|~&!]/g, "\\$&");
}

/** Quotes text that is not ours, to the letter, in a line of Markdown. */
function code(text: string): string {
  const inside = seen(text);
  const fence = "`".repeat(longestRun(inside) + 1);
  return `${fence} ${inside} ${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** Puts a text on one line, with unseen characters by their numbers. */
function seen(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
