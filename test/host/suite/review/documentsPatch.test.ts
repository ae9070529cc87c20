import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { patchBytes, undecidedHunks } from "../../../../extension/host/review/patchFile.ts";
import { Reviewing } from "../reviewing.ts";

const LF = "one\ntwo ä\nthree\nfour\nfive\n";
const CRLF = LF.replaceAll("\n", "\r\n");
const utf8 = (text: string): Buffer => Buffer.from(text);
const rewrite = (text: string): string => text.replace("one", "eins").replace("five", "fünf");

describe("the patch of a review", () => {
  const user = new Reviewing();

  const applyPatch = async (target: vscode.Uri): Promise<void> => {
    const input = await patchBytes(undecidedHunks(user.review(target)));
    const folder = vscode.workspace.getWorkspaceFolder(target)?.uri.fsPath ?? "";
    execFileSync("git", ["apply", "--unsafe-paths", `--directory=${folder}`, "-"], { cwd: "/", input });
  };

  const cases: readonly { name: string; encode: (text: string) => Buffer; text: string; encoding?: string }[] = [
    { name: "LF", encode: utf8, text: LF },
    { name: "CRLF", encode: utf8, text: CRLF },
    { name: "a BOM", encode: utf8, text: `\uFEFF${CRLF}` },
    { name: "no final newline", encode: utf8, text: LF.slice(0, -1) },
    { name: "Latin-1", encode: (text) => Buffer.from(text, "latin1"), text: LF, encoding: "iso88591" },
  ];
  for (const { name, encode, text, encoding = "utf8" } of cases) {
    it(`${name}: git makes of the file on the disk what the review proposes`, () =>
      user.withSettings({ "files.encoding": encoding }, async () => {
        const target = await user.write("a file.txt", encode(text));
        await user.apply(target, rewrite);
        await applyPatch(target);
        assert.deepEqual(await user.bytesOf("a file.txt"), encode(rewrite(text)));
      }));
  }

  it("holds what is left to decide, on the text as it is", async () => {
    const target = await user.write("file.txt", LF);
    await user.apply(target, rewrite);
    await user.press("acceptHunk");
    await user.save(target);
    await applyPatch(target);
    assert.equal(await user.onDisk("file.txt"), rewrite(LF));
  });

  it("makes a new file", async () => {
    const target = user.uri("new.txt");
    await user.apply(target, () => LF, { kind: "create" });
    await applyPatch(target);
    assert.equal(await user.onDisk("new.txt"), LF);
  });

  it("deletes a file", async () => {
    const target = await user.write("file.txt", LF);
    await user.apply(target, () => "", { kind: "delete" });
    await applyPatch(target);
    assert.equal(existsSync(target.fsPath), false);
  });
});
