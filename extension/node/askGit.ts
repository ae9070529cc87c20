import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const GIT_MS = 5_000;
const MOST_OUTPUT = 32 * 1024 * 1024;

/**
 * What git ignores in a folder, relative to it, a folder that is ignored whole with a slash at its end; `undefined` where git
 * says nothing. Ask only for folders that are trusted, here and below: their configuration could make git run programs.
 */
export async function ignoredByGit(folder: string): Promise<readonly string[] | undefined> {
  return paths(await askGit(folder, ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]));
}

/** Which of these paths, relative to the folder, git ignores; none where git says nothing. */
export async function ignoredAmong(folder: string, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  const answer = await askGit(folder, ["check-ignore", "-z", "--stdin"], `${candidates.join("\0")}\0`);
  return new Set(paths(answer));
}

/** The files in a folder that differ from the last commit, relative to it, untracked ones not included; `undefined` where git says nothing. */
export async function changedSinceCommit(folder: string): Promise<readonly string[] | undefined> {
  return paths(await askGit(folder, ["diff", "HEAD", "--relative", "--name-only", "--no-renames", "-z", ...PLAIN]));
}

/** How files, relative to the folder, differ from the last commit, as a unified diff; `undefined` where git says nothing. */
export async function diffSinceCommit(folder: string, files: readonly string[]): Promise<string | undefined> {
  return askGit(folder, [
    "--literal-pathspecs",
    "diff",
    "HEAD",
    "--relative",
    "--no-renames",
    ...PLAIN,
    "--",
    ...files,
  ]);
}

/** The files in a folder that git does not know yet and does not ignore, relative to it; `undefined` where git says nothing. */
export async function untrackedFiles(folder: string): Promise<readonly string[] | undefined> {
  return paths(await askGit(folder, ["ls-files", "--others", "--exclude-standard", "-z"]));
}

/** A commit with the files in a folder that it has changed, relative to it. */
export interface Commit {
  readonly subject: string;
  readonly when: string;
  readonly files: readonly string[];
}

/** The last commits that have changed a folder, the newest first; `undefined` where git says nothing. */
export async function lastCommits(folder: string, count: number): Promise<readonly Commit[] | undefined> {
  const form = ["--format=%x01%ar%x02%s", "--name-only", "--relative", "--no-renames", "--no-show-signature", "-z"];
  const answer = await askGit(folder, ["log", `--max-count=${String(count)}`, ...form, "--", "."]);
  return answer
    ?.split("\u0001")
    .slice(1)
    .map((text) => {
      const [head = "", ...files] = text.split(/[\0\n]+/);
      const [when = "", subject = ""] = head.split("\u0002");
      return { subject, when, files: files.filter((file) => file !== "") };
    });
}

/** Without programs that a configuration may name. */
const PLAIN = ["--no-ext-diff", "--no-textconv", "--no-color"];

async function askGit(folder: string, ask: readonly string[], input = ""): Promise<string | undefined> {
  const settings = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
  try {
    const asked = run("git", ["-C", folder, ...settings, ...ask], {
      // Windows, and whoever has a dot in their PATH, look for a program in the working folder too, where a project could have its own.
      cwd: import.meta.dirname,
      timeout: GIT_MS,
      maxBuffer: MOST_OUTPUT,
      windowsHide: true,
    });
    asked.child.stdin?.on("error", () => undefined);
    asked.child.stdin?.end(input);
    return (await asked).stdout;
  } catch {
    return undefined;
  }
}

function paths(output: string): readonly string[];
function paths(output: string | undefined): readonly string[] | undefined;
function paths(output: string | undefined): readonly string[] | undefined {
  return output?.split("\0").filter((path) => path !== "");
}
