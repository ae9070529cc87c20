import { lineTexts } from "../text/lines.ts";

/** The lines of a file by what they say, so that any number of blocks can be looked up in it in linear time. */
export interface FileLines {
  /** Lines that are not blank, trimmed. */
  readonly filled: readonly string[];
  /** For each of them where it stands in `filled`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly heads: ReadonlySet<string>;
}

/** Letters at the beginning of a line by which a changed line is still known. */
const HEAD = 16;

/** Indexes the lines of a file by what they say. */
export function readFileLines(text: string): FileLines {
  const filled = filledLines(lineTexts(text));
  const places = new Map<string, number[]>();
  for (const [index, line] of filled.entries()) {
    const found = places.get(line);
    if (found) found.push(index);
    else places.set(line, [index]);
  }
  return { filled, places, heads: new Set(filled.map(headOf)) };
}

/** Returns the lines that are not blank, trimmed. */
export function filledLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

const headOf = (line: string): string => line.slice(0, HEAD);

/** Returns the lines, trimmed, that tell something: those of up to 3 characters stand anywhere. */
export function tellingLines(lines: readonly string[]): string[] {
  return filledLines(lines).filter((line) => line.length > 3);
}

/** Counts the lines that stand in the file, whatever their indentation. Lines of up to 3 characters do not count: they stand anywhere. */
export function countStanding(lines: readonly string[], { places }: FileLines): number {
  return tellingLines(lines).filter((line) => places.has(line)).length;
}

/** Counts the lines that begin like a line of the file, since they stand in it or change it. Lines of up to 3 characters do not count. */
export function countAlike(lines: readonly string[], { heads }: FileLines): number {
  return tellingLines(lines).filter((line) => heads.has(headOf(line))).length;
}

/** Longer runs, and runs that may begin in more places, are not looked for, so that hostile text stays linear. */
const MAX_LINES = 200;
const MAX_PLACES = 50;

/**
 * Checks whether lines follow each other in the file, blank lines and indentation aside. Gives up, with false, beyond `MAX_LINES` lines
 * and after `MAX_PLACES` places of the first one.
 */
export function standsInARow(lines: readonly string[], { filled, places }: FileLines): boolean {
  const run = filledLines(lines);
  const starts = places.get(run[0] ?? "") ?? [];
  if (run.length > MAX_LINES) return false;
  return starts.slice(0, MAX_PLACES).some((start) => run.every((line, index) => filled[start + index] === line));
}
