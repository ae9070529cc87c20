import {
  EndOfLine,
  Position,
  Range,
  TabInputText,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from "vscode";
import type { LineEdit } from "../../core/diff/lineEdits.ts";
import { editorLines } from "../../core/text/lines.ts";
import { isReadOnly } from "../readOnly.ts";

/** Finds the target's document if VS Code holds it in memory. */
export function openDocument(target: Uri): TextDocument | undefined {
  const key = target.toString();
  return workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === key);
}

/** By URI, the encodings that files are read in, if not UTF-8. VS Code forgets the user's choice when it lets go of the document. */
const encodings = new Map<string, string>();

/** Has `loadDocument` read a file in this encoding from now on, unless VS Code holds its document. */
export function keepEncoding(target: Uri, encoding: string): void {
  if (encoding === "utf8") encodings.delete(target.toString());
  else encodings.set(target.toString(), encoding);
}

/** Returns the target's document, loaded if need be. Rejects with VS Code's error for files that it cannot open. */
export async function loadDocument(target: Uri): Promise<TextDocument> {
  const open = openDocument(target);
  if (open !== undefined) return open;
  const encoding = encodings.get(target.toString());
  return encoding === undefined ? workspace.openTextDocument(target) : workspace.openTextDocument(target, { encoding });
}

/** Splits a document into lines as the review sees them. */
export function documentLines(document: TextDocument): string[] {
  return editorLines(document.getText());
}

/** Returns the line end of a document, or the one that VS Code would give a new file at `target`. */
export function eolOf(target: Uri, document: TextDocument | undefined): "\r\n" | "\n" {
  if (document !== undefined) return document.eol === EndOfLine.CRLF ? "\r\n" : "\n";
  const wanted = workspace.getConfiguration("files", target).get<string>("eol");
  return wanted === "\r\n" || (wanted !== "\n" && process.platform === "win32") ? "\r\n" : "\n";
}

/** Returns the encoding of a document, or the one that VS Code would read a file at `target` in; as `files.encoding` names them. */
export function encodingOf(target: Uri, document: TextDocument | undefined): string {
  return document?.encoding ?? workspace.getConfiguration("files", target).get<string>("encoding") ?? "utf8";
}

/** Checks whether a target is there: in its file system, or as text of the user that is not saved or does not belong to a file. */
export async function isThere(target: Uri): Promise<boolean> {
  if (await fileExists(target)) return true;
  // VS Code keeps the text of a closed file for a while, also when the file is gone; unsaved text is still the user's.
  if (openDocument(target)?.isDirty === true) return true;
  const isOfNoFile = workspace.fs.isWritableFileSystem(target.scheme) === undefined;
  return isOfNoFile && (openDocument(target) !== undefined || hasTab(target));
}

/** Checks whether a tab shows the text at `uri`. An untitled document that no tab names is gone; opening it would make a new one. */
export function hasTab(uri: Uri): boolean {
  const key = uri.toString();
  const isOf = (input: unknown): boolean => input instanceof TabInputText && input.uri.toString() === key;
  return window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => isOf(input)));
}

/** Reads what a file holds on the disk, byte for byte; `undefined` if it is untitled or cannot be read. */
export async function bytesOf(target: Uri): Promise<Uint8Array | undefined> {
  if (openDocument(target)?.isUntitled === true) return undefined;
  try {
    return await workspace.fs.readFile(target);
  } catch {
    return undefined;
  }
}

/** Checks whether VS Code would find a file, folder or link at `uri`. */
export async function fileExists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces whole lines as one undo step. Lines outside the ranges are not touched, so that their markers and folds stay. False if the
 * document changed meanwhile or cannot be edited; then nothing has happened.
 */
export async function editLines(document: TextDocument, edits: readonly LineEdit[]): Promise<boolean> {
  const { version } = document;
  // VS Code would apply the edits to what was typed while this waited.
  if ((await isReadOnly(document)) || document.version !== version) return false;
  const edit = new WorkspaceEdit();
  for (const { range, lines } of edits) {
    const replaced = replacement(document, range, lines);
    edit.replace(document.uri, replaced.range, replaced.text);
  }
  return workspace.applyEdit(edit);
}

/** Editor lines have no end of their own: the last one of a text has none, so an edit there takes the end before it. */
function replacement(
  document: TextDocument,
  { start, end }: LineEdit["range"],
  lines: readonly string[],
): { range: Range; text: string } {
  const eol = eolOf(document.uri, document);
  const last = document.lineCount;
  const startOf = (line: number): Position => new Position(line, 0);
  const endOf = (line: number): Position => (line < 0 ? startOf(0) : document.lineAt(line).range.end);
  if (end < last) {
    return { range: new Range(startOf(start), startOf(end)), text: lines.map((line) => line + eol).join("") };
  }
  if (start === 0) return { range: new Range(startOf(0), endOf(last - 1)), text: lines.join(eol) };
  return { range: new Range(endOf(start - 1), endOf(last - 1)), text: lines.map((line) => eol + line).join("") };
}

/** Creates the file with this text, as one step that can be undone. False if it exists by now or cannot be created. */
export async function createFile(target: Uri, lines: readonly string[]): Promise<boolean> {
  const edit = new WorkspaceEdit();
  // The contents go with the creation: as a second edit they have been lost on disk.
  const contents = await workspace.encode(lines.join(eolOf(target, undefined)), { uri: target });
  edit.createFile(target, { contents, overwrite: false });
  return workspace.applyEdit(edit);
}

/** Deletes the file as one step that can be undone. False if it cannot be deleted. */
export async function deleteFile(target: Uri): Promise<boolean> {
  const edit = new WorkspaceEdit();
  edit.deleteFile(target);
  return workspace.applyEdit(edit);
}
