import { isComment, lineIdentity } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { isAttached } from "../sketch/declaredExtent.ts";
import { isImport } from "../sketch/declaredNames.ts";
import { indentWidth } from "../text/indentation.ts";
import { constructsOf, wordParts } from "./cues.ts";
import { compareFile, type ComparedFile } from "./likeness.ts";
import { CLOSER, readStructure, type Structure } from "./windows.ts";

/** What is asked of a line of the file for every window that it stands in or beside. */
export interface LineFacts {
  readonly width: number;
  /** A comment, decorator or attribute of what stands below it. */
  readonly isAttached: boolean;
  readonly isImport: boolean;
  readonly isComment: boolean;
  /** It closes a block and begins nothing. */
  readonly isCloser: boolean;
  readonly firstWord: string;
  readonly identity: string | undefined;
  /** Kinds of code that it begins (`constructsOf`). */
  readonly constructs: readonly string[];
  readonly balance: Balance;
}

/** How many brackets some code leaves open, and how many it closes at most that it has not opened (0 or less). Strings are not read. */
export interface Balance {
  readonly depth: number;
  readonly lowest: number;
}

/** What is asked of a file for all blocks of an answer. */
export interface PlacingFile {
  readonly compared: ComparedFile;
  readonly structure: Structure;
  readonly facts: readonly LineFacts[];
  /** For each line the parts of its words, and for each part the number of lines that have it. */
  readonly parts: readonly ReadonlySet<string>[];
  readonly partCount: ReadonlyMap<string, number>;
  readonly byIdentity: ReadonlyMap<string, readonly number[]>;
}

/** Reads what is asked of a file for all blocks of an answer. Linear in its length. */
export function readPlacingFile(file: Original): PlacingFile {
  const facts = file.lines.map(readFacts);
  const parts = file.trimmed.map((line) => new Set(wordParts(line)));
  const partCount = new Map<string, number>();
  for (const of of parts) for (const part of of) partCount.set(part, (partCount.get(part) ?? 0) + 1);
  const byIdentity = new Map<string, number[]>();
  for (const [line, { identity }] of facts.entries()) {
    if (identity === undefined) continue;
    const known = byIdentity.get(identity);
    if (known) known.push(line);
    else byIdentity.set(identity, [line]);
  }
  return { compared: compareFile(file), structure: readStructure(file), facts, parts, partCount, byIdentity };
}

function readFacts(line: string): LineFacts {
  const text = line.trim();
  return {
    width: indentWidth(line),
    isAttached: isAttached(line),
    isImport: isImport(line),
    isComment: isComment(line),
    isCloser: CLOSER.test(text),
    firstWord: firstWordOf(text),
    identity: identityOf(text),
    constructs: constructsOf(text),
    balance: balanceOf([text]),
  };
}

/** Returns the first word of a line, with up to three signs before it; "" if there is none. */
export const firstWordOf = (line: string): string => /^\W{0,3}\w+/.exec(line)?.[0] ?? "";

/** Finds what a line declares (`lineIdentity`); an item of a list is named by nothing, since its text may change. */
export function identityOf(line: string): string | undefined {
  const identity = lineIdentity(line);
  return identity?.startsWith("item ") === true ? undefined : identity;
}

/** Counts the brackets of some lines. */
export function balanceOf(lines: readonly string[]): Balance {
  let [depth, lowest] = [0, 0];
  for (const line of lines) {
    for (const char of line) {
      if (char === "(" || char === "[" || char === "{") depth++;
      else if (char === ")" || char === "]" || char === "}") lowest = Math.min(lowest, --depth);
    }
  }
  return { depth, lowest };
}

/** Joins the balance of lines that follow each other. */
export function joinBalance(facts: readonly LineFacts[], start: number, end: number): Balance {
  let [depth, lowest] = [0, 0];
  for (let line = start; line < end; line++) {
    const own = facts[line]?.balance;
    if (own === undefined) break;
    lowest = Math.min(lowest, depth + own.lowest);
    depth += own.depth;
  }
  return { depth, lowest };
}

/** Finds the first line from here that is no comment or decorator. */
export function headBelow(line: number, facts: readonly LineFacts[]): number {
  let at = line;
  while (at < facts.length - 1 && facts[at]?.isAttached === true) at++;
  return at;
}
