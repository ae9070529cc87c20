import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { cleanUp, folderOf } from "../cli/applying.ts";
import { readFolder } from "../cli/command.ts";
import { stressed } from "../stress.ts";
import { edit, endClients, startTools } from "./toolClient.ts";

cleanUp();
endClients();

const isLinux = process.platform === "linux";
const more = "run();\nstop();\n";

/** A project, and beside it what no edit of the project may touch. */
function neighbours(): { readonly project: string; readonly beside: string } {
  const folder = folderOf({ "project/a.js": "run();\n", "project/.git/config": "[core]\n", "beside/b.js": "run();\n" });
  return { project: join(folder, "project"), beside: join(folder, "beside") };
}

test("a path that leads out of the folder is refused, by whatever way", async () => {
  const { project, beside } = neighbours();
  symlinkSync(beside, join(project, "out"));
  symlinkSync(join(beside, "b.js"), join(project, "link.js"));
  symlinkSync(join(beside, "none.js"), join(project, "toNothing.js"));
  symlinkSync("loop", join(project, "loop"));
  symlinkSync(join(project, ".git"), join(project, "hidden"));
  mkdirSync(join(project, "sub"));
  const { call } = await startTools(["--root", project, "--auto"]);
  const paths = [
    "../beside/b.js",
    "sub/../../beside/b.js",
    "..\\beside\\b.js",
    join(beside, "b.js"),
    join(project, "../beside/b.js"),
    `file://${join(project, "a.js")}`,
    "~/b.js",
    "C:\\b.js",
    "out/b.js",
    "out/new.js",
    "out/deep/new.js",
    "link.js",
    "toNothing.js",
    "loop",
    "loop/a.js",
    ".git/config",
    ".GIT/config",
    "hidden/config",
    ".git/hooks/pre-commit",
    join(project, ".git/config"),
    ".",
    "",
    "sub/",
    `${project}x/b.js`,
    "/dev/null",
    "/proc/self/environ",
  ];
  for (const path of paths) {
    const { result } = await call("edit_file", edit(path, more));
    expect({ path, outcome: result.outcome }).toEqual({ path, outcome: "failed" });
  }
  rmSync(join(project, "loop"));
  rmSync(join(project, "toNothing.js"));
  expect(readFolder(beside)).toEqual({ "b.js": "run();\n" });
  expect(readFolder(join(project, ".git"))).toEqual({ config: "[core]\n" });
  expect(readdirSync(beside)).toEqual(["b.js"]);
});

test("a link that stays inside is followed, and stays a link", async () => {
  const { project } = neighbours();
  symlinkSync("a.js", join(project, "link.js"));
  mkdirSync(join(project, "sub"));
  symlinkSync("../sub", join(project, "sub", "self"));
  const { call } = await startTools(["--root", project, "--auto"]);
  expect((await call("edit_file", edit("link.js", more))).result.outcome).toBe("applied");
  expect(readFileSync(join(project, "a.js"), "utf8")).toBe(more);
  expect(readlinkSync(join(project, "link.js"))).toBe("a.js");
  expect((await call("edit_file", edit("sub/self/new.js", more))).result.outcome).toBe("applied");
  expect(readFileSync(join(project, "sub/new.js"), "utf8")).toBe(more);
});

test.runIf(isLinux)("pipes, devices and sockets are refused at once", async () => {
  const { project } = neighbours();
  execFileSync("sh", ["-c", `mkfifo "$0"`, join(project, "pipe.js")]);
  symlinkSync("/dev/zero", join(project, "zero.js"));
  const { call } = await startTools(["--root", project, "--auto"]);
  for (const path of ["pipe.js", "zero.js", "pipe.js/a.js"]) {
    const { result } = await call("edit_file", edit(path, more));
    expect({ path, outcome: result.outcome }).toEqual({ path, outcome: "failed" });
  }
  expect(statSync(join(project, "pipe.js")).isFIFO()).toBe(true);
});

test.runIf(isLinux)("devices below an open root are refused too", async () => {
  const { call } = await startTools(["--root", "/dev"]);
  for (const path of ["zero", "null", "stdin", "tty"]) {
    const { result } = await call("edit_file", edit(path, more));
    expect({ path, outcome: result.outcome }).toEqual({ path, outcome: "failed" });
  }
});

/** Swaps `path` between what it is and a link that leads elsewhere, as fast as it can, until it is ended. */
const swapper = `
const { renameSync, symlinkSync, writeFileSync } = require("node:fs");
const [path, elsewhere] = process.argv.slice(1);
renameSync(path, path + ".kept");
for (let round = 0; ; round++) {
  try { renameSync(path + ".kept", path); } catch {}
  try { renameSync(path, path + ".kept"); symlinkSync(elsewhere, path); } catch {}
  try { renameSync(path, path + ".link"); } catch {}
  if (round === 0) writeFileSync(1, "running");
}`;

describe.runIf(isLinux)("a link that is swapped between check and write leads nowhere", () => {
  test.each([
    ["a folder on the path", "sub", "sub/a.js", ""],
    ["the file itself", "sub/a.js", "sub/a.js", "a.js"],
  ])("%s", { timeout: 120_000 }, async (_, swapped, target, inner) => {
    const folder = folderOf({ "project/sub/a.js": "run();\n", "beside/a.js": "run();\n" });
    const [project, beside] = [join(folder, "project"), join(folder, "beside")];
    const { call } = await startTools(["--root", project, "--auto"]);
    await call("preview_edit", edit(target, more));
    const swapping = spawn(process.execPath, ["-e", swapper, join(project, swapped), join(beside, inner)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void swapping.kill("SIGKILL"));
    expect(await once(swapping.stdout, "data")).toEqual([Buffer.from("running")]);
    const outcomes = new Set<string>();
    for (let round = 0; round < stressed(80, 8); round++) {
      const { result } = await call("edit_file", edit(target, `run();\nstop(${String(round)});\n`));
      outcomes.add(result.outcome);
      await call("edit_file", edit(`sub/new${String(round)}.js`, more));
    }
    swapping.kill("SIGKILL");
    expect(await once(swapping, "close")).toEqual([null, "SIGKILL"]);
    expect(readFolder(beside)).toEqual({ "a.js": "run();\n" });
    expect(readdirSync(beside)).toEqual(["a.js"]);
    expect([...outcomes].every((outcome) => ["applied", "failed", "not sure"].includes(outcome))).toBe(true);
  });
});
