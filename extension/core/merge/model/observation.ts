import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import { SAID, type LineEvidence } from "../../sketch/lineEvidence.ts";
import { detectIndentUnit } from "../../text/indentation.ts";
import { type Blocks, CLOSES_ONLY, readSketchBlocks } from "../blocks.ts";
import type { CandidateMatch } from "../candidates.ts";
import { lineIdentity, lineSimilarity, looseKey, profileLine, wordLength, type LineProfile } from "../lineKeys.ts";
import { isCutShort, isLooselySame, type Original } from "../original.ts";
import type { ObservedExtent } from "./extent.ts";
import type { FoldedFile } from "./foldFile.ts";
import type { Mention } from "./mentions.ts";
import { findNewDeclarations } from "./newDeclarations.ts";
import type { SaidGoes } from "./saidPlace.ts";
import { hasTrait } from "../../sketch/languages.ts";

/** How a line of the sketch and one of the file compare: to the letter, loosely, similar, different. */
export type Likeness = "eq" | "lo" | "si" | "df";

/** All that the features ask of a sketch and a file, computed once. Items are those of the sketch, lines those of the file. */
export interface Observation {
  readonly items: readonly Item[];
  /** The code as it was written, without the model's label. */
  readonly code: string;
  /** The file as it is read: folded if it is large. */
  readonly original: Original;
  readonly whole: Original;
  readonly folds: FoldedFile | undefined;
  readonly candidates: readonly (readonly CandidateMatch[])[];
  /** For items with names that are said to be new their text with the old names, trimmed. */
  readonly oldTexts: readonly (string | undefined)[];
  /** For each line that names something what the words of the answer do with it (`findMentions`). */
  readonly mentions: readonly (Mention | undefined)[];
  /** They speak of how lines are written. */
  readonly speaksOfForm: boolean;
  readonly extent: ObservedExtent;
  /** What the words around the code say of the file's lines. */
  readonly said: LineEvidence;
  /** Where they say that each block goes. */
  readonly goes: SaidGoes;
  /** They say of some line that it is deleted. */
  readonly saysDeleted: boolean;
  /** The trimmed text of code; empty for markers and removals. */
  readonly texts: readonly string[];
  readonly isCode: readonly boolean[];
  readonly words: Int32Array;
  readonly sketchBlocks: Blocks;
  /** Depth of each line of the file, and of each item where its piece would stand. */
  readonly lineDepth: Int32Array;
  readonly itemDepth: Int32Array;
  /** Columns between sketch and file: of all pieces, and whether a piece has evidence of its own. */
  readonly commonShift: number;
  readonly knowsShift: readonly boolean[];
  /** Number of the piece of each item. */
  readonly piece: Int32Array;
  /** Item and line that encloses, -1 where there is none. */
  readonly itemParent: Int32Array;
  readonly lineParent: Int32Array;
  /** What opens the block that an item or line closes, -1 where there is none. */
  readonly itemOpener: Int32Array;
  readonly lineOpener: Int32Array;
  /** The last line with text before each place between lines. */
  readonly lastLine: Int32Array;
  /** Neighbours with text: of items within their piece, of lines. */
  readonly itemBefore: Int32Array;
  readonly itemAfter: Int32Array;
  readonly lineBefore: Int32Array;
  readonly lineAfter: Int32Array;
  readonly itemProfile: (item: number) => LineProfile;
  readonly lineProfile: (line: number) => LineProfile;
  readonly identityOfLine: readonly (string | undefined)[];
  /** The identity of any trimmed line, remembered: the texts of the readings have most lines in common. */
  readonly identityOf: (text: string) => string | undefined;
  /** How many lines of the file have an identity; which the sketch shows. */
  readonly identitiesOfFile: ReadonlyMap<string, number>;
  readonly identitiesOfSketch: ReadonlySet<string>;
  /** How often the sketch has a text, and the file. */
  readonly countInSketch: (text: string) => number;
  readonly countInFile: (text: string) => number;
  /** How many lines of the file an item is at least loosely, those that it cuts short included. */
  readonly looseCount: Int32Array;
  /** Whether the file has a line, at least loosely. */
  readonly isInFile: readonly boolean[];
  /** 1 for items of a declaration that the file does not have. */
  readonly isNewDeclaration: Uint8Array;
  readonly likeness: (item: number, line: number) => Likeness;
}

/** A sketch and a file, before anything is known of them together. */
export type Given = Pick<
  Observation,
  | "code"
  | "items"
  | "original"
  | "whole"
  | "folds"
  | "candidates"
  | "oldTexts"
  | "mentions"
  | "speaksOfForm"
  | "extent"
  | "said"
  | "goes"
>;

