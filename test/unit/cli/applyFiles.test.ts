import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf, lazy, merged, named, original, patch, run, start, twins, unsure, cleanUp } from "./applying.ts";
import { isRoot, readFolder, type Files } from "./command.ts";

cleanUp();

describe("adding, deleting and moving", () => {
  const add = patch("*** Add File: src/new.js", "+const a = 1;", "+");
  const remove = patch("*** Delete File: a.js");
  const move = patch(
    "*** Update File: a.js",
    "*** Move to: lib/b.js",
    "@@",
    '-  return "Goodbye " + name;',
    '+  return "See you, " + name;',
  );
  const moveOnly = patch("*** Update File: a.js", "*** Move to: lib/b.js");
  const rename = "diff --git a/a.js b/b.js\nsimilarity index 100%\nrename from a.js\nrename to b.js\n";
  const gitDelete = `diff --git a/a.js b/a.js\ndeleted file mode 100644\n--- a/a.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-import { log } from "./log";\n`;
  const gitAdd = "--- /dev/null\n+++ b/n.js\n@@ -0,0 +1 @@\n+x();\n";

  test.each([
    ["v4a add", add, "src/new.js created\n", { "a.js": original, "src/new.js": "const a = 1;\n\n" }],
    ["v4a delete", remove, "a.js deleted\n", {}],
    ["v4a move", move, "a.js moved to lib/b.js\n", { "lib/b.js": merged }],
    ["v4a move alone", moveOnly, "a.js moved to lib/b.js\n", { "lib/b.js": original }],
    ["a git rename", rename, "a.js moved to b.js\n", { "b.js": original }],
    ["a git deletion", gitDelete, "a.js deleted\n", {}],
    ["a diff from /dev/null", gitAdd, "n.js created\n", { "a.js": original, "n.js": "x();\n" }],
    [
      "move, then a change under the new name",
      moveOnly + named("lib/b.js", lazy),
      "a.js moved to lib/b.js\n",
      { "lib/b.js": merged },
    ],
  ])("%s", async (_, sketch, stdout, files) => {
    const folder = folderOf({ "a.js": original });
    chmodSync(join(folder, "a.js"), 0o750);
    const diff = await run(folder, "apply --diff", sketch);
    expect(diff).toMatchObject({ code: 0, stderr: "" });
    expect(await run(folder, "apply --write", sketch)).toMatchObject({ code: 0, stdout, stderr: "" });
    expect(readFolder(folder)).toEqual(files);
    for (const name of ["b.js", "lib/b.js"]) {
      if (name in files) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o750);
    }
    // Git reads the diff as what was written.
    const other = folderOf({ "a.js": original });
    execFileSync("git", ["apply", "-"], { cwd: other, input: diff.stdout, stdio: "pipe" });
    expect(readFolder(other)).toEqual(files);
  });

  test("a deletion alone prints no text but says so", async () => {
    const folder = folderOf({ "a.js": original });
    expect(await run(folder, "apply", remove)).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "fast-apply: a.js would be deleted\n",
    });
    expect(readFolder(folder)).toEqual({ "a.js": original });
  });

  test("deleting a link leaves what it leads to", async () => {
    const folder = folderOf({ "real.js": original });
    symlinkSync("real.js", join(folder, "a.js"));
    expect(await run(folder, "apply --write", remove)).toMatchObject({ code: 0 });
    expect(readFolder(folder)).toEqual({ "real.js": original });
  });

  test("a move with --file goes beside the file", async () => {
    const folder = folderOf({ "project/a.js": original, "here/x": "" });
    const result = await run(join(folder, "here"), "apply --file ../project/a.js --write", move);
    expect(result).toMatchObject({ code: 0, stdout: "../project/a.js moved to ../project/lib/b.js\n" });
    expect(readFolder(folder)).toEqual({ "here/x": "", "project/lib/b.js": merged });
  });

  test("a move never overwrites", async () => {
    const folder = folderOf({ "a.js": original, "lib/b.js": "old" });
    const result = await run(folder, "apply --write", move);
    expect(result).toMatchObject({ code: 3, stdout: "" });
    expect(result.stderr).toContain("lib/b.js: a file of this name is there already");
    expect(readFolder(folder)).toEqual({ "a.js": original, "lib/b.js": "old" });
  });
});

