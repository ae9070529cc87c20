import { execFile, execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  buildCommand,
  isRoot,
  makeFolder,
  readFolder,
  type Command,
  type Files,
  type Run,
  type RunOptions,
} from "./command.ts";

let command: Command;
let folders: string[] = [];

beforeAll(async () => {
  command = await buildCommand();
}, 60_000);

afterAll(() => {
  command.dispose();
});

afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  folders = [];
});

function folderOf(files: Files): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

function run(cwd: string, args: string, stdin: string | Buffer = "", options: RunOptions = {}): Promise<Run> {
  return command.run(args.split(" ").filter(Boolean), { cwd, stdin, ...options });
}

const original = `import { log } from "./log";

export function greet(name) {
  log("greet");
  return "Hello " + name;
}

export function part(name) {
  log("part");
  return "Goodbye " + name;
}
`;
const lazy = `// ... existing code ...
export function part(name) {
  log("part");
  return "See you, " + name;
}
`;
const merged = original.replace("Goodbye ", "See you, ");
const named = (path: string, code: string): string => `\`\`\`js:${path}\n${code}\`\`\`\n`;
const patch = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
const twins = "class A {\n  save() {\n    write(1);\n  }\n}\n\nclass B {\n  save() {\n    write(1);\n  }\n}\n";
const unsure = "save() {\n  write(2);\n}\n";

describe("one file", () => {
  test("the new text on stdout, nothing written", async () => {
    const folder = folderOf({ "a.js": original });
    expect(await run(folder, "apply --file a.js", lazy)).toMatchObject({ code: 0, stdout: merged, stderr: "" });
    expect(readFolder(folder)).toEqual({ "a.js": original });
  });

  test.each([
    ["from a file", "apply --file a.js --sketch s.md", ""],
    ["from stdin by name", "apply --file a.js --sketch -", lazy],
    ["with an instruction", "apply --file a.js --sketch s.md --instruction politely", ""],
    ["named by the sketch", "apply", named("a.js", lazy)],
    ["named with ./", "apply", named("./a.js", lazy)],
    ["named with a folder and back", "apply", named("src/../a.js", lazy)],
    ["another name in the sketch", "apply --file a.js", named("lib/other.js", lazy)],
    ["two fences, one named", "apply", `${named("a.js", lazy)}\n\`\`\`js\n${lazy}\`\`\`\n`],
  ])("the sketch %s", async (_, args, stdin) => {
    const folder = folderOf({ "a.js": original, "s.md": lazy });
    expect(await run(folder, args, stdin)).toMatchObject({ code: 0, stdout: merged });
  });

  test("a path with blanks and without an extension", async () => {
    const folder = folderOf({ "my folder/Makefile": "all:\n\techo a\n" });
    const result = await command.run(["apply", "--file", "my folder/Makefile"], {
      cwd: folder,
      stdin: "all:\n\techo b\n",
    });
    expect(result).toMatchObject({ code: 0, stdout: "all:\n\techo b\n" });
  });

  test.each([
    ["CRLF", original.replaceAll("\n", "\r\n")],
    ["BOM", `\uFEFF${original}`],
    ["BOM and CRLF", `\uFEFF${original.replaceAll("\n", "\r\n")}`],
    ["no final newline", original.trimEnd()],
    ["tabs and trailing blanks", original.replaceAll("  ", "\t").replace('"./log";', '"./log";  ')],
    ["characters of all widths", `// äß €  😀\n${original}`],
  ])("--write keeps %s", async (_, text) => {
    const folder = folderOf({ "a.js": text });
    expect(await run(folder, "apply --file a.js --write", lazy)).toMatchObject({
      code: 0,
      stdout: "a.js updated\n",
      stderr: "",
    });
    expect(readFileSync(join(folder, "a.js"), "utf8")).toBe(text.replace("Goodbye ", "See you, "));
    expect(Object.keys(readFolder(folder))).toEqual(["a.js"]);
  });

  test.each([0o644, 0o755, 0o600, 0o664])("--write keeps the mode %o", async (mode) => {
    const folder = folderOf({ "a.js": original });
    chmodSync(join(folder, "a.js"), mode);
    expect(await run(folder, "apply --file a.js --write", lazy)).toMatchObject({ code: 0 });
    expect(statSync(join(folder, "a.js")).mode & 0o777).toBe(mode);
  });

  test("--write keeps a symbolic link and writes to where it leads", async () => {
    const folder = folderOf({ "real/a.js": original });
    symlinkSync("real/a.js", join(folder, "link.js"));
    expect(await run(folder, "apply --file link.js --write", lazy)).toMatchObject({ code: 0 });
    expect(readlinkSync(join(folder, "link.js"))).toBe("real/a.js");
    expect(readFileSync(join(folder, "real/a.js"), "utf8")).toBe(merged);
    expect(Object.keys(readFolder(folder))).toEqual(["link.js", "real/a.js"]);
  });

  test("--file may lie outside the working folder", async () => {
    const folder = folderOf({ "a.js": original, "sub/x": "" });
    expect(await run(join(folder, "sub"), "apply --file ../a.js --write", lazy)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "a.js"), "utf8")).toBe(merged);
  });

  test("a sketch that changes nothing writes nothing", async () => {
    const folder = folderOf({ "a.js": original });
    const before = statSync(join(folder, "a.js"));
    const result = await run(folder, "apply --file a.js --write", original);
    expect(result).toMatchObject({ code: 0, stdout: "", stderr: "fast-apply: a.js: nothing changes.\n" });
    expect(statSync(join(folder, "a.js")).ino).toBe(before.ino);
  });

  test("--json", async () => {
    const folder = folderOf({ "a.js": original });
    const { code, stdout } = await run(folder, "apply --file a.js --json", `Like this:\n\n\`\`\`js\n${lazy}\`\`\`\n`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      targets: [
        {
          path: "a.js",
          outcome: "merged",
          action: "update",
          text: merged,
          candidates: [],
          placements: [
            { sketch: { start: 5, end: 8 }, original: { start: 8, end: 11 }, result: { start: 8, end: 11 } },
          ],
          proof: { holds: true, findings: [] },
        },
      ],
      notApplied: [],
      exitCode: 0,
    });
  });
});

