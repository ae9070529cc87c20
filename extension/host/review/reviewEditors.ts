import {
  commands,
  Disposable,
  EventEmitter,
  languages,
  l10n,
  Position,
  Range,
  Selection,
  TabInputText,
  TabInputTextDiff,
  TextEditorRevealType,
  ViewColumn,
  window,
  workspace,
  type Tab,
  type TextDocument,
  type TextDocumentContentChangeEvent,
  type TextEditor,
  type Uri,
  type WorkspaceConfiguration,
} from "vscode";
import { documentLineOfRow, hunkAtRow } from "../../core/review/reviewRows.ts";
import type { Hunk } from "../../core/review/reviewState.ts";
import { inBackground } from "../inBackground.ts";
import type { LiveReview } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import { ReviewContent, ReviewDocument, type ShownReview } from "./reviewDocuments.ts";
import { ReviewPainter } from "./reviewPainter.ts";
import { ownerOf, proposalUri, REVIEW_SCHEME, reviewIdOf, reviewUri, showsReview } from "./reviewUris.ts";
import { fileExists, loadDocument, openDocument } from "./targetDocument.ts";

/** Shows reviews in editors, keeps those in step, and leads back to the file. */
export class ReviewEditors implements Disposable {
  readonly #reviews: LiveReviews;
  readonly #documents = new Map<string, ReviewDocument>();
  readonly #painter = new ReviewPainter();
  readonly #content: ReviewContent;
  /** Editors whose cursor nobody has moved since they were opened, with the row where that was. */
  readonly #untouched = new WeakMap<TextEditor, number>();
  readonly #listeners: Disposable;
  readonly #didShow = new EventEmitter<void>();
  /** Fires when a review document shows another state than before. */
  readonly onDidShow = this.#didShow.event;

  constructor(reviews: LiveReviews) {
    this.#reviews = reviews;
    this.#content = new ReviewContent((uri) => this.documentAt(uri));
    this.#listeners = Disposable.from(
      this.#content,
      this.#painter,
      this.#didShow,
      workspace.registerTextDocumentContentProvider(REVIEW_SCHEME, this.#content),
      reviews.onDidChange((review) => {
        const document = this.#documents.get(review.id);
        if (document !== undefined) inBackground(this.#follow(document));
        // Typing can settle the last hunk. After a decision its command closes the review, and leads back to the file.
        if (!review.isPending && !review.isBusy) inBackground(this.close(review));
      }),
      reviews.onDidReveal((review) => {
        if (settings(review).get("autoReveal") !== false) inBackground(this.show(review));
      }),
      reviews.onDidEnd((review) => {
        this.#documents.delete(review.id);
        inBackground(this.close(review));
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const shown = this.documentAt(document.uri);
        if (shown === undefined) return;
        this.#paint(shown);
        if (shown.review.progress === "streaming") inBackground(keepPlace(document, contentChanges));
      }),
      window.onDidChangeVisibleTextEditors(() => {
        for (const document of this.#documents.values()) {
          this.#paint(document);
          // Out of sight it waited.
          if (document.review.progress === "streaming") inBackground(document.update());
        }
      }),
      window.onDidChangeTextEditorSelection(({ textEditor, selections: [selection], kind }) => {
        // A line that arrives where the cursor stands pushes it down: such a change has no kind.
        if (kind !== undefined && selection?.active.line !== this.#untouched.get(textEditor))
          this.#untouched.delete(textEditor);
      }),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        const shown = this.documentAt(textEditor.document.uri);
        if (shown !== undefined) this.#painter.paintNumbers(textEditor, shown.painting);
      }),
    );
  }

  /** Finds the review document at `uri`; `undefined` for other documents, and for reviews that are over. */
  documentAt(uri: Uri): ReviewDocument | undefined {
    return uri.scheme === REVIEW_SCHEME ? this.#of(this.#reviews.find(reviewIdOf(uri))) : undefined;
  }

  /** Opens the review, or brings it to the front, with its first hunk or the one nearest to `documentLine` in view. */
  async show(review: LiveReview, documentLine?: number): Promise<void> {
    const document = this.#of(this.#reviews.find(review.id));
    if (document === undefined) return;
    // What has no place is listed above the lines of the review, and nowhere in a diff editor.
    if (settings(review).get("view") === "diffEditor" && review.hunks.length > 0) {
      await this.showDiff(review);
      return;
    }
    try {
      await this.#open(document, documentLine ?? 0);
    } catch (error) {
      // A review that ends while VS Code opens it leaves nothing to open.
      if (!review.isEnded) throw error;
    }
    // Its tab may have come after the others were closed.
    if (review.isEnded) await this.close(review);
  }

