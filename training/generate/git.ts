import { spawn } from "node:child_process";

/** One file as one commit changed it. Blob names are those of git. */
export interface FileChange {
  readonly commit: string;
  readonly subject: string;
  /** What the commit's message says below its subject. */
  readonly body: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const LARGEST_BYTES = 200_000;
/** Signs that no message has: they begin a commit, and end its name and each part of its message. */
const START = "\u0001";
const PART = "\u0002";

/** Runs git without asking anybody for anything. Rejects with what git wrote on stderr. */
function runGit(directory: string, args: readonly string[], input?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-c", "safe.directory=*", ...args], {
      cwd: directory,
      env: { ...process.env, GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" },
    });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => errors.push(part));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new Error(`git ${args[0] ?? ""} in ${directory} failed: ${Buffer.concat(errors).toString().trim()}`));
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
  });
}

/** The files that the latest commits changed, merges left out; newest first. */
export async function fileChanges(directory: string, mostCommits: number): Promise<FileChange[]> {
  const args = ["log", "--no-merges", "--no-renames", "--diff-filter=M", "--raw", "--no-abbrev", "-z"];
  const format = `--format=${START}%H${PART}%s${PART}%b${PART}`;
  const log = await runGit(directory, [...args, format, `-${mostCommits}`, "HEAD"]);
  const changes: FileChange[] = [];
  for (const entry of log.toString("utf8").split(START).slice(1)) {
    const [commit = "", subject = "", body = "", files = ""] = entry.split(PART);
    const file = /:100\d+ 100\d+ ([0-9a-f]+) ([0-9a-f]+) M\0([^\0]+)\0/g;
    for (const [, before = "", after = "", path = ""] of files.matchAll(file)) {
      changes.push({ commit, subject, body: body.trim(), path, before, after });
    }
  }
  return changes;
}

/** Texts of blobs by their names. Binary, large and absent ones, and what is not UTF-8, are left out. */
export async function readBlobs(directory: string, names: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let start = 0; start < names.length; start += 400) {
    const wanted = names.slice(start, start + 400);
    const out = await runGit(directory, ["cat-file", "--batch"], `${wanted.join("\n")}\n`);
    let offset = 0;
    while (offset < out.length) {
      const end = out.indexOf(10, offset);
      const [name = "", type = "", size = ""] = out.toString("utf8", offset, end).split(" ");
      offset = end + 1;
      if (type !== "blob") continue;
      const bytes = out.subarray(offset, offset + Number(size));
      offset += Number(size) + 1;
      if (bytes.length > LARGEST_BYTES || bytes.includes(0)) continue;
      try {
        texts.set(name, decoder.decode(bytes));
      } catch {
        // Not UTF-8: nothing to learn from here.
      }
    }
  }
  return texts;
}
