import { imageOf } from "../diff/clusters.ts";
import { alternativeOf, revise, type Revision } from "../merge/alternatives.ts";
import type { LeftOut, LikelyText, Piece } from "../merge/mergeResult.ts";
import { contextOf } from "../merge/model/observeCode.ts";
import { mergeSketch } from "../merge/mergeSketch.ts";
import { readOriginal, type Original } from "../merge/original.ts";
import { candidatesOf, isLeftOut, isPlaced, leftOutPiece } from "../merge/pieces.ts";
import type { SyntaxParser } from "../text/syntax.ts";
import { takeSteps, TOO_MUCH_WORK, type Work } from "../text/work.ts";
import { judgeRewrite } from "../proof/judge.ts";
import { inReply, inReplyLines } from "../proof/judgeReply.ts";
import { concludeProof, isPartial, type Finding, type Proof } from "../proof/proof.ts";
import { excuseSaidLosses } from "../proof/saidLosses.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { doubtMerged } from "./doubtMerged.ts";
import { joinCode } from "./joinCode.ts";
import { concludePieces, joinPieces, type JoinedPiece } from "./joinPieces.ts";
import type { Ambiguous, Merged, StructuralOutcome } from "./outcome.ts";
import { withoutPieces } from "./withoutPieces.ts";

/** What the structural engine needs to know of the target. */
export interface StructuralRequest {
  /** Text of the file; empty for a new one. */
  readonly original: string;
  /** What the model wrote for this file, one sketch after the other. */
  readonly sketches: readonly FileSketch[];
  /** VS Code language id, as far as it is known. */
  readonly language: string | undefined;
  /** The language's parser, where it has one. */
  readonly parser: SyntaxParser | undefined;
}

/** Applies sketches between others: joined as far as they can be or, if nothing is sure that way, one by one. */
export function applyBetween(
  before: readonly FileSketch[],
  sketches: readonly FileSketch[],
  after: readonly FileSketch[],
  request: StructuralRequest,
  work: Work,
): StructuralOutcome {
  const apart = joinEdits(sketches);
  const together = joinCode(apart, request.original);
  if (together.length < apart.length) {
    const outcome = applyInTurn(
      { ...request, sketches: [...before, ...together, ...after] },
      request.sketches,
      true,
      work,
    );
    const isNothingSure = outcome.type === "ambiguous" && !isPartial(outcome.proof);
    if (!isNothingSure || work.isSpent) return outcome;
  }
  const all = [...before, ...apart, ...after];
  return applyInTurn(
    { ...request, sketches: all },
    request.sketches,
    all.filter(({ sketch }) => sketch.type === "code").length > 1,
    work,
  );
}

/** Sketches that anybody may write for one file, and the steps that each further one takes: the file is read anew for it. */
const USUAL_SKETCHES = 100;
const STEPS_OF_SKETCH = 300_000;

/** Applies each sketch to what the one before made. `written`: the answer's own sketches. `isOneOfSeveral`: the reply has several blocks of code for the file. */
function applyInTurn(
  { original, sketches, language, parser }: StructuralRequest,
  written: readonly FileSketch[],
  isOneOfSeveral: boolean,
  work: Work,
): StructuralOutcome {
  let nothing: StructuralOutcome = { type: "no-sketch", reason: "The reply holds no code for this file." };
  const outcomes: (Merged | Ambiguous)[] = [];
  const steps: Revision[] = [];
  const first = (range: LineRange): LineRange => steps.reduceRight(beforeStep, range);
  let pieces: readonly JoinedPiece[] = [];
  /** The first outcome in which nothing is sure. */
  let unsure: Ambiguous | undefined;
  let text = original;
  for (const [nth, sketch] of sketches.entries()) {
    if (nth >= USUAL_SKETCHES && !takeSteps(work, STEPS_OF_SKETCH))
      return {
        type: "ambiguous",
        reason: TOO_MUCH_WORK,
        draft: original,
        candidates: [],
        pieces: [],
        proof: undefined,
      };
    const next = applyOne(text, sketch, { language, parser, isOneOfSeveral }, work);
    if (next.type === "no-sketch") {
      nothing = next;
      continue;
    }
    let made = next;
    if (next.type === "ambiguous" && !isPartial(next.proof)) {
      const pieces = next.pieces.length > 0 ? next.pieces : leftAsOnePiece(text, sketch, next);
      const alone = fromFirst({ ...next, pieces }, first);
      if (work.isSpent || sketches.length === 1) return alone;
      unsure ??= alone;
      made = leavePiecesOpen(text, pieces, concludeProof([], 0, 0));
    }
    outcomes.push(fromFirst(made, first));
    const after = made.type === "merged" ? made.text : made.draft;
    if (sketches.length > 1) {
      const step = revise(lineTexts(text), lineTexts(after));
      pieces = joinPieces(pieces, made.pieces, step, first);
      steps.push(step);
    }
    text = after;
  }
  const [only] = outcomes;
  if (only === undefined) return nothing;
  const all = sketches.length > 1 ? concludePieces(pieces, revise(lineTexts(original), lineTexts(text))) : only.pieces;
  const joined = joinOutcomes(outcomes, all, text);
  if (joined.type === "merged") {
    const doubted = doubtMerged(joined, written, original);
    const [sketch] = sketches;
    return doubted.type === "ambiguous" && sketch
      ? { ...doubted, pieces: leftAsOnePiece(original, sketch, doubted) }
      : doubted;
  }
  // Where nothing has a place there is nothing that a proof could vouch for, but perhaps a guess.
  if (unsure !== undefined && text === original) return { ...unsure, pieces: all };
  return text === original ? { ...joined, proof: undefined } : joined;
}

