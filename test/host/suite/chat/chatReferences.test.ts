import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Offer } from "../../../../extension/core/chat/chatProtocol.ts";
import type { Reference } from "../../../../extension/core/chat/chatSchemas.ts";
import { Messages } from "../applying.ts";
import { Chatting, type TestPage } from "./chatting.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("what goes along with a question", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  new Messages();
  const chats = new Chatting(user);
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  let page: TestPage;
  let request = 0;

  // What git ignores is left out; the folder of the suites is no repository otherwise.
  before(async () => {
    execFileSync("git", ["init", "--quiet"], { cwd: root });
    await writeFile(join(root, ".gitignore"), "ignored/\n*.secret\n");
  });
  after(async () => {
    await rm(join(root, ".git"), { recursive: true, force: true });
    await rm(join(root, ".gitignore"), { force: true });
  });
  beforeEach(async () => {
    await chats.serve({ answer: "Seen." });
    ({ page } = await chats.open());
  });

  const pathOf = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri);
  const file = (uri: vscode.Uri): Reference => ({ type: "file", uri: uri.toString(), path: pathOf(uri) });

  /** What the model is sent as the question, and what is said of the references that cannot go along. */
  async function sent(...references: Reference[]): Promise<{ text: string; troubles: (string | undefined)[] }> {
    const server = await chats.serve({ answer: "Seen." });
    page.post({ type: "new" });
    page.post({ type: "send", text: "Look.", references });
    await eventually(() => {
      assert.equal(page.shown.length, 2);
    });
    await page.answered();
    const body = server.requests.at(-1)?.body as { messages: { content: string }[] };
    return {
      text: body.messages.at(-1)?.content ?? "",
      troubles: page.question.attachments.map(({ trouble }) => trouble),
    };
  }

  async function offered(query: string, fits: (offers: readonly Offer[]) => void): Promise<readonly Offer[]> {
    // What other extensions find too late is not in the answer: who types on asks again.
    await eventually(async () => {
      request++;
      page.post({ type: "offers", request, query });
      await eventually(() => {
        assert.equal(page.state.offers.request, request);
      });
      fits(page.state.offers.offers);
    }, 30_000);
    return page.state.offers.offers;
  }

  const paths = (offers: readonly Offer[], type: Reference["type"]): string[] =>
    offers.flatMap(({ reference }) => (reference.type === type && reference.type !== "text" ? [reference.path] : []));

  it("a file, with what is not saved; lines of it; and the page gets none of the text", async () => {
    const uri = await user.write("notes.txt", "one\ntwo\nthree\n");
    await user.open(uri);
    await user.type(uri, "two", "zwei");
    const selection: Reference = {
      type: "selection",
      uri: uri.toString(),
      path: pathOf(uri),
      startLine: 2,
      endLine: 3,
    };
    const { text, troubles } = await sent(file(uri), selection);
    assert.match(text, /notes\.txt:\n```\none\nzwei\nthree\n\n```/);
    assert.match(text, /notes\.txt:2-3:\n```\nzwei\nthree\n```\n\nLook\.$/);
    assert.deepEqual(troubles, [undefined, undefined]);
    assert.deepEqual(
      page.question.attachments.map((attachment) => attachment.text),
      ["", ""],
    );
  });

  it("problems of a file, and a folder without what git ignores", async () => {
    const uri = await user.write("src/a.txt", "one\n");
    await user.write("src/deep/b.txt", "");
    await user.write("src/c.secret", "");
    const diagnostics = vscode.languages.createDiagnosticCollection("test");
    diagnostics.set(uri, [
      new vscode.Diagnostic(new vscode.Range(0, 1, 0, 2), "odd", vscode.DiagnosticSeverity.Warning),
      new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), "wrong", vscode.DiagnosticSeverity.Error),
    ]);
    const folder = vscode.Uri.joinPath(uri, "..");
    const { text } = await sent(
      { type: "problems", uri: uri.toString(), path: pathOf(uri) },
      { type: "folder", uri: folder.toString(), path: pathOf(folder) },
    );
    diagnostics.dispose();
    assert.match(text, /1:1 error: wrong\n1:2 warning: odd\n/);
    assert.match(text, /\na\.txt\ndeep\/b\.txt\n```/);
  });

  it("what cannot go along says why: missing, binary, too large, lines that are gone, outside of the workspace", async () => {
    const outside = await mkdtemp(join(tmpdir(), "fast-apply-outside-"));
    await writeFile(join(outside, "key.txt"), "a secret");
    const short = await user.write("short.txt", "one\n");
    const binary = await user.write("binary.bin", new Uint8Array([1, 0, 2, 0]));
    const large = await user.write("large.txt", "x".repeat(1024 * 1024 + 1));
    await symlink(outside, user.path("link"));
    const { text, troubles } = await sent(
      file(user.uri("missing.txt")),
      file(binary),
      file(large),
      { type: "selection", uri: short.toString(), path: "short.txt", startLine: 40, endLine: 50 },
      file(vscode.Uri.file(join(outside, "key.txt"))),
      { type: "file", uri: `${vscode.Uri.file(root).toString()}/../../../../etc/passwd`, path: "passwd" },
      { type: "file", uri: "no uri at all", path: "nothing" },
      file(user.uri("link/key.txt")),
    );
    assert.equal(text, "Look.");
    for (const [at, expected] of [
      /not there/,
      /no text/,
      /1 MB/,
      /no such lines/,
      /outside/,
      /outside/,
      /outside/,
      /outside/,
    ].entries()) {
      assert.match(troubles[at] ?? "", expected);
    }
    // Having been refused once does not make it known.
    assert.match((await sent(file(vscode.Uri.file(join(outside, "key.txt"))))).troubles[0] ?? "", /outside/);
    await rm(outside, { recursive: true, force: true });
  });

  it("a file outside of the workspace where the host itself has offered it", async () => {
    const outside = await mkdtemp(join(tmpdir(), "fast-apply-outside-"));
    const uri = vscode.Uri.file(join(outside, "open.txt"));
    await writeFile(uri.fsPath, "what the user has opened\n");
    await user.open(uri);
    await eventually(() => {
      assert.ok(page.state.active.some((reference) => reference.type === "file" && reference.uri === uri.toString()));
    });
    assert.match((await sent(...page.state.active)).text, /what the user has opened/);
    await rm(outside, { recursive: true, force: true });
  });

  it("the active file and selection are told as they change", async () => {
    const uri = await user.write("active.txt", "one\ntwo\nthree\n");
    const editor = await user.open(uri);
    editor.selection = new vscode.Selection(0, 1, 2, 0);
    await eventually(() => {
      assert.deepEqual(page.state.active, [
        file(uri),
        { type: "selection", uri: uri.toString(), path: pathOf(uri), startLine: 1, endLine: 2 },
      ]);
    });
  });

  it("@ offers the files of the workspace without what git and files.exclude ignore", async () => {
    await user.write("shop/cartTotal.ts", "");
    await user.write("ignored/cartTotal.ts", "");
    await user.write("cartTotal.secret", "");
    await user.write("hidden/cartTotal.ts", "");
    await user.withSettings({ "files.exclude": { "**/hidden": true } }, async () => {
      const found = await offered("cartot", (offers) => {
        assert.ok(paths(offers, "file").length > 0);
      });
      const [first = "", ...others] = paths(found, "file");
      assert.match(first, /shop\/cartTotal\.ts$/);
      assert.deepEqual(others, []);
      await offered("shop", (offers) => {
        assert.ok(paths(offers, "folder").some((path) => path.endsWith("/shop")));
      });
    });
  });

  it("@ offers open editors and the selection first, and the problems of open files", async () => {
    const uri = await user.write("open.txt", "one\ntwo\n");
    const diagnostics = vscode.languages.createDiagnosticCollection("test");
    diagnostics.set(uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), "wrong")]);
    const editor = await user.open(uri);
    editor.selection = new vscode.Selection(0, 0, 1, 2);
    await offered("", ([selection, open, problems]) => {
      assert.equal(selection?.reference.type, "selection");
      assert.deepEqual(open?.reference, file(uri));
      assert.deepEqual(problems?.reference, { type: "problems", uri: uri.toString(), path: pathOf(uri) });
    });
    diagnostics.dispose();
  });

  it("@ offers symbols of the active file and of the workspace", async () => {
    const uri = await user.write("symbols.txt", "one\ntwo\nthree\n");
    const range = new vscode.Range(1, 0, 2, 5);
    const own = vscode.languages.registerDocumentSymbolProvider(
      { pattern: "**/symbols.txt" },
      {
        provideDocumentSymbols: () => [
          new vscode.DocumentSymbol("computeOwn", "", vscode.SymbolKind.Function, range, range),
        ],
      },
    );
    const all = vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: () => [
        new vscode.SymbolInformation("computeAll", vscode.SymbolKind.Function, "", new vscode.Location(uri, range)),
      ],
    });
    await user.open(uri);
    const found = await offered("compute", (offers) => {
      assert.deepEqual(paths(offers, "symbol"), [pathOf(uri), pathOf(uri)]);
    });
    own.dispose();
    all.dispose();
    const symbol = found.find(({ label }) => label === "computeOwn")?.reference;
    assert.ok(symbol !== undefined);
    assert.match((await sent(symbol)).text, /computeOwn \(.*symbols\.txt\):\n```\ntwo\nthree\n```/);
  });

  it("the meter counts what would go along, and names what does not fit", async () => {
    await chats.serve({ contextTokens: 20_000 });
    await eventually(() => {
      assert.equal(page.state.models?.models[0]?.contextTokens, 20_000);
    });
    const uri = await user.write("big.txt", "word ".repeat(30_000));
    const measure = async (...references: Reference[]): Promise<{ used: number; leftOut: readonly string[] }> => {
      request++;
      page.post({ type: "measure", request, text: "Look.", references });
      await eventually(() => {
        assert.equal(page.state.meter?.request, request);
      });
      const { used, window, leftOut } = page.state.meter?.meter ?? { used: 0, window: 0, leftOut: [] };
      assert.equal(window, 20_000);
      return { used, leftOut };
    };
    const alone = await measure();
    assert.ok(alone.used > 0);
    const small: Reference = { type: "text", name: "pasted", text: "word ".repeat(300) };
    assert.ok((await measure(small)).used > alone.used + 300);
    const both = await measure(small, file(uri));
    assert.deepEqual(both.leftOut, [pathOf(uri)]);
  });

  it("the meter leaves out nothing that goes along", async () => {
    const server = await chats.serve({ answer: "Yes." });
    const entry = { provider: "openai-compatible", model: "thinker", contextTokens: 20_000, outputTokens: 500 };
    await vscode.workspace.getConfiguration("fastApply").update("chat.models", [entry], true);
    await eventually(() => {
      assert.equal(page.state.models?.models[0]?.contextTokens, 20_000);
    });
    const big: Reference = { type: "text", name: "pasted", text: "word ".repeat(10_000) };
    request++;
    page.post({ type: "measure", request, text: "Look.", references: [big] });
    await eventually(() => {
      assert.equal(page.state.meter?.request, request);
    });
    const { used, leftOut } = page.state.meter?.meter ?? { used: 0, leftOut: ["all"] };
    assert.ok(used > 15_000 && used < 19_500, `${used} tokens`);
    assert.deepEqual(leftOut, []);
    page.post({ type: "send", text: "Look.", references: [big] });
    assert.deepEqual((await page.answered()).leftOut, []);
    assert.match(JSON.stringify(server.requests.at(-1)?.body), /word word word/);
  });

  it("commands put the selection and files into the composer, also before there is a page", async () => {
    const uri = await user.write("a.txt", "one\ntwo\n");
    const editor = await user.open(uri);
    editor.selection = new vscode.Selection(0, 0, 0, 2);
    const { chat } = user.surface;
    await user.press("addSelectionToChat");
    await user.press("addFileToChat", uri, [uri, vscode.Uri.joinPath(uri, "..")]);
    const posted: { type: string; references?: readonly Reference[] }[] = [];
    const end = await chat.connect((message) => posted.push(message));
    end.receive({ type: "ready" });
    await eventually(() => {
      assert.ok(posted.some(({ type }) => type === "conversation"));
    });
    await user.press("addFileToChat", uri);
    await eventually(() => {
      const composed = posted.filter(({ type }) => type === "compose").flatMap(({ references }) => references ?? []);
      assert.ok(
        composed.some((reference) => reference.type === "file"),
        JSON.stringify(posted),
      );
    });
    end.dispose();
  });
});
