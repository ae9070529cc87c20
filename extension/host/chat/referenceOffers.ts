import { commands, l10n, languages, SymbolInformation, window, type Uri } from "vscode";
import type { Offer } from "../../core/chat/chatProtocol.ts";
import type { Reference } from "../../core/chat/chatSchemas.ts";
import { bestMatches } from "../../core/chat/fuzzyMatch.ts";
import { documentSymbols, symbolsInTime } from "./documentSymbols.ts";
import { fileReference, openEditorUris, selectionReference } from "./editorReferences.ts";
import { isInWorkspace } from "./knownUris.ts";
import { shownPath } from "../shownText.ts";
import type { ListedFile } from "./workspaceListing.ts";

const MOST_OFFERS = 40;
const MOST_FOLDERS = 10;
const MOST_SYMBOLS = 15;
/** Servers answer to a single letter with everything they have. */
const SHORTEST_SYMBOL = 2;

/** Finds the completions of `@query` that need no waiting, the best first. `files`: as they were last listed. */
export function offersAtHand(query: string, files: readonly ListedFile[]): readonly Offer[] {
  const here = bestMatches(query, editorOffers(), ({ label, detail }) => `${detail}/${label}`, MOST_OFFERS);
  if (query.trim() === "") return withoutRepeats([...here, ...files.slice(0, MOST_OFFERS).map(fileOffer)]);
  const found = bestMatches(query, files, ({ path }) => path, MOST_OFFERS).map(fileOffer);
  const folders = bestMatches(query, foldersOf(files), ({ path }) => path, MOST_FOLDERS).map(folderOffer);
  return withoutRepeats([...here, ...found, ...folders]);
}

/** Finds the symbols of the active editor and of the workspace that fit a query; none for a single letter. Leaves out slow servers. */
export async function symbolOffers(query: string, signal: AbortSignal): Promise<readonly Offer[]> {
  const word = query.trim();
  if (word.length < SHORTEST_SYMBOL) return [];
  const [own, others] = await Promise.all([symbolsInTime(ownSymbols()), symbolsInTime(workspaceSymbols(word))]);
  signal.throwIfAborted();
  return withoutRepeats(bestMatches(word, [...own, ...others], ({ label }) => label, MOST_SYMBOLS));
}

/** Drops offers whose reference came before. */
export function withoutRepeats(offers: readonly Offer[]): readonly Offer[] {
  const seen = new Map(offers.toReversed().map((offer) => [JSON.stringify(offer.reference), offer]));
  return offers.filter((offer) => seen.get(JSON.stringify(offer.reference)) === offer).slice(0, MOST_OFFERS * 2);
}

function editorOffers(): readonly Offer[] {
  const editor = window.activeTextEditor;
  const selection = editor === undefined ? undefined : selectionReference(editor);
  const open = openEditorUris();
  const active = editor?.document.uri.toString();
  const sorted = open.toSorted((a, b) => Number(b.toString() === active) - Number(a.toString() === active));
  const troubled = sorted.filter((uri) => languages.getDiagnostics(uri).length > 0);
  return [
    ...(selection?.type === "selection"
      ? [{ reference: selection, label: l10n.t("Selection"), detail: `${selection.path}:${selection.startLine}` }]
      : []),
    ...sorted.map((uri) => offerOf(fileReference(uri), shownPath(uri))),
    ...troubled.map((uri) => {
      const path = shownPath(uri);
      const count = languages.getDiagnostics(uri).length;
      const reference: Reference = { type: "problems", uri: uri.toString(), path };
      return { reference, label: l10n.t("Problems ({0})", count), detail: path };
    }),
  ];
}

function fileOffer({ uri, path }: ListedFile): Offer {
  return offerOf({ type: "file", uri: uri.toString(), path }, path);
}

function folderOffer({ uri, path }: ListedFile): Offer {
  return offerOf({ type: "folder", uri: uri.toString(), path }, `${path}/`);
}

function offerOf(reference: Reference, path: string): Offer {
  const at = path.replace(/\/$/, "").lastIndexOf("/");
  return { reference, label: path.slice(at + 1), detail: path.slice(0, Math.max(at, 0)) };
}

/** Lists the folders of files, those with the shortest paths first. */
function foldersOf(files: readonly ListedFile[]): readonly ListedFile[] {
  const folders = new Map<string, ListedFile>();
  for (const { uri, path } of files) {
    let [place, name] = [uri.path, path];
    for (;;) {
      name = name.slice(0, Math.max(name.lastIndexOf("/"), 0));
      place = place.slice(0, Math.max(place.lastIndexOf("/"), 0));
      if (name === "" || folders.has(name)) break;
      folders.set(name, { uri: uri.with({ path: place }), path: name });
    }
  }
  return [...folders.values()].sort((a, b) => a.path.length - b.path.length);
}

async function ownSymbols(): Promise<readonly Offer[]> {
  const uri = window.activeTextEditor?.document.uri;
  if (uri === undefined || !openEditorUris().some((open) => open.toString() === uri.toString())) return [];
  const symbols = await documentSymbols(uri);
  return symbols.map(({ name, range }) => symbolOffer(name, uri, range.start.line, range.end.line));
}

async function workspaceSymbols(query: string): Promise<readonly Offer[]> {
  const symbols = await commands.executeCommand<readonly SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  return (symbols ?? []).slice(0, 200).flatMap(({ name, location }) => {
    // Some servers name the place only when they are asked again; without its lines a symbol is of no use.
    const { uri, range } = location as { uri: Uri; range?: typeof location.range };
    return range === undefined || !isInWorkspace(uri) ? [] : [symbolOffer(name, uri, range.start.line, range.end.line)];
  });
}

function symbolOffer(name: string, uri: Uri, start: number, end: number): Offer {
  const path = shownPath(uri);
  const reference: Reference = {
    type: "symbol",
    uri: uri.toString(),
    path,
    name,
    startLine: start + 1,
    endLine: end + 1,
  };
  return { reference, label: name, detail: `${path}:${start + 1}` };
}
