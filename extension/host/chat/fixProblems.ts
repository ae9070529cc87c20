import { Disposable, l10n } from "vscode";
import type { Answer, Reference } from "../../core/chat/chatSchemas.ts";
import { findMessage } from "../../core/chat/conversation.ts";
import { shown, shownPath } from "../shownText.ts";
import type { LiveChat } from "./liveChat.ts";
import { fileReference } from "./editorReferences.ts";
import type { LiveConversation } from "./liveConversation.ts";
import type { BlockFix } from "./chatPorts.ts";

/** How many characters of a change are attached. */
const LONGEST_PATCH = 40_000;

/**
 * Asks the planner in the answer's own conversation to fix the problems that came with a block, with a question that the user sees, and
 * applies what the answer has for these files. `tell`: says to the user on the page why there is nothing to do.
 */
export async function fixProblems(
  liveChat: LiveChat,
  { id }: Answer,
  index: number,
  tell: (text: string) => void,
): Promise<void> {
  const live = liveChat.conversations.findByMessage(id);
  const fixes = liveChat.parts.blocks.fixesOf(id, index);
  if (live === undefined) return;
  if (fixes.length === 0) {
    tell(l10n.t("These problems are gone."));
    return;
  }
  if (live.isStreaming) {
    tell(l10n.t("An answer is being written. Wait until it is there, or stop it, and try again."));
    return;
  }
  const references = fixes.flatMap(referencesOf);
  liveChat.parts.sources.known.tell(references);
  const names = fixes.map(({ target }) => shown(shownPath(target))).join(", ");
  live.send(l10n.t("Fix the new problems in {0}. They came with the change that is attached.", names), references);
  const answer = await settled(liveChat, live, live.value.head);
  if (answer?.state.type !== "done") return;
  const applied = await liveChat.parts.blocks.applyTo(
    live.value,
    answer,
    fixes.map(({ target }) => target),
  );
  if (!applied) tell(l10n.t("The answer has no change for {0}, so nothing is applied.", names));
}

function referencesOf({ target, problems, patch }: BlockFix): readonly Reference[] {
  const name = shownPath(target);
  const lines = problems.map(({ line, severity, message }) => `${String(line)} ${severity}: ${message}`);
  const change: Reference = { type: "text", name: l10n.t("Change of {0}", name), text: patch.slice(0, LONGEST_PATCH) };
  return [
    { type: "text", name: l10n.t("New problems in {0}", name), text: lines.join("\n") },
    ...(patch === "" ? [] : [change]),
    fileReference(target),
  ];
}

/** Waits until an answer is no longer being written; `undefined` if its conversation is closed before that. */
function settled({ conversations }: LiveChat, live: LiveConversation, id: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      const answer = findMessage(live.value, id);
      if (answer?.role === "assistant" && answer.state.type === "streaming") return;
      listeners.dispose();
      resolve(answer?.role === "assistant" ? answer : undefined);
    };
    const listeners = Disposable.from(
      conversations.onDidHappen((happened) => {
        if (happened.live === live && happened.event.type === "message") look();
      }),
      conversations.onDidClose((closed) => {
        if (closed.id !== live.id) return;
        listeners.dispose();
        resolve(undefined);
      }),
    );
    look();
  });
}
