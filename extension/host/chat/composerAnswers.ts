import type { ModelLimits } from "../../core/models/model.ts";
import type { Meter, Offer } from "../../core/chat/chatProtocol.ts";
import type { Attachment, Conversation, Question, Reference } from "../../core/chat/chatSchemas.ts";
import { shownBranch } from "../../core/chat/conversation.ts";
import { chooseFormat } from "../../core/chat/plannerFormat.ts";
import { planRequest } from "../../core/chat/plannerRequest.ts";
import { planningPrompt } from "../../core/chat/planningPrompt.ts";
import type { PlannerReads } from "../planning/plannerReads.ts";
import type { ChatPlanners } from "./chatPorts.ts";
import type { KnownUris } from "./knownUris.ts";
import { readReferences, type ReferenceSources } from "./readReferences.ts";
import { offersAtHand, symbolOffers, withoutRepeats } from "./referenceOffers.ts";
import { leftOutWords } from "./leftOutWords.ts";

/** A question is measured at every pause of the typing; files are read again no more often than this. */
const READ_AGAIN_MS = 2_000;

/** The limits of a model if nobody knows them. */
const UNKNOWN: ModelLimits = { contextTokens: Number.MAX_SAFE_INTEGER, outputTokens: Number.MAX_SAFE_INTEGER };

/** Answers what the composer asks while the user types. */
export class ComposerAnswers {
  readonly #sources: ReferenceSources;
  readonly #planners: ChatPlanners;
  readonly #reads: PlannerReads;
  #read: { readonly key: string; readonly at: number; readonly attachments: readonly Attachment[] } | undefined;

  constructor(sources: ReferenceSources, planners: ChatPlanners, reads: PlannerReads) {
    this.#sources = sources;
    this.#planners = planners;
    this.#reads = reads;
  }

  get known(): KnownUris {
    return this.#sources.known;
  }

  /** Yields the completions of `@query`: first what is at hand, then with what takes time. */
  async *offers(query: string, signal: AbortSignal): AsyncGenerator<readonly Offer[]> {
    const { listing } = this.#sources;
    if (listing.known !== undefined) yield this.#reported(offersAtHand(query, listing.known));
    const symbols = symbolOffers(query, signal);
    // Whoever leaves before the symbols are there does not want them.
    symbols.catch(() => undefined);
    const found = offersAtHand(query, await listing.files());
    signal.throwIfAborted();
    yield this.#reported(found);
    const more = await symbols;
    if (more.length > 0) yield this.#reported(withoutRepeats([...found, ...more]));
  }

  /** Measures what a question below the shown branch would take with these references, in tokens. `window` is 0 if nobody knows it. */
  async measure(
    conversation: Conversation,
    text: string,
    references: readonly Reference[],
    signal: AbortSignal,
  ): Promise<Meter> {
    const chosen = await this.#planners.chosen();
    const planner = chosen === "" ? undefined : await this.#planners.planner(chosen, signal);
    signal.throwIfAborted();
    const attachments = [...(await this.#attachments(references, signal))];
    const question: Question = { id: "", parent: conversation.head, role: "user", text, attachments };
    // As much stays free for the answer as when the question is sent.
    const limits = planner?.limits ?? UNKNOWN;
    const window = limits.contextTokens === UNKNOWN.contextTokens ? 0 : limits.contextTokens;
    const tools = planner && this.#reads.toolsFor(planner);
    const { tokens, leftOut } = planRequest(
      planningPrompt(chooseFormat(this.#planners.format(), { id: chosen, limits }), tools !== undefined),
      [...shownBranch(conversation), question],
      limits,
      leftOutWords,
      { tools },
    );
    return { used: tokens, window, leftOut: [...leftOut] };
  }

  async #attachments(references: readonly Reference[], signal: AbortSignal): Promise<readonly Attachment[]> {
    const key = JSON.stringify(references);
    const known = this.#read;
    if (known?.key === key && Date.now() - known.at < READ_AGAIN_MS) return known.attachments;
    const attachments = await readReferences(this.#sources, references, signal);
    this.#read = { key, at: Date.now(), attachments };
    return attachments;
  }

  #reported(offers: readonly Offer[]): readonly Offer[] {
    this.#sources.known.tell(offers.map(({ reference }) => reference));
    return offers;
  }
}
