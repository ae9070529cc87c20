import { env, l10n, Position, Range, window, workspace } from "vscode";
import { parsePageMessage, type HostMessage, type PageMessage } from "../../core/chat/chatProtocol.ts";
import type { Conversation } from "../../core/chat/chatSchemas.ts";
import { titleOf } from "../../core/chat/conversation.ts";
import { elidedText } from "../../core/chat/placedBlock.ts";
import { exportMarkdown } from "../../core/chat/exportMarkdown.ts";
import { inBackground } from "../inBackground.ts";
import { shown } from "../shownText.ts";
import type { BlockProblem } from "./chatPorts.ts";
import { actOnBlock } from "./blockRequests.ts";
import type { LiveChat } from "./liveChat.ts";
import { openLink, openRead } from "./chatLinks.ts";
import type { ChatPage } from "./chatPage.ts";
import { openSample } from "./chatSample.ts";
import { ComposerAnswers } from "./composerAnswers.ts";
import { fixProblems } from "./fixProblems.ts";

const LONGEST_TITLE = 200;

/** The host's end of the wire to one page. */
export interface PageEnd {
  /** Takes whatever the page has posted. What is not a message is only logged. */
  receive(raw: unknown): void;
  /** Notes that the page is hidden; when it is shown again, it will ask for everything. */
  hide(): void;
  dispose(): void;
}

/** Connects a page to the chat. `post`: sends a message to it. */
export function connectPage(liveChat: LiveChat, post: (message: HostMessage) => void): PageEnd {
  const page = liveChat.addPage(post);
  const composer = new ComposerAnswers(liveChat.parts.sources, liveChat.parts.planners, liveChat.parts.reads);
  return {
    receive: (raw) => {
      const message = parsePageMessage(raw);
      if (message === undefined) liveChat.parts.log.warn("The page of the chat has sent what is no message.");
      else inBackground(liveChat.ready.then(() => handle(liveChat, page, composer, message)));
    },
    hide: () => {
      page.leave();
    },
    dispose: () => {
      liveChat.removePage(page);
    },
  };
}

async function handle(
  liveChat: LiveChat,
  page: ChatPage,
  composer: ComposerAnswers,
  message: PageMessage,
): Promise<void> {
  const { conversations, parts, shown: live } = liveChat;
  switch (message.type) {
    case "ready":
      return liveChat.welcome(page);
    case "send":
      if (message.text.trim() === "" && message.references.length === 0) return;
      live.send(message.text, message.references);
      return;
    case "stop":
      live.stop();
      return;
    case "regenerate":
      live.regenerate(message.id);
      return;
    case "continue":
      live.continueAnswer(message.id);
      return;
    case "edit":
      live.edit(message.id, message.text, message.references);
      return;
    case "show-branch":
      live.showBranch(message.id);
      return;
    case "new":
      liveChat.showNew();
      return;
    case "open":
      return liveChat.open(message.id);
    case "rename":
      return rename(liveChat, message.id, message.title);
    case "delete":
      return confirmDelete(liveChat, message.id);
    case "export":
      return exportConversation(liveChat, message.id);
    case "search":
      return liveChat.search(page, message.query);
    case "choose-model":
      return parts.planners.choose(message.id);
    case "add-model":
      await parts.planners.add();
      return;
    case "open-sample":
      liveChat.show(conversations.beginUnstored(await openSample(parts.sampleFolder)));
      return;
    case "offers": {
      const signal = page.question("offers");
      return silentOnceAborted(signal, async () => {
        for await (const offers of composer.offers(message.query, signal)) {
          signal.throwIfAborted();
          page.post({ type: "offers", request: message.request, offers: [...offers] });
        }
      });
    }
    case "measure": {
      const signal = page.question("measure");
      return silentOnceAborted(signal, async () => {
        const meter = await composer.measure(live.value, message.text, message.references, signal);
        if (!signal.aborted) page.post({ type: "meter", request: message.request, meter });
      });
    }
    case "block": {
      const found = liveChat.findAnswer(message.id);
      const tell = (text: string): void => {
        page.post({ type: "reported", text });
      };
      return found && actOnBlock(parts.blocks, found.conversation, found.answer, message, tell);
    }
    case "unfold": {
      const found = liveChat.findAnswer(message.id);
      const placed = found && parts.blocks.placedOf(found.answer, message.index);
      const text = placed && elidedText(placed, message.line, message.nth);
      if (text !== undefined) page.post({ ...message, type: "unfolded", text });
      else
        page.post({ type: "reported", text: l10n.t("These lines are not known: the edit has no place in the file.") });
      return;
    }
    case "fix": {
      const found = liveChat.findAnswer(message.id);
      const tell = (text: string): void => {
        page.post({ type: "reported", text });
      };
      return found && fixProblems(liveChat, found.answer, message.index, tell);
    }
    case "problem":
      return openProblem(parts.blocks.problemsOf(message.id, message.index)[message.nth]);
    case "hover": {
      const found = liveChat.findAnswer(message.id);
      return found && parts.blocks.expects(found.conversation, found.answer, message.index);
    }
    case "batch": {
      const found = liveChat.findAnswer(message.id);
      return found && parts.blocks.actOnAll(found.conversation, found.answer, message.action);
    }
    case "open-read": {
      const answer = liveChat.findAnswer(message.id)?.answer;
      const place = answer?.rounds?.[message.round]?.reads[message.index]?.place;
      return place && openRead(place);
    }
    case "tests":
      return actOnTests(liveChat, message.id, message.action);
    case "copy":
      await env.clipboard.writeText(message.text);
      page.post({ type: "reported", text: l10n.t("Copied.") });
      return;
    case "link":
      return openLink(message.href);
    case "trouble":
      // The page's own words; they may hold what a model wrote.
      parts.log.warn(`The page of the chat: ${shown(message.text)}`);
  }
}

