import { revise, spliceOf, withAlternatives } from "../merge/alternatives.ts";
import type { Alternative, Piece } from "../merge/mergeResult.ts";
import { readOriginal } from "../merge/original.ts";
import { candidatesOf, isLeftOut, isPlaced } from "../merge/pieces.ts";
import { judgeReply } from "../proof/judgeReply.ts";
import { concludeProof, type Finding, type Proof } from "../proof/proof.ts";
import { lineTexts } from "../text/lines.ts";
import { concludePieces, joinPieces, moveOn } from "./joinPieces.ts";
import { sureText, type StructuralOutcome } from "./outcome.ts";
import type { StructuralRequest } from "./applyInTurn.ts";

/** What somebody has decided of open pieces: the number of an alternative, from 0, or that the piece is left out. */
export type Choices = ReadonlyMap<Piece["index"], number | "none">;

export type ChosenOutcome =
  | { readonly type: "chosen"; readonly outcome: Exclude<StructuralOutcome, { type: "no-sketch" }> }
  /** There is no such piece or alternative, or two of the alternatives are about the same lines. In words that a user understands. */
  | { readonly type: "refused"; readonly reason: string };

/**
 * Computes the outcome of an apply after choices: places the chosen pieces, removes the dropped ones, and moves the alternatives of the
 * pieces that are still open to the new text. The outcome is `merged` if none is left open, whatever the proof says: whoever chooses
 * decides. `refused` if there is no such piece or alternative, or if two alternatives concern the same lines.
 */
export function chooseAlternatives(
  request: StructuralRequest,
  outcome: Extract<StructuralOutcome, { type: "ambiguous" }>,
  choices: Choices,
): ChosenOutcome {
  const { original } = request;
  const sure = sureText(outcome, original);
  const chosen = new Map<number, Alternative>();
  for (const [index, choice] of choices) {
    const piece = outcome.pieces.find((one) => one.index === index);
    if (piece === undefined || isPlaced(piece)) return refused(`No piece ${String(index + 1)} is open.`);
    if (choice === "none") continue;
    const alternative = piece.state === "open" ? piece.alternatives[choice] : undefined;
    if (!alternative) return refused(`Piece ${String(index + 1)} has no alternative ${String(choice + 1)}.`);
    chosen.set(index, alternative);
  }
  const text = withAlternatives(original, sure, [...chosen.values()]);
  if (text === undefined) return refused("Two of the chosen alternatives are about the same lines of the file.");
  const [first, before, after] = [lineTexts(original), lineTexts(sure), lineTexts(text)];
  const toSure = revise(first, before);
  const isDropped = ({ index }: Piece): boolean => choices.get(index) === "none";
  const pieces = outcome.pieces
    .filter((piece) => !isDropped(piece))
    .map((piece): Piece => {
      const alternative = chosen.get(piece.index);
      if (!alternative) return piece;
      const result = spliceOf(toSure, alternative).place;
      const { index, sketch } = piece;
      return { index, sketch, state: "placed", certainty: 1, original: alternative.original, result };
    });
  const moved = moveOn(
    joinPieces([], pieces, toSure, (range) => range),
    revise(before, after),
  );
  const now = concludePieces(moved, revise(first, after));
  const left = now.filter(isLeftOut);
  const proof = judgeChosen(request, text);
  if (left.length === 0)
    return { type: "chosen", outcome: { type: "merged", text, pieces: now.filter(isPlaced), proof } };
  const findings = left.map(({ sketch, reason }): Finding => ({ type: "open", message: reason, sketch }));
  return {
    type: "chosen",
    outcome: {
      type: "ambiguous",
      reason: left[0]?.reason ?? outcome.reason,
      draft: text,
      candidates: candidatesOf(now),
      pieces: now,
      proof: concludeProof(findings, proof.verbatimLines, proof.adaptedLines),
    },
  };
}

function refused(reason: string): ChosenOutcome {
  return { type: "refused", reason };
}

/** Judges with the proof a text that choices have led to. */
export function judgeChosen({ original, language, parser, sketches }: StructuralRequest, text: string): Proof {
  const file = readOriginal(original, language, parser);
  try {
    return judgeReply(file, sketches, text);
  } finally {
    file.tree?.dispose();
  }
}
