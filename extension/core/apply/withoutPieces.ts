import type { Piece } from "../merge/mergeResult.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { indentOf } from "../text/indentation.ts";
import { joinLines, splitLines } from "../text/lines.ts";

/**
 * Leaves some of its pieces out of a sketch, so that the others can be judged alone: takes those edits out, or puts a marker in place of
 * each of their lines, so that all others keep their numbers. Lines of the pieces are those of the code. `isTaken`: whether a line,
 * trimmed, is one of the file, so that it would not count as a marker.
 */
export function withoutPieces(
  found: FileSketch,
  pieces: readonly Piece[],
  isTaken: (line: string) => boolean,
): FileSketch {
  const { sketch } = found;
  if (pieces.length === 0) return found;
  if (sketch.type === "edits") {
    const left = new Set(pieces.map(({ index }) => index));
    return { ...found, sketch: { ...sketch, edits: sketch.edits.filter((_, index) => !left.has(index)) } };
  }
  if (sketch.type !== "code") return found;
  const marker = MARKERS.find((line) => !isTaken(line)) ?? "...";
  const { bom, lines } = splitLines(sketch.text);
  const isLeft = (index: number): boolean => pieces.some(({ sketch: { start, end } }) => start <= index && index < end);
  const marked = lines.map((line, index) => (isLeft(index) ? { ...line, text: indentOf(line.text) + marker } : line));
  const seams = [...(sketch.seams ?? []), ...Array.from(lines.keys()).filter(isLeft)];
  // What has a marker is not the whole file any more.
  return { ...found, sketch: { type: "code", text: joinLines({ bom, lines: marked }), seams } };
}

const MARKERS = ["...", "…", "// ... existing code ...", "# ... existing code ..."];