/** Edits of one format that follow each other, in whatever fences, are edits of one sketch: their order says something. */
function joinEdits(sketches: readonly FileSketch[]): readonly FileSketch[] {
  const joined: FileSketch[] = [];
  let edits: Edit[] = [];
  for (const found of sketches) {
    const before = joined.at(-1)?.sketch;
    if (found.sketch.type !== "edits") joined.push(found);
    else if (before?.type === "edits" && before.format === found.sketch.format)
      for (const edit of found.sketch.edits) edits.push(edit);
    else {
      edits = [...found.sketch.edits];
      joined.push({ ...found, sketch: { ...found.sketch, edits } });
    }
  }
  return joined;
}

/** Maps an outcome's lines of the original to those of the first original, from what the sketches before made of it. */
function fromFirst<Outcome extends Merged | Ambiguous>(
  outcome: Outcome,
  first: (range: LineRange) => LineRange,
): Outcome {
  const back = <Place extends { readonly original?: LineRange | undefined }>(place: Place): Place =>
    place.original ? { ...place, original: first(place.original) } : place;
  const proof = outcome.proof && { ...outcome.proof, findings: outcome.proof.findings.map(back) };
  return outcome.type === "ambiguous"
    ? { ...outcome, proof, candidates: outcome.candidates.map(back) }
    : { ...outcome, proof };
}

function beforeStep(range: LineRange, { changes }: Revision): LineRange {
  return imageOf(
    range,
    changes.map((change) => ({ old: change.new, new: change.old })),
  );
}

/** Joins the outcomes of sketches, each of which was applied to what the one before made; what is left open in any of them is open. */
function joinOutcomes(
  outcomes: readonly (Merged | Ambiguous)[],
  pieces: readonly Piece[],
  text: string,
): Merged | Ambiguous {
  const sum = (count: (proof: Proof) => number): number =>
    outcomes.reduce((total, { proof }) => total + (proof === undefined ? 0 : count(proof)), 0);
  const proof = concludeProof(
    outcomes.flatMap(({ proof }) => proof?.findings ?? []),
    sum(({ verbatimLines }) => verbatimLines),
    sum(({ adaptedLines }) => adaptedLines),
  );
  const open = outcomes.filter((outcome) => outcome.type === "ambiguous");
  if (open.length === 0) return { type: "merged", text, pieces: pieces.filter(isPlaced), proof };
  const candidates = open.flatMap((outcome) => outcome.candidates);
  return { type: "ambiguous", reason: open[0]?.reason ?? "", draft: text, candidates, pieces, proof };
}

/** Of real answers that were not sure, the share whose best guess was right. */
const GUESS_CERTAINTY = 0.2;

/** Makes one piece of a sketch for which nothing is sure, and which nobody can tell apart into pieces; its guess is what it may mean. */
function leftAsOnePiece(
  text: string,
  { sketch, replyLine }: FileSketch,
  { reason, draft, candidates }: Ambiguous,
): readonly LeftOut[] {
  const lines = lineTexts(text);
  const guess = alternativeOf(revise(lines, lines), lineTexts(draft), GUESS_CERTAINTY);
  const written = "text" in sketch ? lineTexts(sketch.text) : [];
  const size = Math.max(1, written.length);
  const range = { start: replyLine - 1, end: replyLine - 1 + size };
  const piece = { index: 0, sketch: range, written, reason, candidates };
  return [leftOutPiece(piece, guess === undefined ? [] : [guess])];
}

