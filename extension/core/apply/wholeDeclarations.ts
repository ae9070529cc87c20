import { isDeclared, lineIdentity, lineSimilarity, profileLine } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { declaredExtent, isAttached } from "../sketch/declaredExtent.ts";
import { lastParagraph } from "../sketch/introductions.ts";
import { readNonCode } from "../sketch/markers.ts";
import { readPossibleNonCode } from "../sketch/possibleMarkers.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { indentWidth, isBlank, leastWidth, withoutBlankEdges } from "../text/indentation.ts";
import { lineTexts } from "../text/lines.ts";
import { indexFileLines } from "./fileIndex.ts";
import { isTorn, editOfLines, standingThere } from "./exactEdits.ts";

/** Longer blocks are left to the merge. */
const MAX_LINES = 300;

/**
 * Makes an edit of a block that shows declarations from beginning to end and nothing else: those that the file has, one behind the other, are
 * replaced by the block, new ones among them included. `undefined` if it shows none that the file has once, leaves anything out, or if
 * something else stands between them.
 */
export function readWholeDeclarations(found: FileSketch, file: Original): Edit | undefined {
  const { sketch, introduction = "", doubt, replyLine } = found;
  if (sketch.type !== "code" || sketch.isWhole || doubt !== undefined) return undefined;
  // "These two replace `a`, `b` and `c`": more goes than what the block declares.
  if (/\breplac/i.test(lastParagraph(introduction))) return undefined;
  const block = withoutBlankEdges(lineTexts(sketch.text));
  const isLeftOut = (line: string): boolean =>
    readNonCode(line) !== undefined || readPossibleNonCode(line)?.type === "removal" || /\.{3}|…/.test(line);
  if (block.length < 3 || block.length > MAX_LINES || block.some(isLeftOut)) return undefined;
  const units = readUnits(block);
  if (units === undefined) return undefined;
  const known = units.flatMap((unit) => {
    return placesOf(unit, file).map((line) => ({ unit, line, ...declaredExtent(file.lines, file.blocks.end, line) }));
  });
  const names = new Set(known.map(({ unit }) => unit.identity));
  const [first] = known;
  if (first === undefined || names.size < known.length) return undefined;
  const isNext = (at: number): boolean => {
    const [above, below] = [known[at - 1], known[at]];
    if (above === undefined || below === undefined) return true;
    return above.end <= below.begin && file.trimmed.slice(above.end, below.begin).every((text) => text === "");
  };
  if (
    !known.every((one, at) => isNext(at) && (one.end - one.line > 1 || BINDS.test(one.unit.head))) ||
    isTorn(file, first.begin)
  )
    return undefined;
  // What is said above the first one stays if the block does not show it.
  const hasRemark = units[0] === first.unit ? isAttached(block[0] ?? "") : true;
  const start = hasRemark ? first.begin : first.line;
  const end = known.at(-1)?.end ?? first.end;
  if (!isRevision(file.lines.slice(start, end), block)) return undefined;
  const width = indentWidth(file.lines[first.line] ?? "") + indentWidth(block[0] ?? "") - indentWidth(first.unit.head);
  const lines = standingThere(block, width, file);
  return lines && editOfLines(file, { start, end }, lines, replyLine);
}

/** The share of its lines that a declaration may lose, so that it was not written for another file or another state of it. */
const LOST = 1 / 4;

/** Whether a block is a new form of lines: it has most of them as they are, and all that they declare. */
function isRevision(old: readonly string[], block: readonly string[]): boolean {
  const shown = new Set(block.map((line) => line.trim()));
  const held = new Set(block.map(lineIdentity));
  const isLost = (identity: string | undefined): boolean => holds(identity) && !held.has(identity);
  if (old.map(lineIdentity).some(isLost)) return false;
  const telling = old.map((line) => line.trim()).filter((line) => line.length > 3);
  return telling.filter((line) => !shown.has(line)).length <= LOST * telling.length;
}

/** Whether an identity is that of a declaration or a key, which nobody leaves out without a word. */
const holds = (identity: string | undefined): boolean => isDeclared(identity) || identity?.startsWith("key ") === true;

/** One declaration of a block. */
interface Unit {
  readonly head: string;
  readonly identity: string;
}

/** Reads a block as declarations side by side; `undefined` if anything else stands there, or if one of them does not end. */
function readUnits(block: readonly string[]): Unit[] | undefined {
  const width = leastWidth(block);
  const units: Unit[] = [];
  let depth = 0;
  for (const line of block) {
    const isHead =
      depth === 0 && !isBlank(line) && indentWidth(line) === width && !isAttached(line) && !CLOSES.test(line);
    depth = Math.max(0, depth + balanceOf(line));
    if (!isHead) continue;
    const identity = lineIdentity(line);
    if (identity === undefined || !(isDeclared(identity) || BINDS.test(line))) return undefined;
    units.push({ head: line, identity });
  }
  return depth === 0 && units.length > 0 ? units : undefined;
}

/** A constant or variable with its keyword. */
const BINDS = /^(?:export\s+)?(?:const|let|var|val|static|final)\s/;
const CLOSES = /^\s*(?:[)\]}{]|end\b|<\/)/;

/** How many more brackets a line opens than it closes, those in strings and comments left out as far as a line shows them. */
function balanceOf(line: string): number {
  const code = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/\/.*|\s#\s.*/g, "");
  return (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
}

/** Lists the lines that declare what a unit does; of methods with one name, those of one type each, the one whose head is most like it. */
function placesOf({ identity, head }: Unit, file: Original): readonly number[] {
  const { lines } = file;
  const all = indexFileLines(file).byIdentity.get(identity) ?? [];
  if (all.length < 2) return all;
  const wanted = profileLine(head);
  const [first, second] = all
    .map((line) => ({ line, like: lineSimilarity(wanted, profileLine(lines[line] ?? "")) }))
    .sort((a, b) => b.like - a.like);
  return first !== undefined && first.like - (second?.like ?? 0) > MARGIN ? [first.line] : all;
}

/** How much more alike the head of the one that is meant is than that of any other. */
const MARGIN = 0.05;
