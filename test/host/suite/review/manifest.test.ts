import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import { EDIT_FILE } from "../../../../extension/core/tools/editFileTool.ts";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { command: string; title: string }[];
    readonly configuration: { properties: Readonly<Record<string, { default: unknown }>> };
    readonly walkthroughs: readonly { title: string }[];
    readonly languageModelTools: readonly {
      name: string;
      modelDescription: string;
      inputSchema: unknown;
      displayName: string;
      userDescription: string;
    }[];
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

  it("tells agents of the tool what its description says, and VS Code has it", () => {
    const [tool, ...others] = manifest.contributes.languageModelTools;
    assert.ok(tool !== undefined && others.length === 0);
    const { name, modelDescription, inputSchema, displayName, userDescription } = tool;
    const { name: wanted, description, inputSchema: schema } = EDIT_FILE;
    assert.deepEqual(
      { name, modelDescription, inputSchema },
      { name: wanted, modelDescription: description, inputSchema: schema },
    );
    assert.ok(![displayName, userDescription].some((text) => text.startsWith("%")));
    const known = vscode.lm.tools.find((one) => one.name === wanted);
    assert.deepEqual([known?.description, known?.inputSchema], [description, schema]);
  });

  it("has a view that can be focused", async () => {
    assert.ok((await vscode.commands.getCommands(true)).includes("fastApply.pendingReviews.focus"));
  });
});
