import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import { CLOSES_ONLY, closesBlock } from "../blocks.ts";
import { isComment, isDeclared, isImportLine } from "../lineKeys.ts";
import type { Factors } from "./factors.ts";
import { isImplied, isStarComment, type Observation } from "./observation.ts";

/** The kinds of runs of lines that go, by the names of their states. */
export type CutKind = "D" | "L" | "E";

/**
 * What speaks for and against the two ends of a run of lines that goes or stays, as factors. Whole things go and stay, and blank lines of a
 * sketch stand where those of the file do: at the ends of a run shows what no line of it does.
 */
export interface Seams {
  /** A run that goes begins with `line`. */
  readonly cutBegins: (kind: CutKind, line: number) => number;
  /** A run that goes ends before `line`. */
  readonly cutEnds: (kind: CutKind, line: number) => number;
  /** What the marker at `index` keeps begins with `line`. */
  readonly keptBegins: (index: number, line: number) => number;
  /** What the marker at `index` keeps ends before `line`, which is found or before which new lines stand. */
  readonly keptEnds: (index: number, line: number, isFound: boolean) => number;
  /** What the marker at `index` keeps ends before `line`, and a run that goes begins there. */
  readonly keptEndsInCut: (index: number, line: number) => number;
  /** The sketch leaves out a comment that begins with `line`, or behind the blank lines there. */
  readonly commentBegins: (line: number) => number;
}

/** What a line is for those beside it; `edge` what is beyond the first and the last. */
const UNITS = ["blank", "comment", "closer", "opener", "line", "edge"] as const;
type Unit = (typeof UNITS)[number];

