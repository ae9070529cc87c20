import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { planJobs } from "../../../../extension/core/targets/applyJobs.ts";
import { readReply } from "../../../../extension/core/sketch/readReply.ts";
import { readEditorContext } from "../../../../extension/host/apply/editorContext.ts";
import { gatherFacts } from "../../../../extension/host/apply/targetFacts.ts";
import { answering, Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing, untitledText } from "../reviewing.ts";

const ORIGINAL = "export function moveWindow(): number {\n  return 1;\n}\n";
const REPLY = `\`\`\`ts\n${ORIGINAL.replace("1", "2")}\`\`\`\n`;
const FRONT = "front();\n";

/** A file system with one file, until that is deleted. */
class OneFile implements vscode.FileSystemProvider {
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  #content: Uint8Array | undefined = Buffer.from(ORIGINAL);

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).length };
  }
  readFile(uri: vscode.Uri): Uint8Array {
    if (this.#content === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return this.#content;
  }
  writeFile(_: vscode.Uri, content: Uint8Array): void {
    this.#content = content;
  }
  /** As somebody else does, so that VS Code closes no tab. */
  vanish(uri: vscode.Uri): void {
    this.#content = undefined;
    this.#changes.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
  delete(): void {
    this.#content = undefined;
  }
  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}

describe("files that are gone, while VS Code keeps their text", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();

  /** The names of the files that a bare function may be for. */
  async function candidates(): Promise<string[]> {
    const [job] = planJobs(readReply(REPLY)).jobs;
    assert.ok(job);
    const { files } = await gatherFacts(job, readEditorContext(undefined), new AbortController().signal);
    return files.map(({ path }) => path.split("/").at(-1) ?? "").sort();
  }

  const openFront = async (): Promise<vscode.TextEditor> => user.open(await user.write("front.ts", FRONT));

  it("a tab in the background makes it no candidate", async () => {
    const target = await user.write("gone.ts", ORIGINAL);
    await user.open(target);
    await openFront();
    assert.deepEqual(await candidates(), ["front.ts", "gone.ts"]);
    await rm(target.fsPath);
    assert.equal(user.textOf(target), ORIGINAL);
    assert.deepEqual(await candidates(), ["front.ts"]);
  });

  it("nor does a language server that still knows it", async () => {
    const target = await user.write("gone.ts", ORIGINAL);
    await vscode.workspace.openTextDocument(target);
    await openFront();
    const place = new vscode.Location(target, new vscode.Position(0, 0));
    const symbol = new vscode.SymbolInformation("moveWindow", vscode.SymbolKind.Function, "", place);
    const server = vscode.languages.registerWorkspaceSymbolProvider({ provideWorkspaceSymbols: () => [symbol] });
    try {
      await eventually(async () => {
        assert.deepEqual(await candidates(), ["front.ts", "gone.ts"]);
      });
      await rm(target.fsPath);
      assert.deepEqual(await candidates(), ["front.ts"]);
    } finally {
      server.dispose();
    }
  });

  it("the same holds in a file system that is no disk", async () => {
    const files = new OneFile();
    const registered = vscode.workspace.registerFileSystemProvider("onefile", files);
    try {
      const target = vscode.Uri.parse("onefile:/gone.ts");
      await user.open(target);
      await openFront();
      await eventually(async () => {
        assert.deepEqual(await candidates(), ["front.ts", "gone.ts"]);
      });
      files.vanish(target);
      assert.deepEqual(await candidates(), ["front.ts"]);
    } finally {
      registered.dispose();
    }
  });

  it("text that nobody has saved is the user's, so it stays one", async () => {
    const target = await user.write("gone.ts", ORIGINAL);
    await user.open(target);
    await user.type(target, "return 1", "return 11");
    const untitled = await untitledText(ORIGINAL, "ts");
    await vscode.window.showTextDocument(untitled, { preview: false });
    await openFront();
    await rm(target.fsPath);
    assert.deepEqual(await candidates(), ["front.ts", "gone.ts", untitled.uri.path]);
  });

  it("so does what the user looks at, and a message says that its file is gone", async () => {
    const target = await user.write("gone.ts", ORIGINAL);
    await user.open(target);
    await rm(target.fsPath);
    const { document } = await openSketch(REPLY, { column: vscode.ViewColumn.Beside });
    await user.press("applyFence", document.uri.toString(), 0);
    assert.match(messages.said.join(), /gone\.ts does not exist/);
  });

  it("the sketch goes to the file that declares the function now", async () => {
    const [gone, moved] = [await user.write("gone.ts", ORIGINAL), await user.write("moved.ts", ORIGINAL)];
    for (const target of [gone, moved]) await user.open(target);
    await openFront();
    await rm(gone.fsPath);
    const { document } = await openSketch(REPLY, { column: vscode.ViewColumn.Beside });
    await answering(user.press("applyFence", document.uri.toString(), 0));
    assert.deepEqual(messages.said, []);
    await eventually(() => user.inFront(user.review(moved)));
  });
});
