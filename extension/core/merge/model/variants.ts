import { SAID } from "../../sketch/lineEvidence.ts";
import type { Step } from "../assemble.ts";
import { isLooselySame } from "../original.ts";
import type { Observation } from "./observation.ts";

/** Why a reading is not one of the lattice's own. */
export type VariantKind = "said" | "moved";

export interface Variant {
  readonly kind: VariantKind;
  readonly steps: readonly Step[];
}

/** The fewest lines that a moved run has; fewer are alike by chance. */
const MOVED_LINES = 3;

/**
 * Makes the readings that no path of the lattice is, since a path goes through file and sketch in one order: in one, kept lines that the
 * words of the answer say are deleted are cut; in the other, those that are written anew elsewhere, so that they have moved.
 */
export function variantsOf(o: Observation, steps: readonly Step[]): Variant[] {
  const variants: Variant[] = [];
  const said = cutKept(steps, (line) => o.said.codes[line] === SAID.deleted);
  if (said) variants.push({ kind: "said", steps: said });
  const moved = movedLines(o, steps);
  const cut = cutKept(steps, (line) => moved.has(line));
  if (cut) variants.push({ kind: "moved", steps: cut });
  return variants;
}

/** The steps with kept lines deleted; `undefined` if that changes nothing. */
function cutKept(steps: readonly Step[], isCut: (line: number) => boolean): Step[] | undefined {
  if (!steps.some((step) => step.type === "keep" && isCut(step.line))) return undefined;
  return steps.map((step) =>
    step.type === "keep" && isCut(step.line) ? { type: "remove", line: step.line, item: step.item } : step,
  );
}

/** The kept lines that stand in the same order in a run of new lines, with the blank lines inside and one after. */
function movedLines(o: Observation, steps: readonly Step[]): Set<number> {
  const moved = new Set<number>();
  const kept = new Set(steps.flatMap((step) => (step.type === "keep" ? [step.line] : [])));
  for (const run of newRuns(o, steps)) {
    for (let at = 0; at < run.length;) {
      const best = longestCopy(o, run, at, kept);
      const says = best.lines.filter((line) => (o.original.words[line] ?? 0) > 0).length;
      if (says < MOVED_LINES) {
        at++;
        continue;
      }
      at += best.items;
      const [first = 0] = best.lines;
      const last = best.lines.at(-1) ?? first;
      for (let line = first; line <= last; line++) moved.add(line);
      if (o.original.trimmed[last + 1] === "" && kept.has(last + 1)) moved.add(last + 1);
    }
  }
  return moved;
}

/** The items with text of each run of new lines. */
function newRuns(o: Observation, steps: readonly Step[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const step of steps) {
    if (step.type === "insert") {
      if (o.texts[step.item] !== "") run.push(step.item);
    } else if (step.type !== "match" || o.texts[step.item] !== "") {
      if (run.length > 0) runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** The longest run of kept lines that `run` repeats from `at`, and how many of its items that takes. */
function longestCopy(
  o: Observation,
  run: readonly number[],
  at: number,
  kept: ReadonlySet<number>,
): { readonly lines: number[]; readonly items: number } {
  let best: { lines: number[]; items: number } = { lines: [], items: 0 };
  for (const { line: start } of o.candidates[run[at] ?? 0] ?? []) {
    const lines: number[] = [];
    let line = start;
    let items = 0;
    while (at + items < run.length && kept.has(line)) {
      if (o.original.trimmed[line] === "") {
        line++;
        continue;
      }
      if (!isLooselySame(o.texts[run[at + items] ?? 0] ?? "", o.original, line)) break;
      lines.push(line++);
      items++;
    }
    if (items > best.items) best = { lines, items };
  }
  return best;
}
