import { open } from "node:fs/promises";
import { workspace, type Uri } from "vscode";
import { mixesLineEnds } from "../../core/text/lines.ts";

/** Longer files are looked at so far. */
const MAX_BYTES = 1024 * 1024;
/** How far a NUL byte is looked for, as git does it. */
const BINARY_PROBE = 8 * 1024;

/** What a file begins with, at most a megabyte of it. Throws when it cannot be read. */
export async function firstBytes(file: Uri): Promise<Uint8Array> {
  if (file.scheme !== "file") return (await workspace.fs.readFile(file)).subarray(0, MAX_BYTES);
  const handle = await open(file.fsPath, "r");
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A NUL byte, unless the mark of UTF-16 at the start explains it. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, BINARY_PROBE).includes(0);
}

/** Whether the bytes have line ends of several kinds, as far as `firstBytes` goes. */
export function hasMixedEnds(bytes: Uint8Array): boolean {
  // In all encodings but UTF-16 these bytes are the line ends and nothing else.
  const text = new TextDecoder(utf16Of(bytes) ?? "latin1").decode(bytes);
  // Where the bytes are cut off, the other half of the last line end may be missing.
  return mixesLineEnds(bytes.length < MAX_BYTES ? text : text.replace(/\r$/, ""));
}

function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
