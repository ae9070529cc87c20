import {
  commands,
  DiagnosticSeverity,
  languages,
  Location,
  Position,
  type SymbolInformation,
  SymbolKind,
  Uri,
  type Diagnostic,
  type DocumentSymbol,
  type LocationLink,
} from "vscode";
import type { ReadResult } from "../../core/planning/askInRounds.ts";
import { columnOfSymbol, showList } from "../../core/planning/readAnswers.ts";
import { LIMITS, type ArgumentsOf } from "../../core/planning/toolTable.ts";
import { shownPath } from "../shownText.ts";
import { soon } from "../providers/patience.ts";
import { editorLines } from "../../core/text/lines.ts";
import { refusedRead, readFileText } from "./readFiles.ts";
import { findReadPlace, readableOf } from "./readPlaces.ts";

/** A language server that has to read the project first may take longer; the model can ask again. */
const SERVER_MS = 8_000;

/** Lists the symbols of a file, or of the workspace without `path`, that fit a query. */
export async function findSymbols({ path, query = "" }: ArgumentsOf<"symbols">): Promise<ReadResult> {
  if (path === undefined) {
    const found = await ask<readonly SymbolInformation[]>("vscode.executeWorkspaceSymbolProvider", query);
    if (found === undefined) return slow();
    const readable = await readableOf(found, ({ location }) => location.uri);
    return listed(
      readable.map(({ name, kind, containerName, location }) => {
        const inside = containerName === "" ? "" : ` in ${containerName}`;
        return `${SymbolKind[kind].toLowerCase()} ${name}${inside}  ${placeOf(location)}`;
      }),
      LIMITS.symbols.entries,
      "No symbol fits, or no language server knows of any. Use search_text.",
    );
  }
  const place = await findReadPlace(path);
  if (place.type === "refused") return refusedRead(place.refusal);
  if (place.isFolder) return refusedRead("is-folder");
  const found = await ask<readonly (DocumentSymbol | SymbolInformation)[]>(
    "vscode.executeDocumentSymbolProvider",
    place.uri,
  );
  if (found === undefined) return slow();
  const symbols = found.flatMap((symbol) => shownSymbols(symbol, 0));
  const fits = symbols.filter((text) => text.toLowerCase().includes(query.toLowerCase()));
  const none = "No language server knows of symbols in this file. Use read_file.";
  return { ...listed(fits, LIMITS.symbols.entries, none), place: { uri: place.uri.toString(), path: place.path } };
}

function shownSymbols(symbol: DocumentSymbol | SymbolInformation, depth: number): readonly string[] {
  const kind = SymbolKind[symbol.kind].toLowerCase();
  // What VS Code returns is of both classes, and only those with a range of their own know what is inside them.
  if (!("children" in symbol)) return [`${kind} ${symbol.name}  ${placeOf(symbol.location)}`];
  const { start, end } = symbol.range;
  const own = `${"  ".repeat(depth)}${kind} ${symbol.name}  lines ${start.line + 1}-${end.line + 1}`;
  return [own, ...symbol.children.flatMap((child) => shownSymbols(child, depth + 1))];
}

