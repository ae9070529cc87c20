import { lineDiff } from "../../diff/lineDiff.ts";
import type { Step } from "../assemble.ts";
import type { Observation } from "./observation.ts";

type Cut = Step & { readonly type: "delete" };
type Written = Step & { readonly type: "insert" };

/** Fewer letters stand in many lines, so that they tell of no place. */
const FEWEST_LETTERS = 4;

/**
 * Lets a line that is cut and written anew at the same place be the line of the file, which both are: the text is the same, but for the
 * indentation, which the file's line tells. A line that stands less deep in the sketch is another one, of a new block.
 */
export function keepSameLines(o: Observation, steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  let cut: Cut[] = [];
  let written: Written[] = [];
  const endRun = (): void => {
    for (const step of joinRun(o, cut, written)) result.push(step);
    [cut, written] = [[], []];
  };
  for (const step of steps) {
    if (step.type === "delete") {
      // A run is first cut and then written.
      if (written.length > 0) endRun();
      cut.push(step);
    } else if (step.type === "insert") written.push(step);
    else {
      endRun();
      result.push(step);
    }
  }
  endRun();
  return result;
}

const isSame = (o: Observation, item: number, line: number): boolean =>
  (o.words[item] ?? 0) >= FEWEST_LETTERS && (o.sketchBlocks.width[item] ?? 0) >= (o.original.blocks.width[line] ?? 0);

function joinRun(o: Observation, cut: readonly Cut[], written: readonly Written[]): readonly Step[] {
  if (cut.length === 0 || written.length === 0) return [...cut, ...written];
  const steps: Step[] = [];
  let [old, fresh] = [0, 0];
  const goOn = (toOld: number, toFresh: number): void => {
    for (const step of cut.slice(old, toOld)) steps.push(step);
    for (const step of written.slice(fresh, toFresh)) steps.push(step);
    [old, fresh] = [toOld, toFresh];
  };
  const changes = lineDiff(
    cut.map(({ line }) => o.original.trimmed[line] ?? ""),
    written.map(({ item }) => o.texts[item] ?? ""),
  );
  const end = { old: { start: cut.length, end: cut.length }, new: { start: written.length, end: written.length } };
  for (const change of [...changes, end]) {
    while (old < change.old.start) {
      const [line = -1, item = -1] = [cut[old]?.line, written[fresh]?.item];
      if (!isSame(o, item, line)) goOn(old + 1, fresh + 1);
      else {
        steps.push({ type: "match", item, line, adopt: false });
        [old, fresh] = [old + 1, fresh + 1];
      }
    }
    goOn(change.old.end, change.new.end);
  }
  return steps.some(({ type }) => type === "match") ? steps : [...cut, ...written];
}
