import { spawn } from "node:child_process";
import {
  copyFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../..");

export interface Command {
  readonly path: string;
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  dispose(): void;
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

/** Builds the command as `npm run build` does, but into a folder of its own, so that test files can run side by side. */
export async function buildCommand(): Promise<Command> {
  const folder = makeFolder({});
  copyFileSync(join(root, "esbuild.mjs"), join(folder, "esbuild.mjs"));
  const sources = ["extension", "media", "node_modules", "package.json", "scripts", "tsconfig.json", "webview"];
  for (const name of sources) symlinkSync(join(root, name), join(folder, name));
  const build = await start([join(folder, "esbuild.mjs")], {});
  if (build.code !== 0) throw new Error(build.stderr);
  const command = join(folder, "dist/cli.js");
  return {
    path: command,
    run: (args, options = {}) => start([command, ...args], options),
    dispose() {
      rmSync(folder, { recursive: true });
    },
  };
}

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
