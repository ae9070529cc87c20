import { spawn } from "node:child_process";

/** A command that runs. */
export interface RunningCommand {
  /** Resolves to its exit code when it is over; `undefined` if it was ended, or could not be started. */
  readonly end: Promise<number | undefined>;
  /** Ends it, with what it has started. */
  stop(): void;
}

/** How long a command that was asked to end may take, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * Runs a command in the user's shell. `onText` gets its output, errors included, in the order in which it comes. The command is over when
 * nothing writes any more: what it left in the background counts, until it is stopped.
 */
export function runShellCommand(command: string, cwd: string, onText: (text: string) => void): RunningCommand {
  const isWindows = process.platform === "win32";
  // A group of its own, so that what it has started can be ended with it.
  const child = spawn(command, { cwd, shell: true, detached: !isWindows, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", onText);
  }
  let killing: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let settle: (code: number | undefined) => void = () => undefined;
  const end = new Promise<number | undefined>((resolve) => {
    settle = (code) => {
      isOver = true;
      clearTimeout(killing);
      resolve(code);
    };
  });
  child.on("error", (error) => {
    onText(`${error.message}\n`);
    settle(undefined);
  });
  child.on("close", (code) => {
    settle(killing === undefined ? (code ?? undefined) : undefined);
  });
  const kill = (pid: number): void => {
    endGroup(pid, "SIGKILL");
    // A process that has left the group may hold the pipes for ever.
    child.stdout.destroy();
    child.stderr.destroy();
    settle(undefined);
  };
  const stop = (): void => {
    const { pid } = child;
    // The shell may be gone while what it started still runs.
    if (pid === undefined || isOver || killing !== undefined) return;
    endGroup(pid, "SIGTERM");
    killing = setTimeout(() => {
      kill(pid);
    }, GRACE_MS);
  };
  return { end, stop };
}

/** Ends a process with all that it has started. */
function endGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    // If that cannot be started, the end of the command is not waited for either.
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" }).on("error", () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has just ended by itself.
  }
}
