import { l10n } from "vscode";
import type { Piece } from "../core/merge/mergeResult.ts";
import type { LineRange } from "../core/text/lines.ts";

/**
 * Says how many pieces of an answer are placed, and which are open or not applicable, in words for the user; `undefined` if all are
 * placed. `nameOf` names some pieces briefly.
 */
export function pieceCount<One extends { readonly state: Piece["state"] }>(
  pieces: readonly One[],
  nameOf: (some: readonly One[]) => string,
): string | undefined {
  const [open, unfit] = (["open", "not-applicable"] as const).map((wanted) =>
    pieces.filter(({ state }) => state === wanted),
  );
  if (open === undefined || unfit === undefined || open.length + unfit.length === 0) return undefined;
  const all = pieces.length;
  const placed = all - open.length - unfit.length;
  if (unfit.length === 0)
    return l10n.t("{0} of {1} pieces placed; {2} open ({3})", placed, all, open.length, nameOf(open));
  if (open.length === 0)
    return l10n.t("{0} of {1} pieces placed; {2} not applicable ({3})", placed, all, unfit.length, nameOf(unfit));
  return l10n.t(
    "{0} of {1} pieces placed; {2} open ({3}), {4} not applicable ({5})",
    placed,
    all,
    open.length,
    nameOf(open),
    unfit.length,
    nameOf(unfit),
  );
}

/** Names pieces by their lines, one-based for the user: `lines 5 to 9, line 12`. The ranges are zero-based and end-exclusive. */
export function namePieceLines(ranges: readonly LineRange[]): string {
  return ranges
    .map(({ start, end }) =>
      end - start <= 1 ? l10n.t("line {0}", start + 1) : l10n.t("lines {0} to {1}", start + 1, end),
    )
    .join(", ");
}
