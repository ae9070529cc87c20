import { l10n } from "vscode";
import type { Choice } from "../../core/review/choices.ts";
import { shown } from "../shownText.ts";
import type { LiveReview } from "./liveReview.ts";

/** Characters of a line of code where there is little room. */
const LONGEST = 40;

/** Checks whether a piece has lines to write, and does not only delete. */
export function hasCode({ written }: Choice): boolean {
  return written.some(isTelling);
}

/** Returns the first telling line of a piece without a place, cut short: of what it writes, else of what the answer shows of it. */
export function firstLine({ sources }: LiveReview, { id, written }: Choice): string {
  const isMarker = (line: string): boolean => /^(<{5,}|={5,}|>{5,}|```|~~~)/.test(line.trim());
  const reported = sources.get(id)?.lines.filter((line) => !isMarker(line)) ?? [];
  const first = written.find(isTelling) ?? reported.find(isTelling) ?? "";
  return shown(first.trim().slice(0, LONGEST));
}

/** Says how many pieces of a review have no place, in words for the user. */
export function unplacedCount(count: number): string {
  return count === 1 ? l10n.t("1 piece without a place") : l10n.t("{0} pieces without a place", count);
}

function isTelling(line: string): boolean {
  return line.trim() !== "";
}
