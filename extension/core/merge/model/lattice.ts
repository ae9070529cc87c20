import { isComment } from "../lineKeys.ts";
import { readAbsorbed, type Absorbed } from "./absorbed.ts";
import type { Factors } from "./factors.ts";
import { cutFactor, matchFactors, newLineFactor, type MatchFactors } from "./lineFactors.ts";
import type { Observation } from "./observation.ts";
import { markerFactors, placeFactors, removalFactors, type MarkerFactors } from "./placeFactors.ts";
import { readSeams, type CutKind } from "./seams.ts";

/**
 * All readings of a sketch as paths of one graph. A node is (items consumed, lines consumed, state); an edge consumes an
 * item, a line or both. Every path from the first to a last node is a reading, and one new text. The order "first cut, then
 * write" is canonical, so that few paths give the same text.
 */
export interface Lattice {
  readonly nodeCount: number;
  /** Items and lines consumed at each node, and its state. */
  readonly itemOf: Int32Array;
  readonly lineOf: Int32Array;
  readonly stateOf: Uint8Array;
  readonly edgeCount: number;
  /** Edges, those of one node together, nodes before those that they lead to. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Factors of each edge, `FACTORS` of them: `factors[FACTORS * edge]` and those after it. */
  readonly factors: Int32Array;
  /** For each node its first edge and one past its last. */
  readonly firstEdge: Int32Array;
  readonly endEdge: Int32Array;
  /** Nodes at which a reading may end. */
  readonly ends: readonly number[];
}

/** Factors that an edge has at most. */
export const FACTORS = 4;

/** States: what the last step did. */
export const MATCH = 0; // a line of the file, with the file's bytes where the two are loosely equal
export const ADOPT = 1; // a line of the file, with the sketch's bytes
export const NEW = 2; // a new line behind one that was found
export const LOOSE = 3; // a new line of a piece of which nothing was found yet
export const CUT = 4; // a line of the file goes, in a short run
export const LONG_CUT = 5; // the same in a long run
export const EDGE_CUT = 6; // a line directly behind a marker goes
export const KEEP = 7; // a line that a marker keeps
export const MARK = 8; // a marker that has kept nothing yet
export const COMMENT = 9; // a comment, or a blank line beside one, that the sketch leaves out between two lines of the file
const STATES = 10;

/** What happened in the step before, for the features of transitions. */
const STATE_NAMES = ["P", "A", "I", "J", "D", "L", "E", "K", "M", "C"];
const KINDS: readonly MatchFactors["kind"][] = ["blank", "exact", "loose", "similar"];
const MATCH_NAMES = ["b", "e", "l", "s"];

/** Lines that one removal comment may stand for. */
const REMOVAL_LIMIT = 120;
/** Edges of one lattice: some tenths of a second and 20 MB. */
const MAX_EDGES = 500_000;

