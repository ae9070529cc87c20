import { spawn } from "node:child_process";
import { linkSync, readdirSync, renameSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stagedName } from "../../../extension/node/stagedText.ts";
import { cleanUp, folderOf, lazy, merged, named, original, patch, run, start } from "./applying.ts";
import { command, readFolder } from "./command.ts";

cleanUp();

/** So many that a write is still at work when its first backup is seen. */
const paths = Array.from({ length: 60 }, (_, index) => `f${String(index)}.js`);
const all = paths.map((path) => named(path, lazy)).join("");
const fill = (text: string): Record<string, string> => Object.fromEntries(paths.map((path) => [path, text]));

/** No system has as many processes. */
const DEAD = 1073741824;

/** The name of a backup that a process of this number keeps. */
function backupOf(name: string, pid: number): string {
  const { staged, done } = stagedName(name, "old");
  done();
  return staged.replace(`.${String(process.pid)}-`, `.${String(pid)}-`);
}

/** Writes all files, and sends the signal when the first backup is there. Gives the signal that has ended the command. */
async function signalled(folder: string, signal: NodeJS.Signals): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [command.path, "apply", "--write"], {
    cwd: folder,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith(".old") === true) child.kill(signal);
  });
  child.stdin.end(all);
  const ended = await new Promise<NodeJS.Signals | null>((resolve) => {
    child.on("close", (_, by) => {
      resolve(by);
    });
  });
  watcher.close();
  return ended;
}

describe.skipIf(process.platform === "win32")("a write that is ended in the middle", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s waits until all is written", async (signal) => {
    const folder = folderOf(fill(original));
    expect(await signalled(folder, signal)).toBe(signal);
    expect(readFolder(folder)).toEqual(fill(merged));
  });

  test("killed, it bars nobody from its files, and the next write clears away what it left", async () => {
    const folder = folderOf(fill(original));
    expect(await signalled(folder, "SIGKILL")).toBe("SIGKILL");
    expect(readdirSync(folder).length).toBeGreaterThan(paths.length);
    expect(await run(folder, "apply --write", all)).toMatchObject({ code: 0, stderr: "" });
    expect(readFolder(folder)).toEqual(fill(merged));
  });
});

describe("what a killed write left", () => {
  test("a backup gets the name of its file again where that is missing", async () => {
    const folder = folderOf({ "a.js": original });
    renameSync(join(folder, "a.js"), join(folder, backupOf("a.js", DEAD)));
    const result = await run(folder, "apply --write", named("a.js", "n();\n"));
    expect(result.code).toBe(3);
    expect(result.stderr).toContain("a.js");
    expect(readFolder(folder)).toEqual({ "a.js": original });
    expect(await run(folder, "apply --write", named("a.js", lazy))).toMatchObject({ code: 0 });
    expect(readFolder(folder)).toEqual({ "a.js": merged });
  });

  test("a copy of what the file still holds goes, and what it held before stays", async () => {
    const before = backupOf("a.js", DEAD);
    const folder = folderOf({ "a.js": original, [backupOf("a.js", DEAD)]: original, [before]: "before\n" });
    expect(await run(folder, "apply --write --file a.js", lazy)).toMatchObject({ code: 0 });
    expect(readFolder(folder)).toEqual({ "a.js": merged, [before]: "before\n" });
  });

  test("a backup of a write that is at work is no other name, and stays", async () => {
    const folder = folderOf({ "a.js": original });
    const backup = backupOf("a.js", process.pid);
    linkSync(join(folder, "a.js"), join(folder, backup));
    for (const sketch of [named("a.js", lazy), patch("*** Delete File: a.js")]) {
      expect(await start(folder, "apply --write", sketch)).toMatchObject({ code: 0 });
    }
    expect(readFolder(folder)).toEqual({ [backup]: original });
    expect(statSync(join(folder, backup)).nlink).toBe(1);
  });

  test("any other name counts, also one that looks like a backup", async () => {
    const folder = folderOf({ "a.js": original });
    linkSync(join(folder, "a.js"), join(folder, backupOf("b.js", process.pid)));
    expect((await run(folder, "apply --write --file a.js", lazy)).stderr).toContain("other names (hard links)");
    expect(readFolder(folder)).toMatchObject({ "a.js": original });
  });
});
