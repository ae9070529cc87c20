import { isComment, lineIdentity, lineSimilarity, profileLine, type LineProfile } from "../merge/lineKeys.ts";
import { spanAt, spansOf, type Span } from "../merge/model/saidPlace.ts";
import type { Original } from "../merge/original.ts";
import { isOutOfBlock } from "../merge/blocks.ts";
import { isAttached } from "../sketch/declaredExtent.ts";
import { findNamings, isCommentLine } from "../sketch/declaredNames.ts";
import { countAlike, countStanding } from "../sketch/fileLines.ts";
import { languageFamily } from "../sketch/languages.ts";
import { lastParagraph } from "../sketch/introductions.ts";
import { declaresAny } from "../sketch/lineEvidence.ts";
import { readNonCode } from "../sketch/markers.ts";
import { readSaidPlaces } from "../sketch/saidPlaces.ts";
import { readStatements } from "../sketch/statements.ts";
import { IMPORTS, isAboutUses } from "../sketch/statementWords.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { indentWidth, isBlank, leastWidth, withoutBlankEdges } from "../text/indentation.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { indexFileLines } from "./fileIndex.ts";
import { editOfLines, goesOn, isTorn, REPLACES, standingThere } from "./exactEdits.ts";

/** Longer blocks, and longer runs of lines around a place, are not looked at. */
const MAX_LINES = 200;

/**
 * Makes an edit of a block of code whose words say where it goes: "Add this below `total`:", or whose place it takes: "Replace `total` with:".
 * `before`: the block before it, which "below it" is about. `undefined` if the block shows or changes anything else of the file, or if the
 * words name no place or several.
 */
export function readSaidInsertion(
  found: FileSketch,
  before: FileSketch | undefined,
  readFile: () => Original,
): Edit | undefined {
  const { sketch, introduction, doubt, replyLine } = found;
  if (sketch.type !== "code" || sketch.isWhole || doubt !== undefined || introduction === undefined) return undefined;
  const words = lastParagraph(introduction);
  const replaces = REPLACES.test(words);
  const places = readSaidPlaces(introduction);
  if (!replaces && places.length === 0 && !BESIDE_IT.test(words)) return undefined;
  const block = withoutBlankEdges(lineTexts(sketch.text));
  if (block.length === 0 || block.length > MAX_LINES || block.some((line) => readNonCode(line) !== undefined))
    return undefined;
  const file = readFile();
  const taken = replaces ? findReplaced(words, block, file) : { start: 0, end: 0 };
  if (taken === undefined) return undefined;
  if (replaces) {
    if (!isNew(block, file, taken)) return undefined;
    const head = headsOf(file.lines.slice(taken.start, taken.end), Infinity)[0];
    // Whether comments stay that the block does not show, the words do not say.
    if (head === undefined || isAttached(file.lines[taken.start] ?? "") !== isAttached(block[0] ?? ""))
      return undefined;
    const lines = standingThere(block, indentWidth(file.lines[taken.start] ?? ""), file);
    return lines && editOfLines(file, taken, lines, replyLine);
  }
  const place = findPlace(introduction, block, before, file);
  if (place === undefined || !(isNew(block, file, taken) || (place.isSure && isNewThere(block, place, file))))
    return undefined;
  const lines = standingThere(block, indentWidth(file.lines[place.like] ?? ""), file);
  return lines && editOfLines(file, { start: place.at, end: place.at }, divided(lines, place), replyLine);
}

