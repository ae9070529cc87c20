import { STRUCTURAL, type ApplyEvent, type ApplyPorts, type ApplyRequest, type LateApplyPorts } from "./applyEvents.ts";
import { climbLadder } from "./ladder.ts";
import { applyStructural } from "./structural.ts";

/**
 * The use case behind every door: applies sketches to the text of one file. The structural engine comes first, and where it
 * is not sure the rewriters; the proof judges them all. Expected failures are events; it throws only when `signal` is aborted.
 */
export async function* applySketch(
  request: ApplyRequest,
  ports: ApplyPorts | LateApplyPorts,
  signal: AbortSignal,
): AsyncGenerator<ApplyEvent> {
  signal.throwIfAborted();
  yield { type: "step", engine: STRUCTURAL };
  const outcome = applyStructural(request);
  if (outcome.type === "merged") {
    const { text, proof, placements } = outcome;
    yield { type: "text", text };
    yield { type: "done", text, proof, placements, engine: STRUCTURAL, failures: [] };
  } else if (outcome.type === "ambiguous") {
    const rewriters = typeof ports.rewriters === "function" ? await ports.rewriters() : ports.rewriters;
    signal.throwIfAborted();
    if (rewriters.length > 0) yield* climbLadder(request, outcome, { ...ports, rewriters }, signal);
    else yield outcome;
  } else yield outcome;
}
