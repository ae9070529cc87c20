import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { command: string; title: string }[];
    readonly configuration: { properties: Readonly<Record<string, { default: unknown }>> };
    readonly walkthroughs: readonly { title: string }[];
  };
}

describe("the manifest", () => {
  let manifest: Manifest;

  before(async () => {
    const extension = vscode.extensions.getExtension("fast-apply.fast-apply");
    assert.ok(extension !== undefined);
    await extension.activate();
    manifest = extension.packageJSON as Manifest;
  });

  it("declares the commands that the extension registers, and no other", async () => {
    const registered = (await vscode.commands.getCommands(true)).filter((name) => /^fastApply\.\w+$/.test(name));
    const declared = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(registered.sort(), declared.sort());
  });

  it("has texts where it names them", () => {
    const { commands, walkthroughs } = manifest.contributes;
    assert.deepEqual(
      [...commands, ...walkthroughs].filter(({ title }) => title.startsWith("%")),
      [],
    );
  });

  it("gives the settings their defaults", () => {
    for (const [name, { default: wanted }] of Object.entries(manifest.contributes.configuration.properties)) {
      assert.deepEqual(vscode.workspace.getConfiguration().inspect(name)?.defaultValue, wanted, name);
    }
  });

  it("has a view that can be focused", async () => {
    assert.ok((await vscode.commands.getCommands(true)).includes("fastApply.pendingReviews.focus"));
  });
});
