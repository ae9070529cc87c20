import { createReadStream, type Stats } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import type { PathFault } from "../core/targets/sketchPath.ts";
import { decodeUtf8 } from "../core/text/utf8.ts";

/** Why a file cannot be read or written. `path` is as the user knows it. */
export type FileTrouble =
  | { readonly type: "missing"; readonly path: string }
  | { readonly type: "directory"; readonly path: string }
  /** A pipe, a socket or a device. */
  | { readonly type: "special"; readonly path: string }
  /** A part of the path that should be a folder is a file. */
  | { readonly type: "file-as-folder"; readonly path: string }
  | { readonly type: "broken-link"; readonly path: string }
  | { readonly type: "binary"; readonly path: string }
  | { readonly type: "encoding"; readonly path: string; readonly encoding: "UTF-16" | "UTF-32" | "unknown" }
  | { readonly type: "too-large"; readonly path: string }
  | { readonly type: "unreadable"; readonly path: string; readonly cause: string }
  | { readonly type: "not-writable"; readonly path: string; readonly cause: string }
  | { readonly type: "exists"; readonly path: string }
  | { readonly type: "same-file"; readonly path: string; readonly other: string }
  | { readonly type: "changed"; readonly path: string }
  /** It has other names (hard links), which would be cut off by a new text in its place. */
  | { readonly type: "linked"; readonly path: string }
  /** A path that a sketch may not name. */
  | { readonly type: "hostile"; readonly path: string; readonly why: PathFault | "link" };

/** A file as it was read. */
export interface TextFile {
  readonly type: "file";
  /** As the user knows it. */
  readonly path: string;
  readonly absolute: string;
  /** Where a symbolic link leads; what is replaced on writing. */
  readonly real: string;
  readonly bytes: Buffer;
  /** With its BOM, if it has one. */
  readonly text: string;
  readonly stats: Stats;
}

/** Larger files are not read: the engine is made for code. */
export const MAX_BYTES = 16 * 1024 * 1024;

/** How far a NUL byte is looked for, as git does it. */
const BINARY_PROBE = 8 * 1024;

/** Reads a regular file as UTF-8. */
export async function readTextFile(path: string, absolute: string): Promise<TextFile | FileTrouble> {
  try {
    const stats = await stat(absolute);
    if (stats.isDirectory()) return { type: "directory", path };
    if (!stats.isFile()) return { type: "special", path };
    if (stats.size > MAX_BYTES) return { type: "too-large", path };
    const bytes = await readLimited(createReadStream(absolute, { highWaterMark: 1 << 20 }));
    if (bytes === undefined) return { type: "too-large", path };
    const decoded = decodeText(bytes, path);
    if (decoded.type !== "text") return decoded;
    return { type: "file", path, absolute, real: await realpath(absolute), bytes, text: decoded.text, stats };
  } catch (error) {
    return readTrouble(error, path, absolute);
  }
}

/** Reads a file of any kind that is only looked at, even a pipe such as `<(command)`. */
export async function readTextInput(
  path: string,
  absolute: string,
): Promise<{ readonly type: "text"; readonly text: string } | FileTrouble> {
  try {
    const stats = await stat(absolute);
    if (stats.isDirectory()) return { type: "directory", path };
    return await readTextStream(createReadStream(absolute), path);
  } catch (error) {
    return readTrouble(error, path, absolute);
  }
}

/** Reads a stream to its end; `path` names it. */
export async function readTextStream(
  stream: AsyncIterable<unknown>,
  path: string,
): Promise<{ readonly type: "text"; readonly text: string } | FileTrouble> {
  try {
    const bytes = await readLimited(stream);
    return bytes === undefined ? { type: "too-large", path } : decodeText(bytes, path);
  } catch (error) {
    if (errorCode(error) === "EISDIR") return { type: "directory", path };
    return { type: "unreadable", path, cause: errorText(error) };
  }
}

async function readLimited(stream: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > MAX_BYTES) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts, size);
}

/** Decodes the text of a file as UTF-8; `path` names it in troubles. Keeps the BOM: the core looks after it. */
export function decodeText(
  bytes: Buffer,
  path: string,
): { readonly type: "text"; readonly text: string } | FileTrouble {
  const start = bytes.subarray(0, 4).toString("hex");
  if (start === "fffe0000" || start === "0000feff") return { type: "encoding", path, encoding: "UTF-32" };
  if (start.startsWith("fffe") || start.startsWith("feff")) return { type: "encoding", path, encoding: "UTF-16" };
  if (bytes.subarray(0, BINARY_PROBE).includes(0)) return { type: "binary", path };
  const text = decodeUtf8(bytes);
  return text === undefined ? { type: "encoding", path, encoding: "unknown" } : { type: "text", text };
}

async function readTrouble(error: unknown, path: string, absolute: string): Promise<FileTrouble> {
  const trouble = troubleOf(error, path);
  return trouble.type === "missing" && (await isLink(absolute)) ? { type: "broken-link", path } : trouble;
}

/** Turns a system error into the trouble with a file; `path` is the user's name for it. */
export function troubleOf(error: unknown, path: string): FileTrouble {
  switch (errorCode(error)) {
    case "ENOENT":
      return { type: "missing", path };
    case "ENOTDIR":
      return { type: "file-as-folder", path };
    case "ELOOP":
      return { type: "broken-link", path };
    case "EISDIR":
      return { type: "directory", path };
    default:
      return { type: "unreadable", path, cause: errorText(error) };
  }
}

async function isLink(absolute: string): Promise<boolean> {
  try {
    return (await lstat(absolute)).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Returns the system's code of an error, such as `ENOENT`; `undefined` if it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the system's words for an error, without the name of the call and the path. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9_]+: /, "").replace(/, [a-z]+(?: '.*)?$/s, "");
}
