import { ratio, wilson, type Share } from "./statistics.ts";

/** Stands for a figure that no result tells. */
export const NOTHING = "–";

/** Formats a share from 0 to 1: `87.5 %`. */
export function percent(share: number | undefined, digits = 1): string {
  return share === undefined ? NOTHING : `${(share * 100).toFixed(digits)} %`;
}

/** Formats a share with its 95 % interval: `87.5 % (84.1 to 90.3)`. */
export function shareWithInterval(share: Share): string {
  const interval = wilson(share);
  if (interval === undefined) return NOTHING;
  const [low, high] = interval.map((end) => (end * 100).toFixed(1));
  return `${percent(ratio(share))} (${low ?? ""} to ${high ?? ""})`;
}

/** Formats a span of time, in milliseconds if it is below a second. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined) return NOTHING;
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  return seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(seconds < 100 ? 1 : 0)} s`;
}

/** Formats a span of time that is only estimated, in whole seconds or minutes, or tenths of hours. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

/** Formats a count with separators between thousands: `12,345`. */
export function wholeNumber(value: number | undefined): string {
  return value === undefined ? NOTHING : value.toLocaleString("en", { maximumFractionDigits: 0 });
}

/** Formats US dollars, with as many digits as a small sum needs. */
export function dollars(value: number | undefined): string {
  if (value === undefined) return NOTHING;
  return `$${value.toFixed(value !== 0 && value < 1 ? 4 : 2)}`;
}

/** Formats a number with `digits` digits after its decimal point. */
export function rounded(value: number | undefined, digits: number): string {
  return value === undefined ? NOTHING : value.toFixed(digits);
}

/** Cuts a text to `length` characters, with `…` as the last one. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
