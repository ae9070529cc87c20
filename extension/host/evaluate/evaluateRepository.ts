import { join } from "node:path";
import { commands, l10n, ProgressLocation, window, type Progress } from "vscode";
import type { Evaluation } from "../../core/evaluation/evaluation.ts";
import { percent, timeLeft } from "../../core/evaluation/report/figures.ts";
import { ratio } from "../../core/evaluation/report/statistics.ts";
import { summarize } from "../../core/evaluation/report/summarize.ts";
import { rightOf } from "../../core/evaluation/report/tables.ts";
import type { Asking, Sending } from "../../core/evaluation/sendings.ts";
import { builtCommit } from "../../evaluation/builtFrom.ts";
import { evaluationCommand } from "../../evaluation/evaluationCommand.ts";
import type { EvaluationProgress } from "../../evaluation/evaluationPorts.ts";
import { runEvaluation } from "../../evaluation/runEvaluation.ts";
import { writeNewReport } from "../../evaluation/writeReport.ts";
import { inBackground } from "../inBackground.ts";
import { LANGUAGE_MODELS } from "../providers/failureActions.ts";
import { whole } from "../shownFigures.ts";
import { shown } from "../shownText.ts";
import { askForEvaluation, type WantedEvaluation } from "./askForEvaluation.ts";
import type { EvaluateParts } from "./evaluateParts.ts";
import { showEvaluation } from "./evaluationPanel.ts";
import { reportFile } from "./storedReports.ts";

const SEED = 1;

/** Whether one is under way in this window: a second one beside it would send everything once more. */
let isUnderWay = false;

/** Asks what to evaluate, evaluates it, and shows the report. One at a time. */
export async function evaluateRepository(parts: EvaluateParts): Promise<void> {
  if (isUnderWay) {
    void window.showInformationMessage(
      l10n.t("An evaluation is under way in this window. Wait for it to end, or cancel it."),
    );
    return;
  }
  isUnderWay = true;
  try {
    await askAndEvaluate(parts);
  } finally {
    isUnderWay = false;
  }
}

async function askAndEvaluate(parts: EvaluateParts): Promise<void> {
  const wanted = await askForEvaluation(parts);
  if (wanted === undefined) return;
  const end = await evaluateBelowProgress(wanted, parts);
  if (end?.type === "failed") {
    const said = shown(end.message);
    void window.showErrorMessage(
      end.kind === "stopped"
        ? l10n.t("The evaluation has stopped: {0} What is done is kept: evaluate again to go on.", said)
        : l10n.t("There is no evaluation: {0}", [said, ...adviceIn(end.next)].join(" ")),
    );
  } else if (end?.type === "done") {
    const name = nameOfReport(end.evaluation, new Date());
    const folder = await writeNewReport(reportsFolder(parts), name, end.evaluation);
    showEvaluation(end.evaluation);
    inBackground(sayDone(end.evaluation, folder));
  }
}

/** Returns what to do next if that is a command of git: any other advice is about options of the command line. */
function adviceIn(next: string): string[] {
  return /\bgit \w/.test(next) ? [shown(next.replace(/^./, (letter) => letter.toUpperCase()))] : [];
}

/** Returns the folder in which reports are kept, each in a folder of its own. */
export function reportsFolder({ folder }: Pick<EvaluateParts, "folder">): string {
  return join(folder, "reports");
}

/**
 * Evaluates with a progress notification, and returns how it ended; `undefined` if the user has cancelled it, and what was done is kept
 * for the next time.
 */
