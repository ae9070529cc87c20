import type { Line } from "../text/lines.ts";
import { splitLines } from "../text/lines.ts";
import type { Container, Containers, Position } from "./containers.ts";
import { columnsOfIndent, enterContainers, leaveContainers, restOfLine, skipIndent } from "./containers.ts";
import { normalizeLanguage } from "./languages.ts";

/** A fenced code block. Line numbers are zero-based and of the whole text, ends exclusive. */
export interface Fence {
  /** All that stands after the opening run, trimmed. */
  readonly info: string;
  /** The first word of `info`, as written. */
  readonly language: string | undefined;
  /** The lines between, without the indentation of the opening fence and the markers of its list item or quote. */
  readonly content: readonly Line[];
  /** Line of the opening fence. */
  readonly startLine: number;
  /** One past the closing fence. Unclosed: one past the last line. */
  readonly endLine: number;
  /** False if the text, or the block quote that holds the fence, ends before a closing fence. */
  readonly closed: boolean;
  /** Whether its end stays where it is, whatever lines are added to the text. */
  readonly settled: boolean;
  /** Columns before the opening run, list and quote markers included. */
  readonly indent: number;
}

/** The run of backticks or tildes that begins a line, looked at without its indentation. */
interface FenceRun {
  readonly char: "`" | "~";
  readonly length: number;
  /** Trimmed text behind the run; a closing fence has none. */
  readonly info: string;
}

interface Opening {
  readonly run: FenceRun;
  readonly line: number;
  readonly indent: number;
  /** Indentation inside the containers, at most 3. */
  readonly ownIndent: number;
  readonly containers: readonly Container[];
}

/**
 * Reads the fenced code blocks of a Markdown text, in order, as section 4.5 of the CommonMark specification defines them, including those
 * in list items and block quotes. If chat models leave the specification, it follows the model where the meaning is clear:
 *
 * - a `markdown` fence whose content opens fences of the same length with a language: they are balanced;
 * - a `diff` fence: a line that begins with a space is context, so an indented run does not close it;
 * - a fence in a list item whose content is not indented: the item goes on up to the closing fence.
 */
export function readFences(markdown: string): Fence[] {
  return readFencesOf(splitLines(markdown).lines, () => false);
}

/**
 * Reads the fenced code blocks of a text that is split already, as `readFences` does. `isContent` tells of a zero-based line that it can
 * neither open nor close a fence, because it is known to be something else.
 */
export function readFencesOf(lines: readonly Line[], isContent: (line: number) => boolean): Fence[] {
  if (!lines.some(({ text }) => text.includes("```") || text.includes("~~~"))) return [];
  const runs = findRuns(lines, isContent);
  const fences: Fence[] = [];
  let containers: readonly Container[] = [];
  let index = 0;
  while (index < lines.length) {
    const text = lines[index]?.text ?? "";
    const isPassed = isContent(index) || (text === "" && containers.length === 0);
    const here = isPassed ? undefined : enterContainers(text, leaveContainers(text, containers));
    containers = here?.containers ?? containers;
    const opening = here && openingFence(text, index, here);
    const end = opening && findEnd(lines, runs, opening, isContent);
    if (opening && end) fences.push(toFence(lines, opening, end));
    index = end?.next ?? index + 1;
  }
  return fences;
}

function openingFence(text: string, line: number, { containers, position }: Containers): Opening | undefined {
  const ownIndent = columnsOfIndent(text, position);
  if (ownIndent > 3) return undefined;
  const run = fenceRun(restOfLine(text, position));
  if (run === undefined || (run.char === "`" && run.info.includes("`"))) return undefined;
  return { run, line, indent: position.column + ownIndent, ownIndent, containers };
}

/** Reads the run of at least three equal fence characters that `text` begins with, whatever its indentation or quote markers. */
function fenceRun(text: string): FenceRun | undefined {
  let start = 0;
  while (text[start] === " " || text[start] === "\t" || text[start] === ">") start++;
  const char = text[start];
  if (char !== "`" && char !== "~") return undefined;
  let end = start;
  while (text[end] === char) end++;
  if (end - start < 3) return undefined;
  return { char, length: end - start, info: text.slice(end).trim() };
}

interface End {
  /** One past the last line of content. */
  readonly content: number;
  /** Where reading goes on. */
  readonly next: number;
  readonly closed: boolean;
  readonly settled: boolean;
}

