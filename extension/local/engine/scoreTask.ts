import { openingOf, promptFamilies, scoringMessages, wrapDraft } from "../../core/models/prompts.ts";
import { likeliest } from "../../core/models/windowScorer.ts";
import type { EngineAnswer, EngineFailure, EngineRequest } from "../protocol.ts";
import type { LoadedModel } from "./loadedModel.ts";
import { ROOM } from "./rewriteTask.ts";

/** Tokens of all windows together, without what all begin with. More take about as long to read as a window takes to write. */
const MOST_TOKENS = 4_096;

/** A window on the way. */
interface Reading {
  /** The prompt, and the window as the model would write it. */
  readonly tokens: readonly number[];
  /** How many of them are counted. */
  known: number;
  logLikelihood: number;
}

type Scored =
  Omit<Extract<EngineAnswer, { type: "scored" }>, "id"> | { readonly type: "failed"; readonly failure: EngineFailure };

/**
 * Computes how likely the model finds each window as its answer to the task. The prompt is read once, and so is what windows begin with
 * alike. What all begin with does not count, since it is equally likely for each, and what all end with counts up to its first token: that
 * says that nothing is left to change. The library cannot read several continuations of one text side by side, so they come one after the
 * other, each in batches from where it differs from those before it.
 *
 * What is known about the beginning of a window bounds what the whole window can be. So the likeliest beginning is read on first, and the
 * search ends as soon as a whole window is certain `enough`, whatever the others would come to (best-first search, as in branch and bound):
 *
 *     windows   a b C d e     a b c D e     a b c d E          all begin with a b
 *     read      a b c d E, and with it how likely C is after b, D after c:  -9.1, and at most -0.2 and -7.5
 *     read      C d e, for that is the likeliest                            -0.3; the others cannot come near, so D e is not read
 *
 * Throws only the reason of an abort of `signal`, and what the library throws.
 */
export async function scoreTask(
  model: LoadedModel,
  { task, windows, enough }: Extract<EngineRequest, { type: "score" }>,
  signal: AbortSignal,
): Promise<Scored> {
  const family = promptFamilies[model.family];
  const { original, sketch, instruction, path, language } = task;
  const asked = { original, sketch, instruction, conversation: [], path, language, draft: "" };
  const opening = openingOf(family.wrapper);
  const prompt = model.promptTokens(scoringMessages(family, asked), opening);
  const whole = windows.map((window) => [
    ...prompt,
    ...model.tokenize(wrapDraft(window, family.wrapper).slice(opening.length)),
  ]);
  const shared = whole.reduce((least, text) => Math.min(least, sharedLength(text, whole[0] ?? [])), Infinity);
  const texts = withoutSameEnd(whole, shared);
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const all = texts.reduce((sum, text) => sum + text.length - shared, 0);
  if (longest > model.contextTokens - ROOM || all > MOST_TOKENS) return { type: "failed", failure: tooLong };
  const start = performance.now();
  const cachedTokens = await model.verifier.read((texts[0] ?? []).slice(0, shared), signal);
  const read = performance.now();
  const readings = texts.map((tokens): Reading => ({ tokens, known: shared, logLikelihood: 0 }));
  let tokens = 0;
  for (let next = toRead(readings, enough); next !== undefined; next = toRead(readings, enough)) {
    tokens += await readOn(model, next, readings, signal);
  }
  const spent = { prefillMs: read - start, scoreMs: performance.now() - read };
  return {
    type: "scored",
    scores: readings.map(scoreOf),
    figures: { promptTokens: prompt.length, cachedTokens: Math.min(cachedTokens, prompt.length), ...spent, tokens },
  };
}

/** Cuts the texts after the first token of what all of them end with, which lies after the `shared` tokens that all begin with. */
function withoutSameEnd(texts: readonly (readonly number[])[], shared: number): readonly (readonly number[])[] {
  const [first = []] = texts;
  const most = texts.reduce((least, text) => Math.min(least, text.length), Infinity) - shared;
  const isSame = (length: number): boolean => texts.every((text) => text.at(-1 - length) === first.at(-1 - length));
  let same = 0;
  while (same < most && isSame(same)) same++;
  return same < 2 ? texts : texts.map((text) => text.slice(0, text.length - same + 1));
}

/** Chooses the likeliest one so far, of equal ones the one that tells most about the others; `undefined` if nothing is left to know. */
function toRead(readings: readonly Reading[], enough: number | undefined): Reading | undefined {
  const certainty = likeliest(readings.map(scoreOf))?.certainty ?? 0;
  if (enough !== undefined && certainty >= enough) return undefined;
  const sharing = (one: Reading): number =>
    readings.reduce(
      (most, other) => (other === one ? most : Math.max(most, sharedLength(one.tokens, other.tokens))),
      0,
    );
  const [next] = readings
    .filter((reading) => reading.known < reading.tokens.length)
    .sort((a, b) => b.logLikelihood - a.logLikelihood || sharing(b) - sharing(a));
  return next;
}

/** Reads a window to its end, and counts what this tells about the others. Returns how many tokens were read. */
async function readOn(
  { verifier }: LoadedModel,
  next: Reading,
  readings: readonly Reading[],
  signal: AbortSignal,
): Promise<number> {
  const start = next.known;
  const alike = readings.map((reading) => ({ reading, length: sharedLength(reading.tokens, next.tokens) }));
  let at = start;
  for await (const likelihood of verifier.expect(next.tokens, at, signal)) {
    for (const { reading, length } of alike) {
      const token = reading.tokens[at];
      if (reading.known !== at || length < at || token === undefined) continue;
      reading.logLikelihood += likelihood(token);
      reading.known++;
    }
    at++;
  }
  return at - start;
}

function scoreOf({ tokens, known, logLikelihood }: Reading): {
  readonly logLikelihood: number;
  readonly isWhole: boolean;
} {
  return { logLikelihood, isWhole: known === tokens.length };
}

function sharedLength(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
}

const tooLong: EngineFailure = {
  type: "too-long",
  message:
    "What the sketch may mean takes more tokens than the local model reads to choose from it. Show a smaller part in the sketch, or choose another provider.",
};
