import {
  MarkdownString,
  OverviewRulerLane,
  Range,
  ThemeColor,
  window,
  type DecorationOptions,
  type TextEditorDecorationType,
} from "vscode";
import type { Hunk } from "../../core/review/reviewState.ts";
import { isOpen } from "../../core/review/hunks.ts";
import { hunkRemarks } from "./hunkRemarks.ts";

/** Creates the style of the words beside a hunk that needs attention. */
export function createMarkType(): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    overviewRulerColor: new ThemeColor("fastApply.warningRuler"),
    overviewRulerLane: OverviewRulerLane.Right,
    after: { color: new ThemeColor("fastApply.warningForeground"), margin: "0 0 0 3ch" },
  });
}

/** Makes the words after the end of a zero-based line of `length` characters; none for a hunk that needs no attention. */
export function markAt(hunk: Hunk, line: number, length: number): DecorationOptions[] {
  const { warning } = hunkRemarks(hunk);
  if (warning === undefined) return [];
  const sign = isOpen(hunk) ? "◇" : "⚠";
  return [
    { range: new Range(line, length, line, length), renderOptions: { after: { contentText: `${sign} ${warning}` } } },
  ];
}

/** Makes the hover with all that there is to say of a hunk. */
export function hunkHover(hunk: Hunk): MarkdownString {
  const message = new MarkdownString();
  // Appended as text: what a model wrote is never read as Markdown.
  for (const line of hunkRemarks(hunk).all) message.appendText(line).appendMarkdown("\n\n");
  return message;
}
