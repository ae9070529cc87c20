import {
  EventEmitter,
  Position,
  Range,
  workspace,
  WorkspaceEdit,
  type TextDocument,
  type TextDocumentContentProvider,
  type Uri,
} from "vscode";
import { reviewEdits, type TextStep } from "../../core/review/reviewEdits.ts";
import { reviewRows, type ReviewRows, type Row } from "../../core/review/reviewRows.ts";
import type { ReviewState } from "../../core/review/reviewState.ts";
import type { LiveReview } from "./liveReview.ts";
import { openDocument } from "./targetDocument.ts";
import type { Painting } from "./reviewPainter.ts";

/** At most so many updates a second while a rewrite streams in. */
const FRAMES_PER_SECOND = 15;

/** What a review document shows now, and the state that it was made from. */
export interface Shown extends Painting, ReviewRows {
  readonly state: ReviewState;
}

/**
 * The text of one review document. It follows the review by precise edits, one at a time: a new text as a whole would
 * move the reader's place, and VS Code computes small differences only for short texts.
 */
export class ReviewDocument {
  readonly review: LiveReview;
  readonly uri: Uri;
  readonly #onDidShow: (document: ReviewDocument) => void;
  readonly #replaceText: () => void;
  #shown: Shown;
  /** The rows that the text holds; differs from `#shown.rows` between the steps of an update. */
  #rows: readonly Row[];
  #updating: Promise<void> | undefined;
  #isStale = false;

  constructor(
    review: LiveReview,
    uri: Uri,
    listeners: { onDidShow: (document: ReviewDocument) => void; replaceText: () => void },
  ) {
    this.review = review;
    this.uri = uri;
    this.#onDidShow = listeners.onDidShow;
    this.#replaceText = listeners.replaceText;
    this.#shown = show(review);
    this.#rows = this.#shown.rows;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** What is on the screen at this moment, also in the middle of an update. */
  get painting(): Painting {
    return { ...this.#shown, rows: this.#rows };
  }

  get text(): string {
    return this.#rows.map(({ text }) => text).join("\n");
  }

  /** Brings the text up to date; calls during an update are answered by one more. Resolves when all is shown. */
  update(): Promise<void> {
    this.#isStale = true;
    this.#updating ??= this.#run().finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #run(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const began = Date.now();
      await this.#showNext(show(this.review));
      if (this.review.progress === "streaming") {
        const rest = 1000 / FRAMES_PER_SECOND - (Date.now() - began);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
      }
    }
  }

  async #showNext(next: Shown): Promise<void> {
    const { steps } = reviewEdits(this.#rows, next.rows);
    this.#shown = next;
    const document = openDocument(this.uri);
    if (document === undefined) {
      this.#rows = next.rows;
      return;
    }
    for (const step of steps) {
      this.#rows = step.rows;
      if (!(await this.#edit(document, step))) break;
      this.#onDidShow(this);
    }
    this.#rows = next.rows;
    if (!this.#agrees(document)) {
      // Not documented to work on read-only documents, so there is a slower way.
      this.#replaceText();
    }
    this.#onDidShow(this);
  }

  async #edit(document: TextDocument, step: TextStep): Promise<boolean> {
    const edit = new WorkspaceEdit();
    for (const { startLine, startCharacter, endLine, endCharacter, text } of step.edits) {
      const range = new Range(new Position(startLine, startCharacter), new Position(endLine, endCharacter));
      edit.replace(document.uri, range, text);
    }
    return (await workspace.applyEdit(edit)) && this.#agrees(document);
  }

  #agrees(document: TextDocument): boolean {
    return document.lineCount === this.#rows.length && document.getText() === this.text;
  }
}

function show(review: LiveReview): Shown {
  const { state, hunks } = review;
  return { ...reviewRows(state, hunks), state, hunks, isStreaming: review.progress === "streaming" };
}

/** Gives VS Code the first text of each review document; later ones come as edits. */
export class ReviewContent implements TextDocumentContentProvider {
  readonly #changed = new EventEmitter<Uri>();
  readonly #find: (uri: Uri) => ReviewDocument | undefined;

  constructor(find: (uri: Uri) => ReviewDocument | undefined) {
    this.#find = find;
  }

  get onDidChange() {
    return this.#changed.event;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#find(uri)?.text ?? "";
  }

  /** Lets VS Code ask again for the whole text. */
  refresh(uri: Uri): void {
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
