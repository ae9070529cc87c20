import { chooseMeant, isSession, type SegmentSketches } from "./asides.ts";
import { lastParagraph, readIntroduction } from "./introductions.ts";
import type { Line, LineRange } from "../text/lines.ts";
import { joinLines, lineTexts, splitLines } from "../text/lines.ts";
import type { Fence } from "./fences.ts";
import { FORMATS, isDiffFence, type SketchFormat } from "./formats.ts";
import { languageOfPath, normalizeLanguage } from "./languages.ts";
import { isPath, readLeadingPath, type LeadingPath } from "./paths.ts";
import { followsCode, isOnlyProse, withoutTalk } from "./prose.ts";
import { readProse, withInstruction, proseOf, withIntroduction, withStatements } from "./saidOfCode.ts";
import { isProseLanguage, readProseTarget } from "./proseTarget.ts";
import type { Segment } from "./segment.ts";
import { fencesAreContent, openAnswer, splitSegments } from "./segments.ts";
import type { FileSketch } from "./sketch.ts";

/** What is known of the file that the reply is for. All of it only settles doubt. */
export interface ReplyContext {
  readonly path?: string | undefined;
  /** VS Code language id. */
  readonly language?: string | undefined;
  /** The file's text; empty for a new file. */
  readonly original?: string | undefined;
  /** What the user or an agent asked for; evidence of what the reply changes. */
  readonly instruction?: string | undefined;
}

/**
 * Reads everything in a model's reply that is meant for a file, in order; empty if it only talks. Recognises code, search/replace blocks,
 * unified diffs and v4a patches, inside fences and outside. Never throws; takes linear time.
 *
 * With fences, prose around them is dropped, and so are commands and samples in other languages if anything else is left. Without, the
 * whole text is code, unless it is plain prose. For Markdown and other prose see `readProseTarget`. Two fences for one file stay two
 * sketches. The text of `code` keeps its line ends; that of `add` has `\n`. What the prose and the instruction say of the change goes with
 * each sketch (`said`).
 */
export function readReply(reply: string, context: ReplyContext = {}): FileSketch[] {
  const sketches = readSketches(reply, context);
  return context.instruction === undefined ? sketches : withInstruction(sketches, context.instruction);
}

function readSketches(reply: string, context: ReplyContext): FileSketch[] {
  const { lines } = splitLines(reply);
  const language = targetLanguage(context);
  const outer = splitSegments(lines);
  const segments = isProseLanguage(language) ? outer : outer.flatMap(openAnswer);
  const prose = isProseLanguage(language) ? readProseTarget(lines, segments, context) : undefined;
  if (prose?.type === "document") return readWhole(prose.lines, prose.startLine, language, context);
  const found = readSegments(segments, lines, language, context);
  return prose?.isForeign ? found.map((one): FileSketch => ({ ...one, doubt: "other-file" })) : found;
}

function readSegments(
  segments: readonly Segment[],
  lines: readonly Line[],
  language: string | undefined,
  context: ReplyContext,
): FileSketch[] {
  const strays = findStrays(segments, lines);
  const fences = segments.filter(({ fence }) => fence !== undefined && !strays.has(fence.startLine));
  const candidates = segments.flatMap((segment, index) => toCandidate(segment, context, segments[index - 1]) ?? []);
  const hasEdits = candidates.some(({ isEdit }) => isEdit);
  if (!hasEdits && (fences.length === 0 || fencesAreContent(segments, context.original))) {
    const raw = lines.filter((_, index) => !strays.has(index));
    // Broken search/replace blocks are no code, even if nothing can be read from them.
    return segments.some(isEditAttempt) ? [] : readWhole(raw, 0, language, context);
  }
  const { meant, beside } = chooseMeant(candidates, { ...context, language });
  const isOneFile =
    new Set(meant.flatMap(({ sketches }) => sketches.map(({ path }) => path ?? context.path))).size <= 1;
  const holding = new Set(candidates.map(({ segment }) => segment));
  const places = new Map(segments.map((segment, index) => [segment, index]));
  const isProse = (segment: Segment): boolean => segment.fence === undefined && !holding.has(segment);
  const prose = segments.filter(isProse);
  const overall = isOneFile ? readProse(prose, "answer") : [];
  // One text for all sketches: there are as many of them as there are words.
  const overallWords = isOneFile ? proseOf(prose) : "";
  const besides = isOneFile ? beside.flatMap(({ sketches }) => sketches) : [];
  const read = meant.flatMap(({ sketches, segment }) => {
    const above = segments[(places.get(segment) ?? 0) - 1];
    const isAbove = !isOneFile && above !== undefined && isProse(above);
    const said = isAbove ? readProse([above], "answer") : overall;
    const words = isAbove ? proseOf([above]) : overallWords;
    return sketches.map((found) => withStatements(words === "" ? found : { ...found, words }, said));
  });
  const [first, ...others] = read;
  return first === undefined || besides.length === 0 ? read : [{ ...first, besides }, ...others];
}

