import type { BatchVerifier, Verdict } from "./batchVerifier.ts";
import { draftFrom, draftSources, follow, startOf } from "./draftSources.ts";

/** What a speculative decoding does. */
export interface SpeculationTask {
  /** Token texts that the answer may repeat, the likeliest first; the first one is followed from its start. */
  readonly drafts: readonly (readonly number[])[];
  /** The answer ends with the first of these, which is not part of it. */
  readonly ends: ReadonlySet<number>;
  /** The answer has at most so many tokens. */
  readonly maxTokens: number;
  /** Most draft tokens in one pass. */
  readonly maxDraft: number;
  /** Draft tokens in the pass after a mismatch; it doubles with each draft that is accepted whole. */
  readonly firstDraft: number;
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
 * Decodes greedily with drafts. The tokens are those that the verifier would give one by one, whatever the drafts are, in
 * no more passes, as long as it tells each token that it chooses. Throws only what `signal` aborts with.
 */
export async function* speculate<Failure>(
  verifier: BatchVerifier<Failure>,
  task: SpeculationTask,
  signal: AbortSignal,
): AsyncGenerator<SpeculationEvent<Failure>> {
  const sources = draftSources(task.drafts);
  const output: number[] = [];
  let state = startOf(sources);
  let size = task.maxDraft;
  let isKnown = true;
  let counts: SpeculationCounts = { tokens: 0, drafted: 0, accepted: 0, mismatches: 0, passes: 0 };
  while (output.length < task.maxTokens) {
    signal.throwIfAborted();
    const room = task.maxTokens - output.length;
    const draft: readonly number[] =
      isKnown && (state.place?.matched ?? 0) >= task.minMatched
        ? draftFrom(sources, state.place, Math.min(size, room - 1))
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
    if (!isPlain) size = accepted === draft.length ? Math.min(task.maxDraft, size * 2) : task.firstDraft;
    counts = {
      tokens: counts.tokens + tokens.length,
      drafted: counts.drafted + draft.length,
      accepted: counts.accepted + accepted,
      mismatches: counts.mismatches + (accepted < draft.length && !(isEnd && isKnown) ? 1 : 0),
      passes: counts.passes + (isPlain ? tokens.length + (isEnd ? 1 : 0) : 1),
    };
    output.push(...tokens);
    if (tokens.length > 0) yield { type: "step", tokens, counts };
    if (isEnd) {
      yield { type: "end", reason: "stop", counts };
      return;
    }
    state = follow(sources, state, output, output.length - tokens.length);
  }
  yield { type: "end", reason: "length", counts };
}

interface Answer {
  readonly tokens: readonly number[];
  readonly accepted: number;
  readonly isEnd: boolean;
}

/** The tokens of a verdict that count: the draft's as long as the model chooses them, then its own; none from an end on. */
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
