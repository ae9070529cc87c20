import type { LineRange } from "./lines.ts";

/** Lists the letters of a text beyond ASCII, each once, in the order in which they come. Half of a surrogate pair counts as one. */
export function lettersBeyondAscii(text: string): readonly string[] {
  return [...new Set(text.match(/[^\0-\x7f]/gu))];
}

/** Finds the runs of consecutive lines that hold some of the letters, and which of them each run holds. No range is empty. */
export function linesWithLetters(
  lines: readonly string[],
  letters: readonly string[],
): readonly { readonly range: LineRange; readonly letters: readonly string[] }[] {
  const runs: { range: LineRange; letters: readonly string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const own = new Set(lettersBeyondAscii(line));
    const found = letters.filter((letter) => own.has(letter));
    if (found.length === 0) continue;
    const last = runs.at(-1);
    if (last?.range.end === at) {
      const both = letters.filter((letter) => last.letters.includes(letter) || found.includes(letter));
      runs[runs.length - 1] = { range: { start: last.range.start, end: at + 1 }, letters: both };
    } else runs.push({ range: { start: at, end: at + 1 }, letters: found });
  }
  return runs;
}
