import type { PlacedSketch } from "../apply/placeSketch.ts";
import type { Piece } from "../merge/mergeResult.ts";
import { closesSearchReplace, opensSearchReplace, readSearchReplace } from "../sketch/searchReplace.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { AnswerBlock } from "./answerBlocks.ts";
import { isWhole } from "./blockStates.ts";
import type { Answer, BlockPiece } from "./chatSchemas.ts";
import type { PlacedEdit } from "./placedBlock.ts";

/** The part of a block that can be applied. */
export interface UsablePart {
  /** The block, reduced to that part. */
  readonly block: AnswerBlock;
  /** The answer; if the block is not whole, only up to the end of that part. Read again, it yields the same. */
  readonly text: string;
  /** Number of the edit that the answer ends in, from 1; `undefined` if it ends in none. */
  readonly cutOff: number | undefined;
}

/**
 * Finds the part of a block that can be applied: all of it once it is whole, before that its complete exact edits; `undefined` if there
 * is none. Once an edit is complete, it stays as it is while the answer grows.
 */
export function usablePart(answer: Answer, block: AnswerBlock): UsablePart | undefined {
  if (isWhole(block, answer)) return { block, text: answer.text, cutOff: undefined };
  if (!hasExactEdits(block)) return undefined;
  const { bom, lines } = splitLines(answer.text);
  const first = block.line + 1;
  const texts = knownTexts(lines.slice(first, block.end), answer);
  const known = new Set(editsOf(block).map(({ replyLine }) => replyLine));
  const read = readSearchReplace(texts, first + 1).filter(({ edit }) => known.has(edit.replyLine));
  // An edit that only the next one ends would have no end once that one is left out.
  const last = read.findLastIndex(({ closed }) => closed);
  const end = read[last]?.endLine;
  if (end === undefined) return undefined;
  const closed = new Set(read.slice(0, last + 1).map(({ edit }) => edit.replyLine));
  const sketches = block.sketches.flatMap((found) => withEdits(found, closed));
  return {
    block: { ...block, sketches, end: first + end },
    text: joinLines({ bom, lines: lines.slice(0, first + end) }),
    cutOff: texts.slice(end).some(opensSearchReplace) ? closed.size + 1 : undefined,
  };
}

/** Finds the part of a block for an apply, as `usablePart` does; `undefined` also while the block is still being written. */
export function partToApply(answer: Answer, block: AnswerBlock): UsablePart | undefined {
  return answer.state.type === "streaming" && !isWhole(block, answer) ? undefined : usablePart(answer, block);
}

/** Checks whether a block is for files and says what changes by exact edits alone. */
export function hasExactEdits({ kind, sketches }: AnswerBlock): boolean {
  const isExact = ({ sketch }: FileSketch): boolean => sketch.type === "edits" && sketch.format === "search-replace";
  return kind === "sketch" && sketches.length > 0 && sketches.every(isExact);
}

/** Checks whether exact edits begin in a block, even if none of them is complete enough to be read. */
export function beginsExactEdits({ code }: AnswerBlock): boolean {
  return code.split("\n").some(opensSearchReplace);
}

/** Lists where the edits of a block stand, in order, as the structural engine has found it for all of them, or why one has no place. */
export function placedEdits(block: AnswerBlock, { outcome, pieces }: PlacedSketch): readonly PlacedEdit[] {
  const pieceAt = new Map(pieces.map((piece) => [piece.sketch.start, piece]));
  const isKnown = outcome.type === "merged" || pieces.length > 0;
  const otherwise = isKnown ? "The edit changes nothing." : outcome.reason;
  return editsOf(block).map(({ replyLine }) => {
    const piece = pieceAt.get(replyLine - 1);
    const line = replyLine - 1 - (block.line + 1);
    if (piece?.state !== "placed") return { line, reason: piece?.reason ?? otherwise, elided: [] };
    return { line, at: piece.original.start + 1, reason: "", elided: piece.elided ?? [] };
  });
}

/** Reduces pieces of an answer to what is stored of them; a placed piece has no reason. */
export function blockPieces(pieces: readonly Piece[]): readonly BlockPiece[] {
  return pieces.map((piece) => {
    const { state, sketch } = piece;
    return { state, ...sketch, reason: piece.state === "placed" ? "" : piece.reason };
  });
}

/** A piece of a block, as a user finds it there. */
export interface NamedPiece extends BlockPiece {
  /** Number of the edit in its block, from 1; `undefined` if the block says in another form what changes. */
  readonly edit: number | undefined;
}

/** Picks the pieces of an answer that belong to this block. Their lines are then those of its code, from 0. */
export function piecesOf(block: AnswerBlock, pieces: readonly BlockPiece[]): readonly NamedPiece[] {
  const numbers = new Map(editsOf(block).map(({ replyLine }, index) => [replyLine - 1, index + 1]));
  const first = block.line + 1;
  return pieces
    .filter(({ start }) => first <= start && start < block.end)
    .map((piece) => ({ ...piece, start: piece.start - first, end: piece.end - first, edit: numbers.get(piece.start) }));
}

function editsOf({ sketches }: AnswerBlock): readonly Edit[] {
  return sketches.flatMap(({ sketch }) => (sketch.type === "edits" ? sketch.edits : []));
}

function withEdits(found: FileSketch, lines: ReadonlySet<number>): FileSketch[] {
  if (found.sketch.type !== "edits") return [];
  const edits = found.sketch.edits.filter(({ replyLine }) => lines.has(replyLine));
  return edits.length === 0 ? [] : [{ ...found, sketch: { ...found.sketch, edits } }];
}

/** Leaves out the last line, unless it is whole: while it is being written it may become a different one. */
function knownTexts(lines: ReturnType<typeof splitLines>["lines"], { state }: Answer): readonly string[] {
  const texts = lines.map(({ text }) => text);
  const last = lines.at(-1);
  if (last?.eol !== "") return texts;
  return state.type !== "streaming" && closesSearchReplace(last.text) ? texts : texts.slice(0, -1);
}
