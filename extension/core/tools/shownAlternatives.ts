import type { ChosenOutcome, Choices } from "../apply/chooseAlternatives.ts";
import type { Ambiguous } from "../apply/outcome.ts";
import type { StructuralRequest } from "../apply/applyInTurn.ts";
import { takeChoicesLater } from "../apply/takeChoices.ts";
import { isLeftOut } from "../merge/pieces.ts";

/** What makes two calls the same edit. */
export interface NamedEdit {
  /** Run of the agent. */
  readonly session: string;
  /** Where the file is, not as the call names it. */
  readonly file: string;
  readonly codeEdit: string;
}

/** An edit as it was shown to an agent, with numbers for what its open pieces may mean. */
export interface ShownEdit {
  /** The text of the file that the outcome is of. */
  readonly original: string;
  readonly outcome: Ambiguous;
  /** The text that the call has left, or would have once the user has accepted all of it. */
  readonly left: string;
}

/** What an agent's choice comes to. `reported`: what the agent knows of the file as that is now, so that its numbers still stand. */
export type ShownChoice = ChosenOutcome & { readonly reported: ShownEdit | undefined };

/** An agent goes on within some calls; what it was shown long ago, it is shown again. */
const MAX_EDITS = 50;
const MAX_CHARACTERS = 20_000_000;

/**
 * The alternatives that agents were shown for their edits. A choice refers to these alone, and never to what the same numbers would mean in
 * the file as it is by then: an agent cannot choose what it has not seen.
 */
export class ShownAlternatives {
  #edits: ReadonlyMap<string, ShownEdit> = new Map();

  /** Remembers what an agent was shown of an edit, in place of what it was shown of the same one before. */
  remember(edit: NamedEdit, reported: ShownEdit): void {
    const key = keyOf(edit);
    const edits = [...this.#edits].filter(([known]) => known !== key);
    if (reported.outcome.pieces.some(isLeftOut)) edits.push([key, reported]);
    let kept = edits.slice(-MAX_EDITS);
    while (kept.length > 1 && sizeOf(kept) > MAX_CHARACTERS) kept = kept.slice(1);
    this.#edits = new Map(kept);
  }

  /**
   * Computes the outcome for the file as it is, `current`, with what an agent has chosen; `refused` also if it was not shown this edit.
   * `requestFor`: what the engine is asked for with the sketch of the edit and a text of the file.
   */
  async choose(
    edit: NamedEdit,
    choices: Choices,
    current: string,
    requestFor: (original: string) => Promise<StructuralRequest>,
  ): Promise<ShownChoice> {
    const reported = this.#edits.get(keyOf(edit));
    if (reported === undefined) return { type: "refused", reason: UNKNOWN, reported };
    const { outcome, left } = reported;
    const request = { ...(await requestFor(reported.original)), original: reported.original };
    const taken = takeChoicesLater({ request, outcome, left }, choices, current);
    return { ...taken, reported: left === current ? reported : undefined };
  }
}

const UNKNOWN = "No alternatives of this very edit have been told before, or too long ago.";

function keyOf({ session, file, codeEdit }: NamedEdit): string {
  return JSON.stringify([session, file, codeEdit]);
}

function sizeOf(edits: readonly (readonly [string, ShownEdit])[]): number {
  return edits.reduce(
    (sum, [key, { original, outcome, left }]) =>
      sum + key.length + original.length + outcome.draft.length + left.length,
    0,
  );
}
