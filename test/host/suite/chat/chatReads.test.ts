import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Answer } from "../../../../extension/core/chat/chatSchemas.ts";
import { readsOf } from "../../../../extension/core/chat/readMessages.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { Chatting } from "./chatting.ts";
import { ALLOW, bodyOf, call, ReadingPlanner, script } from "./readingPlanner.ts";

describe("what a planner reads", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);
  const reading = new ReadingPlanner(messages, chats);
  const { open, read } = reading;

  it("is found, read and told in three rounds, after the user has allowed it once", async () => {
    const { server, page } = await open(
      script(
        {
          text: "I look.",
          calls: [call("find_files", { pattern: "reads/**/cart*" }), call("search_text", { query: "new Cart" })],
        },
        {
          calls: [
            call("read_file", { path: "reads/src/cart.ts" }),
            call("read_file", { path: "reads/src/shop.ts", start_line: 3, end_line: 3 }),
          ],
        },
        { calls: [call("list_folder", { path: "reads/src" })] },
        "It is empty.",
      ),
    );
    const answer = await chats.ask(page, "How is the total made?");
    assert.equal(answer.text, "I look.\n\nIt is empty.");
    assert.deepEqual(
      answer.rounds?.map(({ reads }) => reads.map(({ tool, what, state }) => `${tool} ${what} ${state}`)),
      [
        ["find_files reads/**/cart* done", "search_text new Cart done"],
        ["read_file reads/src/cart.ts done", "read_file reads/src/shop.ts:3-3 done"],
        ["list_folder reads/src done"],
      ],
    );
    assert.ok(
      readsOf(answer).every(({ text }) => text === ""),
      "The page gets the names alone.",
    );
    const reported = bodyOf(server)
      .messages.filter(({ role }) => role === "tool")
      .map(({ content }) => content ?? "");
    assert.equal(reported[0], "reads/src/cart.ts");
    assert.match(reported[1] ?? "", /reads\/src\/shop\.ts\n {2}3: export const cart = new Cart\(\);/);
    assert.equal(reported[2], "1\texport class Cart {\n2\t  total(): number {\n3\t    return 0;\n4\t  }\n5\t}");
    assert.equal(reported[3], "3\texport const cart = new Cart();");
    assert.match(reported[4] ?? "", /^cart\.ts\npart0\.ts/m);
    assert.equal(messages.said.filter((text) => text.includes("read this workspace")).length, 1);
    await chats.ask(page, "And now?");
    assert.equal(messages.said.filter((text) => text.includes("read this workspace")).length, 1, "It is asked once.");
    const next = bodyOf(server).messages;
    assert.ok(
      next.some(({ role, content }) => role === "tool" && content === reported[2]),
      "What was read goes along.",
    );
  });

  it("is opened by its line", async () => {
    const { server, page } = await open();
    await read(page, server, call("read_file", { path: "reads/src/cart.ts", start_line: 2 }));
    page.post({ type: "open-read", id: page.answer.id, round: 0, index: 0 });
    await eventually(() => {
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor?.document.uri.path.endsWith("/reads/src/cart.ts") === true);
      assert.equal(editor.selection.active.line, 1);
    });
  });

  it("is unsaved text where there is some", async () => {
    const { server, page } = await open();
    const document = await vscode.workspace.openTextDocument(join(reading.root, "src/cart.ts"));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "// only here\n");
    await vscode.workspace.applyEdit(edit);
    const [file, found, gone] = await read(
      page,
      server,
      call("read_file", { path: "reads/src/cart.ts", end_line: 1 }),
      call("search_text", { query: "only here|nowhere at all", is_regex: true }),
      call("search_text", { query: "export class Cart", files: "reads/src/*.ts" }),
    );
    assert.equal(file?.text, "1\t// only here\n(The file has 6 lines. Read on with start_line 2.)".split("\n")[0]);
    assert.match(found?.text ?? "", /reads\/src\/cart\.ts\n {2}1: \/\/ only here/);
    assert.match(gone?.text ?? "", /^1 line in 1 file\.\nreads\/src\/cart\.ts\n {2}2: /);
  });

  it("is bounded: 5,000 hits are counted and a hundred shown", async () => {
    const { server, page } = await open();
    for (let at = 0; at < 10; at++) await reading.write(`hits/f${at}.txt`, "one needle here\n".repeat(500));
    const [hits] = await read(page, server, call("search_text", { query: "needle", files: "reads/hits/**" }));
    assert.match(hits?.text ?? "", /^5000 lines in 10 files/);
    assert.ok((hits?.text.length ?? 0) < 20_000);
    assert.equal(hits?.found, 5_000);
  });

  it("goes on after arguments that cannot be read, which it is told", async () => {
    const { server, page } = await open();
    const [broken, wrong, fine] = await read(
      page,
      server,
      call("read_file", '{"path": "reads/src/ca'),
      call("search_text", { query: "(", is_regex: true }),
      call("read_file", { path: "reads/src/cart.ts" }),
    );
    assert.match(broken?.text ?? "", /no JSON object.*Arguments that work/);
    assert.match(wrong?.text ?? "", /expression cannot be read/);
    assert.equal(fine?.state, "done");
  });

  it("ends where the budget is used up, and the model answers with what it has", async () => {
    const { server, page } = await open();
    await vscode.workspace
      .getConfiguration("fastApply")
      .update("chat.readTokens", 1_000, vscode.ConfigurationTarget.Global);
    await reading.write("long.txt", "many words of a long file\n".repeat(700));
    const reads = await read(page, server, call("read_file", { path: "reads/long.txt" }), call("list_folder", {}));
    assert.ok(reads.reduce((sum, { text }) => sum + text.length, 0) < 4_000);
    assert.ok(reads.some(({ text }) => text.includes("budget is used up")));
    assert.equal(bodyOf(server).tool_choice, "none");
  });

  it("is ended where the model only reads, with what can be done", async () => {
    const { server, page } = await open();
    await vscode.workspace
      .getConfiguration("fastApply")
      .update("chat.readRounds", 2, vscode.ConfigurationTarget.Global);
    server.answerWith({ calls: [call("list_folder", {})] });
    page.post({ type: "send", text: "Go.", references: [] });
    const { state } = await page.answered("failed");
    assert.ok(state.type === "failed" && state.message.includes("readRounds"), JSON.stringify(state));
    assert.equal(server.requests.length, 3);
  });

  it("is nothing where the provider takes no tools: it is asked without, and that is remembered", async () => {
    const server = await chats.serve({ answer: "Done.", refusesTools: true });
    const { page } = await chats.open();
    assert.equal((await chats.ask(page, "One?")).text, "Done.");
    assert.equal(server.requests.length, 2);
    assert.equal(bodyOf(server).tools, undefined);
    assert.match(bodyOf(server).messages[0]?.content ?? "", /say which file you need/);
    await chats.ask(page, "Two?");
    assert.equal(server.requests.length, 3);
  });

  it("is nothing where the user says no, which the model is told once and for all calls", async () => {
    const server = await chats.serve({ answer: "Done." });
    const { page } = await chats.open();
    const [one, two] = await read(
      page,
      server,
      call("list_folder", {}),
      call("read_file", { path: "reads/src/cart.ts" }),
    );
    assert.deepEqual([one?.state, two?.state], ["refused", "refused"]);
    assert.match(one?.text ?? "", /does not let you read/);
    assert.equal(messages.said.filter((text) => text.includes("read this workspace")).length, 1);
    assert.doesNotMatch(JSON.stringify(server.requests), /class Cart/);
  });

  it("is stopped while the model writes its calls, while the user is asked, and while it goes on", async () => {
    const { server, page } = await open();
    const long = call("find_files", { pattern: "x".repeat(250) });
    const stopped = async (): Promise<Answer> => {
      page.post({ type: "stop" });
      const answer = await page.answered("stopped");
      await eventually(() => {
        assert.equal(server.openAnswers, 0);
      });
      assert.ok(readsOf(answer).every(({ state }) => state !== "running"));
      return answer;
    };
    const slow = await chats.serve({ answer: { text: "I look.", calls: [long] }, msPerToken: 30 });
    page.post({ type: "send", text: "One.", references: [] });
    await page.grownTo(3);
    assert.deepEqual(readsOf(await stopped()), []);
    slow.answerWith({ calls: [call("list_folder", {})] });
    const window = vscode.window as unknown as { showInformationMessage: unknown };
    let asked = 0;
    window.showInformationMessage = () => {
      asked++;
      return new Promise(() => undefined);
    };
    page.post({ type: "send", text: "Two.", references: [] });
    await eventually(() => {
      assert.equal(asked, 1);
    });
    assert.equal(readsOf(await stopped())[0]?.state, "stopped");
    await vscode.workspace.getConfiguration("fastApply").update("chat.readsWorkspace", "always", true);
    slow.answerWith(script({ calls: [call("list_folder", {})] }, "A long end. ".repeat(200)));
    page.post({ type: "send", text: "Three.", references: [] });
    await page.grownTo(30);
    assert.equal(readsOf(await stopped())[0]?.state, "done");
    slow.answerWith("Done.");
    assert.equal((await chats.ask(page, "Four.")).text, "Done.");
  });

  it("is nothing where the setting says never, and needs no question where it says always", async () => {
    const { server, page } = await open();
    const settings = vscode.workspace.getConfiguration("fastApply");
    await settings.update("chat.readsWorkspace", "never", vscode.ConfigurationTarget.Global);
    server.answerWith("Done.");
    await chats.ask(page, "One?");
    assert.equal(bodyOf(server).tools, undefined);
    await settings.update("chat.readsWorkspace", "always", vscode.ConfigurationTarget.Global);
    const [file] = await read(page, server, call("read_file", { path: "reads/src/cart.ts" }));
    assert.equal(file?.state, "done");
    assert.deepEqual(messages.said, []);
  });

  it("is asked for again after a rate limit, without being read again", async () => {
    const { server, page } = await open(script({ calls: [call("read_file", { path: "reads/src/cart.ts" })] }, "Done."));
    page.post({ type: "send", text: "Go.", references: [] });
    await eventually(() => {
      assert.equal(server.requests.length > 0, true);
    });
    server.fail({ type: "status", status: 429, headers: { "retry-after-ms": "10" } });
    const answer = await page.answered();
    assert.equal(answer.text, "Done.");
    assert.equal(readsOf(answer).length, 1);
  });

  it("is also what git knows", async () => {
    const { server, page } = await open();
    const [diff, changes] = await read(page, server, call("git_diff", {}), call("recent_changes", {}));
    assert.equal(diff?.text, "Nothing is changed, or git does not know these files.");
    assert.match(changes?.text ?? "", /^Nothing is changed since the last commit\.\n\nNo commits are known\.$/);
  });

  it("is not read again where an answer goes on that broke off with the window", async () => {
    const first = { text: "I look.", calls: [call("read_file", { path: "reads/src/cart.ts" })] };
    const server = await chats.serve({ answer: script(first, "A long end. ".repeat(200)), msPerToken: 5 });
    const { liveChat, page } = await chats.open();
    messages.press(ALLOW);
    page.post({ type: "send", text: "Go.", references: [] });
    await page.grownTo(30);
    const { id } = page.answer;
    page.post({ type: "continue", id });
    await page.grownTo(60);
    assert.equal(page.answer.state.type, "streaming", "One that comes does not go on.");
    await liveChat.close();
    const asked = server.requests.length;

    const { page: next } = await chats.open();
    assert.deepEqual(next.answer.state, {
      type: "failed",
      message: "VS Code was closed before the answer was whole.",
      canContinue: true,
    });
    assert.match(next.answer.text, /^I look\.\n\nA long/);
    assert.equal(server.requests.length, asked, "Nothing is sent before the user says so.");
    const broken = bodyOf(server).messages;
    server.answerWith("It is empty.");
    next.post({ type: "continue", id });
    const answer = await next.answered();
    assert.equal(answer.id, id);
    assert.equal(answer.text, "I look.\n\nIt is empty.");
    assert.equal(readsOf(answer).length, 1);
    assert.deepEqual(bodyOf(server).messages, broken, "The very request that broke off.");
    assert.equal(server.requests.length, asked + 1);
    next.post({ type: "continue", id });
    assert.equal((await chats.ask(next, "And now?")).text, "It is empty.");
    assert.equal(server.requests.length, asked + 2, "What is whole does not go on.");
  });

  it("is kept when it is stopped, and comes back after a restart", async () => {
    const answer = script({ calls: [call("read_file", { path: "reads/src/cart.ts" })] }, "A long end. ".repeat(200));
    await chats.serve({ answer, msPerToken: 5 });
    const { liveChat, page } = await chats.open();
    messages.press(ALLOW);
    page.post({ type: "send", text: "Go.", references: [] });
    await eventually(() => {
      assert.equal(readsOf(page.answer)[0]?.state, "done");
    }, 20_000);
    page.post({ type: "stop" });
    await page.answered("stopped");
    await liveChat.parts.store.flush();
    const { page: next } = await chats.open();
    assert.equal(readsOf(next.answer)[0]?.what, "reads/src/cart.ts");
  });
});
