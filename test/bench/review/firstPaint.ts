import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { count, median, milliseconds, type Row } from "../figures.ts";
import { writeLongFile } from "../longFiles.ts";
import type { BenchWorkbench } from "./benchWorkbench.ts";
import { PLAIN_KEYS } from "./driver/requests.ts";

/** How much later than a plain document the first hunk may be seen. */
const MOST_MS: readonly (readonly [lines: number, ms: number])[] = [
  [400, 100],
  [2_500, 200],
];
const ROUNDS = 11;
/** Until lenses, outline and language server have had their say on the documents that were opened. */
const QUIET_MS = 1_200;
const PAINT_LIMIT_MS = 30_000;
const APPLY_KEYS = ["Control+k", "a"];

interface Opened {
  readonly lineCount: number;
  readonly mostMs: number;
  /** Files of the workspace. */
  readonly file: string;
  readonly plan: string;
  readonly text: string;
  readonly review: number[];
  readonly plain: number[];
  readonly coloured: number[];
}

/**
 * The time from the key for *Fast Apply Selection* in a plan beside the file to the first hunk on the screen, compared with
 * the time from a key to the text of a plain document of the same length. A plain document whose first line an extension
 * colours tells what no review can be faster than. All take turns.
 */
export async function measureFirstPaint(workbench: BenchWorkbench): Promise<Row[]> {
  const opened = MOST_MS.map(([lineCount, mostMs]) => writeFiles(workbench, lineCount, mostMs));
  const [first] = opened;
  const cold = first && (await measureReview(workbench, first));
  // Both kinds have been seen once before they count.
  for (const files of opened) {
    await measurePlain(workbench, files, false);
    await measureReview(workbench, files);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const files of opened) {
      files.plain.push(await measurePlain(workbench, files, false));
      files.coloured.push(await measurePlain(workbench, files, true));
      files.review.push(await measureReview(workbench, files));
    }
  }
  return [
    ...opened.flatMap(rowsOf),
    {
      what: `${count(first?.lineCount ?? 0)} lines: key to first hunk, first use after the start`,
      value: milliseconds(cold ?? NaN),
      target: "",
      reached: undefined,
    },
  ];
}

function rowsOf({ lineCount, mostMs, review, plain, coloured }: Opened): Row[] {
  const above = (times: readonly number[]): number => median(times) - median(plain);
  const value = (times: readonly number[]): string =>
    `${milliseconds(above(times))} (${spread(times)} - ${spread(plain)}, ${times.length} rounds)`;
  return [
    {
      what: `${count(lineCount)} lines: key to first hunk, above a plain document`,
      value: value(review),
      target: `<= ${milliseconds(mostMs)}`,
      reached: above(review) <= mostMs,
    },
    {
      what: `${count(lineCount)} lines: key to one green line, above a plain document`,
      value: value(coloured),
      target: "",
      reached: undefined,
    },
  ];
}

/** Median, with the quarters around it, so that a reader sees how restless the machine was. */
function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const quarter = sorted.length >> 2;
  return `${milliseconds(median(values))} [${Math.round(sorted[quarter] ?? NaN)} to ${Math.round(sorted.at(-1 - quarter) ?? NaN)}]`;
}

function writeFiles({ folder }: BenchWorkbench, lineCount: number, mostMs: number): Opened {
  const { original, reply } = writeLongFile("typescript", lineCount);
  const name = `orders${lineCount}.ts`;
  const [file, plan] = [join(folder, name), join(folder, `plan${lineCount}.md`)];
  writeFileSync(file, original);
  writeFileSync(plan, `# Plan\n\n${reply.replace("```typescript", `\`\`\`ts ${name}`)}`);
  return { lineCount, mostMs, file, plan, text: original, review: [], plain: [], coloured: [] };
}

async function measureReview(workbench: BenchWorkbench, files: Opened): Promise<number> {
  await layOut(workbench, files);
  await workbench.page.evaluate(() => {
    paintSampler.awaitPaint("hunk");
  });
  await workbench.press(...APPLY_KEYS);
  return finished(workbench);
}

async function measurePlain(workbench: BenchWorkbench, files: Opened, isColoured: boolean): Promise<number> {
  const mark = `plain document ${Math.random()}`;
  await workbench.ask("setPlainText", { text: `// ${mark}\n${files.text}`, isColoured });
  await layOut(workbench, files);
  await workbench.page.evaluate(
    (wanted) => {
      paintSampler.awaitPaint(wanted);
    },
    isColoured ? ("hunk" as const) : { text: mark },
  );
  await workbench.press(...PLAIN_KEYS);
  return finished(workbench);
}

async function layOut({ ask }: BenchWorkbench, { file, plan }: Opened): Promise<void> {
  await ask("layOut", { file, plan, planLine: 4 });
  await wait(QUIET_MS);
}

async function finished(workbench: BenchWorkbench): Promise<number> {
  const ms = await Promise.race([workbench.page.evaluate(() => paintSampler.painted()), wait(PAINT_LIMIT_MS)]);
  if (ms === undefined) {
    await workbench.screenshot("bench-review");
    throw new Error(`Nothing was painted within ${PAINT_LIMIT_MS / 1_000} s; see the picture bench-review.png.`);
  }
  await wait(QUIET_MS);
  return ms;
}