const OPENS = /[{([:]$|\b(?:do|then)$/;
/** What a comment begins with. */
const COMMENT_SIGN = /^(?:\/\/+|\/?\*+|#+|--|;+|<!-*)\s*/;
/** What is in a comment if it is code. */
const CODE = /[;{}(),=]$|^[\w.]+\(|^(?:const|let|var|return|import|use|if|for)\b/;

const sizeClass = (count: number): string =>
  count <= 1 ? String(count) : count <= 3 ? "3" : count <= 8 ? "8" : count <= 20 ? "20" : "99";

/** Reads what there is at the ends of all runs of lines. */
export function readSeams(o: Observation, factors: Factors): Seams {
  const { trimmed, blocks } = o.original;
  const isStar = isStarComment(o.original.language);
  const units = trimmed.map((text, line): number => {
    const unit = (): Unit => {
      if (text === "") return "blank";
      if (isComment(text) || isStar(text)) return "comment";
      // Quotes may open a text as well as close it.
      if (closesBlock(text) && !/^["']/.test(text)) return "closer";
      return (blocks.end[line] ?? 0) > line + 1 ? "opener" : "line";
    };
    return UNITS.indexOf(unit());
  });
  const unitAt = (line: number): number => units[line] ?? UNITS.indexOf("edge");
  /** The number of the units on both sides of where a line begins, and its name. */
  const pairAt = (line: number): number => UNITS.length * unitAt(line - 1) + unitAt(line);
  const pairName = (line: number): string => `${nameAt(line - 1)}:${nameAt(line)}`;
  const nameAt = (line: number): string => UNITS[unitAt(line)] ?? "";
  const commentEnds = findCommentEnds(units);
  const isBlank = (line: number): boolean => trimmed[line] === "";
  const filledBefore = countFilled(o);
  const filled = filledBefore.at(-1) ?? 0;
  const lastCode = trimmed.findLastIndex((text) => text !== "" && !CLOSES_ONLY.test(text));
  const firstWithout = (isThat: (text: string) => boolean): number =>
    trimmed.findIndex((text) => text !== "" && !isThat(text));
  const [onlyImports, onlyComments] = [firstWithout(isImportLine), firstWithout((text) => COMMENT_SIGN.test(text))];
  const habits = readHabits(o.items);
  const showsComments = o.texts.some((text) => text !== "" && COMMENT_SIGN.test(text) && o.countInFile(text) > 0);
  const isOpenAtEnds = !o.extent.isBare;
  /** Whether a line stands right below another that is not blank, and whether it is at the margin. */
  const nearness = (line: number): string => (line > 0 && !isBlank(line - 1) ? "tight" : "apart");
  const standing = (line: number): string => `${nearness(line)}:${(o.lineDepth[line] ?? 0) === 0 ? "base" : "deep"}`;

  /** What is left below a line if the sketch ends without a marker, as few lines at the end of a file mostly go. */
  function tail(place: number): string[] {
    const line = isBlank(place) ? (o.lineAfter[place] ?? -1) : place;
    if (line < 0) return [];
    const size = sizeClass(filled - (filledBefore[line] ?? 0));
    const style = isImplied(o.items[0]) ? "i" : "r";
    const sizes = [`k:tail:${size}`, `k:tail:${size}:${style}`];
    if (line > lastCode) return [...sizes, "k:tail:closers", `k:tail:closers:${style}`];
    const where = standing(line);
    return [...sizes, `k:tail:${nearness(line)}:${style}`, `k:tail:${where}`, `k:tail:${where}:${size}`];
  }

  /** What is above the first line that is found if the sketch begins without a marker. */
  function head(line: number): string[] {
    const size = sizeClass(filledBefore[line] ?? 0);
    const style = isImplied(o.items.at(-1)) ? "i" : "r";
    const where = standing(line);
    const isBefore = (first: number): boolean => first < 0 || line <= first;
    const kind = isBefore(onlyImports) ? "imports" : isBefore(onlyComments) ? "comments" : "other";
    const kinds = `${kind}:${isImportLine(trimmed[line] ?? "") ? "import" : "code"}`;
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

  const ends = (name: string, form: string, line: number): string[] => [
    `${name}:${pairName(line)}`,
    `${name}:${form}:${pairName(line)}`,
  ];
  const cutBegins = (kind: CutKind, line: number): string[] => [
    ...ends("d:begin", kind, line),
    `d:begin:${kind}:${nameAt(line)}`,
  ];
  const formOf = (index: number): string => (isImplied(o.items[index]) ? "i" : "r");
  const isHead = (index: number): boolean => isOpenAtEnds && index === 0 && isImplied(o.items[0]);
  const isTail = (index: number): boolean =>
    isOpenAtEnds && index > 0 && index === o.items.length - 1 && isImplied(o.items[index]);
  /** Few of these are different, and each is asked for at many lines: `key` numbers what is the same. */
  const remembered = new Map<number, number>();
  const remember = (key: number, compute: () => string[]): number => {
    let factor = remembered.get(key);
    if (factor === undefined) remembered.set(key, (factor = factors.of(compute())));
    return factor;
  };
  const PAIRS = UNITS.length * UNITS.length;
  /** The number of what is asked of a run that goes, by its kind; of one that a marker keeps, by its index, behind those. */
  const ofCut = (part: number, kind: CutKind, line: number): number =>
    PAIRS * (3 * part + "DLE".indexOf(kind)) + pairAt(line);
  const ofKept = (part: number, index: number, line: number): number => PAIRS * (6 + 4 * index + part) + pairAt(line);
  const heads: number[] = [];
  const tails: number[] = [];
  return {
    cutBegins: (kind, line) => remember(ofCut(0, kind, line), () => cutBegins(kind, line)),
    cutEnds: (kind, line) =>
      remember(ofCut(1, kind, line), () => [...ends("d:end", kind, line), `d:end:${kind}:${nameAt(line - 1)}`]),
    keptBegins: (index, line) => {
      const compute = (): string[] => [...ends("k:begin", formOf(index), line), ...gap("in", index, isBlank(line))];
      if (isTail(index)) return (tails[line] ??= factors.of([...compute(), ...tail(line)]));
      return remember(ofKept(0, index, line), compute);
    },
    keptEnds: (index, line, isFound) => {
      const compute = (): string[] => [...ends("k:end", formOf(index), line), ...gap("out", index, isBlank(line - 1))];
      if (isFound && isHead(index)) return (heads[line] ??= factors.of([...compute(), ...head(line)]));
      return remember(ofKept(1, index, line), compute);
    },
    keptEndsInCut: (index, line) =>
      remember(ofKept(2, index, line), () => [...ends("k:end", formOf(index), line), ...cutBegins("E", line)]),
    commentBegins: (line) => {
      const first = isBlank(line) ? (o.lineAfter[line] ?? -1) : line;
      const end = commentEnds[first] ?? first;
      const kind = CODE.test((trimmed[first] ?? "").replace(COMMENT_SIGN, "")) ? "code" : "words";
      const where = nearness(first);
      const size = end - first <= 1 ? "1" : end - first <= 3 ? "3" : "9";
      return factors.of([
        `c:open:${isOpenAtEnds ? "marked" : "bare"}`,
        `c:size:${size}`,
        `c:${kind}`,
        `c:${where}`,
        `c:${kind}:${where}`,
        `c:said:${String(o.said.codes[first] ?? 0)}`,
        `c:shows:${String(showsComments)}`,
        `c:declared:${String(isDeclared(o.identityOfLine[end]))}`,
      ]);
    },
  };
}

/** For each line one past the last of the comments that it begins; the line itself if it is none. */
function findCommentEnds(units: readonly number[]): Int32Array {
  const comment = UNITS.indexOf("comment");
  const ends = new Int32Array(units.length);
  for (let line = units.length - 1; line >= 0; line--)
    ends[line] = units[line] !== comment ? line : units[line + 1] === comment ? (ends[line + 1] ?? 0) : line + 1;
  return ends;
}

/** How many lines of the whole file that are not blank stand before each line as it is read, and before its end. */
function countFilled({ original, whole, folds }: Observation): number[] {
  const counts = [0];
  original.trimmed.forEach((text, line) => {
    const { start, end } = folds?.lines[line] ?? { start: line, end: line + 1 };
    const isFold = end > start + 1;
    const here = isFold ? whole.trimmed.slice(start, end).filter((each) => each !== "").length : text === "" ? 0 : 1;
    counts.push((counts[line] ?? 0) + here);
  });
  return counts;
}

/** Whether the written markers of a sketch stand between blank lines: all of them, some, or none; `only` for a single one. */
function readHabits(items: readonly Item[]): { readonly in: string; readonly out: string } {
  const habitOf = (blanks: readonly boolean[]): string => {
    const count = blanks.filter(Boolean).length;
    return blanks.length < 2 ? "only" : count === 0 ? "none" : count === blanks.length ? "all" : "some";
  };
  const written = (
    isAsked: (index: number) => boolean,
    isApart: (item: Item & { type: "marker" }) => boolean,
  ): string =>
    habitOf(
      items.flatMap((item, index) =>
        item.type === "marker" && item.line !== IMPLIED && isAsked(index) ? [isApart(item)] : [],
      ),
    );
  return {
    in: written(
      (index) => index > 0,
      ({ blankBefore }) => blankBefore,
    ),
    out: written(
      (index) => index < items.length - 1,
      ({ blankAfter }) => blankAfter,
    ),
  };
}
