import { lineDiff, mapNewToOld } from "../../diff/lineDiff.ts";
import { isDeclared, lineSimilarity, profileLine, wordLength } from "../lineKeys.ts";
import type { Original } from "../original.ts";

/**
 * What speaks for code without markers being the whole new file, in buckets that name features: `edges` how many of the file's ends it
 * shows, `share` of the file's text in it, `missing` declarations, `said` if the words around it say that it is the whole file.
 */
export interface ObservedExtent {
  /** Nothing in the code says that anything is left out or removed. */
  readonly isBare: boolean;
  readonly features: readonly string[];
}

/** What is known of code before it is compared with the file. */
export interface ShownForm {
  readonly isBare: boolean;
  readonly isSaidWhole: boolean;
  readonly isOneOfSeveral: boolean;
}

/** Reads the extent of code; with markers, or as one of several blocks, it is a part whatever else holds. */
export function observeExtent(
  sketchLines: readonly string[],
  { isBare, isSaidWhole, isOneOfSeveral }: ShownForm,
  original: Original,
): ObservedExtent {
  // One of several blocks is a part as code with markers is.
  if (!isBare || isOneOfSeveral) return { isBare: false, features: ["marked"] };
  const texts = sketchLines.map((line) => line.trim());
  const base = baseLines(sketchLines);
  const fileBase = baseLines(original.lines);
  const shown = new Set(texts);
  const begins = isAlike(base[0], fileBase[0]) || shown.has(fileBase[0] ?? "");
  const ends = isAlike(base.at(-1), fileBase.at(-1)) || shown.has(fileBase.at(-1) ?? "");
  const changes = lineDiff(original.trimmed, texts);
  let found = 0;
  for (const line of mapNewToOld(changes, texts.length)) if (line >= 0) found += original.words[line] ?? 0;
  const total = original.words.reduce((sum, words) => sum + words, 0);
  const share = total === 0 ? 1 : found / total;
  const declared = declaredNames(original.lines);
  const here = new Set(declaredNames(sketchLines));
  const missing = declared.filter((name) => !here.has(name)).length;
  const edges = `${begins ? "b" : ""}${ends ? "e" : ""}`;
  const level = share < 0.1 ? 0 : share < 0.25 ? 1 : share < 0.4 ? 2 : share < 0.6 ? 3 : share < 0.8 ? 4 : 5;
  const lost =
    missing === 0
      ? declared.length === 0
        ? "u"
        : "0"
      : missing === 1
        ? "1"
        : missing <= declared.length / 3
          ? "2"
          : "3";
  return {
    isBare,
    features: [
      `edges${edges}`,
      `share${String(level)}`,
      `missing${lost}`,
      `edges${edges}missing${lost}`,
      `edges${edges}share${String(level)}`,
      ...(isSaidWhole ? ["said"] : []),
    ],
  };
}

/** The lines at column 0 that say something. */
function baseLines(lines: readonly string[]): string[] {
  return lines.filter((line) => /^\S/.test(line) && wordLength(line) > 0).map((line) => line.trim());
}

function declaredNames(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    if (!/^\S/.test(line)) return [];
    if (/^#{1,6}\s/.test(line)) return [line.trim()];
    const { identity } = profileLine(line);
    return identity !== undefined && isDeclared(identity) ? [identity] : [];
  });
}

function isAlike(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [first, second] = [profileLine(a), profileLine(b)];
  if (first.identity !== undefined && first.identity === second.identity) return true;
  return a === b || lineSimilarity(first, second) >= 0.6;
}
