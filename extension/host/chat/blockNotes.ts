import { l10n } from "vscode";
import { piecesOf, type NamedPiece, type UsablePart } from "../../core/chat/blockPlacing.ts";
import type { EditView } from "../../core/chat/chatProtocol.ts";
import type { BlockRecord } from "../../core/chat/chatSchemas.ts";
import type { PlacedBlock } from "../../core/chat/placedBlock.ts";
import type { ApplyReport } from "../apply/applyReply.ts";
import { namePieceLines, pieceCount } from "../pieceCount.ts";
import { shown } from "../shownText.ts";
import type { BlockPlacement } from "./blockPlacements.ts";

/** Says why nothing of a block that is cut off is applied. */
export function cutOffReason(): string {
  return l10n.t("The answer ends before this block does, so a part of it is missing. Answer again to get all of it.");
}

/**
 * Says what an apply of a block would leave out, or has left out (`applied`); `undefined` if that is nothing. `placed`: what is known
 * before an apply; if nothing has a place, that is said at each edit instead.
 */
export function noteOf(
  { block, cutOff }: UsablePart,
  applied: BlockRecord["pieces"],
  placed: Pick<BlockPlacement, "pieces"> | undefined,
): string | undefined {
  const pieces = piecesOf(block, applied ?? placed?.pieces ?? []);
  const isSaid = applied === undefined && pieces.every(({ state }) => state !== "placed");
  const count = isSaid ? undefined : pieceCount(pieces, namePieces);
  const parts: string[] = [];
  if (cutOff !== undefined) {
    parts.push(l10n.t("The answer ends inside edit {0} of this block. What comes before it can be applied.", cutOff));
  }
  if (count !== undefined) {
    parts.push(`${count}.`);
    const first = pieces.find(({ state }) => state !== "placed");
    // If the page shows the reason beside the edit, it is said only there.
    if (placed === undefined && first !== undefined) parts.push(shown(first.reason));
  }
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** Names edits by the numbers that the page shows, and other pieces by their lines in the block. */
function namePieces(pieces: readonly NamedPiece[]): string {
  const numbers = pieces.flatMap(({ edit }) => edit ?? []);
  if (numbers.length < pieces.length) return namePieceLines(pieces);
  return numbers.length === 1 ? l10n.t("edit {0}", numbers.join("")) : l10n.t("edits {0}", numbers.join(", "));
}

/** Makes the edits of a block as the page shows them: of elided lines only how many there are. */
export function editViews({ edits }: PlacedBlock): EditView[] {
  return edits.map(({ elided, reason, ...edit }) => ({
    ...edit,
    reason: shown(reason),
    elided: elided.map(({ start, end }) => end - start),
  }));
}

/** Says why a block did not reach its targets; `undefined` if it did, or if the user has cancelled. */
export function refusalOf(report: ApplyReport): string | undefined {
  switch (report.type) {
    case "no-sketch":
      return l10n.t("The block holds nothing that can be applied to a file.");
    case "fits-none":
      return l10n.t("No part of the block is for the file that you have chosen.");
    case "cancelled":
      return undefined;
    case "applied": {
      const refused = report.searches.find((search) => search.type === "refused");
      return refused?.type === "refused" ? refused.reason : undefined;
    }
  }
}
