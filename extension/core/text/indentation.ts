/** Columns per tab when a tab has to be compared with spaces. */
export const TAB_WIDTH = 4;

/** Returns the blanks at the beginning of a line. */
export function indentOf(line: string): string {
  let end = 0;
  while (end < line.length && (line.charCodeAt(end) === 32 || line.charCodeAt(end) === 9)) end++;
  return line.slice(0, end);
}

/** Computes the width of a line's indentation in columns; tabs go to the next multiple of `TAB_WIDTH`. */
export function indentWidth(line: string): number {
  let width = 0;
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 32) width++;
    else if (code === 9) width += TAB_WIDTH - (width % TAB_WIDTH);
    else break;
  }
  return width;
}

/** Moves a line this many columns to the right, or left as far as it goes, with the blanks of `unit`, else spaces. A blank line stays. */
export function moveLine(line: string, columns: number, unit: IndentUnit | undefined): string {
  if (columns === 0 || isBlank(line)) return line;
  const indent = indentOf(line);
  const width = Math.max(0, indentWidth(indent) + columns);
  const tabs = unit?.text === "\t" ? Math.floor(width / TAB_WIDTH) : 0;
  return "\t".repeat(tabs) + " ".repeat(width - tabs * TAB_WIDTH) + line.slice(indent.length);
}

/** Checks whether a line holds nothing but blanks, or nothing at all. */
export const isBlank = (line: string): boolean => line.trim() === "";

/** Returns lines without the blank ones before the first and behind the last that is not blank; none if all of them are. */
export function withoutBlankEdges(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** What one level of indentation is made of. */
export interface IndentUnit {
  readonly text: string;
  readonly width: number;
}

/**
 * Detects the unit of a text: a tab if most indented lines begin with one, otherwise the commonest step from a line's indentation to a
 * deeper one, from 2 to 8 columns; of equally common ones, the smallest. A part of a file may show no such step: then the commonest to a
 * less deep line counts, and last how deep it begins. `undefined` if nothing is indented, or by no such step.
 */
export function detectIndentUnit(lines: readonly string[]): IndentUnit | undefined {
  const filled = lines.filter((line) => !isBlank(line));
  const widths = filled.map(indentWidth);
  // A single blank stands before the stars of a comment.
  const indented = filled.filter((line) => /^(?:\t| {2})/.test(line));
  if (indented.length === 0) return undefined;
  if (indented.filter((line) => line.startsWith("\t")).length * 2 > indented.length)
    return { text: "\t", width: TAB_WIDTH };
  const steps = widths.slice(1).map((width, at) => width - (widths[at] ?? 0));
  const unit = commonestStep(steps) ?? commonestStep(steps.map((step) => -step)) ?? commonestStep(widths.slice(0, 1));
  return unit === undefined ? undefined : { text: " ".repeat(unit), width: unit };
}

/** The commonest of the steps that may be a unit, the smallest of equally common ones. */
function commonestStep(steps: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const step of steps) if (step > 1 && step <= 8) counts.set(step, (counts.get(step) ?? 0) + 1);
  const [best] = [...counts].sort(([a, count], [b, other]) => other - count || a - b);
  return best?.[0];
}

/** Returns the width of the least indented line that is not blank; `Infinity` if all are. */
export function leastWidth(lines: readonly string[]): number {
  return lines.reduce((least, line) => (isBlank(line) ? least : Math.min(least, indentWidth(line))), Infinity);
}
