import { basename, resolve } from "node:path";
import { fileChanges, type History } from "./fileChanges.ts";
import { runGit, type GitOutput } from "./runGit.ts";
import type { Unwanted } from "./drawRevisions.ts";

/** Why nothing can be had from a repository: what is wrong, and what to do next, as sentences. */
export interface NoHistory {
  readonly type: "failed";
  readonly message: string;
  readonly next: string;
}

/** A repository with its latest changes. */
export interface Repository {
  readonly type: "repository";
  /** Its folder's, without those above. */
  readonly name: string;
  /** The commit that is checked out. */
  readonly commit: string;
  readonly history: History;
  /** It has only the latest commits of a longer history. */
  readonly isShallow: boolean;
}

/** How many commits are read, the latest first: beyond that a repository is a different one. */
const MOST_COMMITS = 4_000;

/** Opens a repository, or says why that cannot be done. Rejects only with the reason of an abort of `signal`. */
export async function openRepository(directory: string, signal: AbortSignal): Promise<Repository | NoHistory> {
  const facts = await runGit(directory, ["rev-parse", "--is-shallow-repository", "--is-bare-repository"], { signal });
  if (facts.type !== "output") return whyNot(facts, directory);
  const [shallow, bare] = facts.bytes.toString("utf8").split("\n");
  const head = await runGit(directory, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { signal });
  if (head.type !== "output") {
    if (head.type === "failed" && head.message === "") return emptyHistory(directory);
    return whyNot(head, directory);
  }
  const history = await fileChanges(directory, MOST_COMMITS, { signal });
  if (history.type !== "history") return whyNot(history, directory);
  const top = bare === "true" ? undefined : await runGit(directory, ["rev-parse", "--show-toplevel"], { signal });
  const folder = top?.type === "output" ? top.bytes.toString("utf8").trim() : resolve(directory);
  const commit = head.bytes.toString("utf8").trim();
  return { type: "repository", name: nameOf(folder), commit, history, isShallow: shallow === "true" };
}

/** A bare repository often has a name that ends so, and without another name lies in a folder that has one. */
function nameOf(folder: string): string {
  return basename(folder).replace(/\.git$/, "") || basename(resolve(folder, ".."));
}

function emptyHistory(directory: string): NoHistory {
  return {
    type: "failed",
    message: `${directory} has no commit yet.`,
    next: "commit something, or name another repository with --repository.",
  };
}

/** Explains to the user what git's words mean and what to do next. */
export function whyNot(output: Exclude<GitOutput, { type: "output" }>, directory: string): NoHistory {
  const failed = (message: string, next: string): NoHistory => ({ type: "failed", message, next });
  if (output.type === "no-git")
    return failed("there is no git on this machine.", "install git, or name cases with --cases.");
  const { message } = output;
  if (message.includes("dubious ownership")) {
    return failed(
      `${directory} belongs to somebody else, so git does not read it.`,
      `if you trust it: git config --global --add safe.directory ${JSON.stringify(resolve(directory))}`,
    );
  }
  if (message.includes("cannot change to"))
    return failed(`there is no folder ${directory}.`, "name one with --repository.");
  if (message.includes("not a git repository")) {
    return failed(`${directory} is in no git repository.`, "name one with --repository, or cases with --cases.");
  }
  if (message.includes("does not have any commits yet")) return emptyHistory(directory);
  if (/lazy fetching|unable to read|could not fetch|missing/i.test(message)) {
    return failed(
      `${directory} is a partial clone and lacks parts of its history.`,
      "fetch them with git fetch --refetch --no-filter, or clone it as a whole.",
    );
  }
  const [line = "git failed"] = message.split("\n");
  return failed(`the history of ${directory} cannot be read: ${line}.`, "see what git log says there.");
}

/** Why a change is left out, in words that a number can stand before. */
export const unwantedWords: Readonly<Record<Unwanted, string>> = {
  missing: "version of a file that a partial or shallow clone lacks",
  large: "file of more than 200,000 bytes",
  binary: "binary file",
  encoding: "file that is not in UTF-8",
  language: "file of no language that is known",
  secrets: "file that holds secrets, by its name",
  generated: "generated or vendored file, lock file, changelog",
  size: "file of under 5 or over 2,500 lines, with longer lines than 400 characters, or of a length of which there are enough",
};
