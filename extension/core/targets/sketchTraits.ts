import { isDeclared, lineIdentity, wordLength } from "../merge/lineKeys.ts";
import { readLazyCode } from "../sketch/lazyCode.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";

/** The names and lines by which the file of a sketch can be recognised. */
export interface SketchTraits {
  /** Names of functions, types and the like that the sketch declares or shows, without those that any file may have. */
  readonly names: readonly string[];
  /** Lines of code, trimmed, that are long enough to stand in few files. */
  readonly lines: readonly string[];
}

/** Those of them that a file has. */
export interface TraitsFound {
  readonly names: readonly string[];
  readonly lines: readonly string[];
}

/** More of each say nothing new. */
const MAX_NAMES = 40;
const MAX_LINES = 400;

const ANYWHERE = new Set(
  "constructor __init__ main render init toString setUp tearDown default run get set".split(" "),
);

/** Collects the traits of sketches for one file. Of an edit, the lines that it searches and its scope count, not those that it adds. */
export function sketchTraits(sketches: readonly FileSketch[]): SketchTraits {
  const names = new Set<string>();
  const lines = new Set<string>();
  for (const text of sketches.flatMap(({ sketch }) => codeLines(sketch))) {
    const trimmed = text.trim();
    if (names.size < MAX_NAMES) {
      const name = declaredName(trimmed);
      if (name !== undefined) names.add(name);
    }
    if (lines.size < MAX_LINES && isTelling(trimmed)) lines.add(trimmed);
  }
  return { names: [...names], lines: [...lines] };
}

function codeLines(sketch: FileSketch["sketch"]): readonly string[] {
  switch (sketch.type) {
    case "code":
      return readLazyCode(sketch.text, []).flatMap((item) => (item.type === "code" ? [item.text] : []));
    case "edits":
      return sketch.edits.flatMap(({ scope, search }) => [...scope, ...search]);
    case "add":
      return lineTexts(sketch.text);
    case "delete":
      return [];
  }
}

/** Finds the traits that a text has, in time linear in the text. */
export function findTraits({ names, lines }: SketchTraits, text: string): TraitsFound {
  const wanted = new Set(names);
  const telling = new Set(lines);
  const foundNames = new Set<string>();
  const foundLines = new Set<string>();
  for (const line of lineTexts(text)) {
    const trimmed = line.trim();
    if (telling.has(trimmed)) foundLines.add(trimmed);
    if (foundNames.size === wanted.size || !names.some((name) => trimmed.includes(name))) continue;
    const name = declaredName(trimmed);
    if (name !== undefined && wanted.has(name)) foundNames.add(name);
  }
  return { names: names.filter((name) => foundNames.has(name)), lines: [...foundLines] };
}

/** More of them make a search slow. */
const MAX_HEADS = 12;
const MAX_SEARCHED = 32;

/**
 * Chooses texts to search a workspace for, which the file of a sketch is likely to hold: the heads of what is declared, and telling lines.
 * Of many lines it takes the longest, which few files have, and some from everywhere else, since the longest may all be new. The longest
 * text comes first.
 */
export function searchTexts(sketches: readonly FileSketch[]): readonly string[] {
  const heads = new Set<string>();
  for (const text of sketches.flatMap(({ sketch }) => codeLines(sketch))) {
    const trimmed = text.trim();
    // A variable has a name that any file may have.
    const name = heads.size < MAX_HEADS && isDeclared(lineIdentity(trimmed)) ? declaredName(trimmed) : undefined;
    if (name !== undefined) heads.add(headOf(trimmed, name));
  }
  const { lines } = sketchTraits(sketches);
  const longest = [...lines].sort((a, b) => wordLength(b) - wordLength(a)).slice(0, MAX_SEARCHED / 2);
  const others = lines.filter((line) => !longest.includes(line));
  const step = Math.max(1, others.length / (MAX_SEARCHED / 2));
  const spread = others.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  // Of two texts that begin at one place a search finds the one that comes first.
  return [...new Set([...longest, ...spread, ...heads])].filter(isSearchable).sort((a, b) => b.length - a.length);
}

/** A name with the word before it, which is what stays when modifiers or parameters change: `function total`. */
function headOf(line: string, name: string): string {
  const at = wordAt(line, name);
  const before = line.slice(0, at).trimEnd();
  const word = before.slice(Math.max(before.lastIndexOf(" "), before.lastIndexOf("\t")) + 1);
  return word === "" ? line : line.slice(line.lastIndexOf(word, at), at + name.length);
}

/** Finds where a name stands by itself, or else where it first occurs. */
function wordAt(line: string, name: string): number {
  const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char);
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    if (!isWord(line[at - 1]) && !isWord(line[at + name.length])) return at;
  }
  return line.indexOf(name);
}

/** Checks whether a text can be one line of what a search looks for. */
function isSearchable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- No file of code has them, and programs read them in their own ways.
  return text.length >= 4 && text.length <= 1000 && !/[\0-\x08\n-\x1f]/.test(text);
}

/** Tells whether a sketch leaves out parts of a file, so that the file has to exist. */
export function leavesOut({ sketch }: FileSketch): boolean {
  return sketch.type === "code" && readLazyCode(sketch.text, []).some(({ type }) => type !== "code");
}

function declaredName(line: string): string | undefined {
  const identity = lineIdentity(line);
  const kind = identity?.slice(0, identity.indexOf(" "));
  if (identity === undefined || (kind !== "declare" && kind !== "name")) return undefined;
  // The last word of `Cart.total`, `Cart::total` or `impl Cart` is what an outline shows.
  const name = identity.split(/[^\p{L}\p{N}_$-]/u).at(-1) ?? "";
  return name.length > 2 && !ANYWHERE.has(name) ? name : undefined;
}

function isTelling(line: string): boolean {
  return line.length > 12 && /\p{L}{3}/u.test(line);
}
