import { commands, Disposable, l10n, window, type QuickPick, type QuickPickItem } from "vscode";
import type { Offer } from "../../core/chat/chatProtocol.ts";
import type { Reference } from "../../core/chat/chatSchemas.ts";
import { nameOfReference } from "../../core/chat/plannerRequest.ts";
import { mentionAtEnd, shownPrompt, walkOn, withMention, type HistoryWalk } from "../../core/chat/promptHistory.ts";
import { inBackground } from "../inBackground.ts";
import { shown } from "../shownText.ts";

/** What the prompt line asks. */
export interface PromptQuestion {
  /** What is to be changed. */
  readonly title: string;
  readonly placeholder: string;
  /** What stands in the line at first. */
  readonly value: string;
  /** Earlier prompts, the newest first. */
  readonly history: readonly string[];
  /** The completions of `@query`, which get better as they come. */
  readonly offers: (query: string, signal: AbortSignal) => AsyncIterable<readonly Offer[]>;
}

/** What the user wants. */
export interface Prompt {
  readonly text: string;
  /** What it mentions. */
  readonly references: readonly Reference[];
}

type Act =
  | { readonly type: "ask" }
  | { readonly type: "earlier"; readonly prompt: string }
  | { readonly type: "mention"; readonly offer: Offer };

interface LineItem extends QuickPickItem {
  readonly act: Act;
}

/** The line that asks what to change, with earlier prompts and mentions. One at a time: another question takes the place of the one before. */
export class PromptLine implements Disposable {
  #open: OpenLine | undefined;
  /** What was left without being asked. */
  #draft = "";

  /** Asks what to change. Resolves to `undefined` if the user leaves the line, which then has their text the next time. */
  async ask(question: PromptQuestion): Promise<Prompt | undefined> {
    this.#leave();
    const ownsDraft = question.value === "";
    const line = new OpenLine({ ...question, value: ownsDraft ? this.#draft : question.value }, (walks) => {
      if (this.#open === line) setWalks(walks);
    });
    this.#open = line;
    line.show();
    const prompt = await line.answer;
    // Otherwise another one is open, which has the draft by now.
    if (this.#open === line) {
      if (prompt === undefined) this.#leave();
      else if (ownsDraft) this.#draft = "";
      this.#close(line);
    }
    return prompt;
  }

  /** Shows an earlier prompt in the line, or a later one. */
  walk(step: 1 | -1): void {
    this.#open?.walk(step);
  }

  dispose(): void {
    this.#leave();
  }

  /** Ends the line that is open, and keeps what was written in it. */
  #leave(): void {
    const line = this.#open;
    if (line === undefined) return;
    // What another question brought with it is not a draft.
    if (line.isChanged) this.#draft = line.text;
    this.#close(line);
  }

  #close(line: OpenLine): void {
    if (this.#open !== line) return;
    this.#open = undefined;
    setWalks(false);
    line.dispose();
  }
}

class OpenLine implements Disposable {
  readonly answer: Promise<Prompt | undefined>;
  readonly #question: PromptQuestion;
  /** Says whether `Up` and `Down` go through earlier prompts now. */
  readonly #setWalks: (walks: boolean) => void;
  readonly #pick: QuickPick<LineItem> = window.createQuickPick<LineItem>();
  readonly #mentioned: Reference[] = [];
  #walk: HistoryWalk;
  #looking = new AbortController();

  constructor(question: PromptQuestion, setWalks: (walks: boolean) => void) {
    this.#question = question;
    this.#setWalks = setWalks;
    this.#walk = { draft: question.value, at: -1 };
    const pick = this.#pick;
    pick.title = question.title;
    pick.placeholder = question.placeholder;
    // Whoever looks something up in the meantime goes on from there.
    pick.ignoreFocusOut = true;
    pick.value = question.value;
    this.answer = new Promise((resolve) => {
      pick.onDidChangeValue(() => {
        this.#follow();
      });
      pick.onDidAccept(() => {
        const asked = this.#accept();
        if (asked === undefined) return;
        resolve(asked);
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        this.dispose();
      });
    });
  }

  show(): void {
    this.#follow();
    this.#pick.show();
  }

  get text(): string {
    return this.#pick.value;
  }

  /** Whether the user has written anything else than what stood there at first. */
  get isChanged(): boolean {
    return this.text !== this.#question.value;
  }

  walk(step: 1 | -1): void {
    this.#walk = walkOn(this.#walk, this.#question.history, step);
    this.#write(shownPrompt(this.#walk, this.#question.history));
  }

  dispose(): void {
    this.#looking.abort();
    this.#pick.dispose();
  }

  #write(value: string): void {
    this.#pick.value = value;
    this.#follow();
  }

  /** Lists what goes with the text of the line, after it has changed. */
  #follow(): void {
    const { value } = this.#pick;
    const { history } = this.#question;
    if (value !== shownPrompt(this.#walk, history)) this.#walk = { draft: value, at: -1 };
    this.#looking.abort();
    this.#looking = new AbortController();
    const query = mentionAtEnd(value);
    this.#setWalks(query === undefined);
    this.#pick.items = [this.#askItem(), ...(query === undefined ? history.map(earlierItem) : [])];
    if (query !== undefined) inBackground(this.#lookFor(query, this.#looking.signal));
  }

  async #lookFor(query: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const offers of this.#question.offers(query, signal)) {
        if (signal.aborted) return;
        this.#pick.items = [...offers.map(mentionItem), this.#askItem()];
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Returns what the user asks; `undefined` if that is empty, or they have chosen something for the line, which has it now. */
  #accept(): Prompt | undefined {
    const [item] = this.#pick.activeItems;
    const { act } = item ?? { act: { type: "ask" } as const };
    const text = this.#pick.value.trim();
    switch (act.type) {
      case "ask":
        return text === "" ? undefined : { text, references: this.#references() };
      case "earlier":
        this.#write(act.prompt);
        return undefined;
      case "mention":
        this.#mentioned.push(act.offer.reference);
        this.#write(withMention(this.#pick.value, mentionText(act.offer.reference)));
        return undefined;
    }
  }

  /** Lists what was mentioned and still is. */
  #references(): readonly Reference[] {
    const still = this.#mentioned.filter((reference) => this.#pick.value.includes(`@${mentionText(reference)}`));
    return [...new Map(still.map((reference) => [JSON.stringify(reference), reference])).values()];
  }

  #askItem(): LineItem {
    const names = this.#references().map(mentionText);
    return {
      act: { type: "ask" },
      label: l10n.t("Ask for this change"),
      description: names.length === 0 ? l10n.t("Up: earlier prompts, @: files and symbols") : names.join(", "),
      alwaysShow: true,
    };
  }
}

/** Sets whether `Up` and `Down` go through earlier prompts, for key bindings: in a list of offers they go through that. */
function setWalks(walks: boolean): void {
  void commands.executeCommand("setContext", "fastApply.promptWalks", walks);
}

/** Names a reference in the line. Names of symbols may hold anything. */
function mentionText(reference: Reference): string {
  return shown(nameOfReference(reference), 100).replace(/\s+/g, " ");
}

function earlierItem(prompt: string): LineItem {
  return { act: { type: "earlier", prompt }, label: shown(prompt), description: l10n.t("earlier prompt") };
}

function mentionItem(offer: Offer): LineItem {
  return {
    act: { type: "mention", offer },
    label: shown(offer.label),
    description: shown(offer.detail),
    // The list is found by the word after `@`, while VS Code would look for the whole line.
    alwaysShow: true,
  };
}
