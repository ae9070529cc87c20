import {
  readFencedSketches,
  readForOneFile,
  readReply,
  type FencedSketches,
  type ReplyContext,
} from "../sketch/readReply.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { splitLines } from "../text/lines.ts";

/** A text with sketches, and what its surroundings tell of sketches that name no file themselves. */
export interface SketchSource {
  readonly text: string;
  /** Line on which the only fence that counts begins, zero-based; `undefined`: all of the text counts. */
  readonly fence: number | undefined;
  /** Fences of the surrounding text, in lines of `text`. */
  readonly around: readonly FencedSketches[];
  /** VS Code language id of the text itself if it is code and not a reply. */
  readonly language: string | undefined;
  /** All of the text is a sketch for one file, and fences in it are what the file holds. */
  readonly isForOneFile?: true;
}

/** A selection of a text; empty if only the cursor stands there. */
export interface Selected {
  /** Zero-based line on which it begins. */
  readonly line: number;
  readonly text: string;
}

/**
 * Finds what a user means who points into a text: the selection, else the fence around the cursor, else all of it. A blank selection counts
 * as none.
 */
export function sourceAt(text: string, selected: Selected, languageId: string | undefined): SketchSource {
  const language = languageId === undefined || isReplyLanguage(languageId) ? undefined : languageId;
  if (selected.text.trim() === "") {
    const fence = fenceAt(text, selected.line)?.range.start;
    return { text, fence, around: [], language: fence === undefined ? language : undefined };
  }
  const height = splitLines(selected.text).lines.length;
  const around = readFencedSketches(text)
    .map(({ range, ...fence }) => ({
      ...fence,
      range: { start: range.start - selected.line, end: range.end - selected.line },
    }))
    .filter(({ range }) => range.end > 0 && range.start < height);
  return { text: selected.text, fence: undefined, around, language: around.length > 0 ? undefined : language };
}

/** Makes the source of a text that is a reply by itself, such as the clipboard's. */
export function wholeSource(text: string): SketchSource {
  return { text, fence: undefined, around: [], language: undefined };
}

/** Makes the source of a text that is a sketch for one file as a whole, as agents write it. */
export function oneFileSource(text: string): SketchSource {
  return { ...wholeSource(text), isForOneFile: true };
}

/** Finds the fence that a line (zero-based) is in, its own two lines included; `undefined` outside and in fences that hold nothing. */
export function fenceAt(text: string, line: number): FencedSketches | undefined {
  return readFencedSketches(text).find(({ range }) => range.start <= line && line < range.end);
}

/** Reads the sketches of a source, in order, with the file that each is for as far as the source or its surroundings say so. */
export function readSource(source: SketchSource, context: ReplyContext = {}): readonly FileSketch[] {
  const { text, fence, around, language } = source;
  const known = { ...context, language: context.language ?? language };
  if (source.isForOneFile === true) return readForOneFile(text, known);
  if (fence !== undefined) {
    return readFencedSketches(text, known).find(({ range }) => range.start === fence)?.sketches ?? [];
  }
  return readReply(text, known).map((sketch) => {
    const line = sketch.replyLine - 1;
    const outer = around.find(({ range }) => range.start <= line && line < range.end);
    if (outer === undefined) return sketch;
    const path = sketch.path ?? outer.sketches.find((found) => found.path !== undefined)?.path;
    return { ...sketch, path, language: sketch.language ?? outer.language };
  });
}

/** Checks whether a document in this language may be a chat's answer, with prose and code, and not one sketch as a whole. */
function isReplyLanguage(languageId: string): boolean {
  return ["markdown", "mdx", "plaintext", "restructuredtext", "asciidoc", "diff", "log"].includes(languageId);
}
