import { indentWidth, isBlank } from "../../core/text/indentation.ts";
import { bodyOf, isCloser, parentsOf, unitsIn, type Unit } from "./outline.ts";
import type { Random } from "./random.ts";
import type { ScriptedEdit, Evidence, ScriptStep } from "./script.ts";

/** A line of the expected text, and how many lines of the original were dropped just before it. */
export interface ShownLine {
  readonly text: string;
  /** Its number in the original; `undefined` for a new line. */
  readonly old: number | undefined;
  readonly isShifted: boolean;
  readonly dropped: readonly { readonly old: number; readonly evidence: Evidence }[];
}

/** Lists the lines of the expected text; the last entry is the end of the file, with what was dropped before it. */
export function shownLines({ steps, original }: ScriptedEdit): ShownLine[] {
  const lines: ShownLine[] = [];
  let dropped: { old: number; evidence: Evidence }[] = [];
  for (const step of steps) {
    if (step.type === "drop") dropped.push(step);
    else {
      lines.push({ text: step.text, old: oldOf(step), isShifted: isShifted(step, original), dropped });
      dropped = [];
    }
  }
  lines.push({ text: "", old: undefined, isShifted: false, dropped });
  return lines;
}

const oldOf = (step: ScriptStep): number | undefined => (step.type === "keep" ? step.old : undefined);
const isShifted = (step: ScriptStep, original: readonly string[]): boolean =>
  step.type === "keep" && original[step.old] !== step.text;

/** How much of a file an answer shows around its changes. */
export interface Manner {
  /** Kept lines before and after a change. */
  readonly before: () => number;
  readonly after: () => number;
  /** How often the header of a block around a change is shown: of the innermost, of those around it. */
  readonly innerHeader: number;
  readonly outerHeader: number;
  /** How often the closing line of a block is shown whose header is. */
  readonly closer: number;
  /** How often a block around a change is shown whole, up to this many lines. */
  readonly whole: number;
  readonly wholeLines: number;
  /** How often a neighbouring declaration is shown by its header. */
  readonly neighbour: number;
  /** Hidden runs of up to this many lines are shown instead. */
  readonly shortest: number;
}

/** A run of new lines, or a place, with what was dropped there. End-exclusive. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly dropped: readonly { readonly old: number; readonly evidence: Evidence }[];
}

/** Chooses which lines of the expected text an answer shows: all new ones, and what tells where they and the dropped ones are. */
export function chooseShown(
  edit: ScriptedEdit,
  lines: readonly ShownLine[],
  manner: Manner,
  random: Random,
): boolean[] {
  const count = lines.length - 1;
  const texts = lines.slice(0, count).map(({ text }) => text);
  const shown = new Array<boolean>(count).fill(false);
  const units = allUnits(texts, edit.language);
  const show = (line: number): void => {
    if (line >= 0 && line < count) shown[line] = true;
  };
  showShifted(lines, count, show, random);
  for (const change of changesOf(lines)) {
    for (let line = change.start; line < change.end; line++) show(line);
    const { before, after } = contextOf(edit, lines, change, manner, random);
    extend(texts, change.start - 1, -1, before, show);
    extend(texts, change.end, 1, after, show);
  }
  const changed = shown.flatMap((is, line) => (is ? [line] : []));
  for (const unit of units) {
    const size = unit.end - unit.start;
    const holds = changed.filter((line) => line >= unit.start && line < unit.end).length;
    if (holds > 0 && size <= manner.wholeLines && random.isLikely(manner.whole * Math.min(1, (2 * holds) / size))) {
      for (let line = unit.header; line < unit.end; line++) show(line);
    }
  }
  showNeighbours(texts, units, lines, manner, shown, random);
  showHeaders(texts, parentsOf(texts), units, manner, shown, random);
  closeGaps(texts, shown, manner.shortest);
  return shown;
}

