import { commands, Disposable, window, type Memento } from "vscode";
import type { RegisteredChat } from "../chat/registerChat.ts";
import { loadOnce } from "../loadOnce.ts";
import type { LiveReviews } from "../review/liveReviews.ts";
import { registerEditLenses } from "./editLenses.ts";
import { EditMemory } from "./editMemory.ts";
import type { EditsHere } from "./editsHere.ts";
import { PromptLine } from "./promptLine.ts";

/** Registers edits in place: their commands, keys and lenses. The rest loads with the chat, when one is first asked for. */
export function registerEditHere(
  memento: Memento,
  reviews: LiveReviews,
  { liveChat, show }: Pick<RegisteredChat, "liveChat" | "show">,
): Disposable {
  const memory = new EditMemory(memento);
  const line = new PromptLine();
  if (memory.hasReviews) void commands.executeCommand("setContext", "fastApply.hasEditHere", true);
  const loaded = loadOnce(async () => {
    const [{ EditsHere }, chat] = await Promise.all([import("../firstUse.ts"), liveChat()]);
    await chat.ready;
    return new EditsHere({ chat, reviews, memory, line, showChat: show });
  });
  const run = (command: string, work: (edits: EditsHere, argument: unknown) => Promise<void>): Disposable =>
    commands.registerCommand(command, async (argument: unknown) => work(await loaded.get(), argument));
  return Disposable.from(
    memory,
    line,
    registerEditLenses(memory),
    commands.registerCommand("fastApply.editHere", async () => {
      // Where the user is at the press, not when all is loaded.
      const editor = window.activeTextEditor;
      const pointed = editor && { document: editor.document, selection: editor.selection };
      await (await loaded.get()).edit(pointed);
    }),
    run("fastApply.askAgain", (edits, argument) => edits.again(argument)),
    run("fastApply.showEditInChat", (edits, argument) => edits.showInChat(argument)),
    commands.registerCommand("fastApply.stopEditHere", async () => {
      (await loaded.peek())?.stop();
    }),
    commands.registerCommand("fastApply.earlierPrompt", () => {
      line.walk(1);
    }),
    commands.registerCommand("fastApply.laterPrompt", () => {
      line.walk(-1);
    }),
    new Disposable(() => void loaded.peek().then((edits) => edits?.dispose())),
  );
}
