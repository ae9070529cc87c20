import { readFile } from "node:fs/promises";
import { workspace, type TextDocument, type Uri } from "vscode";
import { mixesLineEnds } from "../../core/text/lines.ts";
import { decodeUtf8 } from "../../core/text/utf8.ts";

/** How far a NUL byte is looked for, as git does it. */
const BINARY_PROBE = 8 * 1024;

/** All that a file holds. Throws when it cannot be read. */
export async function readBytes(file: Uri): Promise<Uint8Array> {
  return file.scheme === "file" ? readFile(file.fsPath) : workspace.fs.readFile(file);
}

/** A NUL byte, unless the mark of UTF-16 at the start explains it. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, BINARY_PROBE).includes(0);
}

/** Whether the bytes have line ends of several kinds. */
export function hasMixedEnds(bytes: Uint8Array): boolean {
  // In all encodings but UTF-16 these bytes are the line ends and nothing else.
  return mixesLineEnds(new TextDecoder(utf16Of(bytes) ?? "latin1").decode(bytes));
}

/**
 * Whether the text that VS Code reads from the bytes gives them back when it is saved. Where it does not, saving changes the file
 * where nobody has edited it: bytes that are no letter in the encoding are `U+FFFD` or `?` from then on. `encoding` is named as a
 * document names it.
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
 * Whether saving the document would change what nobody has edited. Not asked of unsaved text: where the file has changed under it, VS Code
 * itself does not save.
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
