/** Measures what planners' tools take in a workspace of 50,000 files, as ratios to ripgrep itself within the same run, and memory over 200 rounds. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bestMatches } from "../../extension/core/chat/fuzzyMatch.ts";
import { readGlob } from "../../extension/core/planning/globs.ts";
import { showHits } from "../../extension/core/planning/readAnswers.ts";
import { findRipgrep, listFiles, searchLines } from "../../extension/node/ripgrep.ts";
import { count, median, milliseconds, type Row } from "./figures.ts";

const FILES = 50_000;
const FILES_PER_FOLDER = 100;
const ROUNDS = 5;
const MEMORY_ROUNDS = 200;
const MOST_MEGABYTES = 50;
const MOST_SEARCH_MS = 1_000;
const MOST_FIND_MS = 150;
/** Reading what ripgrep prints and choosing what is shown comes on top of it. */
const MOST_TIMES = 2;

const vsCode = join(import.meta.dirname, "../../.vscode-test/code-server/node_modules/code-server/lib/vscode");

/** The rows of the table; none where there is no ripgrep on this machine. */
export async function measureWorkspaceReads(): Promise<readonly Row[]> {
  const ripgrep = await findRipgrep(vsCode);
  if (ripgrep === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), "fast-apply-bench-"));
  try {
    writeFiles(folder);
    const limits = { excludes: ["**/node_modules"], extensions: [] };
    const query = { query: "needle", isRegex: false, ignoresCase: false };
    const never = new AbortController().signal;
    const search = async (): Promise<string> => {
      const found = await searchLines(ripgrep, folder, limits, query, never);
      return showHits(found?.lines ?? [], found?.isAll ?? false);
    };
    const find = async (): Promise<number> => {
      const files = (await listFiles(ripgrep, folder, limits, never)) ?? [];
      const glob = readGlob("**/file4*7.ts", { anywhere: true });
      return files.filter((path) => glob.matches(path)).length;
    };
    const guess = async (): Promise<number> =>
      bestMatches("fil47", (await listFiles(ripgrep, folder, limits, never)) ?? [], (path) => path, 200).length;
    const usual = ["--no-config", "--no-messages", "--hidden", "--no-require-git"];
    const own = (...args: readonly string[]) =>
      timesOf(() => execFileSync(ripgrep, [...usual, ...args], { cwd: folder, maxBuffer: 1e9 }));
    const searchItself = median(await own("--line-number", "--fixed-strings", "needle", "./"));
    const listItself = median(await own("--files", "./"));
    const what = `in ${count(FILES)} files`;
    return [
      ...row(`search_text ${what}`, median(await timesOf(search)), MOST_SEARCH_MS, searchItself),
      ...row(`find_files by a glob ${what}`, median(await timesOf(find)), MOST_FIND_MS, listItself),
      ...row(`find_files by letters ${what}`, median(await timesOf(guess)), undefined, listItself),
      await memoryRow(search, find),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function row(what: string, time: number, most: number | undefined, itself: number): readonly Row[] {
  const times = time / itself;
  return [
    {
      what,
      value: milliseconds(time),
      target: most === undefined ? "" : `< ${milliseconds(most)}`,
      reached: most === undefined ? undefined : time < most,
    },
    {
      what: `${what}, as many times as ripgrep itself takes`,
      value: times.toFixed(2),
      target: most === undefined ? "" : `< ${MOST_TIMES}`,
      reached: most === undefined ? undefined : times < MOST_TIMES,
    },
  ];
}

async function memoryRow(...works: readonly (() => Promise<unknown>)[]): Promise<Row> {
  const used = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  for (const work of works) await work();
  const before = used();
  for (let round = 0; round < MEMORY_ROUNDS / works.length; round++) for (const work of works) await work();
  const grown = used() - before;
  return {
    what: `memory that ${MEMORY_ROUNDS} reads leave behind`,
    value: `${grown.toFixed(1)} MB`,
    target: `< ${MOST_MEGABYTES} MB`,
    reached: grown < MOST_MEGABYTES,
  };
}

async function timesOf(work: () => unknown): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  // The first time the files come from the disk.
  return times.slice(1);
}

function writeFiles(folder: string): void {
  for (let at = 0; at < FILES; at++) {
    const inner = join(folder, `folder${Math.floor(at / FILES_PER_FOLDER)}`);
    if (at % FILES_PER_FOLDER === 0) mkdirSync(inner);
    const lines = Array.from({ length: 20 }, (_, line) => `export const value${line} = ${at + line};\n`);
    const needle = at % 10 === 0 ? `// a needle in ${at}\n` : "";
    writeFileSync(join(inner, `file${at}.ts`), lines.join("") + needle);
  }
}
