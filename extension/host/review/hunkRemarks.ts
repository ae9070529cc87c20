import { l10n } from "vscode";
import type { Hunk } from "../../core/review/reviewState.ts";

/** What there is to say of a hunk, in words: `all` for the hover, `warning` to stand beside it where it needs attention. */
export function hunkRemarks({ old, new: fresh, isConflict, remarks }: Hunk): {
  all: string[];
  warning: string | undefined;
} {
  const conflict = isConflict
    ? l10n.t("You changed these lines meanwhile. Accept replaces your version, Reject keeps it.")
    : undefined;
  const warned = remarks.filter(({ kind }) => kind === "warning").map(({ message }) => message);
  const size = l10n.t("Lines removed: {0}, added: {1}.", old.end - old.start, fresh.end - fresh.start);
  const left =
    conflict !== undefined || warned.length > 0
      ? [l10n.t("Accept All leaves this hunk out; accept it by itself if you want it.")]
      : [];
  const notes = remarks.filter(({ kind }) => kind === "note").map(({ message }) => message);
  return {
    all: [...(conflict === undefined ? [] : [conflict]), ...warned, ...left, size, ...notes],
    warning: conflict ?? warned[0],
  };
}
