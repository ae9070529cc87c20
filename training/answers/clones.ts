import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { runGit } from "../../extension/evaluation/history/runGit.ts";

/** Where repositories are cloned from, and to. */
export interface Clones {
  /** Holds a bare repository in `owner/name` for each. */
  readonly directory: string;
  /** What `owner/name` is put behind. */
  readonly remote: string;
}

/**
 * Reads a file of one commit of `owner/name`. What the clone does not have is fetched: this commit only, without the history. Throws
 * an `Error` that says what git said if there is no such commit or file, or if it is no text in UTF-8.
 */
export async function readFileOfCommit(
  { directory, remote }: Clones,
  repository: string,
  commit: string,
  path: string,
): Promise<string> {
  const clone = join(directory, repository);
  await mkdir(clone, { recursive: true });
  const has = await runGit(clone, ["cat-file", "-e", `${commit}^{commit}`], { isTrusted: true });
  if (has.type === "no-git") throw new Error("There is no git on this machine.");
  if (has.type === "failed") {
    await callGit(clone, "init", "--quiet", "--bare");
    await callGit(clone, "fetch", "--quiet", "--depth", "1", `${remote}/${repository}`, commit);
  }
  const found = await runGit(clone, ["cat-file", "blob", `${commit}:${path}`], { isTrusted: true });
  if (found.type !== "output")
    throw new Error(`${repository} at ${commit} has no ${path}: ${found.type === "failed" ? found.message : "no git"}`);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found.bytes);
}

/** Runs git with the network, which `runGit` keeps it from. */
function callGit(directory: string, ...args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", directory, ...args], {
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => (complaint += part));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`git ${args.join(" ")}: ${complaint.trim()}`));
    });
  });
}
