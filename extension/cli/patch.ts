import { isAbsolute } from "node:path";
import pc from "picocolors";
import { lineDiff, type LineChange } from "../core/diff/lineDiff.ts";
import type { PlannedTarget } from "./plan.ts";

const CONTEXT = 3;

type Merged = Extract<PlannedTarget, { type: "merged" }>;

/** A merge as git writes and reads it: `git apply` gives exactly the new text. Empty where nothing changes. */
export function formatPatch({ change, path, original, text: merged }: Merged, colours: boolean): string {
  const { bold, cyan, red, green } = pc.createColors(colours);
  const text = change.type === "delete" ? "" : merged;
  if (change.type === "update" && original === text) return "";
  const oldName = nameInPatch(path);
  const newName = change.type === "move" ? nameInPatch(change.to.path) : oldName;
  const isExecutable = change.type === "delete" && (change.file.stats.mode & 0o111) !== 0;
  const head = [`diff --git ${quoted(`a/${oldName}`)} ${quoted(`b/${newName}`)}`];
  if (change.type === "create") head.push("new file mode 100644");
  if (change.type === "delete") head.push(`deleted file mode ${isExecutable ? "100755" : "100644"}`);
  if (change.type === "move") head.push(`rename from ${quoted(oldName)}`, `rename to ${quoted(newName)}`);
  if (original !== text) {
    head.push(`--- ${change.type === "create" ? "/dev/null" : fileName(`a/${oldName}`)}`);
    head.push(`+++ ${change.type === "delete" ? "/dev/null" : fileName(`b/${newName}`)}`);
  } else if (change.type !== "move") {
    // Git wants this line where there are no hunks; it is the name of the empty text.
    head.push(change.type === "create" ? "index 0000000..e69de29" : "index e69de29..0000000");
  }
  const hunks = formatHunks(original, text).map((line) => {
    if (line.startsWith("@@")) return cyan(line);
    if (line.startsWith("+")) return green(line);
    return line.startsWith("-") ? red(line) : line;
  });
  return [...head.map((line) => bold(line)), ...hunks].map((line) => `${line}\n`).join("");
}

function nameInPatch(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return isAbsolute(path) ? slashed.replace(/^[A-Za-z]:/, "").replace(/^\/+/, "") : slashed;
}

/** As git quotes names with special characters. */
function quoted(name: string): string {
  if (!/[\p{Cc}"\\]/u.test(name)) return name;
  const escaped = name.replace(/["\\]/g, "\\$&");
  return `"${escaped.replace(/\p{Cc}/gu, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}

/** A blank in a name needs a tab behind the name, so that what follows is no part of it. */
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
