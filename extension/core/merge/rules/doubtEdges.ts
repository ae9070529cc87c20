import { readSketchBlocks } from "../blocks.ts";
import { IMPLIED, type CodeItem, type Item } from "../../sketch/lazyCode.ts";
import { endOfBlockLeftOut } from "./constraints.ts";
import { itemPieces, type Doubt, type Judged } from "./judged.ts";
import { wordLength } from "../lineKeys.ts";

/**
 * Doubts a block without a closer, in a sketch without markers, if the last line shown of it is in the file: it may be shown in full, so
 * that the rest of it should vanish, or in part.
 */
export function doubtEnd({ items, alignment, original }: Judged): Doubt | undefined {
  if (items.some((item) => item.type !== "code" && item.line !== IMPLIED)) return undefined;
  const blocks = readSketchBlocks(items, original.language);
  for (const [opener, item] of items.entries()) {
    const end = blocks.end[opener] ?? opener + 1;
    if (
      item.type !== "code" ||
      end <= opener + 1 ||
      (blocks.closer[opener] ?? -1) >= 0 ||
      (alignment.lineOf[opener] ?? -1) < 0
    )
      continue;
    const left =
      items[end]?.type === "code" ? undefined : endOfBlockLeftOut(items, original, alignment.lineOf, { opener, end });
    if (!left) continue;
    return {
      reason: `It is not sure whether "${item.text.trim()}" goes on with lines ${left.start + 1} to ${left.end}, or ends before them.`,
      candidates: [{ original: left, label: original.trimmed[left.start] ?? "" }],
    };
  }
  return undefined;
}

/**
 * Doubts a sketch that shows no marker at its top and begins with new code: what the file has there (12 lines at most), if it has some of
 * the same names, may stay or be replaced.
 */
export function doubtBeginning({ items, alignment, original }: Judged): Doubt | undefined {
  const [edge, first] = items;
  if (edge?.type !== "marker" || edge.line !== IMPLIED || first?.type !== "code" || (alignment.lineOf[1] ?? -1) >= 0)
    return undefined;
  const kept = alignment.steps.flatMap((step) =>
    step.type === "keep" && step.item === 0 && original.trimmed[step.line] !== "" ? [step.line] : [],
  );
  if (kept.length === 0 || kept.length > 12) return undefined;
  const head: string[] = [];
  for (let item = 1; items[item]?.type === "code" && (alignment.lineOf[item] ?? -1) < 0; item++)
    head.push((items[item] as CodeItem).text);
  const words = new Set(kept.flatMap((line) => namesIn(original.trimmed[line] ?? "")));
  if (!head.some((line) => namesIn(line).some((word) => words.has(word)))) return undefined;
  const range = { start: 0, end: (kept.at(-1) ?? 0) + 1 };
  return {
    reason: `The sketch begins with new code, and it is not sure whether lines 1 to ${range.end} of the file stay before it.`,
    candidates: [{ original: range, label: original.trimmed[0] ?? "" }],
  };
}

/** The longer words of a line, except those that every import has. */
function namesIn(line: string): string[] {
  return (line.match(/[\p{L}\p{N}_$]{4,}/gu) ?? []).filter(
    (word) =>
      !/^(?:import|from|const|require|include|export|default|function|class|using|namespace|package|static|public)$/.test(
        word,
      ),
  );
}

/** How far from its piece a line may be that the sketch seems to repeat. */
const NEARBY = 40;

/**
 * Doubts a piece that begins or ends, beside a marker, with a new line that the file has nearby: it may be that line, shown as context, so
 * that the lines between should vanish, or really be new.
 */
export function doubtRepeats({ items, candidates, alignment, original }: Judged): Doubt | undefined {
  for (const { start, end } of itemPieces(items)) {
    for (const [edge, direction] of [
      [start, 1],
      [end - 1, -1],
    ] as const) {
      const beside = items[edge - direction];
      if (beside?.type !== "marker" || beside.line === IMPLIED) continue;
      let worded = edge;
      while (
        worded >= start &&
        worded < end &&
        (alignment.lineOf[worded] ?? -1) < 0 &&
        wordLength(textOf(items[worded])) < 4
      )
        worded += direction;
      const item = items[worded];
      if (worded < start || worded >= end || item?.type !== "code" || (alignment.lineOf[worded] ?? -1) >= 0) continue;
      if (
        alignment.constraints.some(
          (constraint) =>
            constraint.type === "new" && constraint.items.start <= worded && worded < constraint.items.end,
        )
      )
        continue;
      let anchor = edge;
      while (anchor >= start && anchor < end && (alignment.lineOf[anchor] ?? -1) < 0) anchor += direction;
      const line = alignment.lineOf[anchor] ?? -1;
      if (anchor < start || anchor >= end || line < 0) continue;
      const others =
        direction > 0 ? alignment.lineOf.slice(0, start) : alignment.lineOf.slice(end).filter((other) => other >= 0);
      const bound =
        direction > 0
          ? others.reduce((most, other) => Math.max(most, other), -1)
          : others.reduce((least, other) => Math.min(least, other), original.lines.length);
      // A closer may have been taken for that of the block above: then the twin lies beyond it.
      const isPinned = alignment.constraints.some(
        ({ type, ...rest }) => type === "pin" && "item" in rest && rest.item === anchor,
      );
      const twin = candidates[worded]?.find(
        (match) =>
          match.kind !== "similar" &&
          ((line - match.line) * direction > 0 || isPinned) &&
          (match.line - bound) * direction > 0 &&
          Math.abs(line - match.line) <= NEARBY,
      );
      if (!twin) continue;
      const between = { start: Math.min(twin.line, line + 1), end: Math.max(twin.line + 1, line) };
      return {
        reason: `"${item.text.trim()}" is in the file already, and it is not sure whether lines ${between.start + 1} to ${between.end} should vanish.`,
        candidates: [{ original: between, label: original.trimmed[between.start] ?? "" }],
      };
    }
  }
  return undefined;
}

const textOf = (item: Item | undefined): string => (item?.type === "code" ? item.text : "");
