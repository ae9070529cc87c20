import assert from "node:assert/strict";
import { afterEach } from "mocha";
import * as vscode from "vscode";
import type { Conversation } from "../../../../extension/core/chat/chatSchemas.ts";
import type { Planner, PlannerEvent } from "../../../../extension/core/chat/planner.ts";
import type { LiveChat } from "../../../../extension/host/chat/liveChat.ts";
import type { ChatPlanners } from "../../../../extension/host/chat/chatPorts.ts";
import { EditMemory } from "../../../../extension/host/editHere/editMemory.ts";
import { EditsHere } from "../../../../extension/host/editHere/editsHere.ts";
import type { Prompt, PromptQuestion } from "../../../../extension/host/editHere/promptLine.ts";
import type { ModelServer } from "../../../servers/modelServer.ts";
import { eventually, showDocument, type Reviewing } from "../reviewing.ts";
import type { Chatting, TestPage } from "./chatting.ts";

/** A file with two functions. */
export const FILE = [
  "export function total(items) {",
  "  return items.length;",
  "}",
  "",
  "export function tax(sum) {",
  "  const rate = 0.2;",
  "  return sum * rate;",
  "}",
  "",
].join("\n");

/** An answer whose only block has these edits, one after the other. */
export const edits = (path: string, ...pairs: readonly (readonly [search: string, replace: string])[]): string =>
  [
    "I do it.",
    "",
    "```js " + path,
    ...pairs.flatMap(([search, replace]) => ["<<<<<<< SEARCH", search, "=======", replace, ">>>>>>> REPLACE"]),
    "```",
    "",
  ].join("\n");

/** Edits of it. */
export const RATE = ["  const rate = 0.2;", "  const rate = 0.3;"] as const;
export const LENGTH = ["  return items.length;", "  return items.length + 1;"] as const;

type Pair = readonly [search: string, replace: string];

export const named = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri, false);

/** The last thing that a model was asked. */
export function askedOf(server: ModelServer): string {
  const body = server.requests.at(-1)?.body as { messages: { content: string }[] };
  return body.messages.at(-1)?.content ?? "";
}

/** Edits in place of a user: what they say in the prompt line is told beforehand. */
export class Editing {
  /** What the prompt line was asked. */
  readonly questions: PromptQuestion[] = [];
  readonly #user: Reviewing;
  readonly #chats: Chatting;
  readonly #opened: EditsHere[] = [];
  #answers: (string | Prompt | undefined)[] = [];

  constructor(user: Reviewing, chats: Chatting) {
    this.#user = user;
    this.#chats = chats;
    afterEach(() => {
      for (const edits of this.#opened.splice(0)) edits.dispose();
      this.questions.length = 0;
      this.#answers = [];
    });
  }

  /** What the user says in the lines that come, in this order; `undefined`: Escape. */
  will(...answers: (string | Prompt | undefined)[]): void {
    this.#answers = answers;
  }

  async open(own: Partial<ChatPlanners> = {}): Promise<{
    readonly edits: EditsHere;
    readonly memory: EditMemory;
    readonly liveChat: LiveChat;
    readonly page: TestPage;
  }> {
    const { liveChat, page } = await this.#chats.open(undefined, undefined, own);
    const memory = new EditMemory(this.#chats.memory);
    const ask = (question: PromptQuestion): Promise<Prompt | undefined> => {
      this.questions.push(question);
      const answer = this.#answers.shift();
      return Promise.resolve(typeof answer === "string" ? { text: answer, references: [] } : answer);
    };
    const { reviews } = this.#user;
    const edits = new EditsHere({
      chat: liveChat,
      reviews,
      memory,
      line: { ask },
      showChat: () => Promise.resolve(),
    });
    this.#opened.push(edits);
    return { edits, memory, liveChat, page };
  }

  /** A shop in which lines are selected, and a model that answers with these edits of it. */
  async begin(pairs: readonly Pair[] = [RATE], selected = "  const rate = 0.2;") {
    const target = await this.#user.write("shop.js", FILE);
    const server = await this.#chats.serve({ answer: edits(named(target), ...pairs) });
    const { edits: here, ...opened } = await this.open();
    await this.pointAt(await vscode.workspace.openTextDocument(target), selected, true);
    return { target, server, here, ...opened };
  }

  /** The same with a model that comes as far as the test lets it. */
  async beginHeld(...pairs: readonly Pair[]) {
    const target = await this.#user.write("shop.js", FILE);
    const planner = new HeldPlanner(edits(named(target), ...pairs));
    const { edits: here, ...opened } = await this.open(planner.chosen);
    await this.pointAt(await vscode.workspace.openTextDocument(target), "return sum", true);
    return { target, planner, here, ...opened };
  }

  /** Shows a document with this selected, or with the cursor before it, and waits until VS Code says that it is the active one. */
  async pointAt(document: vscode.TextDocument, text: string, isSelected = false): Promise<void> {
    const at = document.getText().indexOf(text);
    assert.ok(at >= 0, `${text} is in the document.`);
    const [start, end] = [document.positionAt(at), document.positionAt(at + text.length)];
    const editor = await showDocument(document, { preview: false });
    editor.selection = new vscode.Selection(start, isSelected ? end : start);
    await eventually(() => {
      const active = vscode.window.activeTextEditor;
      assert.equal(active?.document, document);
      assert.ok(active.selection.start.isEqual(start), "The cursor is there.");
    });
  }

  /** The conversations of edits in place that this window has. */
  conversations(liveChat: LiveChat): Promise<readonly Conversation[]> {
    return liveChat.parts.store.flush().then(() => this.#chats.stored());
  }
}

/** A planner that comes as far as the test lets it. */
class HeldPlanner {
  readonly asked: string[] = [];
  #text: string;
  #released = 0;
  #isBrokenOff = false;
  #goOn = (): void => undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Lets the answer come up to the end of the first `found`. */
  comeTo(found: string): void {
    assert.ok(this.#text.includes(found), `${found} is in the answer.`);
    this.#released = this.#text.indexOf(found) + found.length;
    this.#goOn();
  }

  /** Lets all of it come. */
  finish(): void {
    this.#released = this.#text.length;
    this.#goOn();
  }

  /** Ends the answer where it is, for the model is at its limit. */
  breakOff(): void {
    this.#isBrokenOff = true;
    this.#goOn();
  }

  /** What it answers next, once the test lets it. */
  answerWith(text: string): void {
    this.#text = text;
    this.#released = 0;
  }

  /** The planners of a user who has chosen this one. */
  get chosen(): Partial<ChatPlanners> {
    const planner: Planner = {
      id: "test/held",
      name: "Held",
      limits: { contextTokens: 100_000, outputTokens: 10_000 },
      takesTools: false,
      stream: (messages, signal) => {
        this.asked.push(messages.at(-1)?.text ?? "");
        return this.#stream(signal);
      },
    };
    return { chosen: () => Promise.resolve(planner.id), planner: () => Promise.resolve(planner) };
  }

  async *#stream(signal: AbortSignal): AsyncGenerator<PlannerEvent> {
    for (let at = 0; at < this.#text.length;) {
      const from = at;
      at = this.#released;
      if (at > from) yield { type: "text", text: this.#text.slice(from, at) };
      else if (this.#isBrokenOff) {
        yield { type: "end", reason: "length" };
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#goOn = resolve;
          signal.addEventListener("abort", () => {
            resolve();
          });
        });
        signal.throwIfAborted();
      }
    }
    yield { type: "end", reason: "stop" };
  }
}
