import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What is read of a stored run. */
interface MadeRun {
  readonly name: string;
  readonly made: { readonly commit?: string | undefined; readonly isChanged?: boolean | undefined };
}

/** Runs that nobody can make again from a repository, with the reason. None where there is no history, or only the latest part of it. */
export function unfoundCommits(root: string, runs: readonly MadeRun[]): string[] {
  if (!existsSync(join(root, ".git"))) return [];
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  if (git("rev-parse", "--is-shallow-repository") !== "false") return [];
  const isThere = (commit: string): boolean => {
    try {
      git("cat-file", "-e", `${commit}^{commit}`);
      return true;
    } catch {
      return false;
    }
  };
  return runs.flatMap(({ name, made: { commit, isChanged } }) => {
    if (commit === undefined) return [];
    if (!isThere(commit)) return [`${name}, of commit ${commit}, which is not in this repository`];
    return isChanged === true ? [`${name}, of changes on top of commit ${commit}`] : [];
  });
}
