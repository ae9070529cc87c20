import type { Observation } from "./observation.ts";

/** How much of a line of the file the new lines in front of and behind an item hold: `0` to `3`, `none` if there are none, or `undefined`. */
export type Absorbed = (item: number, line: number) => string | undefined;

/** New lines on each side that are looked at. */
const REACH = 25;
/** A shorter line says too little to be recognised in others. */
const FEWEST_LETTERS = 4;

/**
 * Returns a function that tells how much of a line of the file stands in the new lines of the sketch beside a place, which is in front of an
 * item: what was written anew looks like what it replaces. `0` to `3`, `none` where no new line stands beside the place, `undefined` for
 * short lines.
 */
export function readAbsorbed(o: Observation): Absorbed {
  const isNew = (item: number): boolean =>
    o.isCode[item] === true && (o.isInFile[item] !== true || o.texts[item] === "");
  const words: (ReadonlySet<string> | undefined)[] = [];
  const wordsBeside = (item: number): ReadonlySet<string> => {
    const found = new Set<string>();
    const read = (from: number, step: 1 | -1): void => {
      for (let at = from, left = REACH; left > 0 && at >= 0 && isNew(at); at += step, left--)
        for (const token of o.itemProfile(at).tokens) if (token.length > 1) found.add(token);
    };
    read(item, 1);
    read(item - 1, -1);
    return found;
  };
  return (item, line) => {
    if ((o.original.words[line] ?? 0) < FEWEST_LETTERS) return undefined;
    const beside = (words[item] ??= wordsBeside(item));
    if (beside.size === 0) return "none";
    let all = 0;
    let held = 0;
    for (const token of o.lineProfile(line).tokens) {
      if (token.length < 2) continue;
      all += token.length;
      if (beside.has(token)) held += token.length;
    }
    return all === 0 ? undefined : shareClass(held / all);
  };
}

const shareClass = (share: number): string => (share < 0.2 ? "0" : share < 0.5 ? "1" : share < 0.8 ? "2" : "3");
