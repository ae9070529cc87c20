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
import type { ChatDesk } from "./chatDesk.ts";
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
export function connectPage(desk: ChatDesk, post: (message: HostMessage) => void): PageEnd {
  const page = desk.addPage(post);
  const composer = new ComposerAnswers(desk.parts.sources, desk.parts.planners, desk.parts.reads);
  return {
    receive: (raw) => {
      const message = parsePageMessage(raw);
      if (message === undefined) desk.parts.log.warn("The page of the chat has sent what is no message.");
      else inBackground(desk.ready.then(() => handle(desk, page, composer, message)));
    },
    hide: () => {
      page.leave();
    },
    dispose: () => {
      desk.removePage(page);
    },
  };
}

async function handle(desk: ChatDesk, page: ChatPage, composer: ComposerAnswers, message: PageMessage): Promise<void> {
  const { conversations, parts, shown: live } = desk;
  switch (message.type) {
    case "ready":
      return desk.welcome(page);
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
      desk.showNew();
      return;
    case "open":
      return desk.open(message.id);
    case "rename":
      return rename(desk, message.id, message.title);
    case "delete":
      return confirmDelete(desk, message.id);
    case "export":
      return exportConversation(desk, message.id);
    case "search":
      return desk.search(page, message.query);
    case "choose-model":
      return parts.planners.choose(message.id);
    case "add-model":
      await parts.planners.add();
      return;
    case "open-sample":
      desk.show(conversations.beginUnstored(await openSample(parts.sampleFolder)));
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
      const found = desk.findAnswer(message.id);
      const tell = (text: string): void => {
        page.post({ type: "told", text });
      };
      return found && actOnBlock(parts.blocks, found.conversation, found.answer, message, tell);
    }
    case "unfold": {
      const found = desk.findAnswer(message.id);
      const placed = found && parts.blocks.placedOf(found.answer, message.index);
      const text = placed && elidedText(placed, message.line, message.nth);
      if (text !== undefined) page.post({ ...message, type: "unfolded", text });
      else page.post({ type: "told", text: l10n.t("These lines are not known: the edit has no place in the file.") });
      return;
    }
    case "fix": {
      const found = desk.findAnswer(message.id);
      const tell = (text: string): void => {
        page.post({ type: "told", text });
      };
      return found && fixProblems(desk, found.answer, message.index, tell);
    }
    case "problem":
      return openProblem(parts.blocks.problemsOf(message.id, message.index)[message.nth]);
    case "hover": {
      const found = desk.findAnswer(message.id);
      return found && parts.blocks.expects(found.conversation, found.answer, message.index);
    }
    case "batch": {
      const found = desk.findAnswer(message.id);
      return found && parts.blocks.actOnAll(found.conversation, found.answer, message.action);
    }
    case "open-read": {
      const answer = desk.findAnswer(message.id)?.answer;
      const place = answer?.rounds?.[message.round]?.reads[message.index]?.place;
      return place && openRead(place);
    }
    case "tests":
      return actOnTests(desk, message.id, message.action);
    case "copy":
      await env.clipboard.writeText(message.text);
      page.post({ type: "told", text: l10n.t("Copied.") });
      return;
    case "link":
      return openLink(message.href);
    case "trouble":
      // The page's own words; they may hold what a model wrote.
      parts.log.warn(`The page of the chat: ${shown(message.text)}`);
  }
}

async function actOnTests(desk: ChatDesk, id: string, action: "run" | "stop" | "attach"): Promise<void> {
  // A page that is behind may name an answer that is not there.
  if (desk.findAnswer(id) === undefined) return;
  switch (action) {
    case "run":
      return desk.tests.run(id);
    case "stop":
      desk.tests.stop(id);
      return;
    case "attach": {
      const output = desk.tests.outputOf(id);
      if (output !== undefined) desk.compose([output]);
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

async function rename(desk: ChatDesk, id: string, title: string): Promise<void> {
  const { conversations } = desk;
  const wanted = title.trim().slice(0, LONGEST_TITLE);
  const live = conversations.find(id) ?? (await conversations.open(id));
  live?.rename(wanted);
  if (live === undefined) desk.listChanged();
  else desk.titleChanged(live);
}

async function confirmDelete(desk: ChatDesk, id: string): Promise<void> {
  const conversation = await find(desk, id);
  if (conversation === undefined) {
    desk.listChanged();
    return;
  }
  const remove = l10n.t("Delete");
  const title = shown(titleOf(conversation), 100);
  const question = l10n.t("Delete the conversation “{0}”? This cannot be undone.", title);
  if ((await window.showWarningMessage(question, { modal: true }, remove)) !== remove) return;
  const before = desk.shown;
  // What the user asks from now on is not for a conversation that goes.
  const begun = before.id === id ? desk.conversations.begin() : undefined;
  if (begun !== undefined) desk.show(begun);
  try {
    await desk.conversations.delete(id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      l10n.t("The conversation “{0}” could not be deleted, so it is still there. {1}", title, shown(reason)),
    );
    if (desk.shown === begun && begun.value.messages.length === 0) desk.show(before);
  }
  desk.listChanged();
}

/** Opens a conversation as a Markdown document that has no name yet; its blocks can be applied there as well. */
export async function exportConversation(desk: ChatDesk, id: string): Promise<void> {
  const conversation = await find(desk, id);
  if (conversation === undefined || conversation.messages.length === 0) {
    desk.tell(l10n.t("There is nothing to export yet."));
    return;
  }
  const document = await workspace.openTextDocument({
    language: "markdown",
    content: exportMarkdown(conversation),
  });
  await window.showTextDocument(document, { preview: false });
}

async function find({ conversations, parts }: ChatDesk, id: string): Promise<Conversation | undefined> {
  return conversations.find(id)?.value ?? (await parts.store.load(id));
}
