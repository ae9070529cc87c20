import { join } from "node:path";
import { commands, l10n, ProgressLocation, window, workspace, type Progress } from "vscode";
import type { Evaluation } from "../../core/evaluation/evaluation.ts";
import { ratio } from "../../core/evaluation/report/statistics.ts";
import { summarize } from "../../core/evaluation/report/summarize.ts";
import { percent } from "../../core/evaluation/report/figures.ts";
import { rightOf } from "../../core/evaluation/report/tables.ts";
import type { Sending } from "../../core/evaluation/sendings.ts";
import type { EngineToRun } from "../../evaluation/engines.ts";
import { runEvaluation } from "../../evaluation/runEvaluation.ts";
import type { EvaluationProgress } from "../../evaluation/evaluationPorts.ts";
import { writeReport } from "../../evaluation/writeReport.ts";
import { inBackground } from "../inBackground.ts";
import { shownSeconds, whole } from "../shownFigures.ts";
import { shown } from "../shownText.ts";
import type { EvaluateParts } from "./evaluateParts.ts";
import { showEvaluation } from "./evaluationPanel.ts";
import { offeredEngines } from "./offeredEngines.ts";
import { reportFile } from "./storedReports.ts";

/** Numbers of edits to choose from. */
const EDITS = [20, 100, 450];
const USUAL_EDITS = 100;
const MOST_EDITS = 5_000;
const SEED = 1;

/** What the user has chosen. */
interface Wanted {
  readonly directory: string;
  readonly engines: readonly EngineToRun[];
  readonly edits: number;
}

/** Asks what is to be evaluated, has it done, and shows the report. */
export async function evaluateRepository(parts: EvaluateParts): Promise<void> {
  const wanted = await askForWanted(parts);
  if (wanted === undefined) return;
  const end = await evaluateBelowProgress(wanted, parts);
  if (end?.type === "failed") {
    void window.showErrorMessage(l10n.t("There is no evaluation: {0}", shown(end.message)));
  } else if (end?.type === "done") {
    const folder = join(reportsFolder(parts), nameOfReport(end.evaluation));
    await writeReport(folder, end.evaluation);
    showEvaluation(end.evaluation);
    inBackground(sayDone(end.evaluation, folder));
  }
}

/** Where reports are kept, each in a folder of its own. */
export function reportsFolder({ folder }: Pick<EvaluateParts, "folder">): string {
  return join(folder, "reports");
}

async function askForWanted({ providers }: EvaluateParts): Promise<Wanted | undefined> {
  const directory = await askForFolder();
  if (directory === undefined) return undefined;
  const items = await window.showQuickPick(await offeredEngines(providers), {
    title: l10n.t("Evaluate on This Repository"),
    placeHolder: l10n.t("Which engines are to apply the edits of its history?"),
    canPickMany: true,
  });
  const chosen = (items ?? []).flatMap((item) => ("engine" in item ? [item.engine] : []));
  if (chosen.length === 0) return undefined;
  const edits = await askForEdits();
  if (edits === undefined) return undefined;
  return { directory, edits, engines: await Promise.all(chosen.map((engine) => engine())) };
}

/** The folder of the workspace, or one of several. */
async function askForFolder(): Promise<string | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const [first, ...others] = folders;
  if (!workspace.isTrusted || first === undefined) {
    void window.showErrorMessage(
      l10n.t("An evaluation reads the history of a git repository. Open a folder on this machine that you trust."),
    );
    return undefined;
  }
  if (others.length === 0) return first.uri.fsPath;
  const items = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath }));
  const title = l10n.t("Evaluate on This Repository");
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t("Which folder?") }))?.description;
}

async function askForEdits(): Promise<number | undefined> {
  const title = l10n.t("Number of Edits");
  const items = [
    ...EDITS.map((edits) => ({ label: whole(edits), edits, picked: edits === USUAL_EDITS })),
    { label: l10n.t("Another Number…"), edits: undefined },
  ];
  const placeHolder = l10n.t("How many edits of the history? The more, the surer the figures.");
  const item = await window.showQuickPick(items, { title, placeHolder });
  if (item === undefined || item.edits !== undefined) return item?.edits;
  const entered = await window.showInputBox({
    title,
    value: whole(USUAL_EDITS),
    validateInput: (text) =>
      isNumberOfEdits(Number(text)) ? undefined : l10n.t("A whole number from 1 to {0}.", whole(MOST_EDITS)),
  });
  return entered === undefined ? undefined : Number(entered);
}

