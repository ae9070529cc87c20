import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What a build is made of. */
const SOURCES = ["extension", "webview", "scripts", "esbuild.mjs", "package.json", "package-lock.json"];

/**
 * The commit that is checked out in a folder, and whether the sources have changes that are in no commit. Nothing where the folder is not the top of
 * a repository with a commit, such as a copy of the sources.
 *
 * @param {string} root
 * @returns {{ readonly commit?: string, readonly isChanged?: true }}
 */
export function builtFrom(root) {
  if (!existsSync(join(root, ".git"))) return {};
  /** @param {readonly string[]} args */
  const git = (...args) =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const commit = git("rev-parse", "HEAD");
    return { commit, ...(git("status", "--porcelain", "--", ...SOURCES) !== "" && { isChanged: true }) };
  } catch {
    // Without git, or before the first commit.
    return {};
  }
}
