import { l10n, Uri, window, type ExtensionContext, type LogOutputChannel } from "vscode";
import { shown } from "../shownText.ts";
import { PlannerReads } from "../planning/plannerReads.ts";
import { LiveChat } from "./liveChat.ts";
import type { ChatBlocks, ChatPlanners } from "./chatPorts.ts";
import { ConversationStore } from "./conversationStore.ts";
import { KnownUris } from "./knownUris.ts";
import { WorkspaceListing } from "./workspaceListing.ts";

export { connectPage, exportConversation } from "./pageRequests.ts";

/** What the rest of the extension provides for the chat. */
export interface ChatNeeds {
  readonly planners: ChatPlanners;
  readonly blocks: ChatBlocks;
  readonly targetOf: (document: Uri) => Uri | undefined;
  readonly log: Pick<LogOutputChannel, "warn">;
}

/** Opens the chat with what is stored for this workspace. */
export function openChat(context: ExtensionContext, { planners, blocks, targetOf, log }: ChatNeeds): LiveChat {
  const root = Uri.joinPath(context.storageUri ?? context.globalStorageUri, "chats");
  const listing = new WorkspaceListing();
  return new LiveChat({
    planners,
    blocks,
    store: new ConversationStore(root.fsPath, storeTrouble()),
    sources: { known: new KnownUris(), listing },
    reads: new PlannerReads(listing, context.workspaceState, log),
    memory: context.workspaceState,
    log,
    targetOf,
    sampleFolder: Uri.joinPath(context.globalStorageUri, "sample"),
  });
}

/** Tells the user of each kind of trouble once. */
function storeTrouble(): ConstructorParameters<typeof ConversationStore>[1] {
  const reported = new Set<string>();
  const tell = (kind: string, message: string): void => {
    if (reported.has(kind)) return;
    reported.add(kind);
    void window.showWarningMessage(message);
  };
  return {
    unreadable: (path) => {
      tell("read", l10n.t("A stored conversation cannot be read. Its file is kept: {0}", shown(path)));
    },
    unwritable: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      tell(
        "write",
        l10n.t("Conversations could not be stored, so they would not outlive a restart of VS Code. {0}", shown(reason)),
      );
    },
  };
}
