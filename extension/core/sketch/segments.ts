import type { Line } from "../text/lines.ts";
import type { Fence } from "./fences.ts";
import { readFencesOf } from "./fences.ts";
import { FORMATS } from "./formats.ts";
import { languageFamily, languageOfPath, normalizeLanguage } from "./languages.ts";
import { isCodeLine, isOnlyProse } from "./prose.ts";
import { pathAbove, readFenceInfo, readProsePath } from "./paths.ts";
import type { Segment } from "./segment.ts";

/**
 * Cuts a reply into fences and what stands between them, in order; blank gaps are left out. Lines of a patch or of a search/replace block
 * neither open nor close a fence, so that an edit of a Markdown file stays whole; nor do those of comments that only look like a fence.
 */
export function splitSegments(lines: readonly Line[]): Segment[] {
  const texts = lines.map(({ text }) => text);
  const isContent = contentLines(texts);
  const fences = readFencesOf(lines, (line) => isContent[line] === true);
  const titles = sectionPaths(texts, fences);
  const segments: Segment[] = [];
  const addGap = (start: number, end: number) => {
    const gap = lines.slice(start, end);
    if (gap.every(({ text }) => text.trim() === "")) return;
    segments.push({
      fence: undefined,
      lines: gap,
      texts: texts.slice(start, end),
      startLine: start,
      language: undefined,
      infoPath: undefined,
      prosePath: titles[start],
    });
  };
  let done = 0;
  for (const fence of fences) {
    addGap(done, fence.startLine);
    const { language, path } = readFenceInfo(fence.info);
    const above = pathAbove(texts, fence.startLine, done);
    const prosePath = [above, titles[fence.startLine]].find((found) => found !== undefined && fits(language, found));
    segments.push({
      fence,
      lines: fence.content,
      texts: fence.content.map(({ text }) => text),
      startLine: fence.startLine + 1,
      language,
      infoPath: path,
      prosePath,
    });
    done = fence.endLine;
  }
  addGap(done, lines.length);
  return segments;
}

/**
 * Returns the segments of an answer that stands as a whole in a fence, with nothing but talk around the closed fences within it. Any other
 * segment stays as it is.
 */
export function openAnswer(segment: Segment): Segment[] {
  const { fence, language, startLine, lines } = segment;
  if (fence === undefined || (language !== undefined && languageFamily(normalizeLanguage(language) ?? "") !== "markup"))
    return [segment];
  const inner = splitSegments(lines).map((part): Segment => ({
    ...part,
    startLine: part.startLine + startLine,
    fence: part.fence && {
      ...part.fence,
      startLine: part.fence.startLine + startLine,
      endLine: part.fence.endLine + startLine,
    },
  }));
  const isAnswer = inner.every((part) => part.fence?.closed ?? isOnlyProse(part.texts, undefined));
  return isAnswer && inner.some((part) => part.fence) ? inner : [segment];
}

function contentLines(texts: readonly string[]): boolean[] {
  const flags = texts.map((_, line) => line > 0 && (isDocComment(texts, line) || isUnderline(texts, line)));
  for (const { contentLines: linesOf } of FORMATS)
    linesOf?.(texts).forEach((isContent, line) => {
      if (isContent) flags[line] = true;
    });
  return flags;
}

/** ` * ```ts` in a JSDoc comment looks like a fence in a list item. */
function isDocComment(texts: readonly string[], line: number): boolean {
  return /^\s*\* {1,9}(?:```|~~~)/.test(texts[line] ?? "") && /^\s*(?:\/\*\*|\*)/.test(texts[line - 1] ?? "");
}

/** The line of tildes under a heading of reStructuredText, as module docstrings have it, looks like a fence. */
function isUnderline(texts: readonly string[], line: number): boolean {
  const text = texts[line] ?? "";
  if (!/^~{4,}\s{0,9}$/.test(text)) return false;
  const title = texts[line - 1]?.trim() ?? "";
  return title !== "" && title.length <= text.trimEnd().length;
}

/** Finds for each line the path in the title of its section. A heading without a path ends the section before it. */
function sectionPaths(texts: readonly string[], fences: readonly Fence[]): (string | undefined)[] {
  if (fences.length === 0) return [];
  const paths: (string | undefined)[] = [];
  let path: string | undefined;
  let next = 0;
  for (const [line, text] of texts.entries()) {
    while (fences[next] !== undefined && line >= (fences[next]?.endLine ?? 0)) next++;
    const isInFence = line >= (fences[next]?.startLine ?? Infinity);
    if (!isInFence) {
      const found = readProsePath(text);
      if (found?.alone === true || /^#{1,6}\s/.test(text)) path = found?.path;
    }
    paths.push(path);
  }
  return paths;
}

/** Prose names a file and then shows a command to run: the path is only meant for a fence of the file's own kind. */
function fits(language: string | undefined, path: string): boolean {
  const shown = language === undefined ? undefined : normalizeLanguage(language);
  const target = languageOfPath(path);
  if (shown === undefined || target === undefined || shown === "diff" || shown === "plaintext") return true;
  return languageFamily(shown) === languageFamily(target);
}

/**
 * Checks whether the fences of a text are part of its code, as in a doc comment: enough of what stands between them is code, or half of it
 * stands in the original. False if that is less than two lines.
 */
export function fencesAreContent(segments: readonly Segment[], original: string | undefined): boolean {
  const between = segments.filter(({ fence }) => fence === undefined).flatMap(({ texts }) => texts);
  const filled = between.filter((text) => text.trim() !== "");
  if (filled.length < 2) return false;
  const code = filled.filter(isCodeLine).length;
  const isEnclosed = isCodeLine(filled[0] ?? "") && isCodeLine(filled.at(-1) ?? "");
  if ((code >= 3 || isEnclosed) && code >= filled.length * 0.4) return true;
  return original !== undefined && countKnown(filled, original) >= filled.length * 0.5;
}

/** Counts the lines that stand in `original`, whatever their indentation. Lines of up to 3 characters stand anywhere and do not count. */
export function countKnown(texts: readonly string[], original: string): number {
  const known = new Set(original.split(/\r\n?|\n/).map((line) => line.trim()));
  return texts.filter((text) => text.trim().length > 3 && known.has(text.trim())).length;
}
