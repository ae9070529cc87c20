import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import { dominantEol, joinLines, splitLines, type Line } from "../text/lines.ts";
import { lineSimilarity, lineWeight, profileLine, wordLength } from "./lineKeys.ts";
import type { Original } from "./original.ts";

/**
 * Whether code without markers is the whole new file: it begins as the file begins, ends as it ends, and holds most
 * of what the file holds. A part of the file that forgot its markers fails on one end.
 */
export function isWholeFile(sketchLines: readonly string[], original: Original): boolean {
  const lines = sketchLines.map((line) => line.trim());
  const code = lines.filter((line) => line !== "");
  const originalCode = original.trimmed.filter((line) => line !== "");
  if (code.length === 0 || originalCode.length === 0) return originalCode.length === 0 && code.length > 0;
  const old = mapNewToOld(lineDiff(original.trimmed, lines), lines.length);
  let found = 0;
  for (const line of old) if (line >= 0) found += weightOf(original, line);
  let total = 0;
  original.trimmed.forEach((_, line) => (total += weightOf(original, line)));
  const coverage = total === 0 ? 1 : found / total;
  const first = [...old].find((line, index) => line >= 0 && lines[index] !== "");
  const last = [...old].findLast((line, index) => line >= 0 && lines[index] !== "");
  if (first === undefined || last === undefined) return false;
  const codeBefore = original.trimmed.slice(0, first).filter((line) => line !== "").length;
  const codeBehind = original.trimmed.slice(last + 1).filter((line) => line !== "").length;
  const beginsAlike = codeBefore === 0 || alike(code[0], originalCode[0]) || (codeBefore <= 2 && old.findIndex((line) => line >= 0) <= 4);
  const endsAlike = codeBehind === 0 || alike(code.at(-1), originalCode.at(-1));
  if (beginsAlike && endsAlike) return coverage >= 0.4;
  return coverage >= 0.8 && code.length >= 0.9 * originalCode.length && (beginsAlike || endsAlike);
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
