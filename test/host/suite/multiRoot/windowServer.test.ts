import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import * as v from "valibot";
import * as vscode from "vscode";
import { registrationSchema } from "../../../../extension/core/tools/serverProtocol.ts";
import { mcpDefinitions } from "../../../../extension/host/tools/mcpDefinition.ts";
import { openRuntimeFolder } from "../../../../extension/node/runtimeFolder.ts";
import type { Internals } from "../../../../extension/main.ts";
import { closeAllEditors, eventually } from "../reviewing.ts";
import { Agents, serverOf } from "../serving.ts";

const TEXT = "one\ntwo\nthree\n";

describe("the door of a window with several folders", () => {
  const agents = new Agents();
  let reviews: Internals["reviews"];
  let servers = "";
  let scratch = "";
  /** Where the added folder lies, and the link that it is opened by. */
  let [real, link] = ["", ""];

  before(async () => {
    const internals = await vscode.extensions.getExtension<Internals>("fast-apply.fast-apply")?.activate();
    assert.ok(internals);
    ({ reviews } = internals);
    const folder = await openRuntimeFolder("servers");
    assert.ok(folder.type === "folder");
    servers = folder.path;
    scratch = await realpath(await mkdtemp(join(tmpdir(), "linked-")));
    [real, link] = [join(scratch, "real"), join(scratch, "link")];
    await mkdir(real);
    await symlink(real, link);
    await writeFile(join(real, "file.txt"), TEXT);
  });
  afterEach(async () => {
    for (const review of [...reviews.pending]) reviews.end(review);
    await closeAllEditors();
  });
  after(() => rm(scratch, { recursive: true }));

  const openFolders = (): readonly vscode.WorkspaceFolder[] => vscode.workspace.workspaceFolders ?? [];
  const shownFolders = async (): Promise<readonly string[]> => {
    const names = (await readdir(servers)).filter((name) => name.endsWith(".json"));
    const registrations = await Promise.all(
      names.map(async (name) => v.parse(registrationSchema, JSON.parse(await readFile(join(servers, name), "utf8")))),
    );
    return registrations.find(({ pid }) => pid === process.pid)?.folders ?? [];
  };
  const offeredRoots = (): readonly string[] => {
    const extension = vscode.extensions.getExtension("fast-apply.fast-apply");
    assert.ok(extension !== undefined);
    const [definition] = mcpDefinitions({ extension, asAbsolutePath: (path) => path });
    return definition?.args.filter((_, index, args) => args[index - 1] === "--root") ?? [];
  };

  it("follows folders that come and go, by where they really lie", async () => {
    const before = await Promise.all(openFolders().map(({ uri }) => realpath(uri.fsPath)));
    await eventually(async () => {
      assert.deepEqual(await shownFolders(), before);
    });
    const count = openFolders().length;
    assert.ok(vscode.workspace.updateWorkspaceFolders(count, 0, { uri: vscode.Uri.file(link) }));
    await eventually(async () => {
      assert.deepEqual(await shownFolders(), [...before, real]);
    });
    assert.equal(offeredRoots().at(-1), link);

    const agent = await agents.start(serverOf([link]));
    const editing = agent.edit("file.txt", "one\nzwei\nthree\n");
    const target = vscode.Uri.joinPath(vscode.Uri.file(link), "file.txt");
    await eventually(() => {
      assert.ok(
        reviews.findByTarget(target)?.isPending,
        "The file is under review by the name that VS Code has for it.",
      );
    });
    await vscode.commands.executeCommand("fastApply.rejectAll", { review: reviews.findByTarget(target)?.id });
    assert.equal((await editing).outcome, "rejected");

    assert.ok(vscode.workspace.updateWorkspaceFolders(count, 1));
    await eventually(async () => {
      assert.deepEqual(await shownFolders(), before);
    });
    assert.equal((await agent.edit("file.txt", "one\nzwei\nthree\n")).outcome, "previewed");
  });
});
