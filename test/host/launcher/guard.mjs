// A process of its own that outlives whoever started it: when the other end of stdin closes, in good order or because that process was
// killed, it ends the process groups and removes the folders that it was told of, one JSON object per line. "end" comes last in good order.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

const gracePeriodMs = 3000;
/** When a run is killed, its launcher and the guard of that need their time to end a server that still writes into our folders. */
const disorderPauseMs = 5000;

/** @type {number[]} */
const groups = [];
/** @type {string[]} */
const folders = [];
let isOrderly = false;

for await (const line of createInterface(process.stdin)) {
  /** @type {unknown} */
  const message = JSON.parse(line);
  const told = /** @type {{ group: number } | { folder: string } | "end"} */ (message);
  if (told === "end") isOrderly = true;
  else if ("group" in told) groups.push(told.group);
  else folders.push(told.folder);
}
await Promise.all(groups.map(endGroup));
if (!isOrderly) await wait(disorderPauseMs);
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** @param {number} group */
async function endGroup(group) {
  const deadline = Date.now() + gracePeriodMs;
  let isAlive = signal(group, "SIGTERM");
  while (isAlive && Date.now() < deadline) {
    await wait(50);
    isAlive = signal(group, 0);
  }
  if (isAlive) signal(group, "SIGKILL");
}

/**
 * @param {number} group
 * @param {NodeJS.Signals | 0} name
 * @returns {boolean} whether the group still has a process
 */
function signal(group, name) {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}
