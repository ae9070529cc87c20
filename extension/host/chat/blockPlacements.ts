import { createHash } from "node:crypto";
import { Disposable, EventEmitter, workspace, type Event, type Uri } from "vscode";
import { planJobs } from "../../core/targets/applyJobs.ts";
import type { AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { applyContext } from "../../core/chat/applyContext.ts";
import { blockPieces, hasExactEdits, placedEdits, usablePart, type UsablePart } from "../../core/chat/blockPlacing.ts";
import { pathOfBlock } from "../../core/chat/blockStates.ts";
import type { Answer, BlockPiece, Conversation } from "../../core/chat/chatSchemas.ts";
import type { PlacedBlock } from "../../core/chat/placedBlock.ts";
import { isPlaced } from "../../core/merge/pieces.ts";
import { sizeOf } from "../../core/review/rewriteStanding.ts";
import type { FileSketch } from "../../core/sketch/sketch.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { SketchTarget } from "../apply/applyRequest.ts";
import type { ApplySurroundings } from "../apply/applyTarget.ts";
import type { FoundTarget, SourcedJob } from "../apply/foundTarget.ts";
import { placeTarget } from "../apply/placeTarget.ts";
import type { PlacedRewrite } from "../apply/readyApply.ts";
import { checkTarget } from "../apply/targetChecks.ts";
import { inBackground } from "../inBackground.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import { fileExists } from "../review/targetDocument.ts";
import { targetKey } from "./blockParts.ts";
import { sourceOfPart } from "./blockSource.ts";
import type { Guess } from "./blockTargets.ts";
import type { GuessOfBlock } from "./preparations.ts";

/** A block whose edits have been looked for in its file. */
export interface BlockPlacement extends PlacedBlock {
  readonly guess: Guess;
  /** What became of its pieces, with lines of the answer. */
  readonly pieces: readonly BlockPiece[];
  /** Lines that come and go; `undefined` if nothing is to be applied. */
  readonly size: { readonly added: number; readonly removed: number } | undefined;
  readonly rewrite: PlacedRewrite | undefined;
  /** The file, if nothing speaks against it and nothing is to be asked. */
  readonly target: Omit<FoundTarget, "jobs"> | undefined;
}

/** What this window knows of a block. */
interface Known {
  /** The edits that it was made from. */
  readonly form: string;
  /** Where the user had said that it goes. */
  readonly chosen: string | undefined;
  /** The file may hold another text by now. */
  isOld: boolean;
  /** It took so long that it is not done again while the answer grows. */
  isSlow: boolean;
  /** The file that was looked into, even if that came to nothing. */
  target: string | undefined;
  placement: BlockPlacement | undefined;
}

/** What placing blocks needs to know of them. */
interface Ports {
  readonly blocksOf: (text: string) => readonly AnswerBlock[];
  readonly guessOf: GuessOfBlock;
  /** Which file a block is for, as its header says it now. */
  readonly guessNow: (answer: Answer, index: number) => Guess | undefined;
  /** Where the user has said that a block goes. */
  readonly chosenOf: (conversation: Conversation, answer: Answer) => (block: AnswerBlock) => Uri | undefined;
  /** Whether a block has not been applied, so that its places are still to come. */
  readonly isOpen: (answer: Answer, index: number) => boolean;
}

/** A file is typed into in bursts. */
const SETTLE_MS = 300;
const SLOW_MS = 50;
/** Answers of more characters are looked at when they are there. */
const LONGEST_GROWING = 400_000;
/** How many blocks of an answer are placed before they are applied, at most. */
const MAX_PLACED = 100;
/** How many answers are followed, and how many characters of files remembered, at most; the oldest give way. */
const MAX_FOLLOWED = 30;
const MAX_REMEMBERED = 50_000_000;

/**
 * Finds where the edits of answers belong in their files, in the background, as soon as the edits are complete: with the structural
 * engine alone, one block after the other, and again when the file changes. Asks nobody, opens no editor, writes nothing.
 */
export class BlockPlacements implements Disposable {
  readonly #surroundings: ApplySurroundings;
  readonly #reviews: LiveReviews;
  readonly #ports: Ports;
  readonly #changed = new EventEmitter<string>();
  readonly #answers = new Map<string, { readonly conversation: Conversation; readonly answer: Answer }>();
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Set<string>();
  readonly #ending = new AbortController();
  readonly #listeners: Disposable;
  #isWorking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(surroundings: ApplySurroundings, reviews: LiveReviews, ports: Ports) {
    this.#surroundings = surroundings;
    this.#reviews = reviews;
    this.#ports = ports;
    this.#listeners = Disposable.from(
      this.#changed,
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#fileChanged(document.uri);
      }),
      reviews.onDidChange(({ target }) => {
        this.#fileChanged(target);
      }),
    );
  }

  /** Fires with the id of an answer when the places of one of its blocks are found or have changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Follows an answer: places the edits that are complete, unless that is done already. */
  follow(conversation: Conversation, answer: Answer): void {
    this.#answers.delete(answer.id);
    this.#answers.set(answer.id, { conversation, answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_FOLLOWED && oldest !== undefined) this.#answers.delete(oldest);
    this.#waiting.add(answer.id);
    inBackground(this.#work());
  }

  /** Checks whether an answer is followed. */
  isFollowed({ id }: Answer): boolean {
    return this.#answers.has(id);
  }

  /** Returns what is known of a block; `undefined` if it was not placed. */
  of(answer: Answer, index: number): BlockPlacement | undefined {
    return this.#known.get(keyOfBlock(answer, index))?.placement;
  }

  /** Finds the rewrite of a target of an answer; `undefined` unless exactly that was computed. */
  rewriteOf(answer: Answer, { uri, kind, jobs }: SketchTarget): PlacedRewrite | undefined {
    const [job, ...others] = jobs;
    const placement = job === undefined || others.length > 0 ? undefined : this.#placementOf(answer, job);
    const { target, rewrite } = placement ?? {};
    return target?.kind === kind && targetKey(target.uri) === targetKey(uri) ? rewrite : undefined;
  }

  /** Finds the target of a job; `undefined` unless it was found and checked for exactly that, and not chosen by the user. */
  async targetOf(answer: Answer, job: SourcedJob): Promise<BlockPlacement["target"]> {
    const target = this.#placementOf(answer, job)?.target;
    if (target === undefined || target.isChosen) return undefined;
    // Other programs delete and make files, too.
    return (await fileExists(target.uri)) === (target.kind === "change") ? target : undefined;
  }

  #placementOf(answer: Answer, { source, job }: SourcedJob): BlockPlacement | undefined {
    const block = this.#ports.blocksOf(source.text).find(({ line }) => line === source.fence);
    const known = block && this.#known.get(keyOfBlock(answer, block.index));
    if (known?.form !== formOf(job.sketches)) return undefined;
    return isStillFor(known, this.#ports.guessNow(answer, block?.index ?? 0)) ? known.placement : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
    this.#listeners.dispose();
    this.#known.clear();
    this.#answers.clear();
  }

  #fileChanged(file: Uri): void {
    const key = targetKey(file);
    let isConcerned = false;
    for (const known of this.#known.values()) {
      if (known.target !== key) continue;
      known.isOld = true;
      isConcerned = true;
    }
    if (!isConcerned) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const [key, { isOld }] of this.#known) if (isOld) this.#waiting.add(answerOfKey(key));
      inBackground(this.#work());
    }, SETTLE_MS);
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      // What is to be looked at once more comes last.
      for (const id of this.#waiting) {
        this.#waiting.delete(id);
        const followed = this.#answers.get(id);
        if (followed !== undefined) await this.#look(followed.conversation, followed.answer);
      }
    } catch (error) {
      if (!this.#ending.signal.aborted) throw error;
    } finally {
      this.#isWorking = false;
    }
  }

  async #look(conversation: Conversation, answer: Answer): Promise<void> {
    const isGrowing = answer.state.type === "streaming";
    if (isGrowing && answer.text.length > LONGEST_GROWING) return;
    const chosenOf = this.#ports.chosenOf(conversation, answer);
    const blocks = this.#ports.blocksOf(answer.text).filter(hasExactEdits).slice(0, MAX_PLACED);
    for (const block of blocks) {
      const part = this.#ports.isOpen(answer, block.index) ? usablePart(answer, block) : undefined;
      // While it grows, its path alone tells which file it is for.
      const isPart = part !== undefined && part.block !== block;
      if (part === undefined || (isPart && isGrowing && pathOfBlock(block) === undefined)) continue;
      const form = formOf(part.block.sketches);
      const chosen = chosenOf(part.block)?.toString();
      const known = this.#known.get(keyOfBlock(answer, block.index));
      const isKnown =
        known?.form === form &&
        known.chosen === chosen &&
        !known.isOld &&
        isStillFor(known, this.#ports.guessNow(answer, block.index));
      if (isKnown || (isGrowing && known?.isSlow === true)) continue;
      await this.#place(conversation, answer, part, { form, chosen });
    }
  }

  async #place(
    conversation: Conversation,
    answer: Answer,
    part: UsablePart,
    from: Pick<Known, "form" | "chosen">,
  ): Promise<void> {
    const { index } = part.block;
    const before = this.of(answer, index);
    const known: Known = { ...from, isOld: false, isSlow: false, target: undefined, placement: before };
    const began = performance.now();
    let placement: BlockPlacement | undefined;
    // Failures are left to the apply to report.
    try {
      placement = await this.#compute(conversation, answer, part, known);
    } catch {
      this.#ending.signal.throwIfAborted();
    }
    known.placement = placement;
    known.isSlow = performance.now() - began > SLOW_MS;
    this.#keep(answer, index, known);
    if (placement !== before) this.#changed.fire(answer.id);
  }

  /** `known`: gets the file as soon as that is found, so that its changes are noticed. */
  async #compute(
    conversation: Conversation,
    answer: Answer,
    part: UsablePart,
    known: Known,
  ): Promise<BlockPlacement | undefined> {
    const { signal } = this.#ending;
    const { block } = part;
    const guess = await this.#ports.guessOf(conversation, answer, block);
    signal.throwIfAborted();
    const { uri, path } = guess;
    const kind = kindOf(guess);
    const [job, ...others] = planJobs(block.sketches).jobs;
    // A block for several files is left to its apply.
    if (uri === undefined || kind === undefined || job === undefined || others.length > 0) return undefined;
    known.target = targetKey(uri);
    this.#keep(answer, block.index, known);
    // Another rewrite of the file is on its way, and its review reports when that is there.
    if (this.#reviews.findByTarget(uri)?.progress === "streaming") return undefined;
    const jobs = [{ source: sourceOfPart(part), job }];
    const wish = { context: applyContext(conversation, answer.id) };
    const found = await placeTarget(this.#surroundings, wish, { uri, kind, jobs }, signal);
    signal.throwIfAborted();
    if (found === undefined) return undefined;
    const { before, placed } = found;
    const { outcome, text: after, pieces } = placed;
    return {
      guess,
      path,
      before,
      after,
      edits: placedEdits(block, placed),
      pieces: blockPieces(pieces),
      size: pieces.some(isPlaced) ? sizeOf({ before: editorLines(before), after: editorLines(after) }) : undefined,
      // If something is left open, the apply may ask a model for it.
      rewrite: outcome.type === "merged" ? { before, rewritten: outcome } : undefined,
      target: await checkedTarget(uri, kind, known.chosen !== undefined),
    };
  }

  #keep(answer: Answer, index: number, known: Known): void {
    const key = keyOfBlock(answer, index);
    // The one that was looked at last goes last.
    this.#known.delete(key);
    this.#known.set(key, known);
    let remembered = 0;
    for (const [other, { placement }] of [...this.#known].reverse()) {
      remembered += placement === undefined ? 0 : placement.before.length + placement.after.length;
      if (remembered > MAX_REMEMBERED && other !== key) this.#known.delete(other);
    }
  }
}

function keyOfBlock({ id }: Answer, index: number): string {
  return `${id} ${index}`;
}

function answerOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf(" "));
}