/** Finds what words such as "replace `a` and `b` with" say is replaced: things that the file declares once, one behind the other. */
function findReplaced(words: string, block: readonly string[], file: Original): LineRange | undefined {
  const said = readStatements(words).filter(({ kind }) => kind !== "add" && kind !== "keep");
  const names = said.flatMap((statement) => statement.names);
  // "Replace the `total` call with" is not about its declaration, nor is code that declares neither it nor what replaces it.
  const isPlain = said.every(
    ({ kind, certainty, isPart, isLoose, noun }) =>
      kind === "replace" &&
      (certainty === "said" || certainty === "advised") &&
      !(isPart || isLoose || (noun !== undefined && (isAboutUses(noun) || IMPORTS.has(noun)))),
  );
  const isShown = [...names, ...said.flatMap(({ newNames }) => newNames)].some((name) => declaresAny(block, name));
  if (!isPlain || !isShown) return undefined;
  const declared = names.map((name) => findNamings(file.lines, name).filter(({ naming }) => naming === "declares"));
  // A selector that shares its rule with others has none of its own.
  const isOwn = ({ line }: { readonly line: number }): boolean => !file.trimmed[line]?.endsWith(",");
  const heads = declared.flatMap((all) => (all.length === 1 ? all.filter(isOwn) : []));
  const one = heads.map(({ line }) => spanAt("into", line, file)).sort((a, b) => a.begin - b.begin);
  const [first] = one;
  if (first === undefined || one.length < names.length || isTorn(file, first.begin)) return undefined;
  const isJoined = one.every(({ begin }, at) => {
    const end = one[at - 1]?.end ?? begin;
    return file.trimmed.slice(end, begin).every((text) => text === "");
  });
  return isJoined ? { start: first.begin, end: one.at(-1)?.end ?? first.end } : undefined;
}

/**
 * Whether nothing of a block stands in the file but for the lines whose place it takes: no line, or none of the names that it declares,
 * whatever these hold.
 */
function isNew(block: readonly string[], file: Original, { start, end }: LineRange): boolean {
  const { known, byIdentity } = indexFileLines(file);
  if (countStanding(block, known) === 0 && countAlike(block, known) === 0) return true;
  const identities = headsOf(block, indentWidth(block[0] ?? "")).map(lineIdentity);
  const isOwn = (identity: string | undefined): boolean =>
    identity !== undefined && (byIdentity.get(identity) ?? []).every((line) => line >= start && line < end);
  return identities.length > 0 && identities.every(isOwn);
}

/** Lines around a place that a block which goes there may show, too. */
const NEAR = 8;

/**
 * Whether a block is new where the words put it: it shows no line that stands around the place, and declares nothing that the file has,
 * however much it is like other lines.
 */
function isNewThere(block: readonly string[], { at }: Place, file: Original): boolean {
  const near = file.trimmed.slice(Math.max(0, at - NEAR), at + NEAR);
  const around = new Set(near.filter((text) => text.length > 3));
  const { byIdentity } = indexFileLines(file);
  const least = leastWidth(block);
  const isKnown = (line: string): boolean => {
    const identity = lineIdentity(line);
    return identity !== undefined && byIdentity.has(identity);
  };
  const heads = headsOf(block, least);
  return ![block[0] ?? "", ...heads].some((line) => around.has(line.trim()) || isKnown(line));
}

/** The lines that are no deeper than `width` and begin something. */
const headsOf = (lines: readonly string[], width: number): string[] =>
  lines.filter((line) => !isBlank(line) && indentWidth(line) <= width && !isAttached(line) && !CLOSES.test(line));

const CLOSES = /^\s*(?:[)\]}]|end\b|<\/)/;

/** Between two lines of the file, beside what stands deep as `like`. */
interface Place {
  /** Before this line. */
  readonly at: number;
  /** A line that stands as deep as what goes there. */
  readonly like: number;
  /** Blank lines that divide it from what stands before and behind. */
  readonly above: number;
  readonly below: number;
  /** The words say it with the name of what stands there once. */
  readonly isSure?: boolean;
  /** Even one line is divided from what stands around. */
  readonly isApart?: boolean;
}

/** "Right below it goes the test": it is what the block before shows last. */
const BESIDE_IT = /\b(below|after|beneath|underneath|behind|above|before) (?:it|that)\b/i;

