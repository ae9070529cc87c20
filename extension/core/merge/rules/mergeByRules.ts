import { impliedMarker, readLazyCode, type CodeItem, type Item } from "../../sketch/lazyCode.ts";
import { readLeadingPath } from "../../sketch/paths.ts";
import type { CodeSketch } from "../../sketch/sketch.ts";
import { joinLines, lineTexts, splitLines } from "../../text/lines.ts";
import { alignmentCells } from "../align.ts";
import { alignSketch, withEdgeMarkers } from "./alignSketch.ts";
import { assemble } from "./assemble.ts";
import { placedPieces } from "../pieces.ts";

import { readSketchBlocks } from "../sketchBlocks.ts";
import { findCandidates } from "./candidates.ts";
import { findDoubt } from "./doubt.ts";
import type { MergeResult } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import { TOO_MUCH_WORK, type Work } from "../../text/work.ts";
import { readExtent, takeWholeFile } from "./wholeFile.ts";

/** Cells that one alignment may have: about a tenth of a second and 50 MB. */
const MAX_CELLS = 12_000_000;
/** Lines that lazy code may have. More is no sketch any longer, and the checks of pieces against pieces would take long. */
const MAX_ITEMS = 4000;
/** What code shows, whatever it is taken for. */
interface ShownCode {
  /** The code without the model's label, the path in its first line. */
  readonly text: string;
  readonly items: readonly Item[];
  /** Nothing in it says that anything is left out or removed. */
  readonly isBare: boolean;
}

/** Reads code into its items; why there is nothing to read where it holds no code. */
function readShown(code: string, original: Original): ShownCode | { readonly nothing: string } {
  const blanked = blankPathLabel(code, original);
  const items = readLazyCode(blanked, original.lines);
  const isBare = items.every((item) => item.type === "code");
  if (items.length === 0) return { nothing: "The sketch is empty." };
  if (items.every((item) => item.type === "marker")) return { nothing: "The sketch holds markers only, and no code." };
  return { text: blanked === code ? code : blanked.trimStart(), items, isBare };
}

/** The items of code that is taken as a part of the file, with the markers that its form implies. */
function asPart({ items, isBare }: ShownCode, original: Original): readonly Item[] {
  return withEdgeMarkers(isBare ? splitUnits(items, original.language) : items);
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

/**
 * `isFinal`: no certainty of a model may overrule it. The code is the whole file by the words of the answer; or it may be the whole
 * file and lacks what the file declares.
 */
export type RuledResult = MergeResult & { readonly isFinal?: true };

/** Merges code, lazy or whole, into the original by costs and rules that are set by hand; where a rule doubts it, it is ambiguous. */
export function mergeByRules(sketch: CodeSketch, original: Original, work: Work): RuledResult {
  const shown = readShown(sketch.text, original);
  if ("nothing" in shown) return { type: "no-sketch", reason: shown.nothing };
  const extent = shown.isBare ? readExtent(lineTexts(shown.text), sketch, original) : { type: "part" as const };
  if (extent.type === "part") return mergeLazy(asPart(shown, original), original, work);
  const text = takeWholeFile(shown.text, original);
  if (extent.type === "unsure")
    return { type: "ambiguous", reason: extent.reason, draft: text, candidates: extent.candidates, isFinal: true };
  const all = { start: 0, end: lineTexts(text).length };
  const pieces = placedPieces([{ sketch: all, original: { start: 0, end: original.lines.length }, result: all }]);
  return { type: "merged", text, pieces, ...(sketch.isWhole === true && { isFinal: true as const }) };
}

function mergeLazy(items: readonly Item[], original: Original, work: Work): RuledResult {
  if (items.length > MAX_ITEMS || alignmentCells(items.length, original.lines.length) > MAX_CELLS) {
    return {
      type: "ambiguous",
      reason: "The sketch and the file are too large to be aligned without a model.",
      draft: original.text,
      candidates: [],
    };
  }
  const candidates = findCandidates(items, original, work);
  const alignment = alignSketch(items, candidates, original, work);
  const spent = { type: "ambiguous", reason: TOO_MUCH_WORK, candidates: [] } as const;
  if (!alignment && work.isSpent) return { ...spent, draft: original.text };
  if (!alignment)
    return { type: "ambiguous", reason: "No place in the file fits the sketch.", draft: original.text, candidates: [] };
  const assembled = assemble(items, alignment, original);
  const doubt = findDoubt({ items, candidates, alignment, original, work, text: assembled.text });
  if (doubt) return { type: "ambiguous", draft: assembled.text, ...doubt };
  // What was not looked at may speak against it.
  if (work.isSpent) return { ...spent, draft: assembled.text };
  return { type: "merged", text: assembled.text, pieces: placedPieces(assembled.placements) };
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
        result.push(impliedMarker(true));
      }
      if (!closers.has(index) || opens(index)) previous = index;
    }
    result.push(item);
  });
  return result;
}