/** Checks the file as an apply would; `undefined` if that would refuse it or ask. */
async function checkedTarget(
  uri: Uri,
  kind: FoundTarget["kind"],
  isChosen: boolean,
): Promise<BlockPlacement["target"]> {
  // By the rules for what a sketch names, which are the strictest.
  const verdict = await checkTarget(uri, isChosen ? "chosen" : "sketch", kind === "create");
  if (verdict.type === "unfit" || verdict.doubt !== undefined || verdict.kind !== kind) return undefined;
  return { uri, kind, isChosen, hasMixedEnds: verdict.hasMixedEnds };
}

/** Says whether the file is changed or created; `undefined` if it is not sure enough which file it is. */
function kindOf({ certainty }: Guess): "change" | "create" | undefined {
  if (certainty === "new") return "create";
  return certainty === "certain" || certainty === "likely" ? "change" : undefined;
}

function isStillFor({ target }: Known, guess: Guess | undefined): boolean {
  // If nothing is known, nothing has changed.
  if (guess === undefined || guess.certainty === "none") return true;
  return target === (kindOf(guess) === undefined ? undefined : guess.uri && targetKey(guess.uri));
}

/** Makes a short key of edits, however long they are. */
function formOf(sketches: readonly FileSketch[]): string {
  return createHash("sha256").update(JSON.stringify(sketches)).digest("base64");
}
