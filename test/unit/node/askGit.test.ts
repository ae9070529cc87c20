import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ignoredByGit } from "../../../extension/node/askGit.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";

cleanUp();
afterEach(() => {
  vi.unstubAllEnvs();
});

test("git tells what it ignores, relative to the folder", async () => {
  const folder = folderOf({ ".gitignore": "*.log\nout/\n", "a.log": "", "out/b.js": "", "src/c.js": "" });
  execFileSync("git", ["init", "--quiet", folder]);
  expect(await ignoredByGit(folder)).toEqual(["a.log", "out/"]);
  expect(await ignoredByGit(join(folder, "src"))).toEqual([]);
});

test("a folder that is no repository, or not there, has no answer", async () => {
  const folder = folderOf({ "a.js": "" });
  vi.stubEnv("GIT_CEILING_DIRECTORIES", join(folder, ".."));
  expect(await ignoredByGit(folder)).toBeUndefined();
  expect(await ignoredByGit(join(folder, "none"))).toBeUndefined();
});

// Windows looks into the working folder first, for an .exe that a test cannot write; elsewhere a dot in PATH asks for the same.
test.skipIf(process.platform === "win32")("a program of that name in the folder is not run", async () => {
  const folder = folderOf({ "a.js": "", git: "#!/bin/sh\ntouch ran.txt\n" });
  chmodSync(join(folder, "git"), 0o755);
  vi.stubEnv("PATH", `.${delimiter}${process.env.PATH ?? ""}`);
  await ignoredByGit(folder);
  expect(existsSync(join(folder, "ran.txt"))).toBe(false);
});
