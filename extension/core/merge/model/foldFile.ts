import { indentWidth } from "../../text/indentation.ts";
import type { LineRange } from "../../text/lines.ts";
import type { Step } from "../assemble.ts";
import type { CandidateMatch } from "../candidates.ts";
import { wordLength } from "../lineKeys.ts";
import { readOriginal, type Original } from "../original.ts";

/** A file in which long runs that no line of the sketch resembles are one line each, which stands for them all. */
export interface FoldedFile {
  readonly original: Original;
  /** For each line of the folded file the lines of the whole one that it stands for. */
  readonly lines: readonly LineRange[];
}

/** Items times lines above which a file is folded: below, the whole lattice takes about a millisecond. */
export const FOLDED_CELLS = 4_000;
/** Lines that stay around each that the sketch may mean. */
const MARGIN = 12;
/** Shorter runs stay as they are. */
const SHORTEST_FOLD = 6;
/** A line in more places than this says nothing of where a sketch belongs, and neither does a short one. */
const MOST_PLACES = 8;
const FEWEST_LETTERS = 4;

/**
 * Folds `original` around the lines that `texts` may mean. Every line keeps its enclosing lines, so that blocks read as before; a fold is
 * indented like its least indented line. `named`: lines that stay, with their neighbours, because words name them. Linear in the file and
 * the candidates.
 */
export function foldFile(
  texts: readonly string[],
  candidates: readonly (readonly Pick<CandidateMatch, "line">[])[],
  original: Original,
  named: readonly number[] = [],
): FoldedFile {
  const count = original.lines.length;
  const stays = new Uint8Array(count);
  candidates.forEach((places, item) => {
    if (places.length > MOST_PLACES || wordLength(texts[item] ?? "") < FEWEST_LETTERS) return;
    for (const { line } of places) stays.fill(1, Math.max(0, line - MARGIN), Math.min(count, line + MARGIN + 1));
  });
  for (const line of named) stays.fill(1, Math.max(0, line - 1), Math.min(count, line + 2));
  stays.fill(1, 0, Math.min(count, MARGIN));
  stays.fill(1, Math.max(0, count - MARGIN));
  keepEnclosing(stays, original);
  const lines: LineRange[] = [];
  const folded: string[] = [];
  for (let start = 0; start < count;) {
    let end = start;
    while (end < count && stays[end] === 0) end++;
    if (end - start >= SHORTEST_FOLD) {
      const least = original.lines
        .slice(start, end)
        .reduce((width, line) => (line.trim() === "" ? width : Math.min(width, indentWidth(line))), Infinity);
      folded.push(`${" ".repeat(least < Infinity ? least : 0)}\u22ef ${String(start + 1)}`);
      lines.push({ start, end });
      start = end;
      continue;
    }
    folded.push(original.lines[start] ?? "");
    lines.push({ start, end: start + 1 });
    start++;
  }
  return { original: readOriginal(folded.join("\n"), original.language, undefined), lines };
}

/** Marks the lines that open and close the blocks of those that stay. */
function keepEnclosing(stays: Uint8Array, { blocks }: Original): void {
  const open: number[] = [];
  const needed: number[] = [];
  for (let line = 0; line < stays.length; line++) {
    while (open.length > 0 && (blocks.end[open.at(-1) ?? 0] ?? 0) <= line) open.pop();
    if (stays[line] === 1) for (const opener of open.splice(0)) needed.push(opener);
    if ((blocks.end[line] ?? 0) > line + 1) open.push(line);
  }
  for (const opener of needed) {
    stays[opener] = 1;
    const closer = blocks.closer[opener] ?? -1;
    if (closer >= 0) stays[closer] = 1;
  }
}

/** Turns steps through the folded file into steps through the whole one. */
export function unfoldSteps(steps: readonly Step[], { lines }: FoldedFile): Step[] {
  const unfolded: Step[] = [];
  for (const step of steps) {
    const range = "line" in step ? lines[step.line] : undefined;
    if (!range) unfolded.push(step);
    else for (let line = range.start; line < range.end; line++) unfolded.push({ ...step, line } as Step);
  }
  return unfolded;
}

/** Turns candidates in the whole file into those in the folded one; leaves out what lies in a fold. */
export function foldCandidates(
  candidates: readonly (readonly CandidateMatch[])[],
  { lines }: FoldedFile,
): CandidateMatch[][] {
  const places = new Map<number, number>();
  lines.forEach(({ start, end }, line) => {
    if (end === start + 1) places.set(start, line);
  });
  return candidates.map((found) =>
    found.flatMap((candidate) => {
      const line = places.get(candidate.line);
      return line === undefined ? [] : [{ ...candidate, line }];
    }),
  );
}

/**
 * Turns steps through the whole file into steps through the folded one; `undefined` if they do more to a fold than keep or delete it whole.
 */
export function foldSteps(steps: readonly Step[], { lines }: FoldedFile): Step[] | undefined {
  const folded: Step[] = [];
  let at = 0;
  for (let index = 0; index < steps.length;) {
    const step = steps[index];
    if (!step) break;
    if (!("line" in step)) {
      folded.push(step);
      index++;
      continue;
    }
    while (at < lines.length && (lines[at]?.end ?? 0) <= step.line) at++;
    const { start, end } = lines[at] ?? { start: step.line, end: step.line + 1 };
    const run = steps.slice(index, index + end - start);
    const isWhole =
      step.line === start &&
      run.every((each, offset) => each.type === step.type && "line" in each && each.line === start + offset);
    if (!isWhole || (step.type === "match" && end > start + 1)) return undefined;
    folded.push({ ...step, line: at });
    index += end - start;
  }
  return folded;
}
