import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const GIT_MS = 5_000;
const MOST_OUTPUT = 32 * 1024 * 1024;

/**
 * Lists what git ignores in a folder, relative to it; a folder that is ignored as a whole has a slash at its end. `undefined` if git says
 * nothing. Ask only for folders that are trusted, here and below: their configuration could make git run programs.
 */
export async function ignoredByGit(folder: string): Promise<readonly string[] | undefined> {
  return paths(await askGit(folder, ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]));
}

/** Git is asked about at most this many folders one by one if it has no answer for all paths at once. */
const MOST_ASKED_ALONE = 50;

/**
 * Finds which of these paths, relative to the folder, git ignores; none if there is no git or no repository. A path that git can say
 * nothing about counts as ignored. Ask only for folders that are trusted, here and below.
 */
export async function ignoredAmong(folder: string, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  const ignored = new Set(await ignoredFrom(folder, candidates));
  // A folder that is not a repository may hold some, and git says nothing about what is ignored in one that lies in another.
  for (const [inner, own] of await innerRepositories(folder, candidates)) {
    const names = own.map((path) => path.slice(inner.length));
    for (const name of await ignoredFrom(join(folder, inner), names)) ignored.add(inner + name);
  }
  return ignored;
}

/** Finds the folders below, with a slash at their end, that are repositories and hold any of the paths, and these paths. */
async function innerRepositories(
  folder: string,
  candidates: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const held = new Map<string, string[]>();
  for (const path of candidates) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const part = path.slice(0, slash + 1);
      const own = held.get(part);
      if (own === undefined) held.set(part, [path]);
      else own.push(path);
    }
  }
  const found = await Promise.all(
    Array.from(held, async ([part, own]) => {
      const isThere = await access(join(folder, part, ".git")).then(
        () => true,
        () => false,
      );
      return isThere ? [[part, own] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** As a folder's own repository says. */
async function ignoredFrom(folder: string, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  const all = await checkIgnored(folder, candidates);
  if (all !== undefined) return all;
  // One path behind a link or in a submodule is enough for git to end without an answer for the others.
  const parts = new Map<string, string[]>();
  for (const path of candidates) {
    const part = path.slice(0, path.lastIndexOf("/") + 1);
    const own = parts.get(part);
    if (own === undefined) parts.set(part, [path]);
    else own.push(path);
  }
  const ignored = new Set<string>();
  let asked = 0;
  for (const [part, own] of parts) {
    const found = asked++ < MOST_ASKED_ALONE ? await ignoredInPart(folder, part, own) : undefined;
    for (const path of found ?? own) ignored.add(path);
  }
  return ignored;
}

/** Does the same for paths right in one part of the folder: as the folder says, otherwise as the repository of the part does. */
async function ignoredInPart(
  folder: string,
  part: string,
  own: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const known = await checkIgnored(folder, own);
  if (known !== undefined || part === "") return known;
  const names = own.map((path) => path.slice(part.length));
  const inner = await checkIgnored(join(folder, part), names);
  return inner && new Set([...inner].map((name) => part + name));
}

/** `undefined` if git fails in a repository. */
async function checkIgnored(folder: string, candidates: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  const answer = await runGit(folder, ["check-ignore", "-z", "--stdin"], `${candidates.join("\0")}\0`);
  switch (answer.type) {
    case "answer":
      return new Set(paths(answer.text));
    case "none":
    case "no-repository":
      return new Set();
    case "failed":
      return undefined;
  }
}

/** A repository that git does not open, since it belongs to another user. */
export interface RefusedRepository {
  /** What git says. */
  readonly said: string;
  /** The command with which a user allows it, as git gives it. */
  readonly command: string;
}

/** Finds out whether git says nothing about a folder because of who owns its repository; `undefined` if that is not why. */
export async function refusedRepository(folder: string): Promise<RefusedRepository | undefined> {
  const answer = await runGit(folder, ["rev-parse", "--git-dir"]);
  if (answer.type !== "failed") return undefined;
  const lines = answer.said.split("\n").map((line) => line.trim());
  const said = lines.find((line) => /^fatal: (detected dubious ownership in|unsafe) repository /.test(line));
  const command = lines.find((line) => line.startsWith("git config --global --add safe.directory "));
  return said === undefined ? undefined : { said: said.slice("fatal: ".length), command: command ?? SAFE_DIRECTORY };
}

/** For when git does not say it itself. */
const SAFE_DIRECTORY = "git config --global --add safe.directory <folder>";

/** Lists the tracked files in a folder that differ from the last commit, relative to it; `undefined` if git gives no answer. */
export async function changedSinceCommit(folder: string): Promise<readonly string[] | undefined> {
  return paths(await askGit(folder, ["diff", "HEAD", "--relative", "--name-only", "--no-renames", "-z", ...PLAIN]));
}

/** Returns how files, relative to the folder, differ from the last commit, as a unified diff; `undefined` if git gives no answer. */
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

/** Lists the files in a folder that git does not know yet and does not ignore, relative to it; `undefined` if git gives no answer. */
export async function untrackedFiles(folder: string): Promise<readonly string[] | undefined> {
  return paths(await askGit(folder, ["ls-files", "--others", "--exclude-standard", "-z"]));
}

/** A commit with the files in a folder that it has changed, relative to it. */
export interface Commit {
  readonly subject: string;
  readonly when: string;
  readonly files: readonly string[];
}

/** Lists the last commits that changed a folder, at most `count`, the newest first; `undefined` if git gives no answer. */
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
const PLAIN = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  // A submodule has a configuration and files of its own.
  "--submodule=short",
  "--ignore-submodules=dirty",
];

type GitAnswer =
  | { readonly type: "answer"; readonly text: string }
  /** Git says so by its exit code: nothing fits. */
  | { readonly type: "none" }
  /** There is none, or there is no git. */
  | { readonly type: "no-repository" }
  | { readonly type: "failed"; readonly said: string };

async function askGit(folder: string, ask: readonly string[]): Promise<string | undefined> {
  const answer = await runGit(folder, ask);
  return answer.type === "answer" ? answer.text : undefined;
}

async function runGit(folder: string, ask: readonly string[], input = ""): Promise<GitAnswer> {
  const settings = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
  try {
    const asked = run("git", ["-C", folder, ...settings, ...ask], {
      // Windows, and anybody's PATH with a dot in it, look for a program in the working folder too, where a project could have its own.
      cwd: import.meta.dirname,
      // In git's own words, and without objects from the network.
      env: { ...process.env, LC_ALL: "C", GIT_NO_LAZY_FETCH: "1" },
      timeout: GIT_MS,
      maxBuffer: MOST_OUTPUT,
      windowsHide: true,
    });
    asked.child.stdin?.on("error", () => undefined);
    asked.child.stdin?.end(input);
    return { type: "answer", text: (await asked).stdout };
  } catch (error) {
    return whyNot(error);
  }
}

function whyNot(error: unknown): GitAnswer {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: unknown };
  if (code === 1) return { type: "none" };
  const said = typeof stderr === "string" ? stderr : "";
  // About a folder whose repository is broken git uses other words.
  const isPlain = said.includes("not a git repository (or any ");
  return code === "ENOENT" || isPlain ? { type: "no-repository" } : { type: "failed", said };
}

function paths(output: string): readonly string[];
function paths(output: string | undefined): readonly string[] | undefined;
function paths(output: string | undefined): readonly string[] | undefined {
  return output?.split("\0").filter((path) => path !== "");
}
