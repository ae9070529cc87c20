import { type Line, splitLines } from "../text/lines.ts";
import { mayHaveLongStrings } from "../text/longStrings.ts";
import { readBlocks, type Blocks } from "./blocks.ts";
import { isAbbreviated, readAbbreviation } from "../sketch/abbreviations.ts";
import { bareKey, looseKey, wordLength } from "./lineKeys.ts";
import type { Declaration, SyntaxParser, SyntaxTree } from "../text/syntax.ts";

/** The original with all that the engine asks of it, computed once. */
export interface Original {
  readonly text: string;
  readonly language: string | undefined;
  readonly bom: string;
  readonly source: readonly Line[];
  readonly lines: readonly string[];
  readonly trimmed: readonly string[];
  readonly loose: readonly string[];
  /** Loose keys without trailing comments. */
  readonly bare: readonly string[];
  readonly words: Int32Array;
  readonly blocks: Blocks;
  readonly byTrimmed: ReadonlyMap<string, readonly number[]>;
  readonly byLoose: ReadonlyMap<string, readonly number[]>;
  /** 1 where a line begins inside a string of several lines, so that its indentation is content. */
  readonly inLiteral: Uint8Array;
  /** Read on demand, for it costs about half a parse. */
  readonly declarations: () => readonly Declaration[];
  readonly parser: SyntaxParser | undefined;
  readonly tree: SyntaxTree | undefined;
}

/** Reads `text` into all that the engine asks of it, with a syntax tree if there is a `parser`. The caller disposes the tree. */
export function readOriginal(text: string, language: string | undefined, parser: SyntaxParser | undefined): Original {
  const { bom, lines: source } = splitLines(text);
  const lines = source.map((line) => line.text);
  const trimmed = lines.map((line) => line.trim());
  const loose = trimmed.map(looseKey);
  const bare = trimmed.map((line, index) => bareKey(line, loose[index]));
  const tree = parser?.parse(text);
  const inLiteral = new Uint8Array(lines.length);
  for (const literal of mayHaveLongStrings(text) ? (tree?.literals() ?? []) : []) {
    if (literal.kind !== "comment") inLiteral.fill(1, literal.start, literal.end);
  }
  return {
    text,
    language,
    bom,
    source,
    lines,
    trimmed,
    loose,
    bare,
    words: Int32Array.from(trimmed, wordLength),
    blocks: readBlocks(lines, language, (line) => inLiteral[line] === 1),
    byTrimmed: indexLines(trimmed),
    byLoose: indexLines(loose, bare),
    inLiteral,
    declarations: () => tree?.declarations() ?? [],
    parser,
    tree,
  };
}

/** For each key the lines that have it; `others` has a second key for each line. */
function indexLines(keys: readonly string[], others: readonly string[] = keys): Map<string, number[]> {
  const index = new Map<string, number[]>();
  const add = (key: string, line: number): void => {
    const places = index.get(key);
    if (places) places.push(line);
    else index.set(key, [line]);
  };
  keys.forEach((key, line) => {
    add(key, line);
    const other = others[line];
    if (other !== undefined && other !== key) add(other, line);
  });
  return index;
}

/**
 * Checks whether a trimmed line of a sketch is the line of the original except for spacing, quotes, a final comma or semicolon, a dropped
 * comment, or a part that it cuts short.
 */
export function isLooselySame(sketched: string, original: Original, line: number): boolean {
  const key = looseKey(sketched);
  return key === original.loose[line] || key === original.bare[line] || isCutShort(sketched, original, line);
}

/**
 * Checks whether a trimmed line of a sketch shows the line of the original with dots in place of a part. False if the sketch's line
 * itself is in the original.
 */
export function isCutShort(sketched: string, original: Original, line: number): boolean {
  const abbreviation = readAbbreviation(sketched);
  if (!abbreviation || abbreviation.written.some((text) => original.byTrimmed.has(text))) return false;
  return isAbbreviated(original.trimmed[line] ?? "", abbreviation);
}
