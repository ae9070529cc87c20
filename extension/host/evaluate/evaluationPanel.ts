import { l10n, ViewColumn, window } from "vscode";
import type { Evaluation } from "../../core/evaluation/evaluation.ts";
import { renderReport } from "../../core/evaluation/report/renderReport.ts";
import { shown } from "../shownText.ts";

/** Shows a report in a tab of its own. It runs no script, and nothing in it comes from elsewhere. */
export function showEvaluation(evaluation: Evaluation): void {
  const name = evaluation.source.repository ?? evaluation.source.casesFile ?? "";
  const panel = window.createWebviewPanel(
    "fastApply.evaluation",
    l10n.t("Evaluation: {0}", shown(name, 40)),
    ViewColumn.Active,
    { enableScripts: false, enableFindWidget: true, localResourceRoots: [] },
  );
  panel.webview.html = renderReport(evaluation, crypto.randomUUID().replaceAll("-", ""));
}
