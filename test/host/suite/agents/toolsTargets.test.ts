import assert from "node:assert/strict";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { EDIT_FILE } from "../../../../extension/core/tools/editFileTool.ts";
import { AgentCalls, BOTH, BOTH_HUNKS, CART, EDITED, sketch } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { Reviewing } from "../reviewing.ts";

describe("the tool for the agents of VS Code", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);

  async function invoke(input: object, token?: vscode.CancellationToken): Promise<string> {
    const { content } = await vscode.lm.invokeTool(EDIT_FILE.name, { input, toolInvocationToken: undefined }, token);
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
  }
  const call = (target_file: string, code_edit: string, token?: vscode.CancellationToken): Promise<string> =>
    invoke({ target_file, instructions: "I change it.", code_edit }, token);
  const named = (name: string): string => vscode.workspace.asRelativePath(user.uri(name), false);

  it("edits by a path in the workspace, and tells what became of it", async () => {
    const target = await user.write("cart.js", CART);
    const accepted = call(named("cart.js"), BOTH);
    await agent.underReview(target, BOTH_HUNKS);
    await agent.decide(target, "accept");
    assert.match(await accepted, /^applied: .*cart\.js by structural in \d+ ms\. 2 hunks accepted/);
    const rejected = call(user.path("cart.js"), sketch({ count: "1" }));
    await agent.underReview(target);
    await agent.decide(target, "reject");
    assert.match(await rejected, /^rejected: .*cart\.js/);
  });

  it("waits as long as the setting says", async () => {
    await user.withSettings({ "fastApply.tool.waitSeconds": 0 }, async () => {
      const target = await user.write("cart.js", CART);
      assert.match(await call(named("cart.js"), BOTH), /^pending review: .*Do not report the edit as done/);
      await agent.decide(target, "accept");
      assert.match(await call(named("none.js"), sketch({ count: "1" })), /cart\.js: applied/);
    });
  });

  it("edits at once by the setting auto", async () => {
    await user.withSettings({ "fastApply.tool.review": "auto" }, async () => {
      const target = await user.write("cart.js", CART);
      assert.match(
        await call(named("cart.js"), BOTH),
        /^applied: .*\n\nHunks:\n- accepted: line 2\n- accepted: line 8\n/,
      );
      assert.equal(user.textOf(target), EDITED);
    });
  });

  it("stops to wait when its call is cancelled", async () => {
    const target = await user.write("cart.js", CART);
    const cancel = new vscode.CancellationTokenSource();
    const editing = call(named("cart.js"), BOTH, cancel.token).catch(() => "cancelled");
    await agent.underReview(target, BOTH_HUNKS);
    cancel.cancel();
    assert.match(await editing, /cancelled/);
    assert.deepEqual(user.hunks(target), BOTH_HUNKS);
  });

  it("shows no line of a file whose name says that it holds secrets", async () => {
    await user.write(".env", "SECRET_KEY=abc123\nNAME=shop\n");
    await symlink(".env", user.path("notes.txt"));
    for (const name of [".env", "notes.txt"]) {
      const text = await call(named(name), "A=1\n");
      assert.match(text, /^not sure: .*holds secrets/);
      assert.doesNotMatch(text, /abc123|shop/);
    }
  });

  it("says what is wrong with arguments, and shows a call that works", async () => {
    const text = await invoke({ target_file: "a.js", instructions: "I change it.", code_edit: "  " });
    assert.match(
      text,
      /^failed: a\.js\. code_edit is empty\. Nothing was changed\. A call that works: \{"target_file"/,
    );
  });

  describe("refuses without a question, and changes nothing,", () => {
    const refuses = (title: string, prepare: () => Promise<string> | string, words: RegExp, code = BOTH): void => {
      it(title, async () => {
        await user.write("cart.js", CART);
        const path = await prepare();
        const text = await call(path, code);
        assert.match(text, /^failed: /);
        assert.match(text, words);
        assert.deepEqual([user.reviews.pending.length, messages.said], [0, []]);
      });
    };

    refuses("a path that leaves the workspace", () => "../../outside.js", /outside the workspace/);
    refuses("an absolute path outside", () => "/etc/passwd", /outside the workspace/);
    refuses("an absolute path that climbs out", () => user.path("../../../../etc/passwd"), /outside the workspace/);
    refuses("a home folder", () => "~/.bashrc", /outside the workspace/);
    refuses("an address", () => "file:///etc/passwd", /outside the workspace/);
    refuses("git's own files", () => ".git/hooks/pre-commit", /belongs to git/);
    refuses("git's own files by an absolute path", () => user.path(".git/config"), /belongs to git/);
    refuses("a hidden text of a file", () => named("cart.js:hidden"), /colon/);
    refuses("a hidden text of a file by an absolute path", () => user.path("cart.js:hidden"), /colon/);
    refuses("characters that cannot be seen", () => "a\u202Ejs", /cannot be seen/);
    refuses("a folder", () => named("."), /folder/);
    refuses(
      "a file that is not there, for a part of it",
      () => named("none.js"),
      /does not exist/,
      sketch({ count: "1" }),
    );
    refuses(
      "a link that leaves the workspace",
      async () => {
        await symlink(tmpdir(), user.path("away"));
        return named("away/new.js");
      },
      /link on the path leads out/,
      "export const fresh = 1;\n",
    );
    refuses(
      "a link to a file outside",
      async () => {
        await symlink("/etc/hostname", user.path("host.js"));
        return named("host.js");
      },
      /link on the path leads out/,
    );
    refuses(
      "a link that leads nowhere",
      async () => {
        await symlink("nowhere.js", user.path("broken.js"));
        return named("broken.js");
      },
      /leads nowhere/,
    );
    refuses(
      "a file that nobody may write to",
      async () => {
        await chmod(user.path("cart.js"), 0o444);
        return named("cart.js");
      },
      /read-only/,
    );
    refuses(
      "a binary file",
      async () => {
        await user.write("a.bin", new Uint8Array([1, 0, 2]));
        return named("a.bin");
      },
      /binary/,
    );
    refuses(
      "a file below a file",
      () => named("cart.js/inner.js"),
      /should be a folder is a file/,
      "export const fresh = 1;\n",
    );
    refuses(
      "a folder that has the name of a file",
      async () => {
        await mkdir(join(user.path("dir.js")));
        return named("dir.js");
      },
      /is a folder/,
    );
    refuses(
      "a sketch that deletes the file",
      () => named("cart.js"),
      /deletes the file/,
      "*** Begin Patch\n*** Delete File: cart.js\n*** End Patch\n",
    );
    refuses(
      "a sketch that moves the file",
      () => named("cart.js"),
      /moves the file/,
      "*** Begin Patch\n*** Update File: cart.js\n*** Move to: b.js\n@@\n-  return sum;\n+  return 1;\n*** End Patch\n",
    );
  });
});
