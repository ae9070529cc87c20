import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";
import { parseHostMessage, type HostMessage, type PageMessage } from "../../../../extension/core/chat/chatProtocol.ts";
import type { Answer, Conversation, Message, Question } from "../../../../extension/core/chat/chatSchemas.ts";
import { BlockApplies } from "../../../../extension/host/chat/blockApplies.ts";
import { LiveChat } from "../../../../extension/host/chat/liveChat.ts";
import type { ChatPlanners } from "../../../../extension/host/chat/chatPorts.ts";
import { ConversationStore } from "../../../../extension/host/chat/conversationStore.ts";
import { KnownUris } from "../../../../extension/host/chat/knownUris.ts";
import { connectPage, type PageEnd } from "../../../../extension/host/chat/pageRequests.ts";
import { WorkspaceListing } from "../../../../extension/host/chat/workspaceListing.ts";
import { PlannerReads } from "../../../../extension/host/planning/plannerReads.ts";
import { EMPTY_STATE, receive, type PageState } from "../../../../webview/pageState.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "../../../servers/modelServer.ts";
import { eventually, type Reviewing } from "../reviewing.ts";

/** The page's end of the wire: it knows what a real page would know, and posts what a real page would post. */
export class TestPage {
  state: PageState = EMPTY_STATE;
  readonly messages: { readonly at: number; readonly message: HostMessage }[] = [];
  readonly #end: PageEnd;

  constructor(liveChat: LiveChat) {
    this.#end = connectPage(liveChat, (sent) => {
      const message = parseHostMessage(JSON.parse(JSON.stringify(sent)));
      assert.ok(message !== undefined, `The host posts ${sent.type} as it is agreed.`);
      this.messages.push({ at: Date.now(), message });
      this.state = receive(this.state, message);
      assert.ok(!this.state.isBehind, `Nothing is lost before ${sent.type}.`);
    });
  }

  post(message: PageMessage): void {
    this.postRaw(JSON.parse(JSON.stringify(message)));
  }

  postRaw(raw: unknown): void {
    this.#end.receive(raw);
  }

  /** As VS Code does: the page is gone, and a new one comes. */
  hideAndShow(): void {
    this.hide();
    this.post({ type: "ready" });
  }

  /** The page is gone. */
  hide(): void {
    this.#end.hide();
    this.state = EMPTY_STATE;
  }

  of<Type extends HostMessage["type"]>(type: Type): (HostMessage & { readonly type: Type })[] {
    return this.messages.flatMap(({ message }) =>
      message.type === type ? [message as HostMessage & { readonly type: Type }] : [],
    );
  }

  get shown(): readonly Message[] {
    return this.state.conversation?.messages.map(({ message }) => message) ?? [];
  }

  get answer(): Answer {
    const last = this.shown.at(-1);
    assert.ok(last?.role === "assistant", "There is an answer.");
    return last;
  }

  get question(): Question {
    const last = this.shown.at(-2);
    assert.ok(last?.role === "user", "There is a question.");
    return last;
  }

  /** Waits for the end of the answer. */
  async answered(state: Answer["state"]["type"] = "done"): Promise<Answer> {
    await eventually(() => {
      assert.equal(this.answer.state.type, state, JSON.stringify(this.answer.state));
    }, 15_000);
    return this.answer;
  }

  async grownTo(length: number): Promise<void> {
    await eventually(() => {
      assert.ok(this.answer.text.length >= length, this.answer.text);
    }, 15_000);
  }

  dispose(): void {
    this.#end.dispose();
  }
}

/** A store that lives as long as the test. */
class Memory implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<Value>(key: string, otherwise?: Value): Value {
    return (this.#values.get(key) ?? otherwise) as Value;
  }

  update(key: string, value: unknown): Thenable<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}

/** Chats of a user, with a model on loopback; each test has conversations of its own. */
export class Chatting {
  readonly #user: Reviewing;
  readonly #servers: ModelServer[] = [];
  readonly #contexts: LiveChat[] = [];
  readonly warnings: string[] = [];
  readonly memory = new Memory();
  root = "";