describe("not sure", () => {
  test("tells the reason and the candidates with their lines, and writes nothing", async () => {
    const folder = folderOf({ "a.js": twins });
    const result = await run(folder, "apply --file a.js --write", unsure);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(/^fast-apply: a\.js: not sure, so nothing is written\. /);
    expect(result.stderr).toMatch(/ {2}candidate a\.js:2(?:-4)? {2}save\(\) \{/);
    expect(result.stderr).toMatch(/ {2}candidate a\.js:8(?:-10)? {2}save\(\) \{/);
    expect(result.stderr).toContain("  Next: ");
    expect(readFolder(folder)).toEqual({ "a.js": twins });
  });

  test("--json gives a draft and one-based candidates", async () => {
    const folder = folderOf({ "a.js": twins });
    const { code, stdout } = await run(folder, "apply --file a.js --json", unsure);
    expect(code).toBe(1);
    const { targets, exitCode } = JSON.parse(stdout) as {
      targets: { candidates: { start: number }[] }[];
      exitCode: number;
    };
    expect(targets).toMatchObject([{ path: "a.js", outcome: "ambiguous" }]);
    expect(targets[0]).toHaveProperty("draft");
    expect(targets[0]?.candidates.map(({ start }) => start).sort()).toEqual([2, 8]);
    expect(exitCode).toBe(1);
  });

  test.each([
    ["an empty sketch", "apply --file a.js", "", /nothing to apply/],
    ["only markers", "apply --file a.js", "// ... existing code ...\n", /nothing to apply/],
    [
      "talk",
      "apply --file a.js",
      "I think that the code is fine as it is. Nothing needs to change here.\n",
      /nothing to apply/,
    ],
    ["an empty sketch without --file", "apply", "", /It holds no code/],
    [
      "code without a name beside two files",
      "apply",
      `${named("a.js", lazy)}\n${named("b.js", lazy)}\n## And then\n\n\`\`\`js\n${lazy}\`\`\`\n`,
      /code at line \d+ of the sketch/,
    ],
    ["a new file with markers", "apply", named("new.js", lazy), /not sure/],
    ["adding a file that is there", "apply", patch("*** Add File: a.js", "+x"), /already there/],
  ])("%s", async (_, args, stdin, stderr) => {
    const folder = folderOf({ "a.js": original, "b.js": original });
    const result = await run(folder, `${args} --write`, stdin);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(stderr);
    expect(readFolder(folder)).toEqual({ "a.js": original, "b.js": original });
  });
});

describe("several files", () => {
  const reply = `${named("src/a.js", lazy)}\n${named("src/deep/new.js", "export const fresh = 1;\n")}`;

  test("are all written, new ones with their folders", async () => {
    const folder = folderOf({ "src/a.js": original });
    const result = await run(folder, "apply --write", reply);
    expect(result).toMatchObject({ code: 0, stdout: "src/a.js updated\nsrc/deep/new.js created\n", stderr: "" });
    expect(readFolder(folder)).toEqual({ "src/a.js": merged, "src/deep/new.js": "export const fresh = 1;\n" });
    expect(statSync(join(folder, "src/deep/new.js")).mode & 0o111).toBe(0);
  });

  test("are shown as a diff, also without --diff", async () => {
    const folder = folderOf({ "src/a.js": original });
    const [plain, diff] = [await run(folder, "apply", reply), await run(folder, "apply --diff", reply)];
    expect(plain).toEqual(diff);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain(
      "diff --git a/src/deep/new.js b/src/deep/new.js\nnew file mode 100644\n--- /dev/null\n+++ b/src/deep/new.js\n@@ -0,0 +1 @@\n+export const fresh = 1;\n",
    );
    expect(readFolder(folder)).toEqual({ "src/a.js": original });
  });

  test("are written all or not at all", async () => {
    const folder = folderOf({ "a.js": original, "b.js": twins });
    const result = await run(folder, "apply --write", named("a.js", lazy) + named("b.js", unsure));
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain("b.js: not sure");
    expect(result.stderr).toContain("left as they are, because not all of the sketch could be applied: a.js");
    expect(readFolder(folder)).toEqual({ "a.js": original, "b.js": twins });
  });

  test("--file takes its own part and says what it leaves", async () => {
    const folder = folderOf({ "src/a.js": original, "lib/a.js": original });
    const result = await run(
      folder,
      "apply --file src/a.js --write",
      named("src/a.js", lazy) + named("lib/a.js", unsure),
    );
    expect(result).toMatchObject({ code: 0, stdout: "src/a.js updated\n" });
    expect(result.stderr).toBe("fast-apply: not applied, because it is for another file: lib/a.js\n");
    expect(readFolder(folder)).toEqual({ "src/a.js": merged, "lib/a.js": original });
  });

  test("--file for none of them is not sure", async () => {
    const folder = folderOf({ "c.js": original });
    const result = await run(folder, "apply --file c.js --write", named("a.js", lazy) + named("b.js", lazy));
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain("for another file: a.js, b.js");
  });

  test("under two names of one file are refused", async () => {
    const folder = folderOf({ "a.js": original });
    symlinkSync("a.js", join(folder, "b.js"));
    const result = await run(folder, "apply --write", named("a.js", lazy) + named("b.js", lazy));
    expect(result).toMatchObject({ code: 3, stdout: "" });
    expect(result.stderr).toContain("b.js: this is the same file as a.js");
    expect(readFolder(folder)).toEqual({ "a.js": original, "b.js": original });
  });
});

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

describe("diff", () => {
  test.each<[string, string, string, Files]>([
    ["a change", original, lazy, { "a.js": merged }],
    ["no final newline", original.trimEnd(), lazy, { "a.js": merged.trimEnd() }],
    ["CRLF", original.replaceAll("\n", "\r\n"), lazy, { "a.js": merged.replaceAll("\n", "\r\n") }],
  ])("git applies %s", async (_, text, sketch, files) => {
    const folder = folderOf({ "a.js": text });
    const { stdout } = await run(folder, "apply --file a.js --diff", sketch);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: stdout, stdio: "pipe" });
    expect(readFolder(folder)).toEqual(files);
  });

  test("its text", async () => {
    const folder = folderOf({ "a.js": original });
    const { stdout } = await run(folder, "apply --file a.js --diff", lazy);
    expect(stdout).toBe(`diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -7,5 +7,5 @@
 
 export function part(name) {
   log("part");
-  return "Goodbye " + name;
+  return "See you, " + name;
 }
`);
  });

  test.each([
    [{}, false],
    [{ CI: "1" }, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "" }, true],
  ])("colours with %j: %j", async (env, coloured) => {
    const folder = folderOf({ "a.js": original });
    const { stdout } = await run(folder, "apply --file a.js --diff", lazy, { env });
    expect(stdout.includes("\x1b[32m+")).toBe(coloured);
    expect(stdout.includes("\x1b[")).toBe(coloured);
  });
});

