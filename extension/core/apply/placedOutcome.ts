import { imageOf } from "../diff/clusters.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { alternativeOf, revise } from "../merge/alternatives.ts";
import type { Alternative, LeftOut, PlacedPiece, UnfitPiece } from "../merge/mergeResult.ts";
import { readOriginal, type Original } from "../merge/original.ts";
import { leftOutPiece } from "../merge/pieces.ts";
import { concludeProof } from "../proof/proof.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { Work } from "../text/work.ts";
import { applyBetween, leavePiecesOpen, type StructuralRequest } from "./applyInTurn.ts";
import type { Ambiguous, StructuralOutcome } from "./outcome.ts";
import { placeBlocks, readBlocksToPlace, type PlacedAnswerBlocks, type BlockChoices } from "./placedBlocks.ts";
import { editsOfPlaces, writePlaces } from "./placedEdits.ts";
import { readSaidRewordings, sentencesOfRewordings } from "./saidRewordings.ts";

/** What an answer gives with its blocks at their likeliest places. */
export interface PlacedOutcome {
  readonly outcome: StructuralOutcome;
  /** How likely it is that all of it is meant so, from 0 to 1; 0 if a block has no place or two meet. */
  readonly certainty: number;
  /** There are several blocks. */
  readonly isOfSeveral: boolean;
  /** How likely a text is that another reading gives: that of the likeliest places, or with one block at another of its places. */
  readonly certaintyOf: (text: string) => number;
  /** Makes a question of it: blocks that are sure are in the draft, the others may go to several places. */
  readonly open: () => Ambiguous;
}

/** Blocks with their places, the likeliest of which are taken, and what goes. */
type Places = Pick<PlacedAnswerBlocks, "placed" | "deletions">;

/** How a part of an answer is written. */
interface Writing {
  readonly apply: (edits: readonly Edit[]) => StructuralOutcome;
  readonly write: (some: Places) => readonly string[] | undefined;
}

/** Of blocks that are as certain of their place, 19 of 20 are right. */
const SURE = 0.8;
/** A place that is less likely is no choice; nor are more than this many. */
const LEAST = 0.03;
const MOST_CHOICES = 5;

/** Applies an answer of code blocks without markers by where each of them is likeliest to go; `undefined` if it has none, or has edits. */
export function applyPlaced(request: StructuralRequest, work: Work): PlacedOutcome | undefined {
  const { original, sketches, language, parser } = request;
  if (original.trim() === "" || !sketches.every(({ sketch }) => sketch.type === "code" && sketch.isWhole !== true))
    return undefined;
  const blocks = readBlocksToPlace(sketches);
  const [first] = sketches;
  if (blocks === undefined || first === undefined) return undefined;
  const file = readOriginal(original, language, parser);
  try {
    const told = readSaidRewordings(sketches, () => file);
    const answer = placeBlocks(blocks, file, told.length > 0 ? sentencesOfRewordings(sketches) : new Set(), work);
    if (answer === undefined) return undefined;
    const apply = (
      edits: readonly Edit[],
      left: readonly FileSketch[],
      meant: readonly FileSketch[],
    ): StructuralOutcome =>
      applyBetween(
        [edits, told].filter(({ length }) => length > 0).map((one) => withEdits(first, one)),
        left,
        [],
        { ...request, sketches: meant },
        work,
      );
    /** The file with blocks at some places, and with what the words replace besides. */
    const write = (some: Places): readonly string[] | undefined => {
      if (told.length === 0) return writePlaces(some, file)?.lines;
      const edits = editsOfPlaces(some, file);
      const outcome = edits === undefined ? undefined : apply(edits, [], []);
      return outcome?.type === "merged" ? lineTexts(outcome.text) : undefined;
    };
    const edits = editsOfPlaces(answer, file);
    const outcome: StructuralOutcome =
      edits === undefined
        ? { type: "no-sketch", reason: "Two blocks of the answer are for the same lines." }
        : apply(edits, answer.left, sketches);
    return {
      outcome: withBlocks(outcome, answer, file),
      certainty: edits === undefined ? 0 : certaintyOf(answer, sketches),
      isOfSeveral: answer.placed.filter(({ found }) => sketches.includes(found)).length > 1,
      certaintyOf: (text) =>
        outcome.type === "merged" && outcome.text === text
          ? certaintyOf(answer, sketches)
          : certaintyOfOther(text, answer, sketches, write),
      open: () => leaveUnsure(answer, sketches, outcome, { apply: (some) => apply(some, [], []), write }, file),
    };
  } finally {
    file.tree?.dispose();
  }
}

/** Makes a piece of each block, as certain as its place; the edits that bring them may be for several. */
function withBlocks(outcome: StructuralOutcome, answer: Places, file: Original): StructuralOutcome {
  const written = outcome.type === "merged" ? writePlaces(answer, file) : undefined;
  if (outcome.type !== "merged" || written === undefined) return outcome;
  const changes = lineDiff(written.lines, lineTexts(outcome.text));
  const placed = written.pieces.map((piece) => ({ ...piece, result: imageOf(piece.result, changes) }));
  const isOfBlock = ({ start, end }: LineRange): boolean =>
    placed.some(({ original }) => start <= original.start && original.end <= end);
  const others = outcome.pieces.filter(({ original }) => !isOfBlock(original));
  const pieces = [...placed, ...others]
    .sort((a, b) => a.sketch.start - b.sketch.start || a.result.start - b.result.start)
    .map((piece, index): PlacedPiece => ({ ...piece, index, state: "placed" }));
  return { ...outcome, pieces };
}

