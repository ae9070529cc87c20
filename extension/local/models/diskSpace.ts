import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** What stays free for everything else on the machine. */
const RESERVE_BYTES = 200_000_000;

/** Returns how many bytes are free where a folder lies; `Infinity` if the system does not say. */
export async function freeBytesIn(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
}

/**
 * Says, for the user, that a disk has no room beside `path` for this many more bytes and the reserve; `undefined` if it has. `bytes` is
 * `undefined` if nobody knows how many come.
 */
export async function shortOfSpace(
  freeBytes: typeof freeBytesIn,
  path: string,
  bytes: number | undefined,
): Promise<string | undefined> {
  const free = await freeBytes(dirname(path));
  if (free >= (bytes ?? 0) + RESERVE_BYTES) return undefined;
  const needs = bytes === undefined ? "does not say how much it needs" : `needs ${inGigabytes(bytes)}`;
  return `The disk is too full: the download ${needs}, and ${inGigabytes(free)} are free in ${dirname(path)}, of which ${inGigabytes(RESERVE_BYTES)} stay free. Make room, and try again.`;
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