function changesOf(lines: readonly ShownLine[]): Change[] {
  const changes: Change[] = [];
  const count = lines.length - 1;
  const isEdge = (line: number): boolean => lines[line]?.isShifted === true;
  for (let start = 0; start <= count; start++) {
    let end = start;
    const dropped = [...(lines[start]?.dropped ?? [])];
    while (end < count && lines[end]?.old === undefined) {
      end++;
      dropped.push(...(lines[end]?.dropped ?? []));
    }
    const isTurn = start > 0 && start < count && isEdge(start) !== isEdge(start - 1);
    if (end > start || dropped.length > 0 || isTurn) changes.push({ start, end, dropped });
    // What was dropped after the new lines is counted with them.
    start = end;
  }
  return changes;
}

/** Chooses how many kept lines are shown before and after a change: none on one side if the rest says where it is. */
function contextOf(
  edit: ScriptedEdit,
  lines: readonly ShownLine[],
  change: Change,
  manner: Manner,
  random: Random,
): { before: number; after: number } {
  const before = Math.max(1, manner.before());
  const after = Math.max(1, manner.after());
  const added = lines.slice(change.start, change.end).map(({ text }) => text);
  const evidence = change.dropped[0]?.evidence ?? "neighbours";
  if (added.length === 0) {
    if (evidence === "prose") return { before: 0, after: 0 };
    if (evidence === "one-side") return random.isLikely(0.5) ? { before: 0, after } : { before, after: 0 };
    return { before, after };
  }
  const dropped = change.dropped.map(({ old }) => edit.original[old] ?? "");
  const mayHide = dropped.length === 0 || areAlike(dropped, added);
  const [none, noneBehind] = dropped.length === 0 ? [0.06, 0.14] : [0.16, 0.18];
  if (mayHide && random.isLikely(noneBehind)) return { before, after: 0 };
  if (mayHide && random.isLikely(none)) return { before: 0, after };
  return { before, after };
}

/** Checks whether each new line is plainly another version of a dropped one. */
function areAlike(dropped: readonly string[], added: readonly string[]): boolean {
  return (
    dropped.length === added.length &&
    dropped.length < 4 &&
    dropped.every((text, place) => likeness(text, added[place] ?? "") > 0.6)
  );
}

/** Share of common words, from 0 to 1. */
function likeness(a: string, b: string): number {
  const words = (text: string): string[] => text.match(/\w+|[^\s\w]/g) ?? [];
  const rest = words(b);
  const total = words(a).length + rest.length;
  let common = 0;
  for (const word of words(a)) {
    const place = rest.indexOf(word);
    if (place < 0) continue;
    rest.splice(place, 1);
    common += 2;
  }
  return total === 0 ? 0 : common / total;
}

/** Shows all of the lines that are only moved in or out, or those at both ends, or none. */
function showShifted(lines: readonly ShownLine[], count: number, show: (line: number) => void, random: Random): void {
  for (let start = 0; start < count; start++) {
    if (lines[start]?.isShifted !== true) continue;
    let end = start;
    while (
      end < count &&
      (lines[end]?.isShifted === true || (isBlank(lines[end]?.text ?? "") && lines[end + 1]?.isShifted === true))
    )
      end++;
    const isLong = end - start > 7;
    const ends = isLong
      ? random.pickWeighted([
          [0, 25],
          [1, 25],
          [2, 20],
          [Infinity, 30],
        ])
      : random.pickWeighted([
          [0, 14],
          [1, 10],
          [Infinity, 76],
        ]);
    for (let line = start; line < end; line++) if (line - start < ends || end - line <= ends) show(line);
    start = end;
  }
}

/** Shows this many lines that are not blank in one direction, and the blank ones between. */
function extend(
  texts: readonly string[],
  from: number,
  step: 1 | -1,
  filled: number,
  show: (line: number) => void,
): void {
  let rest = filled;
  for (let line = from; line >= 0 && line < texts.length && rest > 0; line += step) {
    show(line);
    if (!isBlank(texts[line] ?? "")) rest--;
  }
}

