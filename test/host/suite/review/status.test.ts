import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { ApplyEvent } from "../../../../extension/core/apply/applyEvents.ts";
import { concludeProof, type Finding } from "../../../../extension/core/proof/proof.ts";
import { PendingReviewsTree, type PendingEntry } from "../../../../extension/host/review/pendingReviewsView.ts";
import { reviewStatus } from "../../../../extension/host/review/reviewStatus.ts";
import type { Internals } from "../../../../extension/main.ts";
import { eventually } from "../reviewing.ts";

const ORIGINAL = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);

describe("status bar and tree", () => {
  let internals: Internals;
  let folder: vscode.Uri;

  before(async () => {
    const found = vscode.extensions.getExtension<Internals>("fast-apply.fast-apply");
    assert.ok(found !== undefined);
    internals = await found.activate();
    const [root] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(root !== undefined);
    folder = vscode.Uri.joinPath(root.uri, "status");
    // Once, since no test saves: VS Code would read a file that it holds while it is half written.
    for (const name of ["one.txt", "two.txt"]) await write(name, ORIGINAL.join("\n"));
  });
  afterEach(async () => {
    for (const review of internals.reviews.pending) internals.reviews.end(review);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));

  const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  const write = (name: string, text: string): Thenable<void> =>
    vscode.workspace.fs.writeFile(fileOf(name), new TextEncoder().encode(text));

  /** Changes line 3, puts two lines before line 10, and takes lines 20 to 22 out. */
  const rewrite = [
    ...ORIGINAL.slice(0, 2),
    "line three",
    ...ORIGINAL.slice(3, 9),
    "new a",
    "new b",
    ...ORIGINAL.slice(9, 19),
    ...ORIGINAL.slice(22),
  ];

  async function review(name: string, findings: readonly Finding[] = []): Promise<void> {
    const outcome = await internals.reviews.start({
      target: fileOf(name),
      kind: "change",
      apply: () =>
        events({
          type: "done",
          text: rewrite.join("\n"),
          proof: concludeProof(findings, 0, 0),
          pieces: [],
          engine: "test",
          failures: [],
        }),
    });
    assert.deepEqual(outcome, { type: "reviewing" });
    await eventually(() => {
      assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, "fast-apply-review");
    });
  }

  function moveTo(text: string): void {
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined);
    const line = editor.document.getText().split("\n").indexOf(text);
    assert.ok(line >= 0, text);
    editor.selection = new vscode.Selection(line, 0, line, 0);
  }

  it("are silent without a review", () => {
    assert.equal(reviewStatus(internals), undefined);
    assert.deepEqual(new PendingReviewsTree(internals.reviews, { groups: [] }).getChildren(), []);
  });

  it("say which hunk has the cursor, and what it does", async () => {
    await review("one.txt");
    const at = (text: string): { text: string; label: string } => {
      moveTo(text);
      const { text: shown = "", label = "" } = reviewStatus(internals) ?? {};
      return { text: shown, label };
    };
    assert.deepEqual(at("line three"), {
      text: "Fast Apply: 1/3 hunks",
      label: "Hunk 1 of 3 in status/one.txt. Lines removed: 1, added: 1.",
    });
    assert.equal(at("new b").label, "Hunk 2 of 3 in status/one.txt. Lines removed: 0, added: 2.");
    assert.equal(at("line 21").text, "Fast Apply: 3/3 hunks");
    assert.deepEqual(at("line 30"), { text: "Fast Apply: 3 hunks", label: "3 hunks to decide in status/one.txt." });
  });

  it("follow the keys of the review and its end", async () => {
    await review("one.txt");
    moveTo("line three");
    await vscode.commands.executeCommand("fastApply.nextHunk");
    assert.equal(reviewStatus(internals)?.text, "Fast Apply: 2/3 hunks");
    await vscode.commands.executeCommand("fastApply.acceptHunk");
    assert.equal(reviewStatus(internals)?.text, "Fast Apply: 2/2 hunks");
    await vscode.commands.executeCommand("fastApply.rejectHunk");
    assert.equal(reviewStatus(internals)?.text, "Fast Apply: 1/1 hunk");
    await vscode.commands.executeCommand("fastApply.rejectHunk");
    assert.equal(reviewStatus(internals), undefined);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("follow a key that is pressed before the review shows what was typed into the file", async () => {
    await review("one.txt");
    moveTo("line three");
    const typed = new vscode.WorkspaceEdit();
    typed.insert(fileOf("one.txt"), new vscode.Position(0, 0), "typed\n".repeat(7));
    await vscode.workspace.applyEdit(typed);
    await vscode.commands.executeCommand("fastApply.nextHunk");
    await vscode.commands.executeCommand("fastApply.acceptHunk");
    assert.match(reviewStatus(internals)?.text ?? "", /2 hunks$/);
    await vscode.commands.executeCommand("fastApply.rejectAll");
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("count in the file too, and open the review there", async () => {
    await review("one.txt");
    const editor = await vscode.window.showTextDocument(fileOf("one.txt"));
    editor.selection = new vscode.Selection(20, 0, 20, 0);
    const status = reviewStatus(internals);
    assert.equal(status?.text, "Fast Apply: 3/3 hunks");
    assert.equal(status.command.command, "fastApply.openReview");
    await run(status.command);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, "fast-apply-review");
    assert.equal(reviewStatus(internals)?.text, "Fast Apply: 3/3 hunks");
    assert.equal(reviewStatus(internals)?.command.command, "fastApply.nextHunk");
  });

  it("offer commands without arguments, which are there for a click on an entry that changes just then", async () => {
    await review("one.txt");
    assert.deepEqual(reviewStatus(internals)?.command, { command: "fastApply.nextHunk", title: "Go to the next hunk" });
    await vscode.window.showTextDocument(fileOf("one.txt"));
    assert.deepEqual(reviewStatus(internals)?.command, { command: "fastApply.openReview", title: "Open the review" });
  });

  it("warn in words and by a sign", async () => {
    const message = "The sketch does not explain this.";
    await review("one.txt", [{ type: "unrelated", message, rewrite: { start: 2, end: 3 } }]);
    moveTo("line three");
    assert.equal(reviewStatus(internals)?.text, "$(warning) Fast Apply: 1/3 hunks");
    assert.match(
      reviewStatus(internals)?.label ?? "",
      /^Hunk 1 of 3 in status\/one\.txt\. The sketch does not explain this\./,
    );
  });

  it("show that a rewrite is on its way", async () => {
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const target = fileOf("one.txt");
    await internals.reviews.start({ target, kind: "change", apply: () => slowEvents(rewrite.join("\n"), gate) });
    await eventually(() => {
      assert.match(reviewStatus(internals)?.text ?? "", /^\$\(loading~spin\) Fast Apply: /);
    });
    assert.match(reviewStatus(internals)?.label ?? "", /The rewrite is still being written\.$/);
    finish();
    await eventually(() => {
      assert.match(reviewStatus(internals)?.text ?? "", /^Fast Apply: /);
    });
  });

  it("list several files with their hunks, and lead to them", async () => {
    await review("one.txt");
    await review("two.txt");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    assert.equal(reviewStatus(internals)?.text, "Fast Apply: 2 files");
    assert.equal(reviewStatus(internals)?.command.command, "fastApply.pendingReviews.focus");

    const tree = new PendingReviewsTree(internals.reviews, { groups: [] });
    const files = tree.getChildren();
    assert.deepEqual(files.map(itemText), ["one.txt: 3 hunks +3 -4", "two.txt: 3 hunks +3 -4"]);
    const [, second] = files;
    const hunks = tree.getChildren(second);
    assert.deepEqual(hunks.map(itemText), ["3: + line three", "10: + new a", "20: - line 20"]);

    const { command, accessibilityInformation } = tree.getTreeItem(entryAt(hunks, 1));
    assert.match(accessibilityInformation?.label ?? "", /^Line 10: new a/);
    await run(command);
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.uri.path ?? "", /two \(review\)\.txt$/);
    assert.equal(editor?.document.lineAt(editor.selection.active.line).text, "new a");
    assert.equal(reviewStatus(internals)?.text, "Fast Apply: 2/3 hunks, 2 files");

    await vscode.commands.executeCommand("fastApply.rejectHunk", entryAt(hunks, 2));
    assert.deepEqual(tree.getChildren(second).map(itemText), ["3: + line three", "10: + new a"]);
    await vscode.commands.executeCommand("fastApply.rejectAll", entryAt(files, 0));
    assert.deepEqual(tree.getChildren().map(itemText), ["two.txt: 2 hunks +3 -1"]);

    function itemText(entry: PendingEntry): string {
      const { label, resourceUri, description } = tree.getTreeItem(entry);
      const name = typeof label === "string" ? label : resourceUri?.path.split("/").at(-1);
      return `${name ?? ""}: ${String(description)}`;
    }
  });

  it("ask for the tree again only when a review has changed", async () => {
    await review("one.txt");
    const tree = new PendingReviewsTree(internals.reviews, { groups: [] });
    let asked = 0;
    tree.onDidChangeTreeData(() => asked++);
    tree.refresh();
    tree.refresh();
    assert.equal(asked, 1);
    await vscode.commands.executeCommand("fastApply.rejectHunk");
    tree.refresh();
    assert.equal(asked, 2);
  });
});

async function run(command: vscode.Command | undefined): Promise<void> {
  assert.ok(command !== undefined);
  await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}

function entryAt(entries: readonly PendingEntry[], at: number): PendingEntry {
  const entry = entries[at];
  assert.ok(entry !== undefined);
  return entry;
}

async function* events(...list: readonly ApplyEvent[]): AsyncGenerator<ApplyEvent> {
  await Promise.resolve();
  yield* list;
}

async function* slowEvents(text: string, gate: Promise<void>): AsyncGenerator<ApplyEvent> {
  yield { type: "text", text: text.slice(0, text.length / 2) };
  await gate;
  yield { type: "text", text: text.slice(text.length / 2) };
  yield { type: "done", text, proof: concludeProof([], 0, 0), pieces: [], engine: "test", failures: [] };
}
