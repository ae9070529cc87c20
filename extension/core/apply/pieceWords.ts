import type { Piece } from "../merge/mergeResult.ts";
import { namedLines } from "../proof/proof.ts";

/** Counts the pieces of an answer by state, in words: `2 of 3 pieces placed; 1 open (lines 7 to 11)`. */
export function countPieces(pieces: readonly Piece[]): string {
  const inState = (state: Piece["state"]): readonly Piece[] => pieces.filter((piece) => piece.state === state);
  const named = (some: readonly Piece[], state: string): string[] =>
    some.length === 0
      ? []
      : [`${String(some.length)} ${state} (${some.map(({ sketch }) => namedLines(sketch)).join(", ")})`];
  const parts = [...named(inState("open"), "open"), ...named(inState("not-applicable"), "not applicable")];
  const placed = `${String(inState("placed").length)} of ${pieces.length === 1 ? "1 piece" : `${String(pieces.length)} pieces`} placed`;
  return parts.length === 0 ? placed : `${placed}; ${parts.join(", ")}`;
}
