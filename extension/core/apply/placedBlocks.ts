import type { Original } from "../merge/original.ts";
import {
  placeAnswer,
  type AnswerWords,
  type BlockPlace,
  type DeletionPlace,
  type UnreadSentence,
  type WrittenBlock,
} from "../placing/placeAnswer.ts";
import { readNonCode } from "../sketch/markers.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import type { Sentence } from "../sketch/statementTokens.ts";
import { withoutBlankEdges } from "../text/indentation.ts";
import { lineTexts } from "../text/lines.ts";
import { takeSteps, type Work } from "../text/work.ts";

/** Longer blocks show enough of the file to be found by it. */
const MAX_BLOCK = 60;
/** Lines of blocks times lines of the file that are compared, and blocks times lines whose windows are: a second or two. */
const MAX_COMPARED = 200_000;
const MAX_LOOKED = 15_000;
/** Steps that the windows of a line take. */
const STEPS = 500;

/** The blocks of an answer that show code and leave nothing out, the sketches that are no such blocks, and the words around them. */
export interface BlocksToPlace {
  readonly blocks: readonly WrittenBlock[];
  /** The sketch of each block. */
  readonly found: readonly FileSketch[];
  readonly left: readonly FileSketch[];
  readonly words: Omit<AnswerWords, "read">;
}

/** A short block with the places that it may have. */
export interface BlockChoices {
  readonly found: FileSketch;
  /** The likeliest first. */
  readonly places: readonly BlockPlace[];
}

/** Where the blocks of an answer go, and what its words delete. */
export interface PlacedAnswerBlocks {
  readonly placed: readonly BlockChoices[];
  readonly left: readonly FileSketch[];
  readonly deletions: readonly (readonly DeletionPlace[])[];
  readonly unread: readonly UnreadSentence[];
}

/**
 * Picks the blocks of an answer that have a place of their own; `undefined` if there are none, or if nobody introduces any: that is a sketch
 * of the file, and no answer that tells where its blocks go.
 */
export function readBlocksToPlace(meant: readonly FileSketch[]): BlocksToPlace | undefined {
  const beside = new Set(meant.flatMap(({ besides = [] }) => besides));
  const sketches = [...meant, ...beside].sort((a, b) => a.replyLine - b.replyLine);
  const read = sketches.map((found) => ({ found, block: blockOf(found, beside.has(found)) }));
  const [blocks, found, left]: [WrittenBlock[], FileSketch[], FileSketch[]] = [[], [], []];
  for (const { found: one, block } of read) {
    if (block !== undefined) {
      blocks.push(block);
      found.push(one);
    } else if (!beside.has(one)) left.push(one);
  }
  if (blocks.length === 0 || !meant.some(({ introduction = "" }) => introduction !== "")) return undefined;
  const text = [...new Set(meant.map((one) => one.words ?? ""))].join("\n\n");
  // Statements are of sentences about this file alone.
  const said = new Set(meant.flatMap((one) => one.said ?? []).map(({ sentence }) => sentence));
  const isOfFile = (sentence: Sentence): boolean =>
    said.has(sentence.text) || !sentence.tokens.some(({ type }) => type === "path");
  return { blocks, found, left, words: { text, isOfFile } };
}

function blockOf({ sketch, doubt, introduction = "" }: FileSketch, isBeside: boolean): WrittenBlock | undefined {
  if (sketch.type !== "code" || sketch.isWhole || doubt !== undefined) return undefined;
  const lines = withoutBlankEdges(lineTexts(sketch.text));
  const isWhole = lines.length > 0 && lines.length <= MAX_BLOCK && !lines.some((line) => readNonCode(line));
  return isWhole ? { lines, introduction, isBeside } : undefined;
}

/** Finds where blocks go, and what the words delete; `undefined` if that is too much work. `read`: sentences whose changes are made already. */
export function placeBlocks(
  { blocks, found, left, words }: BlocksToPlace,
  file: Original,
  read: ReadonlySet<string>,
  work: Work,
): PlacedAnswerBlocks | undefined {
  const count = file.lines.length;
  const compared = blocks.reduce((sum, { lines }) => sum + lines.length, 0) * count;
  const looked = blocks.length * count;
  if (compared > MAX_COMPARED || looked > MAX_LOOKED || !takeSteps(work, STEPS * looked)) return undefined;
  const { blocks: places, deletions, unread } = placeAnswer(blocks, { ...words, read }, file);
  const placed = found.map((one, nth) => ({ found: one, places: places[nth] ?? [] }));
  return { placed, left, deletions, unread };
}
