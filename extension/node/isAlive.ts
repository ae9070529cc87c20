import { errorCode } from "./files.ts";

/** Tells whether a process of this machine is running. Process ids from a container mean nothing outside of it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return errorCode(error) === "EPERM";
  }
}
