import { lineSimilarity, profileLine, wordLength, type LineProfile } from "../merge/lineKeys.ts";
import { spansOf } from "../merge/model/saidPlace.ts";
import type { Original } from "../merge/original.ts";
import { declaredExtent } from "../sketch/declaredExtent.ts";
import { namingOf } from "../sketch/declaredNames.ts";
import { lastParagraph, lastSentence } from "../sketch/introductions.ts";
import { readNonCode } from "../sketch/markers.ts";
import { readSaidPlaces } from "../sketch/saidPlaces.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { readSentences } from "../sketch/statementTokens.ts";
import { indentWidth, isBlank, withoutBlankEdges } from "../text/indentation.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { REPLACES, editOfLines, standingThere } from "./exactEdits.ts";

/** Longer blocks show enough of the file to be found by it. */
const MAX_BLOCK = 40;
/** Pairs of lines that are compared for one block. */
const MAX_PAIRS = 40_000;

/**
 * Makes an edit of a short block of code that is a new form of a few lines of the file: those that are most like it, in what the words name
 * ("In `render`:", "Under `[dependencies]`:") or, where they speak of all such lines, in the whole file. Each line of the file that goes has a line of the
 * block that takes its place. Where the words say "all three" or "both", all that are alike are replaced. `undefined` if no lines are like
 * the block, or if others are nearly as much.
 */
export function readSaidReplacement(found: FileSketch, readFile: () => Original): Edit | undefined {
  const { sketch, introduction = "", doubt, replyLine } = found;
  if (sketch.type !== "code" || sketch.isWhole || doubt !== undefined) return undefined;
  const block = withoutBlankEdges(lineTexts(sketch.text));
  if (block.length === 0 || block.length > MAX_BLOCK || block.some((line) => readNonCode(line) !== undefined))
    return undefined;
  const words = lastParagraph(introduction);
  // What goes beside something is new, and replaces nothing.
  if (!REPLACES.test(words) && readSaidPlaces(introduction).some(({ place }) => BESIDE.has(place))) return undefined;
  const file = readFile();
  const scope = scopeOf(introduction, file);
  const lines = scope ?? Array.from(file.lines.keys());
  const construct =
    findNamedLines(introduction, lines, scope !== undefined, file) ??
    (scope === undefined ? undefined : findConstruct(lastSentence(introduction), scope, file));
  if (construct !== undefined) return replaceRuns(file, [{ ...construct, first: 0, share: 1 }], block, replyLine);
  if (scope === undefined && !ALL.test(words)) return undefined;
  const filled = lines.filter((line) => file.trimmed[line] !== "");
  if (filled.length * block.length > MAX_PAIRS) return undefined;
  const runs = findRuns(block, filled, namesIn(words), file);
  const [best] = runs;
  if (best === undefined || best.share < LEAST) return undefined;
  const rivals = runs.filter(({ start, end }) => end <= best.start || start >= best.end);
  const alike = rivals.filter(({ share }) => share > best.share - MARGIN);
  const meant = [best, ...alike].sort((a, b) => a.start - b.start);
  if (best.end - best.start === 1 && OF_SEVERAL.test(lastSentence(introduction))) return undefined;
  if (alike.length > 0 && !meansAll(words, meant.length)) return undefined;
  return replaceRuns(file, meant, block, replyLine);
}

/**
 * Makes an edit of one whose searched lines the file has several times, if the words name what it is in: "In `update`, replace … with". It is
 * the one that stands there or, where the words speak of all, each of them. `undefined` if the words do not tell.
 */
export function readScopedEdit({ sketch, introduction = "" }: FileSketch, readFile: () => Original): Edit | undefined {
  const [edit, ...others] = sketch.type === "edits" ? sketch.edits : [];
  if (edit === undefined || others.length > 0 || edit.search.length === 0 || introduction === "") return undefined;
  const file = readFile();
  const wanted = edit.search.map((line) => line.trim());
  const starts = (file.byTrimmed.get(wanted[0] ?? "") ?? []).filter((start) =>
    wanted.every((text, at) => file.trimmed[start + at] === text),
  );
  if (starts.length < 2) return undefined;
  const scope = new Set(scopeOf(introduction, file));
  const inside = starts.filter((start) => scope.has(start) && scope.has(start + wanted.length - 1));
  const isAll = inside.length === 0 && meansAll(lastParagraph(introduction), starts.length);
  const meant = isAll ? starts : inside;
  if (meant.length === 0 || (meant.length > 1 && !meansAll(lastParagraph(introduction), meant.length)))
    return undefined;
  const runs = meant.map((start) => ({ start, end: start + wanted.length, first: 0, share: 1 }));
  const shown = indentWidth(edit.search[0] ?? "") - indentWidth(edit.replace[0] ?? "");
  return edit.replace.length === 0 || shown !== 0 ? undefined : replaceRuns(file, runs, edit.replace, edit.replyLine);
}

/** Words for more than a line. */
const OF_SEVERAL =
  /\b(?:loops?|blocks?|branch(?:es)?|bod(?:y|ies)|parts?|everything|whole|entire|lines|if|else|switch|match|try|rest|below it)\b/i;
const BESIDE: ReadonlySet<string> = new Set(["after", "before", "between", "beside"]);

