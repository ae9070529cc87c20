/**
 * Measures what a draft is worth: how many tokens of an answer it gives, and in how many forward passes a model would write
 * that answer, with the structural engine's best guess as the draft and with the original file as the draft. The model is
 * one that knows the answer. Files of cases are arguments; without any, the project's own cases are measured. `--cases` adds
 * the figures of each case. Always exits with 0; a figure is no test.
 *
 * `accepted` is the share of the draft tokens in all passes that became part of the answer, `of answer` the share of the
 * answer that came from drafts; the rest is what the passes themselves give. `plain` are the passes without a draft, and
 * `speed` is how many times faster than these the passes are by the costs below, beside what a draft that is right throughout
 * would give. In the end: how long drafting itself takes for a long file.
 */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { BatchVerifier } from "../../../extension/core/speculation/batchVerifier.ts";
import { draftLengthsFrom } from "../../../extension/core/speculation/draftLengths.ts";
import {
  speculate,
  type SpeculationCounts,
  type SpeculationTask,
} from "../../../extension/core/speculation/speculate.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { expectFiles, readArguments } from "../../../scripts/arguments.ts";
import { count } from "../figures.ts";
import { printDraftingTime } from "./draftingTime.ts";
import { COSTS, msOf } from "./passCosts.ts";
import { caseFileName, guess, readCaseFile, readOwnCases, type BenchCase } from "./benchCases.ts";

/** No token of the tokenizer. */
const END = -1;
const DRAFTS = ["merged", "original + sketch", "original"] as const;
type DraftName = (typeof DRAFTS)[number];

/** What the merged draft may take of the passes that the original takes. */
const MOST_OF_ORIGINAL = 0.5;

const HEADER = [
  "",
  "cases",
  "draft",
  "accepted",
  "of answer",
  "mismatches",
  "per case",
  "passes",
  "per case",
  "plain",
  "speed",
  "to original",
];

interface Measured {
  readonly id: string;
  readonly isSure: boolean;
  /** Tokens of the answer. */
  readonly answer: number;
  readonly counts: Readonly<Record<DraftName, Decoded>>;
}

/** What a decoding has done, and how long its passes would have taken. */
interface Decoded extends SpeculationCounts {
  readonly ms: number;
}

const LOCAL_LENGTHS = draftLengthsFrom(COSTS);

/** The first sizes suit a completions API, where a pass is a request, the second a small model on a processor. */
const LIMITS = [
  {
    label: "drafts of any length",
    sizes: { draftLengths: [Infinity], rejectedPerToken: Infinity, minMatched: 0 },
    hasTarget: true,
  },
  {
    label: `drafts of ${LOCAL_LENGTHS.join(", ")} tokens, so that a long file takes many passes anyhow`,
    sizes: { draftLengths: LOCAL_LENGTHS, rejectedPerToken: 0.25, minMatched: 3 },
    hasTarget: false,
  },
] as const;
type Sizes = Pick<SpeculationTask, "draftLengths" | "rejectedPerToken" | "minMatched">;

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const USAGE = "npm run bench:speculation -- [--cases] [CASES.jsonl …]";
const { values, positionals: paths } = readArguments(USAGE, {
  options: { cases: { type: "boolean", default: false } },
  allowPositionals: true,
});
const showsCases = values.cases;
expectFiles(paths, USAGE);
const sets = paths.map((path) => ({ name: caseFileName(path), cases: readCaseFile(path) }));
if (sets.length === 0) sets.push({ name: "test/cases", cases: readOwnCases() });
for (const { name, cases } of sets) {
  for (const { label, sizes, hasTarget } of LIMITS) {
    const measured: Measured[] = [];
    for (const one of cases) measured.push(await measure(one, sizes));
    print(`${name}, ${label}`, measured, hasTarget);
  }
}
await printDraftingTime();

async function measure(one: BenchCase, sizes: Sizes): Promise<Measured> {
  const { isSure, draft } = await guess(one, parsers);
  const answer = encode(one.expected);
  const [merged, original, sketch] = [draft, one.original, one.sketch].map((text) => encode(text));
  const ended = (tokens: readonly number[] = []): readonly number[] => [...tokens, END];
  const run = (...drafts: readonly (readonly number[])[]): Promise<Decoded> => follow(answer, drafts, sizes);
  return {
    id: one.id,
    isSure,
    answer: answer.length,
    counts: {
      merged: await run(ended(merged), ended(original), sketch ?? []),
      "original + sketch": await run(ended(original), sketch ?? []),
      original: await run(ended(original)),
    },
  };
}

