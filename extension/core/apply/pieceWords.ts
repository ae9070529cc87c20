import type { Piece } from "../merge/mergeResult.ts";
import { namedLines } from "../proof/proof.ts";

/** How many pieces of an answer are placed, and which are not: `2 of 3 pieces are placed; 1 is open (lines 7 to 11)`. */
export function countPieces(pieces: readonly Piece[]): string {
  const inState = (state: Piece["state"]): readonly Piece[] => pieces.filter((piece) => piece.state === state);
  const named = (some: readonly Piece[], state: string): string[] =>
    some.length === 0
      ? []
      : [
          `${String(some.length)} ${some.length === 1 ? "is" : "are"} ${state} (${some.map(({ sketch }) => namedLines(sketch)).join(", ")})`,
        ];
  const placed = inState("placed").length;
  const what = pieces.length === 1 ? "1 piece is" : `${String(pieces.length)} pieces are`;
  const parts = [
    `${String(placed)} of ${what} placed`,
    ...named(inState("open"), "open"),
    ...named(inState("not-applicable"), "not applicable"),
  ];
  return parts.join("; ");
}
