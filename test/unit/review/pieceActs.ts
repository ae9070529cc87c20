import { expect, it } from "vitest";
import type { LeftOut } from "../../../extension/core/merge/mergeResult.ts";
import { areChoicesOf, openProposal, showReading, withoutChoices } from "../../../extension/core/review/choices.ts";
import { followProposal } from "../../../extension/core/review/followProposal.ts";
import { proposalChanged } from "../../../extension/core/review/rebaseReview.ts";
import {
  decide,
  followDocument,
  placeChoice,
  undoDecision,
  type ReviewSession,
} from "../../../extension/core/review/reviewSession.ts";
import type { ReviewState } from "../../../extension/core/review/reviewState.ts";
import { begin, decided, FILE, idOf, step, words } from "./openPieces.ts";

/** Something that happens to a review. */
export type Act = (session: ReviewSession) => ReviewSession;

/** Accepts the hunk of that number. */
export function accept(hunk: number): Act {
  return (session) => decided(session, "accept", hunk);
}

/** Rejects the hunk of that number. */
export function reject(hunk: number): Act {
  return (session) => decided(session, "reject", hunk);
}

/** Drops pieces without a place, by their ids. */
export function drop(...ids: readonly string[]): Act {
  return (session) => decide(session, "reject", [], ids).session;
}

/** The document becomes what is typed. */
export function type(text: string): Act {
  return (session) => followDocument(session, words(text));
}

/** Puts the lines of the choice of that number before a line of the proposal. */
export function put(index: number, line: number): Act {
  return (session) => placeChoice(session, idOf(session, index), line, "here");
}

/** Looks at the next reading of the choice of that number. */
export function next(index: number): Act {
  return (session) => step(session, 1, index);
}

/** Takes the newest decision back. */
export const takeBack: Act = (session) => {
  const undone = undoDecision(session);
  return undone.type === "nothing" ? session : undone.session;
};

/** Another apply comes to the review, one that began from the sure text: its own sure text, and its open pieces. */
export function apply(sure: string, ...pieces: readonly LeftOut[]): Act {
  return (session) => {
    const { state } = session;
    const known = withoutChoices(state);
    const other = openProposal(known, words(sure), pieces, "other");
    return { ...session, state: proposalChanged(state, known, other.proposal, [], other.choices) };
  };
}

/** The proposal becomes another one, as by a decision that is taken back. */
export function become(text: string): Act {
  return (session) => ({ ...session, state: { ...session.state, ...followProposal(session.state, words(text)) } });
}

/** The proposal that each reading of a choice makes of the present one: `*` for the one that is shown, `-` where another choice stands in its way. */
function meaningsOf(state: ReviewState): readonly string[] {
  return state.choices.map(({ id, readings, shown }, index) => {
    const texts = readings.map((_, reading) =>
      reading === shown?.reading ? "*" : (showReading(state, index, reading)?.proposal.join(" ") ?? "-"),
    );
    return `${id}: ${texts.join(" | ")}`;
  });
}

/** A test of what acts make of a review with open pieces. Wanted: the proposal and what the choices may make of it, and the document where it is not as it was. */
export function check(
  name: string,
  pieces: readonly LeftOut[],
  acts: readonly Act[],
  want: readonly string[],
  document = FILE,
): void {
  it(name, () => {
    const { state } = acts.reduce(
      (session, act) => {
        const after = act(session);
        expect(areChoicesOf(after.state)).toBe(true);
        return after;
      },
      begin(...pieces),
    );
    expect([state.proposal.join(" "), ...meaningsOf(state)]).toEqual(want);
    expect(state.document.join(" ")).toBe(document);
  });
}
