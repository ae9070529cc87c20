import type { Alternative, Candidate, LeftOut, Piece, PiecePlacement, PlacedPiece, UnfitPiece } from "./mergeResult.ts";

/** Makes placed pieces of placements, numbered in order. `certainties`: how sure each of them is; 1 if that is missing. */
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

/** Makes a piece that is not in the result: open if it has `alternatives` (the likeliest first), else not applicable. */
export function leftOutPiece(
  { index, sketch, written, reason, candidates }: Omit<UnfitPiece, "state" | "certainty">,
  alternatives: readonly Alternative[],
): LeftOut {
  const piece = { index, sketch, written, reason, candidates };
  const [likeliest] = alternatives;
  if (likeliest === undefined) return { ...piece, state: "not-applicable", certainty: 0 };
  return { ...piece, state: "open", certainty: likeliest.certainty, alternatives };
}

/** Checks whether a piece is in the result. */
export const isPlaced = (piece: Piece): piece is PlacedPiece => piece.state === "placed";

/** Checks whether a piece is not in the result, since it may mean several things or nothing. */
export const isLeftOut = (piece: Piece): piece is LeftOut => piece.state !== "placed";

/** Lists the lines of the original to look at for what is left out. */
export function candidatesOf(pieces: readonly Piece[]): readonly Candidate[] {
  return pieces.filter(isLeftOut).flatMap(({ candidates }) => candidates);
}
