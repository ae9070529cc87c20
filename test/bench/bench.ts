/**
 * Measures the structural engine by ratios within one run, since machines differ: against one parse of the same file,
 * against shorter files, against an idle process. Prints one table and always exits with 0; a figure is no test.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { applyStructural } from "../../extension/core/apply/structural.ts";
import { lineDiff } from "../../extension/core/diff/lineDiff.ts";
import type { SyntaxParser } from "../../extension/core/text/syntax.ts";
import { readReply } from "../../extension/core/sketch/readReply.ts";
import { lineTexts } from "../../extension/core/text/lines.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../extension/providers/treeSitter.ts";
import { readArguments } from "../../scripts/arguments.ts";
import { count, median, milliseconds, printTable, type Row } from "./figures.ts";
import { measureFindTargets } from "./findTargets.ts";
import { measureWorkspaceReads } from "./workspaceReads.ts";
import { writeLongFile, type BenchLanguage, type LongFile } from "./longFiles.ts";

readArguments("npm run bench");

interface Times {
  readonly apply: number;
  readonly parse: number;
}

const LANGUAGES: readonly BenchLanguage[] = ["typescript", "python"];
const PARSE_LENGTHS = [100, 500, 1_000, 2_500];
const LONG_LENGTHS = [10_000, 25_000, 50_000];
const BASE_LENGTH = 2_500;
const MOST_PARSES = 3;
/** Above this, growth is no longer called linear; what is left is caches and garbage collection. */
const MOST_GROWTH = 1.5;
const MOST_MEGABYTES = 200;
const MOST_START_MS = 150;

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const rows: Row[] = [];
for (const language of LANGUAGES) {
  const parser = await parsers.load(language);
  if (parser) rows.push(...measureLanguage(language, parser));
}
rows.push(
  ...LANGUAGES.map(measureMemory),
  ...measureStart(),
  ...(await measureFindTargets()),
  ...(await measureWorkspaceReads()),
);
printTable(rows);

function measureLanguage(language: BenchLanguage, parser: SyntaxParser): Row[] {
  measureFile(writeLongFile(language, 1_000), parser);
  const times = new Map<number, Times>();
  const found: Row[] = [];
  for (const length of [...PARSE_LENGTHS, ...LONG_LENGTHS]) {
    const file = writeLongFile(language, length);
    const time = measureFile(file, parser);
    times.set(length, time);
    const long = length > BASE_LENGTH;
    const ratio = time.apply / time.parse;
    found.push({
      what: `${language}, ${count(length)} lines: apply / parse`,
      value: `${ratio.toFixed(2)} (${milliseconds(time.apply)} / ${milliseconds(time.parse)})`,
      target: long ? "" : `<= ${count(MOST_PARSES)}`,
      reached: long ? undefined : ratio <= MOST_PARSES,
    });
  }
  const perLine = (length: number): number => (times.get(length)?.apply ?? NaN) / length;
  for (const length of LONG_LENGTHS) {
    const ratio = perLine(length) / perLine(BASE_LENGTH);
    found.push({
      what: `${language}, ${count(length)} lines: time per line / that at ${count(BASE_LENGTH)}`,
      value: ratio.toFixed(2),
      target: `<= ${String(MOST_GROWTH)}`,
      reached: ratio <= MOST_GROWTH,
    });
  }
  for (const length of [1_000, 10_000]) {
    const { original } = writeLongFile(language, length);
    const perSecond = original.length / ((times.get(length)?.apply ?? NaN) / 1_000);
    found.push({
      what: `${language}, ${count(length)} lines: characters of the rewrite per second`,
      value: count(Math.round(perSecond)),
      target: "",
      reached: undefined,
    });
  }
  return found;
}

/** Apply and parse take turns, so that both meet the same machine. */
function measureFile(file: LongFile, parser: SyntaxParser): Times {
  checkMerges(file, parser);
  const repetitions = Math.max(5, Math.min(60, Math.round(100_000 / file.lineCount)));
  const warmUp = Math.ceil(repetitions / 4);
  const apply: number[] = [];
  const parse: number[] = [];
  for (let round = 0; round < warmUp + repetitions; round++) {
    const applied = time(() => applyFile(file, parser));
    const parsed = time(() => {
      parser.parse(file.original).dispose();
    });
    if (round < warmUp) continue;
    apply.push(applied);
    parse.push(parsed);
  }
  return { apply: median(apply), parse: median(parse) };
}

function applyFile(
  { original, reply, language, path }: LongFile,
  parser: SyntaxParser,
): ReturnType<typeof applyStructural> {
  const sketches = readReply(reply, { path, language, original });
  return applyStructural({ original, sketches, language, parser });
}

/** A fast wrong answer would be no figure. */
function checkMerges(file: LongFile, parser: SyntaxParser): void {
  const outcome = applyFile(file, parser);
  const note = `${file.language}, ${count(file.lineCount)} lines`;
  if (outcome.type !== "merged") console.log(`! ${note}: ${outcome.type}, ${outcome.reason}`);
  else if (lineDiff(lineTexts(file.original), lineTexts(outcome.text)).length !== 2)
    console.log(`! ${note}: merged wrongly`);
}

function measureMemory(language: BenchLanguage): Row {
  const script = fileURLToPath(new URL("memory.ts", import.meta.url));
  const longest = Math.max(...LONG_LENGTHS);
  const what = `${language}, ${count(longest)} lines: memory above idle`;
  const target = `< ${count(MOST_MEGABYTES)} MB`;
  try {
    const output = runNode(["--expose-gc", "--import", "tsx", script, language, String(longest)]);
    const { peak, kept, heapKept } = JSON.parse(output) as { peak: number; kept: number; heapKept: number };
    const value = `${megabytes(peak)} peak (${megabytes(kept)} kept, ${megabytes(heapKept)} of it heap)`;
    return { what, value, target, reached: peak < MOST_MEGABYTES * 1e6 };
  } catch (error) {
    return { what, value: `failed: ${String(error).split("\n", 1)[0] ?? ""}`, target, reached: false };
  }
}

function measureStart(): Row[] {
  const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  if (!existsSync(cli)) return [];
  const medianOf = (args: string[]): number => {
    runNode(args);
    return median(Array.from({ length: 15 }, () => time(() => runNode(args))));
  };
  const node = medianOf(["-e", "0"]);
  const started = medianOf([cli, "--version"]);
  const value = `${milliseconds(started)} (node alone ${milliseconds(node)}, ratio ${(started / node).toFixed(2)})`;
  return [
    {
      what: "command line: start",
      value,
      target: `< ${milliseconds(MOST_START_MS)}`,
      reached: started < MOST_START_MS,
    },
  ];
}

function runNode(args: readonly string[]): string {
  return execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
