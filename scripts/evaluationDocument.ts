import { chartAsFile, type Chart } from "../extension/core/evaluation/report/chart.ts";
import { riskChart, speedChart } from "../extension/core/evaluation/report/charts.ts";
import { duration, percent, shareWithInterval, wholeNumber } from "../extension/core/evaluation/report/figures.ts";
import { groupChart } from "../extension/core/evaluation/report/outcomeChart.ts";
import {
  originPart,
  plainMarkdown,
  summaryParts,
  tableParts,
} from "../extension/core/evaluation/report/renderMarkdown.ts";
import { ratio } from "../extension/core/evaluation/report/statistics.ts";
import type { EvaluationSummary } from "../extension/core/evaluation/report/summary.ts";
import { rightOf, totalOf } from "../extension/core/evaluation/report/tables.ts";
import type { ProviderPreset } from "../extension/core/models/rewriter.ts";

/** A run whose summary is stored. */
export interface StoredRun {
  /** Of its file and its plots. */
  readonly name: string;
  readonly summary: EvaluationSummary;
}

/** A provider that the command line can ask; `plans`: not for rewrites, but for exact edits. */
export type MeasurableProvider = Pick<ProviderPreset, "id" | "name" | "model" | "baseUrl" | "keyVariables"> & {
  readonly plans: boolean;
};

/** What stands in the document between its marks, and the plots beside it by their file names. */
export interface Rendered {
  readonly sections: Readonly<Record<SectionName, string>>;
  readonly plots: Readonly<Record<string, string>>;
}

const sectionNames = ["overview", "scripted", "runs", "not-measured"] as const;
type SectionName = (typeof sectionNames)[number];

/** A measured number: with a unit of a result behind it. */
const FIGURE = /\d\s?(?:%|ms\b|s\b|seconds?\b|MB\b|characters?\b|tokens?\b|times\b|x\b)/;

/** Renders all sections from what is stored and nothing else. `providers`: all of them, each of which has a row. */
export function renderSections(runs: readonly StoredRun[], providers: readonly MeasurableProvider[]): Rendered {
  const scripted = runs.filter(isScripted);
  const measured = runs.filter((run) => !isScripted(run));
  const plots = measured.map(({ name, summary }) => ({ name, summary, charts: chartsOf(name, summary) }));
  return {
    sections: {
      overview: overview(measured),
      scripted: scriptedTable(scripted),
      runs: [
        ...plots.map(({ name, summary, charts }) => runSection(name, summary, charts)),
        ...scripted.map(scriptedSection),
      ].join("\n\n"),
      "not-measured": notMeasured(measured, providers),
    },
    plots: Object.fromEntries(
      plots.flatMap(({ charts }) => charts.map(({ file, chart }) => [file, chartAsFile(chart)])),
    ),
  };
}

/** Whether its model was made to mean the right thing, so that shares of right texts would say nothing. */
function isScripted({ name }: StoredRun): boolean {
  return name.startsWith("scripted-");
}

/** The document with its sections replaced. Throws where a mark is missing: the document is ours. */
export function fillDocument(document: string, sections: Rendered["sections"]): string {
  return sectionNames.reduce((text, name) => {
    const [before, , after] = split(text, name);
    return `${before}\n\n${sections[name]}\n\n${after}`;
  }, document);
}

/** Lines with a measured number that stand outside of the sections, so that no run is behind them. */
export function strayFigures(document: string): string[] {
  const prose = sectionNames.reduce((text, name) => {
    const [before, , after] = split(text, name);
    return before + after;
  }, document);
  return prose.split("\n").filter((line) => FIGURE.test(line));
}