/** Finds the one place that the words name. */
function findPlace(
  introduction: string,
  block: readonly string[],
  before: FileSketch | undefined,
  file: Original,
): Place | undefined {
  const all = readSaidPlaces(introduction);
  const [anchor, ...others] = all.filter(({ place }) => place !== "into");
  if (others.length > 0) return undefined;
  if (anchor === undefined) {
    const it = BESIDE_IT.exec(lastParagraph(introduction))?.[1];
    const head = it === undefined || before === undefined ? undefined : lastShown(before, file);
    if (it === undefined || head === undefined || all.length > 0) return undefined;
    return besideSpan(spanAt(/^(?:above|before)$/i.test(it) ? "before" : "after", head, file), file);
  }
  const around = all.filter(({ place }) => place === "into").flatMap((into) => spansOf(into, file));
  const isWithin = ({ head }: Span): boolean => around.some((outer) => outer.head < head && head < outer.end);
  const spans = spansOf(anchor, file);
  const near = spans.some(isWithin) ? spans.filter(isWithin) : spans;
  const meant = anchor.place === "between" ? neighbours(near, file) : near;
  const only = meant.length === 1 ? meant[0] : likest(meant, block, file);
  if (only === undefined) return undefined;
  switch (only.place) {
    case "after":
    case "before":
      if (only.place === "before" && isTorn(file, only.begin)) return undefined;
      // What only mentions the name is no place, nor is the middle of an "if" with its "else".
      if (isRemark(file, only.head) || (only.place === "after" && goesOn(file, only.end))) return undefined;
      if (anchor.noun === "imports") {
        const place = besideSpan(only, file);
        return { ...place, above: Math.max(1, place.above), isSure: true, isApart: true };
      }
      return { ...besideSpan(only, file), isSure: true };
    case "start":
      return anchor.names.length > 0 ? atFirst(only, file) : undefined;
    case "end":
      return anchor.names.length > 0 || OF_FILE.test(lastParagraph(introduction)) ? behindLast(only, file) : undefined;
    default:
      return undefined;
  }
}

/** Of several places the one beside what looks like the block does, since like stands beside like; `undefined` if none clearly does. */
function likest(spans: readonly Span[], block: readonly string[], { lines }: Original): Span | undefined {
  const head = block.find((line) => !isBlank(line) && !isAttached(line)) ?? block[0] ?? "";
  // They are different things of one kind, whatever they are called.
  const profile = (line: string): LineProfile => ({ ...profileLine(line), identity: undefined });
  const wanted = profile(head);
  const [first, second] = spans
    .map((span) => ({ span, like: lineSimilarity(wanted, profile(lines[span.head] ?? "")) }))
    .sort((a, b) => b.like - a.like);
  return first !== undefined && first.like >= ALIKE && first.like - (second?.like ?? 0) >= MARGIN
    ? first.span
    : undefined;
}

/** How alike the heads of two neighbours of one kind are at least, and more alike than others. */
const ALIKE = 0.4;
const MARGIN = 0.12;

const OF_FILE = /\b(?:end|bottom) of (?:the|this|your) (?:\S+ )?(?:file|module|script|page|document|stylesheet)\b/i;

/** Whether a line is a comment; in documents what looks like one may be a heading. */
const isRemark = ({ trimmed, language }: Original, line: number): boolean =>
  (language === undefined || languageFamily(language) !== "markup") &&
  (isComment(trimmed[line] ?? "") || isCommentLine(trimmed[line] ?? ""));

