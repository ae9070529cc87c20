import type { LocalFailure } from "./localFailure.ts";

/** What windows are scored as answers to. Line ends are `\n`. */
export interface ScoreTask {
  /** The window as it was. */
  readonly original: string;
  /** What the chat model wrote of the piece that is open. */
  readonly sketch: string;
  /** What was said of the change; empty if nothing is known. */
  readonly instruction: string;
  readonly path: string | undefined;
  /** VS Code language id. */
  readonly language: string | undefined;
}

/** How likely a model finds that one window is its answer. */
export interface WindowScore {
  /** The natural logarithm of the probability, given the prompt and what all windows begin with: 0 at most. */
  readonly logLikelihood: number;
  /** Whether all of the window was read. If it was not, the likelihood is that of its beginning, so the window is no likelier. */
  readonly isWhole: boolean;
}

/** The result of scoring: a score for each window, in their order. */
export type Scoring = { readonly type: "scored"; readonly scores: readonly WindowScore[] } | LocalFailure;

/**
 * The port to a model that tells how likely texts are as answers to one task, and writes none. Expected failures are values; it throws
 * only what `signal` aborts with.
 */
export interface WindowScorer {
  /** As the user reads it. */
  readonly name: string;
  /**
   * Scores windows, at least two. `enough`: it stops reading as soon as one of them is so certain among all, from 0 to 1, whatever
   * the rest of the others is; `undefined`: it reads them all.
   */
  score(task: ScoreTask, windows: readonly string[], enough: number | undefined, signal: AbortSignal): Promise<Scoring>;
}

/**
 * Finds the window with the highest score, and its share of all likelihoods, or at least that if others were not read to their end.
 * `undefined` if there is none, or if the best one is itself not whole, so that nobody knows.
 */
export function likeliest(
  scores: readonly WindowScore[],
): { readonly index: number; readonly certainty: number } | undefined {
  const logs = scores.map(({ logLikelihood }) => logLikelihood);
  const most = logs.reduce((best, log) => Math.max(best, log), -Infinity);
  const index = logs.indexOf(most);
  if (scores[index]?.isWhole !== true || !Number.isFinite(most)) return undefined;
  // Less the highest one, so that none of the powers is too large for a number.
  return { index, certainty: 1 / logs.reduce((sum, log) => sum + Math.exp(log - most), 0) };
}
