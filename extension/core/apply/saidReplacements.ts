import { lineIdentity, lineSimilarity, profileLine, wordLength, type LineProfile } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import { namingOf } from "../sketch/declaredNames.ts";
import { lastParagraph } from "../sketch/introductions.ts";
import { languageFamily } from "../sketch/languages.ts";
import { readNonCode } from "../sketch/markers.ts";
import { readSaidPlaces } from "../sketch/saidPlaces.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { indentWidth, isBlank, withoutBlankEdges } from "../text/indentation.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { editOfLines, REPLACES, standingThere } from "./exactEdits.ts";
import { findConstruct, findNamedLines } from "./namedLines.ts";
import { leadingWords, namesIn, readScope, saysAll, saysAllOf } from "./saidScope.ts";

/** Longer blocks show enough of the file to be found by it. */
const MAX_BLOCK = 40;
/** Pairs of lines that are compared for one block. */
const MAX_PAIRS = 40_000;

/**
 * Makes an edit of a short block of code that is a new form of a few lines of the file: those that the words say are replaced, or else those
 * that are most like it, in what the words name ("In `render`:") or, where they speak of all such lines, in the whole file. Of lines that
 * are only alike, each that goes has one of the block that takes its place. `undefined` if no lines are like the block, if others are nearly
 * as much and not meant too, or if the block shows lines around them.
 */
export function readSaidReplacement(found: FileSketch, readFile: () => Original): Edit | undefined {
  const { sketch, introduction = "", doubt, replyLine } = found;
  if (sketch.type !== "code" || sketch.isWhole || doubt !== undefined || introduction === "") return undefined;
  const block = withoutBlankEdges(lineTexts(sketch.text));
  if (block.length === 0 || block.length > MAX_BLOCK || block.some((line) => readNonCode(line) !== undefined))
    return undefined;
  const lead = leadingWords(introduction);
  const replaces = REPLACES.test(lastParagraph(introduction));
  // What goes beside something, or is there too, is new and replaces nothing.
  const isNew = ADDS.test(lead) || readSaidPlaces(introduction).some(({ place }) => BESIDE.has(place));
  if (isNew && !replaces) return undefined;
  const file = readFile();
  const scope = readScope(introduction, file);
  const lines = scope ?? Array.from(file.lines.keys());
  const named =
    findNamedLines(lead, lines, scope !== undefined, file) ??
    (scope === undefined ? undefined : findConstruct(lead, scope, file));
  if (named !== undefined) return replaceRuns(file, [{ ...named, first: 0 }], block, replyLine);
  if (scope === undefined && !saysAll(introduction)) return undefined;
  const filled = lines.filter((line) => file.trimmed[line] !== "");
  if (filled.length * block.length > MAX_PAIRS) return undefined;
  const runs = findRuns(block, filled, namesIn(lead), file);
  const [best] = runs;
  if (best === undefined || best.share < LEAST) return undefined;
  const rivals = runs.filter(({ start, end }) => end <= best.start || start >= best.end);
  const alike = rivals.filter(({ share }) => share > best.share - MARGIN);
  const meant = [best, ...alike].sort((a, b) => a.start - b.start);
  if (best.end - best.start === 1 && OF_SEVERAL.test(lead)) return undefined;
  if (alike.length > 0 && !saysAllOf(introduction, meant.length)) return undefined;
  return replaceRuns(file, meant, block, replyLine);
}

/**
 * Makes an edit of a quotation and what takes its place, if the file has the quoted lines several times and the words name what they are in:
 * "In `update`, replace … with". It is the one that stands there or, where the words speak of all, each of them. `undefined` if the words
 * do not tell, if nothing takes their place, or if it is indented otherwise. Edits that somebody wrote as such are none.
 */
