import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SERVER_PROTOCOL, type ServerRegistration } from "../../../extension/core/tools/serverProtocol.ts";
import { bareResult, type EditResult } from "../../../extension/core/tools/editResult.ts";
import type { ServerEdit, EditThroughServer } from "../../../extension/host/tools/serverConnection.ts";
import { handOver, type HandOver } from "../../../extension/mcp/handOver.ts";
import { serverSocket, writeRegistration } from "../../../extension/node/serverRegistrations.ts";
import { WindowServers, keeping } from "./windowServers.ts";

const servers = new WindowServers();

const request: HandOver = {
  path: "/home/me/shop/src/cart.ts",
  purpose: "edit",
  arguments: { target_file: "src/cart.ts", instructions: "I round.", code_edit: "\u2028 ünïcödé\n" },
  agent: "tester",
  session: "one",
  patienceSeconds: 45,
};

const applied = (words = "All of it."): EditResult => ({
  ...bareResult("applied", "src/cart.ts", words),
  engine: "structural",
  milliseconds: 3,
  hunks: [{ outcome: "edited by hand", before: { start: 3, end: 2 }, now: { start: 3, end: 4 } }],
  diff: "--- a\n",
});

/** A window that has every edit accepted. */
const accepting: EditThroughServer = () => Promise.resolve(applied());

function hand(over: Partial<HandOver> = {}, signal = new AbortController().signal): ReturnType<typeof handOver> {
  return handOver({ ...request, ...over }, () => undefined, signal);
}

/** What a failed edit is told with. */
async function failure(handed: ReturnType<typeof handOver>): Promise<string> {
  const result = await handed;
  expect(result).toMatchObject({ outcome: "failed" });
  return result === "no-window" ? result : result.message;
}

test("an edit arrives as it was sent, its progress and its result come back", async () => {
  const seen: ServerEdit[] = [];
  await servers.open(["/home/me/shop"], async (edit, onProgress) => {
    seen.push(edit);
    onProgress("half");
    await Promise.resolve();
    onProgress("whole");
    return applied();
  });
  const said: string[] = [];
  const result = await handOver(request, (message) => said.push(message), new AbortController().signal);
  expect(result).toEqual(applied());
  expect(said).toEqual(["half", "whole"]);
  const { patienceSeconds, ...rest } = request;
  expect(seen).toEqual([{ type: "edit", id: 1, patience: patienceSeconds, ...rest }]);
});

test("an edit of 16 MiB arrives whole", async () => {
  const sketch = "x".repeat(16 * 1024 * 1024);
  await servers.open(["/home/me/shop"], (edit) =>
    Promise.resolve(applied(String(JSON.stringify(edit.arguments).length))),
  );
  expect(await hand({ arguments: sketch })).toEqual(applied(String(sketch.length + 2)));
});

describe("who is asked", () => {
  const check = (
    what: string,
    windows: readonly (readonly string[])[],
    path: string,
    want: number | "nobody",
  ): void => {
    test(what, async () => {
      for (const [index, folders] of windows.entries()) {
        await servers.open(folders, () => Promise.resolve(applied(String(index))));
      }
      expect(await hand({ path })).toEqual(want === "nobody" ? "no-window" : applied(String(want)));
    });
  };
  check("nobody where there is no window", [], "/a/file", "nobody");
  check("nobody where the windows have other folders open", [["/a"], ["/b", "/c"]], "/d/file", "nobody");
  check("nobody for a folder whose name only begins the same", [["/a/shop"]], "/a/shop2/file", "nobody");
  check("nobody for the folder itself", [["/a/shop"]], "/a/shop", "nobody");
  check("nobody for a path that leaves the folder again", [["/a/shop"]], "/a/shop/../secret", "nobody");
  check("a window of several folders", [["/a"], ["/b", "/c"]], "/c/file", 1);
  check("the window with the deepest folder", [["/a/b"], ["/a"], ["/"]], "/a/b/c/file", 0);
  check("a window whose folder is the root", [["/"]], "/file", 0);
  check("a file whose name begins with dots", [["/a"]], "/a/..file", 0);

  test("of two windows with the folder, the one that has told of it last", async () => {
    const one = await servers.open(["/a"], () => Promise.resolve(applied("one")));
    await servers.open(["/a"], () => Promise.resolve(applied("other")));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await one.showFolders(["/a", "/b"]);
    expect(await hand({ path: "/a/file" })).toEqual(applied("one"));
  });

  test("the folders that a window has now", async () => {
    const server = await servers.open(["/a"], accepting);
    await Promise.all([server.showFolders(["/b"]), server.showFolders(["/c"])]);
    expect(await hand({ path: "/a/file" })).toBe("no-window");
    expect(await hand({ path: "/b/file" })).toBe("no-window");
    expect(await hand({ path: "/c/file" })).toEqual(applied());
  });
});

