import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, rm, type FileHandle } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import { registrationSchema, type ServerRegistration } from "../core/tools/serverProtocol.ts";
import { NOT_THROUGH_LINKS, NOT_WAITING } from "./heldFolder.ts";
import { innerPath } from "./insideRoots.ts";
import { isAlive } from "./isAlive.ts";
import { replaceFile } from "./replaceFile.ts";

/** Far more than a window with a thousand folders needs. In bytes. */
const MAX_REGISTRATION = 1024 * 1024;

/** What a registration's name ends with; its socket has the same name with another end. */
const REGISTRATION = ".json";

/** Returns where a window of this name listens. On Windows that is a pipe in a name space of its own, not a file. */
export function serverSocket(folder: string, name: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\fast-apply-${name}` : join(folder, `${name}.sock`);
}

/** Writes a registration, or replaces it; whoever reads it meanwhile sees the one or the other. Only the user can read it. */
export async function writeRegistration(folder: string, name: string, registration: ServerRegistration): Promise<void> {
  await replaceFile(join(folder, `${name}${REGISTRATION}`), JSON.stringify(registration), 0o600);
}

/** Removes a registration and its socket. */
export async function removeRegistration(folder: string, name: string): Promise<void> {
  const ends = process.platform === "win32" ? [REGISTRATION] : [REGISTRATION, ".sock"];
  await Promise.all(ends.map((end) => rm(join(folder, name + end), { force: true })));
}

/**
 * Lists the registrations of the windows that have the file's folder open, in the order to ask them: the one with the deepest folder first, then
 * the one whose registration was written last. Removes registrations of windows that ended without removing them; skips one that is not the user's own, or
 * that others can read.
 */
export async function registrationsFor(folder: string, path: string): Promise<readonly ServerRegistration[]> {
  const found = await readRegistrations(folder);
  return found
    .map((each) => ({ ...each, depth: depthOf(each.registration, path) }))
    .filter(({ depth }) => depth > 0)
    .sort((one, other) => other.depth - one.depth || other.writtenAt - one.writtenAt)
    .map(({ registration }) => registration);
}

/** Removes the registrations of windows that were killed. Cards of windows that run, and files that are not registrations, stay. */
export async function sweepRegistrations(folder: string): Promise<void> {
  await readRegistrations(folder);
}

/** Tells whether an absolute path lies in a folder, and is not the folder itself. */
export function isInside(folder: string, path: string): boolean {
  return (innerPath(folder, path) ?? "") !== "";
}

/** Returns the length of the deepest folder that the path lies in; 0 if it lies in none. */
function depthOf({ folders }: ServerRegistration, path: string): number {
  return Math.max(0, ...folders.filter((folder) => isInside(folder, path)).map((folder) => folder.length));
}

interface FoundRegistration {
  readonly registration: ServerRegistration;
  readonly writtenAt: number;
}

async function readRegistrations(folder: string): Promise<readonly FoundRegistration[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(REGISTRATION))
      .map((name) => readRegistration(folder, name.slice(0, -REGISTRATION.length))),
  );
  return found.filter((each) => each !== undefined);
}

async function readRegistration(folder: string, name: string): Promise<FoundRegistration | undefined> {
  try {
    const file = await open(join(folder, name + REGISTRATION), constants.O_RDONLY | NOT_THROUGH_LINKS | NOT_WAITING);
    let found;
    try {
      found = await readOpen(file);
    } finally {
      await file.close();
    }
    if (found === undefined) return undefined;
    if (await isLeftBehind(found.registration)) {
      await removeRegistration(folder, name);
      return undefined;
    }
    return (await isOwnSocket(found.registration.socket)) ? found : undefined;
  } catch {
    // Its window has just ended, or it is not a registration.
    return undefined;
  }
}

async function readOpen(file: FileHandle): Promise<FoundRegistration | undefined> {
  const stats = await file.stat();
  if (!stats.isFile() || !isOwn(stats) || stats.size > MAX_REGISTRATION) return undefined;
  const parsed = v.safeParse(registrationSchema, JSON.parse(await file.readFile("utf8")));
  return parsed.success ? { registration: parsed.output, writtenAt: stats.mtimeMs } : undefined;
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
async function isLeftBehind({ pid, socket }: ServerRegistration): Promise<boolean> {
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
