import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { namedLines, type Finding } from "./proof.ts";

/**
 * Finds lines that keep their place and lose their block to a new line as deep as they are, such as the name of a step whose commands
 * belong to another one now. Labels and selectors may share a block, and a bracket keeps its own.
 */
export function findTornBlocks({ old, new: lines, oldOf }: Comparison): Finding[] {
  const kept = new Set(oldOf);
  return lines.flatMap((text, line): Finding[] => {
    const before = oldOf[line] ?? -1;
    const width = indentWidth(text);
    if (before < 0 || isBlank(text) || SHARES.test(text) || indentWidth(old[before] ?? "") !== width) return [];
    const below = nextFilled(lines, line);
    const had = nextFilled(old, before);
    if (below === undefined || had === undefined || indentWidth(old[had] ?? "") <= width || !kept.has(had)) return [];
    const isTaken =
      indentWidth(lines[below] ?? "") === width &&
      (oldOf[below] ?? -1) < 0 &&
      OPENS.test(lines[below]?.trim() ?? "") &&
      indentWidth(lines[nextFilled(lines, below) ?? -1] ?? "") > width;
    if (!isTaken) return [];
    const rewrite = { start: line, end: line + 1 };
    const original = { start: before, end: before + 1 };
    const message = `${namedLines(original)} of the file has lost what belongs to it to the line that is new below it.`;
    return [{ type: "depth", message, original, rewrite }];
  });
}

const SHARES = /^\s*(?:case|when|default|label)\b|[{([,]\s*$/;
const OPENS = /^[\p{L}\p{N}"'`#@.$_-]/u;

function nextFilled(lines: readonly string[], line: number): number | undefined {
  let at = line + 1;
  while (at < lines.length && isBlank(lines[at] ?? "")) at++;
  return at < lines.length ? at : undefined;
}
