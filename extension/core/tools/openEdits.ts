import { formatOf } from "../sketch/formats.ts";
import { locateLines } from "../merge/locate.ts";
import type { Candidate } from "../merge/mergeResult.ts";
import type { Finding } from "../proof/proof.ts";
import { beginWork, type Work } from "../text/work.ts";
import { readElision } from "../sketch/markers.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { alikeRuns, compareLines, fitRun, type AlikeRun, type ComparedLines } from "./alikeRuns.ts";

/** A search/replace block or a hunk of a diff that has no single place in the file. */
export interface OpenEdit {
  /** Which of how many, from 1. */
  readonly number: number;
  readonly count: number;
  readonly kind: "block" | "hunk";
  readonly search: readonly string[];
  readonly trouble:
    /** `piece`: the lines of it that are not in the file. `alike`: the runs of the file most like them, the best first. */
    | { readonly type: "absent"; readonly piece: readonly string[]; readonly alike: readonly AlikeRun[] }
    /** Each of its pieces is in the file, but not one after the other. */
    | { readonly type: "disordered"; readonly places: readonly LineRange[] }
    | { readonly type: "repeated"; readonly places: readonly LineRange[] }
    /** For another reason, which the engine gives. */
    | { readonly type: "other"; readonly reason: string; readonly places: readonly LineRange[] };
}

/** Edits times lines that are looked at, as in a merge. */
const MAX_WORK = 1_500_000;
/** For how many of those that are not in the file similar lines are looked up. */
const MAX_LOOKED_UP = 4;

/** What the engine says of its outcome. */
export interface EngineWords {
  readonly candidates: readonly Pick<Candidate, "label">[];
  readonly findings: readonly Finding[];
}

/**
 * Finds the edits of the sketches that have no single place in the lines of a file: those that the engine has left open if it has placed
 * others, else all that are not in the file or stand there several times, as far as these are what the engine asks about. None if looking
 * would take too long.
 */
export function findOpenEdits(
  lines: readonly string[],
  sketches: readonly FileSketch[],
  { candidates, findings }: EngineWords,
): readonly OpenEdit[] {
  const edits = sketches.flatMap(({ sketch }) =>
    sketch.type === "edits" ? sketch.edits.map((edit) => ({ edit, kind: formatOf(sketch.format).edit })) : [],
  );
  if (edits.length * lines.length > MAX_WORK) return [];
  // By the line of the reply.
  const left = new Map(
    findings.flatMap(({ type, sketch, message }) => (type === "open" ? [[sketch?.start, message]] : [])),
  );
  const labels = new Set(candidates.map(({ label }) => label));
  const isAsked = ({ start }: LineRange): boolean => labels.has(lines[start]?.trim() ?? "");
  const work = beginWork();
  const look = lookUp(lines);
  const open: OpenEdit[] = [];
  for (const [index, { edit, kind }] of edits.entries()) {
    const reason = left.get(edit.replyLine - 1);
    if (left.size > 0 && reason === undefined) continue;
    const pieces = findPieces(edit, lines, work);
    // What was looked for with too little work left may be there all the same.
    const trouble = work.isSpent ? undefined : troubleOf(pieces, look);
    // The engine asks about the first one if it has placed none.
    const isKnown = left.size > 0 || open.length > 0;
    const isOpen = trouble !== undefined && (trouble.type !== "repeated" || isKnown || trouble.places.every(isAsked));
    const places = pieces.flatMap((piece) => piece.places.slice(0, 1));
    const other = reason === undefined ? undefined : ({ type: "other", reason, places } as const);
    const found = isOpen ? trouble : other;
    if (found !== undefined)
      open.push({ number: index + 1, count: edits.length, kind, search: edit.search, trouble: found });
    if (work.isSpent && left.size === 0) break;
  }
  return open;
}

/** Looks up the runs that are most like lines which are not in the file, as often as that is worth the time. */
function lookUp(lines: readonly string[]): (piece: readonly string[]) => readonly AlikeRun[] {
  let compared: ComparedLines | undefined;
  let times = 0;
  return (piece) => {
    if (times++ >= MAX_LOOKED_UP) return [];
    const file = (compared ??= compareLines(lines));
    return alikeRuns(file, piece).map((run) => fitRun(file, piece, run));
  };
}

/** Finds what is wrong with the places of pieces; `undefined` if they have one place, or there are no pieces. */
function troubleOf(
  pieces: readonly FoundPiece[],
  look: (piece: readonly string[]) => readonly AlikeRun[],
): OpenEdit["trouble"] | undefined {
  const absent = pieces.find(({ places }) => places.length === 0);
  if (absent !== undefined) return { type: "absent", piece: absent.piece, alike: look(absent.piece) };
  if (pieces.length === 0) return undefined;
  const chains = chain(pieces.map(({ places }) => places));
  if (chains.length > 1) return { type: "repeated", places: chains };
  if (chains.length === 1) return undefined;
  return { type: "disordered", places: pieces.flatMap(({ places }) => places.slice(0, 1)) };
}

interface FoundPiece {
  readonly piece: readonly string[];
  readonly places: readonly LineRange[];
}

/** Finds the places of each run of searched lines between elisions; of an edit that searches nothing there are none. */
function findPieces({ search }: Edit, lines: readonly string[], work: Work): readonly FoundPiece[] {
  const pieces: string[][] = [[]];
  for (const line of search) {
    if (readElision(line) === undefined) pieces.at(-1)?.push(line);
    else pieces.push([]);
  }
  return pieces
    .filter((piece) => !piece.every(isBlank))
    .map((piece) => ({
      piece,
      places: locateLines(piece, lines, work).places.map(({ start, end }) => ({ start, end })),
    }));
}

/** Finds the ranges from each place of the first piece to the end of the first place of the last one that has the others in between. */
function chain(pieces: readonly (readonly LineRange[])[]): readonly LineRange[] {
  const [first = [], ...others] = pieces;
  return first.flatMap((place) => {
    let end = place.end;
    for (const places of others) {
      const next = places.find(({ start }) => start >= end);
      if (next === undefined) return [];
      end = next.end;
    }
    return [{ start: place.start, end }];
  });
}
