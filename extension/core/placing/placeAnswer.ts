import type { Original } from "../merge/original.ts";
import { readSentences, type Sentence } from "../sketch/statementTokens.ts";
import { detectIndentUnit, indentWidth, isBlank, moveLine, type IndentUnit } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { readBlockScene, readBlockStyle, type BlockScene } from "./blockScene.ts";
import { readCues } from "./cues.ts";
import { readDeletionSlots, type DeletionSlot } from "./deletions.ts";
import type { Placement } from "./features.ts";
import { followingFeatures, listPlacements, nowhereFeatures } from "./listPlacements.ts";
import { readPlacingFile, type PlacingFile } from "./placingFile.ts";
import { shiftOf } from "./shift.ts";
import { readShownBlock } from "./shownBlock.ts";
import { readLooseSentences } from "./unreadWords.ts";
import fitted from "./weights.json" with { type: "json" };
import type { Window } from "./windows.ts";

/** What each feature counts; `training/placing` fits it. */
const weights: ReadonlyMap<string, number> = new Map(Object.entries(fitted));

/** A block of an answer, and the words that lead to it. */
export interface WrittenBlock {
  readonly lines: readonly string[];
  readonly introduction: string;
  /** It looks as if it were only shown, as an example is. */
  readonly isBeside: boolean;
}

/** Where a block goes, and what stands there then. */
export interface BlockPlace {
  /** Missing: nowhere. */
  readonly window: Window | undefined;
  /** Its lines as they stand in the file. */
  readonly lines: readonly string[];
  /** How likely it is, from 0 to 1. */
  readonly certainty: number;
}

/** Lines that may go. */
export interface DeletionPlace {
  /** Missing: nothing goes. */
  readonly window: LineRange | undefined;
  readonly certainty: number;
}

/** A sentence that may ask for more than is read of it. */
export interface UnreadSentence {
  readonly text: string;
  readonly certainty: number;
}

/** Where the blocks of an answer go, and what its words delete besides. */
export interface PlacedAnswer {
  /** For each block its places, the likeliest first. */
  readonly blocks: readonly (readonly BlockPlace[])[];
  /** For each part of its sentences that may say that something goes: what may, the likeliest first. */
  readonly deletions: readonly (readonly DeletionPlace[])[];
  /** Sentences that lead to no block, and how likely each asks for something that is not read. */
  readonly unread: readonly UnreadSentence[];
}

/** The words around the blocks of an answer. */
export interface AnswerWords {
  readonly text: string;
  /** Sentences whose changes are made already. */
  readonly read: ReadonlySet<string>;
  /** Whether a sentence may be about this file. */
  readonly isOfFile: (sentence: Sentence) => boolean;
}

/**
 * Finds where the blocks of an answer go, and what its words delete besides: every window of the file that a block may go to is scored by
 * features with fitted weights (a conditional logit; McFadden 1974), given where the block before it goes.
 */
export function placeAnswer(blocks: readonly WrittenBlock[], words: AnswerWords, file: Original): PlacedAnswer {
  const placing = readPlacingFile(file);
  const places = placeBlocks(blocks, placing);
  const taken = places.flatMap(([best]) => (best?.window ? [best.window, ...(best.window.also ?? [])] : []));
  const slots = readDeletionSlots(words.text, placing, taken, words.isOfFile);
  const deletions = slots.map(placeDeletion);
  const told = new Set(words.read);
  for (const [at, { sentence }] of slots.entries()) if (deletions[at]?.[0]?.window) told.add(sentence.text);
  const unread = readLooseSentences(words.text, leadsOf(blocks), shownBy(blocks), file)
    .filter(({ sentence }) => !told.has(sentence.text))
    .map(({ sentence, features }) => ({
      text: sentence.text,
      certainty: 1 / (1 + Math.exp(-features.score(weights))),
    }));
  return { blocks: places, deletions, unread };
}

/** Lists the sentences that lead to blocks. */
export const leadsOf = (blocks: readonly Pick<WrittenBlock, "introduction">[]): ReadonlySet<string> =>
  new Set(blocks.flatMap(({ introduction }) => readSentences(introduction).at(-1)?.text ?? []));

/** Joins all that blocks show. */
export const shownBy = (blocks: readonly Pick<WrittenBlock, "lines">[]): string =>
  blocks.flatMap(({ lines }) => lines).join("\n");

