import assert from "node:assert/strict";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Internals } from "../../../../extension/main.ts";
import { answering, openSketch } from "../applying.ts";
import { closeAllEditors } from "../reviewing.ts";

const SKETCH = "```ts PATH\nexport const FREE_SHIPPING_FROM = 1;\n```\n";

describe("applying with two folders", function () {
  this.timeout(60_000);
  let reviews: Internals["reviews"];

  before(async () => {
    const internals = await vscode.extensions.getExtension<Internals>("fast-apply.fast-apply")?.activate();
    assert.ok(internals);
    ({ reviews } = internals);
  });

  afterEach(async () => {
    for (const review of [...reviews.pending]) reviews.end(review);
    await closeAllEditors();
  });

  /** Applies a sketch of this path, taking what a list offers first, and says which files are under review. */
  async function targetsOf(path: string): Promise<string[]> {
    const editor = await openSketch(SKETCH.replace("PATH", path));
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await answering(vscode.commands.executeCommand("fastApply.applySelection"));
    return reviews.pending.map(({ target, kind }) => `${kind} ${vscode.workspace.asRelativePath(target, true)}`);
  }

  it("a path with the name of a folder is in that folder", async () => {
    assert.deepEqual(await targetsOf("service/new.ts"), ["create service/new.ts"]);
  });

  it("a new path is asked for, the first folder first", async () => {
    assert.deepEqual(await targetsOf("lib/new.ts"), ["create shop/lib/new.ts"]);
  });

  it("a whole path is in its folder", async () => {
    const [, service] = vscode.workspace.workspaceFolders ?? [];
    assert.deepEqual(await targetsOf(`${service?.uri.path ?? ""}/made.ts`), ["create service/made.ts"]);
  });
});
