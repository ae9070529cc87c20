import { withInstruction } from "../sketch/saidOfCode.ts";
import { STRUCTURAL, type ApplyEvent, type ApplyPorts, type LateApplyPorts } from "./applyEvents.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { askChoosers } from "./askChoosers.ts";
import type { Chooser } from "../models/chooser.ts";
import { climbLadder } from "./ladder.ts";
import type { StructuralOutcome, Ambiguous } from "./outcome.ts";
import { isPartial } from "../proof/proof.ts";
import type { Rewriter } from "../models/rewriter.ts";
import { applyStructural } from "./structural.ts";

/**
 * Applies sketches to the text of one file; all callers come here. The structural engine comes first; if it leaves pieces open, somebody is
 * asked what they mean, and then the rewriters write; the proof judges them all. Expected failures are events; it throws only if `signal`
 * is aborted.
 */
export async function* applySketch(
  given: ApplyRequest,
  ports: ApplyPorts | LateApplyPorts,
  signal: AbortSignal,
): AsyncGenerator<ApplyEvent> {
  signal.throwIfAborted();
  const request = withWords(given);
  yield { type: "step", engine: STRUCTURAL };
  const outcome = applyStructural(request);
  const doubt = doubtOf(outcome, ports);
  if (doubt !== undefined) {
    const [rewriters, first] = await Promise.all([rewritersOf(ports), choosersOf(ports)]);
    signal.throwIfAborted();
    const choosers =
      ports.isModelWanted === true ? [] : [...first, ...rewriters.flatMap(({ chooser }) => chooser ?? [])];
    const asked = yield* askChoosers(request, doubt, choosers, signal);
    if (asked.isDone) return;
    const able = rewriters.filter(({ id }) => !asked.unreachable.has(id));
    const isAlone = able.length === 0 && asked.failures.length === 0;
    const events = isAlone
      ? [doubt]
      : climbLadder(request, doubt, { ...ports, rewriters: able }, asked.failures, signal);
    for await (const event of events) yield* withWhatIsSure(event);
  } else if (outcome.type === "merged") {
    const { text, proof, pieces } = outcome;
    yield { type: "text", text };
    yield { type: "done", text, proof, pieces, engine: STRUCTURAL, failures: [] };
  } else yield outcome;
}

/** Adds what the instruction says to the sketches of a request: what changes, and whether their code is the whole file. */
export function withWords(request: ApplyRequest): ApplyRequest {
  return { ...request, sketches: withInstruction(request.sketches, request.instruction) };
}

/** Finds the result that rewriters start from; `undefined` if there is nothing for them to do. */
export function doubtOf(
  outcome: StructuralOutcome,
  { isModelWanted }: Pick<ApplyPorts, "isModelWanted">,
): Ambiguous | undefined {
  if (outcome.type === "ambiguous") return outcome;
  return outcome.type === "merged" && isModelWanted === true ? setAside(outcome) : undefined;
}

/** Turns an outcome that leaves only pieces open into a rewrite with all others, whose proof says what is missing. */
function* withWhatIsSure(event: ApplyEvent): Generator<ApplyEvent> {
  if (event.type !== "ambiguous" || !isPartial(event.proof)) {
    yield event;
    return;
  }
  const { draft: text, proof, pieces, failures = [] } = event;
  yield { type: "step", engine: STRUCTURAL };
  yield { type: "text", text };
  yield { type: "done", text, proof, pieces, engine: STRUCTURAL, failures };
}

async function choosersOf({ choosers = [] }: ApplyPorts | LateApplyPorts): Promise<readonly Chooser[]> {
  return typeof choosers === "function" ? choosers() : choosers;
}

/** Returns the rewriters, and asks for them now if they come late. */
export async function rewritersOf({ rewriters }: ApplyPorts | LateApplyPorts): Promise<readonly Rewriter[]> {
  return typeof rewriters === "function" ? rewriters() : rewriters;
}

/** Turns a merge that the user does not want to have into the guess that rewriters begin from. */
function setAside({ text, proof, pieces }: Extract<StructuralOutcome, { type: "merged" }>): Ambiguous {
  const reason = "The result of the structural engine was set aside, since another engine was asked for.";
  const candidates = pieces.map(({ original }) => ({ original, label: "" }));
  return { type: "ambiguous", reason, draft: text, candidates, pieces: [], proof };
}
