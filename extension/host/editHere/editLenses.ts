import {
  CodeLens,
  l10n,
  languages,
  Range,
  type CodeLensProvider,
  type Disposable,
  type Event,
  type TextDocument,
} from "vscode";
import { reviewIdOf, REVIEW_SCHEME } from "../review/reviewUris.ts";
import type { ReviewReference } from "../review/reviewSurface.ts";
import type { EditMemory } from "./editMemory.ts";

/** The lenses above a review that comes from an edit in place: ask again, and show the conversation. */
class EditLenses implements CodeLensProvider {
  readonly #memory: EditMemory;

  constructor(memory: EditMemory) {
    this.#memory = memory;
  }

  get onDidChangeCodeLenses(): Event<void> {
    return this.#memory.onDidChange;
  }

  provideCodeLenses({ uri }: TextDocument): CodeLens[] {
    const review = reviewIdOf(uri);
    if (review === undefined || this.#memory.conversationOf(review) === undefined) return [];
    const reference: ReviewReference = { review };
    const lens = (title: string, tooltip: string, command: string): CodeLens =>
      new CodeLens(new Range(0, 0, 0, 0), { title, tooltip, command, arguments: [reference] });
    return [
      lens(l10n.t("Ask Again…"), l10n.t("Say what should be different"), "fastApply.askAgain"),
      lens(l10n.t("Show in Chat"), l10n.t("Show the question and its answer in the chat"), "fastApply.showEditInChat"),
    ];
  }
}

/** Registers the lenses of edits in place for review documents. */
export function registerEditLenses(memory: EditMemory): Disposable {
  return languages.registerCodeLensProvider({ scheme: REVIEW_SCHEME }, new EditLenses(memory));
}
