import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAllEditors, eventually, Reviewing } from "../reviewing.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

/** Two hunks, far enough apart: `two` and `six`. */
const rewrite = (text: string): string => text.replace("two", "zwei").replace("six", "sechs");
const HUNKS = ["two > zwei", "six > sechs"];

describe("a document that changes under its review", () => {
  const user = new Reviewing();

  const begin = async (): Promise<vscode.Uri> => {
    const target = await user.write("file.txt", TEXT);
    await user.apply(target, rewrite);
    assert.deepEqual(user.hunks(target), HUNKS);
    return target;
  };

  interface TypingCase {
    readonly name: string;
    readonly found: string;
    readonly typed: string;
    readonly hunks: readonly string[];
    /** After Accept All; conflicts are left. */
    readonly accepted: string;
    /** After Reject All. */
    readonly rejected: string;
  }
  const typed = (found: string, instead: string, hunks: readonly string[], accepted: string): TypingCase => ({
    name: `${JSON.stringify(found)} becomes ${JSON.stringify(instead)}`,
    found,
    typed: instead,
    hunks,
    accepted,
    rejected: TEXT.replace(found, instead),
  });
  const cases: readonly TypingCase[] = [
    typed("four", "vier", HUNKS, rewrite(TEXT).replace("four", "vier")),
    typed("one\n", "one\n1.5\n", HUNKS, rewrite(TEXT).replace("one\n", "one\n1.5\n")),
    typed("one\n", "", HUNKS, rewrite(TEXT).replace("one\n", "")),
    typed("two", "zwei", ["six > sechs"], rewrite(TEXT)),
    typed("two", "deux", ["!deux > zwei", "six > sechs"], TEXT.replace("two", "deux").replace("six", "sechs")),
    typed("eight\n", "eight\nnine\n", HUNKS, `${rewrite(TEXT)}nine\n`),
  ];
  for (const { name, found, typed, hunks, accepted, rejected } of cases) {
    it(`typing: ${name}, then accept all`, async () => {
      const target = await begin();
      await user.type(target, found, typed);
      assert.deepEqual(user.hunks(target), hunks);
      await user.press("acceptAll");
      assert.equal(user.textOf(target), accepted);
    });

    it(`typing: ${name}, then reject all`, async () => {
      const target = await begin();
      await user.type(target, found, typed);
      await user.press("rejectAll");
      assert.equal(user.textOf(target), rejected);
      assert.equal(user.reviews.pending.length, 0);
    });
  }

  it("a conflict can be accepted by itself, and undo brings the user's line back", async () => {
    const target = await begin();
    await user.type(target, "two", "deux");
    await user.press("acceptHunk");
    assert.equal(user.textOf(target), TEXT.replace("two", "zwei"));
    await user.undo(target);
    assert.equal(user.textOf(target), TEXT.replace("two", "deux"));
    assert.deepEqual(user.hunks(target), ["!deux > zwei", "six > sechs"]);
  });

  it("undo in the document brings an accepted hunk back, redo takes it again", async () => {
    const target = await begin();
    await user.press("acceptHunk");
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
    await user.undo(target);
    assert.equal(user.textOf(target), TEXT);
    assert.deepEqual(user.hunks(target), HUNKS);
    await user.redo(target);
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
  });

  it("undo after the last decision brings the review back", async () => {
    const target = await begin();
    await user.press("acceptAll");
    assert.equal(user.reviews.pending.length, 0);
    await user.undo(target);
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.equal(user.reviews.pending.length, 1);
    await user.press("openReview");
    await user.inFront(user.review(target));
    await user.press("acceptAll");
    assert.equal(user.textOf(target), rewrite(TEXT));
  });

  it("undo decision takes back what was accepted, and what was rejected", async () => {
    const target = await begin();
    await user.press("acceptHunk");
    await user.press("undoDecision");
    assert.equal(user.textOf(target), TEXT);
    assert.deepEqual(user.hunks(target), HUNKS);
    await user.press("rejectHunk");
    assert.deepEqual(user.hunks(target), ["six > sechs"]);
    await user.press("undoDecision");
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("undo decision keeps what was typed since", async () => {
    const target = await begin();
    await user.press("acceptHunk");
    await user.type(target, "four", "vier");
    await user.press("openReview");
    await user.press("undoDecision");
    assert.equal(user.textOf(target), TEXT.replace("four", "vier"));
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("a dirty document is reviewed as it is, and the disk waits for the user", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.type(target, "four", "vier");
    await user.apply(target, rewrite);
    assert.deepEqual(user.hunks(target), HUNKS);
    await user.press("acceptAll");
    assert.equal(user.textOf(target), rewrite(TEXT).replace("four", "vier"));
    assert.equal(await user.onDisk("file.txt"), TEXT);
    await user.undo(target);
    assert.equal(user.textOf(target), TEXT.replace("four", "vier"));
  });

  it("revert brings accepted hunks back, and drops what was typed", async () => {
    const target = await begin();
    await user.type(target, "four", "vier");
    await user.press("acceptHunk");
    await user.open(target);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.equal(user.textOf(target), TEXT);
    assert.deepEqual(user.hunks(target), HUNKS);
  });

  it("a formatter on save works on the document, never on the proposal", () =>
    user.withSettings({ "editor.formatOnSave": true }, async () => {
      const formatter = vscode.languages.registerDocumentFormattingEditProvider(
        { language: "plaintext" },
        {
          provideDocumentFormattingEdits: (document) => {
            const at = document.getText().indexOf("seven");
            const range = new vscode.Range(document.positionAt(at), document.positionAt(at + "seven".length));
            return at < 0 ? [] : [vscode.TextEdit.replace(range, "SEVEN")];
          },
        },
      );
      try {
        const target = await begin();
        await user.press("acceptHunk");
        await user.open(target);
        await user.save(target);
        const formatted = TEXT.replace("two", "zwei").replace("seven", "SEVEN");
        assert.equal(await user.onDisk("file.txt"), formatted);
        // The formatted line lies beside a hunk and is no conflict.
        assert.deepEqual(user.hunks(target), ["six > sechs"]);
        await user.press("acceptAll");
        assert.equal(user.textOf(target), formatted.replace("six", "sechs"));
      } finally {
        formatter.dispose();
      }
    }));

  it("save on accept saves when the user asked for it, hunk by hunk", () =>
    user.withSettings({ "fastApply.saveOnAccept": true }, async () => {
      const target = await begin();
      await user.press("acceptHunk");
      assert.equal(await user.onDisk("file.txt"), TEXT.replace("two", "zwei"));
      await user.press("acceptAll");
      assert.equal(await user.onDisk("file.txt"), rewrite(TEXT));
      assert.equal(user.isDirty(target), false);
    }));

  it("the review document follows", async () => {
    const target = await begin();
    const expected = "one|two|zwei|three|four|five|six|sechs|seven|eight|";
    assert.equal(user.shown(), expected);
    await user.type(target, "four", "vier");
    await eventually(() => {
      assert.equal(user.shown(), expected.replace("four", "vier"));
    });
    await user.press("rejectHunk");
    await eventually(() => {
      assert.equal(user.shown(), "one|two|three|vier|five|six|sechs|seven|eight|");
    });
  });

  it("keys pressed quickly each decide one hunk", async () => {
    const target = await begin();
    await Promise.all([user.press("acceptHunk"), user.press("rejectHunk")]);
    assert.equal(user.textOf(target), TEXT.replace("two", "zwei"));
    assert.equal(user.reviews.pending.length, 0);
  });

  it("closing tabs decides nothing", async () => {
    const target = await begin();
    await closeAllEditors();
    await eventually(() => {
      assert.deepEqual(
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
        [],
      );
    });
    assert.deepEqual(user.hunks(target), HUNKS);
    assert.equal(user.reviews.pending.length, 1);
    await user.press("openReview");
    await user.inFront(user.review(target));
    await user.press("acceptAll");
    assert.equal(user.textOf(target), rewrite(TEXT));
  });
});
