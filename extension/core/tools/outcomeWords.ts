import type { StructuralOutcome } from "../apply/outcome.ts";
import type { Piece } from "../merge/mergeResult.ts";
import { isLeftOut } from "../merge/pieces.ts";
import type { EditHunk, EditOutcome } from "./editResult.ts";

type ReviewedOutcome = Extract<EditOutcome, "applied" | "partly applied" | "rejected" | "pending review">;

/** Numbers of hunks of an edit that nobody decided, and that are nevertheless not in the file. */
export interface UndecidedHunks {
  /** That a later edit replaced while they were pending. They are not among the hunks of the result. */
  readonly replaced: number;
  /** That were pending when the review ended. Among the hunks of the result they count as rejected. */
  readonly givenUp: number;
}

const NONE: UndecidedHunks = { replaced: 0, givenUp: 0 };

/** Says what an outcome of a review means and what to do next, for the model that asked for the edit. */
export function reviewWords(
  outcome: ReviewedOutcome,
  hunks: readonly EditHunk[],
  undecided: UndecidedHunks = NONE,
): string {
  return [mainWords(outcome, hunks, undecided), ...undecidedWords(undecided), ...handWords(hunks)].join(" ");
}

/** Says in a word or two what became of an edit, for the answer to another one. */
export function outcomeWord(outcome: ReviewedOutcome, hunks: readonly EditHunk[], undecided: UndecidedHunks): string {
  if (outcome !== "rejected" || isRejectedByUser(outcome, hunks, undecided)) return outcome;
  return undecided.givenUp > 0 ? GIVEN_UP : "replaced by a later edit";
}

/** The same, if the review of an edit ended before all was decided. */
export const GIVEN_UP = "given up: its review is gone; read the file";

function mainWords(outcome: ReviewedOutcome, hunks: readonly EditHunk[], undecided: UndecidedHunks): string {
  const isByUser = isRejectedByUser(outcome, hunks, undecided);
  switch (outcome) {
    case "applied":
      return hunks.length === 0
        ? "The file was as the edit wants it already, so nothing has changed."
        : `${countOf(hunks.length)} accepted.`;
    case "partly applied":
      return isByUser
        ? `Some of ${countOf(hunks.length)} were accepted; the user rejected others, which are not in the file. Do not send those again unless the user asks for it.`
        : "Some of the edit is in the file.";
    case "rejected":
      return isByUser
        ? "The user rejected the edit, so the file does not have it. Do not send it again; ask what is wanted instead."
        : "The file does not have the edit, though the user has not rejected it.";
    case "pending review":
      return `${countOf(countIn(hunks, "pending"))} waiting for the user's review; the file does not have them yet. Do not report the edit as done, and do not send it again. A later call tells what became of it.`;
  }
}

/** Checks whether the user has rejected hunks: they have if nothing else explains what is missing, even if they edited it by hand. */
function isRejectedByUser(
  outcome: ReviewedOutcome,
  hunks: readonly EditHunk[],
  { replaced, givenUp }: UndecidedHunks,
): boolean {
  if (replaced + givenUp === 0) return outcome === "rejected" || outcome === "partly applied";
  const decided = outcome === "rejected" ? hunks.length : countIn(hunks, "rejected");
  return decided > givenUp;
}

function undecidedWords({ replaced, givenUp }: UndecidedHunks): readonly string[] {
  return [
    ...(givenUp > 0
      ? [
          `The review was closed before ${countOf(givenUp)} of it ${areOf(givenUp)} decided: the file was deleted or closed, or the reviews were reset. Read the file before you go on.`,
        ]
      : []),
    ...(replaced > 0
      ? [
          `${countOf(replaced)} of it gave way to a later edit of the same lines, before the user had decided. Go by what becomes of that one.`,
        ]
      : []),
  ];
}

function handWords(hunks: readonly EditHunk[]): readonly string[] {
  const edited = countIn(hunks, "edited by hand");
  return edited === 0
    ? []
    : [`The user edited ${countOf(edited)} by hand: read the file before you change it there again.`];
}

function countIn(hunks: readonly EditHunk[], wanted: EditHunk["outcome"]): number {
  return hunks.filter(({ outcome }) => outcome === wanted).length;
}

function countOf(count: number): string {
  return count === 1 ? "1 hunk" : `${String(count)} hunks`;
}

function areOf(count: number): string {
  return count === 1 ? "was" : "were";
}

/** The message of a preview that would change nothing. */
export const NOTHING_TO_DO = "The file is as the edit wants it already.";

/** Writes the message of a preview that an editor was asked for. `isProven`: whether its proof holds. */
export function previewWords(isProven: boolean): string {
  const proof = isProven
    ? "The proof holds"
    : "The proof does not hold, and the user would be warned of the hunks that it is about: this was made";
  return `Nothing was written, as it was asked for. ${proof} for the text in VS Code, with what is not saved there and with the edits that wait for review.`;
}

/** Says why an edit waits for the user if others do not. `why`: what `needsUser` returns. */
export function userNeedWords(why: string): string {
  return `No edit of this file is accepted without the user: ${why}.`;
}

/** Says what to do if an edit is not sure, with the regions that are shown. */
export function sendAgain(regions: readonly unknown[]): string {
  const where =
    regions.length > 0 ? "the nearest ones are below" : "none of the file are like it, so read the file first";
  return `Send the edit again with more of the lines around it, to the letter; ${where}.`;
}

/** Pieces that the example of a choice names. */
const MAX_EXAMPLE = 10;

/** Says how an agent names what is meant of open pieces; empty if there is nothing to choose from. */
export function alternativesInWords(pieces: readonly Piece[]): readonly string[] {
  if (!pieces.some(({ state }) => state === "open")) return [];
  const example = pieces
    .filter(isLeftOut)
    .slice(0, MAX_EXAMPLE)
    .map(({ index, state }) => ({ piece: index + 1, alternative: state === "open" ? 1 : 0 }));
  return [
    `You can also send the same call again, to the letter, with choice, such as ${JSON.stringify(example)}: for each of these pieces the number of what is meant, as numbered below; 0 leaves a piece out.`,
  ];
}

/** Says that a choice of an agent is not taken, and what the edit can mean now. */
export function refusedChoiceWords(reason: string, outcome: StructuralOutcome): string {
  const next = {
    merged: () => ["The edit is clear as the file is now: send it again without choice."],
    ambiguous: () => ("pieces" in outcome ? alternativesInWords(outcome.pieces) : []),
    "no-sketch": () => [],
  }[outcome.type]();
  return [`The choice was not taken. ${reason} Nothing was changed.`, ...next].join(" ");
}
