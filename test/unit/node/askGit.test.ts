import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import {
  changedSinceCommit,
  diffSinceCommit,
  ignoredAmong,
  ignoredByGit,
  refusedRepository,
} from "../../../extension/node/askGit.ts";
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

/** A repository with a link to one of its folders and a submodule, which ignores files of its own. */
function repositoryWithParts(): string {
  const folder = folderOf({
    ".gitignore": "built/\n*.log\n",
    "built/a.js": "",
    "a.log": "",
    "src/b.js": "",
    "src/b.log": "",
    "src/c\n:!d.js": "",
    "part/.gitignore": "*.gen.js\n",
    "part/a.js": "",
    "part/a.gen.js": "",
  });
  const git = (where: string, ...ask: readonly string[]): void => {
    execFileSync("git", ["-C", where, "-c", "user.name=a", "-c", "user.email=a@example.org", ...ask], {
      stdio: "ignore",
    });
  };
  git(folder, "init");
  git(join(folder, "part"), "init");
  git(join(folder, "part"), "add", "a.js");
  git(join(folder, "part"), "commit", "-m", "a");
  git(folder, "add", "part");
  symlinkSync(join(folder, "src"), join(folder, "link"), "junction");
  return folder;
}

test("what git ignores among paths is told although it has no answer for one of them", async () => {
  const folder = repositoryWithParts();
  const asked = ["a.log", "built/a.js", "src/b.js", "src/c\n:!d.js"];
  const ignored = ["a.log", "built/a.js"];
  expect([...(await ignoredAmong(folder, asked))].sort()).toEqual(ignored);
  const behindLink = await ignoredAmong(folder, ["link/b.js", "link/b.log", ...asked]);
  expect([...behindLink].sort()).toEqual([...ignored, "link/b.log"]);
  const inPart = await ignoredAmong(folder, [...asked, "part/a.js", "part/a.gen.js"]);
  expect([...inPart].sort()).toEqual([...ignored, "part/a.gen.js"]);
  expect(await ignoredAmong(folder, ["src/b.js"])).toEqual(new Set());
});

test("a repository in a folder that is none, or in another repository, says what it ignores", async () => {
  const folder = folderOf({ "a.js": "", "in/.gitignore": "built/\n", "in/built/a.js": "", "in/src/b.js": "" });
  vi.stubEnv("GIT_CEILING_DIRECTORIES", join(folder, ".."));
  execFileSync("git", ["init", "--quiet", join(folder, "in")]);
  symlinkSync(join(folder, "in/src"), join(folder, "in/link"), "junction");
  const asked = ["a.js", "in/built/a.js", "in/src/b.js", "in/link/b.js"];
  expect(await ignoredAmong(folder, asked)).toEqual(new Set(["in/built/a.js"]));
  execFileSync("git", ["init", "--quiet", folder]);
  expect(await ignoredAmong(folder, asked)).toEqual(new Set(["in/built/a.js"]));
});

test("what git can say nothing of counts as ignored, in a repository alone", async () => {
  const folder = repositoryWithParts();
  symlinkSync(join(folder, "nowhere"), join(folder, "broken"), "junction");
  expect(await ignoredAmong(folder, ["broken/a.js", "src/b.js"])).toEqual(new Set(["broken/a.js"]));
  const many = Array.from({ length: 100 }, (_, at) => `broken/${at}/a.js`);
  expect(await ignoredAmong(folder, [...many, "src/b.js"])).toEqual(new Set([...many, "src/b.js"]));
  const plain = folderOf({ "a.js": "" });
  vi.stubEnv("GIT_CEILING_DIRECTORIES", join(plain, ".."));
  expect(await ignoredAmong(plain, ["a.js", "b/c.js"])).toEqual(new Set());
  vi.stubEnv("PATH", "");
  expect(await ignoredAmong(plain, ["a.js"])).toEqual(new Set());
});

test("a difference tells no more of a submodule than its commits", async () => {
  const folder = repositoryWithParts();
  execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a"]);
  execFileSync("git", ["-C", folder, "config", "diff.submodule", "diff"]);
  writeFileSync(join(folder, "part/a.js"), "changed\n");
  expect(await changedSinceCommit(folder)).toEqual([]);
  const commit = ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qam", "b"];
  execFileSync("git", ["-C", join(folder, "part"), ...commit]);
  expect(await changedSinceCommit(folder)).toEqual(["part"]);
  const diff = await diffSinceCommit(folder, ["part"]);
  expect(diff).toMatch(/Subproject commit|^Submodule part/m);
  expect(diff).not.toContain("changed");
});

test("a repository of another user is told as such, and all in it counts as ignored", async () => {
  const folder = folderOf({ ".gitignore": "built/\n", "a.js": "", "built/b.js": "" });
  execFileSync("git", ["init", "--quiet", folder]);
  expect(await refusedRepository(folder)).toBeUndefined();
  // git's own way to test this without another user.
  vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
  vi.stubEnv("GIT_CONFIG_GLOBAL", devNull);
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  const refused = await refusedRepository(folder);
  expect(refused?.said).toMatch(/^detected dubious ownership in repository at '.+'$/);
  expect(refused?.command).toMatch(/^git config --global --add safe\.directory \S+/);
  expect([...(await ignoredAmong(folder, ["a.js", "built/b.js"]))].sort()).toEqual(["a.js", "built/b.js"]);
  expect(await ignoredByGit(folder)).toBeUndefined();
  expect(await changedSinceCommit(folder)).toBeUndefined();
});
