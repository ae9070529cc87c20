import type { LineChange } from "../diff/lineChange.ts";
import type { Comparison } from "./comparison.ts";
import { formOf, hasWordCharacters, likeness, wordsOf } from "./lineForms.ts";
import type { Placing, ShownPiece } from "./pieces.ts";
import { namedLines, type Finding } from "./proof.ts";

/** How alike two lines are at least, one of which may be the new form of the other. */
const ALIKE = 0.5;
/** Larger changes are rewritten as a whole, and are not compared line by line. */
const MOST_PAIRS = 40_000;
/** Lines of a piece that may stand between what vanishes and the marker. */
const BESIDE = 4;

/**
 * Finds lines that vanish beside a marker that stands for nothing: whoever writes a marker means something by it, which is then likely to be
 * what vanished.
 */
export function findEmptyMarkers(
  pieces: readonly ShownPiece[],
  { places, shownAt }: Placing,
  { old, new: lines, changes, oldOf }: Comparison,
): Finding[] {
  const there = new Set(lines.flatMap((line, at) => ((oldOf[at] ?? -1) < 0 ? [formOf(line)] : [])));
  return pieces.flatMap(({ behind }, number): Finding[] => {
    const place = places[number];
    const isLast = number === pieces.length - 1;
    const next = places[number + 1];
    // Many end what they write with a marker at the margin, whatever follows.
    const isHabit = isLast && behind.column === 0;
    // Where a piece of nothing but brackets stands nobody knows.
    if (!behind.isWritten || isHabit || place === undefined || !says(number) || (!isLast && !says(number + 1)))
      return [];
    const end = isLast ? lines.length : next?.start;
    if (end === undefined || end < place.end) return [];
    for (let line = place.end; line < end; line++)
      if (shownAt[line] === undefined && hasWordCharacters(lines[line] ?? "")) return [];
    // What goes between the two pieces is what the marker stood for, which words may delete.
    const isWithin = ({ new: { start, end: last } }: LineChange): boolean =>
      (place.end - BESIDE <= last && start < place.end && place.start <= start && last <= end) ||
      (next !== undefined &&
        place.end <= start &&
        last > next.start &&
        last <= next.end &&
        start <= next.start + BESIDE);
    const change = changes.find((one) => isWithin(one) && losesAny(one));
    if (change === undefined) return [];
    const isOne = change.old.end - change.old.start === 1;
    const message = `A marker of the sketch stands for nothing, while ${namedLines(change.old)} of the file ${isOne ? "vanishes" : "vanish"} beside it.`;
    return [{ type: "lost-line", message, original: change.old, rewrite: change.new }];
  });

  function says(number: number): boolean {
    return pieces[number]?.lines.some(({ text }) => hasWordCharacters(text)) === true;
  }

  function losesAny({ old: gone, new: fresh }: LineChange): boolean {
    if ((gone.end - gone.start) * (fresh.end - fresh.start) > MOST_PAIRS) return false;
    const written = lines.slice(fresh.start, fresh.end).map(wordsOf);
    const isMoved = (line: string): boolean => there.has(formOf(line));
    return old
      .slice(gone.start, gone.end)
      .some(
        (line) =>
          hasWordCharacters(line) && !isMoved(line) && !written.some((words) => likeness(wordsOf(line), words) > ALIKE),
      );
  }
}
