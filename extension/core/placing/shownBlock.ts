import { bareKey, looseKey, profileLine, wordLength, type LineProfile } from "../merge/lineKeys.ts";
import { indentWidth, isBlank, leastWidth } from "../text/indentation.ts";

/** A short block of code of an answer, with all that its lines are compared by. */
export interface ShownBlock {
  /** Its lines, without blank ones at the edges. */
  readonly lines: readonly string[];
  readonly trimmed: readonly string[];
  readonly loose: readonly string[];
  readonly profiles: readonly LineProfile[];
  /** How much each line says, from 0 for a blank one to 15. */
  readonly weights: readonly number[];
  readonly total: number;
  /** Columns of its first line, and of its least indented one. */
  readonly width: number;
  readonly least: number;
}

/** Reads a block without blank edges. */
export function readShownBlock(lines: readonly string[]): ShownBlock {
  const trimmed = lines.map((line) => line.trim());
  const weights = trimmed.map(weightOf);
  return {
    lines,
    trimmed,
    loose: trimmed.map((line) => bareKey(line, looseKey(line))),
    profiles: trimmed.map(profileOf),
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0),
    width: indentWidth(lines[0] ?? ""),
    least: leastWidth(lines),
  };
}

/** How much a line says: letters and digits up to 14 of them, and a little for its signs. */
export const weightOf = (line: string): number => (isBlank(line) ? 0 : Math.min(15, 1 + wordLength(line)));

/** Reads what a line is compared by. An item of a list that changes is another item, and still takes its place. */
export function profileOf(line: string): LineProfile {
  const profile = profileLine(line);
  return profile.identity?.startsWith("item ") === true ? { ...profile, identity: undefined } : profile;
}
