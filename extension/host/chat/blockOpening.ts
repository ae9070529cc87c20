import { l10n, Uri, window } from "vscode";
import type { LiveReviews } from "../review/liveReviews.ts";
import type { ReviewEditors } from "../review/reviewEditors.ts";
import { fileExists } from "../review/targetDocument.ts";
import { shownTarget } from "../shownText.ts";
import type { BlockParts } from "./blockParts.ts";
import type { Guess } from "./blockTargets.ts";

/** Where a block is, or would be. */
export interface BlockOpening {
  readonly reviews: LiveReviews;
  readonly editors: ReviewEditors;
  /** Its latest apply. */
  readonly parts: BlockParts;
  /** The targets that it went to. */
  readonly places: readonly string[];
  /** Finds which file it is for if it went to none yet. */
  readonly guess: () => Promise<Guess>;
}

/** Shows the pending review of a block, or its file if there is none. */
export async function openReviewOf(opening: BlockOpening): Promise<void> {
  const { reviews, editors, parts, places } = opening;
  const found = [
    ...[...parts.values()].map((part) => (part.type === "reviewed" ? reviews.find(part.review) : undefined)),
    ...places.map((target) => reviews.findByTarget(Uri.parse(target, true))),
  ];
  const review = found.find((one) => one?.isPending === true);
  if (review === undefined) await openTargetOf(opening);
  else await editors.show(review);
}

/** Shows the file of a block, or says why there is none. */
export async function openTargetOf({ places, guess }: BlockOpening): Promise<void> {
  const [place] = places;
  const uri = place === undefined ? (await guess()).uri : Uri.parse(place, true);
  if (uri === undefined) {
    void window.showInformationMessage(
      l10n.t("It is not known yet which file this block is for. Apply it to be asked."),
    );
  } else if (uri.scheme !== "untitled" && !(await fileExists(uri))) {
    void window.showInformationMessage(l10n.t("{0} is not there yet. Apply the block to make it.", shownTarget(uri)));
  } else await window.showTextDocument(uri, { preview: false });
}
