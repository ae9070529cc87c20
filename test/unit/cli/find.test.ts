import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cleanUp, folderOf, lazy, merged, named, original, run, start } from "./applying.ts";
import type { Files } from "./command.ts";

cleanUp();

const fenced = (code: string): string => `Change it like this:\n\n\`\`\`js\n${code}\`\`\`\n`;
const OTHER = "export function unlike() {\n  return nothing;\n}\n";
/** As `original`, but for one line. */
const TWIN = original.replace('log("greet")', 'log("hello")');

/** A folder that git does not know, or knows with all files but those that it ignores. */
function folderWith(files: Files, isRepository: boolean): string {
  const folder = folderOf(files);
  if (isRepository) execFileSync("git", ["init", "--quiet", folder]);
  return folder;
}

/** Where the folders of the tests lie in no repository, whatever the machine's temporary folder is. */
const outside = (folder: string): { env: Record<string, string> } => ({
  env: { GIT_CEILING_DIRECTORIES: join(folder, "..") },
});

describe.each([
  ["in a git repository", true],
  ["in any folder", false],
])("--find %s", (_, isRepository) => {
  /** Finds and prints; gives what was printed. */
  async function check(
    files: Files,
    sketch: string,
    want: { code: number; stdout?: string; stderr: string },
  ): Promise<void> {
    const folder = folderWith(files, isRepository);
    expect(await start(folder, "apply --find", sketch, outside(folder))).toMatchObject(want);
  }

  test("goes on with the file that is far ahead", async () => {
    await check({ "src/a.js": original, "src/b.js": OTHER, "README.md": "# It greets\n" }, fenced(lazy), {
      code: 0,
      stdout: merged,
      stderr: "fast-apply: src/a.js: found by the sketch, 1 of 2 lines; declares part.\n",
    });
  });

  test("names the files where several are alike, the best first", async () => {
    await check({ "src/a.js": TWIN, "src/b.js": original }, fenced(original.replace("Hello", "Hi")), {
      code: 1,
      stdout: "",
      stderr:
        "fast-apply: the sketch: not sure, so nothing is written. No file is far ahead of the others.\n" +
        "  src/b.js: 5 of 6 lines; declares greet, part\n  src/a.js: 4 of 6 lines; declares greet, part\n" +
        "  Next: say which file it is for, with --file.\n",
    });
  });

  test("says so where nothing is found", async () => {
    await check({ "src/a.js": OTHER }, fenced(lazy), {
      code: 1,
      stdout: "",
      stderr:
        "fast-apply: the sketch: no file has its lines or declares its names.\n  Next: say which file it is for, with --file.\n",
    });
  });

  test("leaves the files alone that the sketch names", async () => {
    await check({ "a.js": TWIN, "b.js": original }, named("a.js", lazy), {
      code: 0,
      stdout: TWIN.replace("Goodbye ", "See you, "),
      stderr: "",
    });
  });

  test("writes what is found", async () => {
    const folder = folderWith({ "src/a.js": original, "src/b.js": OTHER }, isRepository);
    const result = await start(folder, "apply --find --write", fenced(lazy), outside(folder));
    expect(result).toMatchObject({ code: 0, stdout: "src/a.js updated\n" });
  });

  test("never takes the file with the sketch, nor secrets, nor packages, nor a link out of the folder", async () => {
    const folder = folderWith(
      { "answer.js": lazy, ".env": lazy, "node_modules/x/a.js": original, ".gitignore": "node_modules\n" },
      isRepository,
    );
    const elsewhere = folderOf({ "a.js": original });
    symlinkSync(join(elsewhere, "a.js"), join(folder, "link.js"));
    const result = await start(folder, "apply --find --sketch answer.js", "", outside(folder));
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain("no file has its lines");
  });
});

test("--find with --json lists the files", async () => {
  const folder = folderOf({ "a.js": TWIN, "b.js": original });
  const result = await start(folder, "apply --find --json", fenced(original.replace("Hello", "Hi")), outside(folder));
  expect(result.code).toBe(1);
  expect(JSON.parse(result.stdout)).toEqual({
    targets: [],
    notApplied: [],
    found: [
      { path: "b.js", names: ["greet", "part"], lines: 5, of: 6 },
      { path: "a.js", names: ["greet", "part"], lines: 4, of: 6 },
    ],
    exitCode: 1,
  });
});

test("--find looks into no file that git ignores, and into new ones", async () => {
  const folder = folderOf({ ".gitignore": "out/\n", "out/a.js": original, "src/a.js": original });
  execFileSync("git", ["init", "--quiet", folder]);
  expect(await run(folder, "apply --find", fenced(lazy))).toMatchObject({ code: 0, stdout: merged });
});

test("--find in a folder of a repository looks below that folder", async () => {
  const folder = folderOf({ "one/a.js": original, "two/a.js": original });
  execFileSync("git", ["init", "--quiet", folder]);
  execFileSync("git", ["-C", folder, "add", "."]);
  const result = await run(join(folder, "two"), "apply --find", fenced(lazy));
  expect(result).toMatchObject({ code: 0, stdout: merged });
  expect(result.stderr).toContain("fast-apply: a.js: found");
});

test("--find fits no --file", async () => {
  const folder = folderOf({ "a.js": original });
  writeFileSync(join(folder, "s.md"), fenced(lazy));
  expect(await run(folder, "apply --find --file a.js --sketch s.md")).toMatchObject({ code: 2, stdout: "" });
});

test("without --find the next step names it", async () => {
  const folder = folderOf({ "a.js": original });
  const result = await run(folder, "apply", fenced(lazy));
  expect(result).toMatchObject({ code: 2 });
  expect(result.stderr).toContain("--find");
});
