import { workspace, type Uri } from "vscode";
import { planJobs } from "../../core/targets/applyJobs.ts";
import { readSource, sourceAt, wholeSource } from "../../core/targets/sketchSource.ts";
import type { AnswerPlace } from "../../core/review/pieceSource.ts";
import { sayNoSketch } from "./applyMessages.ts";
import { applyReply } from "./applyReply.ts";
import type { ApplySurroundings } from "./applyTarget.ts";
import type { EditorContext } from "./editorContext.ts";
import type { FoundSource, Pointed } from "./editorSource.ts";
import { pickAny } from "./pickTarget.ts";

/** Applies the selection, else the fence around the cursor, else all of the document. */
export async function applyPointed(surroundings: ApplySurroundings, pointed: Pointed | undefined): Promise<void> {
  if (pointed === undefined) sayNoSketch("none");
  else await apply(surroundings, sourceOf(pointed), "editor", placeOf(pointed));
}

/** Applies what `applyPointed` would, to a file that the user picks. */
export async function applyToPickedFile(surroundings: ApplySurroundings, pointed: Pointed | undefined): Promise<void> {
  if (pointed === undefined) {
    sayNoSketch("none");
    return;
  }
  const found = sourceOf(pointed);
  const { jobs } = planJobs(readSource(found.source));
  if (jobs.length === 0) {
    sayNoSketch("editor");
    return;
  }
  const chosen = await pickAny(jobs.length === 1 ? jobs[0]?.path : undefined, found.editorContext.source);
  if (chosen) await applyReply(surroundings, found, { chosen, place: placeOf(pointed) });
}

/** Applies the text of the clipboard, which is a reply by itself. */
export async function applyClipboard(
  surroundings: ApplySurroundings,
  { text, editorContext }: { readonly text: string; readonly editorContext: EditorContext },
): Promise<void> {
  await apply(surroundings, { source: wholeSource(text), editorContext }, "clipboard");
}

/** Applies the fence of a document that begins on the zero-based line `fence`; the whole document if that is `undefined`. */
export async function applyFence(
  surroundings: ApplySurroundings,
  uri: Uri,
  editorContext: EditorContext,
  fence: number | undefined,
): Promise<void> {
  const text = (await workspace.openTextDocument(uri)).getText();
  const place = { type: "document", uri: uri.toString(), line: 0 } as const;
  await apply(surroundings, { editorContext, source: { ...wholeSource(text), fence } }, "editor", place);
}

async function apply(
  surroundings: ApplySurroundings,
  found: FoundSource,
  where: "editor" | "clipboard",
  place?: AnswerPlace,
): Promise<void> {
  if ((await applyReply(surroundings, found, { place })).type === "no-sketch") sayNoSketch(where);
}

/** Where the text of a source begins: that of a selection is only a part of its document. */
function placeOf({ selected, editorContext }: Pointed): AnswerPlace | undefined {
  if (editorContext.source === undefined) return undefined;
  return {
    type: "document",
    uri: editorContext.source.toString(),
    line: selected.text.trim() === "" ? 0 : selected.line,
  };
}

function sourceOf({ text, selected, languageId, editorContext }: Pointed): FoundSource {
  return { source: sourceAt(text, selected, languageId), editorContext };
}
