import type { Alternative, Candidate, LeftOut, Piece, PiecePlacement, PlacedPiece, UnfitPiece } from "./mergeResult.ts";

/** Pieces whose places nobody doubts, in order, from how sure each of them is; without that all are sure. */
export function placedPieces(
  placements: readonly PiecePlacement[],
  certainties: readonly number[] = [],
): PlacedPiece[] {
  return placements.map((placement, index) => ({
    ...placement,
    index,
    state: "placed",
    certainty: certainties[index] ?? 1,
  }));
}

/** A piece that is not in the result: open with something to choose from, and else not applicable. `alternatives`: the likeliest first. */
export function leftOutPiece(
  { index, sketch, written, reason, candidates }: Omit<UnfitPiece, "state" | "certainty">,
  alternatives: readonly Alternative[],
): LeftOut {
  const piece = { index, sketch, written, reason, candidates };
  const [likeliest] = alternatives;
  if (likeliest === undefined) return { ...piece, state: "not-applicable", certainty: 0 };
  return { ...piece, state: "open", certainty: likeliest.certainty, alternatives };
}

/** Whether a piece is in the result. */
export const isPlaced = (piece: Piece): piece is PlacedPiece => piece.state === "placed";

/** Whether a piece is not in the result, since it may mean several things or nothing. */
export const isLeftOut = (piece: Piece): piece is LeftOut => piece.state !== "placed";

/** Lines of the original to look at for what is left out. */
export function candidatesOf(pieces: readonly Piece[]): readonly Candidate[] {
  return pieces.filter(isLeftOut).flatMap(({ candidates }) => candidates);
}
