import { readSketchBlocks } from "../blocks.ts";
import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import {
  align,
  alignmentCells,
  type AlignItem,
  type AlignLines,
  type Alignment,
  type Bounds,
  type AlignmentStep,
  PINNED,
} from "../align.ts";
import type { CandidateMatch } from "../candidates.ts";
import { readConstraints, readNewDeclarations, readOrphanClosers, type Constraint } from "./constraints.ts";
import { wordLength } from "../lineKeys.ts";
import type { Original } from "../original.ts";
import { takeSteps, type Work } from "../../text/work.ts";

/** The sketch in its place: the best alignment under the constraints that its structure gives. */
export interface SketchAlignment extends Alignment {
  /** For each item the line of the original it stands for, -1 if it is new or no code. */
  readonly lineOf: Int32Array;
  readonly constraints: readonly Constraint[];
  /** Score without what pins add. */
  readonly score: number;
  /** What the matched lines are worth together, without the costs of gaps. */
  readonly found: number;
}

/** What a constraint may cost before it is taken as misread. */
const TOLERANCE = 0.9;
const MAX_ROUNDS = 5;
/** What all rounds may cost together: about a third of a second. A constraint that could not be tried does not hold. */
const MAX_CELLS_OF_ALL_ROUNDS = 40_000_000;
/** What it costs to read an item's place in the blocks and the constraints, in cells: for a short file it is the most. */
const STEPS_OF_ITEM = 50;
/** Cost of skipping lines where the sketch shows no marker: at its ends, and between two declarations. */
const EDGE_SOFTNESS = 0.1;
const GAP_SOFTNESS = 0.3;
const INSERT_COST = 0.01;
/** What it costs, relative to its worth, to write a line anew that the file already has. */
const REPEAT_COST = 0.6;
/** What it costs to write a closer that closes nothing of the sketch. */
const ORPHAN_COST = 2;
/** What a blank line counts when lines are deleted. */
const BLANK_FACTOR = 0.05;
const REMOVAL_LIMIT = 120;

/**
 * Aligns in rounds: each round reads from the last alignment what the blocks of the sketch imply, and keeps what does not contradict the
 * matches. `undefined` if nothing fits, or the work is spent. To look for the second best place, `forbidden` excludes matches, and
 * `given` has constraints of the best alignment, which still hold.
 */
export function alignSketch(
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  original: Original,
  work: Work,
  forbidden: (item: number, line: number) => boolean = () => false,
  given: readonly Constraint[] = [],
): SketchAlignment | undefined {
  if (!takeSteps(work, STEPS_OF_ITEM * items.length)) return undefined;
  const blocks = readSketchBlocks(items, original.language);
  const usable = candidates.map((matches, item) => matches.filter(({ line }) => !forbidden(item, line)));
  const task: Task = {
    items,
    candidates: usable,
    lines: {
      count: original.lines.length,
      deleteFactor: Float32Array.from(original.trimmed, (line) => (line === "" ? BLANK_FACTOR : 1)),
    },
    orphans: readOrphanClosers(items, blocks),
    budget: { cells: MAX_CELLS_OF_ALL_ROUNDS },
    work,
  };
  let constraints = given.length > 0 ? [...given] : readNewDeclarations(items, blocks, original, usable);
  let best = alignUnder(task, constraints);
  if (!best && constraints.length > 0) {
    constraints = [];
    best = alignUnder(task, constraints);
  }
  if (!best) return undefined;
  const rejected = new Set<string>();
  const isMarked = (constraint: Constraint): boolean => {
    const end = constraint.type === "pin" ? constraint.item : constraint.type === "inside" ? constraint.items.end : 0;
    return items.slice(constraint.opener, end).some(({ type }) => type === "marker");
  };
  for (let round = 0; round < MAX_ROUNDS && task.budget.cells > 0; round++) {
    const known = new Set(constraints.map(constraintKey));
    const { lineOf } = best;
    const trusted = (item: number): boolean => isTrusted(items, usable, item, lineOf[item] ?? -1);
    // The closer of a block of which everything is shown, or nothing but a marker.
    const surely = (constraint: Constraint): boolean =>
      (constraint.type === "pin" || constraint.type === "inside") &&
      isUniform(
        items.slice(constraint.opener + 1, constraint.type === "pin" ? constraint.item : constraint.items.end),
      ) &&
      isUnmistakable(items, original, constraint.opener, lineOf[constraint.opener] ?? -1);
    const fresh = readConstraints(items, blocks, original, lineOf, trusted).filter(
      (constraint) => !known.has(constraintKey(constraint)) && !rejected.has(constraintKey(constraint)),
    );
    if (fresh.length === 0) break;
    const together = alignUnder(task, [...constraints, ...fresh]);
    if (together && isAsGood(together, best, fresh, surely, isMarked)) {
      constraints = [...constraints, ...fresh];
      best = together;
      continue;
    }
    for (const constraint of fresh) {
      if (task.budget.cells <= 0 || constraints.some((other) => contradicts(other, constraint))) {
        rejected.add(constraintKey(constraint));
        continue;
      }
      const next = alignUnder(task, [...constraints, constraint]);
      if (next && isAsGood(next, best, [constraint], surely, isMarked)) {
        constraints.push(constraint);
        best = next;
      } else rejected.add(constraintKey(constraint));
    }
  }
  return allowRenames(best, task);
}

