import type {
  ControlledEvaluateIndexOutput,
  ControlledEvaluateInputItem,
  LlamaContextSequence,
  Token,
} from "node-llama-cpp";
import type { BatchVerifier, Verdict } from "../../core/speculation/batchVerifier.ts";
import { messageOf } from "./llama.ts";
import type { EngineFailure } from "../protocol.ts";

/** Stands for every token that ends an answer; no token has this id. */
export const END_TOKEN = -1;

/** How many tokens are read at once; a cancelled request ends after one batch. */
export const BATCH_TOKENS = 512;

/** How many tokens are scored at once: more would not be quicker, and what is known of each lies in memory until all are done. */
const SCORED_TOKENS = 128;

/**
 * How many tokens are looked at after each place, the likeliest ones. All of a vocabulary would take twelve milliseconds, since the library
 * sorts them and hands them over one by one. What is left out of a vocabulary of 150,000 is less than a hundredth for a model that knows
 * what it is doing, and counts the same for each text that is compared there.
 */
const KEPT_TOKENS = 1_024;

/** Less than this counts as this, so that one token of a typing mistake does not hide all others. */
const LEAST_PROBABILITY = 1e-9;

/** How likely a token is at a place: the natural logarithm of its probability. */
export type LogLikelihood = (token: number) => number;

/**
 * In strict mode each batch is filled up to a multiple of this many tokens: then the library computes each row in the same way, whatever
 * stands beside it.
 */
const STRICT_ROWS = 4;

/** A model with what it has read: the verifier of the accept loop, which keeps what texts that follow each other share. */
export class LlamaVerifier implements BatchVerifier<EngineFailure> {
  readonly #sequence: LlamaContextSequence;
  readonly #isStrict: boolean;
  /** What the model has read, in order. Empty after a failure, when nobody knows. */
  #cells: readonly number[] = [];
  #prompt: readonly number[] = [];

  constructor(sequence: LlamaContextSequence, isStrict: boolean) {
    this.#sequence = sequence;
    this.#isStrict = isStrict;
  }

