import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** What stays free for everything else on the machine. */
const RESERVE_BYTES = 200_000_000;

/** What to tell the user where a disk has no room for so many more bytes beside `path`; `undefined`: it has, or does not say. */
export async function shortOfSpace(path: string, bytes: number): Promise<string | undefined> {
  const free = await statfs(dirname(path)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
  if (free >= bytes + RESERVE_BYTES) return undefined;
  const [needed, there] = [bytes, free].map((count) => `${(count / 1e9).toFixed(1)} GB`);
  return `The disk is too full: the download needs ${needed}, and ${there} are free in ${dirname(path)}. Make room, and try again.`;
}
