import { candidatesOf, isPlaced } from "../merge/pieces.ts";
import { isPartial } from "../proof/proof.ts";
import { beginWork, type Work } from "../text/work.ts";
import { applyBetween, countLines, MAX_LINES, type StructuralRequest } from "./applyInTurn.ts";
import { readDeclarationEdits, readSaidEdits } from "./saidEdits.ts";
import type { Ambiguous, StructuralOutcome } from "./outcome.ts";
import { applyPlaced, type PlacedOutcome } from "./placedOutcome.ts";

/**
 * Applies sketches to a file without a model. Blocks that show code and leave nothing out go where the words before them and their lines are
 * likeliest to put them (`applyPlaced`), if that is sure. Blocks of code that follow each other down the file are applied together. Other sketches, and
 * blocks for which nothing is sure that way, are applied one by one, each to what the one before made. A merge counts only if its proof
 * holds; otherwise the outcome is `ambiguous`, with the best guess as a draft. If only some pieces are open, the draft has all others, its
 * proof says so (`isPartial`), and `pieces` lists what each open piece may mean, so that one unsure sketch does not hold back the others.
 * All sketches share one budget of `work`; once it is spent, the outcome is `ambiguous` too. Never throws.
 */
export function applyStructural(request: StructuralRequest, work: Work = beginWork()): StructuralOutcome {
  if (countLines(request.original) > MAX_LINES) return applyBetween([], request.sketches, [], request, work);
  const placed = applyPlaced(request, work);
  if (placed?.isOfSeveral && isSure(placed)) return placed.outcome;
  const outcome = applyRead(request, work);
  return placed === undefined || work.isSpent ? outcome : weigh(outcome, placed);
}

/** Of answers in several blocks that are as certain of their places, and of what their words say, five of six are right. */
const SURE = 0.6;
/** Several places for one block may be as likely as each other. */
const SURE_ALONE = 0.7;
/** Of those that another reading merges to a text that is as certain, as many are right. */
const SURE_OF_SAME = 0.15;

const isSure = ({ outcome, certainty, isOfSeveral }: PlacedOutcome): boolean =>
  outcome.type === "merged" && certainty >= (isOfSeveral ? SURE : SURE_ALONE);

/**
 * Decides between what the sketches give by themselves and what the places of their blocks do. Where the two differ it is a question, in
 * which the more is taken for sure.
 */
function weigh(outcome: StructuralOutcome, placed: PlacedOutcome): StructuralOutcome {
  if (outcome.type === "no-sketch" || (!placed.isOfSeveral && outcome.type === "merged")) return outcome;
  if (outcome.type === "merged") {
    const isLikely = placed.certainty === 0 || placed.certaintyOf(outcome.text) >= SURE_OF_SAME;
    if (isLikely && !placed.speaksAgainst(outcome.text)) return outcome;
    const { text, pieces, proof } = outcome;
    const reason = "It is not sure that the answer asks for just what its blocks show, at these places.";
    return (
      placed.open() ?? { type: "ambiguous", reason, draft: text, candidates: candidatesOf(pieces), pieces: [], proof }
    );
  }
  if (isSure(placed)) return placed.outcome;
  const open = placed.isOfSeveral ? placed.open() : undefined;
  return open !== undefined && countSure(open) >= countSure(outcome) ? open : outcome;
}

/** Counts the pieces that a question takes for sure. */
const countSure = ({ proof, pieces }: Ambiguous): number => (isPartial(proof) ? pieces.filter(isPlaced).length : 0);

/** Applies sketches as they are, with what the words say besides. */
function applyRead(request: StructuralRequest, work: Work): StructuralOutcome {
  const { edits, left } = readSaidEdits(request);
  const outcome = applyBetween(edits, left, [], request, work);
  if (outcome.type === "merged" || work.isSpent) return outcome;
  // A declaration that is shown from beginning to end is that declaration, however much of it has changed.
  const whole = readDeclarationEdits({ ...request, sketches: left });
  if (whole.edits.length > 0) {
    const replaced = applyBetween([...edits, ...whole.edits], whole.left, [], request, work);
    if (replaced.type === "merged") return replaced;
  }
  if (edits.length === 0) return outcome;
  // What is new may look like what is still to be found.
  const last = applyBetween([], left, edits, request, work);
  if (last.type === "merged") return last;
  const without = applyBetween([], request.sketches, [], request, work);
  return without.type === "merged" ? without : outcome;
}
