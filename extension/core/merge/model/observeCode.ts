import type { Item } from "../../sketch/lazyCode.ts";
import { lineEvidence } from "../../sketch/lineEvidence.ts";
import type { SaidPlaces, Statement } from "../../sketch/statement.ts";
import { lineTexts } from "../../text/lines.ts";
import { findCandidates, type CandidateMatch } from "../candidates.ts";
import type { Original } from "../original.ts";
import type { ShownCode } from "../shownCode.ts";
import type { Work } from "../../text/work.ts";
import { observeExtent } from "./extent.ts";
import { FOLDED_CELLS, foldCandidates, foldFile } from "./foldFile.ts";
import { observe, type Observation } from "./observation.ts";
import { findSaidLines, readGoes } from "./saidPlace.ts";

/** What surrounds the code in its answer. */
export interface AnswerContext {
  readonly said?: readonly Statement[] | undefined;
  /** Where the words that lead to its blocks say that they go. */
  readonly places?: readonly SaidPlaces[] | undefined;
  /** The answer has other code for this file, so that this is a part of it. */
  readonly isOneOfSeveral?: boolean;
}

/** Reads shown code beside the file that it is for. `isSaidWhole`: the answer says that it is the whole file. */
export function observeCode(
  { text, items, isBare }: ShownCode,
  isSaidWhole: boolean,
  original: Original,
  work: Work,
  { said = [], places = [], isOneOfSeveral = false }: AnswerContext = {},
): Observation {
  const extent = observeExtent(lineTexts(text), { isBare, isSaidWhole, isOneOfSeveral }, original);
  const texts = items.map((item) => (item.type === "code" ? item.text.trim() : ""));
  const all = findCandidates(items, original, work);
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
  });
}

const NAME = /[\p{L}\p{N}_$]+/gu;

/** A line with the old names in place of those that are said to be new; `undefined` if it has none of them. */
function withOldNames(line: string, renames: ReadonlyMap<string, string>): string | undefined {
  if (renames.size === 0) return undefined;
  const old = line.replace(NAME, (name) => renames.get(name) ?? name);
  return old === line ? undefined : old;
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
