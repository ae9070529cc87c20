import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

describe("the host", () => {
  it("is a VS Code that the extension supports", () => {
    const [major = 0, minor = 0] = vscode.version.split(".").map(Number);
    assert.ok(major > 1 || (major === 1 && minor >= 101), vscode.version);
  });

  it("has the extension, loaded from this project", () => {
    assert.ok(vscode.extensions.getExtension("fast-apply.fast-apply") !== undefined);
  });

  it("opens the samples", async () => {
    const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder !== undefined && others.length === 0);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, "cart.ts"));
    assert.match(document.getText(), /class Cart/);
  });
});
