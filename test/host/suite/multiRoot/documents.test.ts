import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { patchBytes, undecidedHunks } from "../../../../extension/host/review/patchFile.ts";
import { Reviewing } from "../reviewing.ts";

describe("with two folders that have a file of the same name", () => {
  const user = new Reviewing();
  const targets = (): vscode.Uri[] =>
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, "cart.ts"));

  it("each file has its own review, and only that one changes", async () => {
    const [shop, service] = targets();
    assert.ok(shop !== undefined && service !== undefined);
    const original = await readFile(shop.fsPath, "utf8");
    await user.apply(shop, (text) => `// shop\n${text}`);
    await user.apply(service, (text) => `// service\n${text}`);
    assert.deepEqual([user.hunks(shop), user.hunks(service)], [[" > // shop"], [" > // service"]]);
    await user.press("acceptAll");
    assert.equal(user.textOf(service), `// service\n${original}`);
    assert.equal(user.textOf(shop), original);
    assert.deepEqual(user.hunks(shop), [" > // shop"]);
  });

  it("a patch names the file from its own folder", async () => {
    const [, service] = targets();
    assert.ok(service !== undefined);
    await user.apply(service, (text) => `// service\n${text}`);
    const patch = Buffer.from(await patchBytes(undecidedHunks(user.review(service)))).toString();
    assert.match(patch, /^diff --git a\/cart\.ts b\/cart\.ts\n--- a\/cart\.ts\n\+\+\+ b\/cart\.ts\n/);
  });
});
