import { FORMATS, isDiffFence, readDiff } from "./formats.ts";
import type { Line } from "../text/lines.ts";
import type { Fence } from "./fences.ts";
import { languageFamily, normalizeLanguage } from "./languages.ts";
import { readNonCode } from "./markers.ts";
import { readFenceInfo } from "./paths.ts";
import { isOnlyProse } from "./prose.ts";
import type { Segment } from "./segment.ts";
import { countKnown } from "./segments.ts";
import { findUnifiedDiff } from "./unifiedDiff.ts";

/** How to read a reply whose target is Markdown or another text in which prose and fences are content. */
export type ProseReading =
  /** The whole reply is the sketch. */
  | { readonly type: "document"; readonly lines: readonly Line[]; readonly startLine: number }
  /** The reply is read like one for code, because its fences, or the patch in it, are meant; or they are code for another file. */
  | { readonly type: "reply"; readonly isForeign?: true };

export interface ProseTarget {
  readonly path?: string | undefined;
  readonly original?: string | undefined;
}

/** Checks whether prose is content of a language's files: those of markup and plain text. */
export function isProseLanguage(id: string | undefined): boolean {
  return id !== undefined && (languageFamily(id) === "markup" || id === "plaintext");
}

/**
 * Decides how to read a reply whose target is a text. Prose around fences is dropped from other replies, but here it can be what the model
 * wrote into the file. The reply is the document itself, unless
 *
 * - a fence with `md`, `markdown` or the target's path wraps it, or there are such fences and nothing of the file between them;
 * - its fences hold code that is for some other file and that the target does not quote, and around them is nothing but talk;
 * - what stands in the fences is known of the file, and nothing around them is;
 * - it holds a patch or search/replace blocks, which the original does not hold too;
 * - it holds a diff that names the target, fits the original, or is all of the reply.
 */
export function readProseTarget(
  lines: readonly Line[],
  segments: readonly Segment[],
  target: ProseTarget,
): ProseReading {
  const texts = lines.map(({ text }) => text);
  const document = { type: "document", lines, startLine: 0 } as const;
  if (holdsEdits(texts, target) || segments.some((segment) => holdsDiff(segment, segments, target)))
    return { type: "reply" };
  const fences = segments.flatMap(({ fence }) => fence ?? []);
  const [outer] = fences;
  if (outer === undefined) return document;

  const isWrapper = (info: string) => wraps(info, target);
  const first = texts.findIndex((text) => text.trim() !== "");
  const last = texts.findLastIndex((text) => text.trim() !== "");
  if (outer.startLine === first) {
    if (outer.endLine > last) {
      if (isWrapper(outer.info) || saysNothing(outer.info)) return { type: "reply" };
      return isForeign(outer, target) ? { type: "reply", isForeign: true } : document;
    }
    // Bare fences of the outer fence's length inside it: strictly the outer one ends at the first of them.
    const isClosedAtEnd = /^ {0,3}(?:`{3,}|~{3,})\s*$/.test((texts[last] ?? "").slice(0, 100));
    if (isWrapper(outer.info) && isClosedAtEnd && !fences.every(({ info }) => isWrapper(info))) {
      return { type: "document", lines: lines.slice(first + 1, last), startLine: first + 1 };
    }
  }
  const between = segments.filter(({ fence }) => fence === undefined).flatMap(({ texts: gap }) => gap);
  const isKnown = target.original !== undefined && countKnown(between, target.original) > 0;
  if (isKnown) return document;
  if (fences.every(({ info }) => isWrapper(info))) return { type: "reply" };
  const isAllTalk = segments.every(({ fence, texts }) => fence ?? (isSaid(texts) && !texts.some(isMarkup)));
  if (isAllTalk && fences.every((fence) => isForeign(fence, target))) return { type: "reply", isForeign: true };
  return readMixed(lines, segments, target) ?? document;
}

/**
 * A reply whose fences are not all of the file's kind, and that says nothing of the file between them. `undefined` if nothing in
 * the fences is known of the file either: then all of it may be new text.
 */
function readMixed(
  lines: readonly Line[],
  segments: readonly Segment[],
  target: ProseTarget,
): ProseReading | undefined {
  const outer = segments.findIndex(({ fence }) => fence !== undefined && wraps(fence.info, target));
  const opening = segments[outer]?.fence;
  const end = segments.findLastIndex(({ fence }) => fence !== undefined);
  const between = segments.slice(outer + 1, end).filter(({ fence }) => fence === undefined);
  if (opening && between.length > 0 && !between.some(({ texts }) => isSaid(texts))) {
    // What stands between the runs is not talk, so that bare fences lie within the outer one, which the last run closes.
    const last = lines.findLastIndex(({ text }) => /^ {0,3}(?:`{3,}|~{3,})\s*$/.test(text.slice(0, 100)));
    const start = opening.startLine + 1;
    return last > start ? { type: "document", lines: lines.slice(start, last), startLine: start } : undefined;
  }
  if (opening) return { type: "reply" };
  const { original = "" } = target;
  const isKnown = segments.some(({ fence, texts }) => fence !== undefined && countKnown(texts, original) > 0);
  return isKnown && !segments.some(({ fence, texts }) => !fence && texts.some((text) => readNonCode(text)))
    ? { type: "reply" }
    : undefined;
}

