import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { count, median, milliseconds, type Row } from "../figures.ts";
import type { BenchWorkbench } from "./benchWorkbench.ts";
import type { ReviewChange } from "./driver/requests.ts";
import type { SampledFrame } from "./page/paintSampler.ts";
import { writeStreamTexts } from "./streamTexts.ts";

/** How long the original is, how many hunks the rewrite has, and how long it takes to arrive: more than 16 lines a second change. */
const STREAMS = [
  { lineCount: 100, hunkCount: 40, durationMs: 6_000 },
  { lineCount: 1_000, hunkCount: 200, durationMs: 12_000 },
  { lineCount: 5_000, hunkCount: 400, durationMs: 20_000 },
];
/** The review takes over what has arrived 15 times a second; timers are a little late. */
const LEAST_FRAMES_PER_SECOND = 13.5;
const MOST_EXAMPLES = 5;

/** Streams rewrites into reviews and looks at each frame of the page, while the view follows the place that is written. */
export async function measureStreaming(workbench: BenchWorkbench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stream of STREAMS) {
    const { lineCount, hunkCount, durationMs } = stream;
    const { original, rewrite } = writeStreamTexts(lineCount, hunkCount);
    const file = join(workbench.folder, `stream${lineCount}.ts`);
    writeFileSync(file, original);
    await workbench.page.evaluate(() => {
      paintSampler.beginFrames();
    });
    const changes = await workbench.ask("stream", { file, rewrite, durationMs });
    const frames = await workbench.page.evaluate(() => paintSampler.endFrames());
    const what = `${count(lineCount)} lines, ${hunkCount} hunks`;
    printWrong(what, frames);
    rows.push(...rowsOf(what, frames, changes));
  }
  return rows;
}

function rowsOf(what: string, frames: readonly SampledFrame[], changes: readonly ReviewChange[]): Row[] {
  const wrong = frames.filter((frame) => frame.wrong.length > 0).length;
  const shown = frames.filter((frame, index) => frame.furthest > (frames[index - 1]?.furthest ?? 0));
  const seconds = ((shown.at(-1)?.at ?? NaN) - (shown[0]?.at ?? NaN)) / 1_000;
  const perSecond = (shown.length - 1) / seconds;
  const delays = changes.flatMap(({ at, reached }, index) => {
    if (reached === changes[index - 1]?.reached) return [];
    const frame = frames.find((candidate) => candidate.at >= at && candidate.reached >= reached);
    return frame ? [frame.at - at] : [];
  });
  return [
    {
      what: `${what}: wrongly coloured frames`,
      value: `${wrong} of ${count(frames.length)}`,
      target: "0",
      reached: wrong === 0 && shown.length > 1,
    },
    {
      what: `${what}: updates seen per second`,
      value: perSecond.toFixed(1),
      target: `>= ${LEAST_FRAMES_PER_SECOND}`,
      reached: perSecond >= LEAST_FRAMES_PER_SECOND,
    },
    { what: `${what}: update to paint`, value: milliseconds(median(delays)), target: "", reached: undefined },
  ];
}

/** So that whoever sees a wrong frame knows where to look. */
function printWrong(what: string, frames: readonly SampledFrame[]): void {
  for (const { wrong } of frames.filter((frame) => frame.wrong.length > 0).slice(0, MOST_EXAMPLES)) {
    console.log(`! ${what}: ${wrong.length} lines, ${wrong.slice(0, 3).join(" | ")}`);
  }
}
