import type { BatchVerifier, Verdict } from "./batchVerifier.ts";
import { draftFrom, draftSources, follow, startOf } from "./draftSources.ts";

/** What a speculative decoding does. */
export interface SpeculationTask {
  /** Token texts that the answer may repeat, the likeliest first; the first one is followed from its start. */
  readonly drafts: readonly (readonly number[])[];
  /** The answer ends with the first of these, which is not part of it. */
  readonly ends: ReadonlySet<number>;
  /** How many tokens the answer may have at most. */
  readonly maxTokens: number;
  /**
   * How many tokens a draft may have, ascending (`draftLengthsFrom`). The last one comes first; a draft that is not accepted
   * whole falls back to the first one, and each that is goes up by one. Shorter drafts only where a source or the answer ends.
   */
  readonly draftLengths: readonly number[];
  /**
   * How many draft tokens may be rejected for each token of the answer, besides twice the longest length. As long as that is used up, there
   * are only shorter drafts, or none. `Infinity` if a draft costs no more than a plain token.
   */
  readonly rejectedPerToken: number;
  /** How many tokens before a draft have to be the last ones of the output, unless it is the first one. */
  readonly minMatched: number;
  /** How many tokens are asked for at once while no draft is at hand. */
  readonly plainTokens: number;
}

/** What a speculative decoding has done so far. */
export interface SpeculationCounts {
  readonly tokens: number;
  /** Draft tokens that the model was shown. */
  readonly drafted: number;
  /** Draft tokens that became part of the answer. */
  readonly accepted: number;
  /** Drafts that were not accepted whole. */
  readonly mismatches: number;
  /** Forward passes after the one that reads the prompt: a draft takes one, each token without a draft one. */
  readonly passes: number;
}

/** What comes of it, in order: steps, then `end` or `failed` as the last event. */
export type SpeculationEvent<Failure> =
  | { readonly type: "step"; readonly tokens: readonly number[]; readonly counts: SpeculationCounts }
  | { readonly type: "end"; readonly reason: "stop" | "length"; readonly counts: SpeculationCounts }
  | { readonly type: "failed"; readonly failure: Failure; readonly counts: SpeculationCounts };

/**
 * Decodes greedily with drafts: speculative edits. A model can look at many tokens in one pass in far less time than it needs
 * to write them one by one. So it is shown what the answer is likely to be, and tells for each token what it would have chosen
 * in its place. Up to the first difference the draft is the answer, and the token that differs is the model's own choice, so
 * even a wrong draft gives one token.
 *
 *     sources   merged: a b c d e f g END     sketch: c D e
 *     shown     a b c d         chosen  a b c D      the output is a b c D: three are accepted, and one is the model's
 *     shown     e               chosen  e f          c D stand in the sketch, so it goes on with e; the output ends with e f
 *     shown     g END           chosen  g END        e f stand in the merged text: the answer is whole after three passes
 *
 * The answer is the one that the verifier gives token by token, whatever the drafts are, in no more passes, as long as it tells
 * each token that it chooses. With a draft that is the answer throughout and lengths of k - 1, an answer of n tokens, its end
 * counted, takes ceil(n / k) passes, and one more that reads the prompt. A draft that is no good costs at most
 * `2 * longest + rejectedPerToken * n` tokens that the model looks at in vain.
 *
 * Beside the verifier's work it takes time linear in the length of sources and output, with a bound on what is read at each
 * place where the output leaves its draft (`follow`).
 *
 * After Cursor's post on instant apply (May 2024), whose speculative edits draft from the file; speculative decoding, with the
 * proof that the answer stays the same: Leviathan, Kalman, Matias (2023); drafts from the prompt, found by the last tokens:
 * prompt lookup decoding (Saxena 2023). Here the merged guess is the first source, and sketch and file are the others.
 *
 * Throws only what `signal` aborts with.
 */
export async function* speculate<Failure>(
  verifier: BatchVerifier<Failure>,
  task: SpeculationTask,
  signal: AbortSignal,
): AsyncGenerator<SpeculationEvent<Failure>> {
  const { draftLengths, minMatched } = task;
  const sources = draftSources(task.drafts);
  const output: number[] = [];
  let state = startOf(sources);
  /** Index of the longest length that the next draft may have. */
  let level = draftLengths.length - 1;
  let isKnown = true;
  let counts: SpeculationCounts = { tokens: 0, drafted: 0, accepted: 0, mismatches: 0, passes: 0 };
  while (output.length < task.maxTokens) {
    signal.throwIfAborted();
    const room = task.maxTokens - output.length;
    const left = allowance(task, counts);
    level = draftLengths.findLastIndex((length, index) => index <= level && length <= left);
    const isLikely: boolean = isKnown && (state.place?.matched ?? 0) >= minMatched;
    const draft: readonly number[] = isLikely
      ? draftFrom(sources, state.place, Math.min(draftLengths[level] ?? 0, room - 1))
      : [];
    const isPlain = draft.length === 0;
    const verdict: Verdict<Failure> = isPlain
      ? await verifier.generate(output, Math.min(task.plainTokens, room), signal)
      : await verifier.verify(output, draft, signal);
    if (verdict.type === "failed") {
      yield { ...verdict, counts };
      return;
    }
    const { tokens, accepted, isEnd } = readAnswer(verdict.next, draft, task.ends, room);
    isKnown = isPlain || tokens.length + (isEnd ? 1 : 0) > accepted;
    level = isPlain ? Math.max(0, level) : accepted === draft.length ? Math.min(level + 1, draftLengths.length - 1) : 0;
    counts = {
      tokens: counts.tokens + tokens.length,
      drafted: counts.drafted + draft.length,
      accepted: counts.accepted + accepted,
      mismatches: counts.mismatches + (accepted < draft.length && !(isEnd && isKnown) ? 1 : 0),
      passes: counts.passes + (isPlain ? tokens.length + (isEnd ? 1 : 0) : 1),
    };
    for (const token of tokens) output.push(token);
    if (tokens.length > 0) yield { type: "step", tokens, counts };
    if (isEnd) {
      yield { type: "end", reason: "stop", counts };
      return;
    }
    state = follow(sources, state, output, output.length - tokens.length);
  }
  yield { type: "end", reason: "length", counts };
}

/** Computes how many more draft tokens may be rejected. */
function allowance({ draftLengths, rejectedPerToken }: SpeculationTask, counts: SpeculationCounts): number {
  const allowed = 2 * (draftLengths.at(-1) ?? 0) + rejectedPerToken * (counts.tokens + 1);
  return allowed - (counts.drafted - counts.accepted);
}

interface Answer {
  readonly tokens: readonly number[];
  readonly accepted: number;
  readonly isEnd: boolean;
}

/** Reads the tokens of a verdict that count: the draft's as long as the model chooses them, then its own; none from an end on. */
function readAnswer(
  next: readonly (number | undefined)[],
  draft: readonly number[],
  ends: ReadonlySet<number>,
  room: number,
): Answer {
  let accepted = 0;
  while (accepted < draft.length && next[accepted] === draft[accepted]) accepted++;
  const chosen = draft.length === 0 ? next : next.slice(0, accepted + 1);
  const tokens: number[] = [];
  for (const token of chosen) {
    if (token === undefined || tokens.length === room) break;
    if (ends.has(token)) return { tokens, accepted: Math.min(accepted, tokens.length), isEnd: true };
    tokens.push(token);
  }
  return { tokens, accepted: Math.min(accepted, tokens.length), isEnd: false };
}
