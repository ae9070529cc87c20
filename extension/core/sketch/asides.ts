import { indentWidth, withoutBlankEdges } from "../text/indentation.ts";
import {
  countAlike,
  countStanding,
  filledLines,
  readFileLines,
  standsInARow,
  tellingLines,
  type FileLines,
} from "./fileLines.ts";
import { fitsLanguage, languageFamily, normalizeLanguage } from "./languages.ts";
import { readNonCode } from "./markers.ts";
import { isProseLanguage } from "./proseTarget.ts";
import {
  readShownDeletion,
  saysExample,
  saysOption,
  saysQuotation,
  saysReplacement,
  type ShownDeletion,
} from "./introductions.ts";
import { isAttached } from "./declaredExtent.ts";
import { namingOf } from "./declaredNames.ts";
import type { Segment } from "./segment.ts";
import type { FileSketch, SketchDoubt } from "./sketch.ts";

/*
 * Which blocks of a reply are meant for the file. Besides the change, an answer shows commands, their output, how the new code is used, the
 * lines as they were, and code of other files; and if it leaves a choice, several changes, only one of which is meant.
 */

/** What a segment of a reply gives, and what decides whether it is meant for the file. */
export interface SegmentSketches {
  readonly segment: Segment;
  readonly sketches: readonly FileSketch[];
  readonly isEdit: boolean;
  /** Language id of the fence. */
  readonly language: string | undefined;
  /** A command or its output. */
  readonly isAside: boolean;
}

/** What is known of the file. */
interface Target {
  readonly path?: string | undefined;
  readonly language?: string | undefined;
  readonly original?: string | undefined;
}

/** The target with its lines; `file` is `undefined` if it is new or its text is not known. */
interface KnownTarget extends Target {
  readonly file: FileLines | undefined;
}

/** The blocks that are meant for a file, and those that look as if they were only shown beside them. */
interface ChosenSketches {
  readonly meant: readonly SegmentSketches[];
  readonly beside: readonly SegmentSketches[];
}

/**
 * Picks the blocks that are meant for a file. Those that are only shown beside them are left out; if there are no others, they stay, with a
 * `doubt`. A `doubt` also marks several ways to do the same, code in which the reply breaks off, and code under another file's name.
 */
export function chooseMeant(candidates: readonly SegmentSketches[], given: Target): ChosenSketches {
  const { original = "" } = given;
  const target = { ...given, file: original.trim() === "" ? undefined : readFileLines(original) };
  const kinds = dropOtherKinds(candidates, target);
  const own = dropOtherFiles(kinds, target);
  const changes = without(own, (candidate) => isExample(candidate, target));
  const gone = changes.map((candidate) => toDeletion(candidate, target) ?? candidate);
  const replaced = replaceQuotations(gone, target);
  const isChoice =
    replaced.length > 1 && (replaced.some(({ sketches }) => sketches.some(isOption)) || disagree(replaced, target));
  const meant = replaced.map((candidate) => {
    const doubt = doubtOf(candidate, isChoice, target);
    return doubt === undefined
      ? candidate
      : { ...candidate, sketches: candidate.sketches.map((found) => ({ ...found, doubt })) };
  });
  const taken = new Set(changes);
  const beside = candidates.filter((candidate) => !taken.has(candidate) && !isElsewhere(candidate));
  return { meant, beside };
}

/** Whether a block is a session in a terminal, or for a file that it names. */
const isElsewhere = ({ isAside, isEdit, sketches }: SegmentSketches): boolean => isAside || isEdit || isNamed(sketches);

const isOption = ({ introduction }: FileSketch): boolean => introduction !== undefined && saysOption(introduction);

function doubtOf(candidate: SegmentSketches, isChoice: boolean, target: KnownTarget): SketchDoubt | undefined {
  if (isChoice) return "option";
  if (candidate.isEdit) return undefined;
  if (isExample(candidate, target)) return "example";
  if (hasOtherName(candidate, target) && !isMostlyKnown(candidate.segment, target)) return "other-file";
  return isCutOff(candidate.segment, target) ? "cut-off" : undefined;
}

/** Whether two blocks show the same declaration in full and differently. One that stands in several places can be meant for each. */
function disagree(candidates: readonly SegmentSketches[], { file }: KnownTarget): boolean {
  const seen = new Map<string, string>();
  for (const { segment, isEdit } of candidates) {
    const [head, ...body] = segment.texts.filter((text) => text.trim() !== "");
    if (isEdit || head === undefined || !isWholeBlock(head, body)) continue;
    const text = filledLines(segment.texts).join("\n");
    const before = seen.get(head.trim());
    if (before !== undefined && before !== text && (file?.places.get(head.trim())?.length ?? 0) <= 1) return true;
    seen.set(head.trim(), text);
  }
  return false;
}