test("what a window leaves is for the user alone, and gone with it", async () => {
  const server = await servers.open(["/a"], accepting);
  expect(servers.names.map((name) => statSync(join(servers.folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(servers.registration.token).toMatch(/^[0-9a-f]{64}$/);
  await server.close();
  expect(servers.names).toEqual([]);
  await server.showFolders(["/a"]);
  expect(servers.names).toEqual([]);
});

test("a preview is shown by the window; one that gives none is as good as no window", async () => {
  const seen: string[] = [];
  await servers.open(["/a"], ({ purpose }) => {
    seen.push(purpose);
    return Promise.resolve(applied());
  });
  expect(await hand({ path: "/a/file", purpose: "preview" })).toEqual(applied());
  expect(seen).toEqual(["preview"]);
  const forged = { ...servers.registration, token: "0".repeat(64), folders: ["/b"] };
  await writeRegistration(servers.folder, "forged", forged);
  expect(await hand({ path: "/b/file", purpose: "preview" })).toBe("no-window");
  expect(await failure(hand({ path: "/b/file" }))).toContain("refused the edit");
});

test("a cancelled edit waits for nothing, and the window hears of it", async () => {
  const { edit, edits } = keeping();
  await servers.open(["/a"], edit);
  const cancel = new AbortController();
  const handed = hand({ path: "/a/file" }, cancel.signal);
  await expect.poll(() => edits).toHaveLength(1);
  cancel.abort(new Error("enough"));
  await expect(handed).rejects.toThrow("enough");
  await expect.poll(() => edits[0]?.signal.aborted).toBe(true);
  await expect(hand({ path: "/a/file" }, cancel.signal)).rejects.toThrow("enough");
});

test("a window that ends in the middle may still have the edit, so nobody else gets it", async () => {
  const { edit: keep, edits } = keeping();
  const server = await servers.open(["/a/b"], keep);
  const others: ServerEdit[] = [];
  await servers.open(["/a"], (edit) => {
    others.push(edit);
    return Promise.resolve(applied());
  });
  const handed = hand({ path: "/a/b/file" });
  await expect.poll(() => edits).toHaveLength(1);
  await server.close();
  expect(await failure(handed)).toContain("may wait there");
  expect(edits[0]?.signal.aborted).toBe(true);
  expect(others).toEqual([]);
});

test("a window that is killed in the middle may still have the edit; what it left is gone with the next look", async () => {
  const code = `
    import { openWindowServer } from ${JSON.stringify(join(import.meta.dirname, "../../../extension/host/tools/windowServer.ts"))};
    const server = await openWindowServer(process.argv[1], () => new Promise(() => process.stdout.write("asked")));
    await server.showFolders(["/a"]);
    process.stdout.write("open");
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", code, servers.folder];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const handed = hand({ path: "/a/file" });
  await once(child.stdout, "data");
  // Until this process has heard of its end, its number is that of a process that runs.
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  expect(await failure(handed)).toContain("may wait there");
  await ended;
  expect(servers.names).toHaveLength(2);
  expect(await hand({ path: "/a/file" })).toBe("no-window");
  expect(servers.names).toEqual([]);
});

test("an edit that throws is told as failed", async () => {
  await servers.open(["/a"], () => Promise.reject(new Error("Oh no.")));
  expect(await failure(hand({ path: "/a/file" }))).toContain("Oh no.");
});

describe("a registration that cannot be trusted is passed over", () => {
  const check = (what: string, spoil: (registration: ServerRegistration, path: string) => void): void => {
    test(what, async () => {
      const seen: ServerEdit[] = [];
      await servers.open(["/a"], (edit) => {
        seen.push(edit);
        return Promise.resolve(applied());
      });
      const [name = ""] = servers.names.filter((each) => each.endsWith(".json"));
      spoil(servers.registration, join(servers.folder, name));
      expect(await hand({ path: "/a/file" })).toBe("no-window");
      expect(seen).toEqual([]);
    });
  };
  check("others may read it", (_, path) => {
    chmodSync(path, 0o644);
  });
  check("others may use its socket", ({ socket }) => {
    chmodSync(socket, 0o666);
  });
  check("it is a link", (_, path) => {
    renameSync(path, `${path}.aside`);
    symlinkSync(`${path}.aside`, path);
  });
  check("it is a pipe", (_, path) => {
    renameSync(path, `${path}.aside`);
    execFileSync("sh", ["-c", `mkfifo -m 600 "$0"`, path]);
  });
  check("its socket is a file", (_, path) => {
    writeFileSync(join(servers.folder, "file"), "", { mode: 0o600 });
    writeFileSync(path, JSON.stringify({ ...servers.registration, socket: join(servers.folder, "file") }));
  });
  check("it is no JSON", (_, path) => {
    writeFileSync(path, "{");
  });
  check("it speaks another version", (registration, path) => {
    writeFileSync(path, JSON.stringify({ ...registration, protocol: SERVER_PROTOCOL + 1 }));
  });
});

describe("the card of a process that was killed is removed", () => {
  const check = (by: string, look: () => Promise<unknown>): void => {
    test(by, async () => {
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      const { pid = 0 } = child;
      const socket = serverSocket(servers.folder, "dead");
      const dead: ServerRegistration = { protocol: SERVER_PROTOCOL, pid, socket, token: "t", folders: ["/a"] };
      await writeRegistration(servers.folder, "dead", dead);
      writeFileSync(socket, "");
      expect(await hand({ path: "/a/file" })).toBe("no-window");
      expect(servers.names).toEqual(["dead.json", "dead.sock"]);
      child.kill("SIGKILL");
      await once(child, "exit");
      await look();
      expect(servers.names.filter((name) => name.startsWith("dead"))).toEqual([]);
    });
  };
  check("by a server with an edit", () => hand({ path: "/b/file" }));
  check("by a window that opens", () => servers.open(["/b"], accepting));
});

test("a window with another token refuses", async () => {
  await servers.open(["/a"], accepting);
  const [name = ""] = servers.names;
  const registration = { ...servers.registration, token: "0".repeat(64) };
  await writeRegistration(servers.folder, name.replace(/\..*$/, ""), registration);
  expect(await failure(hand({ path: "/a/file" }))).toContain("token");
});

describe("a window that is not as it should be", () => {
  const listening: { close(): void }[] = [];
  afterEach(() => {
    for (const server of listening.splice(0)) server.close();
  });

  /** What listens at `/a`, with one function to be called for each connection. */
  const listen = async (onConnection: (socket: Socket) => void): Promise<void> => {
    const socket = serverSocket(servers.folder, "odd");
    const sockets: Socket[] = [];
    const server = createServer((connection) => {
      sockets.push(connection);
      connection.on("error", () => undefined);
      onConnection(connection);
    });
    listening.push({
      close: () => {
        for (const each of sockets) each.destroy();
        server.close();
      },
    });
    server.listen(socket);
    await once(server, "listening");
    chmodSync(socket, 0o600);
    await writeRegistration(servers.folder, "odd", {
      protocol: SERVER_PROTOCOL,
      pid: process.pid,
      socket,
      token: "t",
      folders: ["/a"],
    });
  };

  test("does not answer: told as failed, and nothing was sent", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let sent = "";
    let begin: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await listen((socket) => {
      socket.on("data", (bytes) => {
        sent += bytes.toString();
        begin();
      });
    });
    const handed = hand({ path: "/a/file" });
    await hasBegun;
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(await failure(handed)).toContain("does not answer");
    expect(sent).toBe(`${JSON.stringify({ type: "hello", protocol: SERVER_PROTOCOL, token: "t" })}\n`);
  });

  const check = (what: string, words: string, want: string): void => {
    test(what, async () => {
      await listen((socket) => {
        socket.write(words);
      });
      expect(await failure(hand({ path: "/a/file" }))).toContain(want);
    });
  };
  const welcome = '{"type":"welcome"}\n';
  check("greets with garbage", "hello\n", "does not answer");
  check("answers with garbage", `${welcome}]\n`, "may wait there");
  check("answers with a result that is none", `${welcome}{"type":"result","id":1,"result":{}}\n`, "may wait there");
  check("answers what is not asked", `${welcome}{"type":"thanks"}\n`, "may wait there");
  check("refuses later", `${welcome}{"type":"refused","reason":"Not now."}\n`, "Not now.");
});

test("a socket that nobody listens at is no window", async () => {
  const server = await servers.open(["/a"], accepting);
  const { registration } = servers;
  await server.close();
  await writeRegistration(servers.folder, "left", registration);
  expect(await hand({ path: "/a/file" })).toBe("no-window");
});

test("a runtime folder that others may enter is not used", async () => {
  await servers.open(["/a"], accepting);
  chmodSync(servers.folder, 0o755);
  expect(await hand({ path: "/a/file" })).toBe("no-window");
  chmodSync(servers.folder, 0o700);
  utimesSync(servers.folder, new Date(), new Date());
  expect(await hand({ path: "/a/file" })).toEqual(applied());
});
