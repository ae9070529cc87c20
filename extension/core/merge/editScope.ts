import type { LineRange } from "../text/lines.ts";
import { readBlocks } from "./blocks.ts";
import { looseKey } from "./lineKeys.ts";

/** A scope line that stands in a file more often than this says little; a limit keeps hostile text linear. */
const MAX_SCOPES = 20;

/**
 * The blocks that an edit's scope lines (`@@ class Cart`, `@@ def total`) name, outermost line first: the innermost
 * block with the line that opens it. Several where the file has the lines several times, none where it lacks them. A
 * line that opens no block reaches to the end of what encloses it.
 */
export function findScopes(
  scope: readonly string[],
  lines: readonly string[],
  language: string | undefined,
): readonly LineRange[] {
  const { end, width } = readBlocks(lines, language);
  const keys = lines.map(looseKey);
  const all: LineRange = { start: 0, end: lines.length };
  let found: readonly LineRange[] = [all];
  for (const heading of scope) {
    const wanted = looseKey(heading);
    const within = (range: LineRange): LineRange[] =>
      linesNamed(wanted, keys, range).map((line) => ({ start: line, end: Math.min(range.end, endOfBlock(line)) }));
    const first = found[0] ?? all;
    // Where methods stand outside the type's block, as in Go, its line only says what they follow.
    const named = [found.flatMap(within), within({ start: first.start, end: lines.length })].find(
      ({ length }) => length > 0,
    );
    if (named === undefined) return looseScope(scope.at(-1) ?? "", lines, endOfBlock);
    found = named.slice(0, MAX_SCOPES);
  }
  return found;

  function endOfBlock(line: number): number {
    let last = end[line] ?? line + 1;
    if (last <= line + 1) return lines.length;
    // The line that ends a signature of several lines opens the body.
    for (let next = end[last - 1] ?? 0; next > last && width[last - 1] === width[line]; next = end[last - 1] ?? 0)
      last = next;
    return last;
  }
}

/** Lines that are the scope line but for spacing, else those that begin with it. */
function linesNamed(wanted: string, keys: readonly string[], { start, end }: LineRange): number[] {
  const lines: number[] = [];
  const begun: number[] = [];
  for (let line = start; line < end; line++) {
    const key = keys[line] ?? "";
    if (key === wanted) lines.push(line);
    else if (wanted.length > 2 && key.startsWith(wanted)) begun.push(line);
  }
  return lines.length > 0 ? lines : begun;
}

/** A scope line that a model shortened: the only line that holds all its words. */
function looseScope(heading: string, lines: readonly string[], endOfBlock: (line: number) => number): LineRange[] {
  const words = heading.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const found = lines.flatMap((line, index) => {
    const had = new Set(line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
    return words.length > 0 && words.every((word) => had.has(word)) ? [index] : [];
  });
  const [only] = found;
  return found.length === 1 && only !== undefined ? [{ start: only, end: endOfBlock(only) }] : [];
}

/** Whether lines that an edit searches stand in a scope, or begin before the line that opens it and go on in it. */
export function isInScope(place: LineRange, scope: LineRange): boolean {
  return place.start < scope.end && place.end > scope.start;
}
