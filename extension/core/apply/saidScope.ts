import { spansOf } from "../merge/model/saidPlace.ts";
import type { Original } from "../merge/original.ts";
import { lastSentence } from "../sketch/introductions.ts";
import { readSaidPlaces } from "../sketch/saidPlaces.ts";
import { readSentences } from "../sketch/statementTokens.ts";

/** Begins a sentence that says where something is changed: "Then, in `render`". */
const BEGINS =
  /^\W*(?:\d+[.)]\s*)?(?:(?:and|then|also|finally|next|now|first|second|third|lastly|similarly|likewise)\W+)*(?:in|inside|within|under|at the (?:top|end|bottom|start|beginning) of)\b/i;
/** Ends one: "the condition in `render`:". */
const ENDS = /\b(?:in|inside|within)\s[^,;:]*`[^`]+`[^,;:`]{0,30}:?\s*$/i;
/** What a sentence only compares with, or leaves alone. */
const ELSEWHERE =
  /\b(?:like|unlike|as in|already|rather|instead|except|what (?:is|happens) in|unchanged|stays?)\b|\b(?:not|never)\b(?! the ones?\b)|n['’]t\b/i;

/** The sentence that leads to a block, without the stars of bold words. */
export const leadingWords = (introduction: string): string => lastSentence(introduction.replaceAll("*", ""));

/** Lists the names in words, as they stand there. */
export const namesIn = (words: string): string[] =>
  readSentences(words).flatMap(({ tokens }) => tokens.flatMap(({ type, text }) => (type === "name" ? [text] : [])));

/**
 * Lists the lines of what the sentence before a block says that the block is in: "In `render`:", "Under `[dependencies]`:". Of several names
 * all hold. `undefined` if it says nothing of the kind, compares, or names nothing of the file.
 */
export function readScope(introduction: string, file: Original): number[] | undefined {
  const lead = lastSentence(introduction);
  const plain = leadingWords(introduction);
  if (!(BEGINS.test(plain) || ENDS.test(plain)) || ELSEWHERE.test(plain)) return undefined;
  const isUnder = /^\W*(?:\w+\W+)?under\b/i.test(plain);
  const spans = readSaidPlaces(lead)
    .filter(({ place, names }) => names.length > 0 && (isUnder ? place === "after" : IN.has(place)))
    .map((anchor) => spansOf(anchor, file));
  const known = spans.filter((all) => all.length > 0);
  if (known.length === 0) return undefined;
  const isIn = (line: number): boolean =>
    known.every((all) => all.some(({ begin, end }) => begin <= line && line < end));
  const lines = Array.from(file.lines.keys()).filter(isIn);
  return lines.length > 0 ? lines : undefined;
}

const IN: ReadonlySet<string> = new Set(["into", "start", "end"]);

/** "In each of them", "both get". */
const ALL = /\b(?:in|at|of|for) (?:all|both|each|every)\b|\beverywhere\b|^\W*(?:all|both|each|every)\b/i;
const SOME = /\b(?:first|second|third|last|other|next|only|no|not)\b|n['’]t\b/i;
const COUNTED = /\b(two|three|four|five|six|[2-6])\b/i;
const NUMBERS: ReadonlyMap<string, number> = new Map(
  ["two", "three", "four", "five", "six"].map((word, at) => [word, at + 2]),
);

/** Checks whether the sentence before a block may speak of all of several places. */
export const saysAll = (introduction: string): boolean => {
  const lead = leadingWords(introduction);
  return ALL.test(lead) && !SOME.test(lead);
};

/** Checks whether the sentence before a block speaks of all of `count` places; if it says a number, it is that. */
export function saysAllOf(introduction: string, count: number): boolean {
  if (!saysAll(introduction)) return false;
  const lead = leadingWords(introduction);
  const said = COUNTED.exec(lead)?.[1]?.toLowerCase() ?? (/\bboth\b/i.test(lead) ? "two" : undefined);
  return said === undefined || (NUMBERS.get(said) ?? Number(said)) === count;
}
