import {
  CodeLens,
  Disposable,
  EventEmitter,
  l10n,
  Range,
  window,
  type CodeLensProvider,
  type Event,
  type TextDocument,
} from "vscode";
import { unplacedChoices, type Choice } from "../../core/review/choices.ts";
import { isCertain } from "../../core/review/hunks.ts";
import { hunkAtRow } from "../../core/review/reviewRows.ts";
import { shown as shownText } from "../shownText.ts";
import type { ReviewDocument } from "./reviewDocuments.ts";
import type { ReviewEditors } from "./reviewEditors.ts";
import { readingCount } from "./hunkRemarks.ts";
import type { HunkReference, PieceReference } from "./reviewSurface.ts";
import { firstLine, hasCode } from "./unplacedPieces.ts";

/** The lenses of a review document: one pair above each hunk, and the whole at the top. */
export class ReviewLenses implements CodeLensProvider, Disposable {
  readonly #editors: ReviewEditors;
  readonly #changed = new EventEmitter<void>();
  readonly #listener: Disposable;
  /** The hunk that the cursor was in last. */
  #place = "";

  constructor(editors: ReviewEditors) {
    this.#editors = editors;
    this.#listener = Disposable.from(
      // Not when the review changes: what is asked before it is shown is answered with what was, and nobody asks again.
      editors.onDidShow(() => {
        this.#changed.fire();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor: { document, selection } }) => {
        const shown = editors.documentAt(document.uri);
        if (shown === undefined) return;
        // The top lens shows where the cursor is, but need not follow every step within a hunk.
        const place = `${document.uri.toString()} ${hunkAtRow(shown.shown, selection.active.line)}`;
        if (place === this.#place) return;
        this.#place = place;
        this.#changed.fire();
      }),
    );
  }

  get onDidChangeCodeLenses(): Event<void> {
    return this.#changed.event;
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const shown = this.#editors.documentAt(document.uri);
    return shown === undefined ? [] : [...topLenses(shown), ...unplacedLenses(shown), ...hunkLenses(shown)];
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

function topLenses({ review, shown, uri }: ReviewDocument): CodeLens[] {
  const top = new Range(0, 0, 0, 0);
  const lens = (title: string, command: string, tooltip: string): CodeLens =>
    new CodeLens(top, { title, command, tooltip, arguments: [{ review: review.id }] });
  if (shown.isStreaming) {
    return [lens(l10n.t("Writing… Stop"), "fastApply.stop", l10n.t("Stop the rewrite and leave the file as it is"))];
  }
  const rejectAll = lens(
    l10n.t("Reject all"),
    "fastApply.rejectAll",
    l10n.t("Leave the file as it is and close the review"),
  );
  if (shown.hunks.length === 0) return unplacedChoices(shown.state).length === 0 ? [] : [rejectAll];
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const at = hunkAtRow(shown, editor?.selection.active.line ?? 0);
  const position = at === undefined ? String(shown.hunks.length) : `${at + 1}/${shown.hunks.length}`;
  const certain = shown.hunks.filter(isCertain).length;
  return [
    ...(certain === 0
      ? []
      : [
          lens(
            l10n.t("Accept all ({0})", certain),
            "fastApply.acceptAll",
            l10n.t("Accept all hunks that are not open and have no warning"),
          ),
        ]),
    rejectAll,
    lens(position, "fastApply.nextHunk", l10n.t("Go to the next hunk")),
  ];
}

/** The pieces that fit nowhere, above everything else. */
function unplacedLenses({ review, shown }: ReviewDocument): CodeLens[] {
  if (shown.isStreaming) return [];
  const top = new Range(0, 0, 0, 0);
  return unplacedChoices(shown.state).flatMap((choice) => {
    const argument: PieceReference = { review: review.id, piece: choice.id };
    const tooltip = shownText(choice.reason);
    const lens = (title: string, command: string): CodeLens =>
      new CodeLens(top, { title, command, tooltip, arguments: [argument] });
    const first = firstLine(review, choice);
    return [
      ...(hasCode(choice)
        ? [
            lens(l10n.t("Fits nowhere: {0} … Put at cursor", first), "fastApply.putAtCursor"),
            lens(l10n.t("Show in answer"), "fastApply.showInAnswer"),
          ]
        : [lens(l10n.t("Fits nowhere: {0} … Show in answer", first), "fastApply.showInAnswer")]),
      lens(l10n.t("Drop"), "fastApply.rejectHunk"),
    ];
  });
}

function hunkLenses({ review, shown }: ReviewDocument): CodeLens[] {
  if (shown.isStreaming) return [];
  return shown.hunkRows.flatMap(({ start }, index) => {
    const hunk = shown.hunks[index];
    if (hunk === undefined) return [];
    const reference: HunkReference = { review: review.id, seen: shown.state, hunk };
    const range = new Range(start, 0, start, 0);
    const lens = (title: string, command: string): CodeLens =>
      new CodeLens(range, { title, command, arguments: [reference] });
    const [choice] = hunk.choices;
    if (choice === undefined)
      return [lens(l10n.t("Accept"), "fastApply.acceptHunk"), lens(l10n.t("Reject"), "fastApply.rejectHunk")];
    const others = choice.readings.length > 1;
    return [
      lens(choice.by === undefined ? l10n.t("Take this") : l10n.t("Accept"), "fastApply.acceptHunk"),
      ...(others ? [lens(countedBy(choice), "fastApply.nextReading")] : []),
      // The list of readings has a button for that.
      ...(others
        ? [lens(l10n.t("Choose…"), "fastApply.chooseReading")]
        : [lens(l10n.t("Show in answer"), "fastApply.showInAnswer")]),
      lens(choice.by === undefined ? l10n.t("Drop") : l10n.t("Reject"), "fastApply.rejectHunk"),
    ];
  });
}

/** Which reading is shown, and who has chosen it. */
function countedBy(choice: Choice): string {
  return choice.by === undefined
    ? readingCount(choice)
    : l10n.t("{0}, chosen by {1}", readingCount(choice), shownText(choice.by));
}
