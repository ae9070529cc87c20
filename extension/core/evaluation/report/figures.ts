import { ratio, wilson, type Share } from "./statistics.ts";

/** What no result tells. */
export const NOTHING = "–";

/** `87.5 %` */
export function percent(share: number | undefined, digits = 1): string {
  return share === undefined ? NOTHING : `${(share * 100).toFixed(digits)} %`;
}

/** `87.5 % (84.1 to 90.3)`: a share with its 95 % interval. */
export function shareWithInterval(share: Share): string {
  const interval = wilson(share);
  if (interval === undefined) return NOTHING;
  const [low, high] = interval.map((end) => (end * 100).toFixed(1));
  return `${percent(ratio(share))} (${low ?? ""} to ${high ?? ""})`;
}

/** A span of time, in milliseconds where it is short. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined) return NOTHING;
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  return seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(seconds < 100 ? 1 : 0)} s`;
}

/** A span of time that is only reckoned, in whole seconds or minutes. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

/** A count with marks between thousands: `12,345`. */
export function wholeNumber(value: number | undefined): string {
  return value === undefined ? NOTHING : value.toLocaleString("en", { maximumFractionDigits: 0 });
}

/** US dollars, with as many digits as a small sum needs. */
export function dollars(value: number | undefined): string {
  if (value === undefined) return NOTHING;
  return `$${value.toFixed(value !== 0 && value < 1 ? 4 : 2)}`;
}

/** A number with so many digits behind its point. */
export function rounded(value: number | undefined, digits: number): string {
  return value === undefined ? NOTHING : value.toFixed(digits);
}

/** What there is room for. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