describe("trouble with a file", () => {
  const mebibytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, "x");
  const lateNul = Buffer.concat([Buffer.alloc(9000, "x"), Buffer.from([0])]);

  test.each<[string, Files, string, RegExp]>([
    ["missing", {}, "apply --file a.js", /a\.js: there is no such file/],
    ["a folder", { "a.js/b": "" }, "apply --file a.js", /a\.js: this is a folder/],
    ["a file used as a folder", { "a.js": original }, "apply --file a.js/b.js", /should be a folder/],
    ["binary", { "a.js": Buffer.from("MZ\0\x01") }, "apply --file a.js", /binary file/],
    ["not UTF-8", { "a.js": Buffer.from([0x61, 0xff, 0x0a]) }, "apply --file a.js", /not valid UTF-8/],
    ["UTF-16", { "a.js": Buffer.from("\uFEFFabc", "utf16le") }, "apply --file a.js", /in UTF-16, not in UTF-8/],
    [
      "UTF-16, big end first",
      { "a.js": Buffer.from("\uFEFFabc", "utf16le").swap16() },
      "apply --file a.js",
      /in UTF-16/,
    ],
    ["UTF-32", { "a.js": Buffer.from("fffe000061000000", "hex") }, "apply --file a.js", /in UTF-32/],
    [
      "too large",
      { "a.js": Buffer.concat([mebibytes(16), Buffer.from("x")]) },
      "apply --file a.js",
      /larger than 16 MiB/,
    ],
    ["a missing sketch", { "a.js": original }, "apply --file a.js --sketch no.md", /no\.md: there is no such file/],
    ["a folder as sketch", { "a.js": original, "s/x": "" }, "apply --file a.js --sketch s", /s: this is a folder/],
    ["a binary sketch", { "a.js": original, s: "\0" }, "apply --file a.js --sketch s", /s: this is a binary/],
  ])("%s", async (_, files, args, stderr) => {
    const folder = folderOf(files);
    for (const flag of ["", " --write", " --json"]) {
      const result = await run(folder, args + flag, lazy);
      expect(result.code).toBe(3);
      expect(result.stderr).toMatch(stderr);
      expect(result.stderr).toContain("  Next: ");
      expect(result.stderr).not.toContain("    at ");
      if (flag === " --json") expect(JSON.parse(result.stdout)).toMatchObject({ exitCode: 3 });
      else expect(result.stdout).toBe("");
    }
  });

  test.each<[string, Files, string]>([
    [
      "16 MiB are not too large",
      { "a.txt": mebibytes(16) },
      "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n",
    ],
    ["a NUL byte far behind is text", { "a.txt": lateNul }, "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n"],
  ])("%s", async (_, files, sketch) => {
    expect(await run(folderOf(files), "apply --file a.txt", sketch)).toMatchObject({ code: 0 });
  });

  test("a sketch on stdin that is too large", async () => {
    const result = await run(folderOf({ "a.js": original }), "apply --file a.js", mebibytes(17));
    expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining("stdin: this is larger") as string });
  });

  test.each([
    ["a change", named("no.js", "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n")],
    ["a deletion", patch("*** Delete File: no.js")],
    ["a patch", patch("*** Update File: no.js", "@@", "-a", "+b")],
  ])("%s of a file that is not there", async (_, sketch) => {
    const result = await run(folderOf({}), "apply --write", sketch);
    expect(result).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("no.js: there is no such file") as string,
    });
  });

  test("a link that leads nowhere", async () => {
    const folder = folderOf({});
    symlinkSync("nowhere.js", join(folder, "a.js"));
    for (const args of ["apply --file a.js --write", "apply --write"]) {
      const result = await run(folder, args, named("a.js", "x();\n"));
      expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining("leads nowhere") as string });
    }
    expect(lstatSync(join(folder, "a.js")).isSymbolicLink()).toBe(true);
  });

  test("a device", async () => {
    if (process.platform === "win32") return;
    const result = await run(folderOf({}), "apply --file /dev/null", lazy);
    expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining("no regular file") as string });
  });

  test("what this user may not read or write", async ({ skip }) => {
    skip(process.platform === "win32", "Windows has no modes");
    const folder = folderOf({ "secret.js": original, "fixed.js": original, "closed/a.js": original });
    const nobody = isRoot ? { uid: 65534 } : {};
    const started = await start(folder, "--version", "", nobody).catch(() => undefined);
    skip(started?.code !== 0, "another user cannot start node here");
    chmodSync(join(folder, "secret.js"), 0);
    chmodSync(join(folder, "fixed.js"), 0o444);
    chmodSync(join(folder, "closed/a.js"), 0o666);
    chmodSync(join(folder, "closed"), 0o555);
    const unreadable = await start(folder, "apply --file secret.js", lazy, nobody);
    expect(unreadable).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("secret.js: this cannot be read (permission denied)") as string,
    });
    for (const path of ["fixed.js", "closed/a.js"]) {
      const result = await start(folder, `apply --file ${path} --write`, lazy, nobody);
      expect(result).toMatchObject({ code: 3, stdout: "" });
      expect(result.stderr).toContain(
        `${path}: this cannot be written (${path === "fixed.js" ? "it is write-protected" : "permission denied"})`,
      );
      expect(result.stderr).toContain("No file was changed.");
      expect(readFileSync(join(folder, path), "utf8")).toBe(original);
    }
    chmodSync(join(folder, "closed"), 0o755);
  });
});

