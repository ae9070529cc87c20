import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { checkTarget } from "../../../../extension/host/apply/targetChecks.ts";
import { answering, Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { AgentCalls, outcomes } from "./agentCalls.ts";

const TEXT = ["first line of it", "name = Müller", "third line of it", "city = Köln", "fifth line of it", ""].join(
  "\n",
);
const latin = (text: string): Buffer => Buffer.from(text, "latin1");
const bom = (bytes: readonly number[], content: Buffer): Buffer => Buffer.concat([Buffer.from(bytes), content]);
const utf16 = Buffer.from(TEXT, "utf16le");
const SHIFT_JIS = Buffer.concat([Buffer.from("a = 1\nb = "), Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a])]);

const change = (from: string, to: string): string => `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n`;
const AUTO = { "fastApply.tool.review": "auto", "fastApply.saveOnAccept": true };

describe("files in other encodings", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);

  describe("are targets where the text that VS Code reads gives the bytes back", () => {
    const cases: readonly [string, Buffer, Record<string, unknown>, "fit" | "encoding" | "binary"][] = [
      ["UTF-8", Buffer.from(TEXT), {}, "fit"],
      ["UTF-8 with a byte order mark", bom([0xef, 0xbb, 0xbf], Buffer.from(TEXT)), {}, "fit"],
      ["UTF-8 that holds U+FFFD itself", Buffer.from(TEXT.replace("ü", "\uFFFD")), {}, "fit"],
      ["UTF-16", bom([0xff, 0xfe], utf16), {}, "fit"],
      ["UTF-16 without a byte order mark", utf16, {}, "binary"],
      ["UTF-16, big end first", bom([0xfe, 0xff], Buffer.from(utf16).swap16()), {}, "fit"],
      ["UTF-16 with half a letter at its end", bom([0xff, 0xfe], Buffer.concat([utf16, latin("x")])), {}, "encoding"],
      ["UTF-16 with half a surrogate pair", bom([0xff, 0xfe], Buffer.from([0x3d, 0xd8, 0x20, 0])), {}, "fit"],
      ["Latin-1 by the settings", latin(TEXT), { "files.encoding": "iso88591" }, "fit"],
      [
        "all bytes as Latin-1 by the settings",
        Buffer.from([...Array(255).keys()].map((at) => at + 1)),
        { "files.encoding": "iso88591" },
        "fit",
      ],
      ["Shift JIS by the settings", SHIFT_JIS, { "files.encoding": "shiftjis" }, "fit"],
      ["UTF-8 that Shift JIS can read too", Buffer.from(TEXT), { "files.encoding": "shiftjis" }, "fit"],
      ["bytes that Shift JIS lacks", latin("a ÿ\n"), { "files.encoding": "shiftjis" }, "encoding"],
      ["Latin-1", latin(TEXT), {}, "encoding"],
      ["Shift JIS", SHIFT_JIS, {}, "encoding"],
      [
        "one stray byte beyond the first megabyte",
        Buffer.concat([Buffer.alloc(1_200_000, "a\n"), latin("ü\n")]),
        {},
        "encoding",
      ],
      ["a letter that is cut off at the end", Buffer.from(TEXT + "ü").subarray(0, -1), {}, "encoding"],
    ];
    for (const [name, bytes, settings, expected] of cases) {
      it(`${name}: ${expected}`, () =>
        user.withSettings(settings, async () => {
          const verdict = await checkTarget(await user.write("file.txt", bytes), "chosen", false);
          assert.equal(verdict.type === "fit" ? "fit" : verdict.trouble, expected);
        }));
    }

    it("a document with unsaved changes is judged by its file too", async () => {
      const target = await user.write("file.txt", latin(TEXT));
      await user.type(target, "third", "3rd");
      assert.deepEqual(await checkTarget(target, "chosen", false), { type: "unfit", trouble: "encoding" });
    });
  });

  it("an agent is refused where bytes would change that it does not name", () =>
    user.withSettings(AUTO, async () => {
      await user.write("file.txt", latin(TEXT));
      const { outcome, message } = await agent.edit("file.txt", change("third line of it", "third line, new"));
      assert.equal(outcome, "failed");
      assert.match(
        message,
        /not in the encoding that VS Code reads it in \(utf8\).*Ask the user.*Nothing was changed\.$/,
      );
      assert.deepEqual(await user.bytesOf("file.txt"), latin(TEXT));
      assert.deepEqual([user.reviews.pending.length, messages.said], [0, []]);
    }));

  it("a person is asked, reopens it in its encoding, and the apply goes on; a closed tab does not change that", async () => {
    const target = await user.write("file.txt", latin(TEXT));
    const path = vscode.workspace.asRelativePath(target);
    await openSketch(`\`\`\`txt ${path}\n${change("third line of it", "third line, näu")}\`\`\`\n`);
    messages.press("Reopen with Encoding…");
    await answering(vscode.commands.executeCommand("fastApply.applySelection"));
    await eventually(() => user.inFront(user.review(target)));
    assert.match(messages.said.join(), /is not in the encoding that VS Code reads it in \(utf8\)/);
    assert.deepEqual(user.hunks(target), ["third line of it > third line, näu"]);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const own = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.path === target.path);
    await vscode.window.tabGroups.close(own);
    await user.press("acceptAll", { review: user.review(target).id });
    await user.save(target);
    assert.deepEqual(await user.bytesOf("file.txt"), latin(TEXT.replace("third line of it", "third line, näu")));
  });

  it("a person who does not reopen it has nothing changed, and nothing under review", async () => {
    const target = await user.write("file.txt", latin(TEXT));
    const path = vscode.workspace.asRelativePath(target);
    await openSketch(`\`\`\`txt ${path}\n${change("third line of it", "third line, new")}\`\`\`\n`);
    await user.press("applySelection");
    assert.equal(messages.said.length, 1);
    assert.equal(user.reviews.findByTarget(target), undefined);
    assert.equal(user.isDirty(target), false);
  });

  describe("letters that the encoding lacks", () => {
    const settings = { ...AUTO, "files.encoding": "iso88591" };

    it("wait for the user, and the other hunks do not", () =>
      user.withSettings(settings, async () => {
        const target = await user.write("file.txt", latin(TEXT));
        const edits = change("first line of it", "first, ä") + change("third line of it", "third → “new” €");
        const result = await agent.edit("file.txt", edits, { patienceSeconds: 0 });
        assert.deepEqual(outcomes(result), ["accepted", "pending"]);
        assert.deepEqual(result.remarks, [
          "The encoding of the file has no → “ ” €: when it is saved, “?” stands there.",
        ]);
        assert.deepEqual(await user.bytesOf("file.txt"), latin(TEXT.replace("first line of it", "first, ä")));
        assert.deepEqual(
          user.review(target).hunks.map(({ hasWarning }) => hasWarning),
          [true],
        );
        await user.press("acceptAll", { review: user.review(target).id });
        assert.deepEqual(user.hunks(target), ["third line of it > third → “new” €"]);
        assert.match(messages.said.at(-1) ?? "", /^Left in /);
      }));

    it("of a new file wait for the user", () =>
      user.withSettings(settings, async () => {
        const text = "a = “new”\nb = 2\n";
        const result = await agent.edit("new.txt", text, { patienceSeconds: 0 });
        assert.equal(result.outcome, "pending review");
        await assert.rejects(user.bytesOf("new.txt"), /ENOENT/);
        assert.equal((await agent.edit("fine.txt", "a = ü\n", { patienceSeconds: 0 })).outcome, "applied");
        assert.deepEqual(await user.bytesOf("fine.txt"), latin("a = ü\n"));
      }));

    it("do not keep anything back in UTF-8", () =>
      user.withSettings(AUTO, async () => {
        await user.write("file.txt", TEXT);
        const edit = change("third line of it", "third → “new” € \u{1F600}");
        assert.equal((await agent.edit("file.txt", edit, { patienceSeconds: 0 })).outcome, "applied");
      }));
  });
});