async function actOnTests(liveChat: LiveChat, id: string, action: "run" | "stop" | "attach"): Promise<void> {
  // A page that is behind may name an answer that is not there.
  if (liveChat.findAnswer(id) === undefined) return;
  switch (action) {
    case "run":
      return liveChat.tests.run(id);
    case "stop":
      liveChat.tests.stop(id);
      return;
    case "attach": {
      const output = liveChat.tests.outputOf(id);
      if (output !== undefined) liveChat.compose([output]);
    }
  }
}

/** Opens a problem in its file. It may be gone by now; then the page is about to learn it. */
async function openProblem(problem: BlockProblem | undefined): Promise<void> {
  if (problem === undefined) return;
  const at = new Position(problem.line - 1, 0);
  await window.showTextDocument(problem.target, { preview: true, selection: new Range(at, at) });
}

async function silentOnceAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function rename(liveChat: LiveChat, id: string, title: string): Promise<void> {
  const { conversations } = liveChat;
  const wanted = title.trim().slice(0, LONGEST_TITLE);
  const live = conversations.find(id) ?? (await conversations.open(id));
  live?.rename(wanted);
  if (live === undefined) liveChat.listChanged();
  else liveChat.titleChanged(live);
}

async function confirmDelete(liveChat: LiveChat, id: string): Promise<void> {
  const conversation = await find(liveChat, id);
  if (conversation === undefined) {
    liveChat.listChanged();
    return;
  }
  const remove = l10n.t("Delete");
  const title = shown(titleOf(conversation), 100);
  const question = l10n.t("Delete the conversation “{0}”? This cannot be undone.", title);
  if ((await window.showWarningMessage(question, { modal: true }, remove)) !== remove) return;
  const before = liveChat.shown;
  // What the user asks from now on is not for a conversation that goes.
  const begun = before.id === id ? liveChat.conversations.begin() : undefined;
  if (begun !== undefined) liveChat.show(begun);
  try {
    await liveChat.conversations.delete(id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      l10n.t("The conversation “{0}” could not be deleted, so it is still there. {1}", title, shown(reason)),
    );
    if (liveChat.shown === begun && begun.value.messages.length === 0) liveChat.show(before);
  }
  liveChat.listChanged();
}

/** Opens a conversation as a Markdown document that has no name yet; its blocks can be applied there as well. */
export async function exportConversation(liveChat: LiveChat, id: string): Promise<void> {
  const conversation = await find(liveChat, id);
  if (conversation === undefined || conversation.messages.length === 0) {
    liveChat.tell(l10n.t("There is nothing to export yet."));
    return;
  }
  const document = await workspace.openTextDocument({
    language: "markdown",
    content: exportMarkdown(conversation),
  });
  await window.showTextDocument(document, { preview: false });
}

async function find({ conversations, parts }: LiveChat, id: string): Promise<Conversation | undefined> {
  return conversations.find(id)?.value ?? (await parts.store.load(id));
}
