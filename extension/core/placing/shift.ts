import { indentWidth } from "../text/indentation.ts";
import type { BlockAlignment } from "./likeness.ts";
import type { LineFacts } from "./placingFile.ts";
import type { ShownBlock } from "./shownBlock.ts";
import type { Window } from "./windows.ts";

/** A line that is as alike is the line itself. */
export const SAME = 0.98;

/** Computes by how many columns the lines of a block move where it takes the place of a window. */
export function shiftOf(
  block: ShownBlock,
  { width, start }: Window,
  { pair }: BlockAlignment,
  facts: readonly LineFacts[],
): number {
  if (width !== undefined) return width - block.width;
  const isTelling = pair !== undefined && (pair.at === 0 || pair.like >= SAME);
  return isTelling
    ? (facts[pair.line]?.width ?? 0) - indentWidth(block.lines[pair.at] ?? "")
    : (facts[start]?.width ?? 0) - block.width;
}
