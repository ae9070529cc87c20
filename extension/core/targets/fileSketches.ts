import type { FileSketch } from "../sketch/sketch.ts";
import { tidyPath } from "./sketchPath.ts";

/** The sketches of a reply for one file. */
interface SketchGroup {
  /** As the reply first names it, with `/` and without `./`. */
  readonly path: string;
  /** That path, and those that the reply moves the file to. */
  readonly names: ReadonlySet<string>;
  readonly sketches: readonly FileSketch[];
}

/** The files that a reply names, in order, and its sketches that name none. */
export interface NamedSketches {
  readonly groups: readonly SketchGroup[];
  readonly nameless: readonly FileSketch[];
}

/** Sorts sketches by file. Those that follow a move under the new name are for the moved file. */
export function groupByFile(sketches: readonly FileSketch[]): NamedSketches {
  const groups: { path: string; names: Set<string>; sketches: FileSketch[] }[] = [];
  const byName = new Map<string, (typeof groups)[number]>();
  const nameless: FileSketch[] = [];
  for (const sketch of sketches) {
    if (sketch.path === undefined) {
      nameless.push(sketch);
      continue;
    }
    const path = tidyPath(sketch.path);
    let group = byName.get(path);
    if (!group) {
      group = { path, names: new Set([path]), sketches: [] };
      groups.push(group);
      byName.set(path, group);
    }
    group.sketches.push(sketch);
    if (sketch.moveTo !== undefined) {
      const moved = tidyPath(sketch.moveTo);
      group.names.add(moved);
      if (!byName.has(moved)) byName.set(moved, group);
    }
  }
  return { groups, nameless };
}

/** The sketches of a reply that are meant for a file, and the others. */
export interface Selection {
  readonly taken: readonly FileSketch[];
  readonly left: readonly FileSketch[];
}

/**
 * Selects the sketches for the file that the user points at. A reply about one file is for that file, whatever it calls it. From a reply
 * about several files, it takes the part whose path fits `file` best, or nothing if none fits or two fit alike. `file` is a path with `/`;
 * `undefined` if unknown.
 */
export function selectForFile(sketches: readonly FileSketch[], file: string | undefined): Selection {
  const { groups } = groupByFile(sketches);
  if (groups.length <= 1) return { taken: sketches, left: [] };
  const fits = groups.map(({ names }) => greatest(Array.from(names, (name) => pathFit(name, file))));
  const best = greatest(fits);
  const fitting = groups.filter((_, index) => best > 0 && fits[index] === best);
  // Two that fit alike: nothing tells which one is meant.
  const taken = fitting.length === 1 ? (fitting[0]?.sketches ?? []) : [];
  const isTaken = new Set(taken);
  return { taken, left: sketches.filter((sketch) => !isTaken.has(sketch)) };
}

/** No spread, since a call takes some 100,000 arguments at most. */
const greatest = (numbers: readonly number[]): number => numbers.reduce((most, each) => Math.max(most, each), 0);

/** Counts the segments of the shorter path if the longer one ends with it; else 0. */
function pathFit(name: string, file: string | undefined): number {
  if (file === undefined) return 0;
  const [a, b] = [name, tidyPath(file)].map((path) =>
    path
      .split("/")
      .filter((segment) => segment !== "")
      .reverse(),
  );
  const shorter = Math.min(a?.length ?? 0, b?.length ?? 0);
  for (let index = 0; index < shorter; index++) if (a?.[index] !== b?.[index]) return 0;
  return shorter;
}

/**
 * Checks by the first of the sketches whether they create their file. Code does so only under a name that it gives itself, edits only if
 * they search for nothing.
 */
export function createsFile([first]: readonly FileSketch[], isNamedBySketch: boolean): boolean {
  switch (first?.sketch.type) {
    case "add":
      return true;
    case "code":
      return isNamedBySketch;
    case "edits":
      return (
        first.sketch.edits.length > 0 &&
        first.sketch.edits.every(({ search }) => search.every((line) => line.trim() === ""))
      );
    case "delete":
    case undefined:
      return false;
  }
}
