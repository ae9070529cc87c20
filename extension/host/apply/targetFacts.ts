import { commands, FileType, Uri, workspace, type SymbolInformation } from "vscode";
import { languageOfJob, makesFile, type ApplyJob } from "../../core/apply/applyJobs.ts";
import {
  resolveTarget,
  type TargetFile,
  type TargetFolder,
  type TargetQuestion,
} from "../../core/apply/resolveTarget.ts";
import { isAbsolutePath, pathFault, tidyPath } from "../../core/apply/sketchPath.ts";
import { findTraits, sketchTraits, type SketchTraits } from "../../core/apply/sketchTraits.ts";
import { fitByPath } from "../../core/apply/targetPaths.ts";
import { languageOfPath } from "../../core/sketch/languages.ts";
import { fileExists, isThere } from "../review/targetDocument.ts";
import { distinct, isEditable, type Desk } from "./desk.ts";
import { findByName } from "./workspaceFiles.ts";

/** How long the language servers may take to say where a name is declared. */
const SYMBOL_PATIENCE_MS = 1000;
const MAX_SYMBOLS = 4;
/** Only so many files, and none larger, are read to see what of the sketch they have. */
const MAX_READ_FILES = 40;
const MAX_READ_BYTES = 1_000_000;

/** Collects what is known of the files that a job may be for: those that its path fits, those that are attached or open, those that declare its names. */
export async function gatherFacts(job: ApplyJob, desk: Desk, signal: AbortSignal): Promise<TargetQuestion> {
  const traits = sketchTraits(job.sketches);
  const folders = workspaceFolders();
  const { path } = job;
  const question = {
    path,
    language: languageOfJob(job),
    names: traits.names.length,
    lines: traits.lines.length,
    makesFile: makesFile(job, path !== undefined),
    folders,
  };
  const open = await withoutGone([...desk.attached.filter(isEditable), ...desk.open], desk);
  const named = path === undefined ? [] : await filesOfPath(path, folders, signal);
  const bare = distinct([...named, ...open]).map((uri) => bareFile(uri, desk));
  // What the path alone decides needs no look into the files.
  if (path !== undefined && fitByPath(path, folders, bare).choices.length === 1) return { ...question, files: bare };
  const known = { ...question, files: await lookIntoAll(distinct([...open, ...named]), desk, traits) };
  if (resolveTarget(known).type === "certain" || (path !== undefined && known.makesFile)) return known;
  signal.throwIfAborted();
  const declaring = await withoutGone(await filesOfSymbols(traits.names), desk);
  signal.throwIfAborted();
  return { ...question, files: await lookIntoAll(distinct([...open, ...named, ...declaring]), desk, traits) };
}

/**
 * Each once, without the files that are gone: VS Code keeps their tabs and texts, and language servers go by those. What the user sees
 * is never left out, so that they hear what is wrong with it.
 */
async function withoutGone(uris: readonly Uri[], { visible }: Desk): Promise<readonly Uri[]> {
  const kept = await Promise.all(
    distinct(uris).map(async (uri) => (visible.has(uri.toString()) || (await isThere(uri)) ? [uri] : [])),
  );
  return kept.flat();
}

function lookIntoAll(uris: readonly Uri[], desk: Desk, traits: SketchTraits): Promise<TargetFile[]> {
  return Promise.all(
    uris.map(async (uri, index) => {
      const found = index < MAX_READ_FILES ? await lookInto(uri, traits) : undefined;
      return { ...bareFile(uri, desk), ...found };
    }),
  );
}

/** The folders of the workspace, as target resolution knows them. */
export function workspaceFolders(): readonly TargetFolder[] {
  return (workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
    uri: uri.toString(),
    name,
    path: uri.path.replace(/\/$/, ""),
  }));
}

function bareFile(uri: Uri, { source, active, visible, attached }: Desk): TargetFile {
  const key = uri.toString();
  const folder = workspace.getWorkspaceFolder(uri);
  const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
  const root = folder?.uri.path.replace(/\/$/, "");
  return {
    uri: key,
    folder: folder?.uri.toString(),
    path: root !== undefined && uri.path.startsWith(`${root}/`) ? uri.path.slice(root.length + 1) : uri.path,
    languageId: document?.languageId ?? languageOfPath(uri.path),
    isSource: key === source?.toString(),
    isActive: key === active,
    isVisible: visible.has(key),
    isAttached: attached.some((other) => other.toString() === key),
    names: [],
    lines: 0,
  };
}

async function filesOfPath(
  path: string,
  folders: readonly TargetFolder[],
  signal: AbortSignal,
): Promise<readonly Uri[]> {
  const fits = fitByPath(path, folders, []);
  const places = fits.inFolder ? [fits.inFolder] : [];
  if (pathFault(path) === undefined) places.push(...folders.map((folder) => ({ folder, path: tidyPath(path) })));
  const exact = places
    .filter((place) => pathFault(place.path) === undefined)
    .map((place) => Uri.joinPath(Uri.parse(place.folder.uri), place.path));
  const present = await Promise.all(exact.map(async (uri) => ((await fileExists(uri)) ? [uri] : [])));
  if (present.some(({ length }) => length > 0) || isAbsolutePath(path)) return present.flat();
  return pathFault(path) === undefined ? findByName(tidyPath(path).split("/").at(-1) ?? "", signal) : [];
}

async function filesOfSymbols(names: readonly string[]): Promise<readonly Uri[]> {
  const wanted = names.slice(0, MAX_SYMBOLS);
  if (wanted.length === 0) return [];
  const found = new Map<string, Uri>();
  const ask = async (name: string): Promise<void> => {
    const symbols = await commands.executeCommand<readonly SymbolInformation[] | undefined>(
      "vscode.executeWorkspaceSymbolProvider",
      name,
    );
    for (const symbol of (symbols ?? []).slice(0, 200)) {
      const { uri } = symbol.location;
      if (symbol.name.split("(", 1)[0] === name && workspace.getWorkspaceFolder(uri) && isEditable(uri)) {
        found.set(uri.toString(), uri);
      }
    }
  };
  // A server that fails or is slow only leaves out what it knows.
  await withinTime(Promise.allSettled(wanted.map(ask)), SYMBOL_PATIENCE_MS);
  return [...found.values()];
}

async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

async function lookInto(uri: Uri, traits: SketchTraits): Promise<Pick<TargetFile, "names" | "lines"> | undefined> {
  const key = uri.toString();
  const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
  if (document) {
    const text = document.getText();
    return text.length > MAX_READ_BYTES ? undefined : findTraits(traits, text);
  }
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0 || size > MAX_READ_BYTES) return undefined;
    return findTraits(traits, new TextDecoder().decode(await workspace.fs.readFile(uri)));
  } catch {
    return undefined;
  }
}
