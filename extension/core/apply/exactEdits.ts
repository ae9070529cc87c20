import type { Original } from "../merge/original.ts";
import type { Edit } from "../sketch/sketch.ts";
import { detectIndentUnit, indentWidth, leastWidth, moveLine } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";

/**
 * Checks whether what begins at a line belongs to lines above it that are not seen as its own: a comment without stars, or a decorator of
 * several lines.
 */
export function isTorn({ lines, inLiteral }: Original, begin: number): boolean {
  const [above, first] = [lines[begin - 1] ?? "", lines[begin] ?? ""];
  return inLiteral[begin] === 1 || /^\s*(?:\*\/|-->)/.test(first) || /^\s*(?:[)\]]+|-->|\*\/)\s*$/.test(above);
}

/** Checks whether a run of lines stands in the file once, so that an edit finds it; false if all of it is blank. */
export function standsOnce({ lines, trimmed, byTrimmed }: Original, { start, end }: LineRange): boolean {
  const run = lines.slice(start, end);
  const first = trimmed.slice(start, end).findIndex((text) => text !== "");
  if (first < 0) return false;
  const places = byTrimmed.get(trimmed[start + first] ?? "") ?? [];
  return !places.some(
    (place) => place !== start + first && run.every((line, at) => lines[place - first + at] === line),
  );
}

/** Checks whether what ends before a line goes on there: an `else`, a `catch`; the line that closes the one may open the other. */
export const goesOn = ({ trimmed }: Original, end: number): boolean =>
  [trimmed[end - 1], trimmed[end]].some((text) => GOES_ON.test(text ?? ""));

const GOES_ON = /^\}?\s*(?:else|elif|elsif|elseif|except|catch|finally|rescue|ensure)\b/;

/** Returns the lines of a block with its first one `width` columns deep; `undefined` if they cannot be indented so. */
export function standingThere(block: readonly string[], width: number, { lines }: Original): string[] | undefined {
  const unit = detectIndentUnit(lines);
  const own = detectIndentUnit(block);
  const shift = width - indentWidth(block[0] ?? "");
  const isOther = own !== undefined && unit !== undefined && own.text.startsWith("\t") !== unit.text.startsWith("\t");
  const least = leastWidth(block);
  if (isOther || (shift !== 0 && (least + shift < 0 || block.some(opensText)))) return undefined;
  return block.map((line) => moveLine(line, shift, unit));
}

/** Whether a string of several lines may begin, which is not to be moved; a docstring is. */
const opensText = (line: string): boolean =>
  line.split("`").length % 2 === 0 || /<<[-~]?["']?[A-Za-z_]|[=(,]\s*\w{0,2}(?:"""|''')/.test(line);

/** Words of a change to something that is there. */
export const REPLACES =
  /\b(?:replac|chang|becom|updat|modif|rewr[io]t|instead|renam|mov(?:e|es|ed|ing)\b|wrap|swap|turn(?:s|ed)? into|look(?:s|ed)? like)/i;

/** Lines around a change that are searched with it at most. */
const MAX_AROUND = 400;

/** Makes an edit that puts lines in the place of others, with as many lines around as it takes to stand in the file once. */
export function editOfLines(
  file: Original,
  old: LineRange,
  lines: readonly string[],
  replyLine: number,
): Edit | undefined {
  let [start, end] = [Math.max(0, old.start - 1), Math.min(file.lines.length, old.end + 1)];
  while (!standsOnce(file, { start, end })) {
    if (end - start - (old.end - old.start) > MAX_AROUND || (start === 0 && end === file.lines.length))
      return undefined;
    const more = Math.max(1, old.start - start);
    start = Math.max(0, start - more);
    end = Math.min(file.lines.length, end + more);
  }
  const search = file.lines.slice(start, end);
  const replace = [...file.lines.slice(start, old.start), ...lines, ...file.lines.slice(old.end, end)];
  return { search, replace, scope: [], atEnd: false, replyLine };
}
