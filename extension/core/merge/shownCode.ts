import { readSketchBlocks } from "./blocks.ts";
import { impliedMarker, readLazyCode, type Item } from "../sketch/lazyCode.ts";
import { readLeadingPath } from "../sketch/paths.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { Original } from "./original.ts";

/** What code shows, whatever it is taken for. */
export interface ShownCode {
  /** The code without the model's label, the path in its first line. */
  readonly text: string;
  /** Its items where it is a part of the file, with the markers that its form implies. */
  readonly items: readonly Item[];
  /** Nothing in it says that anything is left out or removed. */
  readonly isBare: boolean;
}

/** Reads code into its items; returns why there is nothing to read, in words for the user, if it holds no code. */
export function readShownCode(code: string, original: Original): ShownCode | { readonly nothing: string } {
  const blanked = blankPathLabel(code, original);
  const items = readLazyCode(blanked, original.lines);
  if (items.length === 0) return { nothing: "The sketch is empty." };
  if (items.every((item) => item.type === "marker")) return { nothing: "The sketch holds markers only, and no code." };
  const isBare = items.every((item) => item.type === "code");
  return {
    text: blanked === code ? code : blanked.trimStart(),
    items: withEdgeMarkers(isBare ? splitUnits(items, original.language) : items),
    isBare,
  };
}

/** Puts implied markers at the ends of a sketch that shows none there. */
function withEdgeMarkers(items: readonly Item[]): Item[] {
  const result = [...items];
  if (result[0]?.type !== "marker") result.unshift(impliedMarker());
  if (result.at(-1)?.type !== "marker") result.push(impliedMarker());
  return result;
}

/** Blanks a first comment that only names the path of the file, which is the model's label and not code. */
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