/**
 * Reads a text that is not a reply but a sketch for one file as a whole: edits in one of their formats, else code, whatever fences stand in
 * it. Only a fence around all of it is taken off, unless it can be the content of a Markdown file. Empty if a search/replace block or a v4a
 * patch begins from which nothing can be read.
 */
export function readForOneFile(text: string, context: ReplyContext = {}): FileSketch[] {
  const { lines } = splitLines(text);
  const segment = onlyFence(lines, context) ?? bareSegment(lines);
  const edits = readEdits(segment);
  if (edits !== undefined) return edits;
  if (isEditAttempt(segment)) return [];
  return [toCode(segment.lines, segment.startLine, undefined, segment.language, context, segment.infoPath)];
}

/**
 * Checks whether a text talks about code, which may stand in fences of it, and is not code itself. False if the file's language is unknown,
 * or is prose, which may be any text.
 */
export function isTalk(text: string, context: ReplyContext): boolean {
  const { lines } = splitLines(text);
  const language = targetLanguage(context);
  if (language === undefined || isProseLanguage(language) || onlyFence(lines, context) !== undefined) return false;
  const said = splitSegments(lines)
    .filter(({ fence }) => fence === undefined)
    .flatMap(({ texts }) => texts);
  return said.every((line) => line.trim() === "") ? text.trim() !== "" : isOnlyProse(said, language);
}

function onlyFence(lines: readonly Line[], context: ReplyContext): Segment | undefined {
  const [only, ...others] = splitSegments(lines).filter(
    ({ fence, texts }) => fence ?? texts.some((text) => text.trim() !== ""),
  );
  if (only?.fence?.closed !== true || others.length > 0) return undefined;
  const isInMarkdown = isProseLanguage(targetLanguage(context));
  return isInMarkdown && !isProseLanguage(only.language && normalizeLanguage(only.language)) ? undefined : only;
}

function bareSegment(lines: readonly Line[]): Segment {
  const texts = lines.map(({ text }) => text);
  return {
    fence: undefined,
    lines,
    texts,
    startLine: 0,
    language: undefined,
    infoPath: undefined,
    prosePath: undefined,
  };
}

/** A fence of a reply, with what it holds for files. */
export interface FencedSketches {
  /** Zero-based lines of the reply, those of the fence itself included. */
  readonly range: LineRange;
  /** Language word of the fence, as written. */
  readonly language: string | undefined;
  readonly sketches: readonly FileSketch[];
  /** A command or its output, shown to be read and hardly meant for a file. */
  readonly isAside: boolean;
}

/** Reads the fences of a reply that hold anything, in order, each by itself. `readReply` judges which of them are meant. */
export function readFencedSketches(reply: string, context: ReplyContext = {}): FencedSketches[] {
  const { lines } = splitLines(reply);
  const segments = splitSegments(lines);
  const strays = findStrays(segments, lines);
  return segments.flatMap((segment, index) => {
    const { fence, language } = segment;
    const isMeant = fence !== undefined && !strays.has(fence.startLine);
    const candidate = isMeant ? toCandidate(segment, context, segments[index - 1]) : undefined;
    if (!fence || !candidate) return [];
    const { sketches, isAside } = candidate;
    return [{ range: { start: fence.startLine, end: fence.endLine }, language, sketches, isAside }];
  });
}

function findStrays(segments: readonly Segment[], lines: readonly Line[]): ReadonlySet<number> {
  return new Set(
    segments.flatMap(({ fence }) =>
      fence && isStrayClosing(fence, lines)
        ? Array.from({ length: fence.endLine - fence.startLine }, (_, index) => fence.startLine + index)
        : [],
    ),
  );
}

function targetLanguage({ language, path }: ReplyContext): string | undefined {
  const named = language === undefined ? undefined : (normalizeLanguage(language) ?? language);
  return named ?? (path === undefined ? undefined : languageOfPath(path));
}