export function readScopedEdit(found: FileSketch, readFile: () => Original): Edit | undefined {
  const { sketch, introduction = "", isInferred } = found;
  const [edit, ...others] = sketch.type === "edits" ? sketch.edits : [];
  if (isInferred !== true || edit === undefined || others.length > 0 || introduction === "") return undefined;
  const [first, written] = [edit.search[0], edit.replace[0]];
  if (first === undefined || written === undefined || indentWidth(first) !== indentWidth(written)) return undefined;
  const file = readFile();
  const wanted = edit.search.map((line) => line.trim());
  const starts = (file.byTrimmed.get(first.trim()) ?? []).filter((start) =>
    wanted.every((text, at) => file.trimmed[start + at] === text),
  );
  if (starts.length < 2) return undefined;
  const scope = new Set(readScope(introduction, file));
  const inside = starts.filter((start) => scope.has(start) && scope.has(start + wanted.length - 1));
  const meant = inside.length > 0 ? inside : starts;
  if (meant.length > 1 && !saysAllOf(introduction, meant.length)) return undefined;
  const runs = meant.map((start) => ({ start, end: start + wanted.length, first: 0 }));
  return replaceRuns(file, runs, edit.replace, edit.replyLine);
}

/** Words for more than a line. */
const OF_SEVERAL =
  /\b(?:loops?|blocks?|branch(?:es)?|bod(?:y|ies)|parts?|everything|whole|entire|lines|if|else|switch|match|try|rest|below it)\b/i;
const ADDS = /\b(?:also|as well|another|too|additional(?:ly)?|add(?:s|ed)?|new|insert)\b/i;
const BESIDE: ReadonlySet<string> = new Set(["after", "before", "between", "beside"]);

/** How much of a block must be like what it replaces, and more than anything else is. */
const LEAST = 0.5;
const MARGIN = 0.15;

/** Lines of the file whose place a block takes. */
interface Replaced extends LineRange {
  /** The line of the block that takes the place of the first. */
  readonly first: number;
}

/** Lines of the file that a block is a new form of. */
interface Run extends Replaced {
  /** How much of the block is like them, from 0 to 1. */
  readonly share: number;
}

/** Lists the runs of lines that a block may replace, the likeliest first; what would change nothing is none. */
function findRuns(
  block: readonly string[],
  lines: readonly number[],
  names: readonly string[],
  file: Original,
): readonly Run[] {
  const shown = block.map(profileOf);
  const weights = block.map((line) => (isBlank(line) ? 0 : Math.min(14, 1 + wordLength(line))));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const isShown = names.map((name) => block.some((line) => namingOf(line, name) !== undefined));
  const dropped = names.filter((_, at) => !isShown[at]);
  const texts = new Set(block.map((line) => line.trim()));
  const likeness = (at: number, line: number, profile: LineProfile): number => {
    const mine = shown[at];
    if (mine === undefined || weights[at] === 0) return 0;
    const text = file.lines[line] ?? "";
    if (text.trim() === block[at]?.trim()) return 1;
    // What the block shows as it is takes no other line's place.
    if (texts.has(text.trim())) return 0;
    // What opens a block is followed by what is in it.
    if ((file.blocks.end[line] ?? 0) > line + 1 && !opensAlike(text, block[at] ?? "")) return 0;
    const named = dropped.some((name) => namingOf(text, name) !== undefined) ? NAMED : 0;
    return Math.min(0.99, lineSimilarity(mine, profile) + named);
  };
  /** Of the line before: for each line of the block the best run that ends with the two. */
  let before: (Open | undefined)[] = [];
  const runs: Run[] = [];
  for (const [nth, line] of lines.entries()) {
    const profile = profileOf(file.lines[line] ?? "");
    const isNext = nth > 0 && file.trimmed.slice((lines[nth - 1] ?? line) + 1, line).every((text) => text === "");
    let reached: Open | undefined;
    const now = block.map((_, at): Open | undefined => {
      const like = likeness(at, line, profile);
      const from = isNext ? reached : undefined;
      const earlier = before[at];
      if (earlier !== undefined && earlier.sum > (reached?.sum ?? 0)) reached = earlier;
      if (like < ALIKE) return undefined;
      const isSame = like === 1 && (from?.isSame ?? true) && (from?.last ?? at - 1) === at - 1;
      const sum = (from?.sum ?? 0) + like * (weights[at] ?? 0);
      return { start: from?.start ?? line, first: from?.first ?? at, last: at, sum, isSame };
    });
    before = now;
    for (const open of now) {
      if (open === undefined) continue;
      const isEdge = open.first === 0 || open.last === block.length - 1;
      const changes = !open.isSame || open.first > 0 || open.last < block.length - 1;
      if (isEdge && changes) runs.push({ ...open, end: line + 1, share: open.sum / total });
    }
  }
  return runs.sort((a, b) => b.share - a.share);
}

