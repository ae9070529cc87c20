import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, type Files } from "../cli/command.ts";

/** Runs git in a repository, as a user with a name, without the settings of whoever runs the tests. */
export function git(repository: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
}

/** A new repository without a commit. */
export function makeRepository(): string {
  const folder = makeFolder({});
  git(folder, "init", "--quiet", "--initial-branch=main");
  return folder;
}

/** Writes files and commits all that has changed. */
export function commitFiles(repository: string, message: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message", message);
}
