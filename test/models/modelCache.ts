import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder; suites for VS Code are bundled to somewhere else in the project. */
export const projectRoot = rootAbove(fileURLToPath(import.meta.url));
const folder = join(projectRoot, ".cache/models");
const UNUSED_MILLISECONDS = 2 * 24 * 60 * 60 * 1000;

/** What wrote the files: another text of these modules may write other files. */
const writers = createHash("sha256");
for (const name of readdirSync(join(projectRoot, "test/models")).sort()) {
  writers.update(readFileSync(join(projectRoot, "test/models", name)));
}
const writersHash = writers.digest("hex");

const underWay = new Map<string, Promise<string>>();

/**
 * The path of a file that is written only where it is not there yet. Files that nothing asked for within two days are removed.
 *
 * @param name for people: what a file's name starts with, and how it ends
 * @param key what makes the file what it is; it must be possible to write it as JSON
 * @param write gets a path of its own, which takes the name once all is written
 */
export function cachedFile(
  name: { readonly start: string; readonly end: string },
  key: unknown,
  write: (path: string) => Promise<void>,
): Promise<string> {
  const hash = createHash("sha256").update(writersHash).update(JSON.stringify(key)).digest("hex").slice(0, 16);
  const path = join(folder, `${name.start}-${hash}${name.end}`);
  const known = underWay.get(path);
  if (known !== undefined) return known;
  const found = findOrWrite(path, write).finally(() => underWay.delete(path));
  underWay.set(path, found);
  return found;
}

async function findOrWrite(path: string, write: (path: string) => Promise<void>): Promise<string> {
  if (existsSync(path)) {
    const now = new Date();
    await utimes(path, now, now);
    return path;
  }
  await mkdir(folder, { recursive: true });
  await removeUnused();
  const part = `${path}.${randomUUID()}.part`;
  try {
    await write(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return path;
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(folder)) {
    // Another process may have removed or renamed it since.
    const age = await stat(join(folder, name)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > UNUSED_MILLISECONDS) await rm(join(folder, name), { force: true });
  }
}

function rootAbove(path: string): string {
  const parent = dirname(path);
  if (parent === path) throw new Error("The project's folder was not found.");
  return existsSync(join(parent, "package-lock.json")) ? parent : rootAbove(parent);
}
