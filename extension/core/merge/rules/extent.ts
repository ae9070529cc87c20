import { lineDiff, mapNewToOld } from "../../diff/lineDiff.ts";
import type { LineChange } from "../../diff/lineChange.ts";
import { declaredIdentity } from "../candidates.ts";
import { lineSimilarity, lineWeight, profileLine, wordLength } from "../lineKeys.ts";
import type { Candidate } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import { hasTrait } from "../../sketch/languages.ts";

/** Whether code without markers is the whole new file or a part of it. */
export type Extent =
  | { readonly type: "whole" | "part" }
  /** It may be either: the reason, and the lines that would vanish. */
  | { readonly type: "unsure"; readonly reason: string; readonly candidates: readonly Candidate[] };

/**
 * Decides whether code without markers is the whole new file or a part of it. The whole begins as the file begins and ends as it ends, it
 * declares what the file declares, and holds enough of what the file holds. A part of a file that forgot its markers fails on one end. What
 * stands at column 0 counts, since a line inside a block is one of many like it. What looks like the whole but lacks a declaration may be
 * either, unless the answer says that it is the whole.
 */
export function readExtent(sketchLines: readonly string[], isSaidWhole: boolean, original: Original): Extent {
  const base = baseLines(sketchLines);
  const originalBase = baseLines(original.lines);
  if (base.length === 0 || originalBase.length === 0)
    return { type: originalBase.length === 0 && base.length > 0 ? "whole" : "part" };
  const known = new Set(sketchLines.map((line) => line.trim()));
  const begins = isAlike(base[0], originalBase[0]) || known.has(originalBase[0] ?? "");
  const ends =
    isAlike(base.at(-1), originalBase.at(-1)) ||
    (known.has(originalBase.at(-1) ?? "") && isUnique(originalBase.at(-1), original));
  const changes = lineDiff(
    original.trimmed,
    sketchLines.map((line) => line.trim()),
  );
  const coverage = coveredShare(changes, sketchLines.length, original);
  // What one sentence says is not enough where the code is nothing like the file.
  if (isSaidWhole) return (begins && ends) || coverage >= 0.4 ? { type: "whole" } : MAY_BE_EITHER;
  // Most of the file, but for one end of it: that end may be gone, or just not shown.
  if (begins !== ends)
    return coverage >= 0.6 && base.length >= MANY && originalBase.length >= MANY ? MAY_BE_EITHER : { type: "part" };
  if (!begins) return { type: "part" };
  const names = original.lines.map((line) => (/^\S/.test(line) ? nameOf(line.trim(), original.language) : undefined));
  const declared = names.filter((name) => name !== undefined).length;
  const missing = findMissing(changes, names, sketchLines, original);
  const first = missing[0];
  if (first === undefined) {
    const isEnough = coverage >= (declared > 0 ? 0.15 : 0.4);
    return { type: isEnough ? "whole" : "part" };
  }
  if (coverage < 0.4 || missing.length > Math.max(1, declared / 3)) return { type: "part" };
  return {
    type: "unsure",
    reason: `The sketch does not show "${original.trimmed[first] ?? ""}", and it is not sure whether it should vanish.`,
    candidates: missing.map((line) => ({
      original: { start: line, end: original.blocks.end[line] ?? line + 1 },
      label: original.trimmed[line] ?? "",
    })),
  };
}

const MAY_BE_EITHER: Extent = {
  type: "unsure",
  reason: "The sketch may be the whole new file, or a large part of it.",
  candidates: [],
};

/** Lines that declare what the sketch does not; a name that a new one takes the place of has only been changed. */
function findMissing(
  changes: readonly LineChange[],
  names: readonly (string | undefined)[],
  sketchLines: readonly string[],
  { language }: Original,
): number[] {
  const known = new Set(names);
  const namesAt = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => (/^\S/.test(line) ? (nameOf(line.trim(), language) ?? []) : []));
  const shown = new Set(namesAt(sketchLines));
  return changes.flatMap(({ old, new: fresh }) => {
    const missing: number[] = [];
    for (let line = old.start; line < old.end; line++) {
      const name = names[line];
      if (name !== undefined && !shown.has(name)) missing.push(line);
    }
    const added = namesAt(sketchLines.slice(fresh.start, fresh.end)).filter((name) => !known.has(name));
    return missing.length <= added.length ? [] : missing;
  });
}

/** This many lines at column 0 are more than a declaration or two. */
const MANY = 4;

/** The lines at column 0 that say something. */
function baseLines(lines: readonly string[]): string[] {
  return lines.filter((line) => /^\S/.test(line) && wordLength(line) > 0).map((line) => line.trim());
}

/** What a line declares, or the heading that it is. */
function nameOf(line: string, language: string | undefined): string | undefined {
  return hasTrait(language, "headings") && /^#{1,6}\s/.test(line)
    ? line
    : declaredIdentity(line)?.replace(/^(?:declare|title) /, "");
}

const isUnique = (line: string | undefined, original: Original): boolean =>
  original.byTrimmed.get(line ?? "")?.length === 1;

/** The share of the original, by weight, that is in the sketch, in order. */
function coveredShare(changes: readonly LineChange[], count: number, original: Original): number {
  let found = 0;
  for (const line of mapNewToOld(changes, count)) if (line >= 0) found += weightOf(original, line);
  let total = 0;
  original.trimmed.forEach((_, line) => (total += weightOf(original, line)));
  return total === 0 ? 1 : found / total;
}

const weightOf = (original: Original, line: number): number =>
  lineWeight(original.words[line] ?? 0, original.byTrimmed.get(original.trimmed[line] ?? "")?.length ?? 1);

function isAlike(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [first, second] = [profileLine(a), profileLine(b)];
  if (first.identity !== undefined && first.identity === second.identity) return true;
  return a === b || (wordLength(a) > 0 && lineSimilarity(first, second) >= 0.6);
}
