import type { Writable } from "node:stream";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import { graderAgreement } from "../core/evaluation/graderAgreement.ts";
import type { Sending } from "../core/evaluation/sendings.ts";
import type { EvaluationProgress } from "../evaluation/evaluationPorts.ts";

type Step = Extract<EvaluationProgress, { type: "progress" }>;

const VERBS: Readonly<Record<Step["stage"], string>> = {
  planning: "answers by",
  applying: "applying by",
  grading: "grading by",
};
const BAR = 24;
/** Where nobody watches, a line for each tenth is enough. */
const PARTS = 10;

/** Shows progress: on a terminal as a bar in one line, elsewhere as a few lines. */
export function createProgress(stderr: Writable & { readonly isTTY?: boolean }): (step: Step) => void {
  const isTerminal = stderr.isTTY === true && process.env.TERM !== "dumb";
  let shown = "";
  return ({ stage, who, done, total, secondsLeft }) => {
    const left = secondsLeft === undefined || done === total ? "" : `, ${duration(secondsLeft)} left`;
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

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

const FOR: Readonly<Record<Sending["asking"], string>> = {
  choice: "files, edits and their instructions, for choices",
  auto: "files, edits and their instructions, for choices and rewrites",
  rewriter: "files, edits and their instructions, for rewrites",
  "exact-edits": "files, edits and their instructions, for exact edits",
  grader: "files, edits and results, for grades",
  planner: "files and messages of commits, for answers",
};

/** What is to be sent, for the user to decide: at most, since what the merge is sure of is not asked. */
export function describeSendings(sendings: readonly Sending[]): string {
  const lines = sendings.map(({ name, origin, asking, requests, tokens, cost }) => {
    const price = cost === undefined ? "cost not known (--price tells it)" : `$${cost.toFixed(2)} at most`;
    const amounts = `about ${thousands(tokens.sent)} tokens there and ${thousands(tokens.answered)} back`;
    return `  ${name} at ${origin} gets ${FOR[asking]}: up to ${requests} requests, ${amounts}, ${price}\n`;
  });
  const known = sendings.flatMap(({ cost }) => cost ?? []);
  const sum = known.reduce((total, cost) => total + cost, 0);
  const all = known.length > 1 ? `  In all $${sum.toFixed(2)} at most, as far as prices are known.\n` : "";
  return `fast-apply: code of these cases is to be sent:\n${lines.join("")}${all}`;
}

function thousands(tokens: number): string {
  return tokens < 10_000_000 ? `${Math.ceil(tokens / 1_000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

const COLUMNS = ["exact", "lenient", "wrong", "refused", "failed"] as const;

/** An evaluation in a few lines: outcomes, and the speed in rewritten characters per second, of the middle case and of the slowest twentieth. */
export function summarizePlainly(evaluation: Evaluation): string {
  const { engines, cases, results } = evaluation;
  const width = Math.max(6, ...engines.map(({ label }) => label.length));
  const head = ["engine".padEnd(width), ...COLUMNS.map((name) => name.padStart(8)), "chars/s", "p95 s"].join("  ");
  const rows = engines.map(({ id, label }) => {
    const own = results.filter(({ engineId }) => engineId === id);
    const counts = COLUMNS.map((name) => String(own.filter(({ outcome }) => outcome === name).length).padStart(8));
    const written = own.filter(({ characters, seconds }) => characters > 0 && seconds > 0);
    const speed = quantile(
      written.map(({ characters, seconds }) => characters / seconds),
      0.5,
    );
    const slow = quantile(
      own.map(({ seconds }) => seconds),
      0.95,
    );
    return [label.padEnd(width), ...counts, speed.toFixed(0).padStart(7), slow.toFixed(2).padStart(5)].join("  ");
  });
  const agreement = graderAgreement(evaluation);
  const { same } = agreement.withItself;
  const { separation } = agreement.withEquality;
  const graded =
    agreement.graded + agreement.refusals === 0
      ? []
      : [
          `Graded twice: ${agreement.graded}, the same both times: ${percent(same)}; equal texts were graded better than others in ${percent(separation)} of pairs (50% tells nothing); questions without a grade: ${agreement.refusals}.`,
        ];
  return [`${cases.length} cases`, head, ...rows, ...graded].map((line) => `${line}\n`).join("");
}

function percent(share: number | undefined): string {
  return share === undefined ? "-" : `${Math.round(share * 100)}%`;
}

/** The value below which so large a share lies; 0 of none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
