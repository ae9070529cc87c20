import { errorCode } from "./files.ts";

/** Whether a process of this machine runs. In a container the numbers of others mean nothing. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return errorCode(error) === "EPERM";
  }
}
