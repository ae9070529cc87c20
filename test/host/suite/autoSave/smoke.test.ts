import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

describe("auto-save", () => {
  it("is on", () => {
    assert.equal(vscode.workspace.getConfiguration("files").get("autoSave"), "afterDelay");
  });
});