function isNumberOfEdits(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MOST_EDITS;
}

/** How it ended; `undefined`: the user has cancelled it, and what was done is kept for the next time. */
async function evaluateBelowProgress(
  { directory, engines, edits }: Wanted,
  parts: EvaluateParts,
): Promise<EvaluationProgress | undefined> {
  const stop = new AbortController();
  const title = l10n.t("Evaluating on this repository");
  const command = `fast-apply eval --repository . --edits ${edits} --engines ${engines.map(({ id }) => id).join(",")} --seed ${SEED}`;
  const { version, parsers, worker, folder } = parts;
  const options = {
    source: { type: "repository" as const, directory },
    ...{ edits, seed: SEED, engines, planner: undefined, grader: undefined },
    folder: join(folder, "runs"),
    made: { version, command },
    build: version,
  };
  const ports = {
    parsers: () => Promise.resolve(parsers),
    worker,
    mayBeSent,
    now: () => performance.now(),
    today: () => new Date().toISOString(),
  };
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title },
    async (progress, token) => {
      token.onCancellationRequested(() => {
        stop.abort();
      });
      let last: EvaluationProgress | undefined;
      try {
        for await (const event of runEvaluation(options, ports, stop.signal)) {
          if (event.type === "progress") report(event, engines.length, progress);
          last = event;
        }
        return last;
      } catch (error) {
        if (stop.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}

function report(
  { who, done, total, secondsLeft }: Extract<EvaluationProgress, { type: "progress" }>,
  stages: number,
  progress: Progress<{ message: string; increment: number }>,
): void {
  const counted = l10n.t("{0}: {1} of {2}", shown(who, 60), whole(done), whole(total));
  const message =
    secondsLeft === undefined ? counted : l10n.t("{0}, about {1} left", counted, shownSeconds(secondsLeft * 1000));
  progress.report({ message, increment: 100 / total / stages });
}

/** Asks before anything is sent, with what goes where. */
async function mayBeSent(sendings: readonly Sending[]): Promise<boolean> {
  const send = l10n.t("Send");
  const rows = sendings.map(({ name, origin, requests, tokens, cost }) =>
    l10n.t(
      "{0}, at {1}: at most {2} requests, about {3} tokens there and {4} back, {5}.",
      shown(name),
      shown(origin),
      whole(requests),
      whole(tokens.sent),
      whole(tokens.answered),
      cost === undefined ? l10n.t("at your price there") : l10n.t("about ${0}", cost.toFixed(2)),
    ),
  );
  const detail = [
    ...rows,
    l10n.t("The files of the edits, their paths and the changes go there, as they were in the history."),
  ].join("\n\n");
  const message = l10n.t("Send the edits of this repository to models?");
  return (await window.showWarningMessage(message, { modal: true, detail }, send)) === send;
}

/** `2026-11-23 10-00-00 shop`: sorted by time, and a name of a folder everywhere. */
function nameOfReport({ made, source }: Evaluation): string {
  const time = made.at.slice(0, 19).replace("T", " ").replaceAll(":", "-");
  return `${time} ${(source.repository ?? "").replace(/[^\w.-]+/g, "-").slice(0, 60)}`;
}

async function sayDone(evaluation: Evaluation, folder: string): Promise<void> {
  const figures = summarize(evaluation).engines.map(({ label, counts }) =>
    l10n.t("{0} {1} right", shown(label, 60), percent(ratio(rightOf(counts)))),
  );
  const show = l10n.t("Show Files");
  const message = l10n.t("{0} edits evaluated: {1}.", whole(evaluation.cases.length), figures.join(", "));
  if ((await window.showInformationMessage(message, show)) === show) {
    await commands.executeCommand("revealFileInOS", reportFile(folder));
  }
}
