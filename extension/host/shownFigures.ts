import { env, l10n } from "vscode";

/** Formats a speed in characters per second. */
export function shownSpeed(charsPerSecond: number): string {
  return l10n.t("{0} chars/s", whole(charsPerSecond));
}

/** Formats a span of time: in milliseconds below one second, else in seconds. */
export function shownSeconds(ms: number): string {
  return ms < 1000 ? l10n.t("{0} ms", whole(ms)) : l10n.t("{0} s", inLocale(ms / 1000, 1));
}

/** Formats a share from 0 to 1 in percent, rounded down. */
export function shownPercent(share: number): string {
  return `${whole(Math.floor(share * 100))}%`;
}

/** Formats a size of files or memory in MB or GB, which are powers of 1000. */
export function shownBytes(bytes: number): string {
  return bytes < 999_500_000 ? l10n.t("{0} MB", whole(bytes / 1e6)) : l10n.t("{0} GB", inLocale(bytes / 1e9, 1));
}

/** Formats a count without decimals, its thousands grouped as the user's language does. */
export function whole(value: number): string {
  return inLocale(value, 0);
}

function inLocale(value: number, digits: number): string {
  return value.toLocaleString(env.language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
