import { readNonCode } from "../sketch/markers.ts";
import { saidPlacesOf } from "../sketch/saidPlaces.ts";
import type { FileSketch, Sketch } from "../sketch/sketch.ts";
import type { SaidPlaces } from "../sketch/statement.ts";
import { lineTexts } from "../text/lines.ts";

/** What stands between two blocks of code that are read as one. */
const BETWEEN = "// ... existing code ...";

/**
 * Joins blocks of code for one file that follow each other down the file into one sketch: what one of them shows tells where the others
 * belong. Its lines are still those of the reply. Blocks that go up and down stay apart, as each may build on what the one before made; so
 * do blocks if none has a place. What only takes lines away comes first.
 */
export function joinCode(all: readonly FileSketch[], original: string): readonly FileSketch[] {
  const deletions = all.filter(isDeletion);
  if (deletions.length > 0 && deletions.length < all.length)
    return [
      ...deletions,
      ...joinCode(
        all.filter((found) => !isDeletion(found)),
        original,
      ),
    ];
  return join(all, original);
}

/** Edits that take lines away and write none: what they show stands in the file as it was, and says nothing of where others go. */
const isDeletion = ({ sketch }: FileSketch): boolean =>
  sketch.type === "edits" && sketch.edits.every(({ replace }) => replace.length === 0);

function join(sketches: readonly FileSketch[], original: string): readonly FileSketch[] {
  const [first] = sketches;
  if (first === undefined || sketches.length < 2 || !sketches.every(isPlainCode)) return sketches;
  const file = lineTexts(original).map((line) => line.trim());
  if (file.includes(BETWEEN)) return sketches;
  const index = indexFile(file);
  const middles = sketches.flatMap((found) => placeOf(found, index) ?? []);
  const descends = middles.some((place, index) => index > 0 && place <= (middles[index - 1] ?? -1));
  if (descends || middles.length === 0) return sketches;
  const lines: string[] = [];
  const places: SaidPlaces[] = [];
  const seams: number[] = [];
  for (const [nth, found] of sketches.entries()) {
    const { sketch, replyLine } = found;
    const start = replyLine - first.replyLine;
    // A block about which nothing is said does not belong where the one before it goes.
    places.push({ start, anchors: saidPlacesOf(found).flatMap(({ anchors }) => anchors) });
    // A block ends and the next begins with a fence, so that there is room between them.
    if (nth > 0 && lines.length >= start) return sketches;
    for (; lines.length < start; lines.push(BETWEEN)) seams.push(lines.length);
    if (sketch.type === "code") for (const line of withoutEnd(lineTexts(sketch.text))) lines.push(line);
  }
  const doubt = sketches.find((found) => found.doubt !== undefined)?.doubt;
  const statements = [...new Set(sketches.flatMap((found) => found.said ?? []))];
  const sketch: Sketch = { type: "code", text: lines.join("\n") + "\n", seams };
  const words = [...new Set(sketches.flatMap((found) => found.words ?? []))].join("\n\n");
  return [{ ...first, sketch, doubt, said: statements, places, words: words === "" ? undefined : words }];
}

const isPlainCode = ({ sketch }: FileSketch): boolean => sketch.type === "code" && sketch.isWhole !== true;

const withoutEnd = (lines: readonly string[]): readonly string[] => (lines.at(-1) === "" ? lines.slice(0, -1) : lines);

/** Letters that a line must have so that it is not found by chance. */
const TELLING = 6;
/** Letters by which a line is known that was changed behind them. */
const HEAD = 16;

/**
 * Finds the line of the file where a block belongs: the middle one of the block's lines that the file has just once or, where it has none,
 * of those that begin like just one; `undefined` if there are none either.
 */
function placeOf({ sketch }: FileSketch, file: FileIndex): number | undefined {
  const shown = sketch.type === "code" ? lineTexts(sketch.text).map((line) => line.trim()) : [];
  const code = shown.filter((line) => line.length >= TELLING && readNonCode(line) === undefined);
  const exact = code.flatMap((line) => file.lines.get(line) ?? []).filter((line) => line >= 0);
  const alike = code.flatMap((line) => file.heads.get(line.slice(0, HEAD)) ?? []).filter((line) => line >= 0);
  const lines = (exact.length > 0 ? exact : alike).sort((a, b) => a - b);
  return lines[Math.floor(lines.length / 2)];
}

/** The line of a file for each text, and for each beginning of one; -1 where several have it. */
interface FileIndex {
  readonly lines: ReadonlyMap<string, number>;
  readonly heads: ReadonlyMap<string, number>;
}

function indexFile(file: readonly string[]): FileIndex {
  const [lines, heads] = [new Map<string, number>(), new Map<string, number>()];
  for (const [at, line] of file.entries()) {
    lines.set(line, lines.has(line) ? -1 : at);
    const head = line.slice(0, HEAD);
    if (head.length === HEAD) heads.set(head, heads.has(head) ? -1 : at);
  }
  return { lines, heads };
}
