import { createHash } from "node:crypto";
import { Disposable, EventEmitter, window, workspace, type Event, type Uri } from "vscode";
import type { AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { rememberingSearch, searchWorkspace } from "../apply/contentSearch.ts";
import type { EditorContext } from "../apply/editorContext.ts";
import { guessTarget, NO_GUESS, type Guess } from "./blockTargets.ts";

/** How many blocks of an answer are looked up before they are applied, at most. */
const MAX_GUESSED = 200;
/** Tabs and files come and go in bursts. */
const SETTLE_MS = 300;

interface Known {
  readonly guess: Guess;
  /** What it was made from. */
  readonly from: string;
  readonly epoch: number;
}

/** The files that blocks are for, looked up in the background one after the other, and again when files or editors change. */
export class BlockGuesses implements Disposable {
  readonly #changed = new EventEmitter<string>();
  readonly #known = new Map<string, Known>();
  readonly #asked = new Set<string>();
  readonly #answers = new Set<string>();
  readonly #ending = new AbortController();
  readonly #listeners: Disposable;
  /** All blocks are looked at again whenever an editor opens or closes, but their lines are still where they were. */
  readonly #search = rememberingSearch(searchWorkspace);
  #queue: Promise<unknown> = Promise.resolve();
  #epoch = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const renew = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#renew();
      }, SETTLE_MS);
    };
    const renewAll = (): void => {
      this.#search.forget();
      renew();
    };
    this.#listeners = Disposable.from(
      this.#changed,
      workspace.onDidCreateFiles(renewAll),
      workspace.onDidDeleteFiles(renewAll),
      workspace.onDidRenameFiles(renewAll),
      workspace.onDidChangeWorkspaceFolders(renewAll),
      workspace.onDidSaveTextDocument(this.#search.forget),
      window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        // Going from one to another changes no more than which one is preferred.
        if (opened.length > 0 || closed.length > 0) renew();
      }),
    );
  }

  /** Fires with the id of an answer when the target of one of its blocks is found or has changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Returns what is known now, and looks up what is not known or out of date. `NO_GUESS` if nothing is known. */
  known(answer: string, block: AnswerBlock, editorContext: () => EditorContext, chosen: Uri | undefined): Guess {
    if (block.sketches.length === 0) return NO_GUESS;
    const key = `${answer} ${block.index}`;
    const from = formOf(block, chosen);
    const found = this.#known.get(key);
    const isNew = found?.from !== from;
    if ((isNew || found.epoch !== this.#epoch) && !this.#asked.has(key) && block.index < MAX_GUESSED) {
      this.#answers.add(answer);
      this.#asked.add(key);
      this.#queue = this.#queue.then(() => this.#look(key, answer, block, editorContext(), chosen));
    }
    return found !== undefined && !isNew ? found.guess : NO_GUESS;
  }

  /** Returns what was last known of a block; `undefined` if it was never looked up. */
  latest(answer: string, index: number): Guess | undefined {
    return this.#known.get(`${answer} ${index}`)?.guess;
  }

  /** Finds out which file a block is for, and waits until that is known. */
  find(block: AnswerBlock, editorContext: EditorContext, chosen: Uri | undefined): Promise<Guess> {
    return guessTarget(block, editorContext, chosen, this.#ending.signal, this.#search.search);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
    this.#listeners.dispose();
  }

  #renew(): void {
    this.#epoch++;
    const answers = [...this.#answers];
    this.#answers.clear();
    for (const answer of answers) this.#changed.fire(answer);
  }

  async #look(
    key: string,
    answer: string,
    block: AnswerBlock,
    editorContext: EditorContext,
    chosen: Uri | undefined,
  ): Promise<void> {
    const epoch = this.#epoch;
    const { signal } = this.#ending;
    if (signal.aborted) return;
    // What cannot be found out is not known; whoever applies the block learns why.
    const guess = await guessTarget(block, editorContext, chosen, signal, this.#search.search).catch(() => NO_GUESS);
    this.#asked.delete(key);
    const before = this.#known.get(key)?.guess;
    this.#known.set(key, { guess, from: formOf(block, chosen), epoch });
    const isSame =
      before?.path === guess.path && before.certainty === guess.certainty && before.reason === guess.reason;
    if (!isSame && !this.#ending.signal.aborted) this.#changed.fire(answer);
  }
}

/** Makes a short key of a block, however long its code is. */
function formOf({ sketches, code }: AnswerBlock, chosen: Uri | undefined): string {
  const form = [sketches[0]?.path ?? "", chosen?.toString() ?? "", code].join("\n");
  return createHash("sha256").update(form).digest("base64");
}
