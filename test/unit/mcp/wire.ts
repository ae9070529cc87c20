import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { command } from "../cli/command.ts";
import { serverEnvironment } from "./toolClient.ts";

/** A server that is spoken to in bytes. */
export interface Wire {
  readonly pid: number;
  readonly write: (bytes: string | Buffer) => Promise<void>;
  /** The next line that it says, parsed. */
  readonly next: () => Promise<unknown>;
  /** Reads no more of what it says. */
  readonly goDeaf: () => void;
  /** Its exit code, once it has ended by itself. */
  readonly exited: () => Promise<number | null>;
  /** Ends its stdin; gives the exit code, and the lines that were not read yet. */
  readonly end: () => Promise<{ readonly code: number | null; readonly rest: readonly unknown[] }>;
}

/** Starts a server with these arguments. */
export function startWire(args: readonly string[]): Wire {
  const child = spawn(process.execPath, [command.path, "mcp", ...args], {
    env: { ...process.env, ...serverEnvironment() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    pid: child.pid ?? 0,
    write: (bytes) =>
      new Promise((resolve) => {
        if (child.stdin.write(bytes)) resolve();
        else child.stdin.once("drain", resolve);
      }),
    next: async () => {
      const line = await lines.next();
      if (line.done === true) throw new Error("The server has ended.");
      return JSON.parse(line.value) as unknown;
    },
    goDeaf: () => {
      child.stdout.destroy();
    },
    exited: () => exit,
    end: async () => {
      child.stdin.end();
      const rest: unknown[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next())
        rest.push(JSON.parse(line.value));
      return { code: await exit, rest };
    },
  };
}

/** A message as one line. */
export function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}

/** What a client says first. */
export const HELLO = line({
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "Wire", version: "1" } },
});
