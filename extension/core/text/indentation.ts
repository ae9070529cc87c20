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
 * deeper one, from 2 to 8 columns; of equally common ones, the smallest. `undefined` if nothing is indented, or by no such step.
 */
export function detectIndentUnit(lines: readonly string[]): IndentUnit | undefined {
  let tabbed = 0;
  let spaced = 0;
  const steps = new Map<number, number>();
  let previous = 0;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const width = indentWidth(line);
    if (line.startsWith("\t")) tabbed++;
    else if (width > 0) spaced++;
    const step = width - previous;
    if (step > 1 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
    previous = width;
  }
  if (tabbed === 0 && spaced === 0) return undefined;
  if (tabbed > spaced) return { text: "\t", width: TAB_WIDTH };
  let best = 0;
  for (const [step, count] of steps) {
    const bestCount = steps.get(best) ?? 0;
    if (count > bestCount || (count === bestCount && step < best)) best = step;
  }
  return best === 0 ? undefined : { text: " ".repeat(best), width: best };
}

/** Returns the width of the least indented line that is not blank; `Infinity` if all are. */
export function leastWidth(lines: readonly string[]): number {
  return lines.reduce((least, line) => (isBlank(line) ? least : Math.min(least, indentWidth(line))), Infinity);
}
