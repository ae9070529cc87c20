import type { LineRange } from "../text/lines.ts";
import { readBlocks } from "./blocks.ts";
import { looseKey } from "./lineKeys.ts";

/** A scope line that stands in a file more often than this says little; a limit keeps hostile text linear. */
const MAX_SCOPES = 20;

/**
 * Finds the blocks that an edit's scope lines (`@@ class Cart`, `@@ def total`) name, outermost line first: the innermost block with the
 * line that opens it; without scope lines, the whole file. Several if the file has the lines several times, none if it lacks them. A line
 * that opens no block reaches to the end of what encloses it. Scope lines that may be cut, as git cuts the heading of a diff's section
 * after 80 bytes, may end within a word if no line has the whole word.
 */
export function findScopes(
  scope: readonly string[],
  lines: readonly string[],
  { language, mayBeCut }: { readonly language: string | undefined; readonly mayBeCut: boolean },
): readonly LineRange[] {
  const { end, width } = readBlocks(lines, language);
  const enclosingEnd = readEnclosingEnds(end);
  const keys = lines.map(looseKey);
  const all: LineRange = { start: 0, end: lines.length };
  let found: readonly LineRange[] = [all];
  for (const heading of scope) {
    const first = found[0] ?? all;
    const blockAt = (range: LineRange, line: number): LineRange => ({
      start: line,
      end: Math.min(range.end, endOfBlock(line)),
    });
    const within = (range: LineRange): LineRange[] =>
      linesNamed(heading, { lines, keys, range, mayBeCut }).map((line) => blockAt(range, line));
    let named = found.flatMap(within);
    // Where methods stand outside the type's block, as in Go, its line only says what they follow.
    if (named.length === 0)
      named = within({ start: first.start, end: lines.length }).filter(
        ({ start }) => width[start] === width[first.start],
      );
    // A line that a model shortened says enough where it can be only one.
    if (named.length === 0) {
      named = found.flatMap((range) => looseLines(heading, lines, range).map((line) => blockAt(range, line)));
      if (new Set(named.map(({ start }) => start)).size !== 1) return [];
    }
    found = named.slice(0, MAX_SCOPES);
  }
  return found;

  function endOfBlock(line: number): number {
    let last = end[line] ?? line + 1;
    if (last <= line + 1) return enclosingEnd[line] ?? lines.length;
    // The line that ends a signature of several lines opens the body.
    for (let next = end[last - 1] ?? 0; next > last && width[last - 1] === width[line]; next = end[last - 1] ?? 0)
      last = next;
    return last;
  }
}

/** For each line one past the last line of the block that it stands in, the end of the file for what stands in none. */
function readEnclosingEnds(end: Int32Array): Int32Array {
  const open: number[] = [];
  return end.map((own, line) => {
    while ((open.at(-1) ?? Infinity) <= line) open.pop();
    const enclosing = open.at(-1) ?? end.length;
    if (own > line + 1) open.push(own);
    return enclosing;
  });
}

/**
 * Finds lines that are the scope line except for spacing, else lines that begin with it: first those in which its name ends there
 * (`.cart {`), then those in which it continues after a sign (`.cart-item {`), and those in which it continues as a word (`class CartItem`)
 * only if the scope line may be cut.
 */
function linesNamed(
  heading: string,
  {
    lines,
    keys,
    range,
    mayBeCut,
  }: {
    readonly lines: readonly string[];
    readonly keys: readonly string[];
    readonly range: LineRange;
    readonly mayBeCut: boolean;
  },
): number[] {
  const wanted = looseKey(heading);
  const same: number[] = [];
  const ended: number[] = [];
  const begun: number[] = [];
  const cut: number[] = [];
  for (let line = range.start; line < range.end; line++) {
    const key = keys[line] ?? "";
    if (key === wanted) same.push(line);
    else if (wanted.length > 2 && key.startsWith(wanted)) {
      const rest = restBehind(wanted, lines[line] ?? "");
      if (ENDS_IN_WORD.test(wanted) && BEGINS_WITH_WORD.test(rest)) cut.push(line);
      else (NAME_GOES_ON.test(rest) ? begun : ended).push(line);
    }
  }
  return [same, ended, begun, mayBeCut ? cut : []].find(({ length }) => length > 0) ?? [];
}

const ENDS_IN_WORD = /[\p{L}\p{N}_$]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}_$]/u;
/** `total?`, `total=(`, `Cart::Item`, `.cart-item`, `.cart:hover`. */
const NAME_GOES_ON = /^(?:[?!]|[-.:\\/=]+\S)/;

/** What follows in a line after the beginning that has the loose key `wanted`. */
function restBehind(wanted: string, line: string): string {
  let at = 0;
  for (let left = wanted.length; left > 0 && at < line.length; at++) if (!/\s/.test(line.charAt(at))) left--;
  return line.slice(at);
}

/** Lines that hold all words of a scope line. */
function looseLines(heading: string, lines: readonly string[], range: LineRange): number[] {
  const words = heading.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  if (words.length === 0) return [];
  return lines.slice(range.start, range.end).flatMap((line, index) => {
    if (!words.every((word) => line.includes(word))) return [];
    const had = new Set(line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
    return words.every((word) => had.has(word)) ? [range.start + index] : [];
  });
}

/** Checks whether lines that an edit searches stand in a scope, or begin before the line that opens it and continue in it. */
export function isInScope(place: LineRange, scope: LineRange): boolean {
  return place.start < scope.end && place.end > scope.start;
}
