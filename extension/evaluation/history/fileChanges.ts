import { runGit, type GitOptions, type GitOutput } from "./runGit.ts";

/** One file as one commit changed it. Blob names are those of git. */
export interface CommittedChange {
  readonly commit: string;
  readonly subject: string;
  /** What the commit's message says below its subject. */
  readonly body: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What a history has. */
export interface History {
  readonly type: "history";
  /** The files that its latest commits changed, merges left out; newest first. */
  readonly changes: readonly CommittedChange[];
  /** How many changes are of submodules, which are not files. */
  readonly submodules: number;
  /** The latest commits had more than could be read. */
  readonly isCut: boolean;
}

/** Signs that no message has: they begin a commit, and end its name and each part of its message. */
const START = "\u0001";
const PART = "\u0002";

/** Some hundred thousand changes: commits that reformat a large repository could fill the memory. */
const MOST_BYTES = 48 * 1024 * 1024;

const LIST = ["--no-merges", "--no-renames", "--diff-filter=M", "--raw", "--no-abbrev", "-z"];
const PLAIN = ["--no-show-signature", "--no-ext-diff", "--no-textconv", "--encoding=UTF-8"];

/** Reads what the latest commits of a history changed, at most `mostCommits`. New, deleted and renamed files do not count as changed. */
export async function fileChanges(
  directory: string,
  mostCommits: number,
  options: Pick<GitOptions, "isTrusted" | "signal"> = {},
): Promise<History | Exclude<GitOutput, { type: "output" }>> {
  const format = `--format=${START}%H${PART}%s${PART}%b${PART}`;
  const args = ["log", ...LIST, ...PLAIN, format, `--max-count=${String(mostCommits)}`, "HEAD", "--"];
  const log = await runGit(directory, args, { ...options, mostBytes: MOST_BYTES });
  if (log.type !== "output") return log;
  const changes: CommittedChange[] = [];
  let submodules = 0;
  for (const entry of log.bytes.toString("utf8").split(START).slice(1)) {
    const [commit = "", subject = "", body = "", files = ""] = entry.split(PART);
    const file = /:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) M\0([^\0]+)\0/g;
    for (const [, was = "", is = "", before = "", after = "", path = ""] of files.matchAll(file)) {
      if (is === "160000") submodules++;
      if (!was.startsWith("100") || !is.startsWith("100")) continue;
      changes.push({ commit, subject, body: body.trim(), path, before, after });
    }
  }
  return { type: "history", changes, submodules, isCut: log.isCut };
}
