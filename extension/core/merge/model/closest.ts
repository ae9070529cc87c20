import type { CandidateMatch } from "../candidates.ts";
import { commonShare } from "../lineKeys.ts";
import type { Observation } from "./observation.ts";

/** The most that each item has in common with a line that it may stand for, and each line with an item; more than 1 for the same line. */
export interface Closest {
  readonly ofItem: readonly number[];
  readonly ofLine: ReadonlyMap<number, number>;
}

/** The same line is closer than any other, and the same but for its form closer than any that differs in words. */
const EXACT = 1.1;
const LOOSE = 1.05;

/** Finds what is closest to each item and to each line, which a line that two claim can belong to one of. */
export function readClosest(o: Observation): Closest {
  const ofLine = new Map<number, number>();
  const closenessOf = (item: number, { line, kind }: CandidateMatch): number =>
    kind === "exact" ? EXACT : kind === "loose" ? LOOSE : commonShare(o.itemProfile(item), o.lineProfile(line));
  const ofItem = o.candidates.map((found, item) => {
    let most = 0;
    if (o.texts[item] === "") return most;
    for (const candidate of found) {
      const closeness = closenessOf(item, candidate);
      most = Math.max(most, closeness);
      ofLine.set(candidate.line, Math.max(closeness, ofLine.get(candidate.line) ?? 0));
    }
    return most;
  });
  return { ofItem, ofLine };
}