/**
 * Whether an alignment under fresh constraints still finds about what the one before found. What follows from an
 * opener that cannot be mistaken may cost any match, as long as no more lines vanish for it.
 */
function isAsGood(
  next: SketchAlignment,
  best: SketchAlignment,
  fresh: readonly Constraint[],
  surely: (constraint: Constraint) => boolean,
  isMarked: (constraint: Constraint) => boolean,
): boolean {
  // Where a marker lets lines stay, a closer that makes lines vanish was taken for that of another block.
  if (fresh.some((constraint) => isMarked(constraint) && !surely(constraint)) && deletions(next) > deletions(best) + 2)
    return false;
  if (next.found >= best.found - TOLERANCE * (fresh.some(({ type }) => type === "new") ? 4 : 1)) return true;
  return (
    fresh.every((constraint) => constraint.type === "pin" && surely(constraint)) &&
    deletions(next) <= deletions(best) + 1
  );
}

const deletions = (alignment: Alignment): number => alignment.steps.filter(({ type }) => type === "delete").length;

const contradicts = (a: Constraint, b: Constraint): boolean =>
  a.type === "pin" && b.type === "pin" && a.item === b.item && a.line !== b.line;

const isUniform = (items: readonly Item[]): boolean =>
  items.every(({ type }) => type === "marker") || items.every(({ type }) => type === "code");

/** Found to the letter, and unlike any other line of the file. */
function isUnmistakable(items: readonly Item[], original: Original, item: number, line: number): boolean {
  const current = items[item];
  if (current?.type !== "code" || line < 0) return false;
  const text = current.text.trim();
  return original.trimmed[line] === text && original.byTrimmed.get(text)?.length === 1 && wordLength(text) >= 4;
}

/**
 * A new declaration that takes the place of deleted lines is the old one under a new name: then lines of its body may
 * be lines of the old body. It changes no line that is kept, only whose bytes are written.
 */
function allowRenames(best: SketchAlignment, task: Task): SketchAlignment {
  const replaced = new Set<number>();
  // Runs of new lines beside deleted ones.
  let run: number[] = [];
  let before: AlignmentStep["type"] | undefined;
  for (const step of [...best.steps, undefined]) {
    if (step?.type === "insert") {
      run.push(step.item);
      continue;
    }
    if (before === "delete" || step?.type === "delete") for (const item of run) replaced.add(item);
    run = [];
    before = step?.type;
  }
  const renamed = best.constraints.filter(
    (constraint) => constraint.type === "new" && replaced.has(constraint.items.start),
  );
  if (renamed.length === 0) return best;
  const next = alignUnder(
    task,
    best.constraints.filter((constraint) => !renamed.includes(constraint)),
  );
  const kept = (alignment: Alignment): string =>
    alignment.steps.flatMap((step) => (step.type === "keep" ? [step.line] : [])).join();
  return next && kept(next) === kept(best) ? next : best;
}

const constraintKey = (constraint: Constraint): string => JSON.stringify(constraint);

