import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { isCertain } from "../../../../extension/core/review/hunks.ts";
import type { Fault } from "../../../servers/faults.ts";
import type { ModelServer } from "../../../servers/modelServer.ts";
import { Chatting } from "./chatting.ts";

const ORIGINAL = "run();\nrest();\nrun();\n";

describe("an open piece of a chat's answer", function () {
  this.timeout(90_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chatting = new Chatting(user);

  afterEach(() => set(undefined));

  const set = (value: boolean | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update("askForChoice", value, vscode.ConfigurationTarget.Global);

  /** An answer with an edit that has two places, and the file. */
  async function answered(): Promise<{
    target: vscode.Uri;
    apply: () => void;
    stop: () => void;
    state: () => string | undefined;
  }> {
    const target = await user.write("run.js", ORIGINAL);
    const { page } = await chatting.open();
    const answer = await chatting.ask(page, "Walk at last.");
    return {
      target,
      apply: () => {
        page.post({ type: "block", id: answer.id, index: 0, action: "apply" });
      },
      stop: () => {
        page.post({ type: "block", id: answer.id, index: 0, action: "stop" });
      },
      state: () =>
        page.state.conversation?.messages.find(({ message }) => message.id === answer.id)?.blocks[0]?.state.type,
    };
  }

  const reply = (): string =>
    `\`\`\`js ${vscode.workspace.asRelativePath(user.uri("run.js"), false)}\n<<<<<<< SEARCH\nrun();\n=======\nwalk();\n>>>>>>> REPLACE\n\`\`\`\n`;

  /** Applies it; the model that wrote it says that the second place is meant. */
  async function decided(): Promise<{ server: ModelServer; target: vscode.Uri }> {
    const server = await chatting.serve({ choice: "1=2" });
    server.answerWith(reply());
    const { target, apply } = await answered();
    apply();
    await eventually(() => {
      assert.equal(user.review(target).state.proposal.join("\n"), "run();\nrest();\nwalk();\n");
    }, 30_000);
    return { server, target };
  }

  it("is decided by the model that wrote it, where nothing else is set up", async () => {
    const { server } = await decided();
    assert.equal(server.requests.length, 2, "The question of the user, and the one for a choice.");
    assert.match(JSON.stringify(server.requests[1]?.body), /Walk at last\./);
    await eventually(() => {
      assert.match(user.surface.progress.text, /thinker: 1 piece decided/);
    });
    assert.deepEqual(messages.said, []);
  });

  it("that the model has decided can be put elsewhere by the user", async () => {
    const { target } = await decided();
    const review = user.review(target);
    assert.deepEqual(review.hunks.map(isCertain), [true]);
    await user.press("openReview");
    await user.inFront(review);
    await user.press("nextHunk");
    await user.press("nextReading");
    await eventually(() => {
      assert.equal(review.state.proposal.join("\n"), "walk();\nrest();\nrun();\n");
    });
    assert.deepEqual(review.hunks.map(isCertain), [false]);
  });

  it("is left to the user where that model decides nothing", async () => {
    const server = await chatting.serve({ choice: "I do not know." });
    server.answerWith(reply());
    const { target, apply, state } = await answered();
    apply();
    await eventually(() => {
      assert.equal(state(), "review");
    }, 30_000);
    assert.equal(user.review(target).state.choices.length, 1);
    assert.equal(server.requests.length, 2);
    assert.doesNotMatch(messages.said.join("\n"), /Choose Provider/);
  });

  const faults: readonly (readonly [string, Fault])[] = [
    ["refuses the key", { type: "status", status: 401 }],
    ["has too much to do", { type: "status", status: 503 }],
    ["breaks the connection before its answer", { type: "close" }],
    ["breaks the connection in its answer", { type: "cut", afterBytes: 80 }],
    ["answers with a page for people", { type: "content-type" }],
  ];
  for (const [what, fault] of faults) {
    it(`is left to the user where the server ${what}`, async () => {
      const server = await chatting.serve({ choice: "1=2" });
      server.answerWith(reply());
      const { target, apply, state } = await answered();
      server.fail(fault, { always: true });
      apply();
      await eventually(() => {
        assert.equal(state(), "review");
      }, 30_000);
      assert.ok(server.requests.length > 1, "It was asked.");
      assert.deepEqual(
        user.review(target).hunks.map(({ choices }) => choices.map(({ by, readings }) => [by, readings.length])),
        [[[undefined, 2]]],
      );
    });
  }

  it("may be stopped while the model is silent, which closes the connection", async () => {
    const server = await chatting.serve({ choice: "1=2" });
    server.answerWith(reply());
    const { target, apply, stop, state } = await answered();
    server.fail({ type: "stall", afterBytes: 80 });
    apply();
    await eventually(() => {
      assert.deepEqual([server.requests.length, server.openAnswers], [2, 1]);
      assert.equal(user.reviews.findByTarget(target)?.progress, "streaming");
    });
    stop();
    await eventually(() => {
      assert.deepEqual([server.openAnswers, state()], [0, "idle"]);
    });
    assert.equal(user.textOf(target), ORIGINAL);
    apply();
    await eventually(() => {
      assert.equal(user.review(target).state.proposal.join("\n"), "run();\nrest();\nwalk();\n");
    }, 30_000);
  });

  it("is asked of nobody where the user wants that", async () => {
    await set(false);
    const server = await chatting.serve({ choice: "1=2" });
    server.answerWith(reply());
    const { apply, state } = await answered();
    apply();
    await eventually(() => {
      assert.equal(state(), "review");
    }, 30_000);
    assert.equal(server.requests.length, 1);
  });
});
