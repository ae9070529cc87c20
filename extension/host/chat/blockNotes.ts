import { l10n } from "vscode";
import type { AnswerBlock } from "../../core/chat/answerBlocks.ts";
import { leftOutOf, type UsablePart } from "../../core/chat/blockPlacing.ts";
import type { EditView } from "../../core/chat/chatProtocol.ts";
import type { BlockRecord } from "../../core/chat/chatSchemas.ts";
import type { PlacedBlock } from "../../core/chat/placedBlock.ts";
import { shown } from "../shownText.ts";

/** Why nothing of a block that is cut off is applied. */
export function cutOffReason(): string {
  return l10n.t("The answer ends before this block does, so a part of it is missing. Answer again to get all of it.");
}

/** What an apply of a block leaves out, or has left out (`open`); `undefined` where that is nothing. */
export function noteOf(
  { block, cutOff }: UsablePart,
  open: BlockRecord["open"],
  placed: PlacedBlock | undefined,
): string | undefined {
  const leftOut = leftOutOf(block, open ?? openOf(block, placed));
  const [first] = leftOut;
  const parts: string[] = [];
  if (cutOff !== undefined) {
    parts.push(l10n.t("The answer ends inside edit {0} of this block. What comes before it can be applied.", cutOff));
  }
  if (first !== undefined) {
    parts.push(
      leftOut.length === 1
        ? l10n.t("Edit {0} of this block is left out.", first.number)
        : l10n.t("Edits {0} of this block are left out.", leftOut.map(({ number }) => number).join(", ")),
    );
    // Where the page shows the reason beside the edit, it is said there alone.
    if (placed === undefined) parts.push(shown(first.reason));
  }
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** The edits that have no place beside others that have one. */
function openOf(block: AnswerBlock, placement: PlacedBlock | undefined): { line: number; reason: string }[] {
  const { edits = [] } = placement ?? {};
  if (edits.every(({ at }) => at === undefined)) return [];
  const first = block.line + 1;
  return edits.flatMap(({ line, at, reason }) => (at === undefined ? [{ line: first + line, reason }] : []));
}

/** The edits of a block as the page shows them. */
export function editViews({ edits }: PlacedBlock): EditView[] {
  return edits.map(({ elided, reason, ...edit }) => ({
    ...edit,
    reason: shown(reason),
    elided: elided.map(({ start, end }) => end - start),
  }));
}
