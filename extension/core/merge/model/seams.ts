import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import { CLOSES_ONLY } from "../blocks.ts";
import { isComment } from "../lineKeys.ts";
import { isImplied, type Observation } from "./observation.ts";

/** The kinds of runs of lines that go, by the names of their states. */
export type CutKind = "D" | "L" | "E";

/**
 * What speaks for and against the two ends of a run of lines that goes or stays. Whole things go and stay, and blank lines of a sketch stand
 * where those of the file do: at the ends of a run shows what no line of it does. All features are names, each with a weight of its own.
 */
export interface Seams {
  /** A run that goes begins with `line`. */
  readonly cutBegins: (kind: CutKind, line: number) => string[];
  /** A run that goes ends before `line`. */
  readonly cutEnds: (kind: CutKind, line: number) => string[];
  /** What the marker at `index` keeps begins with `line`. */
  readonly keptBegins: (index: number, line: number) => string[];
  /** What the marker at `index` keeps ends before `line`. */
  readonly keptEnds: (index: number, line: number) => string[];
  /** The sketch leaves out a comment that begins with `line`, or behind the blank lines there. */
  readonly commentBegins: (line: number) => string[];
}

/** What a line is for those beside it. */
type Unit = "blank" | "comment" | "closer" | "opener" | "line";