/** An opener is trusted when it was found to the letter or loosely, or declares the same. */
function isTrusted(
  items: readonly Item[],
  candidates: readonly (readonly CandidateMatch[])[],
  item: number,
  line: number,
): boolean {
  const match = candidates[item]?.find((candidate) => candidate.line === line);
  const text = items[item];
  if (!match || text?.type !== "code") return false;
  return match.kind !== "similar" || match.score > 0.3 || wordLength(text.text) === 0;
}

/** What stays the same from round to round. */
interface Task {
  readonly items: readonly Item[];
  readonly candidates: readonly (readonly CandidateMatch[])[];
  readonly lines: AlignLines;
  readonly orphans: ReadonlySet<number>;
  /** Cells that further alignments may have. */
  readonly budget: { cells: number };
  /** What the whole apply has left. */
  readonly work: Work;
}

function alignUnder(task: Task, constraints: readonly Constraint[]): SketchAlignment | undefined {
  const { items, candidates, lines, orphans, budget, work } = task;
  const cells = alignmentCells(items.length, lines.count);
  if (!takeSteps(work, cells + STEPS_OF_ITEM * items.length)) return undefined;
  budget.cells -= cells;
  const { count } = lines;
  const bounds: Bounds = { lowest: new Int32Array(items.length), highest: new Int32Array(items.length).fill(count) };
  const pins = new Map<number, number>();
  const isNew = new Uint8Array(items.length);
  for (const constraint of constraints) {
    if (constraint.type === "pin") pins.set(constraint.item, constraint.line);
    else if (constraint.type === "new") isNew.fill(1, constraint.items.start, constraint.items.end);
    else if (constraint.type === "whole") raise(bounds.lowest, constraint.next, constraint.low);
    else if (constraint.type === "after") {
      raise(bounds.lowest, constraint.item, constraint.low);
      if (constraint.high !== undefined) lower(bounds.highest, constraint.item, constraint.high);
    } else
      for (let item = constraint.items.start; item < constraint.items.end; item++) {
        raise(bounds.lowest, item, constraint.low);
        lower(bounds.highest, item, constraint.high);
      }
  }
  const alignItems = items.map((item, index): AlignItem => {
    if (item.type === "marker")
      return { type: "marker", softness: item.line === IMPLIED ? impliedSoftness(items, index) : 0 };
    if (item.type === "removal") return { type: "removal", limit: REMOVAL_LIMIT, wanted: item.lineCount };
    const pin = pins.get(index);
    if (pin === undefined) {
      const matches = isNew[index] === 1 ? [] : (candidates[index] ?? []);
      // A line that the file has many times is easily written once more.
      const same = matches.filter(({ kind }) => kind !== "similar");
      const known = same.length <= 2 ? same.reduce((most, { score }) => Math.max(most, score), 0) : 0;
      if (orphans.has(index) && isNew[index] !== 1) return { type: "code", insertCost: ORPHAN_COST, matches };
      return { type: "code", insertCost: INSERT_COST + REPEAT_COST * Math.min(1, known), matches };
    }
    bounds.lowest[index] = pin;
    bounds.highest[index] = pin + 1;
    return { type: "code", insertCost: INSERT_COST, matches: [{ line: pin, score: PINNED }] };
  });
  const alignment = align(alignItems, lines, bounds);
  if (!alignment) return undefined;
  const lineOf = new Int32Array(items.length).fill(-1);
  for (const step of alignment.steps) if (step.type === "match") lineOf[step.item] = step.line;
  let score = alignment.score;
  let found = 0;
  lineOf.forEach((line, item) => {
    if (line < 0) return;
    const worth = candidates[item]?.find((candidate) => candidate.line === line)?.score ?? 0;
    found += worth;
    if (pins.has(item)) score -= PINNED - worth;
  });
  return { ...alignment, score, found, lineOf, constraints };
}

function impliedSoftness(items: readonly Item[], index: number): number {
  return index === 0 || index === items.length - 1 ? EDGE_SOFTNESS : GAP_SOFTNESS;
}

function raise(values: Int32Array, index: number, to: number): void {
  if (index < values.length) values[index] = Math.max(values[index] ?? 0, to);
}

function lower(values: Int32Array, index: number, to: number): void {
  if (index < values.length) values[index] = Math.min(values[index] ?? 0, to);
}
