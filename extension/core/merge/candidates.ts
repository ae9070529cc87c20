import type { Item } from "../sketch/lazyCode.ts";
import { indentWidth } from "../text/indentation.ts";
import type { Match } from "./align.ts";
import { findAbbreviated, readAbbreviation } from "../sketch/abbreviations.ts";
import {
  commonShare,
  lineIdentity,
  lineSimilarity,
  lineWeight,
  looseKey,
  profileLine,
  splitIdentity,
  tokens,
  wordLength,
  type LineProfile,
} from "./lineKeys.ts";
import type { Original } from "./original.ts";
import { takeSteps, type Work } from "../text/work.ts";
import { hasTrait } from "../sketch/languages.ts";

/** A line of the sketch may stand for a line of the original: the same line, loosely the same, or its new form. */
export interface CandidateMatch extends Match {
  readonly kind: "exact" | "loose" | "similar";
  /** A similar line that no other line of the file rivals: it declares the same, or is by far the most alike. */
  readonly sure: boolean;
  /** The item leaves out lines of a block that the file does not have by this name, and this is the head of one that it may be. */
  readonly isRetitled?: boolean;
}

/** How alike two lines must be for one to be the new form of the other. */
const SIMILAR = 0.5;
/** Lines that have this much in common, but name other things, may be one with a new name. */
const SAME_BUT_NAME = 0.75;
/** A line at another depth is less likely the same; pieces that arrive dedented lose this on every line alike. */
const OTHER_DEPTH = 0.85;
/** Words in more lines than this find nothing. */
const COMMON_WORD = 60;
const MAX_SIMILAR = 12;
/** What it adds that a line declares the same name as the line of the original. */
const DECLARES_SAME = 0.8;

/**
 * Finds for each item the lines of the original that it may stand for, ascending, each with its worth; none for an item that is not code.
 * `withRenamed`: also lines that differ in little but the name of what they name, which are worth nothing.
 */
export function findCandidates(
  items: readonly Item[],
  original: Original,
  work: Work,
  withRenamed = false,
): CandidateMatch[][] {
  const similar = new SimilarLines(original, items, work);
  return items.map((item) => {
    if (item.type !== "code") return [];
    const found = new Map<number, CandidateMatch>();
    const text = item.text.trim();
    const words = wordLength(text);
    const exact = original.byTrimmed.get(text) ?? [];
    const same = original.byLoose.get(looseKey(text)) ?? [];
    const abbreviation = same.length > 0 ? undefined : readAbbreviation(text);
    const loose = abbreviation ? findAbbreviated(abbreviation, original.trimmed, work) : same;
    const occurrences = Math.max(loose.length, exact.length);
    const weight = lineWeight(words, occurrences) * (text === "" ? 0.4 : 1);
    const width = indentWidth(item.text);
    const depth = (line: number): number => (original.blocks.width[line] === width ? 1 : OTHER_DEPTH);
    for (const line of loose) found.set(line, { line, kind: "loose", sure: false, score: 0.85 * weight * depth(line) });
    for (const line of exact) found.set(line, { line, kind: "exact", sure: false, score: weight * depth(line) });
    // A long line that stands there just once is that line.
    if (words > 0 && !(exact.length === 1 && weight > 0.9)) {
      const alike = similar.find(text, withRenamed);
      for (const { line, similarity, sameIdentity } of alike) {
        if (found.has(line)) continue;
        const rivals = alike.filter(
          (other) =>
            other.line !== line &&
            other.similarity >= SIMILAR &&
            (sameIdentity ? other.sameIdentity : other.similarity > similarity - 0.2),
        );
        const sure =
          exact.length === 0 && loose.length === 0 && rivals.length === 0 && (sameIdentity || similarity >= 0.65);
        const score =
          similarity < SIMILAR ? 0 : lineWeight(words, 1) * (0.05 + 0.6 * (similarity - SIMILAR)) * depth(line);
        found.set(line, { line, kind: "similar", sure, score });
      }
    }
    addDeclarations(item.text, exact.length > 0, similar, found);
    return [...found.values()].sort((a, b) => a.line - b.line);
  });
}

