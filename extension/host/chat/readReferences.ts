import { FileType, l10n, languages, workspace, DiagnosticSeverity, type Diagnostic, type Uri } from "vscode";
import type { Attachment, Reference } from "../../core/chat/chatSchemas.ts";
import { readBytes, isBinary } from "../apply/fileBytes.ts";
import { openDocument } from "../review/targetDocument.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { KnownUris } from "./knownUris.ts";
import type { WorkspaceListing } from "./workspaceListing.ts";

/** Larger files are for no model. */
const MOST_BYTES = 1024 * 1024;
const MOST_PROBLEMS = 100;
const MOST_LISTED = 500;

/** What references are read from. */
export interface ReferenceSources {
  readonly known: KnownUris;
  readonly listing: WorkspaceListing;
}

type Read = { readonly text: string } | { readonly trouble: string };

/**
 * Reads what references stand for, as it is now: files from their open documents, unsaved text included. `trouble` says why something
 * cannot be read. Rejects only with the reason of `signal`.
 */
export async function readReferences(
  sources: ReferenceSources,
  references: readonly Reference[],
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  return Promise.all(
    references.map(async (reference): Promise<Attachment> => {
      const read = await readOne(sources, reference);
      signal.throwIfAborted();
      return "trouble" in read ? { reference, text: "", trouble: read.trouble } : { reference, text: read.text };
    }),
  );
}

async function readOne({ known, listing }: ReferenceSources, reference: Reference): Promise<Read> {
  if (reference.type === "text") return readText(reference.text);
  const uri = await known.find(reference.uri);
  if (uri === undefined) return { trouble: l10n.t("It lies outside the workspace.") };
  switch (reference.type) {
    case "file":
      return readFile(uri);
    case "selection":
    case "symbol":
      return linesOf(await readFile(uri), reference.startLine, reference.endLine);
    case "problems":
      return { text: problemsText(languages.getDiagnostics(uri)) };
    case "folder":
      return listFolder(uri, listing);
  }
}

function readText(text: string): Read {
  return text.length > MOST_BYTES ? { trouble: tooLarge() } : { text };
}

async function readFile(uri: Uri): Promise<Read> {
  const open = openDocument(uri);
  if (open !== undefined) return readText(open.getText());
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0) return { trouble: l10n.t("It is no file.") };
    if (size > MOST_BYTES) return { trouble: tooLarge() };
    const bytes = await readBytes(uri);
    if (isBinary(bytes)) return { trouble: l10n.t("It is no text.") };
    return { text: await workspace.decode(bytes, { uri }) };
  } catch {
    return { trouble: l10n.t("It is not there any more, or cannot be read.") };
  }
}

function tooLarge(): string {
  return l10n.t("It is larger than 1 MB.");
}

/** Cuts out lines, which count from 1; `endLine` is the last one. */
function linesOf(read: Read, startLine: number, endLine: number): Read {
  if ("trouble" in read) return read;
  const lines = editorLines(read.text);
  if (startLine < 1 || startLine > lines.length) return { trouble: l10n.t("The file has no such lines any more.") };
  return { text: lines.slice(startLine - 1, endLine).join("\n") };
}

/** Lists problems, the worst first, then in the order of the file. */
function problemsText(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return "No problems.";
  const sorted = diagnostics.toSorted((a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start));
  const lines = sorted.slice(0, MOST_PROBLEMS).map(({ severity, range, message, source }) => {
    const { line, character } = range.start;
    const from = source === undefined ? "" : ` (${source})`;
    return `${line + 1}:${character + 1} ${DiagnosticSeverity[severity].toLowerCase()}: ${message}${from}`;
  });
  const more = sorted.length - MOST_PROBLEMS;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

async function listFolder(uri: Uri, listing: WorkspaceListing): Promise<Read> {
  const root = `${uri.path.replace(/\/$/, "")}/`;
  const inside = (await listing.files()).flatMap((file) =>
    file.uri.scheme === uri.scheme && file.uri.authority === uri.authority && file.uri.path.startsWith(root)
      ? [file.uri.path.slice(root.length)]
      : [],
  );
  if (inside.length === 0) return { trouble: l10n.t("It has no files, or git ignores them.") };
  const more = inside.length - MOST_LISTED;
  const listed = inside.sort().slice(0, MOST_LISTED);
  return { text: [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join("\n") };
}