function findEnd(lines: readonly Line[], runs: Runs, opening: Opening, isContent: (line: number) => boolean): End {
  const language = normalizeLanguage(firstWord(opening.run.info) ?? "");
  let asContext: number | undefined;
  let runsBehind = 0;
  for (let line = opening.line + 1; line < lines.length; line++) {
    if (isContent(line)) continue;
    const text = lines[line]?.text ?? "";
    const left = leaveContainers(text, opening.containers);
    const lost = opening.containers[left.containers.length];
    if (lost?.type === "quote" || (lost?.type === "item" && !itemGoesOn(runs, line, opening.run))) {
      const settled = lost.type === "quote" || runs.nextRun[line] !== runs.runs.length;
      return { content: line, next: line, closed: false, settled };
    }
    const run = runs.runs[line];
    if (run === undefined) continue;
    if (asContext !== undefined && ++runsBehind > MAX_RUNS_BEHIND_CONTEXT) break;
    const indent = columnsOfIndent(text, left.position);
    if (asContext !== undefined && indent === 0 && run.info !== "") {
      return { content: asContext, next: asContext + 1, closed: true, settled: true };
    }
    if (indent > 3 || !closes(run, opening.run) || hasQuoteMark(text, left.position)) continue;
    if (language === "diff" && indent === opening.ownIndent + 1) asContext ??= line;
    else if (language === "markdown") return markdownEnd(runs, opening, line);
    else return { content: line, next: line + 1, closed: true, settled: true };
  }
  // A diff fence that nothing else closes was closed by what looked like a context line.
  if (asContext !== undefined) {
    return { content: asContext, next: asContext + 1, closed: true, settled: runsBehind > MAX_RUNS_BEHIND_CONTEXT };
  }
  return { content: lines.length, next: lines.length, closed: false, settled: false };
}

/** A diff that shows more fences than this behind its closing run is not looked at further, so that hostile text stays linear. */
const MAX_RUNS_BEHIND_CONTEXT = 24;

function closes(run: FenceRun, opening: FenceRun): boolean {
  return run.char === opening.char && run.length >= opening.length && run.info === "";
}

/** `fenceRun` looks through `>`, but inside a fence a `>` that belongs to no container is content. */
function hasQuoteMark(text: string, position: Position): boolean {
  return restOfLine(text, position).trimStart().startsWith(">");
}

/** Whether the next run after a dedented line closes the fence, so that only the model's indentation was careless. */
function itemGoesOn({ runs, nextRun }: Runs, line: number, opening: FenceRun): boolean {
  const next = runs[nextRun[line] ?? runs.length];
  return next !== undefined && closes(next, opening);
}

/** The runs of a text by line, and what lies ahead of each line, so that looking ahead costs nothing. */
interface Runs {
  readonly runs: readonly (FenceRun | undefined)[];
  /** The first line from here on that has a run. */
  readonly nextRun: readonly number[];
  /** The closing runs from here on, less those that open with an info string. */
  readonly unclosed: readonly number[];
}

function findRuns(lines: readonly Line[], isContent: (line: number) => boolean): Runs {
  const runs = lines.map(({ text }, line) => (isContent(line) ? undefined : fenceRun(text)));
  const nextRun = new Array<number>(runs.length + 1).fill(runs.length);
  const unclosed = new Array<number>(runs.length + 1).fill(0);
  for (let line = runs.length - 1; line >= 0; line--) {
    const run = runs[line];
    nextRun[line] = run === undefined ? (nextRun[line + 1] ?? runs.length) : line;
    unclosed[line] = (unclosed[line + 1] ?? 0) + (run === undefined ? 0 : run.info === "" ? 1 : -1);
  }
  return { runs, nextRun, unclosed };
}

/** More runs than this inside one fence are not paired, so that hostile text stays linear. */
const MAX_BALANCED_RUNS = 400;
/** Fences are not meant to lie deeper in each other; without this limit each of many openings would be paired with all behind it. */
const MAX_NESTED = 16;

/**
 * Finds the end of a `markdown` fence whose strict end is `strict`. If its content opens fences with a language, pairs them with their
 * closing runs. The result counts only if the outer fence then ends too and the runs after it still pair up; otherwise nobody can tell
 * which run closes what, and the strict end stays.
 */
function markdownEnd({ runs, nextRun, unclosed }: Runs, { run: outer, line: start }: Opening, strict: number): End {
  const strictEnd = { content: strict, next: strict + 1, closed: true, settled: false };
  const open: FenceRun[] = [];
  let line = nextRun[start + 1] ?? runs.length;
  for (let steps = 0; steps < MAX_BALANCED_RUNS; steps++) {
    const run = runs[line];
    if (run === undefined) return strictEnd;
    const inner = open.at(-1);
    if (run.info !== "") {
      if (!run.info.includes("`")) open.push(run);
      if (open.length > MAX_NESTED) return strictEnd;
    } else if (inner !== undefined) {
      if (closes(run, inner)) open.pop();
    } else if (closes(run, outer)) {
      // Nothing inside is open, so both ways of reading it end here.
      if (line === strict) return { ...strictEnd, settled: true };
      const rest = unclosed[line + 1] ?? 0;
      return rest >= 0 && rest % 2 === 0 ? { ...strictEnd, content: line, next: line + 1 } : strictEnd;
    }
    line = nextRun[line + 1] ?? runs.length;
  }
  return strictEnd;
}

function toFence(lines: readonly Line[], opening: Opening, end: End): Fence {
  const content = lines.slice(opening.line + 1, end.content).map(({ text, eol }) => {
    const { position } = leaveContainers(text, opening.containers);
    return { text: restOfLine(text, skipIndent(text, position, opening.ownIndent)), eol };
  });
  const { info } = opening.run;
  return {
    info,
    language: firstWord(info),
    content,
    startLine: opening.line,
    endLine: end.next,
    closed: end.closed,
    settled: end.settled,
    indent: opening.indent,
  };
}

function firstWord(info: string): string | undefined {
  const end = info.search(/\s/);
  const word = end < 0 ? info : info.slice(0, end);
  return word === "" ? undefined : word;
}
