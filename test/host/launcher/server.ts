import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { vsCodeHost } from "../install/vsCode.mjs";
import type { Guard } from "./guard.ts";

const startLimitMs = 60_000;

/** Variables that change how a server behaves when the tests are started from inside VS Code, or from another test runner. */
const leftOut = /^(VSCODE_.*|PORT|PASSWORD|ELECTRON_RUN_AS_NODE|NODE_OPTIONS|NODE_ENV)$/;

export interface ServerOptions {
  readonly userData: string;
  readonly extensions: string;
  /** 0 or nothing: any free one. */
  readonly port?: number;
}

export interface VsCodeServer {
  readonly port: number;
  /** Process group of the server and all its children, the extension host among them. */
  readonly group: number;
}

/** Starts VS Code as a server on the loopback interface; the guard ends it. */
export async function startServer(guard: Guard, options: ServerOptions): Promise<VsCodeServer> {
  mkdirSync(options.userData, { recursive: true });
  mkdirSync(options.extensions, { recursive: true });
  const config = join(options.userData, "code-server.yaml");
  writeFileSync(config, "auth: none\n");
  // Into a file: with a pipe whose reader has died code-server spins at full speed.
  const log = join(options.userData, "code-server.log");
  const output = openSync(log, "w");
  const child = spawn(vsCodeHost.node, [vsCodeHost.entry, ...serverArguments(options, config)], {
    env: environment(options),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  if (child.pid === undefined) throw new Error(`${vsCodeHost.node} could not be started.`);
  guard.endsGroup(child.pid);
  return { port: await listeningPort(child, log), group: child.pid };
}

/** Installs a packaged extension into the folder of extensions. */
export async function installExtension(vsix: string, options: ServerOptions): Promise<void> {
  mkdirSync(options.userData, { recursive: true });
  const args = ["--install-extension", vsix, "--user-data-dir", options.userData];
  const child = spawn(vsCodeHost.node, [vsCodeHost.entry, ...args, "--extensions-dir", options.extensions], {
    env: environment(options),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((done, fail) => child.once("close", done).once("error", fail));
  if (code !== 0) throw new Error(`${vsix} could not be installed.\n${output}`);
}

export type Opened = { readonly folder: string } | { readonly workspace: string } | { readonly nothing: true };

/** What VS Code is given to open: a `.code-workspace` file, or a folder. */
export function openedBy(path: string): Opened {
  return path.endsWith(".code-workspace") ? { workspace: resolve(path) } : { folder: resolve(path) };
}

/**
 * Without a folder the server would open the last one again, so "nothing" is said aloud.
 *
 * @param payload pairs that the workbench understands, for instance `["openFile", "vscode-remote://…"]`
 */
export function workbenchUrl(
  port: number,
  opened: Opened,
  payload: readonly (readonly [string, string])[] = [],
): string {
  const query = new URLSearchParams("nothing" in opened ? { ew: "true" } : opened);
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `http://127.0.0.1:${port}/?${query.toString()}`;
}

/** A file of this machine, as the workbench names it. */
export function remoteUri(port: number, path: string): string {
  return `vscode-remote://127.0.0.1:${port}${resolve(path).split("/").map(encodeURIComponent).join("/")}`;
}

function serverArguments(options: ServerOptions, config: string): readonly string[] {
  const values = {
    "--config": config,
    "--auth": "none",
    "--bind-addr": `127.0.0.1:${options.port ?? 0}`,
    "--user-data-dir": options.userData,
    "--extensions-dir": options.extensions,
    "--session-socket": join(options.userData, "s.sock"),
    "--vscode-option": `server-data-dir=${join(options.userData, "server")}`,
  };
  const switches = [
    // The loopback interface takes less time than a compression.
    "--vscode-option=disable-websocket-compression",
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-workspace-trust",
    "--disable-getting-started-override",
    "--ignore-last-opened",
  ];
  return [...Object.entries(values).flat(), ...switches];
}

function environment(options: ServerOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !leftOut.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: `${dirname(vsCodeHost.node)}${delimiter}${process.env.PATH ?? ""}`,
    XDG_DATA_HOME: join(options.userData, "xdg"),
  };
}

async function listeningPort(server: ChildProcess, log: string): Promise<number> {
  const deadline = Date.now() + startLimitMs;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(log, "utf8"))?.[1];
    if (port !== undefined) return Number(port);
    await wait(50);
  }
  throw new Error(`The VS Code server did not start.\n${readFileSync(log, "utf8")}`);
}
