/**
 * Where each pair of neighbouring tokens stands in a text. Pairs are sorted into buckets by a hash, and two different ones may
 * share a bucket, so what is found has to be compared with the text.
 */
export interface PairIndex {
  /** For each bucket, where it begins in `ends`, and one more for where the last one ends. The number of buckets is a power of two. */
  readonly starts: Int32Array;
  /** For each pair the index after it, ascending within a bucket. */
  readonly ends: Int32Array;
}

/** Indexes a text. Reads each token once, and takes time and memory linear in the length: a counting sort by bucket. */
export function indexPairs(text: readonly number[]): PairIndex {
  const pairs = Math.max(0, text.length - 1);
  const mask = 2 ** Math.ceil(Math.log2(pairs + 1)) - 1;
  const buckets = new Int32Array(pairs);
  const starts = new Int32Array(mask + 2);
  let before = text[0] ?? 0;
  for (let pair = 0; pair < pairs; pair++) {
    const token = text[pair + 1] ?? 0;
    const bucket = bucketOf(before, token, mask);
    buckets[pair] = bucket;
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
    before = token;
  }
  for (let bucket = 1; bucket < starts.length; bucket++)
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  const free = starts.slice();
  const ends = new Int32Array(pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const bucket = buckets[pair] ?? 0;
    const at = free[bucket] ?? 0;
    ends[at] = pair + 2;
    free[bucket] = at + 1;
  }
  return { starts, ends };
}

/**
 * Finds where a pair of the text may end (one past it): at most `most` indexes from `near` on, and at most `most` before it, the nearest
 * first. Finding them takes the logarithm of how often the pair occurs.
 */
export function placesNear(
  { starts, ends }: PairIndex,
  [first, second]: readonly [number, number],
  near: number,
  most: number,
): { readonly ahead: Int32Array; readonly behind: Int32Array } {
  const bucket = bucketOf(first, second, starts.length - 2);
  const start = starts[bucket] ?? 0;
  const end = starts[bucket + 1] ?? 0;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) < near) low = middle + 1;
    else high = middle;
  }
  return {
    ahead: ends.subarray(low, Math.min(end, low + most)),
    behind: ends.slice(Math.max(start, low - most), low).reverse(),
  };
}

/** Multiplicative hashing by the golden ratio (Knuth, The Art of Computer Programming 3, 6.4). Ids may be negative. */
function bucketOf(first: number, second: number, mask: number): number {
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
}
