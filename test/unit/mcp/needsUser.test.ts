import { mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUp, folderOf } from "../cli/applying.ts";
import { readFolder, type Files } from "../cli/command.ts";
import { edit, endClients, startTools } from "./toolClient.ts";

cleanUp();
endClients();

const HELD = [".vscode/tasks.json", ".husky/pre-commit", ".envrc", "package.json"];
const before: Files = Object.fromEntries([...HELD, "src/cart.js"].map((path) => [path, "run();\n"]));

/** What becomes of the same edit of each file, with --auto. Those that are not there it would make. */
async function outcomes(
  project: string,
  paths: readonly string[],
  roots = [project],
  home = homedir(),
): Promise<readonly string[]> {
  const { call } = await startTools([...roots.flatMap((root) => ["--root", root]), "--auto"], { env: { HOME: home } });
  const reported: string[] = [];
  for (const path of paths) {
    const { result, isError } = await call("edit_file", edit(path, "run();\nstop();\n"));
    expect(isError).toBe(false);
    reported.push(result.outcome);
    if (result.outcome === "previewed") {
      expect(result.message).toMatch(/^Nothing was written\. No edit of this file is accepted without the user: .*\.$/);
      // Of files that hold secrets no line is shown.
      if (!/\.envrc$/i.test(path)) expect(result.diff).toContain("+stop();");
    }
  }
  return reported;
}

test("what runs something is shown and not written, though --auto is given; the rest is written", async () => {
  const project = folderOf(before);
  const waiting = [
    ...HELD,
    ...[
      ".claude/settings.json",
      ".mcp.json",
      ".github/workflows/x.yml",
      ".gitattributes",
      "Makefile",
      "sub/vite.config.js",
    ],
    ...[".VSCODE/tasks.json", ".vscode\\tasks.json", join(project, ".envrc"), "src/../package.json", "PACKAG~1.JSO"],
  ];
  expect(await outcomes(project, waiting)).toEqual(waiting.map(() => "previewed"));
  expect(readFolder(project)).toEqual(before);
  expect(await outcomes(project, ["src/cart.js", "src/new.js", ".gitignore"])).toEqual(Array(3).fill("applied"));
});

test("links are judged by where they lead and by how they are called", async () => {
  const project = folderOf(before);
  symlinkSync("../.vscode", join(project, "src/data"));
  symlinkSync("../package.json", join(project, "src/package.txt"));
  mkdirSync(join(project, ".claude"));
  symlinkSync("../src/cart.js", join(project, ".claude/settings.json"));
  const paths = ["src/data/tasks.json", "src/data/new.txt", "src/package.txt", ".claude/settings.json"];
  expect(await outcomes(project, paths)).toEqual(paths.map(() => "previewed"));
});

test("of folders inside each other the outer one sees the most of a path", async () => {
  const project = folderOf(before);
  const inner = join(project, ".vscode");
  expect(await outcomes(project, [join(inner, "tasks.json")], [project, inner])).toEqual(["previewed"]);
});

test.skipIf(process.platform === "win32")(
  "what programs keep in the home folder waits, also where it is the root",
  async () => {
    const home = folderOf({ ".config/tool/init.js": "run();\n", "work/cart.js": "run();\n" });
    const kept = join(home, ".config/tool");
    expect(await outcomes(kept, ["init.js", "new.js"], [kept], home)).toEqual(["previewed", "previewed"]);
    expect(await outcomes(home, ["cart.js"], [join(home, "work")], home)).toEqual(["applied"]);
  },
);