/** Before the first line in a block, behind what documents it. */
function atFirst({ head, closer }: Span, { lines, inLiteral }: Original): Place | undefined {
  const width = indentWidth(lines[head] ?? "");
  let at = head + 1;
  const isOutside = (line: string): boolean => isBlank(line) || indentWidth(line) <= width;
  while (at < closer && isOutside(lines[at] ?? "")) at++;
  if (at >= closer || inLiteral[at] === 1) return undefined;
  if (/^\s*[rRuU]?(?:"""|''')/.test(lines[at] ?? "")) {
    do at++;
    while (at < closer && (inLiteral[at] === 1 || isBlank(lines[at] ?? "")));
  }
  return at < closer ? { at, like: at, above: 0, below: 0, isSure: true } : undefined;
}

/** Behind the last of what stands directly in a block, or in the file. */
function behindLast({ head, closer }: Span, file: Original): Place | undefined {
  const { lines, inLiteral, language } = file;
  const end = head < 0 ? lines.length : closer;
  const isCode = (line: string, at: number): boolean =>
    !isBlank(line) && inLiteral[head + 1 + at] !== 1 && !isOutOfBlock(line, language);
  const inside = lines.slice(head + 1, end).map((line, at) => (isCode(line, at) ? line : ""));
  const width = leastWidth(inside);
  const last = inside.findLastIndex(
    (line) => !isBlank(line) && indentWidth(line) === width && !isAttached(line) && !CLOSES.test(line),
  );
  // Nothing is done behind "return".
  if (last < 0 || /^(?:return|throw|raise|break|continue)\b/.test((inside[last] ?? "").trim())) return undefined;
  const like = head + 1 + last;
  let at = end;
  while (isBlank(lines[at - 1] ?? "x")) at--;
  return {
    ...besideSpan(spanAt("after", like, file), file),
    at,
    isSure: true,
    above: gapAbove(spanAt("after", like, file).begin, file),
  };
}

/** The first of each two that nothing stands between. */
function neighbours(spans: readonly Span[], { trimmed }: Original): Span[] {
  return spans.flatMap((upper) => {
    // What stands between two names stands behind the first.
    const isNext = ({ begin }: Span): boolean =>
      begin >= upper.end && trimmed.slice(upper.end, begin).every((text) => text === "");
    return spans.some(isNext) ? [{ ...upper, place: "after" as const }] : [];
  });
}

/** The line of the file that begins what a block shows last. */
function lastShown({ sketch }: FileSketch, file: Original): number | undefined {
  if (sketch.type !== "code") return undefined;
  const lines = lineTexts(sketch.text);
  const width = lines.reduce((least, line) => (isBlank(line) ? least : Math.min(least, indentWidth(line))), Infinity);
  const head = headsOf(lines, width).at(-1);
  if (head === undefined) return undefined;
  const same = file.byTrimmed.get(head.trim()) ?? [];
  const found = same.length > 0 ? same : (indexFileLines(file).byIdentity.get(lineIdentity(head) ?? "") ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/** How many blank lines stand right above a line. */
function gapAbove(line: number, { trimmed }: Original): number {
  let count = 0;
  while (trimmed[line - 1 - count] === "") count++;
  return count;
}

/** Right beside a span, divided from it as it is from its neighbours. */
function besideSpan({ place, begin, head, end }: Span, file: Original): Place {
  const { lines, trimmed } = file;
  const at = place === "before" ? begin : end;
  const above = gapAbove(begin, file);
  let below = 0;
  while (trimmed[end + below] === "") below++;
  const next = lines[end + below];
  const isLast = next === undefined || CLOSES.test(next) || indentWidth(next) < indentWidth(lines[head] ?? "");
  const gap = place === "before" ? (above > 0 ? above : isLast ? 0 : below) : isLast ? above : below;
  return place === "before" ? { at, like: head, above: 0, below: gap } : { at, like: head, above: gap, below: 0 };
}

/** Lines with the blank ones that divide them from what stands around; one line stands as close as it can. */
function divided(lines: readonly string[], { above, below, isApart }: Place): readonly string[] {
  const blank = (count: number): string[] => Array<string>(lines.length > 1 || isApart === true ? count : 0).fill("");
  return [...blank(above), ...lines, ...blank(below)];
}
