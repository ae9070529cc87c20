import { spawn } from "node:child_process";

/** A command that runs. */
export interface RunningCommand {
  /** Resolves to its exit code when it is over; `undefined` where it was ended, or could not be started. */
  readonly end: Promise<number | undefined>;
  /** Ends it, with what it has started. */
  stop(): void;
}

/** Runs a command in the user's shell. `onText` gets what it writes, errors included, in the order in which that comes. */
export function runShellCommand(command: string, cwd: string, onText: (text: string) => void): RunningCommand {
  const isWindows = process.platform === "win32";
  // A group of its own, so that what it has started can be ended with it.
  const child = spawn(command, { cwd, shell: true, detached: !isWindows, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", onText);
  }
  const end = new Promise<number | undefined>((resolve) => {
    child.on("error", (error) => {
      onText(`${error.message}\n`);
      resolve(undefined);
    });
    child.on("close", (code) => {
      resolve(code ?? undefined);
    });
  });
  const stop = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (isWindows) spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    else {
      try {
        process.kill(-child.pid, "SIGTERM");
      } catch {
        // It has just ended by itself.
      }
    }
  };
  return { end, stop };
}
