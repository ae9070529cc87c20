/** A text as what it has from another, each a start and a length in characters, and what it has of its own. */
export type Delta = readonly (string | readonly [start: number, length: number])[];

/** What is shorter is no quotation, and costs more as two numbers. */
export const SHORTEST_COPY = 16;
/** Places tried for each copy; a line of dashes stands in a file often. */
const MOST_PLACES = 64;

/** Writes `text` as copies from `source`, the longest that is found at each place first, so that no run of `SHORTEST_COPY` characters of it is repeated. */
export function encodeDelta(source: string, text: string): Delta {
  const places = new Map<string, number[]>();
  for (let at = 0; at + SHORTEST_COPY <= source.length; at++) {
    const key = source.slice(at, at + SHORTEST_COPY);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else if (known.length < MOST_PLACES) known.push(at);
  }
  const delta: (string | [number, number])[] = [];
  let own = 0;
  for (let at = 0; at < text.length;) {
    const copy = longestCopy(source, text, at, places.get(text.slice(at, at + SHORTEST_COPY)) ?? []);
    if (copy === undefined) {
      at++;
      continue;
    }
    if (own < at) delta.push(text.slice(own, at));
    delta.push(copy);
    own = at += copy[1];
  }
  if (own < text.length) delta.push(text.slice(own));
  return delta;
}

/** Gives the text that `encodeDelta` was given. Throws a `RangeError` if the source has no such place, as where it is another text. */
export function decodeDelta(source: string, delta: Delta): string {
  return delta
    .map((part) => {
      if (typeof part === "string") return part;
      const [start, length] = part;
      if (start < 0 || length < 0 || start + length > source.length)
        throw new RangeError(`There are no ${String(length)} characters at ${String(start)}.`);
      return source.slice(start, start + length);
    })
    .join("");
}

function longestCopy(
  source: string,
  text: string,
  at: number,
  places: readonly number[],
): [number, number] | undefined {
  let best: [number, number] | undefined;
  for (const start of places) {
    let length = SHORTEST_COPY;
    while (start + length < source.length && source[start + length] === text[at + length]) length++;
    if (best === undefined || length > best[1]) best = [start, length];
  }
  return best;
}
