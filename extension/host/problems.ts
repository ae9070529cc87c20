import { DiagnosticSeverity, languages, type Uri } from "vscode";
import type { EditProblem } from "../core/tools/editResult.ts";
import { newProblems } from "../core/tools/newProblems.ts";

/** How long the problems of a change may take to come, in milliseconds. */
const PATIENCE_MS = 1_500;
/** Those of a file that was not open before come when VS Code has opened it. */
const OPENING_MS = 1_000;
/** More are not reported: one slip can cause thousands. */
const MAX_REPORTED = 100;
/** Those of one change may come in several parts. */
const QUIET_MS = 200;

/** Follows the problems that VS Code knows of a file, from before an edit to after it. */
export interface ProblemWatch {
  /** Waits while VS Code finds those of a file that it has only just opened. */
  opened(signal: AbortSignal): Promise<void>;
  /** Notes what is known by now as there before the change, which is about to come. Only the first call counts. */
  freeze(): void;
  /** Resolves to the errors and warnings that were not there before, at most 100, once they have come or the time is over. */
  added(signal: AbortSignal): Promise<readonly EditProblem[]>;
  dispose(): void;
}

/** Begins to follow the problems of a file. The caller disposes of the watch. */
export function watchProblems(target: Uri): ProblemWatch {
  const key = target.toString();
  let before: readonly EditProblem[] | undefined;
  let news = 0;
  let hear: () => void = () => undefined;
  const listener = languages.onDidChangeDiagnostics(({ uris }) => {
    if (!uris.some((uri) => uri.toString() === key)) return;
    news++;
    hear();
  });
  /** Waits until there is news, the time is over, or `signal` aborts. */
  const waits = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        hear = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener("abort", end);
      hear = end;
    });
  const settled = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    const until = performance.now() + milliseconds;
    const left = (): number => until - performance.now();
    if (news === 0) await waits(left(), signal);
    while (news > 0 && left() > 0 && !signal.aborted) {
      const seen = news;
      await waits(Math.min(QUIET_MS, left()), signal);
      if (news === seen) break;
    }
  };
  return {
    opened: (signal) => settled(OPENING_MS, signal),
    freeze: () => {
      if (before !== undefined) return;
      before = problemsOf(target);
      news = 0;
    },
    added: async (signal) => {
      await settled(PATIENCE_MS, signal);
      return newProblems(before ?? [], problemsOf(target)).slice(0, MAX_REPORTED);
    },
    dispose: () => {
      listener.dispose();
    },
  };
}

const severities = new Map<DiagnosticSeverity, EditProblem["severity"]>([
  [DiagnosticSeverity.Error, "error"],
  [DiagnosticSeverity.Warning, "warning"],
]);

/** Lists the errors and warnings that VS Code knows of a file now, with one-based lines. */
export function problemsOf(target: Uri): readonly EditProblem[] {
  return languages.getDiagnostics(target).flatMap(({ severity, range, message }) => {
    const known = severities.get(severity);
    return known === undefined ? [] : [{ severity: known, line: range.start.line + 1, message }];
  });
}
