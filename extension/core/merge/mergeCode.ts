import { IMPLIED, readLazyCode, type CodeItem, type Item } from "../sketch/lazyCode.ts";
import { joinLines, lineTexts, splitLines } from "../text/lines.ts";
import { readLeadingPath } from "../sketch/paths.ts";
import { alignmentCells } from "./align.ts";
import { alignSketch, withEdgeMarkers } from "./alignSketch.ts";
import { assemble } from "./assemble.ts";
import { readSketchBlocks } from "./constraints.ts";
import { findCandidates } from "./candidates.ts";
import { findDoubt } from "./doubt.ts";
import type { MergeResult } from "./mergeResult.ts";
import type { Original } from "./original.ts";
import { readExtent, takeWholeFile } from "./wholeFile.ts";

/** Cells that one alignment may have: about a tenth of a second and 50 MB. */
const MAX_CELLS = 12_000_000;
/** Lines that lazy code may have. More is no sketch any longer, and the checks of pieces against pieces would take long. */
const MAX_ITEMS = 4000;
/** Code as the engine reads it against an original. */
export type CodeReading =
  /** The new file, with the line ends of the original. */
  | { readonly type: "whole-file"; readonly text: string }
  /** Its items, with the markers that its form implies. */
  | { readonly type: "lazy"; readonly items: readonly Item[] }
  /** It may be either. */
  | { readonly type: "unsure"; readonly reason: string }
  | { readonly type: "nothing"; readonly reason: string };

/** Tells a whole file from lazy code, and reads the latter. */
export function readCode(sketch: string, original: Original): CodeReading {
  const code = blankPathLabel(sketch, original);
  const items = readLazyCode(code, original.lines);
  const codeItems = items.filter((item) => item.type === "code");
  if (items.length === 0) return { type: "nothing", reason: "The sketch is empty." };
  if (codeItems.length === 0 && !items.some((item) => item.type === "removal")) {
    return { type: "nothing", reason: "The sketch holds markers only, and no code." };
  }
  const isComplete = items.length === codeItems.length;
  const extent = isComplete ? readExtent(lineTexts(code), original) : "part";
  if (extent === "unsure") {
    return { type: "unsure", reason: "The sketch may be the whole new file, or a large part of it." };
  }
  if (extent === "whole") {
    return { type: "whole-file", text: takeWholeFile(code === sketch ? code : code.trimStart(), original) };
  }
  return { type: "lazy", items: withEdgeMarkers(isComplete ? splitUnits(items, original.language) : items) };
}

/** Blanks a first comment that only names the path of the file, which is the model's label and no code. */
function blankPathLabel(code: string, original: Original): string {
  const { bom, lines } = splitLines(code);
  const label = readLeadingPath(
    lines.slice(0, 5).map(({ text }) => text),
    original.language,
  );
  const labelled = lines[label?.line ?? -1];
  if (!label?.onlyPath || !labelled || original.byTrimmed.has(labelled.text.trim())) return code;
  return joinLines({ bom, lines: lines.map((line) => (line === labelled ? { ...line, text: "" } : line)) });
}

/** Merges code, lazy or whole, into the original. */
export function mergeCode(code: string, original: Original): MergeResult {
  const reading = readCode(code, original);
  if (reading.type === "nothing") return { type: "no-sketch", reason: reading.reason };
  if (reading.type === "lazy") return mergeLazy(reading.items, original);
  if (reading.type === "unsure") {
    return { type: "ambiguous", reason: reading.reason, draft: takeWholeFile(code, original), candidates: [] };
  }
  const { text } = reading;
  const all = { start: 0, end: lineTexts(text).length };
  return {
    type: "merged",
    text,
    placements: [{ sketch: all, original: { start: 0, end: original.lines.length }, result: all }],
  };
}

function mergeLazy(items: readonly Item[], original: Original): MergeResult {
  if (items.length > MAX_ITEMS || alignmentCells(items.length, original.lines.length) > MAX_CELLS) {
    return {
      type: "ambiguous",
      reason: "The sketch and the file are too large to be aligned without a model.",
      draft: original.text,
      candidates: [],
    };
  }
  const candidates = findCandidates(items, original);
  const alignment = alignSketch(items, candidates, original);
  if (!alignment)
    return { type: "ambiguous", reason: "No place in the file fits the sketch.", draft: original.text, candidates: [] };
  const assembled = assemble(items, alignment, original);
  const doubt = findDoubt({ items, candidates, alignment, original, text: assembled.text });
  if (doubt) return { type: "ambiguous", draft: assembled.text, ...doubt };
  return { type: "merged", text: assembled.text, placements: assembled.placements };
}

/** Without any marker, several declarations are not neighbours in the file: between two of them lines may stay. */
function splitUnits(items: readonly Item[], language: string | undefined): Item[] {
  const blocks = readSketchBlocks(items, language);
  const code = items.flatMap((item, index) =>
    item.type === "code" && item.text.trim() !== "" ? [blocks.width[index] ?? 0] : [],
  );
  const base = code.reduce((least, width) => Math.min(least, width), Infinity);
  const closers = new Set(blocks.closer);
  const opens = (index: number): boolean => (blocks.end[index] ?? 0) > index + 1;
  const result: Item[] = [];
  let previous = -1;
  items.forEach((item, index) => {
    const isBase = item.type === "code" && item.text.trim() !== "" && blocks.width[index] === base;
    if (isBase) {
      const apart = items[index - 1]?.type === "code" && (items[index - 1] as CodeItem).text.trim() === "";
      if (previous >= 0 && apart && (opens(previous) || opens(index))) {
        while (result.at(-1)?.type === "code" && (result.at(-1) as CodeItem).text.trim() === "") result.pop();
        result.push({ type: "marker", line: IMPLIED, column: 0, blankBefore: true, blankAfter: true });
      }
      if (!closers.has(index) || opens(index)) previous = index;
    }
    result.push(item);
  });
  return result;
}
