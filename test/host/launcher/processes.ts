import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

export interface RunningProcess {
  readonly id: number;
  /** The process with this id leads the group. */
  readonly group: number;
  readonly command: string;
}

export function processesOfGroup(group: number): readonly RunningProcess[] {
  return runningProcesses().filter((running) => running.group === group);
}

/** Zombies, which have ended, are left out. */
export function runningProcesses(): readonly RunningProcess[] {
  return process.platform === "linux" ? fromProcFolder() : fromPs();
}

/** Slim Linux images have no `ps`. */
function fromProcFolder(): readonly RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // After the name in brackets, which may contain anything: state, parent, group.
        const [state, , group] = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        if (state === "Z") return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ id: Number(name), group: Number(group), command }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

function fromPs(): readonly RunningProcess[] {
  const lines = execFileSync("ps", ["-axo", "pid=,pgid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, id, group, command = ""] = /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+(.*)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id: Number(id), group: Number(group), command }];
  });
}