  async #open(document: ReviewDocument, line: number): Promise<void> {
    const { review } = document;
    const text = await workspace.openTextDocument(document.uri);
    const language = openDocument(review.target)?.languageId;
    if (language !== undefined && language !== text.languageId) await languages.setTextDocumentLanguage(text, language);
    const options = { viewColumn: this.#column(review), preview: false };
    // An editor that opens at its place is drawn once; what streams in has its place later.
    const place = document.shown.isStreaming ? undefined : hunkRow(document.shown, line);
    const selection = place === undefined ? {} : { selection: new Range(place, 0, place, 0) };
    const editor = await window.showTextDocument(text, { ...options, ...selection });
    this.#untouched.set(editor, place ?? editor.selection.active.line);
    await document.update();
    this.#paint(document);
    // Lenses may have been asked for while the editor was on its way, before what it shows was known.
    this.#didShow.fire();
    this.#placeUntouched(editor, hunkRow(document.shown, line));
  }

  /** Opens VS Code's own diff editor: the document on the left, the proposal on the right. */
  async showDiff(review: LiveReview): Promise<void> {
    const { target } = review;
    const [left, right] = this.sidesOf(review);
    const title = l10n.t("{0} (proposal)", target.path.split("/").at(-1) ?? target.path);
    const at = review.kind === "delete" ? 0 : (this.#hunkHere(review)?.new.start ?? 0);
    const options = { viewColumn: this.#column(review), preview: false, selection: new Range(at, 0, at, 0) };
    await commands.executeCommand("vscode.diff", left, right, title, options);
  }

  /** Returns what a diff editor compares: the document and the proposal; an empty text stands for a file that is not there. */
  sidesOf({ target, id, kind }: LiveReview): [left: Uri, right: Uri] {
    const nothing = proposalUri(target, id, "nothing");
    return [kind === "create" ? nothing : target, kind === "delete" ? nothing : proposalUri(target, id, "proposal")];
  }

  /**
   * Finds the hunk that the cursor is in, or whose place it is at, in a review document, the proposal, or the file itself; `undefined` between
   * hunks, and in an editor that shows something else.
   */
  hunkAtCursor(review: LiveReview, editor: TextEditor | undefined = window.activeTextEditor): Hunk | undefined {
    if (editor === undefined || !showsReview(review, editor.document.uri)) return undefined;
    const { uri } = editor.document;
    const line = editor.selection.active.line;
    const shown = this.documentAt(uri);
    if (shown !== undefined) {
      const index = hunkAtRow(shown.shown, line);
      return index === undefined ? undefined : shown.shown.hunks[index];
    }
    const side = reviewIdOf(uri) === review.id ? "new" : "old";
    const last = editor.document.lineCount - 1;
    return review.hunks.find(
      ({ [side]: { start, end } }) => line >= Math.min(start, last) && line <= Math.max(start, end - 1),
    );
  }

  /** Resolves when every editor shows the review as it is. */
  async settle(review: LiveReview): Promise<void> {
    await this.#documents.get(review.id)?.update();
  }

  /** Whether the review has a tab, in front or not. */
  isShown(review: LiveReview): boolean {
    return tabsOf(review).length > 0;
  }

  /** Brings the text up to date. When a rewrite has come to its end, the cursor goes to its first hunk, unless it was moved. */
  async #follow(document: ReviewDocument): Promise<void> {
    const wasStreaming = document.shown.isStreaming;
    await document.update();
    const { shown } = document;
    if (!wasStreaming || shown.isStreaming) return;
    for (const editor of this.#editorsOf(document.review)) {
      // One that was out of sight meanwhile is another editor for VS Code.
      const { active, isEmpty } = editor.selection;
      if (isEmpty && active.isEqual(new Position(0, 0))) this.#untouched.set(editor, 0);
      this.#placeUntouched(editor, hunkRow(shown, 0));
    }
  }

  /** Puts the cursor on a row. Whoever has moved it meanwhile keeps it: the next key goes by it. */
  #placeUntouched(editor: TextEditor, row: number | undefined): void {
    if (row === undefined || !this.#untouched.delete(editor)) return;
    placeCursor(editor, row);
  }

  /** Closes the review's tabs, and those of its pieces. */
  async close(review: LiveReview): Promise<void> {
    const owned = (): Tab[] => tabsOf(review, ownerOf);
    const tabs = owned();
    if (tabs.length === 0) return;
    try {
      await window.tabGroups.close(tabs, true);
    } catch (error) {
      // The user closed it at the same moment.
      if (owned().length > 0) throw error;
    }
  }

  /** Leaves the review for its file, at the same place. The review stays pending. */
  async backToFile(review: LiveReview): Promise<void> {
    const { target } = review;
    const editors = this.#editorsOf(review);
    const editor = editors.find((candidate) => candidate === window.activeTextEditor) ?? editors[0];
    const shown = this.#documents.get(review.id)?.shown;
    const top = editor?.visibleRanges[0]?.start.line;
    const viewColumn = this.#column(review);
    // A file that was rejected or deleted is not there to go back to.
    const document = (await fileExists(target)) || openDocument(target) ? await loadDocument(target) : undefined;
    if (document !== undefined) {
      const options = { preview: false, viewColumn };
      if (editor === undefined || shown === undefined || top === undefined) {
        await window.showTextDocument(document, options);
      } else {
        const { line, character } = editor.selection.active;
        const cursor = document.validatePosition(new Position(documentLineOfRow(shown, line), character));
        // Shown with its cursor: set later, it would move what the user has begun to do there.
        const selection = new Range(cursor, cursor);
        const file = await window.showTextDocument(document, { ...options, selection });
        const first = documentLineOfRow(shown, top);
        file.revealRange(new Range(first, 0, first, 0), TextEditorRevealType.AtTop);
      }
    }
    await this.close(review);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** The hunk that the user is at, or the first one. */
  #hunkHere(review: LiveReview): Hunk | undefined {
    return this.hunkAtCursor(review) ?? review.hunks[0];
  }

  #of(review: LiveReview | undefined): ReviewDocument | undefined {
    if (review === undefined) return undefined;
    const known = this.#documents.get(review.id);
    if (known !== undefined) return known;
    const uri = reviewUri(review.target, review.id);
    const document = new ReviewDocument(review, uri, {
      onDidShow: () => {
        this.#didShow.fire();
      },
      onDidDraw: (shown) => {
        this.#paint(shown);
      },
      replaceText: () => {
        this.#content.refresh(uri);
      },
      isInSight: () => this.#editorsOf(review).length > 0,
    });
    this.#documents.set(review.id, document);
    return document;
  }

