import { env, window } from "vscode";
import type { Selected, SketchSource } from "../../core/targets/sketchSource.ts";
import { PROPOSAL_SCHEME, REVIEW_SCHEME } from "../review/reviewUris.ts";
import { readEditorContext, type EditorContext } from "./editorContext.ts";

/** Sketches, and the editors at the time when the user asked to apply them. */
export interface FoundSource {
  readonly source: SketchSource;
  readonly editorContext: EditorContext;
}

/** What the user points at, and the editors, as they are at the click. */
export interface Pointed {
  readonly text: string;
  readonly selected: Selected;
  readonly languageId: string;
  readonly editorContext: EditorContext;
}

/** Reads the active editor; `undefined` if there is none, or if it shows a review, which is applied already. */
export function lookAtEditor(): Pointed | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined || [REVIEW_SCHEME, PROPOSAL_SCHEME].includes(editor.document.uri.scheme)) return undefined;
  const { document, selection } = editor;
  const { languageId } = document;
  const selected = { line: selection.start.line, text: document.getText(selection) };
  return { text: document.getText(), selected, languageId, editorContext: readEditorContext(document.uri) };
}

/** Reads the clipboard. Its text does not stand in a document, so the active one may be its target. */
export async function lookAtClipboard(): Promise<{ readonly text: string; readonly editorContext: EditorContext }> {
  const editorContext = readEditorContext(undefined);
  return { text: await env.clipboard.readText(), editorContext };
}