function applyOne(
  text: string,
  found: FileSketch,
  { language, parser, isOneOfSeveral }: Pick<StructuralRequest, "language" | "parser"> & { isOneOfSeveral: boolean },
  work: Work,
): StructuralOutcome {
  if (found.sketch.type !== "delete" && countLines(text) > MAX_LINES) {
    const reason = `The file has more than ${String(MAX_LINES)} lines, which is too much for the structural engine.`;
    return { type: "ambiguous", reason, draft: text, candidates: [], pieces: [], proof: undefined };
  }
  const original = readOriginal(text, language, parser);
  try {
    const result = mergeSketch(found.sketch, original, work, contextOf(found, isOneOfSeveral));
    if (result.type === "no-sketch") return result;
    // Of one of several blocks nobody knows what the others leave to it.
    const mayBeLikely = !isOneOfSeveral && "likely" in result && result.likely !== undefined;
    const likely = mayBeLikely ? provenAlone(result.likely, found, original, work) : undefined;
    if (likely !== undefined) return likely;
    if (result.type === "ambiguous")
      return { ...result, pieces: inReplyOf(found, result.pieces ?? []), proof: undefined };
    const left = result.pieces.filter(isLeftOut);
    const { sketch } = withoutPieces(found, left, (line) => original.byTrimmed.has(line));
    const judged = judgeRewrite(original, sketch, result.text, work);
    const counted = found.isInferred === true ? withoutRemarks(judged) : judged;
    const excused = excuseSaidLosses(counted, found.said ?? [], original.lines, original.blocks.end);
    const proof = inReplyLines(excused, found);
    const pieces = inReplyOf(found, result.pieces);
    if (proof.holds && result.type === "partial") return leavePiecesOpen(result.text, pieces, proof);
    if (proof.holds) return { type: "merged", text: result.text, pieces: pieces.filter(isPlaced), proof };
    return {
      type: "ambiguous",
      reason: proof.findings[0]?.message ?? "The result could not be proven.",
      draft: result.text,
      candidates: pieces.filter(isPlaced).map((piece) => ({
        original: piece.original,
        label: original.trimmed[piece.original.start] ?? "",
      })),
      pieces: [],
      proof,
    };
  } finally {
    original.tree?.dispose();
  }
}

/** How many other texts a likely one is told from. */
const MOST_RIVALS = 12;

/** The likely text as the outcome, if the proof of it holds and that of none of its rivals does. */
function provenAlone(
  { text, pieces, rivals }: LikelyText,
  found: FileSketch,
  original: Original,
  work: Work,
): StructuralOutcome | undefined {
  const prove = (one: string): Proof =>
    excuseSaidLosses(
      judgeRewrite(original, found.sketch, one, work),
      found.said ?? [],
      original.lines,
      original.blocks.end,
    );
  const proof = prove(text);
  const isAlone = (): boolean => !rivals.slice(0, MOST_RIVALS).some((rival) => prove(rival).holds);
  if (!proof.holds || !isAlone() || work.isSpent) return undefined;
  return { type: "merged", text, pieces: inReplyOf(found, pieces), proof: inReplyLines(proof, found) };
}

/** What is a remark on edits that somebody wrote counts against those that were only inferred. */
function withoutRemarks({ findings, verbatimLines, adaptedLines }: Proof): Proof {
  const faults = findings.map((finding): Finding => ({ ...finding, isRemark: undefined }));
  return concludeProof(faults, verbatimLines, adaptedLines);
}

/** Pieces of a sketch, their lines counted in the reply. */
function inReplyOf<One extends Piece>(found: FileSketch, pieces: readonly One[]): readonly One[] {
  return pieces.map((piece) => ({ ...piece, sketch: inReply(piece.sketch, found) }));
}

export function leavePiecesOpen(text: string, pieces: readonly Piece[], proof: Proof): Ambiguous {
  const left = pieces.filter(isLeftOut);
  const findings = left.map(({ sketch, reason }): Finding => ({ type: "open", message: reason, sketch }));
  return {
    type: "ambiguous",
    reason: left[0]?.reason ?? "",
    draft: text,
    candidates: candidatesOf(pieces),
    pieces,
    proof: concludeProof(findings, proof.verbatimLines, proof.adaptedLines),
  };
}

/** Lines of a file that can be read within a second. */
export const MAX_LINES = 250_000;

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}
