/**
 * Measures what a draft is worth: how many tokens of an answer it gives, and in how many forward passes a model would write
 * that answer, with the structural engine's best guess as the draft and with the original file as the draft. The model is
 * one that knows the answer. Files of cases are arguments; without any, the project's own cases are measured. `--cases` adds
 * the figures of each case. Always exits with 0; a figure is no test.
 *
 * `accepted` is the share of the draft tokens in all passes that became part of the answer, `of answer` the share of the
 * answer that came from drafts; the rest is what the passes themselves give. `plain` are the passes without a draft.
 */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { BatchVerifier } from "../../../extension/core/speculation/batchVerifier.ts";
import { speculate, type SpeculationCounts } from "../../../extension/core/speculation/speculate.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { count } from "../figures.ts";
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
  "to original",
];

interface Measured {
  readonly id: string;
  readonly isSure: boolean;
  /** Tokens of the answer. */
  readonly answer: number;
  readonly counts: Readonly<Record<DraftName, SpeculationCounts>>;
}

/** How long a draft may be in one pass. The first is that of a completions API, the second suits a small model on a processor. */
const LIMITS = [
  { label: "drafts of any length", maxDraft: Infinity, hasTarget: true },
  {
    label: "drafts of up to 128 tokens, so that a long file takes many passes anyhow",
    maxDraft: 128,
    hasTarget: false,
  },
] as const;

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const showsCases = process.argv.includes("--cases");
const sets = paths.map((path) => ({ name: caseFileName(path), cases: readCaseFile(path) }));
if (sets.length === 0) sets.push({ name: "test/cases", cases: readOwnCases() });
for (const { name, cases } of sets) {
  for (const { label, maxDraft, hasTarget } of LIMITS) {
    const measured: Measured[] = [];
    for (const one of cases) measured.push(await measure(one, maxDraft));
    print(`${name}, ${label}`, measured, hasTarget);
  }
}

async function measure(one: BenchCase, maxDraft: number): Promise<Measured> {
  const { isSure, draft } = await guess(one, parsers);
  const answer = encode(one.expected);
  const [merged, original, sketch] = [draft, one.original, one.sketch].map((text) => encode(text));
  const ended = (tokens: readonly number[] = []): readonly number[] => [...tokens, END];
  const run = (...drafts: readonly (readonly number[])[]): Promise<SpeculationCounts> =>
    follow(answer, drafts, maxDraft);
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
  maxDraft: number,
): Promise<SpeculationCounts> {
  const at = (index: number): number => answer[index] ?? END;
  const verifier: BatchVerifier<never> = {
    verify(output, draft) {
      const wrong = draft.findIndex((token, index) => token !== at(output.length + index));
      const known = wrong === -1 ? draft.length + 1 : wrong + 1;
      return Promise.resolve({ type: "tokens", next: Array.from({ length: known }, (_, i) => at(output.length + i)) });
    },
    generate: (output) => Promise.resolve({ type: "tokens", next: [at(output.length)] }),
  };
  const sizes = { maxTokens: answer.length + 1, maxDraft, firstDraft: maxDraft, minMatched: 0, plainTokens: 1 };
  const task = { drafts, ends: new Set([END]), ...sizes };
  const output: number[] = [];
  let counts: SpeculationCounts | undefined;
  for await (const event of speculate(verifier, task, new AbortController().signal)) {
    if (event.type === "step") output.push(...event.tokens);
    counts = event.counts;
  }
  if (counts === undefined || output.some((token, index) => token !== answer[index]) || output.length !== answer.length)
    throw new Error("What was decoded is not the answer.");
  return counts;
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
  const total = (name: keyof SpeculationCounts): number => sum(({ counts }) => counts[draft][name]);
  const passes = total("passes");
  const answer = sum((one) => one.answer);
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
    ratio.toFixed(2) + verdict,
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function line(row: readonly string[]): string {
  const widths = [16, 6, 18, 10, 11, 12, 10, 9, 10, 10, 13];
  return row
    .map((cell, index) =>
      index === 0 || index === 2 ? cell.padEnd(widths[index] ?? 0) : `${cell} `.padStart(widths[index] ?? 0),
    )
    .join("")
    .trimEnd();
}
