import { SymbolKind, Uri, type Selection, type TextDocument } from "vscode";
import type { Attachment, EditRegion, Question, Reference } from "../../core/chat/chatSchemas.ts";
import { chooseRegion, moveRegion, type RegionLines } from "../../core/chat/editRegion.ts";
import { editorLines } from "../../core/text/lines.ts";
import { documentSymbols, symbolsInTime } from "../chat/documentSymbols.ts";
import { fileReference } from "../chat/editorReferences.ts";
import { documentLines, isThere, loadDocument, openDocument } from "../review/targetDocument.ts";

/** What the user points at: a document, and the lines or the place in it. */
export interface PointedText {
  readonly document: TextDocument;
  readonly selection: Selection;
}

/** What an edit in place is about. */
export interface RegionInPlace {
  readonly uri: Uri;
  readonly lines: RegionLines;
  /** The function whose lines these are; `undefined` if they are others. */
  readonly symbol: string | undefined;
  /** The text that the lines count in. */
  readonly text: readonly string[];
}

/** A question that was asked in place. */
export type AskedInPlace = Question & { readonly region: EditRegion };

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set([SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor]);

/** Finds the place that the user points at: the selection, else the function around the cursor, else the lines around it. */
export async function placeAt({ document, selection }: PointedText): Promise<RegionInPlace> {
  const text = documentLines(document);
  // Servers take their time, and who has selected lines needs none.
  const symbols = selection.isEmpty ? await symbolsInTime(documentSymbols(document.uri)) : [];
  const outline = symbols.map(({ name, kind, range }) => {
    const isToNext = range.end.character === 0 && range.end.line > range.start.line;
    const lines = { start: range.start.line, end: range.end.line + (isToNext ? 0 : 1) };
    return { name, isFunction: FUNCTIONS.has(kind), lines };
  });
  const { symbol, ...lines } = chooseRegion(text.length, selection, outline);
  return { uri: document.uri, lines, symbol, text };
}

/** Moves a place to the document as it is now. */
export function placeNow(place: RegionInPlace, document: TextDocument): RegionInPlace {
  const text = documentLines(document);
  return { ...place, text, lines: moveRegion(place.lines, place.text, text) };
}

/** Finds the place of a question in the document as it is now; `undefined` if that is no longer there. */
export async function placeOfQuestion({ region, attachments }: AskedInPlace): Promise<RegionInPlace | undefined> {
  const uri = Uri.parse(region.uri, true);
  // VS Code would make a new document of an untitled one that is gone.
  if (!(await isThere(uri))) return undefined;
  const document = await loadDocument(uri).catch(() => undefined);
  if (document === undefined) return undefined;
  const isIts = ({ reference, trouble }: Attachment): boolean =>
    reference.type === "file" && reference.uri === region.uri && trouble === undefined;
  const file = attachments.find(isIts);
  const text = file === undefined ? documentLines(document) : editorLines(file.text);
  return placeNow({ uri: document.uri, lines: region, symbol: undefined, text }, document);
}

/** Makes what a question about a place is asked with: its lines, and the file around them unless they are all of it. */
export function aboutPlace({ uri, lines, text }: RegionInPlace): {
  readonly region: EditRegion;
  readonly references: readonly Reference[];
} {
  const { startLine, endLine } = lines;
  const file = fileReference(uri);
  const path = file.type === "file" ? file.path : uri.path;
  const part: Reference = { type: "selection", uri: uri.toString(), path, startLine, endLine };
  const isAll = startLine === 1 && endLine >= text.length;
  const language = openDocument(uri)?.languageId;
  const nameless = uri.scheme === "file" ? {} : namelessRegion(uri, language);
  return {
    region: { uri: uri.toString(), path, startLine, endLine, ...nameless },
    references: isAll ? [file] : [part, file],
  };
}

/** Adds the language of a document that is not on a disk, or of a cell, whose path is that of its notebook: nothing else says it. */
function namelessRegion({ scheme }: Uri, language: string | undefined): Pick<EditRegion, "language" | "isNameless"> {
  if (scheme !== "untitled" && scheme !== "vscode-notebook-cell") return {};
  return { isNameless: true, ...(language === undefined ? {} : { language }) };
}
