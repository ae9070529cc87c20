import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually, filesAreSeen, Reviewing } from "../reviewing.ts";
import { HUNKS, rewrite, Storing, TEXT } from "./storing.ts";

describe("the store of pending reviews whose files change", () => {
  const user = new Reviewing();
  const storing = new Storing(user);
  const { asked, files, onlyFile, begin, flush, leave, comeBack } = storing;
  const name = (target: vscode.Uri): string => vscode.workspace.asRelativePath(target);

  it("puts it back beside changes elsewhere in the file", async () => {
    const target = await begin();
    await leave();
    await user.type(target, "four", "vier");
    await comeBack();
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.deepEqual(asked, []);
  });

  describe("when the file changed the same lines meanwhile", () => {
    const conflict = async (given?: string): Promise<vscode.Uri> => {
      const target = await begin();
      await leave();
      await user.type(target, "two", "deux");
      storing.answer = given;
      await comeBack();
      assert.deepEqual(asked[0], {
        message: `The review of ${name(target)} no longer fits, because the file changed meanwhile.`,
        choices: ["Save as Patch…", "Open Anyway", "Discard"],
      });
      return target;
    };

    it("asks, and an unanswered question comes again at the next start", async () => {
      const target = await conflict();
      assert.equal(user.reviews.findByTarget(target), undefined);
      await onlyFile();
      await leave();
      await comeBack();
      assert.equal(asked.length, 2);
    });

    it("discards when told to", async () => {
      await conflict("Discard");
      await eventually(async () => {
        assert.deepEqual(await files(), []);
      });
    });

    it("opens it with a conflict when told to", async () => {
      const target = await conflict("Open Anyway");
      await eventually(() => {
        assert.deepEqual(user.hunks(target), ["!deux > zwei", "six > sechs"]);
      });
      assert.equal(user.textOf(target), TEXT.replace("two", "deux"));
    });

    it("looks at the file again when it is told to open it, since the question may stand for long", async () => {
      const answers: ((choice: string) => void)[] = [];
      vscode.window.showWarningMessage = (message: string) => {
        asked.push({ message, choices: [] });
        return new Promise<string>((resolve) => answers.push(resolve));
      };
      const target = await begin();
      await leave();
      await user.type(target, "two", "deux");
      await comeBack();
      const review = await user.apply(target, (text) => text.replace("four", "vier"));
      answers[0]?.("Open Anyway");
      await eventually(() => {
        assert.equal(asked[1]?.message, `An earlier review of ${name(target)} is left, and the file has a new one.`);
      });
      assert.equal(user.review(target), review);
      assert.deepEqual(user.hunks(target), ["four > vier"]);
    });

    it("saves a patch that git applies to the file as it was", async () => {
      const patch = user.uri("saved.patch");
      vscode.window.showSaveDialog = () => Promise.resolve(patch);
      const target = await conflict("Save as Patch…");
      await eventually(async () => {
        assert.match(await user.onDisk("saved.patch"), /^diff --git/);
        assert.deepEqual(await files(), []);
      });
      assert.equal(await user.onDisk("file.txt"), TEXT);
      const folder = vscode.workspace.getWorkspaceFolder(target)?.uri.fsPath;
      execFileSync("git", ["apply", "--unsafe-paths", `--directory=${folder ?? ""}`, patch.fsPath], { cwd: "/" });
      assert.equal(await user.onDisk("file.txt"), rewrite(TEXT));
    });
  });

  describe("when the file is gone", () => {
    const goneAtStart = async (given?: string): Promise<vscode.Uri> => {
      const target = await begin();
      await leave();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await rm(target.fsPath);
      storing.answer = given;
      await comeBack();
      const message = `${name(target)} is not there any more. Its review comes back with it.`;
      assert.deepEqual(asked, [{ message, choices: ["Save as Patch…", "Discard"] }]);
      return target;
    };

    it("keeps the review until the file is back", async () => {
      const target = await goneAtStart();
      await onlyFile();
      assert.equal(user.reviews.findByTarget(target), undefined);
      await user.write("file.txt", TEXT);
      await eventually(() => {
        assert.deepEqual(user.hunks(target), HUNKS);
      });
      await onlyFile();
    });

    it("keeps it where it goes while the window is open, and deletes it only by Discard", async () => {
      const target = await begin();
      const review = user.review(target);
      await flush();
      const stored = (await onlyFile()).session;
      // What comes and goes at once is not reported as gone.
      await filesAreSeen();
      await rm(target.fsPath);
      await eventually(() => {
        assert.equal(user.reviews.findByTarget(target), undefined);
      });
      await flush();
      assert.deepEqual((await onlyFile()).session, stored);
      assert.equal(asked.length, 1);
      user.reviews.end(review);
      await flush();
      assert.deepEqual(await files(), []);
    });

    it("discards it when told to", async () => {
      await goneAtStart("Discard");
      await eventually(async () => {
        assert.deepEqual(await files(), []);
      });
    });
  });
});
