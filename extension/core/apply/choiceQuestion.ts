import { imageOf } from "../diff/clusters.ts";
import { revise, spliceOf } from "../merge/alternatives.ts";
import type { LeftOut } from "../merge/mergeResult.ts";
import { isLeftOut } from "../merge/pieces.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { chooseAlternatives } from "./chooseAlternatives.ts";
import type { AskedAlternative, AskedPiece, ChoiceQuestion } from "../models/chooser.ts";
import { sureText } from "./outcome.ts";
import type { Ambiguous } from "./outcome.ts";
import { sketchText } from "./sketchText.ts";

/** Whoever has to decide on more had better write the file. */
const MOST_PIECES = 12;

/**
 * Makes the question that an apply leaves open; `undefined` if there is none, or too much for one. If only one piece is open, its
 * alternatives that the proof finds faults with are left out: no answer could make them count.
 */
export function askAboutPieces(request: ApplyRequest, outcome: Ambiguous): ChoiceQuestion | undefined {
  const left = outcome.pieces.filter(isLeftOut);
  if (left.length === 0 || left.length > MOST_PIECES) return undefined;
  const { original, path, language, instruction, conversation, sketches } = request;
  const text = sureText(outcome, original);
  const toSure = revise(lineTexts(original), lineTexts(text));
  const written = writeSketches(sketches);
  const pieces = left.map((piece): AskedPiece => {
    const all = piece.state === "open" ? piece.alternatives : [];
    const alternatives = all.flatMap((alternative, choice): AskedAlternative[] =>
      left.length === 1 && !isProven(request, outcome, piece, choice)
        ? []
        : [{ choice, alternative, splice: spliceOf(toSure, alternative) }],
    );
    const { index, reason } = piece;
    const home = sketches.findLast((found) => found.replyLine - 1 <= piece.sketch.start);
    const said = { isEdit: home?.sketch.type === "edits", introduction: home?.introduction ?? "" };
    return { index, reason, sketch: written.rangeOf(piece.sketch), ...said, alternatives };
  });
  const faults = (outcome.proof?.findings ?? []).flatMap((finding) => finding.original ?? []);
  const candidates = left.flatMap((piece) => piece.candidates.map((candidate) => candidate.original));
  const meant = left.flatMap((piece) => (piece.state === "open" ? piece.alternatives : []));
  const places = [
    ...meant.map((alternative) => spliceOf(toSure, alternative).place),
    ...[...candidates, ...faults].map((range) => imageOf(range, toSure.changes)),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  return { text, path, language, instruction, conversation, sketch: written.lines, pieces, places };
}

function isProven(request: ApplyRequest, outcome: Ambiguous, { index }: LeftOut, choice: number): boolean {
  const chosen = chooseAlternatives(request, outcome, new Map([[index, choice]]));
  return chosen.type === "chosen" && chosen.outcome.proof?.holds === true;
}

/** Writes sketches as one text, and finds where lines of the reply are in it. */
function writeSketches(sketches: readonly FileSketch[]): {
  readonly lines: readonly string[];
  readonly rangeOf: (reply: LineRange) => LineRange;
} {
  const lines: string[] = [];
  const runs: { readonly reply: LineRange; readonly start: number; readonly isWhole: boolean }[] = [];
  const write = (texts: readonly string[], first: number, isWhole: boolean): void => {
    if (lines.length > 0) lines.push("");
    runs.push({ reply: { start: first, end: first + texts.length }, start: lines.length, isWhole });
    for (const text of texts) lines.push(text);
  };
  for (const found of sketches) {
    const { sketch, replyLine } = found;
    if (sketch.type === "edits") {
      for (const edit of sketch.edits) {
        const alone = { ...found, sketch: { ...sketch, edits: [edit] } };
        write(lineTexts(sketchText([alone])), edit.replyLine - 1, true);
      }
    } else if (sketch.type !== "delete") write(lineTexts(sketch.text), replyLine - 1, false);
  }
  const rangeOf = ({ start, end }: LineRange): LineRange => {
    const met = runs.flatMap((run): LineRange[] => {
      const length = run.reply.end - run.reply.start;
      // Within an edit the reply's lines are not counted everywhere in the same way; only where it begins.
      if (run.isWhole) {
        const isMeant = start <= run.reply.start && run.reply.start < Math.max(end, start + 1);
        return isMeant ? [{ start: run.start, end: run.start + length }] : [];
      }
      const shift = run.start - run.reply.start;
      const [first, last] = [Math.max(start, run.reply.start) + shift, Math.min(end, run.reply.end) + shift];
      return first < last ? [{ start: first, end: last }] : [];
    });
    const [first, last] = [met[0], met.at(-1)];
    return first && last ? { start: first.start, end: last.end } : { start: 0, end: 0 };
  };
  return { lines, rangeOf };
}
