import { caseList } from "./caseList.ts";
import { chartInPage, chartPatterns, type Chart } from "./chart.ts";
import { riskChart, speedChart } from "./charts.ts";
import { markup, type Markup } from "./markup.ts";
import { groupChart, outcomeChart } from "./outcomeChart.ts";
import { reportStyle } from "./reportStyle.ts";
import { summarize } from "./summarize.ts";
import { shownOutcomes, type EvaluationSummary } from "./summary.ts";
import {
  effortTable,
  gradingTable,
  groupings,
  groupTable,
  originRows,
  outcomeTable,
  riskTable,
  skippedTable,
  type Grouping,
  type Table,
} from "./tables.ts";
import type { Evaluation } from "../evaluation.ts";

/** A part of the report that the top of the page leads to. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: readonly Markup[];
}

const GROUPINGS: readonly Grouping[] = ["byLanguage", "byKind", "byLength"];

/**
 * Renders the report as one HTML file: figures, charts, and every case as a diff. It runs no script and loads nothing: its policy allows
 * its own style alone, by `nonce`, which differs in each report (letters and digits). All texts are escaped: files and models may contain
 * anything.
 */
export function renderReport(evaluation: Evaluation, nonce: string): string {
  const summary = summarize(evaluation);
  const { repository, casesFile } = evaluation.source;
  const title = `How Fast Apply does on ${repository ?? casesFile ?? "these edits"}`;
  const sections = sectionsOf(summary, evaluation);
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const page = markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style nonce="${nonce}">${{ markup: reportStyle(evaluation.engines.length) }}</style>
</head>
<body>
${chartPatterns}
<main>
<h1>${title}</h1>
<dl>${originRows(summary).map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<nav aria-label="Sections">${sections.map(({ id, title: name }) => markup`<a href="#${id}">${name}</a> `)}</nav>
${sections.map(({ id, title: name, content }) => markup`<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${name}</h2>${content}</section>\n`)}</main>
</body>
</html>
`;
  return page.markup;
}

function sectionsOf(summary: EvaluationSummary, evaluation: Evaluation): Section[] {
  const { engines } = summary;
  const grading = gradingTable(summary);
  const skipped = skippedTable(summary);
  const hasCurves = engines.some(({ curve }) => curve.length > 0);
  return [
    {
      id: "outcomes",
      title: "Engines",
      content: [chart(outcomeChart(engines), "outcomes"), table(outcomeTable(summary))],
    },
    {
      id: "speed",
      title: "Accuracy against speed",
      content: [chart(speedChart(engines), "speed"), table(effortTable(summary))],
    },
    {
      id: "risk",
      title: "Risk against coverage",
      content: hasCurves
        ? [chart(riskChart(engines), "risk"), table(riskTable(summary))]
        : [markup`<p>No engine told how sure it was.</p>`],
    },
    ...GROUPINGS.map((grouping) => ({
      id: grouping,
      title: groupings[grouping].title,
      content: [chart(groupChart(engines, grouping), grouping), table(groupTable(summary, grouping))],
    })),
    ...(grading === undefined ? [] : [{ id: "grader", title: "The grader", content: [table(grading)] }]),
    ...(skipped === undefined ? [] : [{ id: "skipped", title: "Left out", content: [table(skipped)] }]),
    { id: "cases", title: "Cases", content: casesOf(evaluation, summary) },
  ];
}

function casesOf(evaluation: Evaluation, { engines }: EvaluationSummary): Markup[] {
  if (evaluation.cases.length === 0) return [markup`<p>There are no cases.</p>`];
  return [filters(engines), ...caseList(evaluation)];
}

/** Draws two rows of choices; the style hides the cases that do not fit them. */
function filters(engines: EvaluationSummary["engines"]): Markup {
  const choice = (name: string, value: string, label: string, isFirst: boolean): Markup =>
    markup`<label><input type="radio" name="${name}" id="${name}-${value}"${isFirst && markup` checked`}> ${label}</label>`;
  return markup`<fieldset><legend>Show cases that ended</legend>${choice("outcome", "all", "in any way", true)}${shownOutcomes(engines.map(({ counts }) => counts)).map((outcome) => choice("outcome", outcome, outcome, false))}</fieldset>
<fieldset><legend>with</legend>${choice("engine", "any", "any engine", true)}${engines.map(({ label }, at) => choice("engine", String(at), label, false))}</fieldset>
`;
}

function chart(drawn: Chart | undefined, id: string): Markup {
  return drawn === undefined ? markup`<p>There is nothing to draw.</p>` : chartInPage(drawn, `chart-${id}`);
}

function table({ caption, head, rows }: Table): Markup {
  if (rows.length === 0) return markup``;
  return markup`<div class="scrolls" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
    ([name, ...cells]) => markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
