import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import { dominantEol, joinLines, splitLines, type Line } from "../text/lines.ts";
import { declaredIdentity } from "./candidates.ts";
import { lineSimilarity, lineWeight, profileLine, wordLength } from "./lineKeys.ts";
import type { Original } from "./original.ts";

/**
 * Whether code without markers is the whole new file: it begins as the file begins and ends as it ends, by what is
 * declared there, and holds most of what the file holds. A part of the file that forgot its markers fails on one end.
 */
export function isWholeFile(sketchLines: readonly string[], original: Original): boolean {
  const lines = sketchLines.map((line) => line.trim());
  const code = lines.filter((line) => wordLength(line) > 0);
  const originalCode = original.trimmed.filter((line) => wordLength(line) > 0);
  if (code.length === 0 || originalCode.length === 0) return originalCode.length === 0 && code.length > 0;
  const declared = baseIdentities(sketchLines);
  const originalDeclared = baseIdentities(original.lines);
  const begins = alike(code[0], originalCode[0]) || (declared[0] !== undefined && declared[0] === originalDeclared[0]);
  const ends = alike(code.at(-1), originalCode.at(-1)) || (declared.length > 0 && declared.at(-1) === originalDeclared.at(-1));
  if (!begins && !ends) return false;
  const coverage = coveredShare(lines, original);
  const missing = originalDeclared.filter((identity) => !declared.includes(identity)).length;
  if (begins && ends) {
    if (originalDeclared.length > 0 && missing === 0) return coverage >= 0.15;
    // Where the last line is one of many like it, what is declared last must be the same.
    const endsSurely = originalDeclared.length === 0 || declared.at(-1) === originalDeclared.at(-1) || isUnique(originalCode.at(-1), original);
    return coverage >= 0.4 && endsSurely && missing <= Math.max(1, originalDeclared.length / 3);
  }
  return coverage >= 0.8 && code.length >= 0.9 * originalCode.length && missing === 0;
}

/** What the least indented lines declare, in order. */
function baseIdentities(lines: readonly string[]): string[] {
  return lines.flatMap((line) => (/^\S/.test(line) ? [declaredIdentity(line) ?? []].flat() : []));
}

const isUnique = (line: string | undefined, original: Original): boolean => original.byTrimmed.get(line ?? "")?.length === 1;

/** How much of the original, by weight, is in the sketch, in order. */
function coveredShare(lines: readonly string[], original: Original): number {
  let found = 0;
  for (const line of mapNewToOld(lineDiff(original.trimmed, lines), lines.length)) if (line >= 0) found += weightOf(original, line);
  let total = 0;
  original.trimmed.forEach((_, line) => (total += weightOf(original, line)));
  return total === 0 ? 1 : found / total;
}

const weightOf = (original: Original, line: number): number =>
  lineWeight(original.words[line] ?? 0, original.byTrimmed.get(original.trimmed[line] ?? "")?.length ?? 1);

function alike(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a === b || (wordLength(a) > 0 && lineSimilarity(profileLine(a), profileLine(b)) >= 0.6);
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
