/** How many of how many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** 95 % of the normal distribution lie within this many standard deviations. */
const Z95 = 1.959964;

/** Computes the share as a number from 0 to 1; `undefined` if it is a share of nothing. */
export function ratio({ count, of }: Share): number | undefined {
  return of === 0 ? undefined : count / of;
}

/**
 * Computes the 95 % interval of a share, after E. B. Wilson (1927): it stays within 0 and 1 and holds for few cases too. `undefined` if it
 * is a share of nothing.
 */
export function wilson({ count, of }: Share): readonly [low: number, high: number] | undefined {
  if (of === 0) return undefined;
  const share = count / of;
  const spread = Z95 * Z95;
  const middle = share + spread / (2 * of);
  const reach = Z95 * Math.sqrt((share * (1 - share)) / of + spread / (4 * of * of));
  const scale = 1 + spread / of;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

/** Computes the value that `share` of all do not exceed, between two neighbours in proportion. `undefined` if there are no values. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? undefined : low + (high - low) * (place - Math.floor(place));
}

/** Adds up values; 0 if there are none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Computes the mean; `undefined` if there are no values. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}
