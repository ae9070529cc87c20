import { l10n } from "vscode";
import type { Choice } from "../../core/review/choices.ts";
import type { Hunk } from "../../core/review/reviewState.ts";
import { shown } from "../shownText.ts";

/** Says in words what there is to say of a hunk: `all` for the hover, `warning` to stand beside it if it needs attention. */
export function hunkRemarks({ old, new: fresh, isConflict, remarks, choices }: Hunk): {
  all: string[];
  warning: string | undefined;
} {
  const conflict = isConflict
    ? l10n.t("You changed these lines meanwhile. Accept replaces your version, Reject keeps it.")
    : undefined;
  const warned = remarks.filter(({ kind }) => kind === "warning").map(({ message }) => message);
  const open = choices.map(choiceRemark);
  const left = choices.filter(({ by }) => by === undefined);
  const size = l10n.t("Lines removed: {0}, added: {1}.", old.end - old.start, fresh.end - fresh.start);
  const isLeftOut =
    left.length === 0 && (conflict !== undefined || warned.length > 0)
      ? [l10n.t("Accept All leaves this hunk out; accept it by itself if you want it.")]
      : [];
  const notes = remarks.filter(({ kind }) => kind === "note").map(({ message }) => message);
  const [first] = left;
  return {
    all: [
      ...(conflict === undefined ? [] : [conflict]),
      ...open,
      ...choices.flatMap(({ readings, shown }) => listReadings(readings, shown?.reading)),
      ...warned,
      ...isLeftOut,
      size,
      ...notes,
    ],
    warning: conflict ?? (first && shortRemark(first)) ?? warned[0],
  };
}

/** Says which of its readings a choice shows: `1 of 3`. */
export function readingCount({ readings, shown }: Choice): string {
  return l10n.t("{0} of {1}", (shown?.reading ?? 0) + 1, readings.length);
}

/** Says what a reading would do, for a list that cuts off the ends of long lines: how likely it is comes first. */
export function readingItem({ label, certainty }: Choice["readings"][number]): string {
  return l10n.t("{0} %: {1}", Math.round(certainty * 100), shown(label));
}

/** What a reading would do, in words. */
function readingLabel({ label, certainty }: Choice["readings"][number]): string {
  return l10n.t("{0} ({1} %)", shown(label), Math.round(certainty * 100));
}

function shortRemark(choice: Choice): string {
  return choice.readings.length > 1
    ? l10n.t("Open, {0}. Tab: another one, y: take it, n: drop it", readingCount(choice))
    : l10n.t("Open. y: take it, n: drop it");
}

function choiceRemark({ reason, by }: Choice): string {
  return by === undefined
    ? l10n.t("{0} Accept All leaves it to you.", shown(reason))
    : l10n.t("{0} has chosen this. Tab shows what else it may mean.", shown(by));
}

function listReadings(readings: Choice["readings"], at: number | undefined): string[] {
  if (readings.length < 2) return [];
  return readings.map((reading, index) => {
    const text = l10n.t("{0}: {1}", index + 1, readingLabel(reading));
    return index === at ? l10n.t("{0} (shown)", text) : text;
  });
}
