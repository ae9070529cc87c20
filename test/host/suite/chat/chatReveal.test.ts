import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Chatting } from "./chatting.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const BLOCKS = "First:\n\n```js a.js\none();\n```\n\nThen:\n\n```js b.js\ntwo();\n```\n";

describe("an answer of the chat that somebody is led to", function () {
  // The client of the models loads with the first question, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  const chats = new Chatting(user);

  it("comes with its conversation and its branch, and its block is in sight", async () => {
    await chats.serve({ answer: BLOCKS });
    const { liveChat, page } = await chats.open();
    const first = await chats.ask(page, "One");
    const conversation = page.state.conversation?.id ?? "";
    page.post({ type: "regenerate", id: first.id });
    await eventually(() => {
      assert.notEqual(page.answer.id, first.id);
    });
    await page.answered();
    page.post({ type: "new" });
    await eventually(() => {
      assert.deepEqual(page.shown, []);
    });
    assert.ok(await liveChat.reveal({ type: "chat", conversation, answer: first.id }, 9));
    await eventually(() => {
      assert.deepEqual(
        page.of("reveal").map(({ id, index }) => [id, index]),
        [[first.id, 1]],
      );
    });
    assert.equal(page.state.conversation?.id, conversation);
    assert.equal(page.answer.id, first.id);
    // What it shows next is what it says last.
    assert.deepEqual(page.state.reveal, { number: 1, id: first.id, index: 1 });
  });

  it("is in sight as soon as there is a page", async () => {
    await chats.serve({ answer: BLOCKS });
    const { liveChat, page } = await chats.open();
    const { id } = await chats.ask(page, "One");
    const conversation = page.state.conversation?.id ?? "";
    page.hide();
    assert.ok(await liveChat.reveal({ type: "chat", conversation, answer: id }, 3));
    assert.deepEqual(page.of("reveal"), []);
    page.post({ type: "ready" });
    await eventually(() => {
      assert.deepEqual(page.state.reveal, { number: 1, id, index: 0 });
    });
  });

  it("is not there where the conversation, the answer or the block is gone", async () => {
    await chats.serve({ answer: BLOCKS });
    const { liveChat, page } = await chats.open();
    const { id, parent } = await chats.ask(page, "One");
    const conversation = page.state.conversation?.id ?? "";
    const reveal = (where: string, answer: string, line: number): Promise<boolean> =>
      liveChat.reveal({ type: "chat", conversation: where, answer }, line);
    assert.deepEqual(
      [
        await reveal("other", id, 3),
        await reveal(conversation, "other", 3),
        await reveal(conversation, parent, 3),
        await reveal(conversation, id, 0),
        await reveal(conversation, id, 3),
      ],
      [false, false, false, false, true],
    );
    await liveChat.conversations.delete(conversation);
    assert.equal(await reveal(conversation, id, 3), false);
  });
});
