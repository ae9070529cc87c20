import { lineDiff } from "./lineDiff.ts";
import type { LineChange } from "./lineChange.ts";

/** What becomes of one file. Names are relative, with `/`; the two differ when the file is renamed. */
export interface FilePatch {
  /** `undefined`: the patch creates the file. */
  readonly oldName: string | undefined;
  /** `undefined`: the patch deletes the file. */
  readonly newName: string | undefined;
  /** The text before, byte for byte as in the file: BOM and line ends included. Empty for a new file. */
  readonly original: string;
  /** The text after; empty for a deleted file. */
  readonly text: string;
  /** The mode of the deleted file, which git compares. */
  readonly isExecutable?: boolean;
}

/** A patch in lines, so that a terminal can colour them: first what names the file, then its hunks. */
export interface PatchLines {
  readonly head: readonly string[];
  readonly hunks: readonly string[];
}

const CONTEXT = 3;

/** Writes the patch as one text, from which `git apply` makes exactly the new text. Empty if nothing changes. */
export function formatPatch(patch: FilePatch): string {
  const { head, hunks } = patchLines(patch);
  return [...head, ...hunks].map((line) => `${line}\n`).join("");
}

/** Writes the patch in lines, as git writes and reads it; both parts are empty if nothing changes. */
export function patchLines(patch: FilePatch): PatchLines {
  const { original, text, isExecutable = false } = patch;
  const oldName = patch.oldName ?? patch.newName ?? "";
  const newName = patch.newName ?? oldName;
  const kind = kindOf(patch);
  if (kind === "update" && original === text) return { head: [], hunks: [] };
  const head = [`diff --git ${quoted(`a/${oldName}`)} ${quoted(`b/${newName}`)}`];
  if (kind === "create") head.push("new file mode 100644");
  if (kind === "delete") head.push(`deleted file mode ${isExecutable ? "100755" : "100644"}`);
  if (kind === "move") head.push(`rename from ${quoted(oldName)}`, `rename to ${quoted(newName)}`);
  if (original !== text) {
    head.push(`--- ${kind === "create" ? "/dev/null" : fileName(`a/${oldName}`)}`);
    head.push(`+++ ${kind === "delete" ? "/dev/null" : fileName(`b/${newName}`)}`);
  } else if (kind !== "move") {
    // Git wants this line if there are no hunks; `e69de29` is its name for the empty text.
    head.push(kind === "create" ? "index 0000000..e69de29" : "index e69de29..0000000");
  }
  return { head, hunks: formatHunks(original, text) };
}

function kindOf({ oldName, newName }: FilePatch): "create" | "delete" | "move" | "update" {
  if (oldName === undefined) return "create";
  if (newName === undefined) return "delete";
  return oldName === newName ? "update" : "move";
}

/** Quotes a name that has special characters, as git does. */
function quoted(name: string): string {
  if (!/[\p{Cc}"\\]/u.test(name)) return name;
  const escaped = name.replace(/["\\]/g, "\\$&");
  return `"${escaped.replace(/\p{Cc}/gu, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}

/** Writes a name with a tab after it if it has a blank, so that what follows is not taken for a part of it. */
function fileName(name: string): string {
  return name.includes(" ") ? `${quoted(name)}\t` : quoted(name);
}

function formatHunks(original: string, text: string): string[] {
  const [oldLines, newLines] = [splitAtNewlines(original), splitAtNewlines(text)];
  return groupChanges(lineDiff(oldLines, newLines)).flatMap((changes) => {
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) return [];
    const before = Math.min(CONTEXT, first.old.start);
    const after = Math.min(CONTEXT, oldLines.length - last.old.end);
    const body: string[] = [];
    let at = first.old.start - before;
    for (const change of changes) {
      for (const line of prefixed(" ", oldLines.slice(at, change.old.start))) body.push(line);
      for (const line of prefixed("-", oldLines.slice(change.old.start, change.old.end))) body.push(line);
      for (const line of prefixed("+", newLines.slice(change.new.start, change.new.end))) body.push(line);
      at = change.old.end;
    }
    for (const line of prefixed(" ", oldLines.slice(at, at + after))) body.push(line);
    const oldRange = hunkRange(first.old.start - before, last.old.end + after);
    const newRange = hunkRange(first.new.start - before, last.new.end + after);
    return [`@@ -${oldRange} +${newRange} @@`, ...body];
  });
}

/** Only `\n` ends a line for git; the end stays with its line, so that a missing last one is a difference. */
function splitAtNewlines(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const ended = lines.map((line) => `${line}\n`);
  return last === "" ? ended : [...ended, last];
}

/** Changes whose context would touch are one hunk. */
function groupChanges(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group && previous && change.old.start - previous.old.end <= 2 * CONTEXT) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function hunkRange(start: number, end: number): string {
  // An empty range is named by the line before it.
  if (start === end) return `${String(start)},0`;
  return end - start === 1 ? String(start + 1) : `${String(start + 1)},${String(end - start)}`;
}

function prefixed(sign: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
}
