import type { Disposable } from "vscode";
import { planJobs } from "../../core/targets/applyJobs.ts";
import { answerBlocks, type AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { applyContext } from "../../core/chat/applyContext.ts";
import { beginsExactEdits, partToApply, usablePart } from "../../core/chat/blockPlacing.ts";
import { isWhole } from "../../core/chat/blockStates.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import { isOver, lookedAt, nextLook, NOTHING_LOOKED_AT, type Looked } from "../../core/chat/preparationPlan.ts";
import type { ApplySurroundings } from "../apply/applyTarget.ts";
import { prepareTarget } from "../apply/prepareTarget.ts";
import { sourceOfPart } from "./blockSource.ts";
import type { Guess } from "./blockTargets.ts";

/** Guesses which file a block is for, without asking the user. */
export type GuessOfBlock = (conversation: Conversation, answer: Answer, block: AnswerBlock) => Promise<Guess>;

/** An answer that streams in, or has until just now. */
interface Followed {
  readonly conversation: Conversation;
  readonly answer: Answer;
  readonly looked: Looked;
}

/** How long it is remembered what settings and keys say, in milliseconds. */
const ABLE_STAYS_MS = 2_000;

/**
 * Lets a model on this machine read a file while the answer with its block still streams in, or when the user is about to apply it. One
 * preparation at a time: the newest counts. If the first rewriter to be asked cannot read ahead, nothing is looked up or opened. Failures
 * are left to the apply to report.
 */
export class Preparations implements Disposable {
  readonly #surroundings: ApplySurroundings;
  readonly #guessOf: GuessOfBlock;
  readonly #followed = new Map<string, Followed>();
  #running: { readonly answer: string; readonly key: string; readonly stop: AbortController } | undefined;
  #able: { readonly at: number; readonly is: Promise<boolean> } | undefined;

  constructor(surroundings: ApplySurroundings, guessOf: GuessOfBlock) {
    this.#surroundings = surroundings;
    this.#guessOf = guessOf;
  }

  /** Follows an answer that streams in. To be called as often as its blocks may be looked at. */
  grows(conversation: Conversation, answer: Answer): void {
    const { looked } = this.#followed.get(answer.id) ?? { looked: NOTHING_LOOKED_AT };
    this.#followed.set(answer.id, { conversation, answer, looked });
    void this.#look(answer.id);
  }

  /** Takes a change of an answer; ignores an answer that has not grown in this window. */
  changed(conversation: Conversation, answer: Answer): void {
    if (this.#followed.has(answer.id)) this.grows(conversation, answer);
  }

  /** Prepares a block that the user is about to apply, unless that is under way already. */
  async expects(conversation: Conversation, answer: Answer, block: AnswerBlock): Promise<void> {
    const isRunning = this.#running?.key === keyOf(answer, block);
    if (isRunning || block.sketches.length === 0 || partToApply(answer, block) === undefined) return;
    await this.#prepare(conversation, answer, block);
  }

  /** Ends the preparation that runs, since an apply begins. */
  stop(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
  }

  dispose(): void {
    this.stop();
    this.#followed.clear();
  }

  /** Looks for a block to read ahead for, and goes on to the next where no model is needed. */
  async #look(id: string): Promise<void> {
    const isAble = await this.#isAble();
    const followed = this.#followed.get(id);
    if (followed === undefined) return;
    const { conversation, looked } = followed;
    const isStreaming = followed.answer.state.type === "streaming";
    const answer = isStreaming ? inWholeLines(followed.answer) : followed.answer;
    const isWanted = isAble && !isOver(looked);
    const next = isWanted ? nextLook(looked, answerBlocks(answer.text), answer) : undefined;
    if (next === undefined) {
      // What is looked at just now may need no model, and the next block one.
      if (!isStreaming && this.#running?.answer !== id) this.#followed.delete(id);
      return;
    }
    // Until it is known better: what is looked at is not looked at again.
    this.#followed.set(id, { ...followed, looked: lookedAt(next, true) });
    const isUnsure = await this.#prepare(conversation, answer, next.block);
    const latest = this.#followed.get(id);
    if (latest === undefined) return;
    if (isUnsure === false) {
      this.#followed.set(id, { ...latest, looked: lookedAt(next, false) });
      await this.#look(id);
    } else if (isOver(latest.looked) && latest.answer.state.type !== "streaming") this.#followed.delete(id);
  }

  /** Prepares a block. Resolves to whether a model has something to do; `undefined` if that is not known. */
  async #prepare(conversation: Conversation, answer: Answer, block: AnswerBlock): Promise<boolean | undefined> {
    this.stop();
    const stop = new AbortController();
    const running = { answer: answer.id, key: keyOf(answer, block), stop };
    this.#running = running;
    try {
      if (!(await this.#isAble())) return undefined;
      stop.signal.throwIfAborted();
      const part = usablePart(answer, block) ?? { block, text: answer.text, cutOff: undefined };
      // An exact edit that is not whole says nothing yet, and the next one may be as clear as those before.
      if (beginsExactEdits(block) && part.block === block && !isWhole(block, answer)) return false;
      const { uri, certainty } = await this.#guessOf(conversation, answer, part.block);
      const [job] = planJobs(part.block.sketches).jobs;
      stop.signal.throwIfAborted();
      if (uri === undefined || job === undefined || (certainty !== "certain" && certainty !== "likely")) return false;
      const jobs = [{ source: sourceOfPart(part), job }];
      const wish = { context: applyContext(conversation, answer.id) };
      return await prepareTarget(this.#surroundings, wish, { uri, kind: "change", jobs }, stop.signal);
    } catch {
      return undefined;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  #isAble(): Promise<boolean> {
    const now = Date.now();
    if (this.#able === undefined || now - this.#able.at > ABLE_STAYS_MS) {
      const rewriters = this.#surroundings.engines.configuredRewriters();
      this.#able = { at: now, is: rewriters.then(([first]) => first?.prepare !== undefined) };
    }
    return this.#able.is;
  }
}

function keyOf({ id }: Answer, { index, code }: AnswerBlock): string {
  return `${id} ${index} ${code.length}`;
}

/** Drops the line that is being written. */
function inWholeLines(answer: Answer): Answer {
  return { ...answer, text: answer.text.slice(0, answer.text.lastIndexOf("\n") + 1) };
}
