import { freemem, totalmem } from "node:os";

/** Most of a Mac's memory can be had even if it is not free: the system does not say how much. */
const SHARE_OF_MAC = 0.7;

/** Computes how much memory, in bytes, a model can take without others having to leave it; within a container's limit. */
export function freeMemory(): number {
  if (process.platform === "darwin") return Math.floor(totalmem() * SHARE_OF_MAC);
  // Not there in older versions of Node.js.
  const available: unknown = Reflect.get(process, "availableMemory");
  return typeof available === "function" ? Math.min(process.availableMemory(), freemem()) : freemem();
}

/** Formats bytes for the user: gigabytes with one digit after the point. */
export function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
