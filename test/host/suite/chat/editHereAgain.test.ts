import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { Chatting } from "./chatting.ts";
import { Editing, edits, FILE, LENGTH, named, RATE } from "./editing.ts";

describe("an edit in place that is asked again", function () {
  this.timeout(90_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);
  const editing = new Editing(user, chats);

  it("is asked again with what was there, and the earlier proposal gives way", async () => {
    const { target, server, here, memory } = await editing.begin(
      [LENGTH, RATE],
      "  const rate = 0.2;\n  return sum * rate;",
    );
    editing.will("Raise the rate.");
    await here.edit(vscode.window.activeTextEditor);
    const review = user.review(target);
    assert.equal(review.hunks.length, 2);
    assert.ok(memory.conversationOf(review.id) !== undefined);
    await user.inFront(review);
    await review.decide("accept", review.state, review.hunks.slice(0, 1));
    await user.type(target, "export function total", "// First.\nexport function total");
    server.answerWith(edits(named(target), [RATE[0], "  const rate = 0.25;"]));
    editing.will("Less, please.");
    await here.again({ review: review.id });
    assert.deepEqual(user.hunks(target), ["  const rate = 0.2; >   const rate = 0.25;"]);
    assert.equal(user.review(target), review);
    assert.equal(editing.questions[1]?.value, "");
    const body = server.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
    assert.deepEqual(
      body.messages.map(({ role }) => role),
      ["system", "user", "assistant", "user"],
    );
    const asked = body.messages.at(-1)?.content ?? "";
    assert.ok(asked.includes(`${named(target)}:7-8:\n`), asked);
    assert.match(asked, /\/\/ First\.[^]*What you proposed before and is not in it is dropped/);
    assert.match(user.textOf(target) ?? "", /\/\/ First\.[^]*length \+ 1/);
    await user.inFront(review);
  });

  it("keeps the earlier proposal where asking again comes to nothing", async () => {
    const { target, server, here } = await editing.begin();
    editing.will("Raise the rate.");
    await here.edit(vscode.window.activeTextEditor);
    await user.inFront(user.review(target));
    server.answerWith("I would rather not.");
    editing.will("Less, please.");
    await here.again(undefined);
    assert.deepEqual(user.hunks(target), ["  const rate = 0.2; >   const rate = 0.3;"]);
    await eventually(() => {
      assert.match(messages.said.join("\n"), /The answer has no code for .*shop\.js: I would rather not\./);
    });
  });

  it("is asked again after a restart as before", async () => {
    const target = await user.write("shop.js", FILE);
    const server = await chats.serve({ answer: edits(named(target), RATE) });
    const before = await editing.open();
    await editing.pointAt(await vscode.workspace.openTextDocument(target), "  const rate = 0.2;", true);
    editing.will("Raise the rate.");
    await before.edits.edit(vscode.window.activeTextEditor);
    const review = user.review(target);
    await user.inFront(review);
    await eventually(() => {
      const conversation = before.liveChat.conversations.find(before.memory.conversationOf(review.id) ?? "")?.value;
      const answer = conversation?.messages.at(-1);
      assert.ok(
        answer?.role === "assistant" && answer.blocks["0"]?.state.type === "review",
        "It is known how it stands.",
      );
    });
    before.edits.dispose();
    await before.liveChat.close();
    const { edits: here } = await editing.open();
    server.answerWith(edits(named(target), LENGTH));
    editing.will("Rather the length.");
    await here.again({ review: review.id });
    assert.deepEqual(user.hunks(target), ["  return items.length; >   return items.length + 1;"]);
    assert.equal((server.requests.at(-1)?.body as { messages: unknown[] } | undefined)?.messages.length, 4);
  });

  it("brings the earlier proposal back where the next one is stopped while it comes", async () => {
    const { target, planner, here } = await editing.beginHeld(RATE);
    editing.will("Raise the rate.", "Rather the length, and the rate.");
    const first = here.edit(vscode.window.activeTextEditor);
    planner.finish();
    await first;
    const raised = ["  const rate = 0.2; >   const rate = 0.3;"];
    assert.deepEqual(user.hunks(target), raised);
    planner.answerWith(edits(named(target), LENGTH, RATE));
    const second = here.again(undefined);
    planner.comeTo(">>>>>>> REPLACE\n");
    await eventually(() => {
      assert.deepEqual(user.hunks(target), ["  return items.length; >   return items.length + 1;"]);
    });
    here.stop();
    await second;
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
      assert.deepEqual(user.hunks(target), raised);
    });
  });
});