/** Finds the places that use a symbol, or where it is defined, and shows at most `most`. `line` counts from 1. */
export async function findUses(
  command: "vscode.executeReferenceProvider" | "vscode.executeDefinitionProvider",
  { path, line, symbol }: ArgumentsOf<"references">,
  most: number,
): Promise<ReadResult> {
  const place = await findReadPlace(path);
  if (place.type === "refused") return refusedRead(place.refusal);
  if (place.isFolder) return refusedRead("is-folder");
  const text = await readFileText(place.uri);
  if (typeof text !== "string") return refusedRead(text.refusal);
  const column = columnOfSymbol(editorLines(text)[line - 1] ?? "", symbol);
  if (column < 0) {
    return { state: "refused", text: `Line ${line} of ${place.path} does not have this symbol. Read the file first.` };
  }
  const at = new Position(line - 1, column);
  const found = await ask<readonly (Location | LocationLink)[]>(command, place.uri, at);
  if (found === undefined) return slow();
  const locations = found.map((each) =>
    each instanceof Location ? each : new Location(each.targetUri, each.targetSelectionRange ?? each.targetRange),
  );
  const readable = await readableOf(locations, ({ uri }) => uri);
  const outside = locations.length - readable.length;
  const lines = await withLines(readable.slice(0, most));
  const rest = readable.length > most ? [`and ${readable.length - most} more`] : [];
  const hidden = outside > 0 ? [`(${outside} outside the workspace, or in files that are not read)`] : [];
  const reported = [...lines, ...rest, ...hidden];
  const none = "The language server knows of none. Use search_text.";
  return {
    state: "done",
    text: reported.length === 0 ? none : reported.join("\n"),
    found: readable.length,
    place: { uri: place.uri.toString(), path: place.path, line },
  };
}

/** Lists places with the text of their lines. */
async function withLines(locations: readonly Location[]): Promise<readonly string[]> {
  const texts = new Map<string, readonly string[]>();
  for (const { uri } of locations) {
    if (texts.has(uri.toString())) continue;
    const text = await readFileText(uri);
    texts.set(uri.toString(), typeof text === "string" ? editorLines(text) : []);
  }
  return locations.map((location) => {
    const text = texts.get(location.uri.toString())?.[location.range.start.line] ?? "";
    return `${placeOf(location)}: ${text.trim().slice(0, LIMITS.search_text.lineLength)}`;
  });
}

/** Lists the errors and warnings of a file, of the files in a folder, or of all files without `path`, the errors first. */
export async function listProblems({ path }: ArgumentsOf<"problems">): Promise<ReadResult> {
  const all = languages.getDiagnostics().flatMap(([uri, found]) => found.map((problem) => ({ uri, problem })));
  if (path === undefined) return shownProblems(await readableOf(all, ({ uri }) => uri));
  const place = await findReadPlace(path);
  if (place.type === "refused") return refusedRead(place.refusal);
  const folder = `${place.uri.toString()}/`;
  const problems = place.isFolder
    ? await readableOf(
        all.filter(({ uri }) => uri.toString().startsWith(folder)),
        ({ uri }) => uri,
      )
    : languages.getDiagnostics(place.uri).map((problem) => ({ uri: place.uri, problem }));
  return { ...shownProblems(problems), place: { uri: place.uri.toString(), path: place.path } };
}

function shownProblems(problems: readonly { readonly uri: Uri; readonly problem: Diagnostic }[]): ReadResult {
  const reported = problems
    .filter(({ problem }) => problem.severity <= DiagnosticSeverity.Warning)
    .toSorted((a, b) => a.problem.severity - b.problem.severity)
    .map(({ uri, problem: { severity, range, message, source } }) => {
      const from = source === undefined ? "" : ` (${source})`;
      const kind = DiagnosticSeverity[severity].toLowerCase();
      return `${shownPath(uri)}:${range.start.line + 1}: ${kind}: ${message.slice(0, 500)}${from}`;
    });
  return listed(reported, LIMITS.problems.entries, "No problems are reported.");
}

function placeOf({ uri, range }: Location): string {
  return `${shownPath(uri)}:${range.start.line + 1}`;
}

function listed(entries: readonly string[], most: number, nothing: string): ReadResult {
  return { state: "done", text: showList(entries, most, nothing), found: entries.length };
}

function slow(): ReadResult {
  return {
    state: "refused",
    text: "The language server does not answer in time. Use search_text, or ask again later.",
  };
}

/** Asks a language server; `undefined` if it fails or takes too long. */
async function ask<Answer extends readonly unknown[]>(
  command: string,
  ...given: readonly unknown[]
): Promise<Answer | undefined> {
  try {
    return (
      (await soon(commands.executeCommand<Answer | undefined>(command, ...given), SERVER_MS)) ??
      ([] as unknown as Answer)
    );
  } catch {
    return undefined;
  }
}
