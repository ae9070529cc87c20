import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { openLink } from "../../../../extension/host/chat/chatLinks.ts";
import { Messages } from "../applying.ts";
import { Reviewing } from "../reviewing.ts";

describe("a link of an answer", () => {
  const user = new Reviewing();
  const messages = new Messages();

  for (const [end, line] of [
    ["", 0],
    ["#L2", 1],
    ["#L2-L3", 1],
    [":3", 2],
    [":3:7", 2],
    ["#install", 0],
  ] as const)
    it(`that ends with "${end}" opens the file at line ${String(line + 1)}`, async () => {
      const target = await user.write("guide.md", "# Guide\n\n## Install\n");
      await openLink(`${vscode.workspace.asRelativePath(target)}${end}`);
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), target.toString());
      assert.equal(editor.selection.active.line, line);
    });

  it("that leads nowhere is told", async () => {
    await openLink("nowhere.md#install");
    assert.match(messages.said.join(), /leads to no page and to no file of the workspace: nowhere\.md#install/);
  });
});
