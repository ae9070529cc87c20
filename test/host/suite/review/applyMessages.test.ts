import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages, openSketch } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const edit = (path: string, search: string, replace: string): string =>
  `\`\`\`text ${path}\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;

describe("what an apply says", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();

  /** Applies an edit that a plan shows for a file of this test. */
  async function apply(name: string, search: string, replace: string): Promise<void> {
    await openSketch(edit(vscode.workspace.asRelativePath(reviewing.uri(name)), search, replace));
    await reviewing.press("applySelection");
  }

  it("text of the sketch is no link in a message", async () => {
    await reviewing.write("a.txt", "one\ntwo\n");
    await apply("a.txt", "[Open log](command:workbench.action.quit)", "x");
    await eventually(() => {
      assert.match(messages.said.join(), /Open log/);
    });
    assert.doesNotMatch(messages.said.join(), /\]\(/);
  });

  it("a file that a setting makes read-only is refused before anything is computed", () =>
    reviewing.withSettings({ "files.readonlyInclude": { "**/locked.txt": true } }, async () => {
      const target = await reviewing.write("locked.txt", "one\ntwo\n");
      await apply("locked.txt", "two", "zwei");
      assert.match(messages.said.join(), /locked\.txt is read-only/);
      assert.equal(reviewing.reviews.findByTarget(target), undefined);
    }));

  it("line ends that VS Code will not keep, once for each file", async () => {
    const target = await reviewing.write("a.txt", "one\r\ntwo\r\nthree\n");
    for (const [search, replace] of [
      ["two", "zwei"],
      ["three", "drei"],
    ] as const) {
      await apply("a.txt", search, replace);
      await eventually(() => reviewing.inFront(reviewing.review(target)));
    }
    assert.equal(messages.said.length, 1);
    assert.match(messages.said.join(), /a\.txt has mixed line ends\. VS Code makes all of them CRLF/);
  });

  it("nothing of the line ends of other files", async () => {
    const target = await reviewing.write("a.txt", "one\r\ntwo\r\n");
    await apply("a.txt", "two", "zwei");
    await eventually(() => reviewing.inFront(reviewing.review(target)));
    assert.deepEqual(messages.said, []);
  });
});
