import assert from "node:assert/strict";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { EDIT_FILE } from "../../../../extension/core/tools/editFileTool.ts";
import type { Internals } from "../../../../extension/main.ts";
import { closeAllEditors, eventually } from "../reviewing.ts";

describe("the tool for agents with two folders", function () {
  this.timeout(60_000);
  let internals: Internals;
  const [shop, service] = vscode.workspace.workspaceFolders ?? [];

  before(async () => {
    const found = await vscode.extensions.getExtension<Internals>("fast-apply.fast-apply")?.activate();
    assert.ok(found);
    internals = found;
  });

  afterEach(async () => {
    await vscode.workspace.getConfiguration().update("fastApply.tool.waitSeconds", undefined, true);
    for (const review of [...internals.reviews.pending]) internals.reviews.end(review);
    for (const { id } of [...internals.turns.groups]) internals.turns.dismiss(id);
    await closeAllEditors();
  });

  /** Calls the tool with a file of its own text, and says which files are under review then, or the answer. */
  async function targetsOf(target_file: string): Promise<string> {
    await vscode.workspace.getConfiguration().update("fastApply.tool.waitSeconds", 0, true);
    const input = { target_file, instructions: "I write it.", code_edit: "export const made = 1;\n" };
    const { content } = await vscode.lm.invokeTool(EDIT_FILE.name, { input, toolInvocationToken: undefined });
    const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
    const targets = internals.reviews.pending.map(
      ({ target, kind }) => `${kind} ${vscode.workspace.asRelativePath(target, true)}`,
    );
    return targets.length > 0 ? targets.join() : text;
  }

  it("takes a path that begins with the name of a folder", async () => {
    assert.equal(await targetsOf("service/new.ts"), "create service/new.ts");
  });

  it("takes a whole path", async () => {
    assert.equal(await targetsOf(`${service?.uri.fsPath ?? ""}/made.ts`), "create service/made.ts");
  });

  it("takes a path that one folder alone has", async () => {
    const only = vscode.Uri.joinPath(shop?.uri ?? vscode.Uri.file("/"), "only.ts");
    await vscode.workspace.fs.writeFile(only, new TextEncoder().encode("export const made = 0;\n"));
    try {
      await eventually(async () => {
        await vscode.workspace.fs.stat(only);
      });
      assert.equal(await targetsOf("only.ts"), "change shop/only.ts");
    } finally {
      await vscode.workspace.fs.delete(only);
    }
  });

  it("asks for a folder where none has the path", async () => {
    assert.match(
      await targetsOf("lib/new.ts"),
      /^failed: .*begin target_file with the name of a folder: shop, service/,
    );
  });

  it("refuses a path that both have, and names both in full", async () => {
    const [name] = (await vscode.workspace.fs.readDirectory(shop?.uri ?? vscode.Uri.file("/"))).flatMap(
      ([file, type]) => (type === vscode.FileType.File ? [file] : []),
    );
    const text = await targetsOf(name ?? "");
    assert.match(text, /^failed: /);
    for (const folder of [shop, service]) assert.ok(text.includes(`${folder?.uri.fsPath ?? ""}/${name ?? ""}`), text);
  });
});
