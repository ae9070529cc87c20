import { workspace, type Uri } from "vscode";
import { sureText, type StructuralOutcome } from "../../core/apply/outcome.ts";
import type { Piece } from "../../core/merge/mergeResult.ts";
import { isPartial, type Finding } from "../../core/proof/proof.ts";
import type { TextChange } from "../../core/review/decision.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { EditCall } from "../../core/tools/editArguments.ts";
import { boundedDiff } from "../../core/tools/editReport.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { previewedHunks } from "../../core/tools/judgeHunks.ts";
import {
  NOTHING_TO_DO,
  previewWords,
  refusedChoiceWords,
  reviewWords,
  userNeedWords,
} from "../../core/tools/outcomeWords.ts";
import { resultPieces } from "../../core/tools/resultPieces.ts";
import { explainPartial, explainUnsure, pieceWords, type PartialEdit } from "../../core/tools/unsureEdit.ts";
import type { ApplyNews } from "../apply/applyTarget.ts";
import type { ComputedApply } from "../apply/computedApply.ts";
import { openDocument } from "../review/targetDocument.ts";
import type { WantedEdit } from "./rewriteInReview.ts";
import type { TrackedEdit } from "./trackedEdit.ts";

type Ended = Extract<ApplyNews, { type: "ended" }>;

/** How an edit came to an end without a rewrite. */
export interface StoppedEdit {
  /** The text that it was computed from. */
  readonly original: string;
  readonly ended: Ended | undefined;
  /** Whether its rewrite was under review while it streamed in, so that some of it may be accepted. */
  readonly wasShown: boolean;
  /** Whether the call was cancelled, and not the rewrite stopped by the user. */
  readonly isCancelled: boolean;
}

/** Makes the result of an edit that came to no rewrite. */
export function stoppedResult(
  { targetFile, codeEdit }: EditCall,
  target: Uri,
  { original, ended, wasShown, isCancelled }: StoppedEdit,
): EditResult {
  const unchanged = wasShown
    ? "Nothing of it is in the file but what the user accepted while it came in: read the file before you go on."
    : "Nothing was changed.";
  const outcome = ended?.outcome ?? { type: "cancelled" };
  switch (outcome.type) {
    case "no-change":
      return bareResult("applied", targetFile, reviewWords("applied", []));
    case "cancelled":
      return bareResult(
        "failed",
        targetFile,
        isCancelled
          ? `The call was cancelled. ${unchanged}`
          : `The user stopped the edit. ${unchanged} Ask before it is repeated.`,
      );
    case "no-sketch":
    case "failed": {
      const trouble = ended?.trouble === undefined ? "" : ` ${ended.trouble}`;
      return bareResult("failed", targetFile, `${outcome.reason}${trouble} ${unchanged}`);
    }
    case "ambiguous": {
      const { draft, pieces } = outcome;
      const trouble = ended?.trouble === undefined ? [] : [ended.trouble];
      const between = [...trouble, ...pieceWords(pieces), unchanged];
      const { message, regions } = explainUnsure({ original, codeEdit, path: target.path }, outcome, between);
      return {
        ...bareResult("not sure", targetFile, message),
        diff: patchOf(target, false, {
          before: editorLines(original),
          after: editorLines(draft),
        }),
        pieces: resultPieces(pieces, { original, text: draft, shown: "original" }),
        remarks: outcome.proof?.findings.map(({ message }) => message) ?? [],
        regions,
      };
    }
  }
}

/** Makes the result of a choice that is not taken. `outcome`: what the edit can mean, of `original`; `left`: the file as it is now. */
export function refusedChoiceResult(
  { targetFile }: EditCall,
  reason: string,
  outcome: StructuralOutcome,
  { original, left }: { readonly original: string; readonly left: string },
): EditResult {
  const result = bareResult("not sure", targetFile, refusedChoiceWords(reason, outcome));
  if (outcome.type !== "ambiguous") return result;
  const shown = left === original ? "original" : "text";
  return { ...result, pieces: resultPieces(outcome.pieces, { original, text: sureText(outcome, original), shown }) };
}

/** How an edit that went to its review was to be decided. */
export interface ReviewedEdit {
  /** Whether its file was not there. */
  readonly isNew: boolean;
  /** Whether the call was cancelled. */
  readonly isCancelled: boolean;
  /** Why the user decides although proven edits are accepted by themselves, as a clause. */
  readonly whyWaiting: string | undefined;
}

