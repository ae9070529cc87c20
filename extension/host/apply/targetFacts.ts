import { commands, Uri, workspace, type SymbolInformation } from "vscode";
import { languageOfJob, makesFile, type ApplyJob } from "../../core/targets/applyJobs.ts";
import { isSettled, resolveTarget, type TargetQuestion } from "../../core/targets/resolveTarget.ts";
import type { TargetFolder, TargetFile } from "../../core/targets/target.ts";
import { isAbsolutePath, pathFault, tidyPath } from "../../core/targets/sketchPath.ts";
import {
  findTraits,
  searchTexts,
  sketchTraits,
  type SketchTraits,
  type TraitsFound,
} from "../../core/targets/sketchTraits.ts";
import { fitByPath } from "../../core/targets/targetPaths.ts";
import { mostTelling, spreadOf } from "../../core/targets/textHits.ts";
import { withScores, type LookedInto } from "../../core/targets/withScores.ts";
import { languageOfPath } from "../../core/sketch/languages.ts";
import { fileExists, isThere } from "../review/targetDocument.ts";
import { withinTime } from "../withinTime.ts";
import { MAX_READ_BYTES, readText, searchWorkspace, type ContentSearch } from "./contentSearch.ts";
import { distinct, isEditable, type EditorContext } from "./editorContext.ts";
import { nearFiles } from "./nearFiles.ts";
import { findByName } from "./workspaceFiles.ts";

/** How long the language servers may take to say where a name is declared. */
const SYMBOL_PATIENCE_MS = 1000;
const MAX_SYMBOLS = 4;
/** How many of the files at hand, and of those that a search finds, are read to see what they have of the sketch. */
const MAX_READ_FILES = 40;

/**
 * Collects what is known of the files that a job may be for: those that its path fits, those that are attached, open or lately used, and,
 * if these do not settle it, those of the workspace that hold its lines or declare its names. Rejects with what `signal` aborts with.
 */
export async function gatherFacts(
  job: ApplyJob,
  editorContext: EditorContext,
  signal: AbortSignal,
  search: ContentSearch = searchWorkspace,
): Promise<TargetQuestion> {
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
  const open = await withoutGone([...editorContext.attached.filter(isEditable), ...editorContext.open], editorContext);
  const named = path === undefined ? [] : await filesOfPath(path, folders, signal);
  const bare = distinct([...named, ...open]).map((uri) => bareFile(uri, editorContext));
  // What the path alone decides needs no look into the files.
  if (path !== undefined && fitByPath(path, folders, bare).choices.length === 1) return { ...question, files: bare };
  const near = await withoutGone(nearFiles(), editorContext);
  const atHand = await lookIntoAll(distinct([...open, ...named, ...near]), editorContext, traits);
  const known = withScores(question, atHand);
  const decision = resolveTarget(known);
  if (isSettled(decision, known) || (path !== undefined && known.makesFile)) return known;
  signal.throwIfAborted();
  // The document with the sketch has all of its lines, and is no file to compare with.
  const hits = (await search(searchTexts(job.sketches), question.language, signal)).filter(
    ({ uri }) => uri.toString() !== editorContext.source?.toString(),
  );
  const spread = spreadOf(hits);
  const isNew = newTo(atHand);
  const searched = mostTelling(hits, MAX_READ_FILES)
    .map(({ uri }) => uri)
    .filter(isNew);
  const found = [...atHand, ...(await lookIntoAll(searched, editorContext, traits))];
  const certain = withScores(question, found, spread);
  if (resolveTarget(certain).type === "certain") return certain;
  signal.throwIfAborted();
  const declaring = (await withoutGone(await filesOfSymbols(traits.names), editorContext)).filter(newTo(found));
  signal.throwIfAborted();
  return withScores(question, [...found, ...(await lookIntoAll(declaring, editorContext, traits))], spread);
}

function newTo(known: readonly LookedInto[]): (uri: Uri) => boolean {
  const keys = new Set(known.map(({ file }) => file.uri));
  return (uri) => !keys.has(uri.toString());
}

/**
 * Each once, without the files that are gone: VS Code keeps their tabs and texts, and language servers go by those. What the user sees
 * is never left out, so that a message can say what is wrong with it.
 */
async function withoutGone(uris: readonly Uri[], { visible }: EditorContext): Promise<readonly Uri[]> {
  const kept = await Promise.all(
    distinct(uris).map(async (uri) => (visible.has(uri.toString()) || (await isThere(uri)) ? [uri] : [])),
  );
  return kept.flat();
}

function lookIntoAll(uris: readonly Uri[], editorContext: EditorContext, traits: SketchTraits): Promise<LookedInto[]> {
  return Promise.all(
    uris.map(async (uri, index) => {
      const found = index < MAX_READ_FILES ? await lookInto(uri, traits) : NOTHING;
      return { file: bareFile(uri, editorContext), found };
    }),
  );
}

const NOTHING: TraitsFound = { names: [], lines: [] };

/** Lists the folders of the workspace, as target resolution knows them. */
export function workspaceFolders(): readonly TargetFolder[] {
  return (workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
    uri: uri.toString(),
    name,
    path: uri.path.replace(/\/$/, ""),
  }));
}

function bareFile(uri: Uri, { source, active, visible, attached }: EditorContext): TargetFile {
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
    score: 0,
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

async function lookInto(uri: Uri, traits: SketchTraits): Promise<TraitsFound> {
  const key = uri.toString();
  const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
  const text = document?.getText() ?? (await readText(uri));
  return text === undefined || text.length > MAX_READ_BYTES ? NOTHING : findTraits(traits, text);
}
