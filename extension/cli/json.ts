import type { Candidate, PiecePlacement } from "../core/merge/mergeResult.ts";
import type { Proof } from "../core/proof/proof.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import type { LineRange } from "../core/text/lines.ts";
import type { EngineOutcome } from "../core/apply/applyToFile.ts";
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

/** What `apply --json` prints. */
export function toJson(targets: readonly PlannedTarget[], left: readonly FileSketch[], exitCode: ExitCode): unknown {
  return {
    targets: targets.map(targetToJson),
    notApplied: left.map(({ path, replyLine }) => ({ path: path ?? null, sketchLine: replyLine })),
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
        placements: target.outcome.pieces.map((placement) => placementToJson(placement)),
        proof: proofToJson(target.outcome.proof),
        ...stepsToJson(target.outcome),
      };
    }
    case "ambiguous": {
      const { reason, draft, candidates, proof } = target.outcome;
      return {
        path,
        outcome,
        reason,
        draft,
        candidates: candidates.map(candidateToJson),
        placements: [],
        proof: proof === undefined ? null : proofToJson(proof),
        ...stepsToJson(target.outcome),
      };
    }
    case "no-sketch":
      return { path, outcome, reason: target.reason, candidates: [], placements: [], proof: null };
    case "trouble":
      return { path, outcome: "error", reason: target.trouble.type, candidates: [], placements: [], proof: null };
  }
}

/** Who wrote the text, and which steps gave way before; the structural engine alone says nothing of that. */
function stepsToJson({ engine, failures = [] }: EngineOutcome): object {
  return failures.length === 0 ? {} : { engine: engine ?? null, failures };
}

function candidateToJson({ original, label }: Candidate): unknown {
  return { ...toJsonLines(original), label };
}

function placementToJson({ sketch, original, result }: PiecePlacement): unknown {
  return {
    sketch: toJsonLines(sketch),
    original: toJsonLines(original),
    result: toJsonLines(result),
  };
}

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
