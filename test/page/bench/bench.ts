// `npm run bench:chat`: the longest frame of the page while a long answer streams in.
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import * as v from "valibot";
import type { ShownMessage } from "../../../extension/core/chat/chatProtocol.ts";
import { readArguments } from "../../../scripts/arguments.ts";
import { count, milliseconds, printTable } from "../../bench/figures.ts";
import type { Row } from "../../bench/figures.ts";
import { findChromium } from "../../host/install/chromium.mjs";
import setup from "../buildPage.ts";
import { answered, asked, saysConversation } from "../conversations.ts";
import { startPageServer } from "../pageServer.ts";
import { playHost } from "../playHost.ts";
import { longAnswer } from "../sampleTexts.ts";
import { themes } from "../themes/themes.ts";

readArguments("npm run bench:chat");

/** The host sends what came meanwhile this often. */
const BATCH_MS = 30;
/** About so many characters have the tokens of code. */
const CHARACTERS_PER_TOKEN = 3.5;
/** Frames come this often on most screens; a user sees a longer one only where it is several times as long. */
const FRAME_MS = 1_000 / 60;
const MOST_MS = 50;

/** What Chromium tells of a task of its main thread; `tdur`: microseconds of processor time, so that other programs do not count. */
const traceSchema = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      pid: v.number(),
      tid: v.number(),
      tdur: v.optional(v.number()),
      args: v.optional(v.object({ name: v.optional(v.unknown()) })),
    }),
  ),
});

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
  const sorted = (await streamed(page, there, text, speed)).toSorted((a, b) => a - b);
  const longest = sorted.at(-1) ?? NaN;
  const most = sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
  rows.push(
    {
      what: `${name}: longest task`,
      value: milliseconds(longest),
      target: `≤ ${MOST_MS} ms`,
      reached: longest <= MOST_MS,
    },
    { what: `${name}: 99 of 100 tasks`, value: milliseconds(most), target: "≤ 17 ms", reached: most <= FRAME_MS },
    { what: `${name}: tasks`, value: count(sorted.length), target: "", reached: undefined },
  );
  await page.close();
}
const opening = await browser.newPage({ viewport: { width: 450, height: 900 } });
const longestOfOpening = Math.max(...(await opened(opening, longAnswer(1_700))));
rows.push({
  what: "opening a stored chat of 1,700 lines: longest task",
  value: milliseconds(longestOfOpening),
  target: `≤ ${2 * MOST_MS} ms`,
  reached: longestOfOpening <= 2 * MOST_MS,
});
await browser.close();
server.close();
printTable(rows);
if (rows.some(({ reached }) => reached === false)) process.exitCode = 1;

/** Loads the page for tests, which the host has told nothing yet. */
async function load(page: Page): Promise<void> {
  const { variables, bodyClass } = themes.dark;
  // The compiler of this script gives names to functions, in the page too.
  await page.addInitScript("globalThis.__name = (named) => named; globalThis.tellTest = () => undefined;");
  await page.addInitScript(playHost, { variables, bodyClass });
  await page.goto(server.url);
}

async function show(page: Page, answer: ShownMessage): Promise<void> {
  await page.evaluate(
    (said) => {
      for (const message of said) window.postMessage(message, "*");
    },
    saysConversation([asked("q1", "Go"), answer]),
  );
}

/** Opens a chat with an answer that is done. Gives the milliseconds of each task of the page's thread. */
async function opened(page: Page, text: string): Promise<readonly number[]> {
  await load(page);
  await page.waitForTimeout(1_000);
  await browser.startTracing(page, { categories: ["toplevel"] });
  await show(page, answered("a1", text));
  await page.locator(".messages[aria-busy=false]").waitFor();
  await page.waitForTimeout(1_000);
  return tasksOf(await browser.stopTracing());
}

/** Streams an answer into the page. Gives the milliseconds of each task of the page's thread; a frame is one task. */
async function streamed(page: Page, there: string, text: string, tokensPerSecond: number): Promise<readonly number[]> {
  await load(page);
  await show(page, answered("a1", there, { state: { type: "streaming" } }));
  await page.waitForTimeout(3_000);
  await browser.startTracing(page, { categories: ["toplevel"] });
  const size = Math.ceil((tokensPerSecond * CHARACTERS_PER_TOKEN * BATCH_MS) / 1_000);
  await page.evaluate(playStream, { from: there.length, text, size, batchMs: BATCH_MS });
  return tasksOf(await browser.stopTracing());
}

function tasksOf(trace: Buffer): readonly number[] {
  const { traceEvents } = v.parse(traceSchema, JSON.parse(trace.toString("utf8")));
  const threads = traceEvents.flatMap(({ name, pid, tid, args }) =>
    name === "thread_name" && args?.name === "CrRendererMain" ? [`${pid}/${tid}`] : [],
  );
  const tasksIn = (thread: string): readonly number[] =>
    traceEvents.flatMap(({ name, pid, tid, tdur }) =>
      name.endsWith("RunTask") && tdur !== undefined && `${pid}/${tid}` === thread ? [tdur / 1_000] : [],
    );
  // Other pages of the browser have done nothing.
  const busiest = threads.map(tasksIn).toSorted((a, b) => b.length - a.length);
  return busiest[0] ?? [];
}

/** Runs in the page: says what the host would. */
async function playStream(given: {
  readonly from: number;
  readonly text: string;
  readonly size: number;
  readonly batchMs: number;
}): Promise<void> {
  for (let at = 0; at < given.text.length; at += given.size) {
    const text = given.text.slice(at, at + given.size);
    window.postMessage({ type: "grown", id: "a1", part: "text", from: given.from + at, text }, "*");
    await new Promise((resolve) => setTimeout(resolve, given.batchMs));
  }
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
