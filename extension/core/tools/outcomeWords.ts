import type { EditHunk, EditOutcome } from "./editResult.ts";

/** What an outcome of a review means and what to do next, for the model that asked for the edit. */
export function reviewWords(
  outcome: Extract<EditOutcome, "applied" | "partly applied" | "rejected" | "pending review">,
  hunks: readonly EditHunk[],
): string {
  const count = (wanted: EditHunk["outcome"]): number => hunks.filter((hunk) => hunk.outcome === wanted).length;
  const edited = count("edited by hand");
  const byHand =
    edited === 0 ? "" : ` The user edited ${countOf(edited)} by hand: read the file before you change it there again.`;
  switch (outcome) {
    case "applied":
      return hunks.length === 0
        ? "The file was as the edit wants it already, so nothing has changed."
        : `${countOf(hunks.length)} accepted.${byHand}`;
    case "partly applied":
      return `The user accepted some of ${countOf(hunks.length)} and rejected others, which are not in the file. Do not send those again unless the user asks for it.${byHand}`;
    case "rejected":
      return `The user rejected the edit, so the file does not have it. Do not send it again; ask what is wanted instead.${byHand}`;
    case "pending review":
      return `${countOf(count("pending"))} waiting for the user's review; the file does not have them yet. Do not report the edit as done, and do not send it again. A later call tells what became of it.${byHand}`;
  }
}

function countOf(count: number): string {
  return count === 1 ? "1 hunk" : `${String(count)} hunks`;
}

/** What to do where an edit is not sure, after the reason. */
export const SEND_MORE =
  "Nothing was changed. Send the edit again with more of the lines around it, to the letter; the nearest ones are below.";