function split(text: string, name: SectionName): [before: string, section: string, after: string] {
  const [begin, end] = [`<!-- ${name}: made by npm run evaluate:docs -->`, `<!-- end of ${name} -->`];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  if (from < begin.length || to < from) throw new Error(`The document lacks its mark "${begin}" or "${end}".`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

function overview(runs: readonly StoredRun[]): string {
  const [caption = "", table = ""] = tableParts({
    caption: "Right: exact or lenient. In brackets: the 95 % interval of the share, after Wilson.",
    head: ["Cases from", "Engine", "Cases", "Right", "Wrong", "Refused", "Characters/s", "Time, median", "Time, 95 %"],
    rows: runs.flatMap(({ name, summary: { engines } }) =>
      engines.map(({ label, counts, speed, seconds }) => {
        const of = totalOf(counts);
        return [
          name,
          label,
          wholeNumber(of),
          shareWithInterval(rightOf(counts)),
          shareWithInterval({ count: counts.wrong, of }),
          percent(ratio({ count: counts.refused, of })),
          ...[wholeNumber(speed), duration(seconds?.p50), duration(seconds?.p95)],
        ];
      }),
    ),
  });
  return runs.length === 0 ? "No run is stored." : `${caption}\n\n${table}`;
}

/** What engines on this machine took: no share of anything, since the model's answer was given. */
function scriptedTable(runs: readonly StoredRun[]): string {
  const parts = tableParts({
    caption:
      "One edit each. Time: from the click to the whole text. Passes: how often the model was run through to write it.",
    head: ["Run", "Engine", "Time", "Characters/s", "Passes", "Drafted tokens accepted"],
    rows: runs.flatMap(({ name, summary: { engines } }) =>
      engines.map(({ label, speed, seconds, passes, acceptedShare }) => [
        name,
        label,
        duration(seconds?.p50),
        wholeNumber(speed),
        wholeNumber(passes),
        percent(acceptedShare),
      ]),
    ),
  });
  return runs.length === 0 ? "No run is stored." : parts.join("\n\n");
}

function scriptedSection({ name, summary }: StoredRun): string {
  return [`### ${plainMarkdown(name)}`, originPart(summary)].join("\n\n");
}

interface Plot {
  readonly file: string;
  readonly chart: Chart;
}

function chartsOf(name: string, { engines }: EvaluationSummary): Plot[] {
  const charts = {
    speed: engines.length > 1 ? speedChart(engines) : undefined,
    risk: riskChart(engines),
    languages: groupChart(engines, "byLanguage"),
    kinds: groupChart(engines, "byKind"),
    lengths: groupChart(engines, "byLength"),
  };
  return Object.entries(charts).flatMap(([kind, chart]) =>
    chart === undefined ? [] : [{ file: `${name}-${kind}.svg`, chart }],
  );
}

function runSection(name: string, summary: EvaluationSummary, charts: readonly Plot[]): string {
  return [
    `### ${plainMarkdown(name)}`,
    ...summaryParts(summary, "####"),
    ...charts.map(({ file, chart }) => `![${chart.title}: ${plainMarkdown(chart.description)}](evaluation/${file})`),
  ].join("\n\n");
}

/** Every provider that no stored run has asked, with empty cells and the command that fills them. */
function notMeasured(runs: readonly StoredRun[], providers: readonly MeasurableProvider[]): string {
  const measured = new Set(
    runs.flatMap(({ summary }) =>
      summary.engines.map(({ id }) => id.replace(/^(?:auto|choice|exact):/, "").split(/[:/]/)[0] ?? ""),
    ),
  );
  const local = measured.has("local")
    ? []
    : [
        "| A model on this machine | | | | `fast-apply eval --engines structural,choice:local,local --local-model FILE.gguf` |",
      ];
  const rows = providers
    .filter(({ id }) => !measured.has(id))
    .map(({ id, name, model, baseUrl, plans, keyVariables: [key] }) => {
      const engine = `${plans ? "exact:" : ""}${model === "" ? `${id}/MODEL` : id}`;
      const variable = key === undefined ? "" : `${key}=… `;
      const address = baseUrl === "" ? " --base-url URL" : "";
      return `| ${plainMarkdown(name)} | | | | \`${variable}fast-apply eval --engines structural,${engine}${address}\` |`;
    });
  return [
    "| Provider | Right | Wrong | Characters/s | How to measure it |",
    "| --- | ---: | ---: | ---: | --- |",
    ...local,
    ...rows,
  ].join("\n");
}
