import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import { dominantEol, joinLines, lineTexts, splitLines, type Line } from "../text/lines.ts";
import type { Assembled } from "./assemble.ts";
import type { Original } from "./original.ts";

/** Writes the sketch as the new file, which is one piece in the place of all of the original. */
export function wholeFile(sketch: string, original: Original): Assembled {
  const text = takeWholeFile(sketch, original);
  const all = { start: 0, end: lineTexts(text).length };
  return { text, placements: [{ sketch: all, original: { start: 0, end: original.lines.length }, result: all }] };
}

/** The sketch as the new file, with the original's BOM, line ends and final newline. */
function takeWholeFile(sketch: string, original: Original): string {
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
