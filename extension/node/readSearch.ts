import { opendir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { textsIn, type TextHits } from "../core/targets/textHits.ts";

/** Folders of packages hold what nobody edits. */
const LEFT_OUT = new Set(["node_modules", "bower_components", ".git"]);

/** How much is read in all. */
export interface ReadLimits {
  readonly files: number;
  readonly bytes: number;
  /** Larger files are left out. */
  readonly bytesOfFile: number;
}

/**
 * Searches a folder for files that hold any of the texts, by reading them, within limits. Goes through the folders level by level, so that
 * what lies deepest is left out first. Does not follow links. Rejects with the reason of an abort of `signal`.
 */
export async function searchByReading(
  folder: string,
  limits: ReadLimits,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly TextHits[]> {
  const hits: TextHits[] = [];
  let [files, bytes] = [0, 0];
  for await (const path of filesBelow(folder, signal)) {
    if (files >= limits.files || bytes >= limits.bytes) break;
    const content = await read(join(folder, path), limits.bytesOfFile);
    if (content === undefined) continue;
    files++;
    bytes += content.length;
    const found = textsIn(content.toString(), texts);
    if (found.size > 0) hits.push({ path, texts: found });
  }
  return hits;
}

/** Yields the paths of files, relative to the folder, with `/`. */
async function* filesBelow(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const waiting = [""];
  // What is added meanwhile is reached too.
  for (const inner of waiting) {
    const entries = await opendir(join(folder, inner)).catch(() => undefined);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      signal.throwIfAborted();
      const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) waiting.push(path);
    }
  }
}

async function read(path: string, mostBytes: number): Promise<Buffer | undefined> {
  try {
    if ((await stat(path)).size > mostBytes) return undefined;
    const content = await readFile(path);
    return content.includes(0) ? undefined : content;
  } catch {
    return undefined;
  }
}
