import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import { indentWidth } from "../../text/indentation.ts";
import type { LineRange } from "../../text/lines.ts";
import type { SketchAlignment } from "./alignSketch.ts";
import type { Doubt, Judged } from "./judged.ts";
import type { Original } from "../original.ts";

/**
 * Doubts a marker inside a new block, where there is nothing that it could stand for, and one that stands for nothing though lines vanish
 * beside it, since it probably stood for them. By itself a marker that stands for nothing is harmless.
 */
export function doubtMarkers({ items, alignment, original }: Judged): Doubt | undefined {
  const kept = new Set<number>();
  for (const step of alignment.steps) if (step.type === "keep") kept.add(step.item);
  for (const [index, item] of items.entries()) {
    if (item.type !== "marker" || item.line === IMPLIED) continue;
    const opener = newOpenerAround(index, items, alignment);
    if (opener)
      return {
        reason: `A marker stands inside "${opener}", which the file does not have, so that it stands for nothing there.`,
        candidates: [],
      };
    if (kept.has(index)) continue;
    const lost = deletedBeside(index, items, alignment, original);
    if (lost)
      return {
        reason: `A marker stands for nothing, but lines ${lost.start + 1} to ${lost.end} beside it would vanish.`,
        candidates: [{ original: lost, label: original.trimmed[lost.start] ?? "" }],
      };
  }
  return undefined;
}

/** The line that opens the block in which a marker stands, where that line and what stands before the marker are new. */
function newOpenerAround(marker: number, items: readonly Item[], alignment: SketchAlignment): string | undefined {
  const isNew = (item: number): boolean => (alignment.lineOf[item] ?? -1) < 0;
  const before = items[marker - 1];
  if (before?.type !== "code" || !isNew(marker - 1)) return undefined;
  if (OPENS_BLOCK.test(before.text)) return before.text.trim();
  // Without a bracket nobody can tell whether a block continues after what is shown of it.
  const width = indentWidth(before.text);
  for (let item = marker - 2; item >= 0; item--) {
    const opener = items[item];
    if (opener?.type !== "code") return undefined;
    if (opener.text.trim() === "" || indentWidth(opener.text) >= width) continue;
    return isNew(item) && /[{([]\s*$/.test(opener.text) ? opener.text.trim() : undefined;
  }
  return undefined;
}

const OPENS_BLOCK = /[{([]\s*$|:\s*$|=>\s*$|\b(?:do|then)\b(?:\s*\|[^|]*\|)?\s*$/;
const MANY = 4;

/**
 * Doubts that a run of many lines should vanish, unless the lines on both sides of it were surely found again or the sketch shows its block
 * in full.
 */
export function doubtDeletions({ items, candidates, alignment, original }: Judged): Doubt | undefined {
  const pinned = new Set(
    alignment.constraints.flatMap((constraint) => (constraint.type === "pin" ? [constraint.item] : [])),
  );
  const replaced = alignment.constraints.flatMap((constraint) => {
    if (
      constraint.type !== "pin" ||
      items.slice(constraint.opener, constraint.item).some((item) => item.type === "marker")
    )
      return [];
    return [{ start: alignment.lineOf[constraint.opener] ?? 0, end: constraint.line }];
  });
  const steps = alignment.steps.filter((step) => step.type !== "insert");
  const isSure = (step: (typeof steps)[number] | undefined): boolean => {
    if (step?.type !== "match") return step !== undefined && step.type !== "delete";
    const match = candidates[step.item]?.find((candidate) => candidate.line === step.line);
    return pinned.has(step.item) || (match !== undefined && (match.kind !== "similar" || match.score > 0.6));
  };
  for (let index = 0; index < steps.length; index++) {
    if (steps[index]?.type !== "delete") continue;
    const start = index;
    while (steps[index]?.type === "delete") index++;
    const lines = steps.slice(start, index).flatMap((step) => (step.type === "delete" ? [step.line] : []));
    const range = { start: lines[0] ?? 0, end: (lines.at(-1) ?? 0) + 1 };
    if (replaced.some((block) => block.start < range.start && range.end <= block.end)) continue;
    if (
      lines.filter((line) => original.trimmed[line] !== "").length < 2 * MANY ||
      (isSure(steps[start - 1]) && isSure(steps[index]))
    )
      continue;
    return {
      reason: `It is not sure that lines ${range.start + 1} to ${range.end} should vanish.`,
      candidates: [{ original: range, label: original.trimmed[range.start] ?? "" }],
    };
  }
  return undefined;
}

/** Many lines deleted within the pieces next to a marker. */
function deletedBeside(
  marker: number,
  items: readonly Item[],
  alignment: SketchAlignment,
  original: Original,
): LineRange | undefined {
  let from = marker;
  while (from > 0 && items[from - 1]?.type === "code") from--;
  let to = marker + 1;
  while (to < items.length && items[to]?.type === "code") to++;
  let item = -1;
  let run: LineRange | undefined;
  for (const step of alignment.steps) {
    if (step.type === "match" || step.type === "insert") item = step.item;
    if (step.type !== "delete") run = undefined;
    else if (item >= from && item < to) {
      run = { start: run?.start ?? step.line, end: step.line + 1 };
      if (original.trimmed.slice(run.start, run.end).filter((line) => line !== "").length >= MANY) return run;
    }
  }
  return undefined;
}
