/** Code as pieces that are drawn one by one. They end at blank lines before an unindented one, where there are some. */
const FEWEST_LINES = 16;
const MOST_LINES = 60;

export interface CodeSegment {
  /** Its lines, without the line break at its end. */
  readonly text: string;
  /** Offset in the code. */
  readonly start: number;
  /** Whether it stays as it is, whatever comes. */
  readonly isSettled: boolean;
}

/** Splits code into segments, `before` being those of its beginning: what is settled is not read again. */
export function codeSegments(before: readonly CodeSegment[], code: string): readonly CodeSegment[] {
  const segments = before.filter(({ isSettled, text, start }) => isSettled && code.startsWith(text, start));
  const last = segments.at(-1);
  let start = last === undefined ? 0 : last.start + last.text.length + 1;
  let lines = 0;
  let lineStart = start;
  for (;;) {
    const end = code.indexOf("\n", lineStart);
    if (end < 0) break;
    lines++;
    const isBlank = code.slice(lineStart, end).trim() === "";
    const next = code.charAt(end + 1);
    const isSeam = isBlank && next !== "" && !/\s/.test(next);
    if (lines >= MOST_LINES || (lines >= FEWEST_LINES && isSeam)) {
      segments.push({ text: code.slice(start, end), start, isSettled: true });
      start = end + 1;
      lines = 0;
    }
    lineStart = end + 1;
  }
  return [...segments, { text: code.slice(start), start, isSettled: false }];
}
