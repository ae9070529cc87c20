import { commands, Disposable, Uri } from "vscode";
import { inBackground } from "../inBackground.ts";
import type { ApplySurroundings } from "./applyTarget.ts";
import { readEditorContext } from "./editorContext.ts";
import { lookAtClipboard, lookAtEditor } from "./editorSource.ts";
import { APPLY_FENCE } from "./applyFence.ts";
import { registerReplyLenses } from "./replyLensProvider.ts";
import { registerStop } from "./slowWork.ts";

/** How long after the start VS Code has done what the user waits for, in milliseconds. */
const QUIET_MS = 3_000;

/**
 * Registers the commands and lenses that apply sketches. Their code loads when VS Code is quiet, so that neither its start nor the first
 * apply waits for it; what the user points at is recorded at the click. Dispose of the result to remove them.
 */
export function registerApply(surroundings: ApplySurroundings): Disposable {
  const load = () => import("../firstUse.ts");
  const timer = setTimeout(() => {
    inBackground(load());
  }, QUIET_MS);
  return Disposable.from(
    new Disposable(() => {
      clearTimeout(timer);
    }),
    commands.registerCommand("fastApply.applySelection", async () => {
      const pointed = lookAtEditor();
      await (await load()).applyPointed(surroundings, pointed);
    }),
    commands.registerCommand("fastApply.applyClipboard", async () => {
      const copied = await lookAtClipboard();
      await (await load()).applyClipboard(surroundings, copied);
    }),
    commands.registerCommand("fastApply.applyToFile", async () => {
      const pointed = lookAtEditor();
      await (await load()).applyToPickedFile(surroundings, pointed);
    }),
    // The arguments of a lens: a document as a string, and the line of one of its fences.
    commands.registerCommand(APPLY_FENCE, async (document: unknown, fence: unknown) => {
      const uri = typeof document === "string" ? Uri.parse(document, true) : undefined;
      const editorContext = readEditorContext(uri);
      const { applyFence, applyPointed } = await load();
      if (uri === undefined) await applyPointed(surroundings, undefined);
      else await applyFence(surroundings, uri, editorContext, typeof fence === "number" ? fence : undefined);
    }),
    registerReplyLenses(),
    registerStop(),
  );
}