const withEdits = (found: FileSketch, edits: readonly Edit[]): FileSketch => ({
  ...found,
  sketch: { type: "edits", format: "search-replace", edits },
  isInferred: true,
});

/** How likely all of it is right, if its parts are right independently of each other. What is meant for the file goes somewhere. */
function certaintyOf({ placed, deletions, readShare }: PlacedAnswerBlocks, meant: readonly FileSketch[]): number {
  const blocks = placed.reduce((share, { found, places: [best] }) => {
    const isNowhere = best?.window === undefined && meant.includes(found);
    return isNowhere ? 0 : share * (best?.certainty ?? 0);
  }, readShare);
  return deletions.reduce((share, [best]) => share * (best?.certainty ?? 1), blocks);
}

/** Other places of a block that are tried. */
const MOST_OTHERS = 3;

function certaintyOfOther(
  text: string,
  answer: PlacedAnswerBlocks,
  meant: readonly FileSketch[],
  write: (some: Places) => readonly string[] | undefined,
): number {
  const { placed } = answer;
  if (answer.left.length > 0) return 0;
  const wanted = filled(lineTexts(text));
  let most = 0;
  for (const [nth, { found, places }] of placed.entries()) {
    for (const place of places.slice(1, 1 + MOST_OTHERS)) {
      const other = { ...answer, placed: placed.with(nth, { found, places: [place] }) };
      const certainty = certaintyOf(other, meant);
      const written = certainty > most ? write(other) : undefined;
      if (written !== undefined && filled(written) === wanted) most = certainty;
    }
  }
  return most;
}

/** The lines that are not blank, as one text. */
const filled = (lines: readonly string[]): string => lines.filter((line) => line.trim() !== "").join("\n");

/** Takes the blocks that are sure of their places, and leaves the others open; where all are sure, it is the whole that is not. */
function leaveUnsure(
  answer: PlacedAnswerBlocks,
  meant: readonly FileSketch[],
  whole: StructuralOutcome,
  { apply, write }: Writing,
  file: Original,
): Ambiguous {
  const isSure = ({ places: [best] }: BlockChoices): boolean => best?.window !== undefined && best.certainty >= SURE;
  const sure = {
    placed: answer.placed.filter(isSure),
    deletions: answer.deletions.filter(([best]) => best?.window !== undefined && best.certainty >= SURE),
  };
  const unsure = answer.placed.filter((block) => !isSure(block) && meant.includes(block.found));
  // What the whole must do, a part of it need not.
  const made = withBlocks(apply(editsOfPlaces(sure, file) ?? []), sure, file);
  if (unsure.length === 0 || answer.left.length > 0 || made.type === "ambiguous") {
    const draft = whole.type === "merged" ? whole.text : whole.type === "ambiguous" ? whole.draft : file.text;
    const reason = "It is not sure that the answer asks for just what its blocks show, at these places.";
    return { type: "ambiguous", reason, draft, candidates: [], pieces: [], proof: undefined };
  }
  const text = made.type === "merged" ? made.text : file.text;
  const revision = revise(file.lines, lineTexts(text));
  const open = unsure.map((block): LeftOut => {
    const choices = block.places.filter(({ window, certainty }) => window !== undefined && certainty >= LEAST);
    const alternatives = choices.slice(0, MOST_CHOICES).flatMap((place): Alternative[] => {
      const isMade = made.type === "merged";
      const wanted = write({
        placed: [...(isMade ? sure.placed : []), { ...block, places: [place] }],
        deletions: isMade ? sure.deletions : [],
      });
      const alternative = wanted && alternativeOf(revision, wanted, place.certainty);
      return alternative === undefined ? [] : [alternative];
    });
    return leftOutPiece(describeBlock(block, file), alternatives);
  });
  const pieces = [...(made.type === "merged" ? made.pieces : []), ...open]
    .sort((a, b) => a.sketch.start - b.sketch.start)
    .map((piece, index) => ({ ...piece, index }));
  return leavePiecesOpen(text, pieces, made.type === "merged" ? made.proof : concludeProof([], 0, 0));
}

function describeBlock({ found, places }: BlockChoices, file: Original): Omit<UnfitPiece, "state" | "certainty"> {
  const written = found.sketch.type === "code" ? lineTexts(found.sketch.text.trimEnd()) : [];
  const shown = written.find((line) => line.trim() !== "")?.trim() ?? "";
  const start = found.replyLine - 1;
  const lines = places.flatMap(({ window, certainty }) =>
    window === undefined || certainty < LEAST
      ? []
      : [{ start: window.start, end: Math.max(window.start + 1, window.end) }],
  );
  return {
    index: 0,
    sketch: { start, end: start + Math.max(1, written.length) },
    written,
    reason: `It is not sure where this part of the sketch belongs: "${shown}".`,
    candidates: lines
      .slice(0, MOST_CHOICES)
      .map((original) => ({ original, label: file.trimmed[original.start] ?? "" })),
  };
}
