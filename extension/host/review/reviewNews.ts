import { l10n, window } from "vscode";
import { shown, shownTarget } from "../shownText.ts";
import type { LiveReview } from "./liveReview.ts";
import { savePatch, undecidedHunks, type PatchSource } from "./patchFile.ts";
import type { ReviewRequest } from "./reviewRequest.ts";
import type { RewriteEnd, WholeRewrite } from "./rewriteStream.ts";

/** Says that the file of a review is gone for now, and saves its hunks if the user wants that. `discard`: the user gives the review up. */
export async function tellAway(review: LiveReview): Promise<"discard" | undefined> {
  const patch = l10n.t("Save as Patch…");
  const discard = l10n.t("Discard");
  const message = l10n.t("{0} is not there any more. Its review comes back with it.", shownTarget(review.target));
  const choice = await window.showWarningMessage(message, patch, discard);
  if (choice === patch) await savePatch(undecidedHunks(review));
  return choice === discard ? "discard" : undefined;
}

/** Says that a review is closed, since its file is. `left`: what was not decided in it, offered as a patch if `hasHunks`. */
export async function tellClosed(left: PatchSource, hasHunks: boolean): Promise<void> {
  const patch = l10n.t("Save as Patch…");
  const choice = await window.showWarningMessage(
    l10n.t(
      "{0} was deleted or closed, so its review is closed too. Bring the file back and apply again to review it.",
      shownTarget(left.target),
    ),
    ...(hasHunks ? [patch] : []),
  );
  if (choice === patch) await savePatch(left);
}

/** Says that a rewrite that was shown as it streamed in changes nothing in the file. */
export function tellUnchanged({ target }: LiveReview): void {
  void window.showInformationMessage(l10n.t("{0} is as the sketch wants it.", shownTarget(target)));
}

/** Says why a rewrite that was being shown came to nothing: by the request's `sayStopped`, else in a message. */
export function tellStopped(
  { target }: LiveReview,
  end: Exclude<RewriteEnd, WholeRewrite | { type: "cancelled" }>,
  { sayStopped }: ReviewRequest,
): void {
  const message = l10n.t(
    "The rewrite of {0} stopped, so what is not accepted stays as it was. {1} Apply again to repeat it.",
    shownTarget(target),
    shown(end.reason),
  );
  if (sayStopped) sayStopped(end, message);
  else void window.showErrorMessage(message);
}
