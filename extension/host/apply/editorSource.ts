import { env, window, type Uri } from "vscode";
import { sourceAt, wholeSource, type SketchSource } from "../../core/apply/sketchSource.ts";

/** Sketches, and the document that they stand in, if they stand in one. */
export interface FoundSource {
  readonly source: SketchSource;
  readonly document: Uri | undefined;
}

/** The selection of the active editor, else the fence around its cursor, else all of its document. */
export function sourceOfEditor(): FoundSource | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const selected = { line: selection.start.line, text: document.getText(selection) };
  return { source: sourceAt(document.getText(), selected, document.languageId), document: document.uri };
}

/** The text of the clipboard; it stands in no document, so that the active one may be its target. */
export async function sourceOfClipboard(): Promise<FoundSource> {
  return { source: wholeSource(await env.clipboard.readText()), document: undefined };
}
