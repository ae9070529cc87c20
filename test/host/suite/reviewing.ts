import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, before, beforeEach } from "mocha";
import * as vscode from "vscode";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import { concludeProof, type Finding } from "../../../extension/core/proof/proof.ts";
import type { LiveReview } from "../../../extension/host/review/liveReview.ts";
import type { ReviewOutcome, ReviewRequest } from "../../../extension/host/review/reviewRequest.ts";
import type { Internals } from "../../../extension/main.ts";

/** Waits until `check` no longer throws, and gives its value. The limit is for machines that are busy: only a test that fails waits so long. */
export async function eventually<Value>(check: () => Value | Promise<Value>, limitMs = 15_000): Promise<Value> {
  const until = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(25);
    }
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A rewrite that comes whole, at once. */
export async function* whole(text: string, findings: readonly Finding[] = []): AsyncGenerator<ApplyEvent> {
  yield await Promise.resolve<ApplyEvent>({ type: "text", text });
  yield { type: "done", text, proof: concludeProof(findings, 0, 0), pieces: [], engine: "test", failures: [] };
}

/** A rewrite that comes in pieces, with a pause before each that stands for a server's pace: no test waits for its length. It heeds no signal, as a careless provider. */
export async function* inPieces(text: string, size: number, pauseMs: number): AsyncGenerator<ApplyEvent> {
  for (let at = 0; at < text.length; at += size) {
    if (pauseMs > 0) await pause(pauseMs);
    yield { type: "text", text: text.slice(at, at + size) };
  }
  yield { type: "done", text, proof: concludeProof([], 0, 0), pieces: [], engine: "test", failures: [] };
}

/** A rewrite that comes as far as the test lets it. It heeds no signal, as a careless provider. */
export class HeldRewrite {
  readonly #text: string;
  #released = 0;
  #isFinished = false;
  #goOn = (): void => undefined;
  #end = (): void => undefined;

