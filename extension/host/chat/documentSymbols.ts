import { commands, SymbolInformation, type DocumentSymbol, type Range, type SymbolKind, type Uri } from "vscode";
import { withinTime } from "../withinTime.ts";

const PATIENCE_MS = 1_000;

/** A symbol of a document, with all that belongs to it. */
export interface OwnSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly range: Range;
}

/** Lists all symbols of a document, also those inside others, as its language server reports them; none if it has no server. */
export async function documentSymbols(uri: Uri): Promise<readonly OwnSymbol[]> {
  const symbols = await commands.executeCommand<readonly (SymbolInformation | DocumentSymbol)[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  return (symbols ?? []).flatMap(withInner).map((symbol) => {
    const { name, kind } = symbol;
    return { name, kind, range: "range" in symbol ? symbol.range : symbol.location.range };
  });
}

function withInner(symbol: SymbolInformation | DocumentSymbol): readonly (SymbolInformation | DocumentSymbol)[] {
  return "children" in symbol ? [symbol, ...symbol.children.flatMap(withInner)] : [symbol];
}

/** Returns what language servers answer in time; nothing if they fail or are late. */
export async function symbolsInTime<Found>(work: Promise<readonly Found[]>): Promise<readonly Found[]> {
  const found = await withinTime(work, PATIENCE_MS).catch(() => undefined);
  return found ?? [];
}
