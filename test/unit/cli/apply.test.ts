import { execFile, execFileSync } from "node:child_process";
import { chmodSync, readFileSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { folderOf, lazy, merged, named, original, patch, run, start, twins, unsure, cleanUp } from "./applying.ts";
import { command, readFolder, type Files } from "./command.ts";

cleanUp();

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
    expect(result.stderr).toMatch(/ {4}1=1 {2}a\.js:9 {2}replace line 9/);
    expect(result.stderr).toMatch(/ {4}1=2 {2}a\.js:3 {2}replace line 3/);
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
    const { stdout } = await command.run(["apply", "--file", "a.js", "--diff"], { cwd: folder, stdin: lazy, env });
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
    const result = await start(folderOf({}), args);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toMatch(/Examples?:/);
  });

  test("--version", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
      version: string;
    };
    expect(await start(folderOf({}), "--version")).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("a process of its own", () => {
  test.each([
    ["takes stdin, and prints the text", "apply --file a.js", lazy, { code: 0, stdout: merged, stderr: "" }],
    ["writes", "apply --write --sketch s.md", "", { code: 0, stdout: "a.js updated\n", stderr: "" }],
    ["is not sure", "apply --file twins.js", unsure, { code: 1, stdout: "" }],
    ["does not know the option", "apply --frobnicate", "", { code: 2, stdout: "" }],
    ["has no file", "apply --file gone.js", lazy, { code: 3, stdout: "" }],
    ["is judged", "check --file a.js --rewrite a.js --sketch s.md", "", { code: 1 }],
  ])("%s", async (_, args, stdin, expected) => {
    const folder = folderOf({ "a.js": original, "twins.js": twins, "s.md": named("a.js", lazy) });
    const result = await start(folder, args, stdin);
    expect(result).toMatchObject(expected);
    expect(result.stderr).not.toContain("    at ");
  });

  test.each([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
  ])("takes its environment: %j", async (env, coloured) => {
    const folder = folderOf({ "a.js": original });
    const { stdout } = await start(folder, "apply --file a.js --diff", lazy, { env });
    expect(stdout.includes("\x1b[32m+")).toBe(coloured);
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
