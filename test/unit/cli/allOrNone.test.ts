import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test, type TestContext } from "vitest";
import { cleanUp, folderOf, lazy, merged, named, original, patch, run, start } from "./applying.ts";
import { command, isRoot, readFolder, type Run } from "./command.ts";

cleanUp();

const nobody = 65534;

/** Runs a script of the shell in a world of its own, where it may mount and nobody else sees it. */
function runAlone(script: string, args: readonly string[] = [], cwd = "/", input = ""): SpawnSyncReturns<string> {
  const alone = `exec unshare --map-root-user --mount sh -c '${script}' "$@"`;
  return spawnSync("sh", ["-c", alone, "sh", ...args], { cwd, input, encoding: "utf8" });
}

/** Runs `apply --write` behind what `mounts` mounts. */
function runBehind(mounts: string, cwd: string, sketch: string): Pick<Run, "code" | "stdout" | "stderr"> {
  const args = [process.execPath, command.path, "apply", "--write"];
  const { status, stdout, stderr } = runAlone(`${mounts} && exec "$0" "$@"`, args, cwd, sketch);
  return { code: status, stdout, stderr };
}

/** Where nothing may be skipped, since these tests would run nowhere then: the gate runs them as root on Linux (`npm run test:mounts`). */
const mustRun = process.platform === "linux" && isRoot && Boolean(process.env.CI);

/** Mounts that only the test sees need Linux, and leave to make name spaces. */
function needsMounts({ skip }: TestContext): void {
  skip(!mustRun && runAlone("mount -t tmpfs none /mnt").status !== 0, "nothing can be mounted here");
}

/** All that lies in a folder, also what is left over. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}

function expectUnchanged(
  folder: string,
  result: Pick<Run, "code" | "stdout" | "stderr">,
  names: readonly string[],
): void {
  expect(result).toMatchObject({ code: 3, stdout: "" });
  expect(result.stderr).toContain("No file was changed.");
  expect(result.stderr).not.toContain("could not be removed");
  expect(namesIn(folder)).toEqual([...names].sort());
  for (const text of Object.values(readFolder(folder))) expect(text).toBe(original);
}

const both = named("a/one.js", lazy) + named("x/y/new.js", "n();\n") + named("b/two.js", lazy);
const names = ["a", "a/one.js", "b", "b/two.js"];

describe("a file system that fails in the last step", () => {
  test("a file that is a mount cannot be replaced", (context) => {
    needsMounts(context);
    const folder = folderOf({ "a/one.js": original, "b/two.js": original });
    const result = runBehind("mount --bind b/two.js b/two.js", folder, both);
    expectUnchanged(folder, result, names);
    expect(result.stderr).toContain("b/two.js: this cannot be written (resource busy or locked)");
  });

  test("a file that is a mount cannot be moved away", (context) => {
    needsMounts(context);
    const folder = folderOf({ "a/one.js": original, "b/two.js": original });
    const move = patch(
      "*** Update File: a/one.js",
      "@@",
      '-  return "Goodbye " + name;',
      '+  return "See you, " + name;',
      "*** Update File: b/two.js",
      "*** Move to: c/new.js",
    );
    expectUnchanged(folder, runBehind("mount --bind b/two.js b/two.js", folder, move), names);
  });

  test("a folder is mounted for reading only", (context) => {
    needsMounts(context);
    const folder = folderOf({ "a/one.js": original, "b/two.js": original });
    const mounts = "mount --bind b b && mount -o remount,bind,ro b";
    for (const second of [lazy, "deleted"]) {
      const sketch = second === lazy ? both : patch("*** Delete File: a/one.js", "*** Delete File: b/two.js");
      const result = runBehind(mounts, folder, sketch);
      expectUnchanged(folder, result, names);
      expect(result.stderr).toContain("b/two.js: this cannot be written (read-only file system)");
    }
  });

  test("a file of somebody else in a sticky folder", async ({ skip }) => {
    skip(!isRoot, "only root can give a file to somebody else");
    const folder = folderOf({ "a/one.js": original, "b/two.js": original });
    const started = await start(folder, "--version", "", { uid: nobody }).catch(() => undefined);
    skip(!mustRun && started?.code !== 0, "another user cannot start node here");
    for (const [path, mode] of [
      ["", 0o777],
      ["a", 0o777],
      ["b", 0o1777],
      ["a/one.js", 0o666],
      ["b/two.js", 0o666],
    ] as const) {
      chmodSync(join(folder, path), mode);
    }
    chownSync(join(folder, "a/one.js"), nobody, nobody);
    for (const sketch of [both, named("a/one.js", lazy) + patch("*** Delete File: b/two.js")]) {
      const result = await start(folder, "apply --write", sketch, { uid: nobody });
      expectUnchanged(folder, result, names);
      expect(result.stderr).toContain("b/two.js: this cannot be written (operation not permitted)");
    }
    expect(statSync(join(folder, "a/one.js")).uid).toBe(nobody);
  });
});

test("new files whose names are one for the disk are not made", async () => {
  const folder = folderOf({ "Probe.js": original });
  const ignoresCase = existsSync(join(folder, "probe.js"));
  rmSync(join(folder, "Probe.js"));
  // Where case counts, a link gives two names too.
  mkdirSync(join(folder, "src"));
  symlinkSync("src", join(folder, "alias"));
  const [one, other] = ignoresCase ? ["A.js", "a.js"] : ["src/a.js", "alias/a.js"];
  const result = await run(folder, "apply --write", named(one, "a();\n") + named(other, "b();\n"));
  expect(result).toMatchObject({ code: 3, stdout: "" });
  expect(result.stderr).toContain(`${other}: this is the same file as ${one}`);
  expect(namesIn(folder)).toEqual(["alias", "src"]);
});

test("a write-protected file is neither changed nor deleted nor moved", async () => {
  const folder = folderOf({ "a.js": original });
  chmodSync(join(folder, "a.js"), 0o444);
  for (const sketch of [
    named("a.js", lazy),
    patch("*** Delete File: a.js"),
    patch("*** Update File: a.js", "*** Move to: b.js"),
  ]) {
    const result = await run(folder, "apply --write", sketch);
    expectUnchanged(folder, result, ["a.js"]);
    expect(result.stderr).toContain("a.js: this cannot be written (it is write-protected)");
  }
});

test("a file with a second name is left as it is, and the reason is told", async () => {
  const folder = folderOf({ "a.js": original });
  linkSync(join(folder, "a.js"), join(folder, "b.js"));
  const result = await run(folder, "apply --write --file a.js", lazy);
  expectUnchanged(folder, result, ["a.js", "b.js"]);
  expect(result.stderr).toContain("a.js: this file has other names (hard links)");
  expect(statSync(join(folder, "b.js")).nlink).toBe(2);
  // As the next step says.
  mkdirSync(join(folder, "copy"));
  writeFileSync(join(folder, "copy/a.js"), original);
  expect(await run(folder, "apply --write --file copy/a.js", lazy)).toMatchObject({ code: 0 });
  expect(readFolder(folder)).toMatchObject({ "a.js": original, "copy/a.js": merged });
});