/** Reads everything that the features need. Linear in items and lines, apart from the candidates. */
export function observe(given: Given): Observation {
  const { items, original } = given;
  const isCode = items.map(({ type }) => type === "code");
  const texts = items.map((item) => (item.type === "code" ? item.text.trim() : ""));
  const words = Int32Array.from(texts, wordLength);
  const sketchBlocks = readSketchBlocks(items, original.language);
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  const countInSketch = (text: string): number => counts.get(text) ?? 0;
  const countInFile = (text: string): number => original.byTrimmed.get(text)?.length ?? 0;
  const looseCount = Int32Array.from(texts, (text, item) => {
    const same = original.byLoose.get(looseKey(text))?.length ?? 0;
    return same || (given.candidates[item] ?? []).filter(({ line }) => isCutShort(text, original, line)).length;
  });
  const itemProfiles = texts.map((text) => (text === "" ? undefined : profileLine(text)));
  const lineProfiles: (LineProfile | undefined)[] = [];
  const lineProfile = (line: number): LineProfile => (lineProfiles[line] ??= profileLine(original.trimmed[line] ?? ""));
  const identities = new Map<string, string | undefined>();
  const identityOf = (text: string): string | undefined => {
    const known = identities.get(text);
    if (known !== undefined || identities.has(text)) return known;
    const identity = lineIdentity(text);
    identities.set(text, identity);
    return identity;
  };
  const identityOfLine = original.trimmed.map((text) => (text === "" ? undefined : identityOf(text)));
  const identitiesOfFile = new Map<string, number>();
  for (const identity of identityOfLine)
    if (identity !== undefined) identitiesOfFile.set(identity, (identitiesOfFile.get(identity) ?? 0) + 1);
  const identitiesOfSketch = new Set(itemProfiles.flatMap((profile) => profile?.identity ?? []));
  const piece = numberPieces(items);
  const star = commentStar(original.language);
  const lineDepth = Int32Array.from(original.blocks.width, (width, line) =>
    Math.max(0, width - star(original.trimmed[line] ?? "")),
  );
  const itemWidth = readWidths();
  const shifts = readShifts();
  const itemDepth = Int32Array.from(items, (_, item) =>
    isCode[item] === true
      ? Math.max(0, (itemWidth[item] ?? 0) - star(texts[item] ?? "")) + (shifts.of[piece[item] ?? 0] ?? 0)
      : 0,
  );
  const lineParent = findParents(original.trimmed, lineDepth, (line) => isOutside(original, lineDepth, line));
  const likeness = rememberLikeness();
  const known = { items, texts, words, sketchBlocks, itemProfiles, identitiesOfFile, countInFile };
  return {
    ...given,
    saysDeleted: given.said.codes.includes(SAID.deleted),
    ...{ texts, isCode, words, sketchBlocks, lineDepth, itemDepth, piece },
    commonShift: shifts.common,
    knowsShift: shifts.isKnown,
    itemParent: findParents(texts, itemDepth, () => false),
    lineParent,
    itemOpener: invert(sketchBlocks.closer, items.length),
    lineOpener: invert(original.blocks.closer, original.lines.length),
    lastLine: findLast(original, lineDepth),
    ...{ itemBefore: neighbours(1, true), itemAfter: neighbours(-1, true) },
    ...{ lineBefore: neighbours(1, false), lineAfter: neighbours(-1, false) },
    itemProfile: (item) => itemProfiles[item] ?? profileLine(""),
    lineProfile,
    ...{ identityOfLine, identityOf, identitiesOfFile, identitiesOfSketch, countInSketch, countInFile, looseCount },
    isInFile: texts.map((text, item) => text !== "" && (looseCount[item] ?? 0) > 0),
    isNewDeclaration: findNewDeclarations(known),
    likeness,
  };

  /** The width of each item in the file's columns: scaled if the sketch is indented by another unit and more lines agree then. */
  function readWidths(): Int32Array {
    const { width } = sketchBlocks;
    const fileUnit = detectIndentUnit(original.lines);
    const sketchUnit = detectIndentUnit(items.flatMap((item) => (item.type === "code" ? [item.text] : [])));
    if (!fileUnit || !sketchUnit || fileUnit.text === sketchUnit.text) return width;
    const scale = fileUnit.width / sketchUnit.width;
    const scaled = width.map((columns) => Math.round(columns * scale));
    const agreeing = (widths: Int32Array): number => {
      const shifts = new Map<number, number>();
      for (const { item, line } of uniquePairs()) {
        const shift = (original.blocks.width[line] ?? 0) - (widths[item] ?? 0);
        shifts.set(shift, (shifts.get(shift) ?? 0) + 1);
      }
      return [...shifts.values()].reduce((most, count) => Math.max(most, count), 0);
    };
    return agreeing(scaled) > agreeing(width) ? scaled : width;
  }

  /** Lines that say something and stand once in the sketch and once in the file. */
  function uniquePairs(): { readonly item: number; readonly line: number }[] {
    return texts.flatMap((text, item) => {
      const [line, ...others] = original.byTrimmed.get(text) ?? [];
      const isUnique = (words[item] ?? 0) >= 3 && others.length === 0 && countInSketch(text) === 1;
      return isUnique && line !== undefined ? [{ item, line }] : [];
    });
  }

  /** How far each piece is shifted: as far as most of its lines that stand once in both. */
  function readShifts(): { common: number; of: number[]; isKnown: boolean[] } {
    const pieces = (piece.at(-1) ?? 0) + 1;
    const votes = Array.from({ length: pieces + 1 }, (): number[] => []);
    for (const { item, line } of uniquePairs())
      votes[piece[item] ?? 0]?.push((original.blocks.width[line] ?? 0) - (itemWidth[item] ?? 0));
    const common = commonest(votes.flat()) ?? 0;
    return {
      common,
      of: votes.map((each) => commonest(each) ?? common),
      isKnown: votes.map((each) => each.length > 0),
    };
  }

  function rememberLikeness(): (item: number, line: number) => Likeness {
    const memory = new Map<number, Likeness>();
    return (item, line) => {
      const key = item * original.lines.length + line;
      let found = memory.get(key);
      if (found === undefined) memory.set(key, (found = compare(item, line)));
      return found;
    };
  }

  function compare(item: number, line: number): Likeness {
    const text = texts[item] ?? "";
    if (text === original.trimmed[line]) return "eq";
    if (isLooselySame(text, original, line)) return "lo";
    if (given.candidates[item]?.some((each) => each.line === line && each.isRetitled === true) === true) return "si";
    const a = itemProfiles[item];
    if (!a) return "df";
    const b = lineProfile(line);
    return (a.identity !== undefined && a.identity === b.identity) || lineSimilarity(a, b) >= 0.6 ? "si" : "df";
  }

  function neighbours(step: 1 | -1, ofItems: boolean): Int32Array {
    const count = ofItems ? items.length : original.lines.length;
    const found = new Int32Array(count).fill(-1);
    let last = -1;
    for (let at = step > 0 ? 0 : count - 1; at >= 0 && at < count; at += step) {
      if (ofItems && items[at]?.type === "marker") last = -1;
      else if (ofItems && isCode[at] !== true) continue;
      else {
        found[at] = last;
        if ((ofItems ? texts[at] : original.trimmed[at]) !== "") last = at;
      }
    }
    return found;
  }
}

