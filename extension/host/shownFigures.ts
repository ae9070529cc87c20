import { env, l10n } from "vscode";

/** Characters per second, as a person reads it. */
export function shownSpeed(charsPerSecond: number): string {
  return l10n.t("{0} chars/s", whole(charsPerSecond));
}

/** A span of time, in milliseconds where it is short. */
export function shownSeconds(ms: number): string {
  return ms < 1000 ? l10n.t("{0} ms", whole(ms)) : l10n.t("{0} s", inLocale(ms / 1000, 1));
}

/** A share from 0 to 1 in percent. */
export function shownPercent(share: number): string {
  return `${whole(Math.floor(share * 100))}%`;
}

/** A size of files or memory, in units of ten to the power of three. */
export function shownBytes(bytes: number): string {
  return bytes < 999_500_000 ? l10n.t("{0} MB", whole(bytes / 1e6)) : l10n.t("{0} GB", inLocale(bytes / 1e9, 1));
}

/** A count, with the marks between thousands that the language has. */
export function whole(value: number): string {
  return inLocale(value, 0);
}

function inLocale(value: number, digits: number): string {
  return value.toLocaleString(env.language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
