import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, rm, type FileHandle } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import { doorCardSchema, type DoorCard } from "../core/tools/doorProtocol.ts";
import { NOT_THROUGH_LINKS, NOT_WAITING } from "./heldFolder.ts";
import { innerPath } from "./insideRoots.ts";
import { isAlive } from "./isAlive.ts";
import { replaceFile } from "./replaceFile.ts";

/** Far more than a window with a thousand folders needs. In bytes. */
const MAX_CARD = 1024 * 1024;

/** What a card's name ends with; its socket has the same name with another end. */
const CARD = ".json";

/** Returns where a window of this name listens. On Windows that is a pipe in a name space of its own, not a file. */
export function doorSocket(folder: string, name: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\fast-apply-${name}` : join(folder, `${name}.sock`);
}

/** Writes a card, or replaces it; whoever reads it meanwhile sees the one or the other. Only the user can read it. */
export async function writeDoorCard(folder: string, name: string, card: DoorCard): Promise<void> {
  await replaceFile(join(folder, `${name}${CARD}`), JSON.stringify(card), 0o600);
}

/** Removes a card and its socket. */
export async function removeDoorCard(folder: string, name: string): Promise<void> {
  const ends = process.platform === "win32" ? [CARD] : [CARD, ".sock"];
  await Promise.all(ends.map((end) => rm(join(folder, name + end), { force: true })));
}

/**
 * Lists the cards of the windows that have the file's folder open, in the order to ask them: the one with the deepest folder first, then
 * the one whose card was written last. Removes cards of windows that ended without removing them; skips one that is not the user's own, or
 * that others can read.
 */
export async function cardsFor(folder: string, path: string): Promise<readonly DoorCard[]> {
  const found = await readCards(folder);
  return found
    .map((each) => ({ ...each, depth: depthOf(each.card, path) }))
    .filter(({ depth }) => depth > 0)
    .sort((one, other) => other.depth - one.depth || other.writtenAt - one.writtenAt)
    .map(({ card }) => card);
}

/** Removes the cards of windows that were killed. Cards of windows that run, and files that are not cards, stay. */
export async function sweepDoorCards(folder: string): Promise<void> {
  await readCards(folder);
}

/** Tells whether an absolute path lies in a folder, and is not the folder itself. */
export function isInside(folder: string, path: string): boolean {
  return (innerPath(folder, path) ?? "") !== "";
}

/** Returns the length of the deepest folder that the path lies in; 0 if it lies in none. */
function depthOf({ folders }: DoorCard, path: string): number {
  return Math.max(0, ...folders.filter((folder) => isInside(folder, path)).map((folder) => folder.length));
}

interface FoundCard {
  readonly card: DoorCard;
  readonly writtenAt: number;
}

async function readCards(folder: string): Promise<readonly FoundCard[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => name.endsWith(CARD)).map((name) => readCard(folder, name.slice(0, -CARD.length))),
  );
  return found.filter((each) => each !== undefined);
}

async function readCard(folder: string, name: string): Promise<FoundCard | undefined> {
  try {
    const file = await open(join(folder, name + CARD), constants.O_RDONLY | NOT_THROUGH_LINKS | NOT_WAITING);
    let found;
    try {
      found = await readOpen(file);
    } finally {
      await file.close();
    }
    if (found === undefined) return undefined;
    if (await isLeftBehind(found.card)) {
      await removeDoorCard(folder, name);
      return undefined;
    }
    return (await isOwnSocket(found.card.socket)) ? found : undefined;
  } catch {
    // Its window has just ended, or it is not a card.
    return undefined;
  }
}

async function readOpen(file: FileHandle): Promise<FoundCard | undefined> {
  const stats = await file.stat();
  if (!stats.isFile() || !isOwn(stats) || stats.size > MAX_CARD) return undefined;
  const parsed = v.safeParse(doorCardSchema, JSON.parse(await file.readFile("utf8")));
  return parsed.success ? { card: parsed.output, writtenAt: stats.mtimeMs } : undefined;
}

async function isOwnSocket(socket: string): Promise<boolean> {
  if (process.platform === "win32") return socket.startsWith("\\\\.\\pipe\\");
  const stats = await lstat(socket);
  return stats.isSocket() && isOwn(stats);
}

/** Whether it is the user's, and nobody else may use it. Windows says so by the folder that it lies in. */
function isOwn(stats: Stats): boolean {
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}

/** Without its process a window has ended, unless that runs in a container whose numbers mean nothing here, and listens. */
async function isLeftBehind({ pid, socket }: DoorCard): Promise<boolean> {
  if (isAlive(pid)) return false;
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(false);
    });
    connection.once("error", () => {
      resolve(true);
    });
  });
}
