import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages } from "../applying.ts";
import { Chatting } from "./chatting.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const LONG = Array.from({ length: 120 }, (_, at) => `Line ${at} of a long answer that goes on.`).join("\n");

describe("conversations of the chat", function () {
  // The client of the models loads with the first question, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);

  it("lets an answer go on while another conversation is shown", async () => {
    const server = await chats.serve({ answer: LONG, msPerToken: 2 });
    const { page } = await chats.open();
    page.post({ type: "send", text: "The long one", references: [] });
    await eventually(() => {
      assert.ok(page.answer.text !== "");
    }, 20_000);
    const long = page.state.conversation?.id ?? "";
    page.post({ type: "new" });
    await eventually(() => {
      assert.deepEqual(page.shown, []);
    });
    server.answerWith("Short.");
    await chats.ask(page, "The short one");
    assert.deepEqual(
      page.shown.map(({ text }) => text),
      ["The short one", "Short."],
    );
    page.post({ type: "open", id: long });
    await eventually(() => {
      assert.equal(page.shown[0]?.text, "The long one");
    });
    assert.equal((await page.answered()).text, LONG);
  });

  it("a chat in which nothing was asked stays where a new one is wanted, since what is typed is its draft", async () => {
    await chats.serve({ answer: "One." });
    const { page } = await chats.open();
    const first = page.state.conversation?.id;
    page.post({ type: "new" });
    await chats.ask(page, "In the first one");
    assert.equal(page.state.conversation?.id, first);
    page.post({ type: "new" });
    await eventually(() => {
      assert.notEqual(page.state.conversation?.id, first);
    });
  });

  it("two windows on one conversation see and keep what either asks", async () => {
    const server = await chats.serve({ answer: "One." });
    const one = await chats.open();
    const two = await chats.open();
    await chats.ask(one.page, "First");
    const id = one.page.state.conversation?.id ?? "";
    await one.liveChat.parts.store.flush();
    two.page.post({ type: "open", id });
    await eventually(() => {
      assert.equal(two.page.shown.length, 2);
    });
    server.answerWith("Two.");
    await chats.ask(two.page, "Second");
    await two.liveChat.parts.store.flush();
    one.page.post({ type: "open", id });
    await eventually(() => {
      assert.deepEqual(
        one.page.shown.map(({ text }) => text),
        ["First", "One.", "Second", "Two."],
      );
    });
    // Both at the same time.
    one.page.post({ type: "send", text: "Left", references: [] });
    two.page.post({ type: "send", text: "Right", references: [] });
    await eventually(() => {
      assert.deepEqual([one.page.question.text, two.page.question.text], ["Left", "Right"]);
    });
    await Promise.all([one.page.answered(), two.page.answered()]);
    await Promise.all([one.liveChat.parts.store.flush(), two.liveChat.parts.store.flush()]);
    const [stored, ...others] = await chats.stored();
    assert.deepEqual(stored?.messages.map(({ text }) => text).sort(), [
      "First",
      "Left",
      "One.",
      "Right",
      "Second",
      "Two.",
      "Two.",
      "Two.",
    ]);
    assert.equal(others.length, 0);
    // Either shows the other's question beside its own, when it is shown again.
    one.page.hideAndShow();
    await eventually(() => {
      assert.equal(one.page.question.text, "Left");
      assert.equal(one.page.state.conversation?.messages.at(-2)?.siblings.length, 2);
    });
    assert.deepEqual(chats.warnings, []);
  });

  it("lists, searches, renames, exports and deletes conversations", async () => {
    const server = await chats.serve({ answer: "Use a map." });
    const { page } = await chats.open();
    await chats.ask(page, "About maps");
    const maps = page.state.conversation?.id ?? "";
    page.post({ type: "new" });
    server.answerWith("Use a list.\n\n```ts a.ts\nlet a;\n```");
    await eventually(() => {
      assert.deepEqual(page.shown, []);
    });
    await chats.ask(page, "About lists");
    const titles = (): readonly string[] => page.state.conversations.list.map(({ title }) => title);
    await eventually(() => {
      assert.deepEqual(titles(), ["About lists", "About maps"]);
    });
    page.post({ type: "search", query: "MAP use" });
    await eventually(() => {
      assert.deepEqual([page.state.conversations.query, titles()], ["MAP use", ["About maps"]]);
    });
    page.post({ type: "search", query: "" });
    page.post({ type: "rename", id: maps, title: "  Maps  " });
    await eventually(() => {
      assert.deepEqual(titles(), ["About lists", "Maps"]);
    });
    page.post({ type: "export", id: page.state.conversation?.id ?? "" });
    await eventually(() => {
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.languageId, "markdown");
      assert.match(document.getText(), /^# About lists\n[^]*```ts a\.ts\nlet a;\n```/);
    });
    page.post({ type: "delete", id: maps });
    await eventually(() => {
      assert.match(messages.said.join(), /Delete the conversation “Maps”/);
    });
    assert.equal(titles().length, 2);
    messages.press("Delete");
    page.post({ type: "delete", id: maps });
    await eventually(() => {
      assert.deepEqual(titles(), ["About lists"]);
    });
    assert.equal((await chats.stored()).length, 1);
  });

  it("a conversation that cannot be deleted is still there, and takes the next question", async () => {
    const server = await chats.serve({ answer: "One." });
    const { liveChat, page } = await chats.open();
    await chats.ask(page, "First");
    await liveChat.parts.store.flush();
    const id = page.state.conversation?.id ?? "";
    const path = join(chats.root, `${id}.json`);
    // What no file can be put in the place of, nor be deleted as one.
    await rm(path);
    await mkdir(join(path, "inside"), { recursive: true });
    messages.press("Delete");
    page.post({ type: "delete", id });
    await eventually(() => {
      assert.match(messages.said.join("\n"), /“First” could not be deleted, so it is still there/);
      assert.deepEqual([page.state.conversation?.id, page.shown.length], [id, 2]);
    });
    await rm(path, { recursive: true });
    server.answerWith("Two.");
    await chats.ask(page, "Second");
    await liveChat.parts.store.flush();
    const [stored] = await chats.stored();
    assert.deepEqual(
      stored?.messages.map(({ text }) => text),
      ["First", "One.", "Second", "Two."],
    );
  });

  it("what is asked while a conversation is being deleted is kept in another one", async () => {
    await chats.serve({ answer: "Yes." });
    const { liveChat, page } = await chats.open();
    await chats.ask(page, "Old");
    const { store } = liveChat.parts;
    const remove = store.remove.bind(store);
    let goOn = (): void => undefined;
    store.remove = async (id) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await remove(id);
    };
    messages.press("Delete");
    page.post({ type: "delete", id: page.state.conversation?.id ?? "" });
    await eventually(() => {
      assert.deepEqual(page.shown, []);
    });
    await chats.ask(page, "New");
    goOn();
    await eventually(async () => {
      await store.flush();
      assert.deepEqual(
        (await chats.stored()).map(({ messages: [first] }) => first?.text),
        ["New"],
      );
    });
    assert.equal(page.question.text, "New");
  });

  it("a question that is sent while its conversation is opened again stays", async () => {
    await chats.serve({ answer: "Yes." });
    const { liveChat, page } = await chats.open();
    await chats.ask(page, "One");
    await liveChat.parts.store.flush();
    const opened = liveChat.open(liveChat.shown.id);
    liveChat.shown.send("Two", []);
    await opened;
    await eventually(() => {
      assert.equal(page.question.text, "Two");
    });
    await page.answered();
    assert.equal(page.shown.length, 4);
  });

  it("of many conversations those are let go of in which nothing has happened for the longest time", async () => {
    await chats.serve({ answer: "Yes." });
    const { liveChat, page } = await chats.open();
    const first = page.state.conversation?.id ?? "";
    const { conversations } = liveChat;
    const idle = conversations.begin();
    const busy = conversations.begin();
    await chats.ask(page, "Still at it");
    busy.send("Apply this", []);
    busy.stop();
    const answer = busy.value.messages.at(-1)?.id ?? "";
    busy.setBlocks(answer, { 0: { state: { type: "applying", engine: "fast", share: 0.5 } } });
    liveChat.show(conversations.begin());
    for (let count = 0; count < 16; count++) conversations.begin();
    const old = conversations.find(first);
    assert.ok(old !== undefined);
    old.rename("Named just now");
    liveChat.show(conversations.begin());
    assert.equal(conversations.find(idle.id), undefined);
    assert.ok(conversations.find(first) !== undefined, "Something has happened in it since.");
    for (let count = 0; count < 30; count++) liveChat.show(conversations.begin());
    assert.equal(conversations.find(first), undefined);
    assert.equal(conversations.find(busy.id), busy, "A block of it is under way.");
    page.post({ type: "open", id: first });
    await eventually(() => {
      assert.equal(page.state.conversation?.title, "Named just now");
      assert.equal(page.shown.length, 2);
    });
  });

  it("opens the sample, whose files are written anew, and stores nothing of it", async () => {
    const { page } = await chats.open();
    page.post({ type: "open-sample" });
    await eventually(() => {
      assert.equal(page.state.conversation?.isSample, true);
      assert.equal(page.shown.length, 2);
    });
    await eventually(() => {
      assert.match(vscode.window.visibleTextEditors[0]?.document.uri.path ?? "", /sample\/cart\.ts$/);
      const paths = page.state.conversation?.messages.at(-1)?.blocks.map(({ certainty }) => certainty);
      assert.deepEqual(paths?.slice(0, 2), ["certain", "certain"]);
    });
    assert.deepEqual(await chats.stored(), []);
    const first = page.answer.id;
    const cart = vscode.Uri.file(join(chats.root, "sample/cart.ts"));
    const fresh = (await vscode.workspace.openTextDocument(cart)).getText();
    await user.type(cart, "class Cart", "class Basket");
    page.post({ type: "open-sample" });
    await eventually(() => {
      assert.notEqual(page.answer.id, first);
    });
    assert.deepEqual([user.textOf(cart), user.isDirty(cart)], [fresh, false]);
  });
});
