import { estimateTokens } from "../models/tokens.ts";
import type { CaseResult, EvaluationCase } from "./evaluation.ts";

/** US dollars for a million tokens. */
export interface Price {
  readonly sent: number;
  readonly answered: number;
}

/** What an evaluation asks of a model for one case. */
export type Asking = "choice" | "auto" | "rewriter" | "exact-edits" | "grader" | "planner";

/** Someone who is to be sent something, and for what. */
export interface Receiver {
  readonly asking: Asking;
  /** As the user knows it. */
  readonly name: string;
  /** Where it goes, such as `https://api.openai.com`. */
  readonly origin: string;
  /** `undefined` if it is not known. */
  readonly price: Price | undefined;
}

/** What goes to one receiver in all. It is an estimate: what the merge is sure of is not asked, and what fails is asked again. */
export interface Sending extends Receiver {
  readonly requests: number;
  readonly tokens: { readonly sent: number; readonly answered: number };
  /** US dollars; `undefined` if no price is known. */
  readonly cost: number | undefined;
}

/** Tokens of instructions around what is asked. */
const WORDS: Readonly<Record<Asking, number>> = {
  choice: 700,
  auto: 1_000,
  rewriter: 300,
  "exact-edits": 900,
  grader: 600,
  planner: 1_600,
};

/** Tokens of short answers. */
const SHORT = 200;

/** Tokens of a planner's answer. */
const PLANNED = 600;

/** A case whose answer may be `undefined`, since a planner is still to write it. */
export type CaseToSend = Pick<EvaluationCase, "original" | "instruction"> & {
  readonly answer: EvaluationCase["answer"] | undefined;
};

/** Estimates how much is sent to a receiver for these cases. `times`: results that a grader sees of each case. */
export function estimateSending(receiver: Receiver, cases: readonly CaseToSend[], times = 1): Sending {
  const { asking, price } = receiver;
  let [requests, sent, answered] = [0, 0, 0];
  for (const one of cases) {
    const file = estimateTokens(one.original);
    const edit =
      (one.answer === undefined ? PLANNED : estimateTokens(one.answer)) + estimateTokens(one.instruction ?? "");
    const each = {
      choice: { requests: 1, sent: file + 2 * edit, answered: SHORT },
      auto: { requests: 2, sent: 2 * file + 3 * edit, answered: SHORT + file + edit },
      rewriter: { requests: 1, sent: file + edit, answered: file + edit },
      "exact-edits": { requests: 1, sent: file + edit, answered: SHORT + 2 * edit },
      grader: { requests: 2 * times, sent: 2 * times * (3 * file + edit), answered: 2 * times * SHORT },
      planner: { requests: 2, sent: 2 * file + 2 * SHORT + PLANNED, answered: PLANNED + file },
    }[asking];
    requests += each.requests;
    sent += each.sent + each.requests * WORDS[asking];
    answered += each.answered;
  }
  const tokens = { sent, answered };
  return { ...receiver, requests, tokens, cost: price === undefined ? undefined : costOf(tokens, price) };
}

/** Computes what tokens cost, in US dollars. */
export function costOf({ sent, answered }: NonNullable<CaseResult["tokens"]>, price: Price): number {
  return (sent * price.sent + answered * price.answered) / 1_000_000;
}
