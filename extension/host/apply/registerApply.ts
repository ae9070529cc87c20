import { commands, Disposable, Uri, workspace } from "vscode";
import { planJobs } from "../../core/apply/applyJobs.ts";
import { readSource, wholeSource } from "../../core/apply/sketchSource.ts";
import { sayNoSketch } from "./applyMessages.ts";
import { applyReply } from "./applyReply.ts";
import type { ApplySurroundings } from "./applyTarget.ts";
import { sourceOfClipboard, sourceOfEditor, type FoundSource } from "./editorSource.ts";
import { pickAny } from "./pickTarget.ts";
import { APPLY_FENCE, registerReplyLenses } from "./replyCodeLenses.ts";
import { registerStop } from "./slowWork.ts";
import { lookAtDesk } from "./targetFacts.ts";

/** Registers the commands and lenses that apply sketches. Dispose of what it gives to take them away. */
export function registerApply(surroundings: ApplySurroundings): Disposable {
  const apply = async (found: FoundSource | undefined, where: "editor" | "clipboard"): Promise<void> => {
    if (found === undefined) sayNoSketch("none");
    else if ((await applyReply(surroundings, found)).type === "no-sketch") sayNoSketch(where);
  };
  return Disposable.from(
    commands.registerCommand("fastApply.applySelection", () => apply(sourceOfEditor(), "editor")),
    commands.registerCommand("fastApply.applyClipboard", async () => apply(await sourceOfClipboard(), "clipboard")),
    commands.registerCommand("fastApply.applyToFile", () => applyToFile(surroundings)),
    commands.registerCommand(APPLY_FENCE, async (document: unknown, fence: unknown) => {
      await apply(await sourceOfFence(document, fence), "editor");
    }),
    registerReplyLenses(),
    registerStop(),
  );
}

async function applyToFile(surroundings: ApplySurroundings): Promise<void> {
  const found = sourceOfEditor();
  if (found === undefined) {
    sayNoSketch("none");
    return;
  }
  const { jobs } = planJobs(readSource(found.source));
  if (jobs.length === 0) {
    sayNoSketch("editor");
    return;
  }
  const chosen = await pickAny(jobs.length === 1 ? jobs[0]?.path : undefined, found.desk.source);
  if (chosen) await applyReply(surroundings, found, { chosen });
}

/** The arguments of a lens: a document as a string, and the line of one of its fences. */
async function sourceOfFence(document: unknown, fence: unknown): Promise<FoundSource | undefined> {
  if (typeof document !== "string") return undefined;
  const uri = Uri.parse(document, true);
  const desk = lookAtDesk(uri);
  const text = (await workspace.openTextDocument(uri)).getText();
  return { desk, source: { ...wholeSource(text), fence: typeof fence === "number" ? fence : undefined } };
}
