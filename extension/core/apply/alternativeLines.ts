import { lineDiff } from "../diff/lineDiff.ts";
import type { Splice } from "../merge/alternatives.ts";

/** A line of what an alternative does to a text. New lines have no number there. */
interface AlternativeLine {
  readonly sign: " " | "-" | "+";
  /** From 1. */
  readonly number: number | undefined;
  readonly text: string;
}

/** What an alternative does to the lines of a text, short enough to be read, with how many of its lines are not shown. */
export interface ShownAlternative {
  readonly lines: readonly AlternativeLine[];
  readonly left: number;
}

/** Lines beside a change. */
const CONTEXT = 1;

/**
 * Lists the lines that an alternative removes from a text and adds to it, each with one line of context beside it; cuts the list at `most`
 * lines.
 */
export function showAlternative(text: readonly string[], { place, lines }: Splice, most: number): ShownAlternative {
  const shown: AlternativeLine[] = [];
  // The first line after those that are shown.
  let next = 0;
  const stays = (from: number, to: number): void => {
    for (let at = Math.max(from, next); at < Math.min(to, text.length); at++) {
      shown.push({ sign: " ", number: at + 1, text: text[at] ?? "" });
      next = at + 1;
    }
  };
  for (const { old, new: fresh } of lineDiff(text.slice(place.start, place.end), lines)) {
    const [start, end] = [place.start + old.start, place.start + old.end];
    if (shown.length > 0) stays(next, Math.min(next + CONTEXT, start));
    stays(start - CONTEXT, start);
    for (let at = start; at < end; at++) shown.push({ sign: "-", number: at + 1, text: text[at] ?? "" });
    for (const line of lines.slice(fresh.start, fresh.end)) shown.push({ sign: "+", number: undefined, text: line });
    next = end;
  }
  if (shown.length > 0) stays(next, next + CONTEXT);
  return { lines: shown.slice(0, most), left: Math.max(0, shown.length - most) };
}

/** Writes the listed lines as text, each after its number, and how many are left. `shorten` cuts a line to a length that can be shown. */
export function writeAlternative(
  { lines, left }: ShownAlternative,
  shorten: (line: string) => string,
): readonly string[] {
  const width = lines.reduce((most, { number = 0 }) => Math.max(most, String(number).length), 1);
  const written = lines.map(({ sign, number, text }) =>
    `${String(number ?? "").padStart(width)} ${sign} ${shorten(text)}`.trimEnd(),
  );
  return left === 0
    ? written
    : [...written, `${" ".repeat(width)}   … ${left === 1 ? "1 more line" : `${String(left)} more lines`}`];
}
