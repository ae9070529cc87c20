import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Rewriter } from "../../../../extension/core/models/rewriter.ts";
import { AgentTurns } from "../../../../extension/host/tools/agentTurns.ts";
import type { AgentRequest } from "../../../../extension/host/tools/agentEdits.ts";
import { editTool } from "../../../../extension/host/tools/editTool.ts";
import { ReportedEdits, type Memory } from "../../../../extension/host/tools/reportedEdits.ts";
import { ToolEdits } from "../../../../extension/host/tools/toolEdits.ts";
import { AgentCalls, BOTH, BOTH_HUNKS, CART, EDITED, sketch } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { endless, rewriter } from "../applyingBlocks.ts";
import { eventually, Reviewing } from "../reviewing.ts";

/** What VS Code remembers of a workspace, with the time to look at it. */
class TestMemory implements Memory {
  #text = "";

  get text(): string {
    return this.#text;
  }

  get(): unknown {
    return this.#text === "" ? undefined : JSON.parse(this.#text);
  }

  update(_key: string, value: unknown): Promise<void> {
    this.#text = JSON.stringify(value);
    return Promise.resolve();
  }
}

describe("a desk for the edits of agents", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);
  let rewriters: readonly Rewriter[] = [];
  let memory = new TestMemory();
  let recovered = Promise.resolve();
  let toolEdits: ToolEdits;
  let parts: { readonly turns: AgentTurns; readonly reported: ReportedEdits };

  /** As VS Code makes it at its start. */
  function open(): void {
    const { reviews, editors, progress } = user.surface;
    parts = { turns: new AgentTurns(reviews), reported: new ReportedEdits(reviews, memory, recovered) };
    const engines = {
      parsers: { load: () => Promise.resolve(undefined) },
      progress,
      configuredRewriters: () => Promise.resolve(rewriters),
    };
    toolEdits = new ToolEdits({ surroundings: { reviews, engines }, surface: { reviews, editors }, ...parts });
  }
  function close(): void {
    toolEdits.dispose();
    parts.turns.dispose();
    parts.reported.dispose();
  }
  beforeEach(() => {
    rewriters = [];
    memory = new TestMemory();
    recovered = Promise.resolve();
    open();
  });
  afterEach(close);

  const requestFor = (name: string, code_edit: string, more: Partial<AgentRequest> = {}): AgentRequest => ({
    target: user.uri(name),
    arguments: { target_file: name, instructions: "I change it.", code_edit },
    agent: "tester",
    session: "session",
    patienceSeconds: 60,
    ...more,
  });
  const edit = (
    name: string,
    code: string,
    more: Partial<AgentRequest> = {},
    signal = new AbortController().signal,
    onProgress: (message: string) => void = () => undefined,
  ): ReturnType<ToolEdits["edit"]> => toolEdits.edit(requestFor(name, code, more), onProgress, signal);

  /** The window goes down and comes up again, with what is remembered and stored. */
  async function reload(target: vscode.Uri): Promise<void> {
    await eventually(() => {
      assert.ok(memory.text.length > 0);
    });
    const { id, kind, session } = user.review(target);
    close();
    user.reviews.end(user.review(target));
    open();
    user.reviews.restore(id, kind, target, session);
  }

  it("ends the waits of its calls when the window goes down, and the reviews stay", async () => {
    const target = await user.write("cart.js", CART);
    const editing = edit("cart.js", BOTH);
    await agent.underReview(target, BOTH_HUNKS);
    toolEdits.dispose();
    assert.equal((await editing).outcome, "pending review");
    assert.deepEqual(user.hunks(target), BOTH_HUNKS);
  });

  it("tells after a restart what became of an edit that waited", async () => {
    const target = await user.write("cart.js", CART);
    assert.equal((await edit("cart.js", BOTH, { patienceSeconds: 0 })).outcome, "pending review");
    await reload(target);
    assert.deepEqual((await edit("none.js", sketch({ count: "1" }))).earlier, []);
    await agent.decide(target, "accept", 0);
    await agent.decide(target, "reject", 0);
    const { earlier } = await edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "partly applied" }]);
    assert.deepEqual((await edit("none.js", sketch({ count: "1" }))).earlier, []);
  });

  it("tells after a restart of hunks that were rejected before it", async () => {
    const target = await user.write("cart.js", CART);
    await edit("cart.js", BOTH, { patienceSeconds: 0 });
    await agent.decide(target, "reject", 0);
    await reload(target);
    await agent.decide(target, "accept", 0);
    const { earlier } = await edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "partly applied" }]);
  });

  it("tells after a restart of hunks that gave way to a later edit before it", async () => {
    const target = await user.write("cart.js", CART);
    await edit("cart.js", BOTH, { patienceSeconds: 0 });
    await edit("cart.js", sketch({ count: "items.size + 1" }), { patienceSeconds: 0, session: "another" });
    await eventually(() => {
      assert.match(memory.text, /"another"/);
    });
    await reload(target);
    await agent.decide(target, "accept");
    const { earlier } = await edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "partly applied" }]);
  });

  it("tells after a restart what was decided before it", async () => {
    const target = await user.write("cart.js", CART);
    await edit("cart.js", BOTH, { patienceSeconds: 0 });
    await agent.decide(target, "reject");
    await eventually(() => {
      assert.match(memory.text, /"outcome":"rejected"/);
    });
    close();
    open();
    const { earlier } = await edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "rejected" }]);
  });

  it("tells once that the review of an edit has not come back after a restart", async () => {
    const target = await user.write("cart.js", CART);
    await edit("cart.js", BOTH, { patienceSeconds: 0 });
    await eventually(() => {
      assert.match(memory.text, /cart\.js/);
    });
    close();
    user.reviews.end(user.review(target));
    let putBack: () => void = () => undefined;
    recovered = new Promise((resolve) => {
      putBack = resolve;
    });
    open();
    assert.deepEqual((await edit("none.js", sketch({ count: "1" }))).earlier, []);
    putBack();
    const { earlier } = await edit("none.js", sketch({ count: "1" }));
    assert.deepEqual(earlier, [{ file: "cart.js", outcome: "given up: its review is gone; read the file" }]);
    assert.deepEqual((await edit("none.js", sketch({ count: "1" }))).earlier, []);
    await eventually(() => {
      assert.equal(memory.text, "[]");
    });
  });

  it("takes no memory that is not its own", async () => {
    await memory.update("editsOfAgents", [{ session: "session", file: 7 }]);
    close();
    open();
    assert.deepEqual((await edit("none.js", sketch({ count: "1" }))).earlier, []);
  });

  describe("where models are asked", () => {
    const twice = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
    const doubtful = "<<<<<<< SEARCH\n  run();\n=======\n  walk();\n>>>>>>> REPLACE\n";

    it("tells how it goes, and stops when the call is cancelled", async () => {
      rewriters = [endless()];
      const target = await user.write("a.js", twice);
      const cancel = new AbortController();
      const said: string[] = [];
      const editing = edit("a.js", doubtful, {}, cancel.signal, (message) => said.push(message));
      await eventually(() => {
        assert.match(said.join(), /Rewriting .*a\.js/);
      });
      cancel.abort();
      const result = await editing;
      assert.deepEqual([result.outcome, result.message.includes("cancelled")], ["failed", true]);
      assert.equal(user.reviews.findByTarget(target), undefined);
    });

    it("tells when the user stops the rewrite", async () => {
      rewriters = [endless()];
      const target = await user.write("a.js", twice);
      let hasBegun = false;
      const editing = edit("a.js", doubtful, {}, undefined, (message) => {
        hasBegun ||= message.includes("endless");
      });
      await eventually(() => {
        assert.ok(hasBegun);
      });
      // A click on the status bar.
      await user.press("stopApply");
      const result = await editing;
      assert.deepEqual([result.outcome, result.message.includes("user stopped")], ["failed", true]);
      assert.equal(user.reviews.findByTarget(target), undefined);
    });

    it("has an edit that is not proven reviewed, whatever the setting says, with what speaks against it", async () => {
      rewriters = [
        rewriter("careless", twice.replace("run();\n}\n\n", "walk();\n}\n\n").replace("function b", "function c")),
      ];
      await user.withSettings({ "fastApply.tool.review": "auto" }, async () => {
        const target = await user.write("a.js", twice);
        const editing = edit("a.js", doubtful);
        await agent.underReview(target);
        assert.ok(
          messages.said.every((said) => said.includes("wants to edit")),
          messages.said.join(),
        );
        await agent.decide(target, "reject", 0);
        while (user.reviews.findByTarget(target)?.isPending === true) await agent.decide(target, "reject", 0);
        const result = await editing;
        assert.deepEqual([result.outcome, result.engine], ["rejected", "careless"]);
        assert.ok(result.remarks.length > 0);
      });
    });
  });

  describe("asks the user before a call,", () => {
    const source = new vscode.CancellationTokenSource();
    const prepared = async (input: unknown): Promise<vscode.PreparedToolInvocation | null | undefined> =>
      editTool(toolEdits).prepareInvocation?.({ input }, source.token);

    it("naming file and instruction, with nothing in them that is markup", async () => {
      const { confirmationMessages, invocationMessage } =
        (await prepared({
          target_file: "src/cart.js",
          instructions: "I [round](command:evil) $(icon) the\ntotal.",
          code_edit: BOTH,
        })) ?? {};
      assert.equal(confirmationMessages?.title, "Edit src/cart.js?");
      assert.equal(invocationMessage, "Editing src/cart.js");
      const { message } = confirmationMessages;
      assert.ok(message instanceof vscode.MarkdownString);
      assert.doesNotMatch(message.value, /\]\(|\n/);
      assert.match(message.value, /round/);
      assert.notEqual(message.isTrusted, true);
    });

    it("but not where nothing will be done", async () => {
      assert.equal((await prepared({ target_file: "a.js" }))?.confirmationMessages, undefined);
    });
  });

  it("judges an edit whose text changed while it was computed", async () => {
    const target = await user.write("cart.js", CART);
    await user.open(target);
    const editing = edit("cart.js", BOTH);
    await user.type(target, "let sum = 0;", "let sum = 1;");
    await agent.underReview(target);
    await agent.decide(target, "accept");
    assert.equal((await editing).outcome, "applied");
    assert.equal(user.textOf(target), EDITED.replace("let sum = 0;", "let sum = 1;"));
  });
});