function allUnits(texts: readonly string[], language: string | undefined): Unit[] {
  const found: Unit[] = [];
  const visit = (start: number, end: number, depth: number): void => {
    for (const unit of unitsIn(texts, language, start, end)) {
      const inside = bodyOf(texts, unit);
      if (inside.end <= inside.start) continue;
      found.push(unit);
      if (depth < 6 && (inside.start > start || inside.end < end)) visit(inside.start, inside.end, depth + 1);
    }
  };
  visit(0, texts.length, 0);
  return found;
}

/** A closing line alone says little: models show the header of the block too, or the whole block; and the header under a comment. */
function showNeighbours(
  texts: readonly string[],
  units: readonly Unit[],
  lines: readonly ShownLine[],
  manner: Manner,
  shown: boolean[],
  random: Random,
): void {
  for (const unit of units) {
    const last = unit.end - 1;
    const isOwn = lines.slice(unit.start, unit.end).some(({ old }) => old === undefined);
    if (isOwn) continue;
    if (
      shown[last] === true &&
      shown[last - 1] !== true &&
      isCloser(texts[last] ?? "") &&
      random.isLikely(manner.neighbour)
    ) {
      const isShort = last - unit.header < 7;
      for (let line = unit.header; line < (isShort && random.isLikely(0.6) ? last : unit.body); line++)
        shown[line] = true;
    }
    if (shown[unit.start] === true && shown[unit.header] !== true && random.isLikely(manner.neighbour)) {
      for (let line = unit.start; line < unit.body; line++) shown[line] = true;
    }
    if (shown[unit.header] === true && shown[unit.body] !== true && shown[last] !== true) {
      for (let line = unit.header; line < unit.body; line++) shown[line] = true;
      if (isCloser(texts[last] ?? "") && random.isLikely(manner.closer)) shown[last] = true;
    }
  }
}

function showHeaders(
  texts: readonly string[],
  parents: Int32Array,
  units: readonly Unit[],
  manner: Manner,
  shown: boolean[],
  random: Random,
): void {
  const decided = new Map<number, boolean>();
  const byHeader = new Map(units.map((unit) => [unit.header, unit]));
  for (let line = 0; line < texts.length; line++) {
    if (shown[line] !== true || isBlank(texts[line] ?? "")) continue;
    let share = manner.innerHeader;
    for (let parent = parents[line] ?? -1; parent >= 0; parent = parents[parent] ?? -1) {
      const isShown = decided.get(parent) ?? random.isLikely(share);
      decided.set(parent, isShown);
      share = manner.outerHeader;
      const unit = byHeader.get(parent);
      if (!isShown) continue;
      for (let header = parent; header < (unit?.body ?? parent + 1); header++) shown[header] = true;
      const last = (unit?.end ?? 0) - 1;
      if (unit !== undefined && !decided.has(-1 - last)) {
        decided.set(-1 - last, true);
        if (isCloser(texts[last] ?? "") && random.isLikely(manner.closer)) shown[last] = true;
      }
    }
  }
}

/** Shows short gaps: a marker for a line or two, or for blank ones, saves nothing. */
function closeGaps(texts: readonly string[], shown: boolean[], shortest: number): void {
  for (let start = 0; start < texts.length; start++) {
    if (shown[start] === true) continue;
    let end = start;
    while (end < texts.length && shown[end] !== true) end++;
    const filled = texts.slice(start, end).filter((text) => !isBlank(text)).length;
    const isEdge = start === 0 || end === texts.length;
    if (filled === 0 ? !isEdge || end - start === 0 : filled <= shortest && !isEdge)
      for (let line = start; line < end; line++) shown[line] = true;
    start = end;
  }
}

export const indentOfLine = (text: string): number => (isBlank(text) ? Infinity : indentWidth(text));