  constructor(user: Reviewing) {
    this.#user = user;
    beforeEach(async () => {
      this.root = await mkdtemp(join(tmpdir(), "fast-apply-chats-"));
      this.warnings.length = 0;
      for (const key of this.memory.keys()) await this.memory.update(key, undefined);
    });
    afterEach(async () => {
      for (const liveChat of this.#contexts.splice(0)) await liveChat.close();
      for (const server of this.#servers.splice(0)) await server.close();
      for (const name of [
        "chat.models",
        "chat.model",
        "chat.editFormat",
        "chat.readsWorkspace",
        "chat.readRounds",
        "chat.readTokens",
        "providerOptions",
      ])
        await set(name, undefined);
      await rm(this.root, { recursive: true, force: true });
    });
  }

  /** A model that is asked from now on. */
  async serve(options: ModelServerOptions & { readonly contextTokens?: number } = {}): Promise<ModelServer> {
    const server = await startModelServer("plain", options);
    this.#servers.push(server);
    await set("providerOptions", { "openai-compatible": { baseUrl: server.url } });
    await set("chat.models", [
      {
        provider: "openai-compatible",
        model: "thinker",
        contextTokens: options.contextTokens ?? 100_000,
        inputPrice: 3,
        outputPrice: 15,
      },
    ]);
    return server;
  }

  /** A window with its own view of the stored conversations. */
  async open(
    root = this.root,
    memory: vscode.Memento = this.memory,
    own: Partial<ChatPlanners> = {},
  ): Promise<{ liveChat: LiveChat; page: TestPage }> {
    const { surface } = this.#user;
    const { reviews, editors, providers, progress, planners } = surface;
    const parsers = { load: () => Promise.resolve(undefined) };
    const configuredRewriters = (): ReturnType<typeof providers.configuredRewriters> => providers.configuredRewriters();
    const log = { warn: (text: string) => this.warnings.push(text) };
    const listing = new WorkspaceListing();
    const liveChat = new LiveChat({
      planners: {
        onDidChange: planners.onDidChange,
        models: () => planners.models(),
        chosen: () => planners.chosen(),
        wanted: () => planners.wanted(),
        choose: (id) => planners.choose(id),
        planner: (id, signal) => planners.planner(id, signal),
        format: () => planners.format(),
        priceOf: (id) => planners.priceOf(id),
        add: () => planners.add(),
        ...own,
      },
      blocks: new BlockApplies({
        reviews,
        editors,
        surroundings: { reviews, engines: { parsers, progress, configuredRewriters } },
        choosers: ({ model }) => planners.choosers(model.id),
        rewriterNames: configuredRewriters,
      }),
      store: new ConversationStore(root, {
        unreadable: (path) => this.warnings.push(`unreadable ${path}`),
        unwritable: (error) => this.warnings.push(`unwritable ${String(error)}`),
      }),
      sources: { known: new KnownUris(), listing },
      reads: new PlannerReads(listing, memory, log),
      memory,
      log,
      targetOf: () => undefined,
      sampleFolder: vscode.Uri.file(join(root, "sample")),
    });
    this.#contexts.push(liveChat);
    const page = new TestPage(liveChat);
    page.post({ type: "ready" });
    await eventually(() => {
      assert.ok(page.state.conversation !== undefined && page.state.models !== undefined, "The page has everything.");
    }, 30_000);
    return { liveChat, page };
  }

  /** Asks, and waits for the whole answer. */
  async ask(page: TestPage, text: string): Promise<Answer> {
    page.post({ type: "send", text, references: [] });
    await eventually(() => {
      assert.equal(page.question.text, text);
    });
    return page.answered();
  }

  /** What lies on the disk. */
  async stored(root = this.root): Promise<readonly Conversation[]> {
    const names = (await readdir(root)).filter((name) => name.endsWith(".json"));
    const texts = await Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
    return texts.map((text) => JSON.parse(text) as Conversation);
  }
}

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);
}
