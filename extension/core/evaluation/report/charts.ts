import { scaleLinear, scaleLog } from "d3-scale";
import { curveStepAfter, curveStepBefore, line, symbol, symbolsFill } from "d3-shape";
import type { Chart } from "./chart.ts";
import { percent, shareWithInterval, shortened, whole } from "./figures.ts";
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

/** The mark of an engine: its place among all tells its shape. */
function mark(at: number, x: number, y: number, kind: string): Markup {
  const shape = symbolsFill[at % symbolsFill.length] ?? symbolsFill[0];
  const path = symbol(shape, 90)();
  return markup`<path class="${kind}" transform="translate(${round(x)} ${round(y)})" d="${path ?? ""}"/>`;
}

/** Accuracy against speed. `undefined` where no engine has both. */
export function speedChart(engines: readonly EngineSummary[]): Chart | undefined {
  const placed = placeEngines(engines);
  const [slowest, fastest] = [placed[0], placed.at(-1)];
  if (slowest === undefined || fastest === undefined) return undefined;
  const x = scaleLog([slowest.speed / 2, fastest.speed * 2], [LEFT, RIGHT]).nice();
  const y = scaleLinear([0, 1], [BOTTOM, TOP]);
  const frontier = placed.filter(({ isOnFrontier }) => isOnFrontier);
  const step = line<Placed>(
    ({ speed }) => x(speed),
    ({ accuracy }) => y(accuracy),
  ).curve(curveStepBefore);
  const names = spread(placed.map(({ accuracy }) => y(accuracy)));
  return {
    width: WIDTH,
    height: HEIGHT,
    title: "Accuracy against speed",
    description: `The more to the right and the higher, the better. On the Pareto frontier: ${frontier.map(({ engine }) => engine.label).join(", ")}.`,
    body: [
      ...shareAxis(y, "right texts"),
      ...x
        .ticks(6)
        .filter((tick) => /^[125]/.test(tick.toExponential()))
        .map((tick) => verticalLine(x(tick), whole(tick))),
      axisName("characters per second (logarithmic)"),
      markup`<path class="frontier" d="${step(frontier) ?? ""}"/>`,
      ...placed.map(({ engine, speed, accuracy, isOnFrontier }, at) => {
        const [low, high] = wilson(rightOf(engine.counts)) ?? [accuracy, accuracy];
        const isLeft = x(speed) > (LEFT + RIGHT) / 2;
        const nameX = x(speed) + (isLeft ? -12 : 12);
        return markup`<g><title>${`${engine.label}: ${shareWithInterval(rightOf(engine.counts))}, ${whole(speed)} characters/s`}</title>
<path class="whisker" d="M${round(x(speed))} ${round(y(low))}V${round(y(high))}"/>
${mark(engines.indexOf(engine), x(speed), y(accuracy), isOnFrontier ? "mark best" : "mark")}
<text x="${round(nameX)}" y="${round((names[at] ?? 0) + 4)}" text-anchor="${isLeft ? "end" : "start"}">${shortened(engine.label, 48)}</text></g>`;
      }),
    ],
  };
}

/** Risk against coverage. `undefined` where no engine tells how sure it is. */
export function riskChart(engines: readonly EngineSummary[]): Chart | undefined {
  const told = engines.filter(({ curve }) => curve.length > 0);
  if (told.length === 0) return undefined;
  const curves = told.map((engine) => ({
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
  const y = scaleLinear([0, highest], [BOTTOM, TOP + told.length * LINE_HEIGHT]).nice();
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
      ...x.ticks(6).map((tick) => verticalLine(x(tick), percent(tick))),
      axisName("texts of at least some certainty, of all cases"),
      ...curves.flatMap(({ engine, at, points }, row) => {
        const dash = DASHES[at % DASHES.length] ?? "none";
        const end = points.at(-1);
        const nameY = TOP + row * LINE_HEIGHT;
        return [
          markup`<path class="curve" stroke-dasharray="${dash}" d="${step(points) ?? ""}"><title>${engine.label}</title></path>`,
          ...(end === undefined ? [] : [mark(at, x(end.coverage), y(end.risk), "mark best")]),
          markup`<path class="curve" stroke-dasharray="${dash}" d="M${LEFT + 12} ${nameY}h36"/>`,
          mark(at, LEFT + 30, nameY, "mark best"),
          markup`<text x="${LEFT + 56}" y="${nameY + 4}">${shortened(engine.label, 70)}</text>`,
        ];
      }),
    ],
  };
}

type Scale = ReturnType<typeof scaleLinear<number>>;

/** Ticks of shares on the left, with lines across the chart. */
function shareAxis(y: Scale, name: string): Markup[] {
  return [
    ...y
      .ticks(5)
      .map(
        (tick) =>
          markup`<path class="grid" d="M${LEFT} ${round(y(tick))}H${RIGHT}"/><text class="dim" x="${LEFT - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${percent(tick)}</text>`,
      ),
    markup`<text class="dim" transform="translate(12 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${name}</text>`,
  ];
}

function verticalLine(x: number, name: string): Markup {
  return markup`<path class="grid" d="M${round(x)} ${TOP}V${BOTTOM}"/><text class="dim" x="${round(x)}" y="${BOTTOM + 16}" text-anchor="middle">${name}</text>`;
}

function axisName(name: string): Markup {
  return markup`<text class="dim" x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${name}</text>`;
}

/** Heights of names, so far apart that each can be read; the order stays. */
function spread(heights: readonly number[]): readonly number[] {
  const places = heights.map((height, at) => ({ height, at })).sort((one, other) => one.height - other.height);
  let next = TOP;
  const result: number[] = [];
  for (const { height, at } of places) {
    const place = Math.max(height, next);
    result[at] = place;
    next = place + LINE_HEIGHT;
  }
  // What would run over the lower end moves up again.
  let most = BOTTOM - 4;
  for (const { at } of places.toReversed()) {
    result[at] = Math.min(result[at] ?? most, most);
    most = (result[at] ?? most) - LINE_HEIGHT;
  }
  return result;
}

/** A tenth of a pixel is enough. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
