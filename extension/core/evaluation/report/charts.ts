import { scaleLinear, scaleLog } from "d3-scale";
import { curveStepAfter, curveStepBefore, line, symbol, symbolsFill } from "d3-shape";
import type { Chart } from "./chart.ts";
import { percent, shareWithInterval, shortened, wholeNumber } from "./figures.ts";
import { placeEngines, type Placed } from "./frontier.ts";
import { markup, type Markup } from "./markup.ts";
import { ratio, wilson } from "./statistics.ts";
import type { EngineSummary } from "./summary.ts";
import { rightOf, totalOf } from "./tables.ts";

const WIDTH = 760;
const HEIGHT = 380;
/** Room for axes and names. */
const INSET = { left: 64, right: 24, top: 16, bottom: 48 };
const [LEFT, RIGHT, TOP, BOTTOM] = [INSET.left, WIDTH - INSET.right, INSET.top, HEIGHT - INSET.bottom];
const LINE_HEIGHT = 15;

/** Dashes by engine, after which they begin anew; marks have another shape then. */
const DASHES = ["none", "7 3", "2 3", "10 3 2 3", "4 4 1 4"];

/** Draws the mark of an engine: its place among all determines the shape. */
function mark(at: number, x: number, y: number, kind: string): Markup {
  const shape = symbolsFill[at % symbolsFill.length] ?? symbolsFill[0];
  const path = symbol(shape, 90)();
  return markup`<path class="${kind}" transform="translate(${round(x)} ${round(y)})" d="${path ?? ""}"/>`;
}

/** Draws accuracy against speed; `undefined` if no engine has both. */
export function speedChart(engines: readonly EngineSummary[]): Chart | undefined {
  const placed = placeEngines(engines);
  const [slowest, fastest] = [placed[0], placed.at(-1)];
  if (slowest === undefined || fastest === undefined) return undefined;
  const x = scaleLog([slowest.speed / 2, fastest.speed * 2], [LEFT, RIGHT]).nice();
  const y = scaleLinear([0, 1], [BOTTOM, TOP + engines.length * LINE_HEIGHT]);
  const frontier = placed.filter(({ isOnFrontier }) => isOnFrontier);
  const step = line<Placed>(
    ({ speed }) => x(speed),
    ({ accuracy }) => y(accuracy),
  ).curve(curveStepBefore);
  return {
    width: WIDTH,
    height: HEIGHT,
    title: "Accuracy against speed",
    description: `The more to the right and the higher, the better. On the Pareto frontier: ${frontier.map(({ engine }) => engine.label).join(", ")}.`,
    body: [
      ...shareAxis(y, "right texts"),
      ...speedTicks(x).map((tick) => verticalLine(x(tick), compact.format(tick), y(1))),
      axisName("characters per second (logarithmic)"),
      markup`<path class="frontier" d="${step(frontier) ?? ""}"/>`,
      ...placed.map(({ engine, speed, accuracy, isOnFrontier }) => {
        const [low, high] = wilson(rightOf(engine.counts)) ?? [accuracy, accuracy];
        const at = engines.indexOf(engine);
        return markup`<g><title>${`${engine.label}: ${shareWithInterval(rightOf(engine.counts))}, ${wholeNumber(speed)} characters/s`}</title><path class="whisker" d="M${round(x(speed))} ${round(y(low))}V${round(y(high))}"/>${mark(at, x(speed), y(accuracy), isOnFrontier ? "mark best" : "mark")}<text class="name" x="${round(x(speed) + 9)}" y="${round(y(accuracy) - 7)}">${at + 1}</text></g>`;
      }),
      ...engines.flatMap(({ id, label }, at) => {
        const found = placed.find(({ engine }) => engine.id === id);
        const fate = found === undefined ? ": sure of nothing" : found.isOnFrontier ? ": on the frontier" : "";
        return legendRow(at, at, `${label}${fate}`, LEFT + 58, found?.isOnFrontier === true);
      }),
    ],
  };
}