  /**
   * Reads a prompt, except what it shares with what was read before, and its last token, which the first pass reads. Returns how many of
   * its tokens were there already. Throws what the library throws.
   */
  async read(prompt: readonly number[], signal: AbortSignal): Promise<number> {
    this.#prompt = prompt;
    if (this.#cells.length === 0) await this.clear();
    const kept = await this.#keep(prompt.slice(0, -1));
    for (let at = kept; at < prompt.length - 1; at += BATCH_TOKENS) {
      signal.throwIfAborted();
      await this.#evaluate(prompt.slice(at, Math.min(at + BATCH_TOKENS, prompt.length - 1)), false);
    }
    return kept;
  }

  async verify(
    output: readonly number[],
    draft: readonly number[],
    signal: AbortSignal,
  ): Promise<Verdict<EngineFailure>> {
    signal.throwIfAborted();
    const text = [...this.#prompt, ...output];
    try {
      const kept = await this.#keep(text.slice(0, -1));
      const next = await this.#evaluate([...text.slice(kept), ...draft], true, text.length - kept - 1);
      return { type: "tokens", next };
    } catch (error) {
      return { type: "failed", failure: { type: "bad-answer", message: libraryFailure(error) } };
    }
  }

  async generate(output: readonly number[], count: number, signal: AbortSignal): Promise<Verdict<EngineFailure>> {
    const next: number[] = [];
    while (next.length < count) {
      const verdict = await this.verify([...output, ...next], [], signal);
      if (verdict.type === "failed") return verdict;
      const [token] = verdict.next;
      if (token === undefined) break;
      next.push(token);
      if (token === END_TOKEN) break;
    }
    return { type: "tokens", next };
  }

  /**
   * Reads a text, except what it shares with what was read before, and its last token. Yields, for each of its places from `from` on, which
   * is at least 1, how likely tokens are there. Throws what the library throws.
   */
  async *expect(text: readonly number[], from: number, signal: AbortSignal): AsyncGenerator<LogLikelihood> {
    if (this.#cells.length === 0) await this.clear();
    // What comes after a token is known when that token is read, so the one before the first place is read anew.
    const kept = await this.#keep(text.slice(0, from - 1));
    for (let at = kept; at < text.length - 1;) {
      signal.throwIfAborted();
      const isAsked = at >= from - 1;
      const end = isAsked ? Math.min(at + SCORED_TOKENS, text.length - 1) : Math.min(at + BATCH_TOKENS, from - 1);
      const results = await this.#decode(text.slice(at, end), () => (isAsked ? PROBABILITIES : undefined));
      at = end;
      if (isAsked) for (const result of results) yield logLikelihoods(result?.next.probabilities);
    }
  }

  /** Forgets all that was read. */
  async clear(): Promise<void> {
    this.#cells = [];
    await this.#sequence.clearHistory();
  }

  /** Takes back everything from the first token on that differs from `text`. Returns how many are left. */
  async #keep(text: readonly number[]): Promise<number> {
    let same = 0;
    while (same < text.length && same < this.#cells.length && text[same] === this.#cells[same]) same++;
    if (same === this.#cells.length) return same;
    const end = this.#cells.length;
    // If this fails, nothing is known of what the model has read.
    this.#cells = [];
    await this.#sequence.eraseContextTokenRanges([{ start: same, end }]);
    this.#cells = text.slice(0, same);
    return same;
  }

  /** Evaluates one batch; returns what the model chooses after each token from index `from` on, if that `isAsked`. */
  async #evaluate(tokens: readonly number[], isAsked: boolean, from = 0): Promise<number[]> {
    // Nothing else may be asked for: probabilities sort the whole vocabulary for each token.
    const results = await this.#decode(tokens, (index) => (isAsked && index >= from ? CHOICE : undefined));
    if (!isAsked) return [];
    return results.slice(from).map((result) => {
      const token = result?.next.token;
      return token === undefined || token === null || this.#sequence.model.isEogToken(token) ? END_TOKEN : token;
    });
  }

  /** Reads one batch, and returns what was asked for after each of its tokens. */
  async #decode(
    tokens: readonly number[],
    askedAfter: (index: number) => Asked | undefined,
  ): Promise<readonly (ControlledEvaluateIndexOutput | undefined)[]> {
    const filling = this.#isStrict ? (STRICT_ROWS - (tokens.length % STRICT_ROWS)) % STRICT_ROWS : 0;
    const first = tokens[0];
    if (first === undefined) return [];
    const input = [...tokens, ...Array<number>(filling).fill(first)].map(
      (token, index): ControlledEvaluateInputItem => {
        const asked = index < tokens.length ? askedAfter(index) : undefined;
        return asked === undefined ? (token as Token) : [token as Token, { generateNext: asked }];
      },
    );
    const read = [...this.#cells, ...tokens];
    this.#cells = [];
    const results = await this.#sequence.controlledEvaluate(input);
    if (filling > 0) {
      const range = { start: read.length, end: read.length + filling };
      await this.#sequence.eraseContextTokenRanges([range]);
    }
    this.#cells = read;
    return tokens.map((_, index) => results[index]);
  }
}

type Asked = NonNullable<Exclude<ControlledEvaluateInputItem, Token>[1]["generateNext"]>;

const CHOICE: Asked = { token: true };

/** Of a sampler that draws by chance from the likeliest tokens as they are; what it draws is not looked at. */
const PROBABILITIES: Asked = {
  probabilities: true,
  options: { temperature: 1, topK: KEPT_TOKENS, topP: 1, minP: 0, seed: 0 },
};

/** A token that is not among the likeliest is at most as likely as the last of them. */
function logLikelihoods(probabilities: ReadonlyMap<Token, number> | undefined): LogLikelihood {
  if (probabilities === undefined) throw new Error("it tells no probabilities");
  return (token) => {
    const known = probabilities.get(token as Token);
    const probability = known ?? [...probabilities.values()].reduce((least, one) => Math.min(least, one), 1);
    return Math.log(Math.min(1, Math.max(LEAST_PROBABILITY, probability)));
  };
}

/** Describes to the user how the library failed. */
export function libraryFailure(error: unknown): string {
  return `The local engine failed (${messageOf(error)}). Apply again, or choose another model.`;
}
