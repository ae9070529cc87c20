import { revise, spliceOf } from "../core/merge/alternatives.ts";
import type { Candidate, Piece, PlacedPiece } from "../core/merge/mergeResult.ts";
import { isPlaced } from "../core/merge/pieces.ts";
import type { Proof } from "../core/proof/proof.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { lineTexts, type LineRange } from "../core/text/lines.ts";
import type { EngineOutcome } from "../core/apply/applyToFile.ts";
import { sureText } from "../core/apply/outcome.ts";
import type { FoundFile } from "./findTarget.ts";
import type { PlannedTarget } from "./plan.ts";
import type { ExitCode } from "./surroundings.ts";

/** Lines as `--json` gives them: one-based, inclusive. An empty range ends on the line before it starts. */
interface JsonLines {
  readonly start: number;
  readonly end: number;
}

function toJsonLines({ start, end }: LineRange): JsonLines {
  return { start: start + 1, end };
}

/** Builds what `apply --json` prints. `found`: files that the sketch may be for, the best first, if that is not sure. */
export function toJson(
  targets: readonly PlannedTarget[],
  left: readonly FileSketch[],
  exitCode: ExitCode,
  found?: readonly FoundFile[],
): unknown {
  return {
    targets: targets.map(targetToJson),
    notApplied: left.map(({ path, replyLine }) => ({ path: path ?? null, sketchLine: replyLine })),
    ...(found === undefined ? {} : { found }),
    exitCode,
  };
}

function targetToJson(target: PlannedTarget): unknown {
  const { path, type: outcome } = target;
  switch (target.type) {
    case "merged": {
      const { change, text } = target;
      return {
        path,
        outcome,
        action: change.type,
        ...(change.type === "move" && { moveTo: change.to.path }),
        text,
        candidates: [],
        placements: target.outcome.pieces.map(placementToJson),
        pieces: piecesToJson(target.outcome.pieces, target.original, text),
        proof: proofToJson(target.outcome.proof),
        ...stepsToJson(target.outcome),
      };
    }
    case "ambiguous": {
      const { reason, draft, candidates, pieces, proof } = target.outcome;
      return {
        path,
        outcome,
        reason,
        draft,
        sure: sureText(target.outcome, target.original),
        candidates: candidates.map(candidateToJson),
        placements: pieces.filter(isPlaced).map(placementToJson),
        pieces: piecesToJson(pieces, target.original, sureText(target.outcome, target.original)),
        proof: proof === undefined ? null : proofToJson(proof),
        ...stepsToJson(target.outcome),
      };
    }
    case "no-sketch":
      return { path, outcome, reason: target.reason, ...NOTHING };
    case "trouble":
      return { path, outcome: "error", reason: target.trouble.type, ...NOTHING };
  }
}

const NOTHING = { candidates: [], placements: [], pieces: [], proof: null };

/** Who wrote the text, and which steps gave way before; the structural engine alone says nothing of that. */
function stepsToJson({ engine, failures = [] }: EngineOutcome): object {
  return failures.length === 0 ? {} : { engine: engine ?? null, failures };
}

function candidateToJson({ original, label }: Candidate): unknown {
  return { ...toJsonLines(original), label };
}

function placementToJson({ sketch, original, result }: PlacedPiece): unknown {
  return {
    sketch: toJsonLines(sketch),
    original: toJsonLines(original),
    result: toJsonLines(result),
  };
}

/**
 * Describes what became of each piece, numbered from 1. `text`: what the placed pieces have made of `original`. An alternative puts its
 * `lines` in place of those lines of `text` that its own `text` names; they come from the lines that its `original` names.
 */
export function piecesToJson(pieces: readonly Piece[], original: string, text: string): readonly unknown[] {
  const revision = pieces.some(({ state }) => state === "open")
    ? revise(lineTexts(original), lineTexts(text))
    : undefined;
  return pieces.map((piece) => {
    const { state, certainty, sketch } = piece;
    const known = { number: piece.index + 1, state, certainty, sketch: toJsonLines(sketch) };
    if (piece.state === "placed")
      return { ...known, original: toJsonLines(piece.original), result: toJsonLines(piece.result) };
    if (piece.state === "not-applicable" || revision === undefined) return { ...known, reason: piece.reason };
    const alternatives = piece.alternatives.map((alternative, index) => ({
      number: index + 1,
      label: alternative.label,
      certainty: alternative.certainty,
      original: toJsonLines(alternative.original),
      text: toJsonLines(spliceOf(revision, alternative).place),
      lines: alternative.lines,
    }));
    return { ...known, reason: piece.reason, alternatives };
  });
}

/** Turns a proof into what `--json` prints, the lines of its findings counted from 1. */
export function proofToJson({ findings, ...rest }: Proof): unknown {
  return {
    ...rest,
    findings: findings.map(({ type, message, sketch, original, rewrite }) => ({
      type,
      message,
      ...(sketch && { sketch: toJsonLines(sketch) }),
      ...(original && { original: toJsonLines(original) }),
      ...(rewrite && { rewrite: toJsonLines(rewrite) }),
    })),
  };
}
