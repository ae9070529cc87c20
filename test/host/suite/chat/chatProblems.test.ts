import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { BlockView } from "../../../../extension/core/chat/chatProtocol.ts";
import type { ModelServer } from "../../../servers/modelServer.ts";
import { Messages } from "../applying.ts";
import { ApplyingBlocks, CART, fence, type AnsweredChat } from "../applyingBlocks.ts";
import { StandInServer } from "../languageServer.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { Chatting, type TestPage } from "./chatting.ts";

const WORDS = new Map([
  ["items.size", "Items have no size."],
  ["max = 4", "Four is too many."],
  ["FIXME", "Something is left to do."],
]);

describe("problems that come with a block of the chat", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const server = new StandInServer(WORDS);
  const applying = new ApplyingBlocks(reviewing);
  const { chat, act, named } = applying;

  const sum = (name: string, value: string): string =>
    fence(named(name), "export function total(items) {", `  return ${value};`, "}", "// ... existing code ...");
  const problems = async ({ conversation, answer }: AnsweredChat): Promise<readonly string[][]> =>
    (await applying.applies.view(conversation, answer)).blocks.map((block: BlockView) =>
      (block.problems ?? []).map(({ line, message }) => `${String(line)} ${message}`),
    );
  const areOn = (about: AnsweredChat, ...wanted: readonly string[][]): Promise<void> =>
    eventually(async () => {
      assert.deepEqual(await problems(about), wanted);
    });

  it("stand on it without those of before, and go with them", async () => {
    const target = await reviewing.write("cart.js", `// FIXME\n${CART}`);
    const about = chat(sum("cart.js", "items.size"));
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(target));
    await areOn(about, []);
    await reviewing.press("acceptAll");
    await areOn(about, ["3 Items have no size."]);
    await reviewing.type(target, "// FIXME", "// FIXME\n//");
    await areOn(about, ["4 Items have no size."]);
    await reviewing.type(target, "items.size", "items.length");
    await areOn(about, []);
    await reviewing.type(target, "items.length", "items.size");
    await areOn(about, ["4 Items have no size."]);
  });

  it("stand on the block whose lines are nearest", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(
      [sum("cart.js", "items.size"), fence(named("cart.js"), "// ... existing code ...", "export const max = 4;")].join(
        "\n",
      ),
    );
    await act(about, 0, "apply");
    await act(about, 1, "apply");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await areOn(about, ["2 Items have no size."], ["5 Four is too many."]);
    assert.match(applying.applies.fixesOf(about.answer.id, 0)[0]?.patch ?? "", /\+ {2}return items\.size;/);
  });

  it("are dropped with their answers, and those of other answers stay", async () => {
    const targets = [await reviewing.write("cart.js", CART), await reviewing.write("other.js", CART)];
    const [gone, kept] = [chat(sum("cart.js", "items.size")), chat(sum("other.js", "items.size"))];
    for (const [at, about] of [gone, kept].entries()) {
      await act(about, 0, "apply");
      const target = targets[at];
      assert.ok(target !== undefined);
      await reviewing.inFront(reviewing.review(target));
      await reviewing.press("acceptAll");
      await areOn(about, ["2 Items have no size."]);
    }
    applying.applies.forget([gone.answer.id]);
    assert.deepEqual(await problems(gone), [[]]);
    assert.deepEqual(applying.applies.fixesOf(gone.answer.id, 0), []);
    assert.deepEqual(await problems(kept), [["2 Items have no size."]]);
    // What is said of the file later is not news of an accept that nobody knows any more.
    const [target] = targets;
    assert.ok(target !== undefined);
    await vscode.commands.executeCommand("vscode.open", target);
    await reviewing.type(target, "max = 3", "max = 4");
    await eventually(() => {
      assert.deepEqual(server.of(target), ["Items have no size.", "Four is too many."]);
    });
    assert.deepEqual(await problems(gone), [[]]);
  });

  it("are not those of what the user types", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(sum("cart.js", "items.length + 1"));
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await reviewing.type(target, "max = 3", "max = 4");
    await eventually(() => {
      assert.deepEqual(server.of(target), ["Four is too many."]);
    });
    await areOn(about, []);
  });

  it("are not what a language server says first of a file that it did not know, but for the lines of the block", async () => {
    const target = await reviewing.write("cart.txt", `// FIXME\n${CART}`);
    const about = chat(sum("cart.txt", "items.size"));
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    const late = vscode.languages.createDiagnosticCollection("late");
    try {
      const at = (line: number): vscode.Range => new vscode.Range(line, 0, line, 2);
      late.set(target, [new vscode.Diagnostic(at(0), "Old."), new vscode.Diagnostic(at(2), "New.")]);
      await areOn(about, ["3 New."]);
    } finally {
      late.dispose();
    }
    await areOn(about, []);
  });
});

