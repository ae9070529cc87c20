import { revise, spliceOf } from "../merge/alternatives.ts";
import type { Piece } from "../merge/mergeResult.ts";
import { lineTexts } from "../text/lines.ts";
import type { EditResult } from "./editResult.ts";
import { shownRange } from "./shownRange.ts";

/** The texts that pieces are of: the file before, what those that are placed make of it, and which of them the caller is shown. */
interface PieceTexts {
  readonly original: string;
  readonly text: string;
  readonly shown: "original" | "text";
}

/** What became of each piece of an edit, as its result has it. */
export function resultPieces(pieces: readonly Piece[], { original, text, shown }: PieceTexts): EditResult["pieces"] {
  const isOpen = pieces.some(({ state }) => state === "open");
  const revision = isOpen && shown === "text" ? revise(lineTexts(original), lineTexts(text)) : undefined;
  return pieces.map((piece) => {
    const { index, state, certainty, sketch } = piece;
    const alternatives = piece.state === "open" ? piece.alternatives : [];
    return {
      number: index + 1,
      state,
      certainty,
      lines: shownRange(sketch),
      reason: piece.state === "placed" ? "" : piece.reason,
      alternatives: alternatives.map((alternative, at) => ({
        number: at + 1,
        label: alternative.label,
        certainty: alternative.certainty,
        lines: shownRange(revision === undefined ? alternative.original : spliceOf(revision, alternative).place),
        text: alternative.lines.join("\n"),
      })),
    };
  });
}
