import { doubtBeginning, doubtEnd, doubtRepeats } from "./doubtEdges.ts";
import { doubtDeletions, doubtMarkers } from "./doubtLoss.ts";
import { doubtNames, doubtTwice } from "./doubtNames.ts";
import { doubtPlace, doubtTie } from "./doubtPlace.ts";
import { itemPieces, type Doubt, type Judged } from "./judged.ts";

const DOUBTS = [doubtNames, doubtTwice, doubtMarkers, doubtDeletions, doubtEnd, doubtBeginning, doubtRepeats];
const DOUBTS_OF_PIECE = [doubtPlace, doubtTie];

/** Finds the first thing that speaks against the best alignment, so that a user would want to be asked; `undefined` if nothing does. */
export function findDoubt(judged: Judged): Doubt | undefined {
  for (const doubt of DOUBTS) {
    const found = doubt(judged);
    if (found) return found;
  }
  for (const piece of itemPieces(judged.items)) {
    for (const doubt of DOUBTS_OF_PIECE) {
      const found = doubt(piece, judged);
      if (found) return { ...found, isOfPlace: true };
    }
  }
  return undefined;
}
