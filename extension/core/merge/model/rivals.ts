import type { Step } from "../assemble.ts";
import type { Observation } from "./observation.ts";

/** A run of lines of the file that a piece matched, from the first to the last. */
interface Matched {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Counts the pieces that change something and would fit another place just as well: between the pieces beside them, the lines that they
 * match stand once more, in a row and in a block that the sketch does not tell from this one.
 */
export function countRivals(o: Observation, steps: readonly Step[]): number {
  const lineOf = new Map<number, number>();
  for (const step of steps) if (step.type === "match") lineOf.set(step.item, step.line);
  const pieces = new Map<number, { item: number; start: number; end: number }>();
  for (const [item, line] of lineOf) {
    if (o.texts[item] === "") continue;
    const number = o.piece[item] ?? 0;
    const known = pieces.get(number);
    if (known) known.end = Math.max(known.end, line + 1);
    else pieces.set(number, { item, start: line, end: line + 1 });
  }
  const runs = [...pieces.values()].sort((a, b) => a.start - b.start);
  const writes = new Set(
    steps.flatMap((step) => (step.type === "insert" && o.texts[step.item] !== "" ? [o.piece[step.item]] : [])),
  );
  const cuts = new Set<number>();
  for (const step of steps) if (step.type === "delete") cuts.add(step.line);
  let count = 0;
  runs.forEach((run, index) => {
    const changes =
      writes.has(o.piece[run.item]) ||
      Array.from({ length: run.end - run.start }, (_, offset) => run.start + offset).some((line) => cuts.has(line));
    if (!changes) return;
    const low = runs[index - 1]?.end ?? 0;
    const high = runs[index + 1]?.start ?? o.original.lines.length;
    if (hasRival(o, run, low, high, lineOf)) count++;
  });
  return count;
}

/** Lines that are compared of a run; more tell nothing more. */
const COMPARED = 12;

function hasRival(
  o: Observation,
  { item, start, end }: Matched,
  low: number,
  high: number,
  lineOf: ReadonlyMap<number, number>,
): boolean {
  const { trimmed } = o.original;
  const length = Math.min(COMPARED, end - start);
  const parent = o.itemParent[item] ?? -1;
  const knowsParent = parent >= 0 && lineOf.has(parent);
  for (const other of o.original.byTrimmed.get(trimmed[start] ?? "") ?? []) {
    if (other === start || other < low || other + (end - start) > high) continue;
    if (knowsParent && o.lineParent[other] !== o.lineParent[start]) continue;
    let same = 0;
    while (same < length && trimmed[start + same] === trimmed[other + same]) same++;
    if (same === length) return true;
  }
  return false;
}
