import { scaleLinear } from "d3-scale";
import { round } from "./charts.ts";
import type { Chart } from "./chart.ts";
import { shareWithInterval, shortened } from "./figures.ts";
import { markup, type Markup } from "./markup.ts";
import { wilson } from "./statistics.ts";
import { shownOutcomes, type Counts, type EngineSummary, type Outcome } from "./summary.ts";
import { groupName, groupings, rightOf, totalOf, type Grouping } from "./tables.ts";

const WIDTH = 760;
const [NAMES, FIGURES] = [230, 170];
const ROW = 22;
const BAR = 14;
const LEGEND = 30;

/** A bar, or the heading of those below it. */
interface Row {
  readonly name: string;
  readonly isHeading: boolean;
  readonly counts?: Counts;
}

/** Draws how the results of each engine ended, as shares of a bar; `undefined` if there are no results. */
export function outcomeChart(engines: readonly EngineSummary[]): Chart | undefined {
  return barChart(
    "How the results ended",
    engines.map(({ label, counts }) => ({ name: label, isHeading: false, counts })),
  );
}

/** Draws the same for each language, kind of edit or length. */
export function groupChart(engines: readonly EngineSummary[], grouping: Grouping): Chart | undefined {
  const names = engines[0]?.[grouping].map(({ name }) => name) ?? [];
  const rows = names.flatMap((own, at): Row[] => {
    const name = groupName(grouping, own);
    const bars = engines.flatMap(({ label, [grouping]: groups }): Row[] => {
      const counts = groups[at]?.counts;
      return counts === undefined ? [] : [{ name: engines.length === 1 ? name : label, isHeading: false, counts }];
    });
    return engines.length === 1 ? bars : [{ name, isHeading: true }, ...bars];
  });
  return barChart(groupings[grouping].title, rows);
}

function barChart(title: string, rows: readonly Row[]): Chart | undefined {
  const bars = rows.filter(({ counts }) => counts !== undefined && totalOf(counts) > 0);
  if (bars.length === 0) return undefined;
  const outcomes = shownOutcomes(bars.flatMap(({ counts }) => counts ?? []));
  const height = LEGEND + rows.length * ROW + 8;
  const x = scaleLinear([0, 1], [NAMES, WIDTH - FIGURES]);
  return {
    width: WIDTH,
    height,
    title,
    description: `Bars from left to right: ${outcomes.join(", ")}. The line is the 95 % interval of right texts.`,
    body: [
      ...legend(outcomes),
      ...[0, 0.25, 0.5, 0.75, 1].map(
        (share) => markup`<path class="grid" d="M${x(share)} ${LEGEND - 4}V${height - 8}"/>`,
      ),
      ...rows.map((row, at) => drawRow(row, outcomes, LEGEND + at * ROW, x)),
    ],
  };
}

function drawRow(
  { name, isHeading, counts }: Row,
  outcomes: readonly Outcome[],
  top: number,
  x: (share: number) => number,
): Markup {
  const textY = top + BAR - 2;
  if (isHeading) return markup`<text class="name" x="0" y="${textY}">${shortened(name, 60)}</text>`;
  const total = counts === undefined ? 0 : totalOf(counts);
  const label = markup`<text x="${NAMES - 8}" y="${textY}" text-anchor="end">${shortened(name, 34)}</text>`;
  if (counts === undefined || total === 0) {
    return markup`${label}<text class="dim" x="${NAMES + 6}" y="${textY}">no cases</text>`;
  }
  let begin = 0;
  const parts = outcomes.flatMap((outcome) => {
    const count = counts[outcome];
    const from = begin;
    begin += count / total;
    if (count === 0) return [];
    return [
      markup`<rect class="bar ${outcome === "exact" ? "fill-exact" : outcome}" x="${round(x(from))}" y="${top}" width="${round(x(begin) - x(from))}" height="${BAR}"><title>${`${outcome}: ${String(count)} of ${String(total)}`}</title></rect>`,
    ];
  });
  const right = rightOf(counts);
  const [low, high] = (wilson(right) ?? [0, 0]).map((share) => round(x(share)));
  return markup`<g>${label}${parts}<path class="whisker" d="M${low ?? 0} ${top + BAR + 3}H${high ?? 0}"/><text x="${WIDTH - FIGURES + 8}" y="${textY}">${shareWithInterval(right)}</text></g>`;
}

function legend(outcomes: readonly Outcome[]): Markup[] {
  return outcomes.map((outcome, at) => {
    const x = NAMES + at * 84;
    return markup`<rect class="bar ${outcome === "exact" ? "fill-exact" : outcome}" x="${x}" y="4" width="16" height="12"/><text x="${x + 21}" y="14">${outcome}</text>`;
  });
}
