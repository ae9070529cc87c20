import { locate } from "../merge/locate.ts";
import type { Candidate } from "../merge/mergeResult.ts";
import { beginWork, type Work } from "../merge/work.ts";
import { readElision } from "../sketch/markers.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { alikeRuns, compareLines, fitRun, type AlikeRun } from "./alikeRuns.ts";

/** A search/replace block or a hunk of a diff that has no one place in the file. */
export interface OpenEdit {
  /** Which of how many, from 1. */
  readonly number: number;
  readonly count: number;
  readonly kind: "block" | "hunk";
  readonly search: readonly string[];
  readonly trouble:
    /** `piece`: the lines of it that are not in the file. `alike`: the runs of the file most like them, the best first. */
    | { readonly type: "absent"; readonly piece: readonly string[]; readonly alike: readonly AlikeRun[] }
    /** Each of its pieces is in the file, but not one behind the other. */
    | { readonly type: "disordered"; readonly places: readonly LineRange[] }
    | { readonly type: "repeated"; readonly places: readonly LineRange[] };
}

/** Edits times lines that are looked at, as in a merge. */
const MAX_WORK = 1_500_000;
/** Of those that are not in the file, for how many the lines that are like them are looked up. */
const MAX_LOOKED_UP = 4;

/**
 * Which edits of the sketches have no one place in the lines of a file. `candidates`: those of the engine's outcome, since an edit that
 * stands several times can still have its place by its order. Nothing where all have one, and where looking would take too long.
 */
export function findOpenEdits(
  lines: readonly string[],
  sketches: readonly FileSketch[],
  candidates: readonly Pick<Candidate, "label">[],
): readonly OpenEdit[] {
  const edits = sketches.flatMap(({ sketch }) =>
    sketch.type === "edits"
      ? sketch.edits.map((edit) => ({ edit, kind: sketch.format === "search-replace" ? "block" : "hunk" }) as const)
      : [],
  );
  if (edits.length * lines.length > MAX_WORK) return [];
  const labels = new Set(candidates.map(({ label }) => label));
  const work = beginWork();
  const open: OpenEdit[] = [];
  let compared: ReturnType<typeof compareLines> | undefined;
  let lookedUp = 0;
  for (const [index, { edit, kind }] of edits.entries()) {
    const found = findPieces(edit, lines, work);
    // What was looked for with too little work left may be there all the same.
    if (work.isSpent) break;
    const add = (trouble: OpenEdit["trouble"]): void => {
      open.push({ number: index + 1, count: edits.length, kind, search: edit.search, trouble });
    };
    const absent = found.find(({ places }) => places.length === 0);
    if (absent !== undefined) {
      const { piece } = absent;
      const file = (compared ??= compareLines(lines));
      const runs = lookedUp++ < MAX_LOOKED_UP ? alikeRuns(file, piece) : [];
      add({ type: "absent", piece, alike: runs.map((run) => fitRun(file, piece, run)) });
      continue;
    }
    const chains = chain(found.map(({ places }) => places));
    const isMeant = chains.every(({ start }) => labels.has(lines[start]?.trim() ?? ""));
    if (chains.length > 1 && isMeant) add({ type: "repeated", places: chains });
    if (chains.length > 0) continue;
    const places = found.flatMap((piece) => piece.places.slice(0, 1));
    if (places.length > 0) add({ type: "disordered", places });
  }
  return open;
}

interface FoundPiece {
  readonly piece: readonly string[];
  readonly places: readonly LineRange[];
}

/** The places of each run of searched lines between elisions; of an edit that searches nothing there are none. */
function findPieces({ search }: Edit, lines: readonly string[], work: Work): readonly FoundPiece[] {
  const pieces: string[][] = [[]];
  for (const line of search) {
    if (readElision(line) === undefined) pieces.at(-1)?.push(line);
    else pieces.push([]);
  }
  return pieces
    .filter((piece) => !piece.every(isBlank))
    .map((piece) => ({ piece, places: locate(piece, lines, work).places.map(({ start, end }) => ({ start, end })) }));
}

/** From each place of the first piece to the end of the first place of the last one that has the others in between. */
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
