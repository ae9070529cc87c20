import { workspace, type Uri } from "vscode";
import type { TextChange } from "../../core/review/documentHistory.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { EditCall } from "../../core/tools/editArguments.ts";
import { boundedDiff } from "../../core/tools/editReport.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { nearestRegions } from "../../core/tools/nearestRegions.ts";
import { reviewWords, SEND_MORE } from "../../core/tools/outcomeWords.ts";
import type { ApplyNews } from "../apply/applyTarget.ts";
import type { ComputedApply } from "../apply/computedApply.ts";
import { openDocument } from "../review/targetDocument.ts";
import type { TrackedEdit } from "./trackedEdit.ts";

type Ended = Extract<ApplyNews, { type: "ended" }>;

/** What is told of an edit that came to no review. `original`: the text that it was computed from. */
export function stoppedResult(
  { targetFile, codeEdit }: EditCall,
  target: Uri,
  original: string,
  ended: Ended | undefined,
): EditResult {
  const outcome = ended?.outcome ?? { type: "cancelled" };
  switch (outcome.type) {
    case "no-change":
      return bareResult("applied", targetFile, reviewWords("applied", []));
    case "cancelled":
      return bareResult(
        "failed",
        targetFile,
        "The user stopped the edit. Nothing was changed. Ask before it is repeated.",
      );
    case "no-sketch":
    case "failed": {
      const trouble = ended?.trouble === undefined ? "" : ` ${ended.trouble}`;
      return bareResult("failed", targetFile, `${outcome.reason}${trouble} Nothing was changed.`);
    }
    case "ambiguous": {
      const trouble = ended?.trouble === undefined ? "" : ` ${ended.trouble}`;
      return {
        ...bareResult("not sure", targetFile, `${outcome.reason}${trouble} ${SEND_MORE}`),
        diff: patchOf(target, false, {
          before: editorLines(original),
          after: editorLines(outcome.draft),
        }),
        remarks: outcome.proof?.findings.map(({ message }) => message) ?? [],
        regions: nearestRegions(original, codeEdit, outcome.candidates),
      };
    }
  }
}

/** What is told of an edit that went to its review, as it stands now. `isCancelled`: the call was, before all was decided. */
export function reviewedResult(
  { targetFile }: EditCall,
  { target, done }: ComputedApply,
  edit: TrackedEdit,
  rewrite: TextChange,
  isCancelled: boolean,
): Omit<EditResult, "milliseconds" | "problems" | "earlier"> {
  const { outcome, hunks, replaced, isGivenUp } = edit.judged;
  const kept = hunks.some((hunk) => hunk.outcome === "accepted" || hunk.outcome === "edited by hand");
  const document = openDocument(edit.review.target);
  const words = [
    reviewWords(outcome, hunks),
    ...(isGivenUp ? ["The review was closed before all was decided."] : []),
    ...(replaced > 0 ? [`${String(replaced)} of its hunks gave way to a later edit of the same lines.`] : []),
    ...(isCancelled && outcome === "pending review" ? ["The call was cancelled; the review stays open."] : []),
    // Whoever runs the program next reads the disk.
    ...(kept && document?.isDirty === true
      ? ["VS Code holds the change in its editor; it is not saved to disk yet."]
      : []),
  ];
  return {
    outcome,
    file: targetFile,
    message: words.join(" "),
    engine: done.engine,
    hunks: [...hunks],
    diff: patchOf(edit.review.target, target.kind === "create", rewrite),
    remarks: done.proof.findings.map(({ message }) => message),
    regions: [],
  };
}

/** Line ends are those of the model: what it reads has no others. */
function patchOf(target: Uri, isNew: boolean, { before, after }: TextChange): string {
  const newName = workspace.asRelativePath(target);
  const oldName = isNew ? undefined : newName;
  return boundedDiff({ oldName, newName, original: before.join("\n"), text: after.join("\n") });
}
