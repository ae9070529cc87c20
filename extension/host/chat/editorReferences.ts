import { TabInputText, window, type TextEditor, type Uri } from "vscode";
import type { Reference } from "../../core/chat/chatSchemas.ts";
import { selectedLines } from "../../core/chat/editRegion.ts";
import { isInWorkspace } from "./knownUris.ts";
import { shownPath } from "../shownText.ts";

/**
 * Lists the file of the active editor, and what is selected in it. `targetOf`: finds the file that a review shows, which comes without a
 * selection.
 */
export function activeReferences(targetOf: (document: Uri) => Uri | undefined): readonly Reference[] {
  const editor = window.activeTextEditor;
  if (editor === undefined) return [];
  const target = targetOf(editor.document.uri);
  if (target !== undefined) return [fileReference(target)];
  if (!isOffered(editor.document.uri)) return [];
  const selection = selectionReference(editor);
  return [fileReference(editor.document.uri), ...(selection === undefined ? [] : [selection])];
}

/** Makes a reference to the selected lines of an editor; `undefined` if nothing is selected. */
export function selectionReference({ document, selection }: TextEditor): Reference | undefined {
  if (selection.isEmpty) return undefined;
  return {
    type: "selection",
    uri: document.uri.toString(),
    path: shownPath(document.uri),
    ...selectedLines(selection),
  };
}

/** Makes a reference to a whole file. */
export function fileReference(uri: Uri): Reference {
  return { type: "file", uri: uri.toString(), path: shownPath(uri) };
}

/** Lists the files in tabs, without those that belong to VS Code itself. */
export function openEditorUris(): readonly Uri[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : []));
  return [...new Map(uris.filter(isOffered).map((uri) => [uri.toString(), uri])).values()];
}

function isOffered(uri: Uri): boolean {
  return uri.scheme === "file" || uri.scheme === "untitled" || isInWorkspace(uri);
}