/** What a sentence may call by its kind, and how it begins. */
const CONSTRUCTS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bthe (?:(?:for|foreach|while|whole|entire) )?loop\b/i, /^(?:for|foreach|while|loop)\b/],
  [/\bthe (?:whole |entire )?(?:switch|match)\b/i, /^(?:\w+ = )?(?:switch|match|case)\b/],
];

/**
 * The lines that words say are replaced by what they hold or declare: "replace `position: relative;` with", "the first two statements (`a` and
 * `b`) become". Each stands once among `lines`, and nothing between them. Without a scope only whole lines count.
 */
function findNamedLines(
  introduction: string,
  lines: readonly number[],
  isScoped: boolean,
  file: Original,
): LineRange | undefined {
  const words = lastSentence(introduction);
  const replaced = /\breplac(?:e|es|ed|ing)\b(.*?)(?:\b(?:with|by)\b|:?\s*$)/is.exec(words)?.[1];
  if (replaced === undefined || EXTENT.test(replaced)) return undefined;
  const names = namesIn(replaced);
  const found = names.map((name) =>
    lines.filter((line) => {
      const text = file.trimmed[line] ?? "";
      if (text === name || text === `${name};` || text === `${name},`) return true;
      return isScoped && namingOf(file.lines[line] ?? "", name) === "declares" && !/[{(:[]$/.test(text);
    }),
  );
  if (names.length === 0 || found.some(({ length }) => length !== 1)) return undefined;
  const at = found.flatMap((one) => one).sort((a, b) => a - b);
  const [start, end] = [at[0] ?? 0, (at.at(-1) ?? 0) + 1];
  const isAll = file.trimmed.slice(start, end).every((text, nth) => text === "" || at.includes(start + nth));
  return isAll ? { start, end } : undefined;
}

/** Words for more than the lines that they name. */
const EXTENT =
  /\b(?:everything|from|between|block|loop|branch|body|through|until|call|calls|import|imports|below|above)\b/i;

/** The one loop or switch in a scope, with all of it, that words say is replaced: "the loop becomes". */
function findConstruct(words: string, scope: readonly number[], file: Original): LineRange | undefined {
  const begins = CONSTRUCTS.find(([said]) => said.test(words))?.[1];
  if (begins === undefined || !REPLACES.test(words) || /\band\b/.test(words)) return undefined;
  const [line, ...others] = scope.filter((at) => begins.test(file.trimmed[at] ?? ""));
  if (line === undefined || others.length > 0) return undefined;
  const { end } = declaredExtent(file.lines, file.blocks.end, line);
  return end > line + 1 ? { start: line, end } : undefined;
}

/** How much of a block must be like what it replaces, and more than anything else is. */
const LEAST = 0.5;
const MARGIN = 0.15;

/** Words for all of several places, with the number of them if they say one. */
const ALL = /\b(?:all|both|each|every|everywhere)\b/i;
const COUNTED = /\b(two|three|four|five|six|[2-6])\b/i;
const NUMBERS: ReadonlyMap<string, number> = new Map(
  ["two", "three", "four", "five", "six"].map((word, at) => [word, at + 2]),
);

function meansAll(words: string, count: number): boolean {
  if (!ALL.test(words)) return false;
  const said = COUNTED.exec(words)?.[1]?.toLowerCase() ?? (/\bboth\b/i.test(words) ? "two" : undefined);
  return said === undefined || (NUMBERS.get(said) ?? Number(said)) === count;
}

const namesIn = (words: string): string[] =>
  readSentences(words).flatMap(({ tokens }) => tokens.flatMap(({ type, text }) => (type === "name" ? [text] : [])));

/** The lines within what the words say that the block is in, the narrowest of it; `undefined` if they name nothing of the file. */
function scopeOf(introduction: string, file: Original): number[] | undefined {
  const spans = readSaidPlaces(introduction)
    .filter(({ place, names }) => names.length > 0 && /^(?:into|start|end|after)$/.test(place))
    .map((anchor) => spansOf(anchor, file));
  const known = spans.filter((all) => all.length > 0);
  if (known.length === 0) return undefined;
  const isIn = (line: number): boolean =>
    known.every((all) => all.some(({ begin, end }) => begin <= line && line < end));
  const lines = Array.from(file.lines.keys()).filter(isIn);
  return lines.length > 0 ? lines : undefined;
}

/** Lines of the file, from `start` to before `end`, that a block is a new form of. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** The line of the block that takes the place of the first. */
  readonly first: number;
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

/** Makes the edit by which a block takes the place of each of some runs of lines. */
function replaceRuns(
  file: Original,
  runs: readonly Run[],
  block: readonly string[],
  replyLine: number,
): Edit | undefined {
  const [start, end] = [runs[0]?.start ?? 0, runs.at(-1)?.end ?? 0];
  const lines: string[] = [];
  let at = start;
  for (const run of runs) {
    const shift = indentWidth(file.lines[run.start] ?? "") - indentWidth(block[run.first] ?? "");
    const like = indentWidth(block[0] ?? "") + shift;
    const written = standingThere(block, like, file);
    if (written === undefined) return undefined;
    lines.push(...file.lines.slice(at, run.start), ...written);
    at = run.end;
  }
  return editOfLines(file, { start, end }, lines, replyLine);
}