/** Scores what a part of a sentence may delete. */
function placeDeletion({ choices, none }: DeletionSlot): DeletionPlace[] {
  const scored = [
    ...choices.map(({ window, features }) => ({ window, score: features.score(weights) })),
    { window: undefined, score: none.score(weights) },
  ];
  const shares = toShares(scored.map(({ score }) => score));
  return scored
    .map(({ window }, at) => ({ window, certainty: shares[at] ?? 0 }))
    .sort((a, b) => b.certainty - a.certainty);
}

/** Turns scores into shares that add up to 1 together with that of all others, `rest`. */
export function toShares(scores: readonly number[], rest = -Infinity): number[] {
  const highest = scores.reduce((most, score) => Math.max(most, score), rest);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, Math.exp(rest - highest));
  return powers.map((power) => power / total);
}

/** Finds for each block the windows that it may go to, the likeliest first, given where those before it go. */
function placeBlocks(blocks: readonly WrittenBlock[], placing: PlacingFile): BlockPlace[][] {
  const { file } = placing.compared;
  const shown = blocks.map(({ lines }) => readShownBlock(lines));
  const style = readBlockStyle(shown, placing);
  /** Where the block before may go, and how likely each is. */
  let before: readonly { readonly window: Window | undefined; readonly share: number }[] = [
    { window: undefined, share: 1 },
  ];
  return shown.map((block, nth) => {
    const { introduction = "", isBeside = false } = blocks[nth] ?? {};
    const cues = readCues(introduction, block.lines, file);
    const scene = readBlockScene(block, cues, placing, style);
    const { best, rest } = scoreWindows(scene, isBeside);
    const certainties = best.map(() => 0);
    for (const { window, share } of before) {
      const scores = best.map(({ placement, score }) =>
        placement === undefined
          ? score
          : score + followingFeatures(placement.window, window, cues, placing).score(weights),
      );
      for (const [at, part] of toShares(scores, rest).entries())
        certainties[at] = (certainties[at] ?? 0) + share * part;
    }
    before = best.map(({ placement }, at) => ({ window: placement?.window, share: certainties[at] ?? 0 }));
    return best
      .map(({ placement }, at) => {
        const certainty = certainties[at] ?? 0;
        // What stands there already changes nothing.
        const isSame = placement === undefined || placement.situation === "same";
        return isSame
          ? { window: undefined, lines: [], certainty }
          : { window: placement.window, lines: writeLines(scene, placement), certainty };
      })
      .sort((a, b) => b.certainty - a.certainty);
  });
}

/** Windows of a block that are told apart by what comes before. */
const MOST = 12;

interface Scored {
  /** Missing: nowhere. */
  readonly placement: Placement | undefined;
  readonly score: number;
}

/** Scores the windows of a block, and "nowhere". `rest`: the logarithm of what all others count together. */
function scoreWindows(
  scene: BlockScene,
  isBeside: boolean,
): { readonly best: readonly Scored[]; readonly rest: number } {
  const placements = listPlacements(scene);
  const all: Scored[] = placements
    .map((placement) => ({ placement, score: placement.features.score(weights) }))
    .sort((a, b) => b.score - a.score);
  const nowhere = nowhereFeatures(scene, placements, isBeside).score(weights);
  const highest = all[0]?.score ?? 0;
  const rest = all.slice(MOST).reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return {
    best: [...all.slice(0, MOST), { placement: undefined, score: nowhere }],
    rest: highest + Math.log(rest),
  };
}

/** Returns the lines of a block as deep as they stand where it goes. */
export function writeLines(
  { block, placing }: Pick<BlockScene, "block" | "placing">,
  { window, alignment }: Pick<Placement, "window" | "alignment">,
): string[] {
  const shift = shiftOf(block, window, alignment, placing.facts);
  const unit = detectIndentUnit(placing.compared.file.lines);
  const own = detectIndentUnit(block.lines);
  const isTabbed = (indent: IndentUnit): boolean => indent.text.startsWith("\t");
  if (own === undefined || unit === undefined || (own.width === unit.width && isTabbed(own) === isTabbed(unit)))
    return block.lines.map((line) => moveLine(line, shift, unit));
  // Each level of the block is a level of the file.
  return block.lines.map((line) => {
    if (isBlank(line)) return line;
    const deeper = indentWidth(line) - block.width;
    const width = block.width + shift + (deeper % own.width === 0 ? (deeper / own.width) * unit.width : deeper);
    return moveLine(line.trimStart(), Math.max(0, width), unit);
  });
}