const CLOSES = /^(?:[)\]}>]|(?:end|else|elif|except|finally|rescue)\b)/;
const IMPORTS = /^(?:import\b|from\s|#\s*include|use\s|using\s|require|@import|const \w+ = require)/;
const OPENS = /[{([:]$|\b(?:do|then)$/;
/** What a comment begins with. */
const COMMENT_SIGN = /^(?:\/\/+|\/?\*+|#+|--|;+|<!-*)\s*/;
/** What is in a comment if it is code. */
const CODE = /[;{}(),=]$|^[\w.]+\(|^(?:const|let|var|return|import|use|if|for)\b/;

const sizeClass = (count: number): string =>
  count <= 1 ? String(count) : count <= 3 ? "3" : count <= 8 ? "8" : count <= 20 ? "20" : "99";

/** Reads what there is at the ends of all runs of lines. */
export function readSeams(o: Observation): Seams {
  const { trimmed, blocks } = o.original;
  const units = trimmed.map((text, line): Unit => {
    if (text === "") return "blank";
    if (isComment(text)) return "comment";
    if (CLOSES.test(text)) return "closer";
    return (blocks.end[line] ?? 0) > line + 1 ? "opener" : "line";
  });
  const unitAt = (line: number): Unit => units[line] ?? "blank";
  const commentEnds = findCommentEnds(units);
  const isBlank = (line: number): boolean => trimmed[line] === "";
  const filled = trimmed.filter((text) => text !== "").length;
  const filledBefore = countFilled(trimmed);
  const lastCode = trimmed.findLastIndex((text) => text !== "" && !CLOSES_ONLY.test(text));
  const firstWithout = (pattern: RegExp): number => trimmed.findIndex((text) => text !== "" && !pattern.test(text));
  const [onlyImports, onlyComments] = [firstWithout(IMPORTS), firstWithout(COMMENT_SIGN)];
  const habits = readHabits(o.items);
  const showsComments = o.texts.some((text) => text !== "" && COMMENT_SIGN.test(text) && o.countInFile(text) > 0);
  const isOpenAtEnds = !o.extent.isBare;
  /** Whether a line stands right below another that is not blank, and whether it is at the margin. */
  const nearness = (line: number): string => (line > 0 && !isBlank(line - 1) ? "tight" : "apart");
  const standing = (line: number): string => `${nearness(line)}:${(o.lineDepth[line] ?? 0) === 0 ? "base" : "deep"}`;

  /** What is left below a line if the sketch ends without a marker, as few lines at the end of a file mostly go. */
  function tail(line: number): string[] {
    const size = sizeClass(filled - (filledBefore[line] ?? 0));
    const style = isImplied(o.items[0]) ? "i" : "r";
    const onlyCloses = line > lastCode;
    const where = onlyCloses ? "closers" : standing(line);
    const near = onlyCloses ? "closers" : nearness(line);
    return [
      `k:tail:${size}`,
      `k:tail:${size}:${style}`,
      `k:tail:${near}:${style}`,
      `k:tail:${where}`,
      `k:tail:${onlyCloses ? where : `${where}:${size}`}`,
    ];
  }

  /** What is above the first line that is found if the sketch begins without a marker. */
  function head(line: number): string[] {
    const size = sizeClass(filledBefore[line] ?? 0);
    const style = isImplied(o.items.at(-1)) ? "i" : "r";
    const where = standing(line);
    const isBefore = (first: number): boolean => first < 0 || line <= first;
    const kind = isBefore(onlyImports) ? "imports" : isBefore(onlyComments) ? "comments" : "other";
    const kinds = `${kind}:${IMPORTS.test(trimmed[line] ?? "") ? "import" : "code"}`;
    return [
      `k:head:${size}`,
      `k:head:${size}:${style}`,
      `k:head:${nearness(line)}:${style}`,
      `k:head:${where}`,
      `k:head:${kinds}`,
      `k:head:${kinds}:${size}`,
      `k:head:${where}:${size}`,
    ];
  }

  /** Whether there are blank lines on this side of a written marker where the file has them, and whether that is how the sketch is written. */
  function gap(side: "in" | "out", index: number, isFileBlank: boolean): string[] {
    const item = o.items[index];
    if (item?.type !== "marker" || item.line === IMPLIED || (side === "in" && index === 0)) return [];
    const isSketchBlank = side === "in" ? item.blankBefore : item.blankAfter;
    const pair = `k:${side}:${isSketchBlank ? "b" : "t"}${isFileBlank ? "B" : "T"}`;
    const beside = o.texts[side === "in" ? index - 1 : index + 1] ?? "";
    const place = (side === "in" ? OPENS : CLOSES_ONLY).test(beside) ? "inner" : "outer";
    const habit = habits[side];
    return [pair, `${pair}:${habit}`, `${pair}:${place}`, `${pair}:${place}:${habit}`];
  }

  const ends = (name: string, form: string, line: number): string[] => {
    const pair = `${unitAt(line - 1)}:${unitAt(line)}`;
    return [`${name}:${pair}`, `${name}:${form}:${pair}`];
  };
  const formOf = (index: number): string => (isImplied(o.items[index]) ? "i" : "r");
  return {
    cutBegins: (kind, line) => [...ends("d:begin", kind, line), `d:begin:${kind}:${unitAt(line)}`],
    cutEnds: (kind, line) => [...ends("d:end", kind, line), `d:end:${kind}:${unitAt(line - 1)}`],
    keptBegins: (index, line) => [
      ...ends("k:begin", formOf(index), line),
      ...gap("in", index, isBlank(line)),
      ...(isOpenAtEnds && index > 0 && index === o.items.length - 1 && isImplied(o.items[index]) ? tail(line) : []),
    ],
    keptEnds: (index, line) => [
      ...ends("k:end", formOf(index), line),
      ...gap("out", index, line > 0 && isBlank(line - 1)),
      ...(isOpenAtEnds && index === 0 && isImplied(o.items[index]) ? head(line) : []),
    ],
    commentBegins: (line) => {
      const first = isBlank(line) ? (o.lineAfter[line] ?? -1) : line;
      const end = commentEnds[first] ?? first;
      const kind = CODE.test((trimmed[first] ?? "").replace(COMMENT_SIGN, "")) ? "code" : "words";
      const where = nearness(first) === "tight" || first <= 0 ? "tight" : "apart";
      const size = end - first <= 1 ? "1" : end - first <= 3 ? "3" : "9";
      return [
        `c:size:${size}`,
        `c:${kind}`,
        `c:${where}`,
        `c:${kind}:${where}`,
        `c:said:${String(o.said.codes[first] ?? 0)}`,
        `c:shows:${String(showsComments)}`,
        `c:declared:${String(o.identityOfLine[end] !== undefined)}`,
      ];
    },
  };
}

/** For each line one past the last of the comments that it begins; the line itself if it is none. */
function findCommentEnds(units: readonly Unit[]): Int32Array {
  const ends = new Int32Array(units.length);
  for (let line = units.length - 1; line >= 0; line--)
    ends[line] = units[line] !== "comment" ? line : units[line + 1] === "comment" ? (ends[line + 1] ?? 0) : line + 1;
  return ends;
}

/** How many lines before each are not blank. */
function countFilled(trimmed: readonly string[]): number[] {
  let count = 0;
  return trimmed.map((text) => (text === "" ? count : count++));
}

/** Whether the markers of a sketch stand between blank lines: all of them, some, or none. */
function readHabits(items: readonly Item[]): { readonly in: string; readonly out: string } {
  const markers = items.slice(1, -1).flatMap((item) => (item.type === "marker" && item.line !== IMPLIED ? [item] : []));
  const habitOf = (blanks: readonly boolean[]): string => {
    const count = blanks.filter(Boolean).length;
    return count === 0 ? "none" : count === blanks.length ? "all" : "some";
  };
  return {
    in: habitOf(markers.map(({ blankBefore }) => blankBefore)),
    out: habitOf(markers.map(({ blankAfter }) => blankAfter)),
  };
}
