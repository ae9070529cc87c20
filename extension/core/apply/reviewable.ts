import { isLeftOut } from "../merge/pieces.ts";
import { concludeProof, type Finding, type Proof } from "../proof/proof.ts";
import { lineTexts } from "../text/lines.ts";
import { STRUCTURAL, type ApplyEvent } from "./applyEvents.ts";

/** An apply to a text. */
type Apply = (original: string, signal: AbortSignal) => AsyncIterable<ApplyEvent>;

/**
 * Wraps an apply so that there is something to decide on, whatever comes of it. What is open goes with the rewrite as choices for the user.
 * If nothing is sure, the rewrite is the file as it is, with what its pieces may mean; or the best guess, if that is all that there is. The
 * proof of a guess never holds, and what it cannot say of single lines it says of all. If nothing has a place, the pieces are there to
 * decide. The event stays `ambiguous` only if nobody can say what the pieces are. `name`: an id of this apply.
 */
export function reviewable(apply: Apply, name: string): Apply {
  return async function* (original, signal) {
    for await (const event of apply(original, signal)) {
      if (event.type === "done") yield { ...event, open: { apply: name, pieces: event.pieces.filter(isLeftOut) } };
      else if (event.type === "ambiguous") yield* decidable(event, original, name);
      else yield event;
    }
  };
}

function* decidable(event: AmbiguousEvent, original: string, name: string): Generator<ApplyEvent> {
  const { draft, reason, pieces, proof, failures = [] } = event;
  const left = pieces.filter(isLeftOut);
  const [only] = left;
  // A guess alone is a rewrite with doubts, so that it is seen hunk by hunk.
  const isGuess = left.length <= 1 && (only?.state !== "open" || only.alternatives.length === 1) && draft !== original;
  if (!isGuess && left.length === 0) {
    yield event;
    return;
  }
  const text = isGuess ? draft : original;
  const findings = left.map(({ sketch, reason: message }): Finding => ({ type: "open", message, sketch }));
  yield { type: "step", engine: STRUCTURAL };
  yield { type: "text", text };
  yield {
    type: "done",
    text,
    proof: isGuess ? doubted(draft, reason, proof) : concludeProof(findings, 0, 0),
    pieces: isGuess ? [] : pieces,
    open: { apply: name, pieces: isGuess ? [] : left },
    engine: STRUCTURAL,
    failures,
  };
}

type AmbiguousEvent = Extract<ApplyEvent, { type: "ambiguous" }>;

/**
 * Makes a proof that does not hold, for a text that nothing vouches for. If no finding points at a line, one finding for the whole text
 * gives `reason`.
 */
export function doubted(draft: string, reason: string, proof: Proof | undefined): Proof {
  if (proof?.holds === false && proof.findings.some(pointsAtLine)) return proof;
  const rewrite = { start: 0, end: lineTexts(draft).length };
  const doubt = { type: "unrelated", message: reason, rewrite } as const;
  return concludeProof([...(proof?.findings ?? []), doubt], proof?.verbatimLines ?? 0, proof?.adaptedLines ?? 0);
}

/** Whether a finding speaks against a line. */
const pointsAtLine = ({ original, rewrite, isRemark }: Finding): boolean =>
  isRemark !== true && (original ?? rewrite) !== undefined;