/** Builds the lattice; `undefined` if it would have more than `maxEdges` edges, or no reading. */
export function buildLattice(o: Observation, factors: Factors, maxEdges = MAX_EDGES): Lattice | undefined {
  const itemCount = o.items.length;
  const lineCount = o.original.lines.length;
  const width = (lineCount + 1) * STATES;
  const nodes = new Table(5);
  const edges = new Table(2 + FACTORS);
  let row = new Int32Array(width);
  let nextRow = new Int32Array(width);
  const node = (cells: Int32Array, item: number, line: number, state: number): number => {
    const at = line * STATES + state;
    const known = cells[at] ?? 0;
    if (known > 0) return known - 1;
    const id = nodes.count;
    nodes.add(item, line, state, -1, -1, 0);
    cells[at] = id + 1;
    return id;
  };
  node(row, 0, 0, MARK);
  const matches = matchFactors(o, factors);
  const places = placeFactors(o, factors);
  const cuts = rememberEach((line) => cutFactor(o, factors, line));
  const comments = o.original.trimmed.map((text) => text !== "" && isComment(text));
  const opensComment = o.original.trimmed.map((text, at) => {
    const first = text === "" ? (o.lineAfter[at] ?? -1) : at;
    return first >= 0 && comments[first] === true;
  });
  const seams = readSeams(o, factors);
  const absorbed = readAbsorbed(o);
  const commentOpens = rememberEach(seams.commentBegins);
  const commentGoesOn = factors.of(["c:line"]);
  const commentBlank = factors.of(["c:blank"]);
  const move = transitions(factors);
  const ends: number[] = [];
  const kindBefore = new Uint8Array(lineCount + 1);
  const kindHere = new Uint8Array(lineCount + 1);
  const matchAt: (MatchFactors | undefined)[] = new Array<MatchFactors | undefined>(lineCount + 1).fill(undefined);
  let marker: MarkerFactors | undefined;
  let id = 0;
  let item = 0;
  let line = 0;
  const down = (state: number, lines: number, a: number, b = 0, c = 0, seam = 0): void => {
    edges.add(id, node(nextRow, item + 1, line + lines, state), a, b, c, seam);
  };
  const along = (state: number, a: number, b = 0, c = 0, seam = 0): void => {
    edges.add(id, node(row, item, line + 1, state), a, b, c, seam);
  };
  /** The factor of what ends with the step before, at a line that is found or elsewhere. */
  const endOf = (state: number, isFound: boolean): number => {
    const kind = CUT_KINDS[state];
    return state === KEEP ? seams.keptEnds(item - 1, line, isFound) : kind ? seams.cutEnds(kind, line) : 0;
  };
  for (; item <= itemCount; item++) {
    const next = o.items[item];
    const isCode = next?.type === "code";
    const isLast = item === itemCount;
    const here = isCode ? matches(item) : [];
    for (const each of here) {
      matchAt[each.line] = each;
      kindHere[each.line + 1] = KINDS.indexOf(each.kind);
    }
    const write = isCode ? newLineFactor(o, factors, item) : 0;
    const place = isCode ? places(item) : undefined;
    const also = isCode ? next.also?.type : undefined;
    const mark = next?.type === "marker" || also === "marker" ? markerFactors(o, factors, item, absorbed) : undefined;
    const remove = next?.type === "removal" || also === "removal" ? removalFactors(o, factors, item) : undefined;
    const beside = cutBeside(o, factors, item, absorbed);
    for (line = 0; line <= lineCount; line++) {
      const match = matchAt[line];
      const cell = line * STATES;
      for (let state = 0; state < STATES; state++) {
        id = (row[cell + state] ?? 0) - 1;
        if (id < 0) continue;
        nodes.set(id, FIRST, edges.count);
        const isFound = state === MATCH || state === ADOPT;
        const step = isFound ? STATES + (kindBefore[line] ?? 0) : state;
        const isUnanchored = state === LOOSE || state === EDGE_CUT || state === KEEP || state === MARK;
        const ended = endOf(state, false);
        if (match) {
          const endedHere = state === KEEP ? endOf(state, true) : ended;
          const moved = move(step, STATES + (kindHere[line + 1] ?? 0));
          down(MATCH, 1, match.match, moved, match.keepsBytes, endedHere);
          if (match.keepsBytes !== undefined) down(ADOPT, 1, match.match, moved, 0, endedHere);
        }
        if (isCode && state !== COMMENT) {
          const to = isUnanchored ? LOOSE : NEW;
          const goesOn = state === NEW || state === LOOSE;
          const where = goesOn || !place ? 0 : isUnanchored ? place.loose(line) : place.anchored(line);
          down(to, 0, write, goesOn ? 0 : move(step, to), where, ended);
        }
        if (mark && state !== EDGE_CUT && state !== COMMENT) down(MARK, 0, mark.follows(stepName(step)), ended);
        if (remove && state !== COMMENT)
          for (let count = isCode ? 1 : 0; count <= REMOVAL_LIMIT && line + count <= lineCount; count++)
            down(isUnanchored ? LOOSE : NEW, count, remove(line, count), ended);
        if (line < lineCount && item > 0) {
          const cut = cuts(line);
          if (isFound) {
            if (isCode && opensComment[line] === true)
              along(COMMENT, commentOpens(line), comments[line] === true ? 0 : commentBlank);
            along(CUT, cut, move(step, CUT), beside(line), seams.cutBegins("D", line));
            along(LONG_CUT, cut, move(step, LONG_CUT), beside(line), seams.cutBegins("L", line));
          } else if (CUT_KINDS[state] !== undefined) along(state, cut, move(state, state), beside(line));
          else if (state === COMMENT && (comments[line] === true || o.original.trimmed[line] === ""))
            along(COMMENT, comments[line] === true ? commentGoesOn : commentBlank);
          else if (marker && (state === MARK || state === KEEP)) {
            if (state === MARK) along(KEEP, marker.keeps(line), marker.opens, seams.keptBegins(item - 1, line));
            else along(KEEP, marker.keeps(line));
            const begun = state === KEEP ? seams.keptEndsInCut(item - 1, line) : seams.cutBegins("E", line);
            if (!isLast) along(EDGE_CUT, cut, move(step, EDGE_CUT), beside(line), begun);
          }
        }
        if (isLast && line === lineCount && (state === KEEP || state === MARK)) ends.push(id);
        nodes.set(id, END, edges.count);
      }
      if (edges.count > maxEdges) return undefined;
    }
    for (const each of here) matchAt[each.line] = undefined;
    kindBefore.set(kindHere);
    kindHere.fill(0);
    marker = mark;
    [row, nextRow] = [nextRow, row];
    nextRow.fill(0);
  }
  if (ends.length === 0) return undefined;
  return finish(nodes, edges, ends);
}

