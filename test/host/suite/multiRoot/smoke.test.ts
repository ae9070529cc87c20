import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

describe("a workspace of two folders", () => {
  it("has both, with a file of the same name in each", async () => {
    const names = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
    assert.deepEqual(names, ["shop", "service"]);
    assert.equal((await vscode.workspace.findFiles("cart.ts")).length, 2);
  });
});
