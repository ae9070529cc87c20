import { normalizeLanguage } from "./languages.ts";
import { findSearchReplace, readSearchReplaceFiles, searchReplaceContent } from "./searchReplace.ts";
import type { Segment } from "./segment.ts";
import type { EditFormat, FileSketch } from "./sketch.ts";
import { findUnifiedDiff, readUnifiedDiff } from "./unifiedDiff.ts";
import { findV4aPatch, readV4aPatch, v4aContentLines } from "./v4aPatch.ts";

/** A way to write edits down. Reading, merging and judging ask here what they need to know of it. */
export interface SketchFormat {
  readonly id: EditFormat;
  /** Finds the line of a segment at which it begins; -1 if there is none. */
  readonly find: (segment: Shown) => number;
  readonly read: (segment: Segment) => FileSketch[];
  /** Flags the lines that are its content even if they look like a fence. */
  readonly contentLines?: (texts: readonly string[]) => boolean[];
  /** Its markers do not stand in code by chance, so that what cannot be read of it is not code either. */
  readonly isUnmistakable: boolean;
  /** The lines that enclose an edit must be found as they are; else they are a hint that may be cut. */
  readonly isScopeBinding: boolean;
  /** What one edit is called, and how many lines of markers stand around and between its two halves; `undefined` if they share lines. */
  readonly edit: "block" | "hunk";
  readonly markerLines: number | undefined;
}

type Shown = Pick<Segment, "texts" | "language">;

/** In the order in which they are tried: a patch may hold lines that another format begins with, and not the other way round. */
export const FORMATS: readonly SketchFormat[] = [
  {
    id: "v4a",
    find: ({ texts }) => findV4aPatch(texts),
    read: ({ texts, startLine, fence }) => readV4aPatch(texts, startLine + 1, fence === undefined),
    contentLines: v4aContentLines,
    isUnmistakable: true,
    isScopeBinding: true,
    edit: "hunk",
    markerLines: undefined,
  },
  {
    id: "search-replace",
    find: ({ texts }) => findSearchReplace(texts),
    read: ({ texts, startLine, infoPath, prosePath }) =>
      readSearchReplaceFiles(texts, startLine + 1, infoPath ?? prosePath),
    contentLines: searchReplaceContent,
    isUnmistakable: true,
    isScopeBinding: false,
    edit: "block",
    markerLines: 3,
  },
  {
    id: "unified-diff",
    // In a fence that says that it is a diff, a line with a sign is enough.
    find: (segment) =>
      isDiffFence(segment) ? segment.texts.findIndex((text) => /^[-+]/.test(text)) : findUnifiedDiff(segment.texts),
    read: readDiff,
    isUnmistakable: false,
    isScopeBinding: false,
    edit: "hunk",
    markerLines: undefined,
  },
];

/** Checks whether a fence's language word says that it holds a diff. */
export const isDiffFence = ({ language }: Pick<Segment, "language">): boolean =>
  language !== undefined && normalizeLanguage(language) === "diff";

/** Reads the diffs of a segment, one sketch for each file. */
export function readDiff(segment: Pick<Segment, "texts" | "startLine" | "fence" | "language">): FileSketch[] {
  const within = isDiffFence(segment) ? "diff-fence" : segment.fence === undefined ? "prose" : "fence";
  return readUnifiedDiff(segment.texts, { firstLine: segment.startLine + 1, within });
}

/** Finds all that is known of a format. Throws if there is none with this id. */
export function formatOf(id: EditFormat): SketchFormat {
  const found = FORMATS.find((format) => format.id === id);
  if (!found) throw new Error(`There is no format of edits named ${id}.`);
  return found;
}