describe("hostile paths", () => {
  const secret = "export const key = 1;\n";
  const evil = (path: string): string =>
    patch(`*** Update File: ${path}`, "@@", "-export const key = 1;", "+export const key = 2;");

  test.each([
    ["../secret.js", /outside the working folder/],
    ["inner/../../secret.js", /outside the working folder/],
    ["..\\secret.js", /outside the working folder/],
    ["/etc/hostname", /absolute path/],
    ["C:\\secret.js", /absolute path/],
    ["\\\\server\\share\\secret.js", /absolute path/],
    ["~/secret.js", /absolute path/],
    ["out/secret.js", /by a symbolic link/],
    ["out/new/secret.js", /by a symbolic link/],
    ["secret-link.js", /by a symbolic link/],
    [".git/hooks/pre-commit", /git's own folder/],
    ["inner/.GIT/config", /git's own folder/],
    ["gitlink/config", /git's own folder/],
    [".g\u200cit/config", /cannot be seen/],
    ["inner/a\u200b.js", /cannot be seen/],
    ["inner/a\u202ecod.js", /cannot be seen/],
    ["inner/a.js:stream", /a path with a colon/],
    [".", /this is a folder/],
  ])("%s", async (path, stderr) => {
    const folder = folderOf({ "secret.js": secret, "work/inner/a.js": secret, "work/.git/config": secret });
    const work = join(folder, "work");
    symlinkSync("..", join(work, "out"));
    symlinkSync("../secret.js", join(work, "secret-link.js"));
    symlinkSync(".git", join(work, "gitlink"));
    for (const sketch of [
      evil(path),
      patch(`*** Add File: ${path}`, "+x"),
      patch("*** Update File: inner/a.js", `*** Move to: ${path}`),
    ]) {
      const result = await run(work, "apply --write", sketch);
      expect(result).toMatchObject({ code: 3, stdout: "" });
      expect(result.stderr).toMatch(stderr);
    }
    rmSync(join(work, "out"));
    expect(readFolder(folder)).toEqual({
      "secret.js": secret,
      "work/.git/config": secret,
      "work/inner/a.js": secret,
      "work/secret-link.js": secret,
    });
  });

  test("one of them spoils all", async () => {
    const folder = folderOf({ "work/a.js": original });
    const result = await run(join(folder, "work"), "apply --write", named("a.js", lazy) + named("../b.js", "x();\n"));
    expect(result).toMatchObject({ code: 3, stdout: "" });
    expect(readFolder(folder)).toEqual({ "work/a.js": original });
  });

  test("a link inside the folder is fine", async () => {
    const folder = folderOf({ "real/a.js": original });
    symlinkSync("real", join(folder, "alias"));
    expect(await run(folder, "apply --write", named("alias/a.js", lazy))).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "real/a.js"), "utf8")).toBe(merged);
  });

  test("control characters of a file do not reach the terminal", async () => {
    const folder = folderOf({ "a.js": twins.replaceAll("save() {", "save() { // \x1b[2J") });
    const result = await run(folder, "apply --file a.js", unsure);
    expect(result.code).toBe(1);
    expect(result.stderr).not.toContain("\x1b");
  });
});
