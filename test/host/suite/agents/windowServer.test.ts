import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import * as v from "valibot";
import * as vscode from "vscode";
import {
  SERVER_PROTOCOL,
  registrationSchema,
  MAX_SERVER_LINE,
  type ServerRegistration,
} from "../../../../extension/core/tools/serverProtocol.ts";
import { openWindowServer } from "../../../../extension/host/tools/windowServer.ts";
import { mcpDefinitions } from "../../../../extension/host/tools/mcpDefinition.ts";
import { writeRegistration } from "../../../../extension/node/serverRegistrations.ts";
import { openRuntimeFolder } from "../../../../extension/node/runtimeFolder.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { Agents, serverOf, type Agent } from "../serving.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
const SKETCH =
  "// ... existing code ...\none\nzwei\nthree\n// ... existing code ...\nfive\nsechs\nseven\n// ... existing code ...\n";
const HUNKS = ["two > zwei", "six > sechs"];

describe("the door to agents outside VS Code", () => {
  const user = new Reviewing();
  const agents = new Agents();
  let root = "";
  let servers = "";

  before(async () => {
    root = await realpath(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "");
    const folder = await openRuntimeFolder("servers");
    assert.ok(folder.type === "folder");
    servers = folder.path;
    await eventually(async () => {
      assert.equal((await ownRegistrations()).length, 1);
    });
  });

  /** The cards of this very window, with their names. */
  const ownRegistrations = async (): Promise<readonly { name: string; registration: ServerRegistration }[]> => {
    const names = (await readdir(servers)).filter((name) => name.endsWith(".json"));
    const registrations = await Promise.all(
      names.map(async (name) => ({
        name: name.replace(/\.json$/, ""),
        registration: v.parse(registrationSchema, JSON.parse(await readFile(join(servers, name), "utf8"))),
      })),
    );
    return registrations.filter(({ registration }) => registration.pid === process.pid);
  };
  const ownRegistration = async (): Promise<ServerRegistration> => {
    const [own] = await ownRegistrations();
    assert.ok(own !== undefined);
    return own.registration;
  };
  const startAgent = (name?: string): Promise<Agent> => agents.start(serverOf([root]), name);
  /** Waits until an edit is under review, with nothing of it in the file. */
  const underReview = async (target: vscode.Uri): Promise<void> => {
    await eventually(() => {
      assert.deepEqual(user.hunks(target), HUNKS);
    });
    assert.equal(user.textOf(target) ?? TEXT, TEXT);
  };
  const decide = (target: vscode.Uri, command: "acceptAll" | "rejectAll"): Promise<void> =>
    user.press(command, { review: user.review(target).id });

  it("leaves a card and a socket that are for the user alone", async () => {
    const [{ name, registration } = { name: "", registration: undefined }] = await ownRegistrations();
    assert.deepEqual(registration?.folders, [root]);
    for (const path of [servers, join(servers, `${name}.json`), registration.socket]) {
      assert.equal((await stat(path)).mode & 0o077, 0, path);
    }
  });

  it("has an edit reviewed, and tells what was accepted", async () => {
    const target = await user.write("file.txt", TEXT);
    const agent = await startAgent();
    const said: (string | undefined)[] = [];
    const editing = agent.edit(user.path("file.txt"), SKETCH, { onProgress: (message) => said.push(message) });
    await underReview(target);
    await eventually(() => {
      assert.match(said.join(), /review/i);
    });
    await decide(target, "acceptAll");
    const result = await editing;
    assert.equal(result.outcome, "applied");
    assert.deepEqual(
      result.hunks.map(({ outcome, now }) => [outcome, now]),
      [
        ["accepted", { start: 2, end: 2 }],
        ["accepted", { start: 6, end: 6 }],
      ],
    );
    assert.equal(user.textOf(target), TEXT.replace("two", "zwei").replace("six", "sechs"));
    assert.equal(await user.onDisk("file.txt"), TEXT);
  });

  it("tells a rejected edit as rejected", async () => {
    const target = await user.write("file.txt", TEXT);
    const editing = (await startAgent()).edit(user.path("file.txt"), SKETCH);
    await underReview(target);
    await decide(target, "rejectAll");
    assert.equal((await editing).outcome, "rejected");
    assert.equal(user.textOf(target) ?? TEXT, TEXT);
    assert.equal(await user.onDisk("file.txt"), TEXT);
  });

  it("waits no longer than the setting says, and tells later what became of the edit", async () => {
    await user.withSettings({ "fastApply.tool.waitSeconds": 0 }, async () => {
      const target = await user.write("file.txt", TEXT);
      const agent = await startAgent();
      assert.equal((await agent.edit(user.path("file.txt"), SKETCH)).outcome, "pending review");
      await underReview(target);
      await decide(target, "acceptAll");
      await user.write("other.txt", TEXT);
      const { earlier } = await agent.edit(user.path("other.txt"), SKETCH);
      assert.deepEqual(earlier, [{ file: user.path("file.txt"), outcome: "applied" }]);
    });
  });

  it("shows what an edit would do to what is typed and what waits for review, and changes nothing", async () => {
    await user.withSettings({ "fastApply.tool.waitSeconds": 0 }, async () => {
      const target = await user.write("file.txt", TEXT);
      await user.type(target, "one", "uno");
      const agent = await startAgent();
      const [path, sketch] = [user.path("file.txt"), SKETCH.replace("one", "uno")];
      const shown = await agent.preview(path, sketch);
      assert.equal(shown.outcome, "previewed");
      assert.match(shown.diff, / uno\n-two\n\+zwei/);
      assert.equal(user.reviews.findByTarget(target), undefined);
      assert.equal((await agent.edit(path, sketch)).outcome, "pending review");
      const again = await agent.preview(path, sketch);
      assert.deepEqual([again.outcome, again.hunks, again.diff], ["previewed", [], ""]);
      assert.deepEqual(user.hunks(target), HUNKS);
      assert.equal(await user.onDisk("file.txt"), TEXT);
      assert.equal((await agent.preview(path, "nothing like it\n")).outcome, "not sure");
      await decide(target, "rejectAll");
      assert.deepEqual((await agent.preview(path, sketch)).earlier, [{ file: path, outcome: "rejected" }]);
      assert.equal(user.reviews.pending.length, 0);
    });
  });

  it("stops to wait when the agent cancels, and keeps the review", async () => {
    const target = await user.write("file.txt", TEXT);
    const agent = await startAgent();
    const cancel = new AbortController();
    const editing = agent.edit(user.path("file.txt"), SKETCH, { signal: cancel.signal });
    await underReview(target);
    cancel.abort("enough");
    await assert.rejects(editing);
    await underReview(target);
    await decide(target, "acceptAll");
    assert.deepEqual((await agent.client.listTools()).tools.map(({ name }) => name).sort(), [
      "edit_file",
      "preview_edit",
    ]);
  });

  it("keeps the review of a server that was killed", async () => {
    const target = await user.write("file.txt", TEXT);
    const agent = await startAgent();
    const editing = agent.edit(user.path("file.txt"), SKETCH);
    await underReview(target);
    process.kill(agent.pid, "SIGKILL");
    await assert.rejects(editing);
    await underReview(target);
    await decide(target, "acceptAll");
    assert.equal(user.textOf(target), TEXT.replace("two", "zwei").replace("six", "sechs"));
  });

  it("serves two servers at once", async () => {
    const targets = [await user.write("one.txt", TEXT), await user.write("two.txt", TEXT)] as const;
    const [one, two] = await Promise.all([startAgent("one"), startAgent("two")]);
    const editing = [one.edit(user.path("one.txt"), SKETCH), two.edit(user.path("two.txt"), SKETCH)];
    for (const target of targets) await underReview(target);
    await decide(targets[1], "rejectAll");
    await decide(targets[0], "acceptAll");
    assert.deepEqual(
      (await Promise.all(editing)).map(({ outcome }) => outcome),
      ["applied", "rejected"],
    );
  });

  it("makes a new file when it is accepted", async () => {
    const agent = await startAgent();
    const editing = agent.edit(user.path("new.txt"), "fresh\n");
    const target = user.uri("new.txt");
    await eventually(() => {
      assert.ok(user.reviews.findByTarget(target)?.isPending);
    });
    await decide(target, "acceptAll");
    assert.equal((await editing).outcome, "applied");
  });

  it("is not asked for files of other folders", async () => {
    const other = await realpath(await mkdtemp(join(tmpdir(), "elsewhere-")));
    try {
      await writeFile(join(other, "file.txt"), TEXT);
      const shown = await agents.start(serverOf([other]));
      assert.equal((await shown.edit("file.txt", SKETCH)).outcome, "previewed");
      const written = await agents.start(serverOf([other], "--auto"));
      assert.equal((await written.edit("file.txt", SKETCH)).outcome, "applied");
      assert.match(await readFile(join(other, "file.txt"), "utf8"), /zwei/);
      assert.deepEqual(user.reviews.pending, []);
    } finally {
      await rm(other, { recursive: true });
    }
  });

  it("comes before --auto", async () => {
    const target = await user.write("file.txt", TEXT);
    const agent = await agents.start(serverOf([root], "--auto"));
    const editing = agent.edit(user.path("file.txt"), SKETCH);
    await underReview(target);
    await decide(target, "rejectAll");
    assert.equal((await editing).outcome, "rejected");
    assert.equal(await user.onDisk("file.txt"), TEXT);
  });

  describe("with a second window, whose folder lies deeper", () => {
    let folder = "";
    const close: (() => Promise<void>)[] = [];
    beforeEach(async () => {
      await user.write("file.txt", TEXT);
      folder = await realpath(user.path("."));
    });
    afterEach(async () => {
      for (const each of close.splice(0)) await each();
    });

    it("that one is asked, and when it ends in the middle nobody else writes", async () => {
      let isAsked = false;
      const second = await openWindowServer(servers, () => {
        isAsked = true;
        return new Promise(() => undefined);
      });
      close.push(() => second.close());
      await second.showFolders([folder]);
      const agent = await agents.start(serverOf([root], "--auto"));
      const editing = agent.edit(user.path("file.txt"), SKETCH);
      await eventually(() => {
        assert.ok(isAsked);
      });
      await second.close();
      close.pop();
      const result = await editing;
      assert.equal(result.outcome, "failed");
      assert.match(result.message, /may wait there/);
      assert.equal(await user.onDisk("file.txt"), TEXT);
      assert.deepEqual(user.reviews.pending, []);
    });

    it("a card with another token gets nothing done", async () => {
      const registration = { ...(await ownRegistration()), token: "0".repeat(64), folders: [folder] };
      await writeRegistration(servers, "forged", registration);
      close.push(() => rm(join(servers, "forged.json")));
      const agent = await agents.start(serverOf([root], "--auto"));
      const result = await agent.edit(user.path("file.txt"), SKETCH);
      assert.equal(result.outcome, "failed");
      assert.match(result.message, /token/);
      assert.equal(await user.onDisk("file.txt"), TEXT);
      assert.deepEqual(user.reviews.pending, []);
    });
  });

  it("ends connections that speak garbage, without harm to others", async () => {
    const target = await user.write("file.txt", TEXT);
    const { socket, token } = await ownRegistration();
    const editing = (await startAgent()).edit(user.path("file.txt"), SKETCH);
    await underReview(target);
    const hello = `${JSON.stringify({ type: "hello", protocol: SERVER_PROTOCOL, token })}\n`;
    const edit = (path: string): string =>
      `${JSON.stringify({ type: "edit", id: 1, purpose: "edit", agent: "a", session: "s", path, arguments: {}, patience: 1 })}\n`;
    const words: readonly (string | Buffer)[] = [
      edit(user.path("file.txt")),
      "GET / HTTP/1.1\r\n\r\n",
      `${hello}]\n`,
      `${hello}{}\n`,
      Buffer.alloc(MAX_SERVER_LINE + 1, "x"),
      Buffer.concat([Buffer.from(hello), Buffer.alloc(MAX_SERVER_LINE + 1, 0xff)]),
    ];
    for (const word of words) {
      const connection = connect(socket);
      connection.on("error", () => undefined);
      connection.resume();
      connection.write(word);
      await once(connection, "close");
    }
    await underReview(target);
    await decide(target, "acceptAll");
    assert.equal((await editing).outcome, "applied");
  });

  it("fails an edit of a path that is not in the window's folders, and shows none", async () => {
    const { socket, token } = await ownRegistration();
    const paths = ["/etc/passwd", `${root}/../secret`, root, "file.txt", `${root}/.git/config`, `${root}/a\0b`];
    const requests = paths.flatMap((path) => ["edit", "preview"].map((purpose) => ({ path, purpose })));
    for (const request of requests) {
      const connection = connect(socket);
      const given = { target_file: "file.txt", instructions: "I.", code_edit: "text\n" };
      const said: string[] = [];
      connection.setEncoding("utf8").on("data", (text: string) => said.push(text));
      connection.write(`${JSON.stringify({ type: "hello", protocol: SERVER_PROTOCOL, token })}\n`);
      const edit = { type: "edit", id: 1, agent: "a", session: "s", arguments: given, patience: 1, ...request };
      connection.write(`${JSON.stringify(edit)}\n`);
      await eventually(() => {
        assert.match(said.join(""), /"outcome":"failed"/, request.path);
      });
      connection.destroy();
    }
    assert.deepEqual(user.reviews.pending, []);
  });

  it("is offered to VS Code as a server that finds this window", async () => {
    const extension = vscode.extensions.getExtension("fast-apply.fast-apply");
    assert.ok(extension !== undefined);
    const asAbsolutePath = (path: string): string => join(extension.extensionPath, path);
    const [definition, ...others] = mcpDefinitions({ extension, asAbsolutePath });
    assert.ok(definition !== undefined && others.length === 0);
    assert.equal(definition.label, "Fast Apply");
    const env = Object.fromEntries(Object.entries(definition.env).map(([name, value]) => [name, String(value)]));
    const agent = await agents.start({ command: definition.command, args: definition.args, env });
    const target = await user.write("file.txt", TEXT);
    const editing = agent.edit(user.path("file.txt"), SKETCH);
    await underReview(target);
    await decide(target, "rejectAll");
    assert.equal((await editing).outcome, "rejected");
  });
});
