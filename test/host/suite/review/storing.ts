import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";
import { recoverReviews } from "../../../../extension/host/review/reviewRecovery.ts";
import { ReviewStore } from "../../../../extension/host/review/reviewStore.ts";
import { eventually, type Reviewing } from "../reviewing.ts";

export const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
export const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");
/** What the rewrite of `TEXT` has to decide. */
export const HUNKS = ["two > zwei", "six > sechs"];

/** A user whose reviews are stored, who leaves VS Code and comes back. Each test has a store of its own. */
export class Storing {
  /** The folder of the store. */
  root = "";
  /** What VS Code asked in warnings. */
  readonly asked: { readonly message: string; readonly choices: readonly string[] }[] = [];
  /** What the user is going to answer to the next of them. */
  answer: string | undefined;
  readonly #user: Reviewing;
  #store: ReviewStore | undefined;
  #recovery: vscode.Disposable | undefined;

  constructor(user: Reviewing) {
    this.#user = user;
    const { showWarningMessage, showSaveDialog } = vscode.window;
    beforeEach(async () => {
      this.root = await mkdtemp(join(tmpdir(), "fast-apply-store-"));
      this.#store = new ReviewStore(this.root, user.surface);
      this.asked.length = 0;
      this.answer = undefined;
      vscode.window.showWarningMessage = ((message: string, ...choices: string[]) => {
        this.asked.push({ message, choices });
        const given = this.answer;
        this.answer = undefined;
        return Promise.resolve(given);
      }) as unknown as typeof showWarningMessage;
    });
    afterEach(async () => {
      this.#recovery?.dispose();
      await this.store.close();
      // A test may have put dialogs of its own in their place.
      vscode.window.showWarningMessage = showWarningMessage;
      vscode.window.showSaveDialog = showSaveDialog;
      await rm(this.root, { recursive: true, force: true });
    });
  }

  get store(): ReviewStore {
    assert.ok(this.#store !== undefined, "It is made before each test.");
    return this.#store;
  }

  /** All files of all windows but their signatures, as paths from the root. */
  readonly files = async (): Promise<string[]> => {
    const all = await readdir(this.root, { recursive: true });
    return all.filter((path) => /\.(json|tmp)$/.test(path) && !path.endsWith("window.json"));
  };

  /** The one file that is left of all once nothing is being written: a later state may be on its way into it. */
  readonly onlyFile = (): Promise<Record<string, unknown>> =>
    eventually(async () => {
      const [path, ...others] = await this.files();
      assert.ok(path !== undefined && others.length === 0, (await this.files()).join());
      return JSON.parse(await readFile(join(this.root, path), "utf8")) as Record<string, unknown>;
    });

  /** A file under review. */
  readonly begin = async (): Promise<vscode.Uri> => {
    const target = await this.#user.write("file.txt", TEXT);
    await this.#user.open(target);
    await this.#user.apply(target, rewrite);
    return target;
  };

  /** Waits until all is written. */
  readonly flush = (): Promise<void> => this.store.flush();

  /** The extension ends with the reviews that it has, and VS Code closes their tabs, as a reload does. */
  readonly leave = async (): Promise<void> => {
    await this.store.close();
    for (const review of [...this.#user.reviews.pending]) this.#user.reviews.end(review);
    await eventually(() => {
      assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, "fast-apply-review");
    });
  };

  /** The next start, which puts back what it finds. */
  readonly comeBack = async (): Promise<void> => {
    this.#store = new ReviewStore(this.root, this.#user.surface);
    const recovering = recoverReviews(this.#store, this.#user.surface);
    this.#recovery = recovering;
    await recovering.done;
  };
}