async function evaluateBelowProgress(
  wanted: WantedEvaluation,
  parts: EvaluateParts,
): Promise<EvaluationProgress | undefined> {
  const stop = new AbortController();
  const title = l10n.t("Evaluating on this repository");
  const { directory, edits, engines, planner, grader } = wanted;
  const { version, parsers, worker, folder } = parts;
  const options = {
    source: { type: "repository" as const, directory },
    ...{ edits, seed: SEED, engines, planner, grader },
    folder: join(folder, "runs"),
    made: { version, command: commandOf(wanted), ...builtCommit },
    build: version,
  };
  const ports = {
    parsers: () => Promise.resolve(parsers),
    worker,
    mayBeSent,
    now: () => performance.now(),
    today: () => new Date().toISOString(),
  };
  const stages = engines.length + (planner === undefined ? 0 : 1) + (grader === undefined ? 0 : 1);
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title },
    async (progress, token) => {
      token.onCancellationRequested(() => {
        stop.abort();
      });
      let last: EvaluationProgress | undefined;
      try {
        for await (const event of runEvaluation(options, ports, stop.signal)) {
          if (event.type === "progress") report(event, stages, progress);
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

/** Says how a reader of the report can make the same evaluation: with the command line, unless it lacks a model that only VS Code has. */
function commandOf({ directory, edits, engines, planner, grader, models }: WantedEvaluation): string {
  if (models.some(({ provider }) => provider === LANGUAGE_MODELS)) {
    return `Fast Apply: Evaluate on This Repository… (${String(edits)} edits)`;
  }
  const prices = models.flatMap(({ name, place }) =>
    place.type === "server" && place.price !== undefined ? [[name, place.price] as const] : [],
  );
  return evaluationCommand({
    source: { type: "repository", directory },
    ...{ edits, seed: SEED, engines: engines.map(({ id }) => id), planner: planner?.planner.id },
    grader: grader?.planner.id,
    addresses: new Map(
      models.flatMap(({ provider, ownAddress }) => (ownAddress === undefined ? [] : [[provider, ownAddress]])),
    ),
    prices: new Map(prices),
    localModel: models.flatMap(({ place }) => (place.type === "here" ? [place.file] : []))[0],
  });
}

type Progressed = Extract<EvaluationProgress, { type: "progress" }>;

function report(step: Progressed, stages: number, progress: Progress<{ message: string; increment: number }>): void {
  const { total, secondsLeft } = step;
  const message =
    secondsLeft === undefined
      ? countedSteps(step)
      : l10n.t("{0}, about {1} left", countedSteps(step), timeLeft(secondsLeft));
  progress.report({ message, increment: 100 / total / stages });
}

function countedSteps({ stage, who, done, total }: Progressed): string {
  const [name, count, all] = [shown(who, 60), whole(done), whole(total)];
  switch (stage) {
    case "planning":
      return l10n.t("{0} writes answers: {1} of {2}", name, count, all);
    case "applying":
      return l10n.t("{0}: {1} of {2}", name, count, all);
    case "grading":
      return l10n.t("{0} grades: {1} of {2}", name, count, all);
  }
}

/** Asks before anything is sent, and says what goes where. */
async function mayBeSent(sendings: readonly Sending[]): Promise<boolean> {
  const send = l10n.t("Send");
  const rows = sendings.map(({ asking, name, origin, requests, tokens, cost }) =>
    l10n.t(
      "{0}, at {1}, for {2}: about {3} requests, {4} input and {5} output tokens, {6}.",
      shown(name),
      shown(origin),
      purposeOf(asking),
      whole(requests),
      whole(tokens.sent),
      whole(tokens.answered),
      cost === undefined ? l10n.t("price not known") : `$${cost.toFixed(2)}`,
    ),
  );
  const detail = [
    ...rows,
    l10n.t(
      "The files of the edits, their paths and the changes go there, as they were in the history; for answers the messages of the commits, too.",
    ),
  ].join("\n\n");
  const message = l10n.t("Send the edits of this repository to models?");
  return (await window.showWarningMessage(message, { modal: true, detail }, send)) === send;
}

/** Says what a model is asked for, in a few words. */
function purposeOf(asking: Asking): string {
  return {
    choice: l10n.t("choices"),
    auto: l10n.t("choices and rewrites"),
    rewriter: l10n.t("rewrites"),
    "exact-edits": l10n.t("exact edits"),
    grader: l10n.t("grades"),
    planner: l10n.t("answers"),
  }[asking];
}

/**
 * Names a report, as in `2026-11-23 10-00-00 shop`: sorted by time, and valid as the name of a folder on all systems. A run may have
 * several reports.
 */
function nameOfReport({ source }: Evaluation, written: Date): string {
  const time = written.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", "-");
  return `${time} ${(source.repository ?? "").replace(/[^\w.-]+/g, "-").slice(0, 60)}`;
}

async function sayDone(evaluation: Evaluation, folder: string): Promise<void> {
  const figures = summarize(evaluation).engines.map(({ label, counts }) =>
    l10n.t("{0} {1} right", shown(label, 60), percent(ratio(rightOf(counts)))),
  );
  const show = l10n.t("Show Files");
  const evaluated = l10n.t("{0} edits evaluated: {1}.", whole(evaluation.cases.length), figures.join(", "));
  const message = [evaluated, ...(evaluation.source.remarks ?? []).map((remark) => shown(remark))].join(" ");
  if ((await window.showInformationMessage(message, show)) === show) {
    await commands.executeCommand("revealFileInOS", reportFile(folder));
  }
}
