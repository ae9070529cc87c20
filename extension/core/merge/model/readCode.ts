import { impliedMarker, readLazyCode, type Item } from "../../sketch/lazyCode.ts";
import { readLeadingPath } from "../../sketch/paths.ts";
import { lineEvidence } from "../../sketch/lineEvidence.ts";
import type { CodeSketch } from "../../sketch/sketch.ts";
import type { Statement } from "../../sketch/statements.ts";
import { joinLines, lineTexts, splitLines } from "../../text/lines.ts";
import { readSketchBlocks } from "../sketchBlocks.ts";
import { findCandidates } from "./candidates.ts";
import type { Original } from "../original.ts";
import type { Work } from "../../text/work.ts";
import { readExtent } from "./extent.ts";
import { FOLDED_CELLS, foldFile } from "./foldFile.ts";
import { observe, type Observation } from "./observation.ts";

/** What surrounds the code in its answer. */
export interface AnswerContext {
  readonly said?: readonly Statement[] | undefined;
  /** The answer has other code for this file, so that this is a part of it. */
  readonly isOneOfSeveral?: boolean;
}

/** Reads code beside the file that it is for; why there is nothing to read where it holds no code. */
export function readCode(
  { text, isWhole }: CodeSketch,
  original: Original,
  work: Work,
  { said = [], isOneOfSeveral = false }: AnswerContext = {},
): Observation | { readonly nothing: string } {
  const code = blankPathLabel(text, original);
  const items = readLazyCode(code, original.lines);
  if (items.length === 0) return { nothing: "The sketch is empty." };
  if (items.every((item) => item.type === "marker")) return { nothing: "The sketch holds markers only, and no code." };
  const isBare = items.every((item) => item.type === "code");
  const extent = readExtent(lineTexts(code), { isBare, isSaidWhole: isWhole === true, isOneOfSeveral }, original);
  const marked = withEdgeMarkers(isBare ? splitUnits(items, original.language) : items);
  const texts = marked.map((item) => (item.type === "code" ? item.text.trim() : ""));
  const all = findCandidates(marked, original, work);
  const isLarge = marked.length * original.lines.length > FOLDED_CELLS;
  const folds = isLarge ? foldFile(texts, all, original) : undefined;
  const read = folds?.original ?? original;
  return observe({
    code: code === text ? code : code.trimStart(),
    ...{ items: marked, original: read, whole: original, folds, extent },
    candidates: folds ? findCandidates(marked, read, work) : all,
    said: lineEvidence(said, read.lines, read.blocks.end),
  });
}

/** Puts implied markers at the ends of a sketch that shows none there. */
function withEdgeMarkers(items: readonly Item[]): Item[] {
  const result = [...items];
  if (result[0]?.type !== "marker") result.unshift(impliedMarker());
  if (result.at(-1)?.type !== "marker") result.push(impliedMarker());
  return result;
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

/** Without any marker, several declarations are not neighbours in the file: between two of them lines may stay. */
function splitUnits(items: readonly Item[], language: string | undefined): Item[] {
  const blocks = readSketchBlocks(items, language);
  const isBlank = (item: Item | undefined): boolean => item?.type === "code" && item.text.trim() === "";
  const base = items.reduce(
    (least, item, index) =>
      item.type === "code" && !isBlank(item) ? Math.min(least, blocks.width[index] ?? 0) : least,
    Infinity,
  );
  const closers = new Set(blocks.closer);
  const opens = (index: number): boolean => (blocks.end[index] ?? 0) > index + 1;
  const result: Item[] = [];
  let previous = -1;
  items.forEach((item, index) => {
    if (item.type === "code" && !isBlank(item) && blocks.width[index] === base) {
      if (previous >= 0 && isBlank(items[index - 1]) && (opens(previous) || opens(index))) {
        while (isBlank(result.at(-1))) result.pop();
        result.push(impliedMarker(true));
      }
      if (!closers.has(index) || opens(index)) previous = index;
    }
    result.push(item);
  });
  return result;
}