describe("Fix on a block of the chat", function () {
  this.timeout(90_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  new StandInServer(WORDS);
  const chats = new Chatting(reviewing);
  let page: TestPage;
  let server: ModelServer;
  let target: vscode.Uri;

  const named = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri, false);
  const block = (uri: vscode.Uri, value: string): string =>
    `Done.\n\n${fence(named(uri), "export function total(items) {", `  return ${value};`, "}", "// ... existing code ...")}`;
  const shownOf = (id: string): NonNullable<TestPage["state"]["conversation"]>["messages"][number] => {
    const found = page.state.conversation?.messages.find(({ message }) => message.id === id);
    assert.ok(found !== undefined, "It is shown.");
    return found;
  };
  const hasProblems = (id: string, count: number): Promise<void> =>
    eventually(() => {
      assert.equal(shownOf(id).blocks[0]?.problems?.length ?? 0, count);
    });

  /** A block is applied and accepted, and a problem comes with it. Gives the id of its answer. */
  const broken = async (): Promise<string> => {
    target = await reviewing.write("cart.js", CART);
    server = await chats.serve({ answer: block(target, "items.size") });
    ({ page } = await chats.open());
    const { id } = await chats.ask(page, "Count the items.");
    page.post({ type: "block", id, index: 0, action: "apply" });
    await eventually(() => {
      assert.equal(shownOf(id).blocks[0]?.state.type, "review");
    });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await hasProblems(id, 1);
    return id;
  };

  beforeEach(() => {
    reviewing.reviews.pending.forEach((review) => {
      reviewing.reviews.end(review);
    });
  });

  it("asks in the same conversation, applies the answer, and Restore takes both back", async () => {
    const id = await broken();
    page.post({ type: "problem", id, index: 0, nth: 0 });
    await eventually(() => {
      const editor = vscode.window.activeTextEditor;
      assert.deepEqual([editor?.document.uri.toString(), editor?.selection.start.line], [target.toString(), 1]);
    });
    server.answerWith(block(target, "items.length + 1"));
    page.post({ type: "fix", id, index: 0 });
    await eventually(() => {
      assert.match(page.question.text, /^Fix the new problems in .*cart\.js\./);
    });
    assert.deepEqual(
      page.question.attachments.map(({ reference }) => ("name" in reference ? reference.name : reference.path)),
      [`New problems in ${named(target)}`, `Change of ${named(target)}`, named(target)],
    );
    const fixed = await page.answered();
    const sent = JSON.stringify(server.requests.at(-1)?.body);
    for (const words of ["2 error: Items have no size.", "+  return items.size;", "export const max = 3;"]) {
      assert.ok(sent.includes(JSON.stringify(words).slice(1, -1)), words);
    }
    await eventually(() => {
      assert.equal(shownOf(fixed.id).blocks[0]?.state.type, "review");
    });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await hasProblems(id, 0);
    await eventually(() => {
      assert.deepEqual([shownOf(id).canRestore, shownOf(fixed.id).canRestore], [true, true]);
    });
    page.post({ type: "batch", id, action: "restore" });
    await eventually(() => {
      assert.equal(reviewing.textOf(target), CART);
      assert.deepEqual([shownOf(id).canRestore, shownOf(fixed.id).canRestore], [false, false]);
    });
    assert.ok(messages.said.some((said) => said.includes("later answers")));
  });

  it("applies nothing where its answer is stopped, and can be asked for again", async () => {
    const id = await broken();
    const accepted = reviewing.textOf(target);
    server = await chats.serve({
      answer: `${"Let me see. ".repeat(400)}${block(target, "items.length")}`,
      msPerToken: 5,
    });
    page.post({ type: "fix", id, index: 0 });
    await eventually(() => {
      assert.match(page.question.text, /^Fix the new problems in /);
    });
    await page.grownTo(20);
    page.post({ type: "stop" });
    const stopped = await page.answered("stopped");
    await eventually(() => {
      assert.equal(server.openAnswers, 0);
    });
    assert.deepEqual(
      [reviewing.textOf(target), reviewing.reviews.pending, shownOf(stopped.id).canRestore],
      [accepted, [], false],
    );
    await hasProblems(id, 1);
    server.answerWith(block(target, "items.length + 1"));
    page.post({ type: "fix", id, index: 0 });
    await eventually(() => {
      assert.notEqual(page.answer.id, stopped.id);
    });
    const fixed = await page.answered();
    await eventually(() => {
      assert.equal(shownOf(fixed.id).blocks[0]?.state.type, "review");
    });
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await hasProblems(id, 0);
  });

  it("says so where the answer has nothing for the file, and where the problems are gone", async () => {
    const id = await broken();
    server.answerWith("Sizes are fine.");
    page.post({ type: "fix", id, index: 0 });
    await eventually(() => {
      assert.ok(page.of("reported").some(({ text }) => text.startsWith("The answer has no change for")));
    });
    await reviewing.type(target, "items.size", "items.length");
    await hasProblems(id, 0);
    page.post({ type: "fix", id, index: 0 });
    await eventually(() => {
      assert.ok(page.of("reported").some(({ text }) => text === "These problems are gone."));
    });
    assert.equal(page.shown.filter(({ role }) => role === "user").length, 2);
  });
});
