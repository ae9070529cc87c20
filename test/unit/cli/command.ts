import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";

interface Command {
  readonly path: string;
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Default: nothing, and stdin ends at once. */
  readonly stdin?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** User to run as; only root may choose. */
  readonly uid?: number;
}

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

/** The command as it was built for this run of tests. */
export const command: Command = {
  path: inject("command"),
  run: (args, options = {}) => start([command.path, ...args], options),
};

function start(args: readonly string[], { cwd, stdin = "", env = {}, uid }: RunOptions): Promise<Run> {
  const inherited = Object.entries(process.env).filter(([name]) => name !== "NO_COLOR" && name !== "FORCE_COLOR");
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => out.push(part));
  child.stderr.on("data", (part: Buffer) => err.push(part));
  // A command that has seen enough does not read on.
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const bytes = Buffer.concat(out);
      resolve({ code, stdout: bytes.toString(), stderr: Buffer.concat(err).toString(), bytes });
    });
  });
}

export type Files = Readonly<Record<string, string | Buffer>>;

/** A new folder with these files; every user may enter it. */
export function makeFolder(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fast-apply-")));
  chmodSync(folder, 0o755);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Everything in a folder, path by path, links followed. */
export function readFolder(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).isFile());
  return Object.fromEntries(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

export const isRoot = process.getuid?.() === 0;
