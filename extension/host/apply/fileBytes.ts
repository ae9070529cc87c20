import { readFile } from "node:fs/promises";
import { workspace, type TextDocument, type Uri } from "vscode";
import { mixesLineEnds } from "../../core/text/lines.ts";
import { decodeUtf8 } from "../../core/text/utf8.ts";

/** How far a NUL byte is looked for, in bytes, as git does. */
const BINARY_PROBE = 8 * 1024;

/** Reads all bytes of a file. Rejects if it cannot be read. */
export async function readBytes(file: Uri): Promise<Uint8Array> {
  return file.scheme === "file" ? readFile(file.fsPath) : workspace.fs.readFile(file);
}

/** Checks for a NUL byte near the start, unless a UTF-16 byte order mark explains it. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, BINARY_PROBE).includes(0);
}

/** Checks whether the bytes have line ends of several kinds. */
export function hasMixedEnds(bytes: Uint8Array): boolean {
  // In all encodings but UTF-16 these bytes are the line ends and nothing else.
  return mixesLineEnds(new TextDecoder(utf16Of(bytes) ?? "latin1").decode(bytes));
}

/**
 * Checks whether saving the text that VS Code reads from the bytes would give the same bytes. If not, saving changes the file where
 * nobody has edited it: bytes that are not a letter in the encoding become `U+FFFD` or `?`. `encoding` is named as a document names it.
 * `false` also if VS Code refuses to decode the bytes.
 */
export async function givesBytesBack(bytes: Uint8Array, encoding: string): Promise<boolean> {
  // For nearly all files this asks nobody.
  if (encoding === "utf8" || encoding === "utf8bom") return decodeUtf8(bytes) !== undefined;
  try {
    const text = await workspace.decode(bytes, { encoding });
    return sameBytes(bytes, await workspace.encode(text, { encoding }));
  } catch {
    // VS Code refuses to decode what it takes for binary.
    return false;
  }
}

/**
 * Checks whether saving the document would change what nobody has edited. `false` for text without a readable file, and for unsaved text:
 * if its file has changed meanwhile, VS Code itself does not save it.
 */
export async function isMisread({ uri, encoding, isDirty }: TextDocument): Promise<boolean> {
  if (isDirty) return false;
  // Text that belongs to no file, or to one that is gone, has no bytes to be misread.
  const bytes = await readBytes(uri).catch(() => undefined);
  return bytes !== undefined && !(await givesBytesBack(bytes, encoding));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
