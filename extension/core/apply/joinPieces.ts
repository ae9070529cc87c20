import { imageOf, meet } from "../diff/clusters.ts";
import { alternativeAt, spliceOf, type Revision, type Splice } from "../merge/alternatives.ts";
import type { OpenPiece, Piece, PlacedPiece, UnfitPiece } from "../merge/mergeResult.ts";
import { leftOutPiece } from "../merge/pieces.ts";
import type { LineRange } from "../text/lines.ts";

/** A piece of one of several sketches. Its alternatives are splices of the text that the sketches so far have made. */
export type JoinedPiece =
  PlacedPiece | UnfitPiece | (Omit<OpenPiece, "alternatives"> & { readonly readings: readonly Reading[] });

interface Reading {
  readonly splice: Splice;
  readonly certainty: number;
}

/**
 * Adds the pieces of a sketch to those of the sketches before it. `step`: from the text that these have made to what the sketch has made of
 * that. `first`: maps lines of the former to those of the first original.
 */
export function joinPieces(
  before: readonly JoinedPiece[],
  pieces: readonly Piece[],
  step: Revision,
  first: (range: LineRange) => LineRange,
): readonly JoinedPiece[] {
  const count = (before.at(-1)?.index ?? -1) + 1;
  return [
    ...moveOn(before, step),
    ...pieces.map((piece) => joined({ ...piece, index: piece.index + count }, step, first)),
  ];
}

/** Moves pieces on to the text that a further step makes. An alternative whose lines that step has changed is dropped. */
export function moveOn(pieces: readonly JoinedPiece[], step: Revision): readonly JoinedPiece[] {
  return pieces.map((piece) => afterStep(piece, step));
}

/**
 * Makes the pieces of all sketches, with alternatives of the first original, when the text is whole. `whole`: from the first original to
 * that text.
 */
export function concludePieces(pieces: readonly JoinedPiece[], whole: Revision): readonly Piece[] {
  return pieces.map((piece) => {
    if (piece.state !== "open") return piece;
    const alternatives = piece.readings.flatMap(
      ({ splice, certainty }) => alternativeAt(whole, splice, certainty) ?? [],
    );
    return leftOutPiece(piece, alternatives);
  });
}

function joined(piece: Piece, step: Revision, first: (range: LineRange) => LineRange): JoinedPiece {
  if (piece.state === "placed") {
    const { elided } = piece;
    return { ...piece, original: first(piece.original), ...(elided && { elided: elided.map(first) }) };
  }
  const candidates = piece.candidates.map((candidate) => ({ ...candidate, original: first(candidate.original) }));
  if (piece.state === "not-applicable") return { ...piece, candidates };
  const { alternatives, ...open } = piece;
  const readings = alternatives.map((one) => ({ splice: spliceOf(step, one), certainty: one.certainty }));
  return { ...open, candidates, readings };
}

function afterStep(piece: JoinedPiece, { changes }: Revision): JoinedPiece {
  if (piece.state === "placed") return { ...piece, result: imageOf(piece.result, changes) };
  if (piece.state === "not-applicable") return piece;
  const readings = piece.readings.flatMap(({ splice: { place, lines }, certainty }): Reading[] =>
    changes.some((change) => meet(place, change.old))
      ? []
      : [{ splice: { place: imageOf(place, changes), lines }, certainty }],
  );
  return { ...piece, readings };
}
