import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Planner } from "../../../../extension/core/chat/planner.ts";
import { planningPrompt } from "../../../../extension/core/chat/planningPrompt.ts";
import type { Fault } from "../../../servers/faults.ts";
import { Messages } from "../applying.ts";
import { Chatting } from "./chatting.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const ANSWER = ["Use a map.", "", "```ts src/a.ts", "const a = new Map();", "```", "", "That is all."].join("\n");
const LONG = Array.from({ length: 120 }, (_, at) => `Line ${at} of a long answer that goes on.`).join("\n");

describe("the chat", function () {
  // The client of the models loads with the first question, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  new Messages();
  const chats = new Chatting(user);

  it("streams an answer into the page and onto the disk", async () => {
    const server = await chats.serve({ answer: ANSWER });
    const { liveChat, page } = await chats.open();
    assert.deepEqual(page.shown, []);
    page.post({ type: "send", text: "Which type?", references: [] });
    const answer = await page.answered();
    assert.equal(answer.text, ANSWER);
    assert.equal(answer.model.name, "thinker");
    assert.ok((answer.usage?.completionTokens ?? 0) > 0, JSON.stringify(answer.usage));
    assert.ok((answer.cost ?? 0) > 0);
    assert.ok(page.of("grown").length > 0, "It came in parts.");
    const body = server.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
    assert.deepEqual(
      body.messages.map(({ role }) => role),
      ["system", "user"],
    );
    assert.equal(body.messages[0]?.content, planningPrompt("exact", true));
    assert.equal(body.messages[1]?.content, "Which type?");
    assert.equal(page.state.conversation?.title, "Which type?");
    await eventually(() => {
      assert.equal(page.state.conversations.list[0]?.title, "Which type?");
      assert.equal(page.state.conversation?.messages.at(-1)?.blocks.length, 1);
    });
    await liveChat.parts.store.flush();
    const [stored] = await chats.stored();
    assert.deepEqual(
      stored?.messages.map(({ text }) => text),
      ["Which type?", ANSWER],
    );
  });

  it("asks for exact edits or sketches, as the setting says or the model needs", async () => {
    const cases = [
      [undefined, 100_000, "exact"],
      ["sketch", 100_000, "sketch"],
      [undefined, 8_192, "sketch"],
      ["exact", 8_192, "exact"],
      ["diff", 100_000, "exact"],
    ] as const;
    for (const [setting, contextTokens, format] of cases) {
      const server = await chats.serve({ answer: "Two.", contextTokens });
      await vscode.workspace
        .getConfiguration("fastApply")
        .update("chat.editFormat", setting, vscode.ConfigurationTarget.Global);
      const { page } = await chats.open();
      await chats.ask(page, "One and one?");
      const body = server.requests.at(-1)?.body as { messages: { content: string }[] };
      assert.equal(
        body.messages[0]?.content,
        planningPrompt(format, contextTokens > 12_000),
        `${setting} with ${contextTokens} tokens`,
      );
    }
  });

  it("gathers what streams in quickly", async () => {
    await chats.serve({ answer: LONG });
    const { page } = await chats.open();
    await chats.ask(page, "Go on.");
    const grown = page.messages.filter(({ message }) => message.type === "grown");
    const took = (grown.at(-1)?.at ?? 0) - (grown[0]?.at ?? 0);
    assert.ok(grown.length <= took / 25 + 3, `${grown.length} messages in ${took} ms`);
    assert.equal(page.answer.text, LONG);
  });

  it("keeps what came when it is stopped, and takes the next question", async () => {
    const server = await chats.serve({ answer: LONG, msPerToken: 4 });
    const { page } = await chats.open();
    page.post({ type: "send", text: "Go on.", references: [] });
    await eventually(() => {
      assert.ok(page.answer.text.length > 100);
    }, 20_000);
    page.post({ type: "stop" });
    const { text } = await page.answered("stopped");
    assert.ok(LONG.startsWith(text) && text.length < LONG.length);
    await eventually(() => {
      assert.equal(server.openAnswers, 0);
    });
    server.answerWith("Done.");
    assert.equal((await chats.ask(page, "And now?")).text, "Done.");
    assert.deepEqual(
      page.shown.map((message) => message.text),
      ["Go on.", text, "And now?", "Done."],
    );
  });

  it("takes an answer of 5 MB with 10,000 blocks, which is stopped, stored, and comes back", async () => {
    const block = (at: number): string =>
      `Part ${at}.\n\n\`\`\`ts src/part${at}.ts\n${"const a = 1;\n".repeat(36)}\`\`\`\n\n`;
    const text = Array.from({ length: 10_000 }, (_, at) => block(at)).join("");
    assert.ok(text.length > 5_000_000);
    // A server on loopback would send each token as an event of its own, for minutes.
    const planner: Planner = {
      id: "test/long",
      name: "long",
      limits: { contextTokens: 100_000, outputTokens: 100_000 },
      takesTools: false,
      async *stream(_, signal) {
        for (let from = 0; from < text.length; from += 50_000) {
          yield { type: "text", text: text.slice(from, from + 50_000) };
          await setImmediate();
        }
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        signal.throwIfAborted();
      },
    };
    const { liveChat, page } = await chats.open(chats.root, chats.memory, {
      chosen: () => Promise.resolve(planner.id),
      planner: () => Promise.resolve(planner),
    });
    page.post({ type: "send", text: "All of it.", references: [] });
    await eventually(() => {
      assert.equal(page.answer.text.length, text.length);
    }, 15_000);
    page.post({ type: "stop" });
    await page.answered("stopped");
    await liveChat.close();
    const { page: next } = await chats.open();
    assert.equal(next.answer.state.type, "stopped");
    assert.ok(next.answer.text === text, "It is whole.");
    await eventually(() => {
      assert.equal(next.state.conversation?.messages.at(-1)?.blocks.length, 10_000);
    }, 15_000);
  });

  it("stops the answer that streams when the next question is sent", async () => {
    const server = await chats.serve({ answer: LONG, msPerToken: 4 });
    const { page } = await chats.open();
    page.post({ type: "send", text: "One", references: [] });
    await eventually(() => {
      assert.ok(page.answer.text !== "");
    }, 20_000);
    server.answerWith("Two it is.");
    await chats.ask(page, "Two");
    const [, first] = page.shown;
    assert.ok(first?.role === "assistant" && first.state.type === "stopped");
  });

  describe("failures keep what came and say what to do:", () => {
    const cases: readonly [name: string, fault: Fault, message: RegExp, keeps: boolean][] = [
      ["a wrong key", { type: "status", status: 401 }, /key/i, false],
      ["a rate limit", { type: "status", status: 429, headers: { "retry-after": "3600" } }, /limits/i, false],
      ["a cut stream", { type: "cut", afterBytes: 4000 }, /broke off|cannot be reached|connection/i, true],
      ["an end without its last event", { type: "silent-end", afterBytes: 4000 }, /broke off/i, true],
      ["an answer at its limit", { type: "length" }, /limit/i, true],
    ];
    for (const [name, fault, message, keeps] of cases) {
      it(name, async () => {
        const server = await chats.serve({ answer: LONG });
        const { page } = await chats.open();
        server.fail(fault, { always: true });
        page.post({ type: "send", text: "Go on.", references: [] });
        const { state, text } = await page.answered("failed");
        assert.ok(state.type === "failed");
        assert.match(state.message, message);
        assert.ok(LONG.startsWith(text) && text.length > 0 === keeps, text);
        assert.equal(page.question.text, "Go on.");
      });
    }

    it("no model at all", async () => {
      const { page } = await chats.open();
      page.post({ type: "send", text: "Anyone there?", references: [] });
      const { state } = await page.answered("failed");
      assert.ok(state.type === "failed" && state.message.includes("Add Chat Model"));
      await chats.serve({ answer: "Yes." });
      page.post({ type: "regenerate", id: page.answer.id });
      assert.equal((await page.answered()).text, "Yes.");
    });

    it("a chosen model that is gone", async () => {
      const server = await chats.serve({ answer: "Yes." });
      const settings = vscode.workspace.getConfiguration("fastApply");
      await settings.update("chat.model", "openai-compatible/retired", vscode.ConfigurationTarget.Global);
      const { page } = await chats.open();
      page.post({ type: "send", text: "Anyone there?", references: [] });
      const { state } = await page.answered("failed");
      assert.ok(state.type === "failed");
      assert.match(state.message, /openai-compatible\/retired is gone, and no other is asked/);
      assert.deepEqual([page.state.models?.chosen, server.requests.length], ["", 0]);
      page.post({ type: "choose-model", id: "openai-compatible/thinker" });
      await eventually(() => {
        assert.equal(page.state.models?.chosen, "openai-compatible/thinker");
      });
      page.post({ type: "regenerate", id: page.answer.id });
      assert.equal((await page.answered()).text, "Yes.");
    });

    it("a question that is too long", async () => {
      const server = await chats.serve({ contextTokens: 2000 });
      const { page } = await chats.open();
      page.post({ type: "send", text: "long ".repeat(5000), references: [] });
      const { state } = await page.answered("failed");
      assert.ok(state.type === "failed" && state.message.includes("too long"));
      assert.equal(server.requests.length, 0);
    });
  });

  it("regenerates beside the answer, edits beside the question, and shows either branch", async () => {
    const server = await chats.serve({ answer: "First." });
    const { page } = await chats.open();
    const first = await chats.ask(page, "Ask");
    server.answerWith("Second.");
    page.post({ type: "regenerate", id: first.id });
    await eventually(() => {
      assert.equal(page.answer.text, "Second.");
    }, 15_000);
    const second = await page.answered();
    assert.deepEqual(page.state.conversation?.messages.at(-1)?.siblings, [first.id, second.id]);
    await chats.ask(page, "More");
    page.post({ type: "show-branch", id: first.id });
    await eventually(() => {
      assert.deepEqual(
        page.shown.map(({ text }) => text),
        ["Ask", "First."],
      );
    });
    server.answerWith("Third.");
    page.post({ type: "edit", id: page.question.id, text: "Ask again", references: [] });
    await eventually(() => {
      assert.equal(page.question.text, "Ask again");
    });
    await page.answered();
    assert.deepEqual(
      page.shown.map(({ text }) => text),
      ["Ask again", "Third."],
    );
    assert.equal(page.state.conversation.messages[0]?.siblings.length, 2);
    page.post({ type: "show-branch", id: second.id });
    await eventually(() => {
      assert.equal(page.shown.length, 4);
    });
  });

  it("comes back whole when the page is shown again, also in the middle of an answer", async () => {
    await chats.serve({ answer: LONG, msPerToken: 3 });
    const { page } = await chats.open();
    page.post({ type: "send", text: "Go on.", references: [] });
    await eventually(() => {
      assert.ok(page.answer.text.length > 200);
    }, 20_000);
    page.hideAndShow();
    assert.equal((await page.answered()).text, LONG);
  });

  it("keeps question and answer when VS Code dies in the middle", async () => {
    const server = await chats.serve({ answer: LONG, msPerToken: 4 });
    const { page } = await chats.open();
    page.post({ type: "send", text: "Go on.", references: [] });
    await eventually(async () => {
      const [stored] = await chats.stored();
      assert.ok((stored?.messages.at(1)?.text.length ?? 0) > 100);
    }, 20_000);
    // What lies on the disk at this moment is all that a dead window leaves.
    const left = await mkdtemp(join(tmpdir(), "fast-apply-left-"));
    await cp(chats.root, left, { recursive: true });
    const { liveChat: nextContext, page: next } = await chats.open(left);
    const { state, text } = next.answer;
    assert.equal(next.question.text, "Go on.");
    assert.ok(LONG.startsWith(text) && text.length > 100);
    assert.ok(state.type === "failed" && state.message.includes("VS Code was closed"), JSON.stringify(state));
    page.post({ type: "stop" });
    server.answerWith("Whole.");
    next.post({ type: "regenerate", id: next.answer.id });
    await eventually(() => {
      assert.equal(next.answer.text, "Whole.");
    }, 15_000);
    await next.answered();
    await nextContext.close();
    await rm(left, { recursive: true, force: true });
  });

  it("stores what came when the window is closed", async () => {
    await chats.serve({ answer: LONG, msPerToken: 4 });
    const { liveChat, page } = await chats.open();
    page.post({ type: "send", text: "Go on.", references: [] });
    await eventually(() => {
      assert.ok(page.answer.text.length > 100);
    }, 20_000);
    await liveChat.close();
    const { page: next } = await chats.open();
    assert.ok(next.answer.text.length >= page.answer.text.length && next.answer.state.type === "failed");
  });
});
