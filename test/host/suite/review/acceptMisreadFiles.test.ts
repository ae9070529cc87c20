import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const TEXT = "first line of it\nname = Müller\nthird line of it\n";
const REWRITE = TEXT.replace("third line of it", "third line, new");
const latin = (text: string): Buffer => Buffer.from(text, "latin1");

describe("a file that turns into another encoding while its review waits", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();

  it("takes no hunk until it is reopened in that encoding", async () => {
    const target = await user.write("file.txt", TEXT);
    const { id } = await user.apply(target, () => REWRITE);
    await user.write("file.txt", latin(TEXT));
    await eventually(() => {
      assert.match(user.textOf(target) ?? "", /M\uFFFDller/);
    });
    const hunks = user.hunks(target);
    await user.press("acceptAll", { review: id });
    assert.match(messages.said.join(), /file\.txt is no longer in the encoding that VS Code reads it in \(utf8\)/);
    assert.deepEqual([user.hunks(target), user.isDirty(target)], [hunks, false]);
    assert.deepEqual(await user.bytesOf("file.txt"), latin(TEXT));

    await vscode.workspace.openTextDocument(target, { encoding: "iso88591" });
    await user.press("acceptAll", { review: id });
    await user.save(target);
    assert.deepEqual(await user.bytesOf("file.txt"), latin(REWRITE));
  });
});
