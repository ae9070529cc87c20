import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { namedLines, type Finding } from "./proof.ts";

/**
 * Finds lines that keep their place and lose their block to a new line as deep as they are, such as the name of a step whose commands
 * belong to another one now. Brackets that close a block are no such line.
 */
export function findTornBlocks({ old, new: lines, oldOf }: Comparison): Finding[] {
  return lines.flatMap((text, line): Finding[] => {
    const before = oldOf[line] ?? -1;
    const width = indentWidth(text);
    // A bracket keeps its block together.
    if (before < 0 || isBlank(text) || /[{([]$/.test(text.trimEnd()) || indentWidth(old[before] ?? "") !== width)
      return [];
    const below = nextFilled(lines, line);
    const had = nextFilled(old, before);
    const isTaken =
      below !== undefined &&
      had !== undefined &&
      indentWidth(old[had] ?? "") > width &&
      indentWidth(lines[below] ?? "") === width &&
      (oldOf[below] ?? -1) < 0 &&
      OPENS.test(lines[below]?.trim() ?? "") &&
      indentWidth(lines[nextFilled(lines, below) ?? -1] ?? "") > width;
    if (!isTaken || oldOf.indexOf(had ?? -1) < 0) return [];
    const rewrite = { start: line, end: line + 1 };
    const message = `${namedLines({ start: before, end: before + 1 })} of the file has lost what belongs to it to the line that is new below it.`;
    return [{ type: "depth", message, original: { start: before, end: before + 1 }, rewrite }];
  });
}

const OPENS = /^[\p{L}\p{N}"'`#@.$_-]/u;

function nextFilled(lines: readonly string[], line: number): number | undefined {
  let at = line + 1;
  while (at < lines.length && isBlank(lines[at] ?? "")) at++;
  return at < lines.length ? at : undefined;
}
