import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { eventually, HeldRewrite, Reviewing } from "../reviewing.ts";
import { HUNKS, rewrite, Storing, TEXT } from "./storing.ts";

describe("the store of pending reviews", () => {
  const user = new Reviewing();
  const storing = new Storing(user);
  const { asked, files, onlyFile, begin, flush, leave, comeBack } = storing;

  it("keeps a file while there is something to decide, and again after undo", async () => {
    const target = await begin();
    await flush();
    const stored = await onlyFile();
    assert.deepEqual(
      { version: stored.version, kind: stored.kind, target: stored.target, progress: stored.progress },
      { version: 1, kind: "change", target: target.toString(), progress: "whole" },
    );
    await user.press("acceptAll");
    await flush();
    assert.deepEqual(await files(), []);
    await user.undo(target);
    await flush();
    assert.equal((await onlyFile()).id, user.review(target).id);
    user.reviews.end(user.review(target));
    await flush();
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
    await flush();
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

  it("reads the file in the encoding that the user chose for it", async () => {
    const text = TEXT.replace("one", "eins ä");
    const target = await user.write("file.txt", Buffer.from(text, "latin1"));
    await vscode.workspace.openTextDocument(target, { encoding: "iso88591" });
    await user.apply(target, rewrite);
    await flush();
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
    await flush();
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
    const outside = join(storing.root, "outside.txt");
    await user.apply(vscode.Uri.file(outside), () => TEXT, { kind: "create" });
    await leave();
    storing.answer = "Open Review";
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
        await mkdir(join(storing.root, GONE));
        await writeFile(join(storing.root, GONE, file), content);
        await comeBack();
        const aside = (await files()).filter((path) => path.startsWith("unreadable"));
        assert.equal(aside.length, 1);
        assert.equal(await readFile(join(storing.root, aside[0] ?? ""), "utf8"), content);
        assert.equal(
          asked[0]?.message,
          `A stored review could not be read. It is kept in ${join(storing.root, aside[0] ?? "")}.`,
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
    await rm(storing.root, { recursive: true });
    await writeFile(storing.root, "no folder");
    const target = await begin();
    await flush();
    await user.press("rejectHunk");
    await flush();
    assert.equal(asked.length, 1);
    assert.match(asked[0]?.message ?? "", /^Pending reviews could not be stored/);
    await user.press("acceptAll");
    assert.equal(user.textOf(target), TEXT.replace("six", "sechs"));
  });
});
