import { l10n, Uri, window, workspace, WorkspaceEdit } from "vscode";
import { pathFault, tidyPath } from "../../core/targets/sketchPath.ts";
import { shown, shownTarget } from "../shownText.ts";
import { refusePath, refuseTarget } from "./applyMessages.ts";
import { checkTarget } from "./targetChecks.ts";

/**
 * Offers to rename a file as its sketch wants, since a review is only about its text; says why if that is impossible. `named`: the path
 * that the sketch gives the file itself.
 */
export async function offerMove(target: Uri, named: string | undefined, moveTo: string): Promise<void> {
  const fault = pathFault(moveTo);
  if (fault !== undefined) {
    refusePath(moveTo, fault);
    return;
  }
  const goal = goalOf(target, named, tidyPath(moveTo));
  if (goal === undefined || goal.toString() === target.toString()) return;
  const verdict = await checkTarget(goal, "sketch", true);
  if (verdict.type === "unfit") {
    refuseTarget(goal, verdict.trouble, moveTo);
    return;
  }
  if (verdict.kind === "change") {
    const taken = l10n.t(
      "The sketch also renames {0} to {1}, which exists already.",
      shownTarget(target),
      shownTarget(goal),
    );
    void window.showWarningMessage(taken);
    return;
  }
  const rename = l10n.t("Rename");
  const message = l10n.t("The sketch also renames {0} to {1}.", shownTarget(target), shown(moveTo));
  if ((await window.showInformationMessage(message, rename)) !== rename) return;
  const edit = new WorkspaceEdit();
  edit.renameFile(target, goal, { overwrite: false });
  if (!(await workspace.applyEdit(edit))) {
    void window.showErrorMessage(l10n.t("{0} could not be renamed.", shownTarget(target)));
  }
}

/** The new path is relative to the same folder as the old one. */
function goalOf(target: Uri, named: string | undefined, moveTo: string): Uri | undefined {
  if (named !== undefined && target.path.endsWith(`/${named}`)) {
    return Uri.joinPath(target.with({ path: target.path.slice(0, -named.length) }), moveTo);
  }
  const folder = workspace.getWorkspaceFolder(target);
  return folder && Uri.joinPath(folder.uri, moveTo);
}