/** Speculates against a model that writes `answer`, and checks that nothing else comes out. */
async function follow(
  answer: readonly number[],
  drafts: readonly (readonly number[])[],
  sizes: Sizes,
): Promise<Decoded> {
  const at = (index: number): number => answer[index] ?? END;
  let ms = 0;
  const verifier: BatchVerifier<never> = {
    verify(output, draft) {
      ms += msOf(draft.length + 1);
      const wrong = draft.findIndex((token, index) => token !== at(output.length + index));
      const known = wrong === -1 ? draft.length + 1 : wrong + 1;
      return Promise.resolve({ type: "tokens", next: Array.from({ length: known }, (_, i) => at(output.length + i)) });
    },
    generate(output) {
      ms += msOf(1);
      return Promise.resolve({ type: "tokens", next: [at(output.length)] });
    },
  };
  const task = { drafts, ends: new Set([END]), maxTokens: answer.length + 1, plainTokens: 1, ...sizes };
  const output: number[] = [];
  let counts: SpeculationCounts | undefined;
  for await (const event of speculate(verifier, task, new AbortController().signal)) {
    if (event.type === "step") output.push(...event.tokens);
    counts = event.counts;
  }
  if (counts === undefined || output.some((token, index) => token !== answer[index]) || output.length !== answer.length)
    throw new Error("What was decoded is not the answer.");
  return { ...counts, ms };
}

function print(title: string, measured: readonly Measured[], hasTarget: boolean): void {
  const rows = [
    ["overall", measured],
    ["engine not sure", measured.filter(({ isSure }) => !isSure)],
  ] as const;
  console.log(`\n${title}`);
  console.log(line(HEADER));
  for (const [label, some] of rows) {
    if (some.length === 0) console.log(line([label, "0"]));
    else for (const draft of DRAFTS) console.log(line(cells(draft === "merged" ? label : "", some, draft, hasTarget)));
  }
  if (!showsCases) return;
  console.log("\nmismatches and passes of each case, in the order of the drafts above");
  for (const { id, isSure, counts } of measured) {
    const figures = DRAFTS.map((draft) => `${count(counts[draft].mismatches)} ${count(counts[draft].passes)}`);
    console.log(`${isSure ? "" : "not sure "}${id}: ${figures.join(", ")}`);
  }
}

function cells(label: string, measured: readonly Measured[], draft: DraftName, hasTarget: boolean): string[] {
  const sum = (of: (one: Measured) => number): number => measured.reduce((total, one) => total + of(one), 0);
  const total = (name: keyof Decoded): number => sum(({ counts }) => counts[draft][name]);
  const passes = total("passes");
  const answer = sum((one) => one.answer);
  const longest = hasTarget ? Infinity : Math.max(...LOCAL_LENGTHS);
  const best =
    ((answer + measured.length) * msOf(1)) /
    sum((one) => {
      const whole = Math.floor((one.answer + 1) / (longest + 1));
      return (
        (whole > 0 ? whole * msOf(longest + 1) : 0) + msOf(one.answer + 1 - (whole > 0 ? whole * (longest + 1) : 0))
      );
    });
  const ratio = passes / sum(({ counts }) => counts.original.passes);
  const verdict = draft !== "merged" || !hasTarget ? "" : ratio <= MOST_OF_ORIGINAL ? " pass" : " MISS";
  return [
    label,
    count(measured.length),
    draft,
    percent(total("accepted") / total("drafted")),
    percent(total("accepted") / answer),
    count(total("mismatches")),
    (total("mismatches") / measured.length).toFixed(1),
    count(passes),
    (passes / measured.length).toFixed(1),
    count(answer + measured.length),
    `${(((answer + measured.length) * msOf(1)) / total("ms")).toFixed(2)} / ${best.toFixed(2)}`,
    ratio.toFixed(2) + verdict,
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function line(row: readonly string[]): string {
  const widths = [16, 6, 18, 10, 11, 12, 10, 9, 10, 10, 14, 13];
  return row
    .map((cell, index) =>
      index === 0 || index === 2 ? cell.padEnd(widths[index] ?? 0) : `${cell} `.padStart(widths[index] ?? 0),
    )
    .join("")
    .trimEnd();
}
