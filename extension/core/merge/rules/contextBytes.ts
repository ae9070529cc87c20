import { IMPLIED, type CodeItem, type Item } from "../../sketch/lazyCode.ts";
import { isBlank } from "../../text/indentation.ts";
import type { AlignmentStep } from "../align.ts";
import type { Step } from "../assemble.ts";
import { areBlanksMeant } from "../meantBlanks.ts";
import type { SketchAlignment } from "./alignSketch.ts";
import { bareKey, isComment, looseKey } from "../lineKeys.ts";
import { isCutShort, isLooselySame, type Original } from "../original.ts";

/**
 * Returns the steps of an alignment, each line found again with the choice whose bytes are written. Comments dropped between lines of
 * context are kept.
 */
export function writtenSteps(items: readonly Item[], alignment: SketchAlignment, original: Original): Step[] {
  const verbatim = readVerbatim(items, alignment, original);
  const steps = keepDroppedComments(alignment.steps, items, original, verbatim);
  return steps.map((step, index): Step => {
    if (step.type !== "match") return step;
    const sketched = (items[step.item] as CodeItem).text.trim();
    const trimmed = original.trimmed[step.line] ?? "";
    const next = steps[index + 1];
    const nextChanges = next?.type === "insert" || next?.type === "delete" || next?.type === "remove";
    const adopt =
      // Dots in place of a part are never what a sketch wants to change.
      !isCutShort(sketched, original, step.line) &&
      (isVerbatim(verbatim[step.item] ?? 0, sketched, trimmed) ||
        addsSemicolon(sketched, trimmed) ||
        areBlanksMeant(items, step.item, trimmed) ||
        (nextChanges && changesComma(sketched, trimmed, () => textAfter(steps, index, items, original))));
    return { ...step, adopt };
  });
}

/** The text of the first line after a step that is in the new file, if there is one. */
function textAfter(
  steps: readonly AlignmentStep[],
  index: number,
  items: readonly Item[],
  original: Original,
): string | undefined {
  const next = steps.slice(index + 1).find((step) => step.type !== "delete" && step.type !== "remove");
  if (!next) return undefined;
  return next.type === "keep" ? original.lines[next.line] : (items[next.item] as CodeItem).text;
}

/** A comma that the sketch adds separates what follows; one that it drops was the last, if what follows closes. */
function changesComma(sketched: string, trimmed: string, next: () => string | undefined): boolean {
  if (sketched.endsWith(",") === trimmed.endsWith(",")) return false;
  return sketched.endsWith(",") || /^\s*[}\])]/.test(next() ?? "}");
}

/** All that differs is content, or only spacing is. */
const VERBATIM = 1;
const SPACING = 2;

/**
 * The items whose text is content even if it only differs in spacing, quotes, commas or comments: those of pieces in which nothing else
 * changes (then that difference is the change). In declarations shown in full spacing is content.
 */
function readVerbatim(items: readonly Item[], alignment: SketchAlignment, original: Original): Uint8Array {
  const verbatim = new Uint8Array(items.length);
  const isComplete = !items.some(
    (item) => item.type === "removal" || (item.type === "marker" && item.line !== IMPLIED),
  );
  const changed = new Set<number>();
  const pieceOf = items.map(() => 0);
  let pieces = 0;
  items.forEach((item, index) => {
    if (item.type === "marker") pieces++;
    pieceOf[index] = pieces;
  });
  const sizes = new Int32Array(pieces + 1);
  let last = 0;
  for (const step of alignment.steps) {
    if (step.type === "keep") continue;
    if (step.type !== "delete") last = pieceOf[step.item] ?? 0;
    if (step.type === "match") {
      const item = items[step.item] as CodeItem;
      sizes[last] = (sizes[last] ?? 0) + 1;
      if (!isLooselySame(item.text.trim(), original, step.line)) changed.add(last);
    } else if (
      step.type === "delete"
        ? !isCommentLine(original, step.line)
        : step.type === "remove" || !isBlank((items[step.item] as CodeItem).text)
    )
      changed.add(last);
  }
  const nothingElse = changed.size === 0;
  items.forEach((_, index) => {
    const piece = pieceOf[index] ?? 0;
    if (nothingElse || (!changed.has(piece) && (sizes[piece] ?? 0) >= 3)) verbatim[index] = VERBATIM;
    else if (isComplete) verbatim[index] = SPACING;
  });
  return verbatim;
}

const isCommentLine = (original: Original, line: number): boolean => isComment(original.trimmed[line] ?? "");

/** A comment of its own line that the sketch leaves out between two lines of context was not what it wanted to change. */
function keepDroppedComments(
  steps: readonly AlignmentStep[],
  items: readonly Item[],
  original: Original,
  verbatim: Uint8Array,
): readonly AlignmentStep[] {
  const isContext = (step: AlignmentStep | undefined): boolean =>
    step?.type === "match" &&
    (original.words[step.line] ?? 0) > 0 &&
    verbatim[step.item] === 0 &&
    isLooselySame((items[step.item] as CodeItem).text.trim(), original, step.line);
  return steps.map((step, index) => {
    if (step.type !== "delete" || !isCommentLine(original, step.line)) return step;
    const skipped = (other: AlignmentStep | undefined): boolean =>
      other?.type === "delete" || (other?.type === "match" && original.trimmed[other.line] === "");
    let before = index;
    while (skipped(steps[before])) before--;
    let behind = index;
    while (skipped(steps[behind])) behind++;
    const run = steps.slice(before + 1, behind);
    const onlyComments = run.every(
      (other) =>
        other.type === "match" ||
        (other.type === "delete" && (original.trimmed[other.line] === "" || isCommentLine(original, other.line))),
    );
    return onlyComments && isContext(steps[before]) && isContext(steps[behind])
      ? { type: "keep", line: step.line, item: -1 }
      : step;
  });
}

/** Whether a line that is loosely the same is written as the sketch has it. */
function isVerbatim(verbatim: number, sketched: string, trimmed: string): boolean {
  // A comment that the sketch leaves out is never what it wants to change.
  const dropsComment = looseKey(sketched) === bareKey(trimmed) && looseKey(trimmed) !== bareKey(trimmed);
  return (
    (verbatim === VERBATIM && !dropsComment) ||
    (verbatim === SPACING && sketched.replace(/\s+/g, "") === trimmed.replace(/\s+/g, ""))
  );
}

/** Whether a final `;` is written that the line did not have: then it is meant. */
function addsSemicolon(sketched: string, trimmed: string): boolean {
  return sketched.endsWith(";") && !trimmed.endsWith(";");
}
