import { lineDiff } from "../../diff/lineDiff.ts";
import type { Step } from "../assemble.ts";
import type { Observation } from "./observation.ts";

/** Fewer letters stand in many lines, so that they tell of no place. */
const FEWEST_LETTERS = 4;

/**
 * Lets a line that is cut and written anew at the same place be the line of the file, which both are: the text is the same, but for the
 * indentation, which the file's line tells.
 */
export function keepSameLines(o: Observation, steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (let at = 0; at < steps.length;) {
    let end = at;
    const cut: (Step & { type: "delete" })[] = [];
    const written: (Step & { type: "insert" })[] = [];
    for (let step = steps[end]; step?.type === "delete" || step?.type === "insert"; step = steps[++end]) {
      if (step.type === "delete") cut.push(step);
      else written.push(step);
    }
    if (cut.length > 0 && written.length > 0) result.push(...join(o, cut, written));
    else result.push(...steps.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return result;
}

function join(
  o: Observation,
  cut: readonly (Step & { type: "delete" })[],
  written: readonly (Step & { type: "insert" })[],
): Step[] {
  const steps: Step[] = [];
  let [old, fresh] = [0, 0];
  const goOn = (toOld: number, toFresh: number): void => {
    steps.push(...cut.slice(old, toOld), ...written.slice(fresh, toFresh));
    [old, fresh] = [toOld, toFresh];
  };
  const changes = lineDiff(
    cut.map(({ line }) => o.original.trimmed[line] ?? ""),
    written.map(({ item }) => o.texts[item] ?? ""),
  );
  for (const change of [
    ...changes,
    { old: { start: cut.length, end: cut.length }, new: { start: written.length, end: written.length } },
  ]) {
    while (old < change.old.start) {
      const [line, item] = [cut[old]?.line ?? -1, written[fresh]?.item ?? -1];
      if ((o.words[item] ?? 0) < FEWEST_LETTERS) goOn(old + 1, fresh + 1);
      else {
        steps.push({ type: "match", item, line, adopt: false });
        [old, fresh] = [old + 1, fresh + 1];
      }
    }
    goOn(change.old.end, change.new.end);
  }
  return steps;
}
