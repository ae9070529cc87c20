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
  const middles = sketches.flatMap((found) => placeOf(found, file) ?? []);
  const descends = middles.some((place, index) => index > 0 && place <= (middles[index - 1] ?? -1));
  if (descends || middles.length === 0) return sketches;
  const lines: string[] = [];
  const places: SaidPlaces[] = [];
  for (const [index, found] of sketches.entries()) {
    const { sketch, replyLine } = found;
    const start = replyLine - first.replyLine;
    // A block about which nothing is said does not belong where the one before it goes.
    places.push({ start, anchors: saidPlacesOf(found).flatMap(({ anchors }) => anchors) });
    // A block ends and the next begins with a fence, so that there is room between them.
    if (index > 0 && lines.length >= start) return sketches;
    while (lines.length < start) lines.push(BETWEEN);
    if (sketch.type === "code") for (const line of withoutEnd(lineTexts(sketch.text))) lines.push(line);
  }
  const doubt = sketches.find((found) => found.doubt !== undefined)?.doubt;
  const statements = [...new Set(sketches.flatMap((found) => found.said ?? []))];
  const sketch: Sketch = { type: "code", text: lines.join("\n") + "\n" };
  return [{ ...first, sketch, doubt, said: statements, places }];
}

const isPlainCode = ({ sketch }: FileSketch): boolean => sketch.type === "code" && sketch.isWhole !== true;

const withoutEnd = (lines: readonly string[]): readonly string[] => (lines.at(-1) === "" ? lines.slice(0, -1) : lines);

/** Letters that a line must have so that it is not found by chance. */
const TELLING = 6;

/**
 * Finds the line of the file where a block belongs: the middle one of the block's lines that the file has just once; `undefined` if it has
 * none.
 */
function placeOf({ sketch }: FileSketch, file: readonly string[]): number | undefined {
  const counts = new Map<string, number>();
  for (const line of file) counts.set(line, (counts.get(line) ?? 0) + 1);
  const shown = sketch.type === "code" ? lineTexts(sketch.text).map((line) => line.trim()) : [];
  const found = shown.filter(
    (line) => line.length >= TELLING && counts.get(line) === 1 && readNonCode(line) === undefined,
  );
  const lines = found.map((line) => file.indexOf(line)).sort((a, b) => a - b);
  return lines[Math.floor(lines.length / 2)];
}
