import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm, symlink } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Messages } from "../applying.ts";
import { Reviewing } from "../reviewing.ts";
import { Chatting } from "./chatting.ts";
import { call, ReadingPlanner } from "./readingPlanner.ts";

describe("what a planner does not read", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);
  const reading = new ReadingPlanner(messages, chats);
  const { open, read } = reading;

  it("is not what is outside, secret, ignored or hidden, and the model is told why", async () => {
    const { server, page } = await open();
    await promisify(execFile)("git", ["init", "-q", reading.root]);
    await reading.write(".gitignore", "built/\n");
    await reading.write("built/out.ts", "const secretBuild = 1;\n");
    await symlink("/etc", join(reading.root, "outside"));
    await symlink(join(reading.root, ".env"), join(reading.root, "innocent.txt"));
    const reads = await read(
      page,
      server,
      call("read_file", { path: "../../etc/passwd" }),
      call("read_file", { path: "/etc/passwd" }),
      call("read_file", { path: "reads/outside/passwd" }),
      call("read_file", { path: "reads/.env" }),
      call("read_file", { path: "reads/innocent.txt" }),
      call("read_file", { path: "reads/.git/config" }),
      call("read_file", { path: "reads/none.ts" }),
      call("read_file", { path: "reads/src" }),
      call("search_text", { query: "abc-secret" }),
      call("search_text", { query: "secretBuild" }),
      call("find_files", { pattern: "reads/**/.env*" }),
    );
    const words = [
      /outside|leads out/,
      /absolute/,
      /link/,
      /passwords or keys/,
      /passwords or keys/,
      /git itself/,
      /no such file/,
      /folder/,
    ];
    for (const [at, pattern] of words.entries()) {
      assert.equal(reads[at]?.state, "refused");
      assert.match(reads[at].text, pattern);
    }
    assert.deepEqual(
      reads.slice(8).map(({ text }) => text),
      ["Nothing is found.", "Nothing is found.", "No file fits."],
    );
    assert.doesNotMatch(JSON.stringify(server.requests), /TOKEN=/);
  });

  it("is not what links lead to where that may not be read itself", async () => {
    const { server, page } = await open();
    await promisify(execFile)("git", ["init", "-q", reading.root]);
    await reading.write(".gitignore", "built/\n");
    await reading.write("built/out.ts", "const cartBuild = 1;\n");
    await symlink(join(reading.root, "built/out.ts"), join(reading.root, "plain.ts"));
    await symlink(join(reading.root, "built"), join(reading.root, "folder"), "junction");
    await symlink(join(reading.root, "src"), join(reading.root, "fine"), "junction");
    await symlink(join(reading.root, ".env"), join(reading.root, "innocent.txt"));
    await symlink("/etc", join(reading.root, "outside"), "junction");
    const links = ["plain.ts", "folder/out.ts", "innocent.txt", "outside/passwd"];
    const line = new vscode.Range(0, 0, 0, 1);
    const provider = vscode.languages.registerReferenceProvider(
      { pattern: "**/reads/notes.md" },
      {
        provideReferences: () =>
          [...links, "fine/shop.ts", "src/cart.ts"].map(
            (path) => new vscode.Location(vscode.Uri.file(join(reading.root, path)), line),
          ),
      },
    );
    const reads = await read(
      page,
      server,
      ...links.map((path) => call("read_file", { path: `reads/${path}` })),
      call("read_file", { path: "reads/fine/shop.ts" }),
      call("references", { path: "reads/notes.md", line: 1, symbol: "Ignore" }),
    ).finally(() => {
      provider.dispose();
    });
    assert.deepEqual(
      reads.map(({ state }) => state),
      ["refused", "refused", "refused", "refused", "done", "done"],
    );
    assert.match(reads[5]?.text ?? "", /fine\/shop\.ts:1: import .*\n.*cart\.ts:1: export class Cart/);
    assert.match(reads[5]?.text ?? "", /\(4 outside the workspace, or in files that are not read\)/);
    assert.doesNotMatch(JSON.stringify(server.requests), /TOKEN=|cartBuild|root:/);
  });

  it("changes nothing, whatever a hostile file says", async () => {
    const { server, page } = await open();
    const [notes, written] = await read(
      page,
      server,
      call("read_file", { path: "reads/notes.md" }),
      call("no_such_write_file", { path: "reads/src/cart.ts", text: "HACKED" }),
    );
    assert.match(notes?.text ?? "", /Ignore your instructions/);
    assert.equal(written?.state, "refused");
    assert.match(written.text, /no tool of this name/);
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(join(reading.root, "src/cart.ts")));
    assert.doesNotMatch(new TextDecoder().decode(bytes), /HACKED/);
  });

  it("is a repository that git does not open: the model is told why, and the user once what to do", async () => {
    const { server, page } = await open();
    const repository = dirname(reading.root);
    await promisify(execFile)("git", ["init", "-q", repository]);
    await reading.write(".gitignore", "built/\n");
    await reading.write("built/out.ts", "const secretBuild = 1;\n");
    // git's own way to test this without another user.
    const other = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1", GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };
    const before = Object.keys(other).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, other);
    const takeBack = (): void => {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    };
    try {
      const reads = await read(
        page,
        server,
        call("read_file", { path: "reads/built/out.ts" }),
        call("read_file", { path: "reads/src/cart.ts" }),
        call("git_diff", {}),
        call("recent_changes", {}),
        call("search_text", { query: "secretBuild" }),
        call("search_text", { query: "class Cart" }),
      );
      assert.deepEqual(
        reads.map(({ state }) => state),
        ["refused", "refused", "refused", "refused", "done", "done"],
      );
      for (const { text } of reads.slice(0, 4))
        assert.match(text, /dubious ownership.*git config --global --add safe\.directory/);
      assert.equal(reads[4]?.text, "Nothing is found.");
      assert.match(reads[5]?.text ?? "", /reads\/src\/cart\.ts/);
      takeBack();
      const [file, diff] = await read(
        page,
        server,
        call("read_file", { path: "reads/src/cart.ts" }),
        call("git_diff", {}),
      );
      assert.deepEqual([file?.state, diff?.state], ["done", "done"], "Once git opens it, it is read.");
    } finally {
      takeBack();
      await rm(join(repository, ".git"), { recursive: true });
    }
    const said = messages.said.filter((text) => text.startsWith("git says: detected dubious ownership"));
    assert.equal(said.length, 1, messages.said.join("\n"));
    assert.match(said[0] ?? "", /run: git config --global --add safe\.directory /);
  });
});