/** Draws risk against coverage; `undefined` if no engine tells how sure it is. */
export function riskChart(engines: readonly EngineSummary[]): Chart | undefined {
  const reported = engines.filter(({ curve }) => curve.length > 0);
  if (reported.length === 0) return undefined;
  const curves = reported.map((engine) => ({
    engine,
    at: engines.indexOf(engine),
    points: engine.curve.map(({ taken, wrong }) => ({
      coverage: ratio({ count: taken, of: totalOf(engine.counts) }) ?? 0,
      risk: wrong / taken,
    })),
  }));
  const highest = curves
    .flatMap(({ points }) => points.map(({ risk }) => risk))
    .reduce((most, risk) => Math.max(most, risk), 0.02);
  const x = scaleLinear([0, 1], [LEFT, RIGHT]);
  const y = scaleLinear([0, highest], [BOTTOM, TOP + reported.length * LINE_HEIGHT]).nice();
  const step = line<{ coverage: number; risk: number }>(
    ({ coverage }) => x(coverage),
    ({ risk }) => y(risk),
  ).curve(curveStepAfter);
  return {
    width: WIDTH,
    height: HEIGHT,
    title: "Risk against coverage",
    description: `Share of wrong texts among those of at least some certainty, the lower the better: ${curves
      .map(({ engine, points }) => `${engine.label} ends at ${percent(points.at(-1)?.risk)}`)
      .join(", ")}.`,
    body: [
      ...shareAxis(y, "wrong texts among them"),
      ...x.ticks(6).map((tick) => verticalLine(x(tick), percent(tick, 0), y(highest))),
      axisName("texts of at least some certainty, of all cases"),
      ...curves.flatMap(({ engine, at, points }, row) => {
        const dash = DASHES[at % DASHES.length] ?? "none";
        const end = points.at(-1);
        return [
          markup`<path class="curve" stroke-dasharray="${dash}" d="${step(points) ?? ""}"><title>${engine.label}</title></path>`,
          ...(end === undefined ? [] : [mark(at, x(end.coverage), y(end.risk), "mark best")]),
          markup`<path class="curve" stroke-dasharray="${dash}" d="M${LEFT + 58} ${TOP + row * LINE_HEIGHT}h36"/>`,
          ...legendRow(at, row, engine.label, LEFT + 108, true),
        ];
      }),
    ],
  };
}

type Scale = ReturnType<typeof scaleLinear<number>>;

/** Draws ticks of shares on the left, with lines across the chart. */
function shareAxis(y: Scale, name: string): Markup[] {
  const ticks = y.ticks(5);
  const [first = 0, second = 1] = ticks;
  // Half percents would be rounded to the whole ones beside them.
  const digits = second - first < 0.01 ? 1 : 0;
  return [
    ...ticks.map(
      (tick) =>
        markup`<path class="grid" d="M${LEFT} ${round(y(tick))}H${RIGHT}"/><text class="dim" x="${LEFT - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${percent(tick, digits)}</text>`,
    ),
    markup`<text class="dim" transform="translate(12 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${name}</text>`,
  ];
}

function verticalLine(x: number, name: string, top: number): Markup {
  return markup`<path class="grid" d="M${round(x)} ${round(top)}V${BOTTOM}"/><text class="dim" x="${round(x)}" y="${BOTTOM + 16}" text-anchor="middle">${name}</text>`;
}

function axisName(name: string): Markup {
  return markup`<text class="dim" x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${name}</text>`;
}

/** Draws a row above the chart: the mark of an engine, its number and its name. */
function legendRow(at: number, row: number, name: string, nameX: number, isFull: boolean): Markup[] {
  const y = TOP + row * LINE_HEIGHT;
  return [
    mark(at, LEFT + 40, y, isFull ? "mark best" : "mark"),
    markup`<text class="name" x="${LEFT + 26}" y="${y + 4}" text-anchor="end">${at + 1}</text><text x="${nameX}" y="${y + 4}">${shortened(name, 80)}</text>`,
  ];
}

/** `20K`: there is no room for more. */
const compact = new Intl.NumberFormat("en", { notation: "compact" });

/** Picks powers of ten as ticks and, if there are few, some between them. */
function speedTicks(x: { ticks(): number[] }): number[] {
  const begins = (digits: RegExp): number[] => x.ticks().filter((tick) => digits.test(tick.toExponential()));
  const powers = begins(/^1e/);
  return powers.length > 3 ? powers : begins(/^[125]e/);
}

/** Rounds to a tenth: of a pixel, that is enough. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
