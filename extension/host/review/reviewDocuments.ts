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
import { oneFrame, reviewEdits, type TextStep } from "../../core/review/reviewEdits.ts";
import { reviewRows, type ReviewRows, type Row } from "../../core/review/reviewRows.ts";
import type { ReviewState } from "../../core/review/reviewState.ts";
import { editorLines } from "../../core/text/lines.ts";
import { inBackground } from "../inBackground.ts";
import type { LiveReview } from "./liveReview.ts";
import { openDocument } from "./targetDocument.ts";
import type { Painting } from "./reviewPainter.ts";

/** How many updates a second there are at most while a rewrite streams in. */
const FRAMES_PER_SECOND = 15;
/** How long VS Code may take to show a text that was replaced as a whole. */
const REPLACING_MS = 2000;

/** What a review document shows now, and the state that it was made from. */
export interface ShownReview extends Painting, ReviewRows {
  readonly state: ReviewState;
}

/**
 * The text of one review document. It follows the review by precise edits, one at a time: a new text as a whole would
 * move the reader's place, and VS Code computes small differences only for short texts.
 */
export class ReviewDocument {
  readonly review: LiveReview;
  readonly uri: Uri;
  readonly #onDidShow: () => void;
  readonly #onDidDraw: (document: ReviewDocument) => void;
  readonly #replaceText: () => void;
  readonly #isInSight: () => boolean;
  #shown: ShownReview;
  /** The rows that the text holds; differs from `#shown.rows` between the steps of an update. */
  #rows: readonly Row[];
  #isUpdating = false;
  #isReplacing = false;
  /** Resolved by the next update. */
  #waiting: (() => void)[] = [];

  constructor(
    review: LiveReview,
    uri: Uri,
    surroundings: {
      /** Called when it shows another state, which its text and colours follow. */
      onDidShow: () => void;
      /** Called when its text has come nearer to that state, or reached it. */
      onDidDraw: (document: ReviewDocument) => void;
      replaceText: () => void;
      /** Whether an editor shows the document. */
      isInSight: () => boolean;
    },
  ) {
    this.review = review;
    this.uri = uri;
    this.#onDidShow = surroundings.onDidShow;
    this.#onDidDraw = surroundings.onDidDraw;
    this.#replaceText = surroundings.replaceText;
    this.#isInSight = surroundings.isInSight;
    this.#shown = show(review);
    this.#rows = this.#shown.rows;
  }

  get shown(): ShownReview {
    return this.#shown;
  }

  /** What is on the screen at this moment, also in the middle of an update. */
  get painting(): Painting {
    return { ...this.#shown, rows: this.#rows };
  }

  /**
   * The text for VS Code to begin from; the edits that follow count on it. An editor draws a text before it can be told
   * its colours, so a rewrite that streams in begins from the document alone, which has none.
   */
  provideText(): string {
    const { rows, isStreaming, state } = this.#shown;
    this.#rows = isStreaming && !this.#isReplacing ? unchangedRows(state.document) : rows;
    return this.#text;
  }

  get #text(): string {
    return this.#rows.map(({ text }) => text).join("\n");
  }

  /** Brings the text up to date. Resolves when what the review is now is shown, also while more is streaming in. */
  async update(): Promise<void> {
    const shown = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (!this.#isUpdating) inBackground(this.#run());
    await shown;
  }

  async #run(): Promise<void> {
    this.#isUpdating = true;
    while (this.#waiting.length > 0) {
      const answered = this.#waiting;
      this.#waiting = [];
      const began = Date.now();
      try {
        // The next frame of a stream shows what this one leaves.
        if (!(await this.#showNext(this.#next()))) this.#waiting.push(...answered.splice(0));
      } catch (error) {
        this.#isUpdating = false;
        // Whoever came meanwhile must not wait for an update that nobody makes.
        answered.push(...this.#waiting.splice(0));
        throw error;
      } finally {
        for (const resolve of answered) resolve();
      }
      if (this.review.progress === "streaming") {
        const rest = 1000 / FRAMES_PER_SECOND - (Date.now() - began);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
      }
    }
    this.#isUpdating = false;
  }

  /** What is shown already stays the same value, so that it is not painted again. */
  #next(): ShownReview {
    const { review } = this;
    const isSame = this.#shown.state === review.state && this.#shown.isStreaming === (review.progress === "streaming");
    return isSame ? this.#shown : show(review);
  }

  /** Whether all of it is shown. While a rewrite streams in, a frame changes the text only once: each change takes a while. */
  async #showNext(next: ShownReview): Promise<boolean> {
    const { steps } = reviewEdits(this.#rows, next.rows);
    const frame = next.isStreaming ? oneFrame(steps) : steps;
    if (next !== this.#shown) {
      this.#shown = next;
      this.#onDidShow();
    }
    const document = openDocument(this.uri);
    // What was provided stays the base of the edits until the document is there to be edited, and its colours seen.
    if (document === undefined || (next.isStreaming && !this.#isInSight())) return true;
    for (const step of frame) {
      this.#rows = step.rows;
      if (!(await this.#edit(document, step))) break;
      this.#onDidDraw(this);
    }
    if (frame.length < steps.length && this.#agrees(document)) return false;
    this.#rows = next.rows;
    if (!this.#agrees(document)) await this.#replace(document);
    this.#onDidDraw(this);
    return true;
  }

  /** Edits of read-only documents are not documented to work, so there is a slower way. */
  async #replace(document: TextDocument): Promise<void> {
    this.#isReplacing = true;
    this.#replaceText();
    const until = Date.now() + REPLACING_MS;
    while (!document.isClosed && !this.#agrees(document) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.#isReplacing = false;
  }

  async #edit(document: TextDocument, step: TextStep): Promise<boolean> {
    // Only colours change.
    if (step.edits.length === 0) return this.#agrees(document);
    const edit = new WorkspaceEdit();
    for (const { startLine, startCharacter, endLine, endCharacter, text } of step.edits) {
      const range = new Range(new Position(startLine, startCharacter), new Position(endLine, endCharacter));
      edit.replace(document.uri, range, text);
    }
    return (await workspace.applyEdit(edit)) && this.#agrees(document);
  }

  #agrees(document: TextDocument): boolean {
    // VS Code chooses the line end of a text that begins with one line.
    const lines = document.lineCount === this.#rows.length ? editorLines(document.getText()) : [];
    return lines.length > 0 && this.#rows.every(({ text }, at) => text === lines[at]);
  }
}

function show(review: LiveReview): ShownReview {
  const { state, hunks } = review;
  return { ...reviewRows(state, hunks), state, hunks, isStreaming: review.progress === "streaming" };
}

function unchangedRows(document: readonly string[]): readonly Row[] {
  return document.map((text, line) => ({ type: "unchanged", text, oldLine: line, newLine: line, hunk: undefined }));
}

/** Provides VS Code with the first text of each review document; later ones come as edits. */
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
    return this.#find(uri)?.provideText() ?? "";
  }

  /** Lets VS Code ask again for the whole text. */
  refresh(uri: Uri): void {
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
