import { imageOf } from "../diff/clusters.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { alternativeOf, revise } from "../merge/alternatives.ts";
import type { Alternative, LeftOut, PlacedPiece, UnfitPiece } from "../merge/mergeResult.ts";
import { readOriginal, type Original } from "../merge/original.ts";
import { leftOutPiece } from "../merge/pieces.ts";
import { concludeProof } from "../proof/proof.ts";
import type { DeletionPlace } from "../placing/placeAnswer.ts";
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
  /** Whether a text lacks a block that is sure of its place, or has one that likely goes nowhere. */
  readonly speaksAgainst: (text: string) => boolean;
  /**
   * Makes a question of it: blocks that are sure are in the draft, the others may go to several places, and what the words may ask for besides
   * is named; `undefined` if nothing can be told apart.
   */
  readonly open: () => Ambiguous | undefined;
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
/** What goes nowhere with this certainty is no part of another reading. Chosen on answers of writers in no fit. */
const NOWHERE = 0.7;
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
      speaksAgainst: (text) =>
        answer.placed.some((block) =>
          isNowhere(block)
            ? holds(text, shownBy(block)) && !holds(original, shownBy(block))
            : isSure(block) && !holds(text, block.places[0]?.lines ?? []),
        ),
      open: () => leaveUnsure(answer, sketches, { apply: (some) => apply(some, [], []), write }, file),
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
function certaintyOf({ placed, deletions, unread }: PlacedAnswerBlocks, meant: readonly FileSketch[]): number {
  const blocks = placed.reduce((share, { found, places: [best] }) => {
    const isNowhere = best?.window === undefined && meant.includes(found);
    return isNowhere ? 0 : share * (best?.certainty ?? 0);
  }, 1);
  const words = unread.reduce((share, { certainty }) => share * (1 - certainty), blocks);
  return deletions.reduce((share, [best]) => share * (best?.certainty ?? 1), words);
}

const isSure = ({ places: [best] }: BlockChoices): boolean => best?.window !== undefined && best.certainty >= SURE;

const isNowhere = ({ places: [best] }: BlockChoices): boolean =>
  best !== undefined && best.window === undefined && best.certainty >= NOWHERE;

const shownBy = ({ found: { sketch } }: BlockChoices): readonly string[] =>
  sketch.type === "code" ? lineTexts(sketch.text) : [];

/** Whether a text has some lines one below the other, however deep they stand. */
function holds(text: string, lines: readonly string[]): boolean {
  const flat = (all: readonly string[]): string => `\n${filled(all.map((line) => line.trim()))}\n`;
  return flat(lineTexts(text)).includes(flat(lines));
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

/** A sentence that is likelier asks for something. */
const ASKS = 0.5;
/** What a sentence may delete is a choice from here on. */
const MAY_GO = 0.2;

/** Takes the blocks that are sure of their places, and leaves open the others and what the words may ask for besides. */
function leaveUnsure(
  answer: PlacedAnswerBlocks,
  meant: readonly FileSketch[],
  { apply, write }: Writing,
  file: Original,
): Ambiguous | undefined {
  const isSureDeletion = ([best]: readonly DeletionPlace[]): boolean =>
    best?.window !== undefined && best.certainty >= SURE;
  const sure = { placed: answer.placed.filter(isSure), deletions: answer.deletions.filter(isSureDeletion) };
  const edits = editsOfPlaces(sure, file);
  // What the whole must do, a part of it need not.
  const made = edits && withBlocks(apply(edits), sure, file);
  if (answer.left.length > 0 || made === undefined || made.type === "ambiguous") return undefined;
  const text = made.type === "merged" ? made.text : file.text;
  const revision = revise(file.lines, lineTexts(text));
  const alternativeWith = (more: Partial<Places>, certainty: number): readonly Alternative[] => {
    const { placed = [], deletions = [] } = more;
    const wanted = write({ placed: [...sure.placed, ...placed], deletions: [...sure.deletions, ...deletions] });
    const alternative = wanted && alternativeOf(revision, wanted, certainty);
    return alternative === undefined ? [] : [alternative];
  };
  const blocks = answer.placed
    .filter((block) => !isSure(block) && meant.includes(block.found))
    .map((block): LeftOut => {
      const choices = block.places.filter(({ window, certainty }) => window !== undefined && certainty >= LEAST);
      const alternatives = choices
        .slice(0, MOST_CHOICES)
        .flatMap((place) => alternativeWith({ placed: [{ ...block, places: [place] }] }, place.certainty));
      return leftOutPiece(describeBlock(block, file), alternatives);
    });
  const line = (meant[0]?.replyLine ?? 1) - 1;
  const said = { index: 0, sketch: { start: line, end: line }, written: [], candidates: [] };
  const deletions = answer.deletions.flatMap((places): LeftOut[] => {
    const likely = places.find(({ window }) => window !== undefined);
    if (likely === undefined || likely.certainty < MAY_GO || isSureDeletion(places)) return [];
    const alternatives = alternativeWith({ deletions: [[likely]] }, likely.certainty);
    const reason = "It is not sure whether the words of the answer delete this.";
    return alternatives.length === 0 ? [] : [leftOutPiece({ ...said, reason }, alternatives)];
  });
  const unread = answer.unread
    .filter(({ certainty }) => certainty >= ASKS)
    .map((sentence) =>
      leftOutPiece({ ...said, reason: `The answer says more than its blocks show: "${sentence.text}"` }, []),
    );
  const open = [...blocks, ...deletions, ...unread];
  if (open.length === 0) return undefined;
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
    window === undefined || certainty < LEAST ? [] : [nearestLines(window, file)],
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

/** The lines of a window, or the one that a place between lines is before; the last one at the end of the file. */
function nearestLines({ start, end }: LineRange, { lines }: Original): LineRange {
  if (end > start) return { start, end };
  const line = Math.min(start, lines.length - 1);
  return { start: line, end: line + 1 };
}