describe("usage", () => {
  test.each([
    [""],
    ["frobnicate"],
    ["apply extra"],
    ["apply --frobnicate"],
    ["apply --file"],
    ["apply --file a.js --file b.js"],
    ["apply --write --diff"],
    ["apply --write --json"],
    ["apply --diff --json"],
    ["apply --jsonl --file a.js"],
    ["check --file a.js"],
  ])("%j is wrong", async (args) => {
    const result = await run(folderOf({}), args);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).not.toContain("    at ");
  });

  test("an empty path is wrong", async () => {
    expect(await command.run(["apply", "--file", ""])).toMatchObject({ code: 2, stdout: "" });
  });

  test("a sketch without a name needs --file", async () => {
    const result = await run(folderOf({ "a.js": original }), "apply", lazy);
    expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("with --file") as string });
  });

  test.each([["--help"], ["apply --help"], ["check --help"], ["help apply"]])("%s", async (args) => {
    const result = await run(folderOf({}), args);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toMatch(/Examples?:/);
  });

  test("--version", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
      version: string;
    };
    expect(await run(folderOf({}), "--version")).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
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

  test("what this user may not read or write", async () => {
    if (process.platform === "win32") return;
    const folder = folderOf({ "secret.js": original, "fixed.js": original, "closed/a.js": original });
    const nobody = isRoot ? { uid: 65534 } : {};
    // As another user node itself may be out of reach; then there is nothing to see here.
    if ((await run(folder, "--version", "", nobody).catch(() => undefined))?.code !== 0) return;
    chmodSync(join(folder, "secret.js"), 0);
    chmodSync(join(folder, "fixed.js"), 0o444);
    chmodSync(join(folder, "closed/a.js"), 0o666);
    chmodSync(join(folder, "closed"), 0o555);
    const unreadable = await run(folder, "apply --file secret.js", lazy, nobody);
    expect(unreadable).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("secret.js: this cannot be read (permission denied)") as string,
    });
    for (const path of ["fixed.js", "closed/a.js"]) {
      const result = await run(folder, `apply --file ${path} --write`, lazy, nobody);
      expect(result).toMatchObject({ code: 3, stdout: "" });
      expect(result.stderr).toContain(`${path}: this cannot be written (permission denied)`);
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

test("a reader that stops early ends the command without a trace", async () => {
  if (process.platform === "win32") return;
  const folder = folderOf({
    "a.txt": "x".repeat(1_000_000),
    s: patch("*** Update File: a.txt", "@@", "+y", "*** End of File"),
  });
  const script = `"${process.execPath}" "${command.path}" apply --file a.txt --sketch s | head -c 1`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", script], { cwd: folder });
  expect({ stdout, stderr }).toEqual({ stdout: "x", stderr: "" });
});
