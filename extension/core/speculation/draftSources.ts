import { indexPairs, placesNear, type PairIndex } from "./pairIndex.ts";

/** Where a draft begins. */
export interface DraftPlace {
  /** Index into the sources. */
  readonly source: number;
  readonly position: number;
  /** How many tokens before it are also the last ones of the output; at the start of the first source `LONGEST_MATCH`. */
  readonly matched: number;
}

/** Token texts that an answer is likely to repeat, the likeliest first. */
export interface DraftSources {
  readonly texts: readonly (readonly number[])[];
  readonly pairs: readonly PairIndex[];
}

/** How far the output has come. */
export interface DraftState {
  /** Where the output goes on, as far as it is known. */
  readonly place: DraftPlace | undefined;
  /** For each source, where the output has left it, so that what comes next is likely to lie ahead of it. */
  readonly frontiers: readonly number[];
}

/** A longer match says no more. */
const LONGEST_MATCH = 32;
/**
 * How many places of a pair are looked at in each source ahead of its frontier, and how many behind it. On 250 edits of public files more
 * find nothing better.
 */
const MOST_PLACES = 16;
/** How much less a match is worth, in tokens, in another source than the first, and behind the frontier. */
const OTHER_SOURCE = 0.5;
const BEHIND = 2;
/** Of two equal matches the nearer one counts; from so many tokens on all are equally far. */
const FAR = 2_000;

/** Reads and indexes the texts, in time and memory linear in their length. */
export function draftSources(texts: readonly (readonly number[])[]): DraftSources {
  return { texts, pairs: texts.map(indexPairs) };
}

/** Returns the state before the first token: at the start of the first source, or at no place if that is empty. */
export function startOf({ texts }: DraftSources): DraftState {
  const isEmpty = (texts[0]?.length ?? 0) === 0;
  return {
    place: isEmpty ? undefined : { source: 0, position: 0, matched: LONGEST_MATCH },
    frontiers: texts.map(() => 0),
  };
}

/** Returns the next tokens from a place, at most `count`; none without a place. */
export function draftFrom({ texts }: DraftSources, place: DraftPlace | undefined, count: number): readonly number[] {
  return place ? (texts[place.source]?.slice(place.position, place.position + count) ?? []) : [];
}

/**
 * Moves the state on after `output` has grown by the tokens from index `from` on. As long as these are the source's, the place moves along;
 * from the first other one on, and at the end of the source, it is looked for anew (`anchor`). Reads each new token once, and besides that
 * no more than `anchor`.
 */
export function follow(sources: DraftSources, state: DraftState, output: readonly number[], from: number): DraftState {
  const { place } = state;
  const text = place && sources.texts[place.source];
  let position = place?.position ?? 0;
  let at = from;
  while (text && at < output.length && text[position] === output[at]) {
    position++;
    at++;
  }
  const frontiers = state.frontiers.map((frontier, index) => (index === place?.source ? position : frontier));
  const isAlong = at === output.length && place && text && position < text.length;
  return {
    place: isAlong ? { ...place, position, matched: place.matched + at - from } : anchor(sources, output, frontiers),
    frontiers,
  };
}

/**
 * Finds where the output goes on: the place, in any source, before which stand the most of its last tokens, at least two. Of
 * equal matches the first source counts, and in it what is nearest ahead of the frontier. It looks at the places of the last
 * two tokens that are nearest to the frontier, so it reads at most `2 * MOST_PLACES * LONGEST_MATCH` tokens of each source.
 *
 *     source    a b c d e f g      the output has left it at the frontier, before d
 *     output    a b c X Y e f      e f stand together once more: it goes on with g, matched 2
 */
function anchor(
  sources: DraftSources,
  output: readonly number[],
  frontiers: readonly number[],
): DraftPlace | undefined {
  const [first, second] = [output.at(-2), output.at(-1)];
  if (first === undefined || second === undefined) return undefined;
  let best: DraftPlace | undefined;
  let bestWorth = -Infinity;
  for (const [source, text] of sources.texts.entries()) {
    const pairs = sources.pairs[source];
    if (pairs === undefined) continue;
    const frontier = frontiers[source] ?? 0;
    const { ahead, behind } = placesNear(pairs, [first, second], frontier, MOST_PLACES);
    for (const [places, lessFor] of [
      [ahead, 0],
      [behind, BEHIND],
    ] as const) {
      for (const position of places) {
        if (position >= text.length) continue;
        const matched = matchedBefore(text, position, output);
        const less = lessFor + Math.min(1, Math.abs(position - frontier) / FAR) + (source === 0 ? 0 : OTHER_SOURCE);
        if (matched >= 2 && matched - less > bestWorth) {
          best = { source, position, matched };
          bestWorth = matched - less;
        }
        // What is farther away cannot match better.
        if (matched === LONGEST_MATCH) break;
      }
    }
  }
  return best;
}

/** Counts how many tokens before a position are also the last ones of the output, up to `LONGEST_MATCH`. */
function matchedBefore(text: readonly number[], position: number, output: readonly number[]): number {
  const most = Math.min(LONGEST_MATCH, position, output.length);
  let matched = 0;
  while (matched < most && text[position - 1 - matched] === output[output.length - 1 - matched]) matched++;
  return matched;
}
