import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { l10n, QuickPickItemKind, Uri, window, type QuickPickItem } from "vscode";
import { parseEvaluation, type Evaluation } from "../../core/evaluation/evaluation.ts";
import { shown } from "../shownText.ts";
import { showEvaluation } from "./evaluationPanel.ts";

interface ReportItem extends QuickPickItem {
  /** `undefined` for a file that the user is asked for. */
  readonly path: string | undefined;
}

/** Shows an earlier report: one of those that are kept, or any file that `fast-apply eval` has written. Says so if it cannot be read. */
export async function openReport(folder: string): Promise<void> {
  const kept = await keptReports(folder);
  const path = kept.length === 0 ? await askForFile() : await pick(kept);
  if (path === undefined) return;
  const evaluation = await readEvaluation(path);
  if (evaluation !== undefined) showEvaluation(evaluation);
  else {
    void window.showErrorMessage(
      l10n.t(
        "{0} is not a report of an evaluation that this version can show. Choose the file evaluation.json of a report.",
        shown(path),
      ),
    );
  }
}

async function pick(kept: readonly ReportItem[]): Promise<string | undefined> {
  const items: (ReportItem | QuickPickItem)[] = [
    ...kept,
    { label: "", kind: QuickPickItemKind.Separator },
    { label: `$(folder-opened) ${l10n.t("Choose a File…")}`, path: undefined },
  ];
  const item = await window.showQuickPick(items, { title: l10n.t("Open Evaluation Report") });
  if (item === undefined || !("path" in item)) return undefined;
  return item.path ?? askForFile();
}

/** Lists the reports that are kept, the newest first. */
async function keptReports(folder: string): Promise<readonly ReportItem[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .sort()
    .reverse()
    .map((name) => ({ label: name, path: join(folder, name, "evaluation.json") }));
}

async function askForFile(): Promise<string | undefined> {
  const chosen = await window.showOpenDialog({
    title: l10n.t("Open Evaluation Report"),
    filters: { [l10n.t("Evaluations")]: ["json"] },
  });
  return chosen?.[0]?.fsPath;
}

/** Reads an evaluation; `undefined` if the file cannot be read, or is something else. */
async function readEvaluation(path: string): Promise<Evaluation | undefined> {
  try {
    return parseEvaluation(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
}

/** Returns the page of a report, in its folder, as a place that can be shown to the user. */
export function reportFile(folder: string): Uri {
  return Uri.file(join(folder, "report.html"));
}
