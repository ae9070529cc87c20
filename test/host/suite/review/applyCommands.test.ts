import assert from "node:assert/strict";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { answering, Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const ORIGINAL =
  "export function first(): number {\n  return 1;\n}\n\nexport function second(): number {\n  return 2;\n}\n";
const SKETCH = "export function second(): number {\n  return 22;\n}\n";
const CELL = "def total():\n    return 1\n";
const CHANGED = "  return 2; >   return 22;";

const fence = (info: string, code: string): string => `\`\`\`${info}\n${code}\`\`\`\n`;

describe("applying", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();

  /** The path of a file of this test, from the folder of the workspace. */
  const named = (name: string): string => vscode.workspace.asRelativePath(reviewing.uri(name));

  /** The hunks of a review that has come to the front; a test that ends before would leave it to the next one. */
  async function shows(target: vscode.Uri, hunks: readonly string[]): Promise<void> {
    await eventually(() => reviewing.inFront(reviewing.review(target)));
    assert.deepEqual(reviewing.hunks(target), hunks);
  }

  const select = (editor: vscode.TextEditor, start: number, end: number): void => {
    editor.selection = new vscode.Selection(start, 0, end, 0);
  };

  describe("what is taken as the sketch", () => {
    it("the fence around the cursor", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      const editor = await openSketch(
        `Change it:\n\n${fence(`ts ${named("a.ts")}`, SKETCH)}\n${fence("ts b.ts", "x();\n")}`,
      );
      select(editor, 3, 3);
      await reviewing.press("applySelection");
      await shows(target, [CHANGED]);
      assert.deepEqual(messages.said, []);
    });

    it("the selection, named by the fence that it is in", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      const editor = await openSketch(fence(`ts ${named("a.ts")}`, SKETCH));
      select(editor, 1, 4);
      await reviewing.press("applySelection");
      await shows(target, [CHANGED]);
    });

    it("the whole document, where several fences for one file are one apply", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      const one = fence(`ts ${named("a.ts")}`, SKETCH.replace("second", "first").replace("22", "11"));
      await openSketch(`Two changes.\n\n${one}\n${fence(`ts ${named("a.ts")}`, SKETCH)}`);
      await reviewing.press("applySelection");
      await shows(target, ["  return 1; >   return 11;", CHANGED]);
      assert.equal(reviewing.reviews.pending.length, 1);
    });

    it("several files of a document, each with its review", async () => {
      const [a, b] = [await reviewing.write("a.ts", ORIGINAL), await reviewing.write("b.ts", ORIGINAL)];
      await openSketch(`Text.\n\n${fence(`ts ${named("a.ts")}`, SKETCH)}\n${fence(`ts ${named("b.ts")}`, SKETCH)}`);
      await reviewing.press("applySelection");
      await shows(a, [CHANGED]);
      assert.deepEqual(reviewing.hunks(b), [CHANGED]);
    });

    it("the clipboard, for the file that the user is in", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      await reviewing.open(target);
      await vscode.env.clipboard.writeText(SKETCH);
      await reviewing.press("applyClipboard");
      await shows(target, [CHANGED]);
    });

    it("exact edits that leave lines out, of which one has no place: the other is shown, and a message says which", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      await reviewing.open(target);
      const blocks = [
        [
          "export function first(): number {\n... 4 lines ...\n  return 2;",
          "export function one(): number {\n... 4 lines ...\n  return 22;",
        ],
        ["nowhere();", "somewhere();"],
      ].map(([search, replace]) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`);
      await vscode.env.clipboard.writeText(fence(`ts ${named("a.ts")}`, blocks.join("")));
      await reviewing.press("applyClipboard");
      await shows(target, ["export function first(): number { > export function one(): number {", CHANGED]);
      assert.match(messages.said.join(), /nowhere\(\);/);
    });

    it("nothing: a message says so", async () => {
      await openSketch("There is only talk here, and nothing to apply.");
      await reviewing.press("applySelection");
      assert.match(messages.said.join(), /no code to apply/);
    });
  });

  describe("the target", () => {
    it("is the file beside, if it has what the sketch names", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      await reviewing.open(target);
      const editor = await openSketch(fence("ts", SKETCH), { column: vscode.ViewColumn.Beside });
      select(editor, 1, 1);
      await reviewing.press("applySelection");
      await shows(target, [CHANGED]);
    });

    it("is asked for where two fit, the surer first", async () => {
      const [a, b] = [await reviewing.write("one/x.ts", "f();\n"), await reviewing.write("two/x.ts", ORIGINAL)];
      await reviewing.open(b);
      await openSketch(fence("ts x.ts", SKETCH));
      await answering(reviewing.press("applySelection"));
      await shows(b, [CHANGED]);
      assert.equal(reviewing.reviews.findByTarget(a), undefined);
    });

    it("is asked for by “Fast Apply to File…”, open editors first", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      await reviewing.open(target);
      const editor = await openSketch(fence("ts other.ts", SKETCH), { column: vscode.ViewColumn.Beside });
      select(editor, 1, 1);
      await answering(reviewing.press("applyToFile"));
      await shows(target, [CHANGED]);
    });

    it("can be untitled", async () => {
      const target = await openSketch(ORIGINAL, { ending: "ts" });
      const editor = await openSketch(fence("ts", SKETCH), { column: vscode.ViewColumn.Beside });
      select(editor, 1, 1);
      await reviewing.press("applySelection");
      await shows(target.document.uri, [CHANGED]);
    });

    it("can be new: it is made on accept, with the sketch as its text", async () => {
      await reviewing.write("beside.ts", "");
      const editor = await openSketch(fence(`ts ${named("made/new.ts")}`, SKETCH));
      select(editor, 1, 1);
      await reviewing.press("applySelection");
      const target = reviewing.uri("made/new.ts");
      assert.equal(reviewing.review(target).kind, "create");
      await assert.rejects(async () => vscode.workspace.fs.stat(target));
      await eventually(() => reviewing.inFront(reviewing.review(target)));
      await reviewing.press("acceptAll");
      await eventually(async () => {
        assert.equal(await reviewing.onDisk("made/new.ts"), SKETCH);
      });
    });

    it("can be a cell of a notebook", async () => {
      const cell = { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: CELL };
      const notebook = {
        cells: [cell],
        metadata: { language_info: { name: "python" } },
        nbformat: 4,
        nbformat_minor: 5,
      };
      const uri = await reviewing.write("n.ipynb", JSON.stringify(notebook));
      const document = await vscode.workspace.openNotebookDocument(uri);
      await vscode.window.showNotebookDocument(document);
      const target = document.cellAt(0).document.uri;
      const editor = await openSketch(fence("python", CELL.replace("1", "2")));
      select(editor, 1, 1);
      const outcome = reviewing.press("applySelection");
      await answering(outcome);
      await shows(target, ["    return 1 >     return 2"]);
    });
  });

  describe("what can be no target is refused before anything is computed", () => {
    const refuses = async (path: string, message: RegExp): Promise<void> => {
      const { document } = await openSketch(fence(`ts ${path}`, SKETCH));
      await reviewing.press("applyFence", document.uri.toString(), 0);
      assert.match(messages.said.join(), message);
      assert.equal(reviewing.reviews.pending.length, 0);
    };

    it("a path outside the workspace", async () => {
      await refuses("../../outside.ts", /outside\.ts, which is outside the workspace/);
    });

    it("an absolute path", async () => {
      await refuses("/etc/passwd.ts", /\/etc\/passwd\.ts, which is outside the workspace/);
    });

    it("git's own files", async () => {
      await refuses(".git/hooks/post.ts", /belongs to git itself/);
    });

    it("a link that leaves the workspace", async () => {
      await reviewing.write("a.ts", "");
      await symlink(tmpdir(), reviewing.path("away"));
      await refuses(named("away/new.ts"), /a link leads out of the workspace/);
    });

    it("a link that leads nowhere", async () => {
      await reviewing.write("a.ts", "");
      await symlink("nowhere.ts", reviewing.path("broken.ts"));
      await refuses(named("broken.ts"), /leads nowhere/);
    });

    it("a file that nobody may write to", async () => {
      await reviewing.write("a.ts", ORIGINAL);
      await chmod(reviewing.path("a.ts"), 0o444);
      await refuses(named("a.ts"), /is read-only/);
    });

    it("a binary file", async () => {
      await reviewing.write("a.ts", new Uint8Array([1, 0, 2]));
      await refuses(named("a.ts"), /is a binary file/);
    });

    it("a very large file", async () => {
      await reviewing.write("a.ts", Buffer.alloc(17 * 1024 * 1024, 32));
      await refuses(named("a.ts"), /larger than 16 MB/);
    });

    it("a folder", async () => {
      await mkdir(reviewing.path("a.ts"));
      await refuses(named("a.ts"), /is a folder/);
    });

    it("a file below a file", async () => {
      await reviewing.write("a.ts", ORIGINAL);
      await refuses(named("a.ts/b.ts"), /a part of its path is a file/);
    });

    it("a notebook as a file", async () => {
      await reviewing.write("a.ipynb", "{}");
      await refuses(named("a.ipynb"), /is a notebook/);
    });
  });

  it("asks before it applies to a file outside the workspace that is open", async () => {
    const outside = vscode.Uri.file(`${tmpdir()}/fast-apply-outside-${String(process.pid)}.ts`);
    await vscode.workspace.fs.writeFile(outside, new TextEncoder().encode(ORIGINAL));
    try {
      await reviewing.open(outside);
      const editor = await openSketch(fence(`ts ${outside.path}`, SKETCH));
      select(editor, 1, 1);
      await reviewing.press("applySelection");
      assert.match(messages.said.join(), /outside the workspace\. Apply anyway\?/);
      assert.equal(reviewing.reviews.pending.length, 0);
      messages.press("Apply");
      await reviewing.press("applyFence", editor.document.uri.toString(), 0);
      await shows(outside, [CHANGED]);
    } finally {
      await vscode.workspace.fs.delete(outside);
    }
  });

  describe("what came of it", () => {
    it("no change", async () => {
      await reviewing.write("a.ts", ORIGINAL);
      const editor = await openSketch(fence(`ts ${named("a.ts")}`, SKETCH.replace("22", "2")));
      select(editor, 1, 1);
      await reviewing.press("applySelection");
      assert.match(messages.said.join(), /a\.ts is already as the sketch wants it/);
    });

    it("a rename is offered beside the review", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      const [from, to] = [named("a.ts"), named("b.ts")];
      const patch = `*** Begin Patch\n*** Update File: ${from}\n*** Move to: ${to}\n@@\n-  return 2;\n+  return 22;\n*** End Patch\n`;
      await openSketch(patch);
      messages.press("Rename");
      await reviewing.press("applySelection");
      await eventually(async () => {
        assert.match(messages.said.join(), /also renames/);
        await vscode.workspace.fs.stat(reviewing.uri("b.ts"));
      });
      await assert.rejects(async () => vscode.workspace.fs.stat(target));
      await eventually(() => {
        assert.deepEqual(reviewing.hunks(reviewing.uri("b.ts")), [CHANGED]);
      });
    });
  });

  describe("lenses", () => {
    const titles = async (uri: vscode.Uri): Promise<string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 20);
      lenses.sort((a, b) => a.range.start.line - b.range.start.line);
      return lenses.map(({ range, command }) => `${String(range.start.line)} ${command?.title ?? ""}`);
    };

    it("say what they do", async () => {
      await reviewing.write("a.ts", ORIGINAL);
      const [a, b] = [named("a.ts"), named("b.ts")];
      const plan = [fence(`ts ${a}`, SKETCH), fence(`ts ${b}`, SKETCH), fence("ts", SKETCH), fence("sh", "npm test\n")];
      const editor = await openSketch(plan.join(""));
      await eventually(async () => {
        assert.deepEqual(await titles(editor.document.uri), [
          "0 Apply all (2 files)",
          `0 Apply to ${a}`,
          `5 Create ${b}`,
          "10 Apply…",
        ]);
      });
    });

    it("apply their fence alone", async () => {
      const target = await reviewing.write("a.ts", ORIGINAL);
      const plan =
        fence(`ts ${named("a.ts")}`, SKETCH) + fence(`ts ${named("a.ts")}`, SKETCH.replace("second", "first"));
      const editor = await openSketch(plan);
      const uri = editor.document.uri;
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 20);
      const first = lenses.find(({ range }) => range.start.line === 0);
      assert.ok(first?.command);
      await vscode.commands.executeCommand(first.command.command, ...((first.command.arguments ?? []) as unknown[]));
      await shows(target, [CHANGED]);
    });

    it("show no hostile path as it is", async () => {
      const editor = await openSketch("*** x\n```diff\n--- a/x\n+++ b/evil\u202Est.exe\n@@ -1 +1 @@\n-a\n+b\n```\n");
      const shown = (await titles(editor.document.uri)).join();
      assert.ok(!/[\u202a-\u202e]/.test(shown), shown);
    });
  });
});
