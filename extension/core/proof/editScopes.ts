import { indentWidth } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { formOf } from "./lineForms.ts";

/**
 * Checks whether a place is in what the scope lines open. Seen from the place outwards, the innermost scope line is a line of it or
 * around it, the next one a line around that, and so on; none of them may enclose a line that matches the next inner one more clearly.
 */
export function stands(place: LineRange, scope: readonly (readonly number[])[], lines: readonly string[]): boolean {
  const own = Array.from({ length: place.end - place.start }, (_, offset) => place.end - 1 - offset);
  let around = [...own, ...linesAround(place.start, lines)];
  let inner: { readonly line: number; readonly clarity: readonly number[] } | undefined;
  for (const clarity of [...scope].reverse()) {
    const clearest = around.reduce((most, line) => Math.max(most, clarity[line] ?? 0), 0);
    const line = clearest === 0 ? undefined : around.find((other) => clarity[other] === clearest);
    if (line === undefined) return false;
    if (inner !== undefined) {
      const rivals = linesIn(line, lines);
      const most = rivals.includes(inner.line) ? (inner.clarity[inner.line] ?? 0) : 1;
      if (rivals.some((rival) => (inner?.clarity[rival] ?? 0) > most)) return false;
    }
    inner = { line, clarity };
    around = [...linesAround(line, lines), ...linesFollowed(line, lines)];
  }
  if (inner === undefined) return true;
  const most = inner.clarity[inner.line] ?? 0;
  return inner.clarity.every((other) => other <= most);
}

/** The lines in whose blocks a line stands, and those that open none in these blocks, nearest first. */
function linesAround(from: number, lines: readonly string[]): number[] {
  const around: number[] = [];
  const first = lines[from] ?? "";
  // The line that ends a block is the block's.
  let least = CLOSES.test(first) ? indentWidth(first) + 1 : depthOf(first);
  for (let line = from - 1; line >= 0; line--) {
    const text = lines[line] ?? "";
    const width = indentWidth(text);
    if (opensBlock(line, lines) ? width < least : width <= least) around.push(line);
    least = Math.min(least, depthOf(text));
  }
  return around;
}

/** The lines of what a line opens; of a line that opens nothing, those up to the end of what it stands in. */
function linesIn(from: number, lines: readonly string[]): number[] {
  const width = indentWidth(lines[from] ?? "");
  const least = opensBlock(from, lines) ? width + 1 : width;
  const inside: number[] = [];
  for (let line = from + 1; line < lines.length && depthOf(lines[line] ?? "") >= least; line++) inside.push(line);
  return inside;
}

/** What a line may follow where methods stand outside the type's block, as in Go: the lines above it, as deep, nearest first. */
function linesFollowed(from: number, lines: readonly string[]): number[] {
  const width = indentWidth(lines[from] ?? "");
  const followed: number[] = [];
  for (let line = from - 1; line >= 0 && depthOf(lines[line] ?? "") >= width; line--)
    if (indentWidth(lines[line] ?? "") === width) followed.push(line);
  return followed;
}

function opensBlock(line: number, lines: readonly string[]): boolean {
  const next = lines[line + 1] ?? "";
  return OPENS.test(next) || indentWidth(next) > indentWidth(lines[line] ?? "");
}

/**
 * How deep a line stands. The end of a signature of several lines, and a brace on a line of its own, go on with what is
 * above them; what stands at the left edge whatever is around it says nothing.
 */
function depthOf(text: string): number {
  return OPENS.test(text) || AT_EDGE.test(text) ? Infinity : indentWidth(text);
}

const OPENS = /^\s*(?:\{|[)\]].*[:{])\s*$/;
const CLOSES = /^\s*(?:[}\])]|<\/|(?:end|else|elif|except|finally)\b)/;
const AT_EDGE =
  /^(?:#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|pragma)\b|(?:public|private|protected)\b[^({]*:\s*$)/;

/**
 * Rates how clearly each line is the scope line: 4 if it is the same except for spacing, 3 if it begins with it and the name ends there, 2
 * if the name goes on after a sign, 1 if it holds all its words, else 0. `CartItem` does not begin with `Cart`.
 */
export function readClarity(scope: string, lines: readonly string[]): number[] {
  const wanted = formOf(scope);
  const begins = wanted.length > 2 && wanted.length <= MAX_BEGINNING ? readBeginning(wanted) : undefined;
  const words = scope.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return lines.map((line) => {
    if (formOf(line) === wanted) return 4;
    const begun = begins?.exec(line)?.[0];
    if (begun !== undefined) return /^(?:[?!]|[-.:\\/=]+\S)/.test(line.slice(begun.length)) ? 2 : 3;
    if (words.length === 0 || !words.every((word) => line.includes(word))) return 0;
    const had = new Set(line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
    return words.every((word) => had.has(word)) ? 1 : 0;
  });
}

/** A longer line is not the beginning of another; a limit keeps the pattern for it small. */
const MAX_BEGINNING = 1000;

/** The beginning of a line that has this loose key, whole words only. */
function readBeginning(wanted: string): RegExp {
  const signs = Array.from(wanted, (sign) =>
    sign === '"' ? "[\"'`]" : sign.replace(/[$()*+.?[\\\]^{|}]/, String.raw`\$&`),
  );
  const end = /[\p{L}\p{N}_$]$/u.test(wanted) ? String.raw`(?![\p{L}\p{N}_$])` : "";
  return new RegExp(String.raw`^\s*` + signs.join(String.raw`\s*`) + end, "u");
}