function numberPieces(items: readonly Item[]): Int32Array {
  let count = 0;
  return Int32Array.from(items, ({ type }) => (type === "marker" ? ++count : count));
}

function commonest(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  let best: number | undefined;
  for (const value of values) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (best === undefined || count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
}

/** The lines of a comment like this one stand one column deeper than its first; that is no depth. */
function commentStar(language: string | undefined): (text: string) => number {
  const isStar = isStarComment(language);
  return (text) => (isStar(text) ? 1 : 0);
}

/** Returns a function that checks whether a trimmed line goes on a comment with a star at its beginning, which lists of Markdown have too. */
export function isStarComment(language: string | undefined): (text: string) => boolean {
  if (hasTrait(language, "headings")) return () => false;
  return (text) => /^\*(?:\s|\/|$)/.test(text);
}

/** Preprocessor lines stand at column 0 wherever they are. */
const isOutside = (original: Original, depth: Int32Array, line: number): boolean =>
  depth[line] === 0 && (original.trimmed[line] ?? "").startsWith("#") && hasTrait(original.language, "margin-lines");

function findParents(texts: readonly string[], depth: Int32Array, isLeftOut: (line: number) => boolean): Int32Array {
  const parents = new Int32Array(texts.length).fill(-1);
  const open: number[] = [];
  texts.forEach((text, at) => {
    if (text === "" || isLeftOut(at)) return;
    while (open.length > 0 && (depth[open.at(-1) ?? 0] ?? 0) >= (depth[at] ?? 0)) open.pop();
    parents[at] = open.at(-1) ?? -1;
    if (!CLOSES_ONLY.test(text)) open.push(at);
  });
  return parents;
}

function findLast(original: Original, depth: Int32Array): Int32Array {
  const last = new Int32Array(original.lines.length + 1).fill(-1);
  original.trimmed.forEach((text, line) => {
    last[line + 1] = text !== "" && !isOutside(original, depth, line) ? line : (last[line] ?? -1);
  });
  return last;
}

function invert(closers: Int32Array, count: number): Int32Array {
  const openers = new Int32Array(count).fill(-1);
  closers.forEach((closer, opener) => {
    if (closer >= 0) openers[closer] = opener;
  });
  return openers;
}

/** Checks whether an item is a marker that is not written but implied by the form of the sketch. */
export const isImplied = (item: Item | undefined): boolean => item?.type === "marker" && item.line === IMPLIED;