/** A line, deeper lines and perhaps a closing one as deep as the first, with nothing left out. */
function isWholeBlock(head: string, body: readonly string[]): boolean {
  const width = indentWidth(head);
  const closing = body.at(-1) ?? "";
  const inside = indentWidth(closing) === width && /^\W/.test(closing.trim()) ? body.slice(0, -1) : body;
  return (
    inside.length > 0 &&
    [head, ...inside].every((line, at) => at === 0 || indentWidth(line) > width) &&
    ![head, ...body].some((line) => readNonCode(line))
  );
}

/** Leaves out what `isBeside` says is not meant, or nothing if nothing would be left. */
function without(
  candidates: readonly SegmentSketches[],
  isBeside: (candidate: SegmentSketches) => boolean,
): readonly SegmentSketches[] {
  const left = candidates.filter((candidate) => !isBeside(candidate));
  return left.length > 0 ? left : candidates;
}

/**
 * Leaves out commands and samples in other languages; code in another language of which the file has lines is a part of the file. If edits name their file, code that names none is an example: such an answer spells
 * out its changes exactly.
 */
function dropOtherKinds(
  candidates: readonly SegmentSketches[],
  { language: target, file }: KnownTarget,
): readonly SegmentSketches[] {
  const isExact = candidates.some(({ isEdit, sketches }) => isEdit && sketches.every(({ path }) => path !== undefined));
  return without(candidates, ({ sketches, segment: { texts }, isEdit, language, isAside }) => {
    if (isEdit || isNamed(sketches)) return false;
    if (isExact) return true;
    if (target === undefined || language === undefined) return isAside;
    // Documents hold code of any language.
    if (!isAside && isProseLanguage(target) && file !== undefined && candidates.length > 1) return false;
    const isInFile = !isAside && file !== undefined && countAlike(texts, file) * 2 > tellingLines(texts).length;
    return !isInFile && !fitsLanguage(language, target);
  });
}

const isNamed = (sketches: readonly FileSketch[]): boolean => sketches.some(({ path }) => path !== undefined);

/** Leaves out code under another file's name, which has nothing of this file, beside code without a name, which has. */
function dropOtherFiles(candidates: readonly SegmentSketches[], target: KnownTarget): readonly SegmentSketches[] {
  const { file } = target;
  if (file === undefined) return candidates;
  const isForFile = candidates.some(
    ({ sketches, segment }) => !isNamed(sketches) && countAlike(segment.texts, file) > 0,
  );
  if (!isForFile) return candidates;
  return candidates.filter(
    (candidate) => !hasOtherName(candidate, target) || countStanding(candidate.segment.texts, file) > 0,
  );
}

function hasOtherName({ sketches }: SegmentSketches, { path }: Target): boolean {
  if (path === undefined) return false;
  return sketches.length > 0 && sketches.every((found) => found.path && nameOf(found.path) !== nameOf(path));
}

/** Whether at least half of the lines stand in the file, so that a wrong name is a slip. A new file has no say. */
function isMostlyKnown({ texts }: Segment, { file }: KnownTarget): boolean {
  return file === undefined || countStanding(texts, file) * 2 >= tellingLines(texts).length;
}

const nameOf = (path: string): string => (path.split(/[/\\]/).at(-1) ?? "").toLowerCase();

/** Checks whether a block only shows how the new code is used: it is introduced as that, and has next to nothing of the file in it. */
function isExample({ sketches, segment, isEdit }: SegmentSketches, { file }: KnownTarget): boolean {
  if (isEdit || segment.infoPath !== undefined || file === undefined) return false;
  const isShown = sketches.some(({ introduction }) => introduction !== undefined && saysExample(introduction));
  if (!isShown || segment.texts.some((text) => readNonCode(text))) return false;
  return countAlike(segment.texts, file) <= tellingLines(segment.texts).length / 4;
}

/**
 * Leaves out lines of the file that are only quoted, as they were before the change; if the block after them says what takes their place,
 * the two become one edit.
 */
function replaceQuotations(candidates: readonly SegmentSketches[], { file }: KnownTarget): readonly SegmentSketches[] {
  if (file === undefined || candidates.length < 2) return candidates;
  const result: SegmentSketches[] = [];
  let quoted: SegmentSketches | undefined;
  for (const candidate of candidates) {
    const before = quoted;
    quoted = isQuotation(candidate, file) ? candidate : undefined;
    if (quoted) continue;
    result.push((before && toEdit(before, candidate, file)) ?? candidate);
  }
  return result.length > 0 ? result : candidates;
}

