import { isLeftOut } from "../merge/pieces.ts";
import { STRUCTURAL, type ApplyEvent, type StepFailure } from "./applyEvents.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { askAboutPieces } from "./choiceQuestion.ts";
import type { ChoiceQuestion, Chooser, PieceChoice } from "../models/chooser.ts";
import { decidePieces } from "./decidePieces.ts";
import type { ModelFailure, ModelUsage } from "../models/model.ts";
import type { Ambiguous } from "./outcome.ts";

/** What asking came to. */
export interface Asked {
  /** A choice counts, and `done` was yielded. */
  readonly isDone: boolean;
  readonly failures: readonly StepFailure[];
  /** Ids of those who cannot be reached, so that nothing else need be asked of them. */
  readonly unreachable: ReadonlySet<string>;
}

/** A user waits for each of them. */
const MOST_QUESTIONS = 3;

/** Whoever fails in one of these ways for a small question does so for a large one. */
const UNREACHABLE: ReadonlySet<ModelFailure["type"]> = new Set([
  "no-key",
  "bad-key",
  "billing",
  "rate-limited",
  "overloaded",
  "not-found",
  "timeout",
  "unreachable",
]);

/**
 * Asks choosers what open pieces mean, one after the other, three at most: the step between the structural engine and the rewriters. The
 * first choice that decides everything and that the proof holds for is taken, with `done` as the last event.
 */
export async function* askChoosers(
  request: ApplyRequest,
  outcome: Ambiguous,
  choosers: readonly Chooser[],
  signal: AbortSignal,
): AsyncGenerator<ApplyEvent, Asked> {
  const failures: StepFailure[] = [];
  const unreachable = new Set<string>();
  const question = choosers.length === 0 ? undefined : askAboutPieces(request, outcome);
  if (question === undefined) return { isDone: false, failures, unreachable };
  for (const chooser of choosers.slice(0, MOST_QUESTIONS)) {
    signal.throwIfAborted();
    const { id, name: engine } = chooser;
    yield { type: "step", engine, asks: question.pieces.length };
    const answer = yield* readAnswer(chooser, question, signal);
    if (answer.type === "failed") {
      if (UNREACHABLE.has(answer.failure.type)) unreachable.add(id);
      failures.push({ engine, message: answer.failure.message });
      continue;
    }
    const decided = answer.type === "chosen" ? decidePieces(request, outcome, question, answer.choice) : answer;
    if (decided.type !== "decided") {
      failures.push({ engine, message: `Asked for a choice: ${decided.reason}`, isUndecided: true });
      continue;
    }
    const { text, proof, pieces } = decided.outcome;
    const reported = [{ engine: STRUCTURAL, message: outcome.reason }, ...failures];
    yield { type: "text", text, isCopied: true };
    const choices = chosenAlternatives(answer);
    const own = outcome.pieces.filter(isLeftOut).filter(({ index }) => choices?.has(index));
    const known = choices && { decided: { sure: question.text, pieces: own, choices } };
    yield { type: "done", text, proof, pieces, engine, usage: answer.usage, failures: reported, ...known };
    return { isDone: true, failures, unreachable };
  }
  return { isDone: false, failures, unreachable };
}

/** By number of the piece; `undefined` if edits say what is meant. */
function chosenAlternatives(answer: Answer): ReadonlyMap<number, number> | undefined {
  if (answer.type !== "chosen" || answer.choice.edits.length > 0) return undefined;
  return new Map(
    [...answer.choice.choices].flatMap(([index, choice]) => (choice === "none" ? [] : [[index, choice] as const])),
  );
}

type Answer = { readonly usage: ModelUsage | undefined } & (
  | { readonly type: "chosen"; readonly choice: PieceChoice }
  | { readonly type: "undecided"; readonly reason: string }
  | { readonly type: "failed"; readonly failure: ModelFailure }
);

async function* readAnswer(
  chooser: Chooser,
  question: ChoiceQuestion,
  signal: AbortSignal,
): AsyncGenerator<ApplyEvent, Answer> {
  let usage: ModelUsage | undefined;
  for await (const event of chooser.choose(question, signal)) {
    signal.throwIfAborted();
    if (event.type !== "usage") return { ...event, usage };
    usage = event.usage;
    yield event;
  }
  signal.throwIfAborted();
  return { type: "undecided", reason: "It broke off before the end of its answer.", usage };
}
