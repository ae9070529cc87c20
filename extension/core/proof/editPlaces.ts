import { takeSteps, type Work } from "../text/work.ts";
import { readElision } from "../sketch/markers.ts";
import { isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { formOfCode } from "./lineForms.ts";

/** Where the lines of an edit stand in a file, in lines of the file. */
export interface EditPlace extends LineRange {
  /** What each elision of the search stands for. */
  readonly skipped: readonly LineRange[];
  /** By how many lines the counts of the elisions are off. */
  readonly miscount: number;
  /** Whether the searched lines stand there to the letter. */
  readonly isLiteral: boolean;
}

const readings = [
  (line: string) => line.trimEnd(),
  (line: string) => line.trim(),
  (line: string) => formOfCode(line),
] as const;

/**
 * Finds where the searched lines stand one after the other, ignoring blank lines: to the letter, else except for indentation, else loosely.
 * After an elision it goes on with the run that is nearest to its count or, without a count, with the first. Elisions in the file are text.
 * Empty if there is no place or the work is spent.
 */
export function findEditPlaces(search: readonly string[], lines: readonly string[], work: Work): readonly EditPlace[] {
  const filled = lines.flatMap((line, at) => (isBlank(line) ? [] : [{ line, at }]));
  const texts = filled.map(({ line }) => line);
  const wanted = search.filter((line) => !isBlank(line));
  for (const [index, read] of readings.entries()) {
    if (!takeSteps(work, search.length + lines.length)) return [];
    const keys = texts.map(read);
    const toPlace = ({ start, end }: LineRange): LineRange => ({
      start: filled[start]?.at ?? 0,
      end: (filled[end - 1]?.at ?? -1) + 1,
    });
    const plain = findRuns(wanted.map(read), keys, work).map((run): EditPlace => ({
      ...toPlace(run),
      skipped: [],
      miscount: 0,
      isLiteral: index === 0,
    }));
    if (plain.length > 0) return plain;
    if (!wanted.some((line) => readElision(line) !== undefined)) continue;
    const [first, ...others] = piecesOf(wanted).map(({ count, piece }) => ({
      count,
      runs: findRuns(piece.map(read), keys, work).map(toPlace),
    }));
    const all = others.reduce((sum, { runs }) => sum + runs.length, 0);
    const chained = (first?.runs ?? []).flatMap((run): EditPlace[] => {
      if (!takeSteps(work, all)) return [];
      const place = others.reduce<Chain | undefined>(goOn, { ...run, skipped: [], miscount: 0 });
      return place === undefined ? [] : [{ ...place, isLiteral: index === 0 }];
    });
    if (chained.length > 0) return chained;
  }
  return [];
}

type Chain = Omit<EditPlace, "isLiteral">;

/** The chain with the run behind it that is nearest to the count; of two as near the first. */
function goOn(
  chain: Chain | undefined,
  { count, runs }: { readonly count: number | undefined; readonly runs: readonly LineRange[] },
): Chain | undefined {
  if (chain === undefined) return undefined;
  const distance = ({ start }: LineRange): number => Math.abs(start - chain.end - (count ?? 0));
  let best: LineRange | undefined;
  for (const run of runs) {
    if (run.start < chain.end) continue;
    if (best !== undefined && distance(run) >= distance(best)) break;
    best = run;
  }
  if (best === undefined) return undefined;
  return {
    start: chain.start,
    end: best.end,
    skipped: [...chain.skipped, { start: chain.end, end: best.start }],
    miscount: chain.miscount + (count === undefined ? 0 : distance(best)),
  };
}

/** What stands between elisions, each with the count of the one before it. */
function piecesOf(
  search: readonly string[],
): readonly { readonly count: number | undefined; readonly piece: readonly string[] }[] {
  const pieces: { count: number | undefined; piece: string[] }[] = [{ count: undefined, piece: [] }];
  for (const line of search) {
    const elision = readElision(line);
    if (elision === undefined) pieces.at(-1)?.piece.push(line);
    else pieces.push({ count: elision.count, piece: [] });
  }
  return pieces;
}

/** All runs of equal keys; none for a piece without lines, since nothing says where that is. */
function findRuns(wanted: readonly string[], keys: readonly string[], work: Work): readonly LineRange[] {
  if (!takeSteps(work, keys.length)) return [];
  return keys.flatMap((key, start): LineRange[] =>
    key === wanted[0] && takeSteps(work, wanted.length) && wanted.every((other, at) => keys[start + at] === other)
      ? [{ start, end: start + wanted.length }]
      : [],
  );
}