/** A line that declares a name matches the line that declares it in the original, whatever else changed. */
function addDeclarations(
  text: string,
  isFound: boolean,
  similar: SimilarLines,
  found: Map<number, CandidateMatch>,
): void {
  const lines = similar.identityLines(text);
  for (const line of lines) {
    const before = found.get(line);
    if (before) found.set(line, { ...before, score: before.score + DECLARES_SAME / 2 });
    else found.set(line, { line, kind: "similar", sure: lines.length === 1, score: DECLARES_SAME / 2 });
  }
  // The syntax tree is asked only for a line that opens something and was not found to the letter.
  if (isFound || !/[{([:=,>]\s*$|\b(?:do|then|where)\s*$|^\s*(?:async |public |private |protected |static )/.test(text))
    return;
  for (const { line, long } of similar.declarationLines(text)) {
    const before = found.get(line);
    if (!before && !long) continue;
    const likeness = before?.score ?? 0.15;
    found.set(line, {
      line,
      kind: before?.kind ?? "similar",
      sure: before?.sure ?? false,
      score: likeness + (long ? DECLARES_SAME : DECLARES_SAME / 5),
    });
  }
}

/** Finds lines that share rare words with a given one. Built for the words of one sketch only. */
class SimilarLines {
  readonly #original: Original;
  readonly #work: Work;
  readonly #linesOfWord = new Map<string, number[]>();
  #declared: ReadonlyMap<string, { line: number; name: string; long: boolean }[]> | undefined;
  readonly #profiles = new Map<number, LineProfile>();

  constructor(original: Original, items: readonly Item[], work: Work) {
    this.#original = original;
    this.#work = work;
    for (const item of items) {
      if (item.type !== "code") continue;
      for (const token of tokens(item.text)) if (token.length > 1 || /\w/.test(token)) this.#linesOfWord.set(token, []);
    }
    original.trimmed.forEach((line, index) => {
      for (const word of new Set(line.slice(0, 2000).match(/[\p{L}\p{N}_$]+/gu) ?? [])) {
        const lines = this.#linesOfWord.get(word);
        if (lines && lines.length <= COMMON_WORD) lines.push(index);
      }
    });
  }

  find(text: string, withRenamed: boolean): { line: number; similarity: number; sameIdentity: boolean }[] {
    const shared = new Map<number, number>();
    for (const token of new Set(tokens(text))) {
      const lines = this.#linesOfWord.get(token);
      if (!lines || lines.length > COMMON_WORD) continue;
      for (const line of lines)
        shared.set(line, (shared.get(line) ?? 0) + token.length / (1 + Math.log2(lines.length)));
    }
    const profile = profileLine(text);
    return [...shared]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_SIMILAR)
      .map(([line]) => {
        const other = this.#profile(line);
        const sameIdentity = profile.identity !== undefined && profile.identity === other.identity;
        const mayCompare = takeSteps(this.#work, profile.tokens.length * other.tokens.length);
        const similarity = mayCompare ? lineSimilarity(profile, other) : 0;
        const isRenamed =
          withRenamed && mayCompare && isSameButName(text, this.#original.trimmed[line] ?? "", profile, other);
        return { line, similarity, sameIdentity, isRenamed };
      })
      .filter(({ similarity, isRenamed }) => similarity >= SIMILAR || isRenamed);
  }

  /** Finds the lines of the original on which a declaration stands that `text` declares too. */
  declarationLines(text: string): { line: number; long: boolean }[] {
    const lines: { line: number; long: boolean }[] = [];
    const identity = declaredIdentity(text);
    for (const word of new Set(tokens(text))) {
      for (const { line, name, long } of this.#readDeclared().get(word) ?? []) {
        if (identity !== undefined && !identity.endsWith(word)) continue;
        const other = this.#original.trimmed[line] ?? "";
        if (isOverload(text, other, this.#original.language)) continue;
        if (declares(text, other, name, word)) lines.push({ line, long });
      }
    }
    return lines;
  }

  /** Declarations by the last word of their names. */
  #readDeclared(): ReadonlyMap<string, { line: number; name: string; long: boolean }[]> {
    if (this.#declared) return this.#declared;
    const declared = new Map<string, { line: number; name: string; long: boolean }[]>();
    for (const { name, nameLine, endLine } of this.#original.declarations()) {
      const word = lastWord(name);
      if (word === undefined) continue;
      const place = { line: nameLine, name, long: endLine > nameLine + 1 };
      const lines = declared.get(word);
      if (!lines) declared.set(word, [place]);
      else if (lines.length < COMMON_WORD) lines.push(place);
    }
    return (this.#declared = declared);
  }

  /** Finds the lines of the original with the same identity, if it is that of a declaration or a titled block. */
  identityLines(text: string): readonly number[] {
    const identity = declaredIdentity(text);
    const word = identity === undefined ? undefined : rarestWord(identity, this.#linesOfWord);
    if (identity === undefined || word === undefined) return [];
    return (this.#linesOfWord.get(word) ?? []).filter((line) => {
      const other = this.#original.trimmed[line] ?? "";
      return lineIdentity(other) === identity && !isOverload(text, other, this.#original.language);
    });
  }

  #profile(line: number): LineProfile {
    let profile = this.#profiles.get(line);
    if (!profile) {
      profile = profileLine(this.#original.trimmed[line] ?? "");
      this.#profiles.set(line, profile);
    }
    return profile;
  }
}

/**
 * Whether two lines may be one with a new name: they have most in common, and all but the name, where it is not all that they say, as in a list
 * or a title.
 */
function isSameButName(text: string, other: string, mine: LineProfile, theirs: LineProfile): boolean {
  if (commonShare(mine, theirs) < SAME_BUT_NAME) return false;
  const [kind, name] = splitIdentity(mine.identity);
  const [otherKind, otherName] = splitIdentity(theirs.identity);
  if (kind !== otherKind) return false;
  return kind === "item" || kind === "title" || text.replace(name, "") === other.replace(otherName, "");
}

/** Two functions of one name that share no parameter are two functions, if a language has overloads. */
function isOverload(text: string, other: string, language: string | undefined): boolean {
  if (!hasTrait(language, "overloads")) return false;
  const [mine, theirs] = [text, other].map((line) =>
    tokens(/\(([^)]*)/.exec(line)?.[1] ?? "").filter((token) => /\w/.test(token)),
  );
  if (!mine || !theirs || mine.length === 0 || theirs.length === 0) return false;
  return !mine.some((token) => theirs.includes(token));
}

/** Returns the identity of a line that declares or titles a block; `undefined` for other lines. */
export function declaredIdentity(text: string): string | undefined {
  const identity = lineIdentity(text);
  return identity !== undefined && /^(?:declare|title) /.test(identity) ? identity : undefined;
}

function rarestWord(identity: string, linesOfWord: ReadonlyMap<string, readonly number[]>): string | undefined {
  let rarest: string | undefined;
  let fewest = Infinity;
  for (const word of tokens(identity).slice(1)) {
    const count = linesOfWord.get(word)?.length ?? Infinity;
    if (count < fewest) [rarest, fewest] = [word, count];
  }
  return rarest;
}

const lastWord = (name: string): string | undefined => name.match(/[\p{L}\p{N}_$]+/gu)?.at(-1);

/** Whether `text` has the name where `declaring` has it: in both, only words precede it, and what follows is alike in form. */
function declares(text: string, declaring: string, name: string, word: string): boolean {
  const mine = normalise(text);
  const theirs = normalise(declaring);
  if (!/^[\p{L}\p{N}_$]+$/u.test(name)) return mine.includes(normalise(name)) && theirs.includes(normalise(name));
  const found = new RegExp(`(?:^|[^\\p{L}\\p{N}_$])${word.replace(/\$/g, "\\$")}(?![\\p{L}\\p{N}_$])`, "u");
  const before = found.exec(mine);
  const behind = found.exec(theirs);
  if (!before || !behind) return false;
  const [myHead, theirHead] = [mine.slice(0, before.index), theirs.slice(0, behind.index)];
  const [myTail, theirTail] = [
    mine.slice(before.index + before[0].length),
    theirs.slice(behind.index + behind[0].length),
  ];
  const wordsBefore = (head: string): boolean =>
    /^[\s\p{L}\p{N}_$*&<>[\],:~@.|?]*$/u.test(head) &&
    !/\b(?:return|new|await|yield|throw|if|while|for|case|else)\b/.test(head);
  return wordsBefore(myHead) && wordsBefore(theirHead) && tailForm(myTail) === tailForm(theirTail);
}

/** What follows a declared name: parameters, a value, a body or nothing. */
function tailForm(tail: string): string {
  const sign = /^\s*(?:<[^>]*>)?\s*([({=:;]|extends|implements)?/.exec(tail)?.[1] ?? "";
  return sign === ":" || sign === "extends" || sign === "implements" ? "{" : sign;
}

const normalise = (text: string): string => text.trim().replace(/\s+/g, " ").replace(/["'`]/g, '"');
