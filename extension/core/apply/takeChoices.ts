import { imageOf } from "../diff/clusters.ts";
import { equalLines } from "../diff/lineEdits.ts";
import { mergeLines } from "../diff/rebase.ts";
import { alternativeOf, revise, withAlternatives } from "../merge/alternatives.ts";
import type { Piece } from "../merge/mergeResult.ts";
import { candidatesOf, isPlaced } from "../merge/pieces.ts";
import type { Proof } from "../proof/proof.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { chooseAlternatives, judgeChosen, type ChosenOutcome, type Choices } from "./chooseAlternatives.ts";
import { concludePieces, joinPieces, moveOn } from "./joinPieces.ts";
import type { Ambiguous } from "./outcome.ts";
import type { StructuralRequest } from "./applyInTurn.ts";
import { withoutPieces } from "./withoutPieces.ts";

type Chosen = Extract<ChosenOutcome, { type: "chosen" }>["outcome"];

/**
 * Computes the outcome after the choices of somebody who has seen the alternatives. The proof does not miss a piece that is left out on
 * purpose, as if the sketch had never had it.
 */
export function takeChoices(request: StructuralRequest, outcome: Ambiguous, choices: Choices): ChosenOutcome {
  return chooseAlternatives(withoutDropped(request, outcome, choices), outcome, choices);
}

/** An edit that somebody has seen the alternatives of, and the text of the file that it has left. */
export interface LeftEdit {
  readonly request: StructuralRequest;
  readonly outcome: Ambiguous;
  readonly left: string;
}

/**
 * Takes choices later, when what was sure may be in the file or others may have changed it. Makes what is chosen in `current` as it would
 * have been made in the text that was left, and moves all line ranges of the original to `current`. `refused` if the file has changed in
 * those very lines. The sketch is never read again for `current`: it would be applied twice, and the numbers would mean other places.
 */
export function takeChoicesLater(edit: LeftEdit, choices: Choices, current: string): ChosenOutcome {
  const { outcome, left } = edit;
  const request = withoutDropped(edit.request, outcome, choices);
  const taken = chooseAlternatives(request, outcome, choices);
  if (taken.type === "refused") return taken;
  const text = taken.outcome.type === "merged" ? taken.outcome.text : taken.outcome.draft;
  const now = left === current ? text : carryOver(left, current, text);
  if (now === undefined)
    return { type: "refused", reason: "The file has changed since in the lines that the choice is about." };
  const proven = equalLines(lineTexts(now), lineTexts(text))
    ? undefined
    : judgeChosen({ ...request, original: current }, now);
  return { type: "chosen", outcome: movedTo(taken.outcome, request.original, current, now, proven) };
}

/** Makes the change from one text to another in a third one, which keeps its line ends; `undefined` if both have changed the same lines. */
function carryOver(before: string, current: string, after: string): string | undefined {
  const lines = lineTexts(current);
  const { lines: merged, conflicts } = mergeLines(lineTexts(before), lines, lineTexts(after));
  if (conflicts.length > 0) return undefined;
  const change = alternativeOf(revise(lines, lines), merged, 1);
  return change === undefined ? current : withAlternatives(current, current, [change]);
}

/** Moves an outcome from one original to another, for which the new text is `now`. `proof`: of that text, if it is another one. */
function movedTo(outcome: Chosen, original: string, current: string, now: string, proof: Proof | undefined): Chosen {
  const text = outcome.type === "merged" ? outcome.text : outcome.draft;
  if (current === original && now === text) return outcome;
  const [first, before] = [lineTexts(original), lineTexts(text)];
  const [here, after] = [lineTexts(current), lineTexts(now)];
  const { changes } = revise(first, here);
  const inCurrent = (range: LineRange): LineRange => imageOf(range, changes);
  const joined = moveOn(joinPieces([], outcome.pieces, revise(first, before), inCurrent), revise(before, after));
  const pieces = concludePieces(joined, revise(here, after));
  if (outcome.type === "ambiguous") return { ...outcome, draft: now, pieces, candidates: candidatesOf(pieces) };
  const findings = outcome.proof.findings.map((finding) =>
    finding.original ? { ...finding, original: inCurrent(finding.original) } : finding,
  );
  return { type: "merged", text: now, pieces: pieces.filter(isPlaced), proof: proof ?? { ...outcome.proof, findings } };
}

/** The request without the pieces that are left out on purpose, for the proof. */
function withoutDropped(request: StructuralRequest, { pieces }: Ambiguous, choices: Choices): StructuralRequest {
  const dropped = pieces.filter(({ index }) => choices.get(index) === "none");
  if (dropped.length === 0) return request;
  const taken = new Set(lineTexts(request.original).map((line) => line.trim()));
  const sketches = request.sketches.flatMap((found) => withoutThose(found, dropped, (line) => taken.has(line)));
  return { ...request, sketches };
}

/** Leaves dropped pieces out of a sketch. Their lines count in the reply. */
function withoutThose(found: FileSketch, dropped: readonly Piece[], isTaken: (line: string) => boolean): FileSketch[] {
  const { sketch, replyLine } = found;
  const begins = (line: number): boolean => dropped.some((piece) => piece.sketch.start === line - 1);
  if (sketch.type === "edits") {
    const edits = sketch.edits.filter((edit) => !begins(edit.replyLine));
    // Where nobody could tell its edits apart, the sketch is one piece.
    const isWhole = edits.length === sketch.edits.length && begins(replyLine);
    return isWhole || edits.length === 0 ? [] : [{ ...found, sketch: { ...sketch, edits } }];
  }
  if (sketch.type !== "code") return begins(replyLine) ? [] : [found];
  const shift = replyLine - 1;
  const size = lineTexts(sketch.text).length;
  const own = dropped
    .map((piece) => ({ ...piece, sketch: { start: piece.sketch.start - shift, end: piece.sketch.end - shift } }))
    .filter((piece) => piece.sketch.start >= 0 && piece.sketch.start < size);
  return [withoutPieces(found, own, isTaken)];
}
