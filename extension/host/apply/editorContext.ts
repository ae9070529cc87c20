import { TabInputText, window, workspace, type Uri } from "vscode";
import { PROPOSAL_SCHEME, REVIEW_SCHEME } from "../review/reviewUris.ts";

/** The editors as they were when the user asked: by the time that a question is answered others may be in front. */
export interface EditorContext {
  /** The document that the sketch stands in, if it stands in one. */
  readonly source: Uri | undefined;
  readonly active: string | undefined;
  readonly visible: ReadonlySet<string>;
  /** As `openFiles` lists them. */
  readonly open: readonly Uri[];
  /** Files that were attached to the question that the sketch answers. */
  readonly attached: readonly Uri[];
}

/** Records the editors as they are now. Call it before anything is awaited. */
export function readEditorContext(source: Uri | undefined, attached: readonly Uri[] = []): EditorContext {
  return {
    source,
    attached,
    active: window.activeTextEditor?.document.uri.toString(),
    visible: new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString())),
    open: openFiles(),
  };
}

/** Lists the editable files in text editors, each once, the visible ones first. */
export function openFiles(): readonly Uri[] {
  const visible = window.visibleTextEditors.map(({ document }) => document.uri);
  const tabs = window.tabGroups.all
    .flatMap(({ tabs: inGroup }) => inGroup)
    .flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : []));
  return distinct([...visible, ...tabs]).filter(isEditable);
}

/** Checks whether a document may be edited on the user's behalf, as far as its scheme tells. */
export function isEditable({ scheme }: Uri): boolean {
  if (scheme === REVIEW_SCHEME || scheme === PROPOSAL_SCHEME || scheme === "vscode-userdata") return false;
  if (scheme === "untitled" || scheme === "vscode-notebook-cell") return true;
  return workspace.fs.isWritableFileSystem(scheme) === true;
}

/** Removes repeated URIs, and keeps the order of the others. */
export function distinct(uris: readonly Uri[]): readonly Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
