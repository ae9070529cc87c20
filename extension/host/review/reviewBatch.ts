import { l10n, workspace, WorkspaceEdit, type Uri } from "vscode";
import { knownDiff } from "../../core/diff/knownDiff.ts";
import { editsOf } from "../../core/diff/lineEdits.ts";
import { planUndo, type FileChange } from "../../core/review/undoBatch.ts";
import type { Hunk } from "../../core/review/reviewState.ts";
import { isUndecided, isCertain } from "../../core/review/hunks.ts";
import { inBackground } from "../inBackground.ts";
import { shownTarget } from "../shownText.ts";
import type { LiveReview, ReviewKind } from "./liveReview.ts";
import type { LiveReviews } from "./liveReviews.ts";
import { saveAccepted } from "./reviewDecisions.ts";
import type { ReviewSurface } from "./reviewSurface.ts";
import { deleteFile, documentLines, editLines, fileExists, loadDocument } from "./targetDocument.ts";

/** A file that an accept has changed. */
export interface ChangedFile extends FileChange {
  readonly target: Uri;
  readonly kind: ReviewKind;
  /** What a deleted file held on the disk, to the letter. */
  readonly bytes: Uint8Array | undefined;
}

/** What accepting several reviews came to. */
export interface BatchAcceptance {
  /** Hunks that are open or have a warning or a conflict, which the user decides one by one. */
  readonly left: number;
  /** Files that could not be edited; nothing has changed there. */
  readonly refused: readonly Uri[];
}

/**
 * Accepts what is certain in several reviews, as Accept All does in one, or the hunks that `choose` returns. Rewrites that are still on
 * their way are left alone.
 */
export async function acceptReviews(
  surface: ReviewSurface,
  reviews: readonly LiveReview[],
  choose: (review: LiveReview) => readonly Hunk[] = ({ hunks }) => hunks.filter(isCertain),
): Promise<BatchAcceptance> {
  const refused: Uri[] = [];
  let left = 0;
  let decided: LiveReview | undefined;
  for (const review of reviews) {
    const accept = async (): Promise<void> => {
      if (!review.isPending || review.progress === "streaming") return;
      const certain = choose(review);
      left += review.hunks.length - certain.length;
      if (certain.length === 0) return;
      const isChange = review.kind === "change";
      const outcome = await review.decide("accept", review.state, certain);
      if (outcome.type === "refused") refused.push(review.target);
      if (outcome.type !== "decided") return;
      decided = review;
      await saveAccepted(review);
      if (isChange && isUndecided(review.state, review.hunks)) {
        await surface.editors.settle(review);
        return;
      }
      await surface.editors.close(review);
      // Undo in the document can bring hunks back, so the review is kept, except for files that were created or deleted.
      if (!isChange) surface.reviews.end(review);
    };
    await review.enqueue(accept).catch((error: unknown) => {
      // What was accepted is in the file, whatever came after it.
      if (decided === review) inBackground(Promise.reject(toError(error)));
      else refused.push(review.target);
    });
  }
  return { left, refused };
}

/** What became of one file when a batch was undone. */
export interface UndoneFile {
  readonly file: ChangedFile;
  /** Whether it is as it was before the batch. */
  readonly isRestored: boolean;
  /** Whether it could not be edited just now, so that trying again may help. */
  readonly canRetry: boolean;
  /** What prevents that, in words; empty if nothing does. */
  readonly reason: string;
}

/** Restores files to what they were, as far as nobody has edited the same lines since: what was typed later stays. Never rejects. */
export async function undoChanges(reviews: LiveReviews, files: readonly ChangedFile[]): Promise<readonly UndoneFile[]> {
  const undone: UndoneFile[] = [];
  for (const file of files) {
    const undo = async (): Promise<Undoing> => {
      try {
        return await undoChange(file);
      } catch (error) {
        return { type: "refused", reason: toError(error).message };
      }
    };
    const review = reviews.findByTarget(file.target);
    const { type, reason } = await (review === undefined ? undo() : review.enqueue(undo));
    undone.push({ file, isRestored: type === "restored", canRetry: type === "refused", reason });
  }
  return undone;
}

/** `prevented`: later edits stand in the way. `refused`: it could not be edited. */
interface Undoing {
  readonly type: "restored" | "prevented" | "refused";
  readonly reason: string;
}

const RESTORED: Undoing = { type: "restored", reason: "" };

async function undoChange(file: ChangedFile): Promise<Undoing> {
  const { target } = file;
  const isThere = target.scheme === "untitled" || (await fileExists(target));
  const document = isThere ? await loadDocument(target) : undefined;
  const plan = planUndo(file, document === undefined ? undefined : documentLines(document));
  const name = shownTarget(target);
  const refused: Undoing = { type: "refused", reason: l10n.t("{0} cannot be edited now. Try again.", name) };
  switch (plan.type) {
    case "nothing":
      return RESTORED;
    case "delete":
      return (await deleteFile(target)) ? RESTORED : refused;
    case "create":
      return (await recreate(file, plan.lines)) ? RESTORED : refused;
    case "prevented":
      return {
        type: "prevented",
        reason: {
          changed: l10n.t("{0} was edited since it was made, so it stays.", name),
          taken: l10n.t("{0} was made anew since it was deleted, so it stays.", name),
          missing: l10n.t("{0} is not there any more.", name),
        }[plan.why],
      };
    case "edit": {
      if (document !== undefined && plan.edits.length > 0) {
        if (!(await editLines(document, plan.edits))) return refused;
        await saveAccepted({ target });
      }
      if (plan.kept.length === 0) return RESTORED;
      const lines = plan.kept.map(({ start }) => start + 1).join(", ");
      const reason = l10n.t("{0} was edited since in the same lines, which stay: at line {1}.", name, lines);
      return { type: "prevented", reason };
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** With the bytes that it had on the disk; what was not saved then is typed in again. */
async function recreate({ target, bytes }: ChangedFile, lines: readonly string[]): Promise<boolean> {
  const edit = new WorkspaceEdit();
  const contents = bytes ?? (await workspace.encode(lines.join("\n"), { uri: target }));
  edit.createFile(target, { contents, overwrite: false });
  if (!(await workspace.applyEdit(edit))) return false;
  const document = await loadDocument(target);
  const now = documentLines(document);
  const edits = editsOf(knownDiff(now, lines), lines);
  return edits.length === 0 || editLines(document, edits);
}
