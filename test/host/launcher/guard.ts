import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Ends what it was told of when this process ends, however it ends. */
export interface Guard {
  /** @param leader process id of a process that was started detached, so that it leads a group */
  readonly endsGroup: (leader: number) => void;
  readonly removesFolder: (path: string) => void;
  /** A new, empty folder with a short path (sockets below it must fit in 100 bytes); it is removed at the end. */
  readonly scratchFolder: () => string;
  /** Ends all of it now; fulfilled when no process and no folder is left. */
  readonly end: () => Promise<void>;
}

export function startGuard(): Guard {
  // Detached, so that Ctrl+C in a terminal does not reach it.
  const child = spawn(process.execPath, [join(import.meta.dirname, "guard.mjs")], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  child.unref();
  const tell = (what: { group: number } | { folder: string } | "end"): void => {
    child.stdin.write(`${JSON.stringify(what)}\n`);
  };
  return {
    endsGroup: (leader) => {
      tell({ group: leader });
    },
    removesFolder: (path) => {
      tell({ folder: path });
    },
    scratchFolder: () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "fast-apply-")));
      tell({ folder });
      return folder;
    },
    end: async () => {
      child.ref();
      tell("end");
      child.stdin.end();
      await exited;
    },
  };
}
