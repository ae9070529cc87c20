import { showAlternative, writeAlternative } from "../apply/alternativeLines.ts";
import { revise, spliceOf } from "../merge/alternatives.ts";
import type { Piece } from "../merge/mergeResult.ts";
import { lineTexts } from "../text/lines.ts";
import { shownRange, type EditResult } from "./editResult.ts";

/** The texts that pieces are of: the file before, what those that are placed make of it, and which of them the caller is shown. */
interface PieceTexts {
  readonly original: string;
  readonly text: string;
  readonly shown: "original" | "text";
}

/** Lines of what an alternative does, and characters of each. */
const MAX_LINES = 20;
const MAX_LINE = 300;

/** Lists what became of each piece of an edit, as its result has it. */
export function resultPieces(pieces: readonly Piece[], { original, text, shown }: PieceTexts): EditResult["pieces"] {
  const isOpen = pieces.some(({ state }) => state === "open");
  const before = isOpen ? lineTexts(original) : [];
  const revision = isOpen && shown === "text" ? revise(before, lineTexts(text)) : undefined;
  const file = revision?.lines ?? before;
  return pieces.map((piece) => {
    const { index, state, certainty, sketch } = piece;
    const alternatives = piece.state === "open" ? piece.alternatives : [];
    return {
      number: index + 1,
      state,
      certainty,
      lines: shownRange(sketch),
      reason: piece.state === "placed" ? "" : piece.reason,
      alternatives: alternatives.map((alternative, at) => {
        const { label, certainty, lines, original: place } = alternative;
        const splice = revision === undefined ? { place, lines } : spliceOf(revision, alternative);
        const diff = writeAlternative(showAlternative(file, splice, MAX_LINES), shortened);
        const range = shownRange(splice.place);
        return { number: at + 1, label, certainty, lines: range, text: lines.join("\n"), diff: diff.join("\n") };
      }),
    };
  });
}

const shortened = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);
