/** Where a draft begins. */
export interface DraftPlace {
  /** Index into the sources. */
  readonly source: number;
  readonly position: number;
  /** How many tokens before it are also the last ones of the output; 0 for a place that is only likely. */
  readonly matched: number;
}

/** Token texts that an answer is likely to repeat, the likeliest first. */
export interface DraftSources {
  readonly texts: readonly (readonly number[])[];
  /** For each text, where each token stands in it, ascending. */
  readonly places: readonly ReadonlyMap<number, readonly number[]>[];
}

/** How far the output has come. */
export interface DraftState {
  /** Where the output goes on, as far as it is known. */
  readonly place: DraftPlace | undefined;
  /** For each source, where the output has left it, so that what comes next is likely to lie ahead of it. */
  readonly frontiers: readonly number[];
}

export function draftSources(texts: readonly (readonly number[])[]): DraftSources {
  return { texts, places: texts.map(placesOf) };
}

function placesOf(text: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [index, token] of text.entries()) {
    const known = places.get(token);
    if (known) known.push(index);
    else places.set(token, [index]);
  }
  return places;
}

/** Before the first token, at the start of the first source. */
export function startOf({ texts }: DraftSources): DraftState {
  const isEmpty = (texts[0]?.length ?? 0) === 0;
  return {
    place: isEmpty ? undefined : { source: 0, position: 0, matched: LONGEST_ANCHOR },
    frontiers: texts.map(() => 0),
  };
}

/** The next tokens from a place, at most `count`. */
export function draftFrom({ texts }: DraftSources, place: DraftPlace | undefined, count: number): readonly number[] {
  return place ? (texts[place.source]?.slice(place.position, place.position + count) ?? []) : [];
}

/** The state after `output` has grown by the tokens from index `from` on: along the draft, or re-anchored. */
export function follow(sources: DraftSources, state: DraftState, output: readonly number[], from: number): DraftState {
  const { place } = state;
  const text = place && sources.texts[place.source];
  let position = place?.position ?? 0;
  let at = from;
  while (text && at < output.length && position < text.length && text[position] === output[at]) {
    position++;
    at++;
  }
  const frontiers = state.frontiers.map((frontier, index) => (index === place?.source ? position : frontier));
  if (at === output.length && place && text && position < text.length) {
    return { place: { ...place, position, matched: place.matched + at - from }, frontiers };
  }
  const left = place && { source: place.source, position, matched: place.matched + at - from };
  const found = anchor(sources, output, frontiers, left, output.length - at);
  return { place: found, frontiers };
}

/**
 * Finds where the output goes on: the place, in any source, before which stand the most of its last tokens. Of equal ones
 * it takes the nearest ahead. A place is worth trying however weak it is, since a pass over a wrong draft still gives a token.
 *
 * @param left where the output has left its draft
 * @param since how many tokens it has had since then
 */
function anchor(
  sources: DraftSources,
  output: readonly number[],
  frontiers: readonly number[],
  left: DraftPlace | undefined,
  since: number,
): DraftPlace | undefined {
  let best: DraftPlace | undefined;
  let bestScore = -Infinity;
  const offer = (place: DraftPlace, strength: number): void => {
    const text = sources.texts[place.source];
    if (text === undefined || place.position >= text.length) return;
    const score = strength - distancePenalty(place, frontiers[place.source] ?? 0);
    if (score <= bestScore) return;
    best = place;
    bestScore = score;
  };
  const last = output.at(-1);
  if (last === undefined) return undefined;
  for (const [source, text] of sources.texts.entries()) {
    for (const index of sources.places[source]?.get(last) ?? []) {
      const matched = commonTail(text, index, output);
      offer({ source, position: index + 1, matched }, matched - (source === 0 ? 0 : OTHER_SOURCE));
    }
  }
  // One token in the place of another: the draft goes on after it.
  if (left && since <= MOST_REPLACED) offer({ ...left, position: left.position + since, matched: 0 }, REPLACED);
  return best;
}

/** What a place is worth less the farther it is from where the output has left its source, in tokens of a match. */
function distancePenalty({ position }: DraftPlace, frontier: number): number {
  const distance = position - frontier;
  return distance >= 0 ? Math.min(1, distance / 2_000) : BEHIND + Math.min(1, -distance / 2_000);
}

/** How many tokens up to `index` are also the last ones of the output, up to `LONGEST_ANCHOR`. */
function commonTail(text: readonly number[], index: number, output: readonly number[]): number {
  const most = Math.min(LONGEST_ANCHOR, index + 1, output.length);
  let length = 0;
  while (length < most && text[index - length] === output[output.length - 1 - length]) length++;
  return length;
}

/** A longer match says no more. */
const LONGEST_ANCHOR = 32;
const OTHER_SOURCE = 0.5;
const BEHIND = 2;
const REPLACED = 1.2;
const MOST_REPLACED = 1;
