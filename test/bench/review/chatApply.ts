import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { count, median, milliseconds, type Row } from "../figures.ts";
import { writeLongFile } from "../longFiles.ts";
import type { BenchWorkbench } from "./benchWorkbench.ts";
import { APPLY_BLOCK_KEYS, PLAIN_KEYS } from "./driver/requests.ts";

const LENGTHS = [400, 2_500];
const ROUNDS = 11;
/** Until lenses, outline and language server have had their say on the documents that were opened. */
const QUIET_MS = 1_200;
const PAINT_LIMIT_MS = 30_000;
/** A frame of a screen with 60 of them in a second. */
const FRAME_MS = 1_000 / 60;

interface Measured {
  readonly lineCount: number;
  readonly file: string;
  readonly text: string;
  readonly review: number[];
  readonly plain: number[];
  readonly coloured: number[];
  /** The extension's part of `review`, up to the moment at which the editor is asked for. */
  readonly host: number[];
}

/**
 * The time from *Apply* at a block of exact edits that a model has streamed to the first hunk on the screen, compared with the time to the
 * text of a plain document of the same length, and to one whose first line an extension colours. All take turns.
 */
export async function measureChatApply(workbench: BenchWorkbench): Promise<Row[]> {
  const { folder, planner, ask } = workbench;
  const measured = LENGTHS.map((lineCount): Measured => {
    const { original } = writeLongFile("typescript", lineCount);
    const file = join(folder, `asked${lineCount}.ts`);
    writeFileSync(file, original);
    return { lineCount, file, text: original, review: [], plain: [], coloured: [], host: [] };
  });
  planner.answerWith(measured.map(({ lineCount, text }) => fenceOf(`asked${lineCount}.ts`, text)).join("\n"));
  await ask("ask", { question: "Change three functions of each file.", blocks: measured.length });
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, one] of measured.entries()) {
      const times = {
        plain: await measurePlain(workbench, one, false),
        coloured: await measurePlain(workbench, one, true),
        review: await measureApply(workbench, one, index),
      };
      // All have been seen once before they count.
      if (round < 0) continue;
      one.plain.push(times.plain);
      one.coloured.push(times.coloured);
      one.review.push(times.review);
      one.host.push(await ask("hostTime", {}));
    }
  }
  return measured.flatMap(rowsOf);
}

function rowsOf({ lineCount, review, plain, coloured, host }: Measured): Row[] {
  const [applied, opened, green, before] = [median(review), median(plain), median(coloured), median(host)];
  const ratio = (to: number): string => (applied / to).toFixed(2);
  return [
    {
      what: `${count(lineCount)} lines: Apply in the chat to the editor of its review, above none`,
      value: `${(before / FRAME_MS).toFixed(1)} frames (${milliseconds(before)}, ${host.length} rounds)`,
      target: "<= 1 frame",
      reached: before <= FRAME_MS,
    },
    {
      what: `${count(lineCount)} lines: Apply in the chat to first hunk`,
      value: `${milliseconds(applied)}: ${ratio(opened)} of a plain document (${milliseconds(opened)}), ${ratio(green)} of one with a green line (${milliseconds(green)})`,
      target: "",
      reached: undefined,
    },
  ];
}

/** An answer with exact edits of the first, the middle and the last function. */
function fenceOf(name: string, text: string): string {
  const logged = text.split("\n").filter((line) => line.includes("too large"));
  const lines = [logged[0], logged[logged.length >> 1], logged.at(-1)].map((line) => line ?? "");
  const edits = lines.map(
    (line) => `<<<<<<< SEARCH\n${line}\n=======\n${line.replace("too large", "too long")}\n>>>>>>> REPLACE\n`,
  );
  return `\`\`\`ts ${name}\n${edits.join("\n")}\`\`\`\n`;
}

async function measureApply(workbench: BenchWorkbench, one: Measured, index: number): Promise<number> {
  await workbench.ask("chooseBlock", { index });
  await layOut(workbench, one);
  await workbench.page.evaluate(() => {
    paintSampler.awaitPaint("hunk");
  });
  await workbench.press(...APPLY_BLOCK_KEYS);
  return painted(workbench);
}

async function measurePlain(workbench: BenchWorkbench, one: Measured, isColoured: boolean): Promise<number> {
  const mark = `plain document ${Math.random()}`;
  await workbench.ask("setPlainText", { text: `// ${mark}\n${one.text}`, isColoured });
  await layOut(workbench, one);
  await workbench.page.evaluate(
    (wanted) => {
      paintSampler.awaitPaint(wanted);
    },
    isColoured ? ("hunk" as const) : { text: mark },
  );
  await workbench.press(...PLAIN_KEYS);
  return painted(workbench);
}

async function layOut({ ask }: BenchWorkbench, { file }: Measured): Promise<void> {
  await ask("layOut", { file, plan: file, planLine: 0 });
  await wait(QUIET_MS);
}

async function painted(workbench: BenchWorkbench): Promise<number> {
  const ms = await Promise.race([workbench.page.evaluate(() => paintSampler.painted()), wait(PAINT_LIMIT_MS)]);
  if (ms === undefined) {
    await workbench.screenshot("bench-chat-apply");
    throw new Error(`Nothing was painted within ${PAINT_LIMIT_MS / 1_000} s; see the picture bench-chat-apply.png.`);
  }
  await wait(QUIET_MS);
  return ms;
}
