/**
 * Measures the local engine on a scripted model with the shape and the cost of one with 0.5 billion parameters: plain decoding, the
 * library's own drafts, and ours from several sources, all in one run with the same answer; then the time from the click to the
 * new file, with windows and without, and how long an open piece takes to decide by scoring and by rewriting. Takes about twenty minutes on two cores, and two gigabytes of disk for the models.
 *
 * `--tiny` runs all of it with a model so small that the figures mean nothing. Always exits with 0; a figure is no test.
 */
import { cpus } from "node:os";
import { join } from "node:path";
import { readArguments } from "../../../scripts/arguments.ts";
import type { RewriteTask } from "../../../extension/core/models/rewriter.ts";
import type { PassCost } from "../../../extension/core/speculation/draftLengths.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { modelThatWrites, type WritingModel } from "../../models/modelThatWrites.ts";
import { trainedVocabulary } from "../../models/vocabulary.ts";
import { guess } from "../speculation/benchCases.ts";
import { printTable, type Row } from "../figures.ts";
import { doubtfulCase, openCase, sureCase } from "./editCase.ts";
import { measureLookup } from "./lookup.ts";
import { measuringEngine, type Measured } from "./measure.ts";
import { drawBars } from "./picture.ts";
import { measureScoring, type ScoringTimes } from "./scoring.ts";
import { measureClicks, type ClickTimes } from "./windows.ts";

const USAGE =
  "npm run bench:local -- [--threads 1,2] [--tiny] [--no-methods] [--no-windows] [--no-scoring] [--picture FILE.svg]";
const { values: options } = readArguments(USAGE, {
  options: {
    threads: { type: "string", default: "1,2" },
    tiny: { type: "boolean", default: false },
    methods: { type: "boolean", default: true },
    windows: { type: "boolean", default: true },
    scoring: { type: "boolean", default: true },
    picture: { type: "string" },
  },
  allowNegative: true,
});

const entry = join(import.meta.dirname, "../../../dist/local/engine.js");
const shape = options.tiny ? "tiny" : "halfBillion";
const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const machine = `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores`;
const one = doubtfulCase();
const { isSure, draft } = await guess(one, parsers);
const task: RewriteTask = {
  original: one.original,
  sketch: one.sketch,
  instruction: "",
  conversation: [],
  path: one.path,
  language: one.language,
  draft,
};
console.log(`${machine}; Q8_0, shape ${shape}`);
console.log(
  `${one.original.split("\n").length} lines, the structural engine is ${isSure ? "" : "not "}sure of its guess`,
);
const kind: WritingModel = { shape, quantization: "Q8_0", vocabulary: await trainedVocabulary() };
const model = await modelThatWrites(entry, task, one.expected, kind);

let last: readonly Measured[] = [];
for (const threads of options.threads.split(",").map(Number)) {
  if (options.methods) {
    const { measured, costs } = await measureMethods(threads);
    printMethods(threads, measured, costs);
    last = measured;
  }
  if (options.windows) printClicks(await measureWindows(threads));
  if (options.scoring) printScoring(threads, await measureAllScoring(threads));
}
if (options.picture !== undefined && last.length > 0) {
  const bars = last.map(({ name, characters, figures }) => ({ name, value: perSecond(characters, figures.decodeMs) }));
  const subtitle = `${machine}, model of 0.5 billion parameters (Q8_0), same answer by every method`;
  await drawBars(options.picture, "Rewriting a file with a local model", subtitle, bars);
}

async function measureMethods(
  threads: number,
): Promise<{ readonly measured: readonly Measured[]; readonly costs: readonly PassCost[] }> {
  const drafts: readonly (readonly [name: string, drafts: readonly string[] | undefined])[] = [
    ["plain decoding", []],
    ["draft: original", [task.original]],
    ["draft: original + sketch", [task.original, task.sketch]],
    ["draft: merged guess", undefined],
  ];
  const measured: Measured[] = [];
  const add = (each: Measured): void => {
    measured.push(each);
    const { name, figures } = each;
    console.log(`${threads} thread(s), ${name}: ${figures.tokens} tokens in ${(figures.decodeMs / 1000).toFixed(1)} s`);
  };
  const quick = measuringEngine({ entry, model, threads, isStrict: false });
  for (const [name, given] of drafts) add(await quick.measure(name, task, given, one.expected));
  await quick.engine.stop();
  const strict = measuringEngine({ entry, model, threads, isStrict: true });
  add(await strict.measure("draft: merged guess, strict", task, undefined, one.expected));
  await strict.engine.stop();
  const [plain] = measured;
  if (plain !== undefined) {
    const { promptTokens, tokens } = plain.figures;
    const source = `${task.original}\n${task.sketch}`;
    add(await measureLookup(model, threads, promptTokens, source, tokens, plain.characters));
  }
  return { measured, costs: quick.costs() };
}

