import { isChoiceOf, type Choice } from "../../core/review/choices.ts";
import { sourcesOf, type PieceSource } from "../../core/review/pieceSource.ts";
import type { ReviewRequest } from "./reviewRequest.ts";
import type { WholeRewrite } from "./rewriteStream.ts";

/** What is known of the applies to a review and of the pieces that they have left open. */
export class KnownPieces {
  /** By id of the apply: what it was of. */
  readonly #applied = new Map<string, string>();
  /** By id of the choice. */
  readonly #sources = new Map<string, PieceSource>();

  /** Notes what an apply was of. */
  know({ open, decided }: WholeRewrite, { sketches, answer }: ReviewRequest): void {
    if (open === undefined) return;
    if (sketches !== undefined) this.#applied.set(open.apply, sketches);
    if (answer === undefined) return;
    this.knowSources(sourcesOf(answer, open.apply, [...open.pieces, ...(decided?.pieces ?? [])]));
  }

  /** Where the pieces come from that are or were open, by ids of their choices. */
  get sources(): ReadonlyMap<string, PieceSource> {
    return this.#sources;
  }

  /** Notes where pieces come from. */
  knowSources(sources: Iterable<readonly [id: string, source: PieceSource]>): void {
    for (const [id, source] of sources) this.#sources.set(id, source);
  }

  /** Finds the ids of the choices that an earlier apply of the same sketches left open; none unless the new one says what is open. */
  replacedBy(done: WholeRewrite, { sketches }: ReviewRequest, choices: readonly Choice[]): ReadonlySet<string> {
    // Agents leave nothing open, and choose by themselves.
    if (done.open === undefined) return new Set();
    const earlier = [...this.#applied].flatMap(([id, text]) => (text === sketches ? [id] : []));
    return new Set(choices.flatMap(({ id }) => (earlier.some((one) => isChoiceOf(one, id)) ? [id] : [])));
  }
}
