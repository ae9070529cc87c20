import { isAbsolute } from "node:path";
import pc from "picocolors";
import { patchLines } from "../core/diff/patch.ts";
import type { SettledTarget } from "./plan.ts";

/** Formats a merge as a patch from which `git apply` makes exactly the new text; empty if nothing changes. */
export function formatFilePatch({ change, path, original, text }: SettledTarget, colours: boolean): string {
  const { bold, cyan, red, green } = pc.createColors(colours);
  const name = nameInPatch(path);
  const { head, hunks } = patchLines({
    oldName: change.type === "create" ? undefined : name,
    newName: change.type === "delete" ? undefined : change.type === "move" ? nameInPatch(change.to.path) : name,
    original,
    text: change.type === "delete" ? "" : text,
    isExecutable: change.type === "delete" && (change.file.stats.mode & 0o111) !== 0,
  });
  const coloured = hunks.map((line) => {
    if (line.startsWith("@@")) return cyan(line);
    if (line.startsWith("+")) return green(line);
    return line.startsWith("-") ? red(line) : line;
  });
  return [...head.map((line) => bold(line)), ...coloured].map((line) => `${line}\n`).join("");
}

function nameInPatch(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return isAbsolute(path) ? slashed.replace(/^[A-Za-z]:/, "").replace(/^\/+/, "") : slashed;
}
