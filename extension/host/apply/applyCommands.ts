import { workspace, type Uri } from "vscode";
import { planJobs } from "../../core/apply/applyJobs.ts";
import { readSource, sourceAt, wholeSource } from "../../core/apply/sketchSource.ts";
import { sayNoSketch } from "./applyMessages.ts";
import { applyReply } from "./applyReply.ts";
import type { ApplySurroundings } from "./applyTarget.ts";
import type { Desk } from "./desk.ts";
import type { FoundSource, Pointed } from "./editorSource.ts";
import { pickAny } from "./pickTarget.ts";

/** Applies the selection, else the fence around the cursor, else all of the document. */
export async function applyPointed(surroundings: ApplySurroundings, pointed: Pointed | undefined): Promise<void> {
  if (pointed === undefined) sayNoSketch("none");
  else await apply(surroundings, sourceOf(pointed), "editor");
}

/** The same to a file that the user picks. */
export async function applyToFile(surroundings: ApplySurroundings, pointed: Pointed | undefined): Promise<void> {
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
  const chosen = await pickAny(jobs.length === 1 ? jobs[0]?.path : undefined, found.desk.source);
  if (chosen) await applyReply(surroundings, found, { chosen });
}

/** Applies a text that is a reply by itself. */
export async function applyClipboard(
  surroundings: ApplySurroundings,
  { text, desk }: { readonly text: string; readonly desk: Desk },
): Promise<void> {
  await apply(surroundings, { source: wholeSource(text), desk }, "clipboard");
}

/** Applies a fence of a document, by the line on which it begins; `undefined`: all of it. */
export async function applyFence(
  surroundings: ApplySurroundings,
  uri: Uri,
  desk: Desk,
  fence: number | undefined,
): Promise<void> {
  const text = (await workspace.openTextDocument(uri)).getText();
  await apply(surroundings, { desk, source: { ...wholeSource(text), fence } }, "editor");
}

async function apply(
  surroundings: ApplySurroundings,
  found: FoundSource,
  where: "editor" | "clipboard",
): Promise<void> {
  if ((await applyReply(surroundings, found)).type === "no-sketch") sayNoSketch(where);
}

function sourceOf({ text, selected, languageId, desk }: Pointed): FoundSource {
  return { source: sourceAt(text, selected, languageId), desk };
}
