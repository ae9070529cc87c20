// `npm run bench:chat`: the longest frame of the page while a long answer streams in.
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { milliseconds, printTable } from "../../bench/figures.ts";
import type { Row } from "../../bench/figures.ts";
import { findChromium } from "../../host/install/chromium.mjs";
import setup from "../buildPage.ts";
import { answered, asked, saysConversation } from "../conversations.ts";
import { startPageServer } from "../pageServer.ts";
import { playHost } from "../playHost.ts";
import { longAnswer } from "../sampleTexts.ts";
import { themes } from "../themes/themes.ts";

/** The host sends what came meanwhile this often. */
const BATCH_MS = 30;
/** About so many characters have the tokens of code. */
const CHARACTERS_PER_TOKEN = 3.5;
/** Frames come this often on most screens; a user sees a longer one only where it is several times as long. */
const FRAME_MS = 1_000 / 60;
const MOST_MS = 50;

interface Frames {
  /** Milliseconds of work in each frame, from its first callback until it was given to the compositor. */
  readonly work: readonly number[];
}

const scenes: readonly {
  readonly name: string;
  readonly there: string;
  readonly text: string;
  readonly speed: number;
}[] = [
  { name: "2,000 lines, the last 300 at 200 tokens/s", ...endOf(longAnswer(2_000), 300), speed: 200 },
  { name: "2,000 lines at 1,500 tokens/s", there: "", text: longAnswer(2_000), speed: 1_500 },
  { name: "one block of 2,000 lines at 1,500 tokens/s", there: "", text: oneBlock(2_000), speed: 1_500 },
];

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("There is no Chromium. Next step: npm run setup -- --tests");
await setup();
const server = await startPageServer();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const rows: Row[] = [];
for (const { name, there, text, speed } of scenes) {
  const page = await browser.newPage({ viewport: { width: 450, height: 900 } });
  const { work } = await streamed(page, there, text, speed);
  const sorted = work.toSorted((a, b) => a - b);
  const longest = sorted.at(-1) ?? NaN;
  const most = sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
  rows.push(
    {
      what: `${name}: longest frame`,
      value: milliseconds(longest),
      target: `≤ ${MOST_MS} ms`,
      reached: longest <= MOST_MS,
    },
    { what: `${name}: 99 of 100 frames`, value: milliseconds(most), target: "≤ 17 ms", reached: most <= FRAME_MS },
    { what: `${name}: frames`, value: String(work.length), target: "", reached: undefined },
  );
  await page.close();
}
await browser.close();
server.close();
printTable(rows);
if (rows.some(({ reached }) => reached === false)) process.exitCode = 1;

async function streamed(page: Page, there: string, text: string, tokensPerSecond: number): Promise<Frames> {
  const { variables, bodyClass } = themes.dark;
  // The compiler of this script gives names to functions, in the page too.
  await page.addInitScript("globalThis.__name = (named) => named; globalThis.tellTest = () => undefined;");
  await page.addInitScript(playHost, { variables, bodyClass });
  await page.goto(server.url);
  const messages = saysConversation([asked("q1", "Go"), answered("a1", there, { state: { type: "streaming" } })]);
  const size = Math.ceil((tokensPerSecond * CHARACTERS_PER_TOKEN * BATCH_MS) / 1_000);
  return page.evaluate(playStream, { messages, from: there.length, text, size, batchMs: BATCH_MS });
}

/** Runs in the page: says what the host would, and looks at every frame. */
async function playStream(given: {
  readonly messages: readonly object[];
  readonly from: number;
  readonly text: string;
  readonly size: number;
  readonly batchMs: number;
}): Promise<Frames> {
  for (const message of given.messages) window.postMessage(message, "*");
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const work: number[] = [];
  let isOver = false;
  const { port1, port2 } = new MessageChannel();
  let start = 0;
  port1.onmessage = () => {
    work.push(performance.now() - start);
  };
  const sample = (): void => {
    start = performance.now();
    // Comes after style, layout and paint of this frame.
    port2.postMessage(0);
    if (!isOver) requestAnimationFrame(sample);
  };
  requestAnimationFrame(sample);
  for (let at = 0; at < given.text.length; at += given.size) {
    const text = given.text.slice(at, at + given.size);
    window.postMessage({ type: "grown", id: "a1", part: "text", from: given.from + at, text }, "*");
    await new Promise((resolve) => setTimeout(resolve, given.batchMs));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  isOver = true;
  return { work };
}

/** An answer, so many of its last lines apart. */
function endOf(answer: string, lines: number): { readonly there: string; readonly text: string } {
  const all = answer.split("\n");
  const there = `${all.slice(0, -lines).join("\n")}\n`;
  return { there, text: all.slice(-lines).join("\n") };
}

function oneBlock(lines: number): string {
  const code = Array.from({ length: lines }, (_, line) =>
    line % 12 === 11
      ? ""
      : `${line % 12 === 0 ? "" : "  "}const value${line} = await compute(${line}, "text ${line}");`,
  );
  return `\`\`\`ts src/long.ts\n${code.join("\n")}\n\`\`\`\n\nDone.`;
}
