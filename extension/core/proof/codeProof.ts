import type { LineRange } from "../text/lines.ts";
import { TOO_MUCH_WORK, type Work } from "../text/work.ts";
import { realign, slides, type Comparison } from "./comparison.ts";
import { findEmptyMarkers } from "./emptyMarkers.ts";
import { findNamedByMarkers } from "./namedMarkers.ts";
import { findTornBlocks } from "./tornBlocks.ts";
import { findMisplaced } from "./depth.ts";
import { isWhollyComment, runsOf } from "./lineForms.ts";
import { findLost } from "./lostLines.ts";
import { isLabel, placePieces, type ShownPiece, type Placing } from "./pieces.ts";
import { namedLines, type Finding } from "./proof.ts";

/** What the proof finds, and how the lines that the sketch shows were found. */
export interface CodeFindings {
  readonly findings: readonly Finding[];
  readonly verbatimLines: number;
  readonly adaptedLines: number;
}

/**
 * Judges a result against lazy code: each piece must stand in it as it is shown, and what no piece shows must be lines of the file, none of
 * them lost except between two lines that are shown as neighbours. If the work is spent, that is the only finding.
 */
export function judgePieces(pieces: readonly ShownPiece[], comparison: Comparison, work: Work): CodeFindings {
  const placing = placePieces(pieces, comparison, work);
  if (placing === undefined)
    return { findings: [{ type: "missing-line", message: TOO_MUCH_WORK }], verbatimLines: 0, adaptedLines: 0 };
  let findings = judgePlaced(pieces, placing, comparison);
  if (findings.some(({ type, rewrite }) => type === "unrelated" && rewrite !== undefined && isBlock(rewrite))) {
    // Perhaps the sketch moves a block, and what it moves over was taken for the block that moves.
    const other = judgePlaced(
      pieces,
      placing,
      realign(comparison, (line) => placing.shownAt[line] !== undefined),
    );
    if (other.length < findings.length) findings = other;
  }
  let [verbatimLines, adaptedLines] = [0, 0];
  placing.shownAt.forEach((shown, line) => {
    if (shown === undefined) return;
    const text = pieces[shown.piece]?.lines[shown.at]?.text ?? "";
    if (text.trim() === comparison.new[line]?.trim()) verbatimLines++;
    else adaptedLines++;
  });
  return { findings, verbatimLines, adaptedLines };
}

const isBlock = ({ start, end }: LineRange): boolean => end - start > 2;

function judgePlaced(pieces: readonly ShownPiece[], placing: Placing, comparison: Comparison): Finding[] {
  const lost = findLost(pieces, placing, comparison);
  return [
    ...findMissing(pieces, placing, comparison.language),
    ...findStanding(placing, comparison),
    ...findUnrelated(placing, comparison),
    ...findMisplaced(pieces, placing, comparison),
    ...(lost.length > 0 ? lost : findEmptyMarkers(pieces, placing, comparison)),
    ...(lost.length > 0 ? [] : findNamedByMarkers(pieces, comparison)),
    ...findTornBlocks(comparison),
  ];
}

function findMissing(pieces: readonly ShownPiece[], { places }: Placing, language: string | undefined): Finding[] {
  return pieces.flatMap(({ lines }, number) =>
    lines.flatMap(({ text, line }, at): Finding[] => {
      if ((places[number]?.lineOf[at] ?? -1) >= 0 || isLabel(text, language)) return [];
      const message = `A line of the sketch is not in the result: "${text.trim()}".`;
      return [{ type: "missing-line", message, sketch: { start: line, end: line + 1 } }];
    }),
  );
}

/** Lines of the file between two lines that the sketch shows as neighbours, in a piece that is not found as a whole. */
function findStanding({ places, shownAt }: Placing, { new: lines, oldOf, language }: Comparison): Finding[] {
  return places.flatMap((place) => {
    if (place === undefined) return [];
    const standing: number[] = [];
    for (let line = place.start; line < place.end; line++) {
      const text = lines[line] ?? "";
      const isKept = shownAt[line] === undefined && (oldOf[line] ?? -1) >= 0;
      if (isKept && text.trim() !== "" && !isWhollyComment(text, language)) standing.push(line);
    }
    return runsOf(standing).map((range): Finding => {
      const message = `The sketch shows no lines where ${namedLines(range)} of the result stand.`;
      return { type: "unrelated", message, rewrite: range };
    });
  });
}

/** Finds new lines that are not lines of the sketch. */
function findUnrelated({ shownAt }: Placing, comparison: Comparison): Finding[] {
  const { new: lines } = comparison;
  return comparison.changes.flatMap((change): Finding[] => {
    const unexplained = (range: LineRange): number[] => {
      const found: number[] = [];
      for (let line = range.start; line < range.end; line++) {
        const text = lines[line] ?? "";
        if (shownAt[line] === undefined && text.trim() !== "") found.push(line);
      }
      return found;
    };
    // A copy of its neighbour can stand on either side of it; the sketch must then show both.
    const isCopy = repeatsNeighbour(change.new, lines);
    const best = slides(change, comparison)
      .map((slide) => unexplained(slide.new))
      .reduce((a, b) => (b.length < a.length !== isCopy ? b : a));
    return runsOf(best).map((range) => ({
      type: "unrelated",
      message: `No line of the sketch explains ${namedLines(range)} of the result.`,
      rewrite: range,
      original: change.old,
    }));
  });
}

/** Checks whether lines are the same as those just before or just after them. */
function repeatsNeighbour({ start, end }: LineRange, lines: readonly string[]): boolean {
  const size = end - start;
  const isSame = (shift: number): boolean => {
    if (start + shift < 0 || end + shift > lines.length) return false;
    for (let line = start; line < end; line++) if (lines[line] !== lines[line + shift]) return false;
    return true;
  };
  return size > 0 && (isSame(-size) || isSame(size));
}
