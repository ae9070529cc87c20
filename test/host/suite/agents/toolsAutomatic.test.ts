import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { AgentCalls, BOTH, BOTH_HUNKS, CART, EDITED, outcomes, sketch } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("by the setting auto, the edits of agents", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);
  const auto = (run: () => Promise<void>): Promise<void> => user.withSettings({ "fastApply.tool.review": "auto" }, run);

  it("are accepted as one undo step, and not saved", async () => {
    await auto(async () => {
      const target = await user.write("cart.js", CART);
      const result = await agent.edit("cart.js", BOTH);
      assert.deepEqual([result.outcome, ...outcomes(result)], ["applied", "accepted", "accepted"]);
      assert.equal(user.textOf(target), EDITED);
      assert.equal(await user.onDisk("cart.js"), CART);
      assert.deepEqual(messages.said, []);
      await user.undo(target);
      await eventually(() => {
        assert.equal(user.textOf(target), CART);
      });
    });
  });

  it("are saved where the user wants that", async () => {
    await auto(() =>
      user.withSettings({ "fastApply.saveOnAccept": true }, async () => {
        await user.write("cart.js", CART);
        const result = await agent.edit("cart.js", BOTH);
        assert.equal(await user.onDisk("cart.js"), EDITED);
        assert.doesNotMatch(result.message, /not saved/);
      }),
    );
  });

  it("keep line ends and byte order mark", async () => {
    await auto(() =>
      user.withSettings({ "fastApply.saveOnAccept": true }, async () => {
        const windows = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
        await user.write("cart.js", windows(CART));
        assert.equal((await agent.edit("cart.js", BOTH)).outcome, "applied");
        assert.equal(await user.onDisk("cart.js"), windows(EDITED));
      }),
    );
  });

  it("make new files at once", async () => {
    await auto(async () => {
      await user.write("beside.js", "");
      assert.equal((await agent.edit("new.js", "export const fresh = true;\n")).outcome, "applied");
      assert.match(await user.onDisk("new.js"), /fresh/);
    });
  });

  it("tell no problem as new that VS Code finds when it opens the file", async () => {
    await auto(async () => {
      const target = await user.write("cart.js", CART);
      const problems = vscode.languages.createDiagnosticCollection("test");
      const range = new vscode.Range(1, 0, 1, 1);
      const listener = vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.toString() !== target.toString()) return;
        // A language server's pace: later than VS Code tells of the file, sooner than the extension gives up waiting.
        setTimeout(() => {
          problems.set(target, [new vscode.Diagnostic(range, "old", vscode.DiagnosticSeverity.Warning)]);
        }, 50);
      });
      try {
        assert.deepEqual((await agent.edit("cart.js", BOTH)).problems, []);
        assert.equal(vscode.languages.getDiagnostics(target).length, 1);
      } finally {
        listener.dispose();
        problems.dispose();
      }
    });
  });

  it("leave what the user has before them alone", async () => {
    await auto(async () => {
      const target = await user.write("cart.js", CART);
      await user.apply(target, (text) => text.replace("items.length", "items.size"));
      const result = await agent.edit("cart.js", sketch({ total: "round(sum)" }));
      assert.equal(result.outcome, "applied");
      assert.deepEqual(user.hunks(target), [BOTH_HUNKS[0]]);
    });
  });

  for (const name of [".vscode/tasks.js", ".husky/pre-commit.js", "vite.config.js", ".VSCODE/tasks.js"]) {
    it(`wait for the user where they are of what runs: ${name}`, async () => {
      await auto(async () => {
        const target = await user.write(name, CART);
        const result = await agent.edit(name, BOTH, { patienceSeconds: 0 });
        assert.equal(result.outcome, "pending review");
        assert.match(result.message, /No edit of this file is accepted without the user: /);
        assert.equal(user.textOf(target), CART);
        assert.equal(await user.onDisk(name), CART);
        assert.match(messages.said.join(), /tester wants to edit/);
      });
    });
  }

  it("make no new file of what runs", async () => {
    await auto(async () => {
      await user.write("beside.js", "");
      const result = await agent.edit(".husky/pre-push", "exec evil\n", { patienceSeconds: 0 });
      assert.equal(result.outcome, "pending review");
      await assert.rejects(user.onDisk(".husky/pre-push"));
    });
  });

  it("wait where a link leads to what runs", async () => {
    await auto(async () => {
      await user.write("vite.config.js", CART);
      await symlink("vite.config.js", user.path("plain.js"));
      try {
        const result = await agent.edit("plain.js", BOTH, { patienceSeconds: 0 });
        assert.equal(result.outcome, "pending review");
        assert.equal(await user.onDisk("vite.config.js"), CART);
      } finally {
        await vscode.workspace.fs.delete(user.uri("plain.js"));
      }
    });
  });

  it("are accepted once the user has looked at them", async () => {
    await auto(async () => {
      const target = await user.write("vite.config.js", CART);
      const editing = agent.edit("vite.config.js", BOTH);
      await agent.underReview(target);
      await agent.decide(target, "accept");
      const { outcome, message } = await editing;
      assert.equal(outcome, "applied");
      assert.doesNotMatch(message, /without the user/);
      assert.equal(user.textOf(target), EDITED);
    });
  });

  it("wait for the user in a workspace that is not trusted", async () => {
    await auto(async () => {
      const isTrusted = Object.getOwnPropertyDescriptor(vscode.workspace, "isTrusted") ?? {};
      // Test mode trusts everything.
      Object.defineProperty(vscode.workspace, "isTrusted", { configurable: true, get: () => false });
      try {
        await user.write("cart.js", CART);
        const result = await agent.edit("cart.js", BOTH, { patienceSeconds: 0 });
        assert.equal(result.outcome, "pending review");
        assert.match(result.message, /not trusted/);
      } finally {
        Object.defineProperty(vscode.workspace, "isTrusted", isTrusted);
      }
    });
  });
});