/** Columns of a node after item, line and state. */
const FIRST = 3;
const END = 4;

function finish(nodes: Table, edges: Table, ends: readonly number[]): Lattice {
  const factors = new Int32Array(FACTORS * edges.count);
  for (let edge = 0; edge < edges.count; edge++)
    for (let k = 0; k < FACTORS; k++) factors[FACTORS * edge + k] = edges.get(edge, 2 + k);
  return {
    nodeCount: nodes.count,
    itemOf: nodes.column(0),
    lineOf: nodes.column(1),
    stateOf: Uint8Array.from(nodes.column(2)),
    edgeCount: edges.count,
    from: edges.column(0),
    to: edges.column(1),
    factors,
    firstEdge: nodes.column(FIRST),
    endEdge: nodes.column(END),
    ends,
  };
}

/** The name of a step: that of its state, and of a line found also how it was found. */
const stepName = (step: number): string =>
  step < STATES ? (STATE_NAMES[step] ?? "") : `P${MATCH_NAMES[step - STATES] ?? ""}`;

/** The factor of one step after another, by the number of their states, or `STATES` and the number of the kind of match. */
function transitions(factors: Factors): (from: number, to: number) => number {
  const count = STATES + KINDS.length;
  const memory = new Int32Array(count * count).fill(-1);
  return (from, to) => {
    const key = from * count + to;
    let factor = memory[key] ?? -1;
    if (factor < 0) {
      const [a, b] = [stepName(from), stepName(to)];
      const features = new Set([
        `t:${a[0] ?? ""}>${b[0] ?? ""}`,
        `t:${a}>${b[0] ?? ""}`,
        `t:${a[0] ?? ""}>${b}`,
        `t:${a}>${b}`,
      ]);
      memory[key] = factor = factors.of([...features]);
    }
    return factor;
  };
}

/** The kinds of runs that go, by the state of their lines. */
const CUT_KINDS: readonly (CutKind | undefined)[] = STATE_NAMES.map((name) =>
  name === "D" || name === "L" || name === "E" ? name : undefined,
);

/**
 * The factors of cutting lines in front of an item: of a line that lies less deep than the lines of the sketch beside the cut, and so leaves
 * their block, and of what the new lines there hold of it.
 */
function cutBeside(o: Observation, factors: Factors, item: number, absorbed: Absorbed): (line: number) => number {
  const depthOf = (index: number, other: Int32Array): number => {
    if (o.isCode[index] !== true) return Infinity;
    const at = o.texts[index] === "" ? (other[index] ?? -1) : index;
    return at < 0 ? Infinity : (o.itemDepth[at] ?? 0);
  };
  const before = item > 0 ? depthOf(item - 1, o.itemBefore) : Infinity;
  const after = item < o.items.length ? depthOf(item, o.itemAfter) : Infinity;
  const least = Math.min(before, after);
  const below = before < Infinity && after < Infinity ? "d:below" : "d:below:marker";
  const known = new Map<string, number>();
  return rememberEach((line) => {
    const isBelow = o.original.trimmed[line] !== "" && (o.lineDepth[line] ?? 0) < least && least < Infinity;
    const share = absorbed(item, line);
    const key = `${isBelow ? below : ""} ${share ?? ""}`;
    let factor = known.get(key);
    if (factor === undefined) {
      factor = factors.of([...(isBelow ? [below] : []), ...(share === undefined ? [] : [`d:absorbed:${share}`])]);
      known.set(key, factor);
    }
    return factor;
  });
}

function rememberEach(compute: (line: number) => number): (line: number) => number {
  const memory: number[] = [];
  return (line) => (memory[line] ??= compute(line));
}

/** A growing list of rows of numbers. */
class Table {
  count = 0;
  readonly #columns: number;
  #cells: Int32Array;

  constructor(columns: number) {
    this.#columns = columns;
    this.#cells = new Int32Array(columns * 4096);
  }

  add(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const at = this.count++ * this.#columns;
    if (at + this.#columns > this.#cells.length) {
      const larger = new Int32Array(2 * this.#cells.length);
      larger.set(this.#cells);
      this.#cells = larger;
    }
    this.#cells[at] = a;
    this.#cells[at + 1] = b;
    this.#cells[at + 2] = c;
    this.#cells[at + 3] = d;
    this.#cells[at + 4] = e;
    if (this.#columns > 5) this.#cells[at + 5] = f;
  }

  set(row: number, column: number, value: number): void {
    this.#cells[row * this.#columns + column] = value;
  }

  get(row: number, column: number): number {
    return this.#cells[row * this.#columns + column] ?? 0;
  }

  column(column: number): Int32Array {
    const values = new Int32Array(this.count);
    for (let row = 0; row < this.count; row++) values[row] = this.#cells[row * this.#columns + column] ?? 0;
    return values;
  }
}
