import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { recoverReviews } from "../../../../extension/host/review/reviewRecovery.ts";
import { ReviewStore } from "../../../../extension/host/review/reviewStore.ts";
import { eventually, filesAreSeen, HeldRewrite, Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");
const HUNKS = ["two > zwei", "six > sechs"];

describe("the store of pending reviews", () => {
  const user = new Reviewing();
  let root = "";
  let store: ReviewStore;
  let recovery: vscode.Disposable | undefined;
  /** What VS Code asked, and what the user is going to answer. */
  let asked: { message: string; choices: readonly string[] }[] = [];
  let answer: string | undefined;
  const { showWarningMessage, showSaveDialog } = vscode.window;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "fast-apply-store-"));
    store = new ReviewStore(root, user.surface);
    asked = [];
    answer = undefined;
    vscode.window.showWarningMessage = ((message: string, ...choices: string[]) => {
      asked.push({ message, choices });
      const given = answer;
      answer = undefined;
      return Promise.resolve(given);
    }) as unknown as typeof showWarningMessage;
  });
  afterEach(async () => {
    recovery?.dispose();
    await store.close();
    vscode.window.showWarningMessage = showWarningMessage;
    vscode.window.showSaveDialog = showSaveDialog;
    await rm(root, { recursive: true, force: true });
  });

  /** All files of all windows but their signatures, as paths from the root. */
  const files = async (): Promise<string[]> => {
    const all = await readdir(root, { recursive: true });
    return all.filter((path) => /\.(json|tmp)$/.test(path) && !path.endsWith("window.json"));
  };
  const onlyFile = async (): Promise<Record<string, unknown>> => {
    const [path, ...others] = await files();
    assert.ok(path !== undefined && others.length === 0, (await files()).join());
    return JSON.parse(await readFile(join(root, path), "utf8")) as Record<string, unknown>;
  };

  /** The extension ends with the reviews that it has, and VS Code closes their tabs, as a reload does. */
  const leave = async (): Promise<void> => {
    await store.close();
    for (const review of [...user.reviews.pending]) user.reviews.end(review);
    await eventually(() => {
      assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, "fast-apply-review");
    });
  };
  /** The next start, which puts back what it finds. */
  const comeBack = async (): Promise<void> => {
    store = new ReviewStore(root, user.surface);
    const recovering = recoverReviews(store, user.surface);
    recovery = recovering;
    await recovering.done;
  };
  const begin = async (name = "file.txt"): Promise<vscode.Uri> => {
    const target = await user.write(name, TEXT);
    await user.open(target);
    await user.apply(target, rewrite);
    return target;
  };
  const name = (target: vscode.Uri): string => vscode.workspace.asRelativePath(target);

  it("keeps a file while there is something to decide, and again after undo", async () => {
    const target = await begin();
    await store.flush();
    const stored = await onlyFile();
    assert.deepEqual(
      { version: stored.version, kind: stored.kind, target: stored.target, progress: stored.progress },
      { version: 1, kind: "change", target: target.toString(), progress: "whole" },
    );
    await user.press("acceptAll");
    await store.flush();
    assert.deepEqual(await files(), []);
    await user.undo(target);
    await store.flush();
    assert.equal((await onlyFile()).id, user.review(target).id);
    user.reviews.end(user.review(target));
    await store.flush();
    assert.deepEqual(await files(), []);
  });

  it("writes decisions at once, typing soon, and the last of many changes last", async () => {
    const target = await begin();
    const proposal = async (): Promise<unknown> => ((await onlyFile()).session as { proposal: unknown }).proposal;
    await user.press("rejectHunk");
    await eventually(async () => {
      assert.deepEqual(await proposal(), TEXT.replace("six", "sechs").split("\n"));
    }, 1_000);
    for (let at = 0; at < 30; at++) await user.type(target, "four", "four.");
    const typed = `four${".".repeat(30)}`;
    await eventually(async () => {
      assert.deepEqual(await proposal(), TEXT.replace("six", "sechs").replace("four", typed).split("\n"));
    }, 2_000);
  });

  it("puts a review back as it was, with its decisions, and shows it", async () => {
    const target = await begin();
    const { id } = user.review(target);
    await user.press("rejectHunk");
    await leave();
    assert.equal(user.reviews.findByTarget(target), undefined);
    await comeBack();
    assert.equal(user.review(target).id, id);
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
    await user.inFront(user.review(target));
    await user.press("undoDecision");
    assert.deepEqual(user.hunks(target), HUNKS);
    await user.press("acceptAll");
    assert.equal(user.textOf(target), rewrite(TEXT));
    await store.flush();
    assert.deepEqual(await files(), []);
    assert.deepEqual(asked, []);
  });

  it("puts it back on the unsaved text of the document", async () => {
    const target = await begin();
    await user.press("acceptHunk");
    await leave();
    await comeBack();
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
    await user.undo(target);
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("puts it back on a text that lost the accepted hunk with the window", async () => {
    const target = await begin();
    await user.press("acceptHunk");
    await leave();
    await user.open(target);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await comeBack();
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("stays behind what the user looks at", async () => {
    const target = await begin();
    await leave();
    const other = await user.write("other.txt", "other");
    await user.open(other);
    await comeBack();
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), other.toString());
    assert.equal(user.surface.editors.isShown(user.review(target)), false);
  });

  it("puts it back beside changes elsewhere in the file", async () => {
    const target = await begin();
    await leave();
    await user.type(target, "four", "vier");
    await comeBack();
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.deepEqual(asked, []);
  });

  describe("when the file changed the same lines meanwhile", () => {
    const conflict = async (given?: string): Promise<vscode.Uri> => {
      const target = await begin();
      await leave();
      await user.type(target, "two", "deux");
      answer = given;
      await comeBack();
      assert.deepEqual(asked[0], {
        message: `The review of ${name(target)} no longer fits, because the file changed meanwhile.`,
        choices: ["Save as Patch…", "Open Anyway", "Discard"],
      });
      return target;
    };

    it("asks, and an unanswered question comes again at the next start", async () => {
      const target = await conflict();
      assert.equal(user.reviews.findByTarget(target), undefined);
      assert.equal((await files()).length, 1);
      await leave();
      await comeBack();
      assert.equal(asked.length, 2);
    });

    it("discards when told to", async () => {
      await conflict("Discard");
      await eventually(async () => {
        assert.deepEqual(await files(), []);
      });
    });

    it("opens it with a conflict when told to", async () => {
      const target = await conflict("Open Anyway");
      await eventually(() => {
        assert.deepEqual(user.hunks(target), ["!deux > zwei", "six > sechs"]);
      });
      assert.equal(user.textOf(target), TEXT.replace("two", "deux"));
    });

    it("looks at the file again when it is told to open it, since the question may stand for long", async () => {
      const answers: ((choice: string) => void)[] = [];
      vscode.window.showWarningMessage = (message: string) => {
        asked.push({ message, choices: [] });
        return new Promise<string>((resolve) => answers.push(resolve));
      };
      const target = await begin();
      await leave();
      await user.type(target, "two", "deux");
      await comeBack();
      const review = await user.apply(target, (text) => text.replace("four", "vier"));
      answers[0]?.("Open Anyway");
      await eventually(() => {
        assert.equal(asked[1]?.message, `An earlier review of ${name(target)} is left, and the file has a new one.`);
      });
      assert.equal(user.review(target), review);
      assert.deepEqual(user.hunks(target), ["four > vier"]);
    });

    it("saves a patch that git applies to the file as it was", async () => {
      const patch = user.uri("saved.patch");
      vscode.window.showSaveDialog = () => Promise.resolve(patch);
      const target = await conflict("Save as Patch…");
      await eventually(async () => {
        assert.match(await user.onDisk("saved.patch"), /^diff --git/);
        assert.deepEqual(await files(), []);
      });
      assert.equal(await user.onDisk("file.txt"), TEXT);
      const folder = vscode.workspace.getWorkspaceFolder(target)?.uri.fsPath;
      execFileSync("git", ["apply", "--unsafe-paths", `--directory=${folder ?? ""}`, patch.fsPath], { cwd: "/" });
      assert.equal(await user.onDisk("file.txt"), rewrite(TEXT));
    });
  });

  describe("when the file is gone", () => {
    const goneAtStart = async (given?: string): Promise<vscode.Uri> => {
      const target = await begin();
      await leave();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await rm(target.fsPath);
      answer = given;
      await comeBack();
      const message = `${name(target)} is not there any more. Its review comes back with it.`;
      assert.deepEqual(asked, [{ message, choices: ["Save as Patch…", "Discard"] }]);
      return target;
    };

    it("keeps the review until the file is back", async () => {
      const target = await goneAtStart();
      assert.equal((await files()).length, 1);
      assert.equal(user.reviews.findByTarget(target), undefined);
      await user.write("file.txt", TEXT);
      await eventually(() => {
        assert.deepEqual(user.hunks(target), HUNKS);
      });
      assert.equal((await files()).length, 1);
    });

    it("keeps it where it goes while the window is open, and deletes it only by Discard", async () => {
      const target = await begin();
      const review = user.review(target);
      await store.flush();
      const stored = (await onlyFile()).session;
      // What comes and goes at once is not reported as gone.
      await filesAreSeen();
      await rm(target.fsPath);
      await eventually(() => {
        assert.equal(user.reviews.findByTarget(target), undefined);
      });
      await store.flush();
      assert.deepEqual((await onlyFile()).session, stored);
      assert.equal(asked.length, 1);
      user.reviews.end(review);
      await store.flush();
      assert.deepEqual(await files(), []);
    });

    it("discards it when told to", async () => {
      await goneAtStart("Discard");
      await eventually(async () => {
        assert.deepEqual(await files(), []);
      });
    });
  });

  it("reads the file in the encoding that the user chose for it", async () => {
    const text = TEXT.replace("one", "eins ä");
    const target = await user.write("file.txt", Buffer.from(text, "latin1"));
    await vscode.workspace.openTextDocument(target, { encoding: "iso88591" });
    await user.apply(target, rewrite);
    await store.flush();
    assert.equal((await onlyFile()).encoding, "iso88591");
    await leave();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await comeBack();
    assert.equal(user.textOf(target), text);
    await user.press("acceptAll", { review: user.review(target).id });
    await user.save(target);
    assert.deepEqual(await user.bytesOf("file.txt"), Buffer.from(rewrite(text), "latin1"));
  });

  it("tells of a rewrite that was interrupted, and offers none of it", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    await store.flush();
    const { progress, session } = await onlyFile();
    assert.deepEqual({ progress, session }, { progress: "streaming", session: null });
    await leave();
    await comeBack();
    assert.match(asked[0]?.message ?? "", /^Fast Apply was interrupted while .*file\.txt was being rewritten\./);
    assert.equal(user.reviews.findByTarget(target), undefined);
    assert.deepEqual(await files(), []);
    assert.equal(user.textOf(target), TEXT);
  });

  it("puts back the hunks from before a second rewrite that was interrupted", async () => {
    const target = await begin();
    const coming = new HeldRewrite(rewrite(TEXT).replaceAll("e", "E"));
    await user.start(target, () => coming.events());
    coming.comeTo("fivE\n");
    await eventually(() => {
      assert.ok(user.hunks(target).some((hunk) => hunk.includes("thrEE")));
    });
    await leave();
    await comeBack();
    assert.match(asked[0]?.message ?? "", /^Fast Apply was interrupted/);
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("asks before it puts back a new file outside the workspace", async () => {
    const outside = join(root, "outside.txt");
    await user.apply(vscode.Uri.file(outside), () => TEXT, { kind: "create" });
    await leave();
    answer = "Open Review";
    await comeBack();
    assert.deepEqual(asked[0]?.choices, ["Open Review", "Discard"]);
    await eventually(() => {
      assert.equal(user.reviews.pending.length, 1);
    });
  });

  describe("files that it cannot read are kept aside", () => {
    /** The name of the folder of a window that is gone. */
    const GONE = "0b7c3f0e-54f0-4a57-8a0c-4c8a7f1f6e01";
    const ID = "5f0f8a3c-7d0e-4c7f-9d0a-0a4b8f6f2b11";
    const good = { version: 1, id: ID, kind: "change", isShown: true, progress: "whole", session: null };
    const cases: readonly [string, string, string][] = [
      ["no JSON", `${ID}.json`, "{"],
      ["a number", `${ID}.json`, "1"],
      ["another version", `${ID}.json`, JSON.stringify({ ...good, version: 2, target: "file:///a" })],
      ["another name", `${ID}.json`, JSON.stringify({ ...good, id: ID.replace("5", "6"), target: "file:///a" })],
      ["a name of its own", "evil.json", JSON.stringify({ ...good, id: "evil", target: "file:///a" })],
      ["a review of a review", `${ID}.json`, JSON.stringify({ ...good, target: `fast-apply-review:/a?${ID}` })],
      ["no address", `${ID}.json`, JSON.stringify({ ...good, target: "a" })],
      ["a strange session", `${ID}.json`, JSON.stringify({ ...good, target: "file:///a", session: { document: 1 } })],
    ];
    for (const [what, file, content] of cases) {
      it(what, async () => {
        await mkdir(join(root, GONE));
        await writeFile(join(root, GONE, file), content);
        await comeBack();
        const aside = (await files()).filter((path) => path.startsWith("unreadable"));
        assert.equal(aside.length, 1);
        assert.equal(await readFile(join(root, aside[0] ?? ""), "utf8"), content);
        assert.equal(
          asked[0]?.message,
          `A stored review could not be read. It is kept in ${join(root, aside[0] ?? "")}.`,
        );
        assert.equal((await files()).length, 1);
        assert.equal(user.reviews.pending.length, 0);
        await leave();
        await comeBack();
        assert.deepEqual([(await files()).filter((path) => path.startsWith("unreadable")), asked.length], [aside, 1]);
      });
    }
  });

  it("that cannot write says so once, and reviews go on", async () => {
    await rm(root, { recursive: true });
    await writeFile(root, "no folder");
    const target = await begin();
    await store.flush();
    await user.press("rejectHunk");
    await store.flush();
    assert.equal(asked.length, 1);
    assert.match(asked[0]?.message ?? "", /^Pending reviews could not be stored/);
    await user.press("acceptAll");
    assert.equal(user.textOf(target), TEXT.replace("six", "sechs"));
  });
});
