import type { Item } from "../../sketch/lazyCode.ts";
import { lineEvidence } from "../../sketch/lineEvidence.ts";
import { saidPlacesOf } from "../../sketch/saidPlaces.ts";
import type { FileSketch } from "../../sketch/sketch.ts";
import type { SaidPlaces, Statement } from "../../sketch/statement.ts";
import { lineTexts } from "../../text/lines.ts";
import { findCandidates, type CandidateMatch } from "../candidates.ts";
import type { Original } from "../original.ts";
import type { ShownCode } from "../shownCode.ts";
import type { Work } from "../../text/work.ts";
import { findMentions, speaksOfForm, type AnswerText } from "./mentions.ts";
import { observeExtent } from "./extent.ts";
import { FOLDED_CELLS, foldCandidates, foldFile } from "./foldFile.ts";
import { observe, type Observation } from "./observation.ts";
import { findRetitled } from "./retitled.ts";
import { findSaidLines, readGoes } from "./saidPlace.ts";

/** What surrounds the code in its answer. */
export interface AnswerContext {
  readonly said?: readonly Statement[] | undefined;
  /** Where the words that lead to its blocks say that they go. */
  readonly places?: readonly SaidPlaces[] | undefined;
  /** The answer has other code for this file, so that this is a part of it. */
  readonly isOneOfSeveral?: boolean;
  /** All words around it that may be about the file, and what was asked for. */
  readonly text?: AnswerText;
}

/** What an answer says around one of its sketches. */
export function contextOf(found: FileSketch, isOneOfSeveral: boolean): AnswerContext {
  const { said, words = "", request = "" } = found;
  return { said, places: saidPlacesOf(found), isOneOfSeveral, text: { words, request } };
}

/** Reads shown code beside the file that it is for. `isSaidWhole`: the answer says that it is the whole file. */
export function observeCode(
  { text, items, isBare }: ShownCode,
  isSaidWhole: boolean,
  original: Original,
  work: Work,
  { said = [], places = [], isOneOfSeveral = false, text: around = NO_TEXT }: AnswerContext = {},
): Observation {
  const extent = observeExtent(lineTexts(text), { isBare, isSaidWhole, isOneOfSeveral }, original);
  const texts = items.map((item) => (item.type === "code" ? item.text.trim() : ""));
  const all = joinRetitled(findCandidates(items, original, work, true), findRetitled(items, original));
  const isLarge = items.length * original.lines.length > FOLDED_CELLS;
  const named = findSaidLines(places, original);
  const folds = isLarge ? foldFile(texts, all, original, named) : undefined;
  const read = folds?.original ?? original;
  const evidence = lineEvidence(said, read.lines, read.blocks.end);
  const found = folds ? foldCandidates(all, folds) : all;
  const oldTexts = items.map((item) => (item.type === "code" ? withOldNames(item.text, evidence.renames) : undefined));
  return observe({
    ...{ code: text, items, original: read, whole: original, folds, extent },
    candidates: joinOldForms(found, items, oldTexts, read, work),
    oldTexts: oldTexts.map((old) => old?.trim()),
    said: evidence,
    goes: readGoes(places, items, read),
    mentions: findMentions(read.trimmed, around),
    speaksOfForm: speaksOfForm(around),
  });
}

const NO_TEXT: AnswerText = { words: "", request: "" };

const NAME = /[\p{L}\p{N}_$]+/gu;

/** A line with the old names in place of those that are said to be new; `undefined` if it has none of them. */
function withOldNames(line: string, renames: ReadonlyMap<string, string>): string | undefined {
  if (renames.size === 0) return undefined;
  const old = line.replace(NAME, (name) => renames.get(name) ?? name);
  return old === line ? undefined : old;
}

/** The candidates with the heads of blocks that an item may be the new form of. */
function joinRetitled(
  found: readonly CandidateMatch[][],
  retitled: readonly (readonly number[])[],
): readonly (readonly CandidateMatch[])[] {
  return found.map((known, item) => {
    const heads = retitled[item] ?? [];
    if (heads.length === 0) return known;
    const others = known.filter(({ line }) => !heads.includes(line));
    const added = heads.map((line): CandidateMatch => {
      const before = known.find((each) => each.line === line);
      return { kind: "similar", sure: false, score: 0, ...before, line, isRetitled: true };
    });
    return [...others, ...added].sort((a, b) => a.line - b.line);
  });
}

/** The candidates with the lines that the old form of a line may stand for. */
function joinOldForms(
  found: readonly (readonly CandidateMatch[])[],
  items: readonly Item[],
  oldTexts: readonly (string | undefined)[],
  original: Original,
  work: Work,
): readonly (readonly CandidateMatch[])[] {
  if (oldTexts.every((text) => text === undefined)) return found;
  const asWere = items.map((item, index): Item => {
    const old = oldTexts[index];
    return item.type === "code" && old !== undefined ? { ...item, text: old } : item;
  });
  return findCandidates(asWere, original, work).map((were, index) => {
    const known = found[index] ?? [];
    if (oldTexts[index] === undefined) return known;
    const lines = new Set(known.map(({ line }) => line));
    return [...known, ...were.filter(({ line }) => !lines.has(line))].sort((a, b) => a.line - b.line);
  });
}
