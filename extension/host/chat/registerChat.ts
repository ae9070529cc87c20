import { commands, Disposable, FileType, l10n, Uri, window, workspace, type ExtensionContext } from "vscode";
import type { HostMessage } from "../../core/chat/chatProtocol.ts";
import type { RevealAnswer } from "../review/showInAnswer.ts";
import type { LiveChat } from "./liveChat.ts";
import { CHAT_VIEW, ChatView } from "./chatView.ts";
import { fileReference, selectionReference } from "./editorReferences.ts";
import { loadOnce } from "../loadOnce.ts";
import type { ChatNeeds } from "./openChat.ts";
import type { PageEnd } from "./pageRequests.ts";

/** The chat of this window. */
export interface RegisteredChat {
  /** Connects a page to the chat, which loads for the first one. */
  connect(post: (message: HostMessage) => void): Promise<PageEnd>;
  /** Shows an answer at a line of its text. False if it is gone. */
  readonly reveal: RevealAnswer;
  /** Returns the chat itself, which loads for the first caller. */
  liveChat(): Promise<LiveChat>;
  /** Shows the view to the user. */
  show(): Promise<void>;
  /** Stores what has come so far. The last call. */
  close(): Promise<void>;
  readonly registration: Disposable;
}

/** Registers the view and the commands of the chat. `needs`: what it works with, made when it is first shown. */
export function registerChat(context: ExtensionContext, needs: () => Promise<ChatNeeds>): RegisteredChat {
  const load = () => import("../firstUse.ts");
  const loaded = loadOnce(async () => (await load()).openChat(context, await needs()));
  const liveChat = (): Promise<LiveChat> => loaded.get();
  const connect: RegisteredChat["connect"] = async (post) => (await load()).connectPage(await liveChat(), post);
  const show = async (): Promise<void> => commands.executeCommand("fastApply.chat.focus");
  const reveal: RevealAnswer = async (place, line) => {
    const isThere = await (await liveChat()).reveal(place, line);
    if (isThere) await show();
    return isThere;
  };

  const registration = Disposable.from(
    window.registerWebviewViewProvider(CHAT_VIEW, new ChatView(context.extensionUri, connect)),
    commands.registerCommand("fastApply.openChat", show),
    commands.registerCommand("fastApply.newChat", async () => {
      const open = await liveChat();
      await open.ready;
      open.showNew();
      await show();
    }),
    commands.registerCommand("fastApply.addSelectionToChat", async () => {
      const editor = window.activeTextEditor;
      const reference = editor && (selectionReference(editor) ?? fileReference(editor.document.uri));
      if (reference === undefined) {
        void window.showInformationMessage(
          l10n.t("There is no editor whose selection could be added. Open a file first."),
        );
        return;
      }
      (await liveChat()).compose([reference]);
      await show();
    }),
    commands.registerCommand("fastApply.addFileToChat", async (clicked: unknown, selected: unknown) => {
      const uris = urisOf(selected).length > 0 ? urisOf(selected) : urisOf([clicked]);
      const active = window.activeTextEditor?.document.uri;
      const chosen = uris.length > 0 ? uris : active === undefined ? [] : [active];
      (await liveChat()).compose(await Promise.all(chosen.map(referenceOf)));
      await show();
    }),
    commands.registerCommand("fastApply.exportChat", async () => {
      const open = await liveChat();
      await open.ready;
      await (await load()).exportConversation(open, open.shown.id);
    }),
  );
  return { connect, reveal, liveChat, show, close: async () => (await loaded.peek())?.close(), registration };
}

/** Reads the files from what VS Code passes to a command of the explorer. */
function urisOf(argument: unknown): readonly Uri[] {
  return Array.isArray(argument) ? argument.filter((each) => each instanceof Uri) : [];
}

async function referenceOf(uri: Uri): Promise<ReturnType<typeof fileReference>> {
  const { type } = await workspace.fs.stat(uri);
  const reference = fileReference(uri);
  return reference.type === "file" && (type & FileType.Directory) !== 0 ? { ...reference, type: "folder" } : reference;
}
