import type { Evaluation } from "../core/evaluation/evaluation.ts";
import { duration, percent, timeLeft, wholeNumber } from "../core/evaluation/report/figures.ts";
import { ratio } from "../core/evaluation/report/statistics.ts";
import { summarize } from "../core/evaluation/report/summarize.ts";
import { shownOutcomes, type EvaluationSummary } from "../core/evaluation/report/summary.ts";
import { rightOf } from "../core/evaluation/report/tables.ts";
import type { Sending } from "../core/evaluation/sendings.ts";
import { plain } from "../node/plainText.ts";
import type { EvaluationProgress } from "../evaluation/evaluationPorts.ts";
import type { Terminal } from "./surroundings.ts";

type Step = Extract<EvaluationProgress, { type: "progress" }>;

const VERBS: Readonly<Record<Step["stage"], string>> = {
  planning: "answers by",
  applying: "applying by",
  grading: "grading by",
};
const BAR = 24;
/** If nobody watches, a line for each tenth is enough. */
const PARTS = 10;

/** Creates what shows progress: as a bar in one line on a terminal whose `kind` (`TERM`) is not "dumb", elsewhere as a few lines. */
export function createProgress(stderr: Terminal, kind: string | undefined): (step: Step) => void {
  const isTerminal = stderr.isTTY === true && kind !== "dumb";
  let shown = "";
  return ({ stage, who, done, total, secondsLeft }) => {
    const left = secondsLeft === undefined || done === total ? "" : `, ${timeLeft(secondsLeft)} left`;
    const words = `${VERBS[stage]} ${who}: ${done} of ${total}${left}`;
    if (isTerminal) {
      const full = Math.round((done / total) * BAR);
      stderr.write(`\r\u001b[K[${"#".repeat(full)}${"-".repeat(BAR - full)}] ${words}${done === total ? "\n" : ""}`);
      return;
    }
    const part = `${stage} ${who} ${Math.floor((done / total) * PARTS)}`;
    if (part !== shown) stderr.write(`fast-apply: ${words}\n`);
    shown = part;
  };
}

const FOR: Readonly<Record<Sending["asking"], string>> = {
  choice: "files, edits and their instructions, for choices",
  auto: "files, edits and their instructions, for choices and rewrites",
  rewriter: "files, edits and their instructions, for rewrites",
  "exact-edits": "files, edits and their instructions, for exact edits",
  grader: "files, edits and results, for grades",
  planner: "files and messages of commits, for answers",
};

/** Describes what is to be sent, for the user to decide. */
export function describeSendings(sendings: readonly Sending[]): string {
  const lines = sendings.map(({ name, origin, asking, requests, tokens, cost }) => {
    const price = cost === undefined ? "cost not known (--price tells it)" : `$${cost.toFixed(2)}`;
    const amounts = `${thousands(tokens.sent)} input and ${thousands(tokens.answered)} output tokens`;
    return `  ${name} at ${origin} gets ${FOR[asking]}: about ${requests} ${requests === 1 ? "request" : "requests"}, ${amounts}, ${price}\n`;
  });
  const known = sendings.flatMap(({ cost }) => cost ?? []);
  const sum = known.reduce((total, cost) => total + cost, 0);
  const all = known.length > 1 ? `  In all about $${sum.toFixed(2)}, as far as prices are known.\n` : "";
  return `fast-apply: code of these cases is to be sent:\n${lines.join("")}${all}`;
}

function thousands(tokens: number): string {
  return tokens < 10_000_000 ? `${Math.ceil(tokens / 1_000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/**
 * Summarizes an evaluation in a few lines: how results ended, characters per second, the time of the slowest twentieth, and what a reader
 * should know about them; the figures of the report, shorter.
 */
export function summarizePlainly(evaluation: Evaluation): string {
  const { engines, grading, cases, source } = summarize(evaluation);
  const outcomes = shownOutcomes(engines.map(({ counts }) => counts));
  const width = Math.max(6, ...engines.map(({ label }) => label.length));
  const head = ["engine".padEnd(width), "   right", ...outcomes.map((name) => name.padStart(8)), "chars/s", "    p95"];
  const rows = engines.map(({ label, counts, speed, seconds }) =>
    [
      label.padEnd(width),
      percent(ratio(rightOf(counts))).padStart(8),
      ...outcomes.map((outcome) => String(counts[outcome]).padStart(8)),
      wholeNumber(speed).padStart(7),
      duration(seconds?.p95).padStart(7),
    ].join("  "),
  );
  return [
    `${cases} ${cases === 1 ? "case" : "cases"}`,
    head.join("  "),
    ...rows,
    ...(grading === undefined ? [] : [describeGrading(grading)]),
    ...(source.remarks ?? []).map(plain),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function describeGrading({
  graded,
  refusals,
  withItself,
  withEquality,
}: NonNullable<EvaluationSummary["grading"]>): string {
  return [
    `Graded twice: ${graded}, the same both times: ${percent(withItself.same)}`,
    `equal texts were graded better than others in ${percent(withEquality.separation)} of pairs (50 % tells nothing)`,
    `questions without a grade: ${refusals}.`,
  ].join("; ");
}
