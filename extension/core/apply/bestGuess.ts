import { concludeProof, type Proof } from "../proof/proof.ts";
import { lineTexts } from "../text/lines.ts";
import { STRUCTURAL, type ApplyEvent } from "./applyEvents.ts";

/** An apply to a text. */
type Apply = (original: string, signal: AbortSignal) => AsyncIterable<ApplyEvent>;

/**
 * The same apply, but where it is ambiguous it gives its best guess as a rewrite. The proof of that never holds: what
 * it cannot say of single lines it says of all.
 */
export function withBestGuess(apply: Apply): Apply {
  return async function* (original, signal) {
    for await (const event of apply(original, signal)) {
      if (event.type !== "ambiguous") {
        yield event;
        continue;
      }
      const { draft, reason, proof, pieces } = event;
      yield { type: "text", text: draft };
      yield {
        type: "done",
        text: draft,
        proof: doubted(draft, reason, proof),
        pieces,
        engine: STRUCTURAL,
        failures: event.failures ?? [],
      };
    }
  };
}

/** The proof of a text that nothing vouches for. */
export function doubted(draft: string, reason: string, proof: Proof | undefined): Proof {
  if (proof?.findings.some(({ original, rewrite }) => (original ?? rewrite) !== undefined) === true) return proof;
  const rewrite = { start: 0, end: lineTexts(draft).length };
  const doubt = { type: "unrelated", message: reason, rewrite } as const;
  return concludeProof([...(proof?.findings ?? []), doubt], proof?.verbatimLines ?? 0, proof?.adaptedLines ?? 0);
}