/** Makes the result of an edit that went to its review, as it stands now. */
export function reviewedResult(
  { targetFile, codeEdit }: EditCall,
  edit: TrackedEdit,
  { rewrite, engine, findings, pieces, reported }: WantedEdit,
  { isNew, isCancelled, whyWaiting }: ReviewedEdit,
): Omit<EditResult, "milliseconds" | "problems" | "earlier"> {
  const { judged, review } = edit;
  const { outcome, hunks } = judged;
  const kept = hunks.some((hunk) => hunk.outcome === "accepted" || hunk.outcome === "edited by hand");
  const document = openDocument(review.target);
  const partial = partialOf(codeEdit, review.target, rewrite, findings, reported?.outcome.pieces ?? []);
  const words = [
    reviewWords(outcome, hunks, judged),
    ...(partial === undefined ? [] : [partial.message]),
    ...(whyWaiting !== undefined && outcome === "pending review" ? [userNeedWords(whyWaiting)] : []),
    ...(review.isAway ? ["The file is not there any more; the edit waits in case it comes back."] : []),
    ...(isCancelled && outcome === "pending review" ? ["The call was cancelled; the review stays open."] : []),
    // Whoever runs the program next reads the disk.
    ...(kept && document?.isDirty === true
      ? ["VS Code holds the change in its editor; it is not saved to disk yet."]
      : []),
  ];
  return {
    outcome: partial !== undefined && outcome === "applied" ? "partly applied" : outcome,
    file: targetFile,
    message: words.join(" "),
    engine,
    hunks: [...hunks],
    pieces,
    diff: patchOf(review.target, isNew, rewrite),
    remarks: remarksOf(findings, partial),
    regions: partial?.regions ?? [],
  };
}

/** Explains what of an edit is not in its rewrite; `undefined` if all is. `pieces`: those that the agent can choose for. */
function partialOf(
  codeEdit: string,
  { path }: Uri,
  { after }: TextChange,
  findings: readonly Finding[],
  pieces: readonly Piece[],
): PartialEdit | undefined {
  return explainPartial({ original: after.join("\n"), codeEdit, path }, findings, pieces);
}

function remarksOf(findings: readonly Finding[], partial: PartialEdit | undefined): string[] {
  const others = findings.filter(({ type }) => partial === undefined || type !== "open");
  return [...(partial?.remarks ?? []), ...others.map(({ message }) => message)];
}

/** Makes the result of an edit that was only to be shown. */
export function previewedResult(
  { targetFile, codeEdit }: EditCall,
  { target, before, done }: ComputedApply,
): EditResult {
  const change = { before: editorLines(before), after: editorLines(done.text) };
  const hunks = previewedHunks(change);
  const { engine, proof } = done;
  const partial = partialOf(codeEdit, target.uri, change, proof.findings, done.pieces);
  const message = hunks.length === 0 ? NOTHING_TO_DO : previewWords(proof.holds || isPartial(proof));
  return {
    ...bareResult("previewed", targetFile, partial === undefined ? message : `${message} ${partial.message}`),
    engine,
    hunks: [...hunks],
    pieces: resultPieces(done.pieces, { original: before, text: done.text, shown: "text" }),
    diff: patchOf(target.uri, target.kind === "create", change),
    remarks: remarksOf(proof.findings, partial),
    regions: partial?.regions ?? [],
  };
}

/** Makes the result of a call that was cancelled. `edit`: the edit, if it had come to its review by then. */
export function cancelledResult({ targetFile }: EditCall, edit: TrackedEdit | undefined): EditResult {
  if (edit === undefined) return bareResult("failed", targetFile, "The call was cancelled. Nothing was changed.");
  const { judged } = edit;
  const { outcome, hunks } = judged;
  const message = `The call was cancelled. ${reviewWords(outcome, hunks, judged)}`;
  return { ...bareResult(outcome, targetFile, message), hunks: [...hunks] };
}

/** Formats a change as a diff. Line ends are those of the model: what it reads has no others. */
function patchOf(target: Uri, isNew: boolean, { before, after }: TextChange): string {
  const newName = workspace.asRelativePath(target);
  const oldName = isNew ? undefined : newName;
  return boundedDiff({ oldName, newName, original: before.join("\n"), text: after.join("\n") });
}
