import { spawn } from "node:child_process";

/** What git said. */
export type GitOutput =
  | {
      readonly type: "output";
      readonly bytes: Buffer;
      /** There is more, which was not read. */
      readonly isCut: boolean;
    }
  /** There is no git on this machine. */
  | { readonly type: "no-git" }
  /** In git's own words, in English. */
  | { readonly type: "failed"; readonly message: string };

export interface GitOptions {
  readonly input?: string;
  /** No more is read than this; git is ended then. */
  readonly mostBytes?: number;
  /** Takes a repository for safe whoever owns it. Its configuration could make git run programs. */
  readonly isTrusted?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Without programs that a configuration may name, and with paths unquoted. */
const SETTINGS = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];

/** Runs git for a repository, without asking anybody and without the network. Rejects only with the reason of an abort of `signal`. */
export function runGit(
  directory: string,
  args: readonly string[],
  { input = "", mostBytes = Infinity, isTrusted = false, signal }: GitOptions = {},
): Promise<GitOutput> {
  const trust = isTrusted ? ["-c", "safe.directory=*"] : [];
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn("git", ["-C", directory, ...SETTINGS, ...trust, ...args], {
      // Windows, and anybody's PATH with a dot in it, look for a program in the working folder too, where a project could have its own.
      cwd: import.meta.dirname,
      env: { ...process.env, LC_ALL: "C", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" },
      windowsHide: true,
    });
    const out: Buffer[] = [];
    let size = 0;
    let isCut = false;
    let complaint = "";
    const stop = (): void => {
      child.kill("SIGKILL");
    };
    signal?.addEventListener("abort", stop);
    child.stdout.on("data", (part: Buffer) => {
      if (isCut) return;
      out.push(part);
      size += part.length;
      if (size < mostBytes) return;
      isCut = true;
      stop();
    });
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      complaint = (complaint + part).slice(0, 4_000);
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code === "ENOENT" ? { type: "no-git" } : { type: "failed", message: error.message });
    });
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (code === 0 || isCut) resolve({ type: "output", bytes: Buffer.concat(out), isCut });
      else resolve({ type: "failed", message: complaint.trim() });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
