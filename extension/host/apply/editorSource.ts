import { env, window } from "vscode";
import { sourceAt, wholeSource, type SketchSource } from "../../core/apply/sketchSource.ts";
import { PROPOSAL_SCHEME, REVIEW_SCHEME } from "../review/reviewUris.ts";
import { lookAtDesk, type Desk } from "./targetFacts.ts";

/** Sketches, and the editors at the time when the user asked to apply them. */
export interface FoundSource {
  readonly source: SketchSource;
  readonly desk: Desk;
}

/** The selection of the active editor, else the fence around its cursor, else all of its document. */
export function sourceOfEditor(): FoundSource | undefined {
  const editor = window.activeTextEditor;
  // A review shows what is applied already.
  if (editor === undefined || [REVIEW_SCHEME, PROPOSAL_SCHEME].includes(editor.document.uri.scheme)) return undefined;
  const { document, selection } = editor;
  const selected = { line: selection.start.line, text: document.getText(selection) };
  return { source: sourceAt(document.getText(), selected, document.languageId), desk: lookAtDesk(document.uri) };
}

/** The text of the clipboard; it stands in no document, so that the active one may be its target. */
export async function sourceOfClipboard(): Promise<FoundSource> {
  const desk = lookAtDesk(undefined);
  return { source: wholeSource(await env.clipboard.readText()), desk };
}
