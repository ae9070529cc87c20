import { indentWidth } from "../text/indentation.ts";
import { lineTexts } from "../text/lines.ts";
import { endsSentence, readInlineMarker, readNonCode, type NonCode } from "./markers.ts";
import { readPossibleNonCode } from "./possibleMarkers.ts";

/** One element of lazy code, in the order in which the model wrote it. */
export type Item = CodeItem | MarkerItem | RemovalItem;

export interface CodeItem {
  readonly type: "code";
  /** The line with its indentation, without its end. */
  readonly text: string;
  /** Zero-based line of the sketch. */
  readonly line: number;
  /** What else the line may be: its words speak of code that stays or goes, but those of a comment in the file may do so too. */
  readonly also?: MarkerItem | RemovalItem;
}

/** The line of a marker that the sketch does not show but that its form implies. */
export const IMPLIED = -1;

export interface MarkerItem {
  readonly type: "marker";
  /** Zero-based line of the sketch, or `IMPLIED`. */
  readonly line: number;
  /** Columns before it in its line. */
  readonly column: number;
  /** Whether the sketch has blank lines before and behind the marker. They are cosmetic, but new code wants one. */
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
  /** Its line as written, or its part of the line; several lines where markers follow each other. Empty where it is implied. */
  readonly text: string;
  /** False where the words may as well be a comment that is to stand in the file. */
  readonly isSure: boolean;
}

interface RemovalItem {
  readonly type: "removal";
  readonly line: number;
  readonly removed: string | undefined;
  readonly lineCount: number | undefined;
  /** Its line as written. */
  readonly text: string;
}

/** Makes a marker that the sketch does not show. `isApart`: as if blank lines stood around it. */
export function impliedMarker(isApart = false): MarkerItem {
  return {
    type: "marker",
    line: IMPLIED,
    column: 0,
    blankBefore: isApart,
    blankAfter: isApart,
    text: "",
    isSure: true,
  };
}

/**
 * Reads lazy code into items. A marker that `original` itself contains is text. Neighbouring markers become one; blank lines beside a
 * marker and at both ends are dropped, since models put them there for looks. Those beside a line that is only possibly a marker (`also`)
 * stay.
 */
export function readLazyCode(text: string, original: readonly string[]): Item[] {
  const file = knownLines(original);
  const items: Item[] = [];
  lineTexts(text).forEach((line, index) => {
    for (const item of readLine(line, index, file)) items.push(item);
  });
  return dropCosmeticBlanks(items);
}

function readLine(line: string, index: number, file: KnownLines): Item[] {
  const code: CodeItem = { type: "code", text: line, line: index };
  if (file.has(line.trim())) return [code];
  const nonCode = readNonCode(line);
  // A sentence of the file that has lost its beginning is still one of the file's.
  if (nonCode) return file.holds(line) ? [code] : [toItem(nonCode, line, index)];
  const inline = readInlineMarker(line);
  if (!inline) {
    const possible = readPossibleNonCode(line);
    return [possible ? { ...code, also: toItem(possible, line, index) } : code];
  }
  // A marker after the beginning of a line of the file stands for the rest of that line, and not for lines.
  const whole = inline.after === "" ? file.findByBeginning(inline.before.trim()) : undefined;
  if (whole !== undefined) return [{ ...code, text: indentOf(line) + whole }];
  const parts: Item[] = [];
  if (inline.before.trim() !== "") parts.push({ type: "code", text: inline.before, line: index });
  parts.push({
    ...impliedMarker(),
    line: index,
    column: indentWidth(line) + inline.before.trim().length,
    text: inline.marker,
  });
  if (inline.after !== "") parts.push({ type: "code", text: indentOf(line) + inline.after, line: index });
  return parts;
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? "";

/** The lines of the file, trimmed. */
interface KnownLines {
  readonly has: (line: string) => boolean;
  /** Whether a line has all words of a comment behind others. */
  readonly holds: (line: string) => boolean;
  /** The one line that is longer than its `beginning`; `undefined` if that is a line itself, or begins none or several. */
  readonly findByBeginning: (beginning: string) => string | undefined;
}

/** Fewer letters than this begin a single line only by chance. */
const TELLING = 8;

/** Lines of up to so many letters hold no sentence. */
const SHORT = 30;
/** If more lines than this have their first letters in common, a beginning identifies none of them. */
const MOST_ALIKE = 50;

function knownLines(original: readonly string[]): KnownLines {
  const known = new Set(original.map((line) => line.trim()));
  let comments: readonly string[] | undefined;
  let byFirst: Map<string, string[]> | undefined;
  const index = (): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const line of known) {
      const first = line.slice(0, TELLING);
      const alike = found.get(first);
      if (!alike) found.set(first, [line]);
      else if (alike.length <= MOST_ALIKE) alike.push(line);
    }
    return found;
  };
  return {
    has: (line) => known.has(line),
    holds: (line) => endsSentence(line, (comments ??= [...known].filter((text) => text.length > SHORT))),
    findByBeginning: (beginning) => {
      if (beginning.length < TELLING || known.has(beginning)) return undefined;
      const alike = (byFirst ??= index()).get(beginning.slice(0, TELLING)) ?? [];
      const [line, ...others] = alike.length > MOST_ALIKE ? [] : alike.filter((text) => text.startsWith(beginning));
      return others.length === 0 ? line : undefined;
    },
  };
}

function toItem(found: NonCode, text: string, line: number): MarkerItem | RemovalItem {
  if (found.type === "removal") return { ...found, line, text };
  return { ...impliedMarker(), line, column: indentWidth(text), text, isSure: found.isSure };
}

const isBlank = (item: Item | undefined): boolean => item?.type === "code" && item.text.trim() === "";

function dropCosmeticBlanks(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  let pendingBlanks: Item[] = [];
  for (const item of items) {
    if (isBlank(item)) {
      pendingBlanks.push(item);
      continue;
    }
    const previous = kept.at(-1);
    const blanks = pendingBlanks.length > 0;
    if (item.type === "marker") {
      if (previous?.type === "marker") kept[kept.length - 1] = joinMarkers(previous, item);
      else kept.push({ ...item, blankBefore: blanks && previous !== undefined });
    } else {
      if (previous?.type === "marker") kept[kept.length - 1] = { ...previous, blankAfter: blanks };
      else if (previous) for (const blank of pendingBlanks) kept.push(blank);
      kept.push(item);
    }
    pendingBlanks = [];
  }
  return kept;
}

function joinMarkers(first: MarkerItem, second: MarkerItem): MarkerItem {
  const text = `${first.text}\n${second.text}`;
  return { ...first, blankAfter: false, text, isSure: first.isSure || second.isSure };
}