/** What a line is compared by. An item of a list that changes is another item, and still takes its place. */
function profileOf(line: string): LineProfile {
  const profile = profileLine(line);
  return profile.identity?.startsWith("item ") === true ? { ...profile, identity: undefined } : profile;
}

/** Whether two lines begin with the same word and end with the same sign. */
function opensAlike(one: string, other: string): boolean {
  const [a, b] = [one.trim(), other.trim()];
  return a.at(-1) === b.at(-1) && /^\W*\w*/.exec(a)?.[0] === /^\W*\w*/.exec(b)?.[0];
}

/** How alike two lines are at least, one of which takes the place of the other. */
const ALIKE = 0.45;
/** What a name adds that the words have, and the old line, but not the block. */
const NAMED = 0.4;

/** A run that may go on. */
interface Open {
  readonly start: number;
  readonly first: number;
  readonly last: number;
  readonly sum: number;
  readonly isSame: boolean;
}

/** Lines around a run in which what a block shows is context, and would stand twice. */
const NEAR = 12;

/** Makes the edit by which a block takes the place of each of some runs of lines; `undefined` if it shows lines around one of them. */
function replaceRuns(
  file: Original,
  runs: readonly Replaced[],
  block: readonly string[],
  replyLine: number,
): Edit | undefined {
  const [start, end] = [runs[0]?.start ?? 0, runs.at(-1)?.end ?? 0];
  const lines: string[] = [];
  let at = start;
  for (const run of runs) {
    if (showsAround(file, run, block)) return undefined;
    const shift = indentWidth(file.lines[run.start] ?? "") - indentWidth(block[run.first] ?? "");
    const written = standingThere(block, indentWidth(block[0] ?? "") + shift, file);
    if (written === undefined) return undefined;
    for (const line of file.lines.slice(at, run.start)) lines.push(line);
    for (const line of withSameComma(file, run, written)) lines.push(line);
    at = run.end;
  }
  return editOfLines(file, { start, end }, lines, replyLine);
}

/** Whether a block has a line that stands near the lines that it replaces, or declares what stands there. */
function showsAround(file: Original, { start, end }: LineRange, block: readonly string[]): boolean {
  const near = [...file.trimmed.slice(Math.max(0, start - NEAR), start), ...file.trimmed.slice(end, end + NEAR)];
  const texts = new Set(near.filter((text) => text.length > 3));
  const own = new Set(file.trimmed.slice(start, end).map(lineIdentity));
  const identities = new Set(near.map(lineIdentity));
  return block.some((line) => {
    const identity = lineIdentity(line);
    return texts.has(line.trim()) || (identity !== undefined && !own.has(identity) && identities.has(identity));
  });
}

/** In JSON the last line has a comma if the one whose place it takes had one. */
function withSameComma(
  { lines, language }: Original,
  { end }: LineRange,
  written: readonly string[],
): readonly string[] {
  const last = written.at(-1);
  if (last === undefined || language === undefined || languageFamily(language) !== "json") return written;
  const hadComma = lines[end - 1]?.trimEnd().endsWith(",") === true;
  const bare = last.trimEnd().replace(/,$/, "");
  return /[{[]$/.test(bare) ? written : [...written.slice(0, -1), hadComma ? `${bare},` : bare];
}
