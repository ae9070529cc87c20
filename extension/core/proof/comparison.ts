import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { lineTexts, splitLines } from "../text/lines.ts";
import { mayHaveLongStrings } from "../text/longStrings.ts";
import type { SyntaxParser, SyntaxTree, SyntaxEdit } from "../text/syntax.ts";
import { languageFamily } from "../sketch/languages.ts";

/** The file before, and its tree where its language has a grammar. */
export interface JudgedFile {
  readonly text: string;
  readonly language: string | undefined;
  readonly parser: SyntaxParser | undefined;
  readonly tree: SyntaxTree | undefined;
}

/** The file before and the result, side by side. A line that is only indented anew is the same line. */
export interface Comparison {
  readonly language: string | undefined;
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly changes: readonly LineChange[];
  /** The changes to the letter, indentation and trailing blanks included. */
  readonly exact: readonly LineChange[];
  /** For each line of the result the line of the file before that it is; -1 if it is new. */
  readonly oldOf: Int32Array;
  /** 1 where a line of the file begins inside a string of several lines, so that its indentation is content. */
  readonly inString: Uint8Array;
  /** The same of the result. */
  readonly inNewString: Uint8Array;
}

/** Compares line by line, ignoring the blanks around a line and, in JSON, a comma at its end. `inNewString` stays 0, as it takes a tree. */
export function compare(file: JudgedFile, text: string): Comparison {
  const [old, result] = [lineTexts(file.text), lineTexts(text)];
  return {
    language: file.language,
    old,
    new: result,
    ...alignLines(old, result, file.language),
    exact: lineDiff(old, result),
    inString: stringLines(file.text, old.length, file.tree),
    inNewString: new Uint8Array(result.length),
  };
}

/** What counts of each line. In JSON a line gains or loses its comma when its neighbour does. */
function readLines(lines: readonly string[], language: string | undefined): string[] {
  const isJson = language !== undefined && languageFamily(language) === "json";
  return lines.map((line) => (isJson ? line.trim().replace(/,$/, "") : line.trim()));
}

function alignLines(
  old: readonly string[],
  result: readonly string[],
  language: string | undefined,
): Pick<Comparison, "changes" | "oldOf"> {
  const changes = lineDiff(readLines(old, language), readLines(result, language));
  return { changes, oldOf: mapNewToOld(changes, result.length) };
}

/**
 * Compares anew, in another order: lines that no piece shows can only be lines of the file, so they are found in it first, and then those
 * that are shown between them. `isShown` takes a zero-based line of the result.
 */
export function realign(comparison: Comparison, isShown: (line: number) => boolean): Comparison {
  const { language } = comparison;
  const [old, result] = [readLines(comparison.old, language), readLines(comparison.new, language)];
  const masked = result.map((line, index) => (isShown(index) ? `\n${String(index)}` : line));
  const changes = lineDiff(old, masked).flatMap((change) =>
    lineDiff(old.slice(change.old.start, change.old.end), result.slice(change.new.start, change.new.end)).map(
      (inner) => ({
        old: { start: inner.old.start + change.old.start, end: inner.old.end + change.old.start },
        new: { start: inner.new.start + change.new.start, end: inner.new.end + change.new.start },
      }),
    ),
  );
  return { ...comparison, changes, oldOf: mapNewToOld(changes, result.length) };
}

/** Flags with 1 the lines that begin inside a string of several lines, so that their indentation is content. All 0 without a tree. */
export function stringLines(text: string, count: number, tree: SyntaxTree | undefined): Uint8Array {
  const inString = new Uint8Array(count);
  for (const { kind, start, end } of mayHaveLongStrings(text) ? (tree?.literals() ?? []) : [])
    if (kind !== "comment") inString.fill(1, start, end);
  return inString;
}

/**
 * Converts the changes to ranges of the two texts, for a parser that reuses what is unchanged; `undefined` if lines that are equal differ
 * in their ends, so that the texts shift against each other.
 */
export function textChanges(before: string, after: string, changes: readonly LineChange[]): SyntaxEdit[] | undefined {
  const [oldAt, newAt] = [offsets(before), offsets(after)];
  const found = changes.map(({ old, new: fresh }) => ({
    start: oldAt[old.start] ?? 0,
    oldEnd: oldAt[old.end] ?? 0,
    newStart: newAt[fresh.start] ?? 0,
    newEnd: newAt[fresh.end] ?? 0,
  }));
  let [oldEnd, newEnd] = [0, 0];
  for (const change of [...found, { start: before.length, oldEnd: 0, newStart: after.length, newEnd: 0 }]) {
    if (change.start - oldEnd !== change.newStart - newEnd) return undefined;
    ({ oldEnd, newEnd } = change);
  }
  return found;
}

/** Where each line begins, and last where the text ends. */
function offsets(text: string): number[] {
  const { bom, lines } = splitLines(text);
  let at = bom.length;
  return [at, ...lines.map(({ text: line, eol }) => (at += line.length + eol.length))];
}

/** How far a change may slide. */
const MAX_SLIDE = 40;

/**
 * Lists the places where a pure insertion or a pure deletion may equally well stand: `a X b X c` with `X b` inserted can also be read as
 * `b X` inserted one line later. The change itself comes first, and is the only one if it replaces lines.
 */
export function slides(change: LineChange, { old, new: fresh }: Pick<Comparison, "old" | "new">): LineChange[] {
  const inserts = change.old.start === change.old.end;
  if (!inserts && change.new.start !== change.new.end) return [change];
  const lines = inserts ? fresh : old;
  const range = inserts ? change.new : change.old;
  const result = [change];
  for (const direction of [-1, 1] as const) {
    for (let shift = direction; Math.abs(shift) <= MAX_SLIDE; shift += direction) {
      const entering = direction < 0 ? range.start + shift : range.end + shift - 1;
      const leaving = direction < 0 ? range.end + shift : range.start + shift - 1;
      if (entering < 0 || entering >= lines.length || lines[entering] !== lines[leaving]) break;
      result.push({
        old: { start: change.old.start + shift, end: change.old.end + shift },
        new: { start: change.new.start + shift, end: change.new.end + shift },
      });
    }
  }
  return result;
}
