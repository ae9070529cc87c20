import { freemem, totalmem } from "node:os";

/** Of a Mac's memory, most of what is not free can be had: it does not tell how much. */
const SHARE_OF_MAC = 0.7;

/** How much memory, in bytes, a model can take without others having to leave it; within a container's limit. */
export function freeMemory(): number {
  if (process.platform === "darwin") return Math.floor(totalmem() * SHARE_OF_MAC);
  // Not there in older versions of Node.js.
  const available: unknown = Reflect.get(process, "availableMemory");
  return typeof available === "function" ? Math.min(process.availableMemory(), freemem()) : freemem();
}

/** For the user: gigabytes with one digit. */
export function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