  #paint(document: ReviewDocument): void {
    const { painting } = document;
    for (const editor of this.#editorsOf(document.review)) {
      // In the middle of an update the text may be ahead or behind; the next step paints.
      if (editor.document.lineCount === painting.rows.length) this.#painter.paint(editor, painting);
    }
  }

  #editorsOf({ id }: LiveReview): readonly TextEditor[] {
    return window.visibleTextEditors.filter(
      ({ document: { uri } }) => uri.scheme === REVIEW_SCHEME && reviewIdOf(uri) === id,
    );
  }

  /** Where the review or its file is on the screen already. */
  #column(review: LiveReview): ViewColumn {
    const key = review.target.toString();
    const shown =
      this.#editorsOf(review)[0] ?? window.visibleTextEditors.find(({ document }) => document.uri.toString() === key);
    return shown?.viewColumn ?? window.activeTextEditor?.viewColumn ?? ViewColumn.Active;
  }
}

/** Where the hunk begins that is at a line of the document, or the next one, else the last; `undefined` without hunks. */
function hunkRow({ hunks, hunkRows }: ShownReview, line: number): number | undefined {
  return hunkRows.at(hunks.findIndex(({ old }) => Math.max(old.end - 1, old.start) >= line))?.start;
}

/** Puts the cursor at the beginning of a row and shows the row with some lines around it. */
export function placeCursor(editor: TextEditor, row: number): void {
  editor.selection = new Selection(row, 0, row, 0);
  editor.revealRange(new Range(row, 0, row, 0), TextEditorRevealType.InCenterIfOutsideViewport);
}

/** VS Code keeps the first visible line's number, so lines that stream in above it would push the reader's text down. */
async function keepPlace(document: TextDocument, changes: readonly TextDocumentContentChangeEvent[]): Promise<void> {
  const editor = window.activeTextEditor;
  const first = editor?.document === document ? editor.visibleRanges[0]?.start.line : undefined;
  if (first === undefined) return;
  let moved = 0;
  for (const { range, text } of changes) {
    if (range.end.line >= first) continue;
    moved += text.split("\n").length - 1 - (range.end.line - range.start.line);
  }
  if (moved === 0) return;
  const to = moved > 0 ? "down" : "up";
  await commands.executeCommand("editorScroll", { to, by: "line", value: Math.abs(moved), revealCursor: false });
}

function tabsOf({ id }: LiveReview, idOf: typeof reviewIdOf = reviewIdOf): Tab[] {
  const isIts = ({ input }: Tab): boolean => {
    if (input instanceof TabInputText) return idOf(input.uri) === id;
    return input instanceof TabInputTextDiff && [input.modified, input.original].some((uri) => idOf(uri) === id);
  };
  return window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isIts));
}

function settings({ target }: LiveReview): WorkspaceConfiguration {
  return workspace.getConfiguration("fastApply.review", target);
}