function isQuotation({ sketches: [found], segment, isEdit }: SegmentSketches, file: FileLines): boolean {
  if (isEdit || found?.introduction === undefined || !saysQuotation(found.introduction)) return false;
  return standsInARow(segment.texts, file);
}

/** Makes the edit; `undefined` if the block after a quotation leaves lines out or shows more of the file than was quoted. */
function toEdit(quoted: SegmentSketches, candidate: SegmentSketches, file: FileLines): SegmentSketches | undefined {
  const [found] = candidate.sketches;
  if (found?.sketch.type !== "code" || found.introduction === undefined) return undefined;
  if (!saysReplacement(found.introduction)) return undefined;
  const search = withoutBlankEdges(quoted.segment.texts);
  const replace = withoutBlankEdges(candidate.segment.texts);
  const shown = new Set(search.map((line) => line.trim()));
  const more = replace.filter((line) => !shown.has(line.trim()));
  if (replace.some((line) => readNonCode(line)) || countStanding(more, file) > 0) return undefined;
  // The words before the quotation say where it stands.
  const introduction = quoted.sketches[0]?.introduction ?? found.introduction;
  return asEdit(candidate, { ...found, introduction, isInferred: true }, search, replace);
}

function asEdit(
  candidate: SegmentSketches,
  found: FileSketch,
  search: readonly string[],
  replace: readonly string[],
): SegmentSketches {
  const edit = { search, replace, scope: [], atEnd: false, replyLine: found.replyLine };
  const sketch = { type: "edits", format: "search-replace", edits: [edit] } as const;
  return { ...candidate, isEdit: true, sketches: [{ ...found, sketch }] };
}

/** Makes an edit of a block of lines of the file that shows what goes; `undefined` if the words before it do not say so. */
function toDeletion(candidate: SegmentSketches, { file }: KnownTarget): SegmentSketches | undefined {
  const [found] = candidate.sketches;
  if (candidate.isEdit || file === undefined || found?.introduction === undefined) return undefined;
  const said = readShownDeletion(found.introduction);
  const lines = withoutBlankEdges(candidate.segment.texts);
  if (said === undefined || !standsInARow(lines, file) || !isShown(said, lines)) return undefined;
  return asEdit(candidate, found, lines, []);
}

/** Whether lines are what is said to go, and not those around it: by their names or, where it has none, all of one block. */
function isShown({ isAll, names }: ShownDeletion, lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== "");
  const [head = "", ...body] = filled.slice(
    Math.max(
      0,
      filled.findIndex((line) => !isAttached(line)),
    ),
  );
  const width = indentWidth(head);
  const isOne = body.every(
    (line, at) => indentWidth(line) > width || (at === body.length - 1 && indentWidth(line) === width),
  );
  const isNamed = (line: string): boolean => names.some((name) => namingOf(line, name) !== undefined);
  if (names.length === 0) return isAll || isOne;
  return ((isAll || isOne) && isNamed(head)) || filled.every(isNamed);
}

/** Checks whether a reply breaks off in a block: its fence is not closed, and neither a marker nor the file's own last line ends it. */
function isCutOff({ fence, texts }: Segment, { file }: KnownTarget): boolean {
  if (fence === undefined || fence.closed) return false;
  const last = texts.findLast((text) => text.trim() !== "")?.trim() ?? "";
  return readNonCode(last) === undefined && last !== file?.filled.at(-1);
}

/** Checks whether a block shows commands or what they print, by the language of its fence or else by the look of its lines. */
export function isSession({ language, texts }: Segment): boolean {
  const id = language === undefined ? undefined : normalizeLanguage(language);
  return id === undefined ? looksLikeSession(texts) : languageFamily(id) === "shell" || id === "plaintext";
}

/** Commands to type, or a drawn directory tree, in a fence that names no language. */
function looksLikeSession(texts: readonly string[]): boolean {
  const filled = filledLines(texts);
  if (filled.some((text) => /[├└]──/.test(text))) return true;
  return filled.every((text) =>
    /^(?:[$>] \S|(?:npm|npx|pnpm|yarn|bun|pip3?|cargo|git|cd|mkdir|docker|brew|apt|apt-get|sudo|curl|make|go (?:get|run|test|build|mod)|dotnet|gem|bundle|composer|poetry|uv) )/.test(
      text,
    ),
  );
}
