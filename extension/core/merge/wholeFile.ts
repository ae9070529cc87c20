import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import { dominantEol, joinLines, splitLines, type Line } from "../text/lines.ts";
import { declaredIdentity } from "./candidates.ts";
import { lineSimilarity, lineWeight, profileLine, wordLength } from "./lineKeys.ts";
import type { Original } from "./original.ts";

/**
 * Whether code without markers is the whole new file or a part of it. The whole begins as the file begins and ends as it ends, it declares
 * what the file declares, and holds enough of what the file holds. A part of a file that forgot its markers fails on
 * one end. What stands at column 0 counts, since a line inside a block is one of many like it.
 */
export function readExtent(sketchLines: readonly string[], original: Original): "whole" | "part" | "unsure" {
  const base = baseLines(sketchLines);
  const originalBase = baseLines(original.lines);
  if (base.length === 0 || originalBase.length === 0)
    return originalBase.length === 0 && base.length > 0 ? "whole" : "part";
  const known = new Set(sketchLines.map((line) => line.trim()));
  const begins = isAlike(base[0], originalBase[0]) || known.has(originalBase[0] ?? "");
  const ends =
    isAlike(base.at(-1), originalBase.at(-1)) ||
    (known.has(originalBase.at(-1) ?? "") && isUnique(originalBase.at(-1), original));
  const coverage = coveredShare(sketchLines, original);
  // Most of the file, but for one end of it: that end may be gone, or just not shown.
  if (begins !== ends) return coverage >= 0.6 && base.length >= MANY && originalBase.length >= MANY ? "unsure" : "part";
  if (!begins) return "part";
  const declared = new Set(base.flatMap((line) => nameOf(line, original.language)));
  const originalDeclared = originalBase.flatMap((line) => nameOf(line, original.language));
  const missing = originalDeclared.filter((identity) => !declared.has(identity)).length;
  if (originalDeclared.length > 0 && missing === 0) return coverage >= 0.15 ? "whole" : "part";
  return coverage >= 0.4 && missing <= Math.max(1, originalDeclared.length / 3) ? "whole" : "part";
}

/** So many lines at column 0 are more than a declaration or two. */
const MANY = 4;

/** The lines at column 0 that say something. */
function baseLines(lines: readonly string[]): string[] {
  return lines.filter((line) => /^\S/.test(line) && wordLength(line) > 0).map((line) => line.trim());
}

/** What a line declares, or the heading that it is. */
function nameOf(line: string, language: string | undefined): string[] {
  if (language === "markdown" && /^#{1,6}\s/.test(line)) return [line];
  return [declaredIdentity(line) ?? []].flat();
}

const isUnique = (line: string | undefined, original: Original): boolean =>
  original.byTrimmed.get(line ?? "")?.length === 1;

/** How much of the original, by weight, is in the sketch, in order. */
function coveredShare(sketchLines: readonly string[], original: Original): number {
  const lines = sketchLines.map((line) => line.trim());
  let found = 0;
  for (const line of mapNewToOld(lineDiff(original.trimmed, lines), lines.length))
    if (line >= 0) found += weightOf(original, line);
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

/** The sketch as the new file, with the original's BOM, line ends and final newline. */
export function takeWholeFile(sketch: string, original: Original): string {
  const { lines } = splitLines(sketch);
  const texts = lines.map((line) => line.text);
  const old = mapNewToOld(lineDiff(original.lines, texts), texts.length);
  const common = dominantEol(original.source.length > 0 ? original.source : lines);
  const written: Line[] = texts.map((text, index) => {
    const source = original.source[old[index] ?? -1];
    return { text, eol: source && source.eol !== "" ? source.eol : common };
  });
  const last = written.at(-1);
  const endsOpen = original.source.length > 0 ? original.source.at(-1)?.eol === "" : lines.at(-1)?.eol === "";
  if (last && endsOpen) written[written.length - 1] = { ...last, eol: "" };
  return joinLines({ bom: original.bom, lines: written });
}