/** A model that wrote no opening fence can still write the closing one. */
function isStrayClosing({ info, closed, content, startLine }: Fence, lines: readonly Line[]): boolean {
  const isRunAlone = /^ {0,3}[`~]+\s{0,9}$/.test(lines[startLine]?.text ?? "");
  if (closed || info !== "" || !isRunAlone) return false;
  const texts = content.map(({ text }) => text).filter((text) => text.trim() !== "");
  return texts.length === 0 || (startLine > 0 && isOnlyProse(texts, undefined));
}

function readWhole(
  lines: readonly Line[],
  startLine: number,
  language: string | undefined,
  context: ReplyContext,
): FileSketch[] {
  if (
    isOnlyProse(
      lines.map(({ text }) => text),
      language,
    )
  )
    return [];
  const code = withoutTalk(lines, language, context.original);
  const skipped = code[0] === undefined ? 0 : lines.indexOf(code[0]);
  return [toCode(code, startLine + skipped, undefined, undefined, context)];
}

function toCandidate(
  segment: Segment,
  context: ReplyContext,
  before: Segment | undefined,
): SegmentSketches | undefined {
  const introduction = readIntroduction(before);
  const introduced = (sketches: readonly FileSketch[]) =>
    introduction === "" ? sketches : sketches.map((found) => ({ ...found, introduction }));
  const edits = readEdits(segment);
  if (edits) return { segment, sketches: introduced(edits), isEdit: true, language: undefined, isAside: false };
  if (segment.fence === undefined || segment.texts.every((text) => text.trim() === "")) return undefined;
  const path = segment.infoPath ?? segment.prosePath;
  const code = toCode(segment.lines, segment.startLine, path, segment.language, context, segment.infoPath);
  const language = segment.language === undefined ? undefined : normalizeLanguage(segment.language);
  const words = [lastParagraph(introduction), segment.fence.info].join("\n");
  const sketches = introduced(withIntroduction([code], words));
  return { segment, sketches, isEdit: false, language, isAside: isSession(segment) && code.path === undefined };
}

/** Reads the edits of a segment, whatever its format; `undefined` if it has none. Edits quoted inside code are code. */
function readEdits(segment: Segment): FileSketch[] | undefined {
  const format = FORMATS.find((each) => isMeant(each, segment));
  const sketches = format?.read(segment) ?? [];
  const path = segment.infoPath ?? segment.prosePath;
  return sketches.length === 0 ? undefined : sketches.map((found) => ({ ...found, path: found.path ?? path }));
}

/** Whether a segment holds edits of a format, and not code that quotes them. */
function isMeant({ id, find }: SketchFormat, segment: Segment): boolean {
  const begin = find(segment);
  const isSaid = id === "unified-diff" && isDiffFence(segment);
  return begin >= 0 && (isSaid || !followsCode(segment.texts, begin));
}

const isEditAttempt = (segment: Segment): boolean =>
  FORMATS.some((format) => format.isUnmistakable && isMeant(format, segment));

/** `path` is what stands around the code; a path in its first comment is nearer, one in the info string (`infoPath`) nearest. */
function toCode(
  lines: readonly Line[],
  startLine: number,
  path: string | undefined,
  language: string | undefined,
  context: ReplyContext,
  infoPath?: string,
): FileSketch {
  const found = readLeadingPath(
    lines.slice(0, 8).map(({ text }) => text),
    language ?? targetLanguage(context),
  );
  const isOfFile = found !== undefined && isCommentOfFile(found, lines[found.line], context);
  const leading = (isOfFile ? undefined : found) ?? readBareLabel(lines, context);
  const skipped = leading?.onlyPath === true && isLabel(leading.path, lines[leading.line], context) ? leading.line : -1;
  let kept = lines;
  let first = startLine;
  if (skipped >= 0) {
    const isBlankBehind = lines[skipped + 1]?.text.trim() === "";
    const behind = skipped + (isBlankBehind ? 2 : 1);
    kept = [...lines.slice(0, skipped), ...lines.slice(behind)];
    if (skipped === 0) first += behind;
  }
  return {
    path: infoPath ?? leading?.path ?? path,
    moveTo: undefined,
    language,
    sketch: { type: "code", text: joinLines({ bom: "", lines: kept }) },
    replyLine: first + 1,
  };
}

/** The name of the file alone on the first line, without a comment around it. */
function readBareLabel([first]: readonly Line[], { path }: ReplyContext): LeadingPath | undefined {
  const label = first?.text.trim() ?? "";
  const isName = path !== undefined && isPath(label) && nameOf(label) === nameOf(path);
  return isName ? { path: label, line: 0, onlyPath: true } : undefined;
}

/** Whether a comment that names another file stands in this one, which has it as a heading or to tell where something comes from. */
function isCommentOfFile({ path }: { path: string }, line: Line | undefined, context: ReplyContext): boolean {
  const { path: target, original } = context;
  if (line === undefined || target === undefined || original === undefined || nameOf(target) === nameOf(path))
    return false;
  return lineTexts(original).some((text) => text.trim() === line.text.trim());
}

const nameOf = (path: string): string | undefined => path.split(/[/\\]/).at(-1);

/** Whether a comment that names a path is the model's label: the original is known, is that file, and does not begin so. */
function isLabel(path: string, line: Line | undefined, { path: target, original }: ReplyContext): boolean {
  if (original === undefined || line === undefined) return false;
  if (target !== undefined && nameOf(target) !== nameOf(path)) return false;
  const opening = lineTexts(original.slice(0, 2000)).slice(0, 8);
  return !opening.some((text) => text.trim() === line.text.trim());
}
