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
import { Readable, Writable } from "node:stream";
import { inject } from "vitest";
import { runCommand } from "../../../extension/cli/runCommand.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

interface Command {
  readonly path: string;
  /** Runs it in the process of the tests: a start takes longer than most of what it is asked for. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** Starts it as a user does, for what a process has of its own: its streams, its user, what its children inherit. */
  start(args: readonly string[], options?: StartOptions): Promise<Run>;
}

interface RunOptions {
  readonly cwd?: string;
  /** Default: nothing, and stdin ends at once. */
  readonly stdin?: string | Buffer;
  /** What the environment has besides that of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartOptions extends RunOptions {
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
export const command: Command = { path: inject("command"), run, start };

async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { cwd = process.cwd(), stdin = "" } = options;
  const [stdout, stderr] = [new Gathered(), new Gathered()];
  const code = await runCommand(args, {
    cwd,
    environment: environmentOf(options),
    program: { program: process.execPath, args: [command.path] },
    stdin: Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]),
    ...{ stdout, stderr },
    now: () => performance.now(),
    createParsers: () => createSyntaxParsers(sourceGrammarsDirectory()),
    outliveReader: () => undefined,
  });
  return { code, stdout: stdout.bytes().toString(), stderr: stderr.bytes().toString(), bytes: stdout.bytes() };
}

/** Keeps what is written to it. */
class Gathered extends Writable {
  readonly #parts: Buffer[] = [];

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(part);
    done();
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function environmentOf({ env = {} }: RunOptions): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => name !== "NO_COLOR" && name !== "FORCE_COLOR");
  return { ...Object.fromEntries(inherited), ...env };
}

function start(args: readonly string[], options: StartOptions = {}): Promise<Run> {
  const { cwd, stdin = "", uid } = options;
  const child = spawn(process.execPath, [command.path, ...args], {
    cwd,
    env: environmentOf(options),
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
