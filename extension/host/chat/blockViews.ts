import { Uri } from "vscode";
import type { AnswerBlock, answerBlocks } from "../../core/chat/answerBlocks.ts";
import { partToApply, type UsablePart } from "../../core/chat/blockPlacing.ts";
import { pathOfBlock } from "../../core/chat/blockStates.ts";
import type { BlockView } from "../../core/chat/chatProtocol.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import { shown, shownTarget } from "../shownText.ts";
import type { BlockGuesses } from "./blockGuesses.ts";
import { cutOffReason, editViews, noteOf } from "./blockNotes.ts";
import type { BlockPlacements } from "./blockPlacements.ts";
import type { BlockProblems } from "./blockProblems.ts";
import type { BlockProblem } from "./chatPorts.ts";
import { editorContextOf } from "./blockSource.ts";
import { NO_GUESS, type Guess } from "./blockTargets.ts";
import type { BlockTracks } from "./blockTracks.ts";
import type { ChosenOf } from "./chosenTargets.ts";

/** An engine that *Retry with …* offers. */
export interface OfferedEngine {
  readonly id: string;
  readonly name: string;
}

/** What is known of blocks. */
interface KnownOfBlocks {
  readonly tracks: BlockTracks;
  readonly placements: BlockPlacements;
  readonly guesses: BlockGuesses;
  readonly problems: BlockProblems;
  readonly blocksOf: typeof answerBlocks;
  readonly chosenOf: ChosenOf;
  readonly engines: () => Promise<readonly OfferedEngine[]>;
}

/** How many new problems of a block a page shows, and how many characters of each. */
const MOST_PROBLEMS = 50;
const LONGEST_PROBLEM = 500;
const ENGINES_STAY_MS = 2_000;

/** What a page shows of blocks, made of all that is known of them. */
export class BlockViews {
  readonly #known: KnownOfBlocks;
  #engines: { readonly at: number; readonly names: Promise<readonly OfferedEngine[]> } | undefined;

  constructor(known: KnownOfBlocks) {
    this.#known = known;
  }

  /** Returns the blocks of an answer as they stand now. */
  async of(conversation: Conversation, answer: Answer): Promise<readonly BlockView[]> {
    const engines = await this.#engineNames();
    const chosenOf = this.#known.chosenOf(conversation, answer);
    return this.#known
      .blocksOf(answer.text)
      .map((block) => this.#viewOf(conversation, answer, block, chosenOf(block), engines));
  }

  /** Lists the new problems of a block in the order in which they are shown, at most `MOST_PROBLEMS`. `answer`: its id. */
  problemsOf(answer: string, index: number): readonly BlockProblem[] {
    return this.#known.problems.of(answer, index).slice(0, MOST_PROBLEMS);
  }

  /** Reads settings and keys again if the names are a little old: a rewrite that streams in changes the views often. */
  #engineNames(): Promise<readonly OfferedEngine[]> {
    const now = Date.now();
    if (this.#engines === undefined || now - this.#engines.at > ENGINES_STAY_MS) {
      this.#engines = { at: now, names: this.#known.engines() };
    }
    return this.#engines.names;
  }

  #viewOf(
    conversation: Conversation,
    answer: Answer,
    block: AnswerBlock,
    chosen: Uri | undefined,
    engines: readonly OfferedEngine[],
  ): BlockView {
    const { tracks, placements } = this.#known;
    const { index } = block;
    const { state, ...record } = tracks.recordOf(answer, index);
    const placement = placements.of(answer, index);
    const { added, removed } = record.added === undefined ? (placement?.size ?? {}) : record;
    const part = partToApply(answer, block);
    const guess = this.#guessOf(conversation, answer, block, part, chosen);
    // What an apply that was taken back has left out says nothing of the next one.
    const isDecided = ["applied", "partly", "rejected"].includes(state.type);
    const applied = isDecided ? record.pieces?.filter((piece) => piece.state !== "open") : record.pieces;
    const problems = this.problemsOf(answer.id, index).map(({ severity, line, message }) => ({
      severity,
      line,
      message: shown(message, LONGEST_PROBLEM),
    }));
    const note = part && noteOf(part, state.type === "idle" ? undefined : applied, placement);
    // Where it went counts more than where it would go now.
    const places = tracks.placesOf(answer, index);
    return {
      index,
      path: places.length > 0 ? places.map((place) => shownTarget(Uri.parse(place, true))).join(", ") : guess.path,
      certainty: guess.certainty,
      reason: guess.reason,
      state,
      ...(added === undefined ? {} : { added }),
      ...(removed === undefined ? {} : { removed }),
      ...(placement === undefined ? {} : { edits: editViews(placement) }),
      ...(note === undefined ? {} : { note }),
      ...(problems.length === 0 ? {} : { problems }),
      retry: engines.map(({ id, name }) => ({ id, name })),
    };
  }

  #guessOf(
    conversation: Conversation,
    answer: Answer,
    block: AnswerBlock,
    part: UsablePart | undefined,
    chosen: Uri | undefined,
  ): Guess {
    const { guesses, placements } = this.#known;
    if (part !== undefined) {
      return guesses.known(answer.id, part.block, () => editorContextOf(conversation, answer), chosen);
    }
    // What streams in says another thing with every line; its edits that have come to their end do not.
    if (answer.state.type === "streaming" || block.kind !== "sketch") {
      return placements.of(answer, block.index)?.guess ?? NO_GUESS;
    }
    return { uri: undefined, path: shown(pathOfBlock(block) ?? ""), certainty: "refused", reason: cutOffReason() };
  }
}
