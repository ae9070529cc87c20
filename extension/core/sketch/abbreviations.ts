/** What an abbreviated line shows of the line that it stands for. */
export interface Abbreviation {
  readonly before: string;
  readonly after: string;
}

/** Letters before the dots of an abbreviated line, and those that the dots stand for, at least: a spread or a type hides less. */
const SHOWN_AT_LEAST = 8;
const HIDDEN_AT_LEAST = 12;

/**
 * Reads a line that a model has cut short within (`"flex items-center ...", // unchanged`): what stands before the dots and behind them,
 * without a comment at the end. `undefined`: it has no such dots.
 */
export function readAbbreviation(text: string): Abbreviation | undefined {
  const dots = /(?:\.{3}|…)(?![\w$([{.])/.exec(text);
  if (!dots) return undefined;
  const before = text.slice(0, dots.index).trimEnd();
  const after = text.slice(dots.index + dots[0].length).replace(/\s(?:\/\/|#).*$/, "");
  return before.length < SHOWN_AT_LEAST ? undefined : { before, after: after.trim() };
}

/** Whether a line may be what was cut short. */
export function isAbbreviated(line: string, { before, after }: Abbreviation): boolean {
  return (
    line.length >= before.length + after.length + HIDDEN_AT_LEAST && line.startsWith(before) && line.endsWith(after)
  );
}