  /** Resolves when it has come whole, or nobody reads it any more. */
  readonly over = new Promise<void>((resolve) => (this.#end = resolve));

  constructor(text: string) {
    this.#text = text;
  }

  /** Lets it come up to the end of the first `found`, and no further. */
  comeTo(found: string): void {
    assert.ok(this.#text.includes(found), `${found} is in the rewrite.`);
    this.#released = this.#text.indexOf(found) + found.length;
    this.#goOn();
  }

  /** Lets the rest come. */
  finish(): void {
    this.#released = this.#text.length;
    this.#isFinished = true;
    this.#goOn();
  }

  async *events(): AsyncGenerator<ApplyEvent> {
    try {
      for (let at = 0; !this.#isFinished || at < this.#released;) {
        const from = at;
        at = this.#released;
        if (at > from) yield { type: "text", text: this.#text.slice(from, at) };
        else await new Promise<void>((resolve) => (this.#goOn = resolve));
      }
      const proof = concludeProof([], 0, 0);
      yield { type: "done", text: this.#text, proof, pieces: [], engine: "test", failures: [] };
    } finally {
      this.#end();
    }
  }
}

let seen = 0;

/**
 * Waits until VS Code has reported all that has happened to files so far, which it does in order: the file that this writes comes last. It
 * lies at the root, since VS Code can miss what happens in a folder at the moment when that is made.
 */
export async function filesAreSeen(): Promise<void> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const last = vscode.Uri.file(join(root, `seen-${String(seen++)}.tmp`));
  const watcher = vscode.workspace.createFileSystemWatcher("**/*");
  try {
    await new Promise<void>((resolve, reject) => {
      watcher.onDidCreate((uri) => {
        if (uri.toString() === last.toString()) resolve();
      });
      writeFile(last.fsPath, "").catch(reject);
    });
  } finally {
    watcher.dispose();
    await rm(last.fsPath, { force: true });
  }
}

/** What a person does with reviews, and what they see. Files lie in a folder that each test has for itself. */
export class Reviewing {
  #internals: Internals | undefined;
  #folder = "";

  constructor() {
    before(async () => {
      this.#internals = await vscode.extensions.getExtension<Internals>("fast-apply.fast-apply")?.activate();
    });
    beforeEach(async () => {
      const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
      this.#folder = await mkdtemp(join(root, "files-"));
    });
    afterEach(async () => {
      // Reverting brings accepted hunks back, so reviews end after that.
      await closeAllEditors();
      for (const review of [...this.reviews.pending]) this.reviews.end(review);
      await rm(this.#folder, { recursive: true, force: true });
    });
  }

  get surface(): Internals {
    assert.ok(this.#internals !== undefined, "The extension gives its internals to tests.");
    return this.#internals;
  }

  get reviews(): Internals["reviews"] {
    return this.surface.reviews;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  uri(name: string): vscode.Uri {
    return vscode.Uri.file(this.path(name));
  }

  /** Puts a file on the disk, behind VS Code's back. */
  async write(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
    await mkdir(dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), content);
    return this.uri(name);
  }

  bytesOf(name: string): Promise<Buffer> {
    return readFile(this.path(name));
  }

  /** The text on the disk. */
  async onDisk(name: string): Promise<string> {
    return (await this.bytesOf(name)).toString("utf8");
  }

  /** The document, if VS Code holds it. */
  document(target: vscode.Uri): vscode.TextDocument | undefined {
    const key = target.toString();
    return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key);
  }

  textOf(target: vscode.Uri): string | undefined {
    return this.document(target)?.getText();
  }

  isDirty(target: vscode.Uri): boolean | undefined {
    return this.document(target)?.isDirty;
  }

  async open(target: vscode.Uri): Promise<vscode.TextEditor> {
    return showDocument(await vscode.workspace.openTextDocument(target), { preview: false });
  }

  start(
    target: vscode.Uri,
    apply: ReviewRequest["apply"],
    kind: ReviewRequest["kind"] = "change",
  ): Promise<ReviewOutcome> {
    return this.reviews.start({ target, kind, apply });
  }

  /** Begins a review whose rewrite is there at once, and waits until the review is in front. */
  async apply(
    target: vscode.Uri,
    rewrite: (original: string) => string,
    { kind = "change", findings = [] }: { kind?: ReviewRequest["kind"]; findings?: readonly Finding[] } = {},
  ): Promise<LiveReview> {
    const outcome = await this.start(target, (original) => whole(rewrite(original), findings), kind);
    assert.deepEqual(outcome, { type: "reviewing" });
    const review = this.review(target);
    await this.inFront(review);
    return review;
  }

  /** Waits until the extension has missed what is gone by now, if it does: the file that this deletes, which has a review too, is missed last. */
  async goneFilesAreMissed(): Promise<void> {
    const last = await this.write("last.txt", "one\n");
    await filesAreSeen();
    await this.reviews.start({ target: last, kind: "change", inBackground: true, apply: () => whole("two\n") });
    const review = this.review(last);
    await rm(last.fsPath);
    await eventually(() => {
      assert.ok(review.isAway, "It is missed.");
    });
    this.reviews.end(review);
  }

  review(target: vscode.Uri): LiveReview {
    const review = this.reviews.findByTarget(target);
    assert.ok(review !== undefined, `${target.toString()} has no review.`);
    return review;
  }

  async inFront(review: LiveReview): Promise<void> {
    await eventually(() => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      assert.ok(
        uri !== undefined && this.surface.editors.documentAt(uri)?.review === review,
        "The review is in front.",
      );
    });
  }

  /** The pending hunks as `removed|lines > added|lines`; a conflict begins with `!`. */
  hunks(target: vscode.Uri): string[] {
    const { state, hunks } = this.review(target);
    return hunks.map((hunk) => {
      const removed = state.document.slice(hunk.old.start, hunk.old.end).join("|");
      const added = state.proposal.slice(hunk.new.start, hunk.new.end).join("|");
      return `${hunk.isConflict ? "!" : ""}${removed} > ${added}`;
    });
  }

  /** What the review document shows, lines joined by `|`; it follows the review in a moment. */
  shown(): string {
    return (vscode.window.activeTextEditor?.document.getText() ?? "").split("\n").join("|");
  }

  /** Runs a command of the extension, as its key would. */
  async press(command: string, ...args: unknown[]): Promise<void> {
    await vscode.commands.executeCommand(`fastApply.${command}`, ...args);
  }

  /** Types into a document as its user would, at the first place where `found` stands. */
  async type(target: vscode.Uri, found: string, instead: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(target);
    const at = document.getText().indexOf(found);
    assert.ok(at >= 0, `${found} is in the document.`);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(target, new vscode.Range(document.positionAt(at), document.positionAt(at + found.length)), instead);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  async undo(target: vscode.Uri): Promise<void> {
    await this.open(target);
    // The command works on what has the focus, which can come later than the editor.
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    await vscode.commands.executeCommand("undo");
  }

  async redo(target: vscode.Uri): Promise<void> {
    await this.open(target);
    // The command works on what has the focus, which can come later than the editor.
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    await vscode.commands.executeCommand("redo");
  }

  async save(target: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(target);
    assert.ok(await document.save(), "The document can be saved.");
  }

  /** Sets settings of the workspace until the test ends. */
  async withSettings(settings: Readonly<Record<string, unknown>>, run: () => Promise<void>): Promise<void> {
    const set = (name: string, value: unknown): Thenable<void> =>
      vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
    for (const [name, value] of Object.entries(settings)) await set(name, value);
    try {
      await run();
    } finally {
      for (const name of Object.keys(settings)) await set(name, undefined);
    }
  }
}

/** Shows a document, again where another editor came to the front in that moment: VS Code then says that it could not open this one. */
export function showDocument(
  document: vscode.TextDocument,
  options: vscode.TextDocumentShowOptions = {},
): Promise<vscode.TextEditor> {
  return eventually(async () => vscode.window.showTextDocument(document, options));
}

let untitled = 0;

/**
 * A text that is on no disk, shown by nobody. Each has a name of its own: VS Code uses `Untitled-1` again, and may still be closing the
 * one of the test before.
 */
export async function untitledText(content: string, ending = "txt"): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.from({ scheme: "untitled", path: `text-${String(untitled++)}.${ending}` });
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), content);
  assert.ok(await vscode.workspace.applyEdit(edit));
  return document;
}

/** Closes all tabs without saving; unsaved text is dropped, and no dialog asks. */
export async function closeAllEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    // VS Code writes the user's settings by itself, soon after its start too.
    const isSettings = document.uri.path.endsWith("/User/settings.json");
    if (!document.isDirty || document.isClosed || isSettings) continue;
    await showDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