/** Headings, lines below them, items of lists and bold lines, which a document has. */
const isMarkup = (text: string): boolean =>
  /^ {0,3}(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|={2,}\s*$|-{2,}\s*$|\*\*.*\*\*\s*$)/.test(text);

/** Prose, or words that hand over the fence after them. */
function isSaid(texts: readonly string[]): boolean {
  return (
    isOnlyProse(texts, undefined) ||
    texts
      .findLast((text) => text.trim() !== "")
      ?.trimEnd()
      .endsWith(":") === true
  );
}

function wraps(info: string, { path }: ProseTarget): boolean {
  const fence = readFenceInfo(info);
  if (fence.path !== undefined && path !== undefined) return fileName(fence.path) === fileName(path);
  const language = fence.language === undefined ? undefined : normalizeLanguage(fence.language);
  return language !== undefined && languageFamily(language) === "markup";
}

/**
 * Whether code is for another file: it names one, or it is a part of one, which leaves lines out. A text that quotes some of it may as well
 * get more of it, and in an empty one all is new.
 */
function isForeign({ info, content }: Fence, { path, original = "" }: ProseTarget): boolean {
  const texts = content.map(({ text }) => text);
  if (original.trim() === "" || countKnown(texts, original) > 0) return false;
  const named = readFenceInfo(info).path;
  const isNamed = named !== undefined && path !== undefined && fileName(named) !== fileName(path);
  return isNamed || texts.some((text) => readNonCode(text)?.type === "marker");
}

function saysNothing(info: string): boolean {
  return info === "" || normalizeLanguage(info) === "plaintext";
}

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
}

function holdsEdits(texts: readonly string[], { original }: ProseTarget): boolean {
  const at = FORMATS.filter(({ isUnmistakable }) => isUnmistakable).map(({ find }) =>
    find({ texts, language: undefined }),
  );
  // A document about these formats holds their markers as examples.
  return at.some((index) => index >= 0 && original?.includes((texts[index] ?? "").trim()) !== true);
}

function holdsDiff(segment: Segment, segments: readonly Segment[], { path, original }: ProseTarget): boolean {
  if (!isDiffFence(segment) && findUnifiedDiff(segment.texts) < 0) return false;
  if (segments.length === 1) return true;
  return readDiff(segment).some((found) => {
    if (found.path !== undefined && path !== undefined && fileName(found.path) === fileName(path)) return true;
    if (original === undefined || found.sketch.type !== "edits") return false;
    const search = found.sketch.edits.flatMap((edit) => edit.search).filter((line) => line.trim().length > 3);
    return search.length > 0 && countKnown(search, original) === search.length;
  });
}
