import type { LineRange } from "../text/lines.ts";
import { knownDiff, learnDiff } from "./knownDiff.ts";
import { applyLineEdits, editsOf } from "./lineEdits.ts";
import type { LineChange } from "./lineChange.ts";

/** A text that came from a base text by changes, which ascend. */
export interface Version {
  readonly lines: readonly string[];
  readonly changes: readonly LineChange[];
}

/** A run of base lines that one version changed, or several in one place, and what it is in each version. */
export interface Cluster {
  readonly old: LineRange;
  /** The same place in each version; in one that did not change it the lines are those of the base. */
  readonly images: readonly LineRange[];
  /** What each version changed there. */
  readonly changes: readonly (readonly LineChange[])[];
}

/** Makes a version of `base` from its lines, with their diff. */
export function versionOf(base: readonly string[], lines: readonly string[]): Version {
  return { lines, changes: knownDiff(base, lines) };
}

/** Makes the version of `base` that has only the `kept` changes of `version`, which ascend. */
export function keepChanges(base: readonly string[], version: Version, kept: readonly LineChange[]): Version {
  if (kept.length === version.changes.length) return version;
  let grown = 0;
  const changes = kept.map(({ old, new: now }): LineChange => {
    const start = old.start + grown;
    const end = start + now.end - now.start;
    grown = end - old.end;
    return { old, new: { start, end } };
  });
  const lines = applyLineEdits(base, editsOf(kept, version.lines));
  learnDiff(base, lines, changes);
  return { lines, changes };
}

/**
 * Remembers the diff of two versions that follows from how each differs from their common base. A diff of their lines alone could choose
 * differently among equal lines, and then show a reader the same change in two places.
 */
export function learnChanges(from: Version, to: Version): void {
  const changes = clusterChanges([from, to]).flatMap(({ old, images: [inFrom = old, inTo = old] }) =>
    sameLines(from.lines, inFrom, to.lines, inTo) ? [] : { old: inFrom, new: inTo },
  );
  learnDiff(from.lines, to.lines, changes);
}

/**
 * Checks whether two ranges of one text share a line, or one is empty and lies strictly inside the other. Neighbours do not meet, nor do
 * two empty ranges in one place.
 */
export function meet(a: LineRange, b: LineRange): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end) || isInside(a, b) || isInside(b, a);
}

function isInside(a: LineRange, b: LineRange): boolean {
  return a.start === a.end && b.start < a.start && a.start < b.end;
}

/**
 * Joins the changes of several versions of one base where they meet, ascending. Different insertions in one place stay apart, in the order
 * of the versions and before changes of the lines that follow; equal ones become one cluster.
 */
export function clusterChanges(versions: readonly Version[]): Cluster[] {
  const sorted = versions
    .flatMap(({ changes }, version) => changes.map((change) => ({ version, change })))
    .sort((a, b) => a.change.old.start - b.change.old.start || a.change.old.end - b.change.old.end);
  const groups: Group[] = [];
  let open: Group[] = [];
  for (const { version, change } of sorted) {
    const home = open.find((group) => meet(group.old, change.old) || isSameInsertion(versions, group, version, change));
    if (home) {
      home.old.end = Math.max(home.old.end, change.old.end);
      home.members.push({ version, change });
      continue;
    }
    const group = { old: { ...change.old }, members: [{ version, change }] };
    // Only insertions in one place can be open side by side.
    open = open[0]?.old.start === change.old.end ? [...open, group] : [group];
    groups.push(group);
  }
  const shifts = versions.map(() => 0);
  return groups.map(({ old, members }) => {
    const before = [...shifts];
    for (const { version, change } of members) {
      const grown = change.new.end - change.new.start - (change.old.end - change.old.start);
      shifts[version] = (shifts[version] ?? 0) + grown;
    }
    return {
      old,
      images: versions.map((_, i) => ({ start: old.start + (before[i] ?? 0), end: old.end + (shifts[i] ?? 0) })),
      changes: versions.map((_, i) => members.flatMap(({ version, change }) => (version === i ? [change] : []))),
    };
  });
}

interface Group {
  readonly old: { start: number; end: number };
  readonly members: { readonly version: number; readonly change: LineChange }[];
}

function isSameInsertion(versions: readonly Version[], group: Group, version: number, change: LineChange): boolean {
  const first = group.members[0];
  if (!first || group.old.end !== change.old.start || change.old.start !== change.old.end) return false;
  if (group.old.start !== group.old.end) return false;
  return sameLines(versions[first.version]?.lines ?? [], first.change.new, versions[version]?.lines ?? [], change.new);
}

/** Tells whether two ranges hold the same lines. */
export function sameLines(a: readonly string[], inA: LineRange, b: readonly string[], inB: LineRange): boolean {
  if (inA.end - inA.start !== inB.end - inB.start) return false;
  for (let i = inA.start, j = inB.start; i < inA.end; i++, j++) if (a[i] !== b[j]) return false;
  return true;
}

/**
 * Maps a range of a text to the text after changes. A change that meets the range, or that `concerns` selects, belongs to the mapped range
 * as a whole.
 */
export function imageOf(
  range: LineRange,
  changes: readonly LineChange[],
  concerns: (range: LineRange, changed: LineRange) => boolean = meet,
): LineRange {
  let { start, end } = range;
  for (const { old, new: now } of changes) {
    if (old.start > range.end) break;
    const isConcerned = concerns(range, old);
    if (!isConcerned && old.end > range.start) continue;
    const shift = now.end - old.end;
    if (!isConcerned) start = range.start + shift;
    else if (old.start <= range.start) start = now.start;
    end = isConcerned && old.end >= range.end ? now.end : range.end + shift;
  }
  return { start, end };
}