function printMethods(threads: number, measured: readonly Measured[], costs: readonly PassCost[]): void {
  const speedOf = (name: string): number => {
    const found = measured.find((each) => each.name === name);
    return found === undefined ? NaN : perSecond(found.figures.tokens, found.figures.decodeMs);
  };
  const plain = speedOf("plain decoding");
  const most = Math.max(...costs.map(({ tokens, ms }) => perSecond(tokens, ms)));
  console.log(`\n${threads} thread${threads === 1 ? "" : "s"}`);
  console.log(`passes: ${costs.map(({ tokens, ms }) => `${tokens} tokens ${ms.toFixed(0)} ms`).join(", ")}`);
  const [first] = measured;
  if (first !== undefined) {
    const { promptTokens, prefillMs } = first.figures;
    console.log(`prompt: ${promptTokens} tokens in ${(prefillMs / 1000).toFixed(1)} s, read once`);
  }
  const head = ["method", "tokens/s", "chars/s", "to plain", "passes", "of the answer from drafts"];
  const rows = measured.map(({ name, characters, figures: { tokens, decodeMs, passes, accepted } }) => [
    name,
    perSecond(tokens, decodeMs).toFixed(1),
    perSecond(characters, decodeMs).toFixed(0),
    (perSecond(tokens, decodeMs) / plain).toFixed(2),
    String(passes),
    `${((accepted / tokens) * 100).toFixed(0)} %`,
  ]);
  printColumns([head, ...rows]);
  printTable([
    reached("original + sketch to plain", speedOf("draft: original + sketch") / plain, 2.5),
    reached("merged guess to plain", speedOf("draft: merged guess") / plain, 4.5),
    reached("merged guess to the best batch", speedOf("draft: merged guess") / most, 0.9),
  ]);
}

async function measureWindows(threads: number): Promise<readonly ClickTimes[]> {
  const run = { entry, threads, kind };
  const [short, long] = [sureCase(28), sureCase(178)];
  return [
    await measureClicks(short, parsers, run, false),
    await measureClicks(short, parsers, run, true),
    await measureClicks(long, parsers, run, true),
  ];
}

function printClicks(times: readonly ClickTimes[]): void {
  console.log("\nfrom the click to the new file");
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  printColumns([
    ["lines", "read and written", "prompt tokens", "cold", "prompt read before"],
    ...times.map(({ name, lines, promptTokens, cold, warm }) => [
      String(lines),
      name,
      String(promptTokens),
      seconds(cold),
      seconds(warm),
    ]),
  ]);
  const [whole, , long] = times;
  if (whole === undefined || long === undefined) return;
  // Reading and writing take at least as long for each line of a longer file.
  const wholeLong = (whole.cold * long.lines) / whole.lines;
  console.log(
    `${long.lines} lines as a whole would take at least ${seconds(wholeLong)}, reckoned from ${whole.lines} lines`,
  );
  printTable([reached("window to the whole file, cold", wholeLong / long.cold, 5)]);
}

async function measureAllScoring(threads: number): Promise<readonly ScoringTimes[]> {
  const all: ScoringTimes[] = [];
  for (const places of [2, 6]) {
    const times = await measureScoring(openCase(places), parsers, { entry, threads, kind });
    const [decided, scored, written] = [times.decided, times.scored, times.written].map((ms) => (ms / 1000).toFixed(1));
    console.log(
      `${threads} thread(s), ${times.name}: scored in ${decided} to ${scored} s, rewritten in ${written} s; ${JSON.stringify(times.figures)}`,
    );
    all.push(times);
  }
  return all;
}

function printScoring(threads: number, times: readonly ScoringTimes[]): void {
  console.log(`\ndeciding an open piece, ${threads} thread${threads === 1 ? "" : "s"}`);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  printColumns([
    ["piece", "prompt tokens", "of windows", "sure at once", "all windows read", "rewritten"],
    ...times.map(({ name, figures, decided, scored, written }) => [
      name,
      String(figures.promptTokens),
      String(figures.tokens),
      seconds(decided),
      seconds(scored),
      seconds(written),
    ]),
  ]);
  const row = (what: string, ratio: number): Row => ({
    what: `${what}, to rewriting`,
    value: ratio.toFixed(2),
    target: "<= 0.1",
    reached: ratio <= 0.1,
  });
  printTable(
    times.flatMap(({ name, decided, scored, written }) => [
      row(`${name}: sure at once`, decided / written),
      row(`${name}: all windows read`, scored / written),
    ]),
  );
}

function reached(what: string, value: number, target: number): Row {
  return { what, value: value.toFixed(2), target: `>= ${target}`, reached: value >= target };
}

function perSecond(amount: number, ms: number): number {
  return (amount * 1000) / ms;
}

function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
