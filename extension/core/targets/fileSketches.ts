import type { FileSketch } from "../sketch/sketch.ts";
import { tidyPath } from "./sketchPath.ts";

/** The sketches of a reply for one file. */
interface SketchGroup {
  /** As the reply first names it, with `/` and without `../apply/`. */
  readonly path: string;
  /** That path, and those that the reply moves the file to. */
  readonly names: ReadonlySet<string>;
  readonly sketches: readonly FileSketch[];
}

/** The files that a reply names, in order, and what it gives without a name. */
export interface NamedSketches {
  readonly groups: readonly SketchGroup[];
  readonly nameless: readonly FileSketch[];
}

/** Sorts sketches by file. What follows a move under the new name is for the moved file. */
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

/** What of a reply is meant for a file, and what is not. */
export interface Selection {
  readonly taken: readonly FileSketch[];
  readonly left: readonly FileSketch[];
}

/**
 * The sketches for the file that the user points at. A reply about one file is for that file, whatever it calls it. Of
 * a reply about several the part counts whose path fits `file` best. `file` is a path with `/`; `undefined` if unknown.
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

/** How many names at the end two paths share, if the shorter one is all of the longer one's end; else 0. */
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

/** Whether sketches make a file that is not there. Code does so only under a name that it gives itself. */
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
