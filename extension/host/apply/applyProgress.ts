import { l10n, StatusBarAlignment, window, type Disposable, type LogOutputChannel, type Uri } from "vscode";
import { STRUCTURAL, type ApplyEvent, type StepFailure } from "../../core/apply/applyEvents.ts";
import {
  acceptedTokenShare,
  beginFigures,
  charsPerSecond,
  countEvent,
  rewrittenChars,
  writtenShare,
  type ApplyFigures,
} from "../../core/apply/applyFigures.ts";
import { applyLogLine } from "../../core/apply/applyLog.ts";
import { LANGUAGE_MODELS, SHOW_LOG } from "../providers/failureActions.ts";
import { shown, shownTarget } from "../shownText.ts";
import { shownPercent, shownSeconds, shownSpeed, whole } from "../shownFigures.ts";
import type { ProviderTrouble } from "./providerTrouble.ts";
import { STOP_COMMAND, stoppable } from "./slowWork.ts";

/** Between the review's entry in the status bar and those of others. */
const PRIORITY = 49;
const REFRESH_MS = 200;
/** How long the figures of an apply stay in the status bar. */
const STAY_MS = 10_000;

/** An apply that is to be followed. */
export interface FollowedApply {
  readonly target: Uri;
  /** When the user clicked, on the clock of `performance.now`. */
  readonly startedMs: number;
  /** About how long the new text will be, in characters. */
  readonly expected: number;
  /** What its providers have failed with so far. */
  readonly troubles: readonly ProviderTrouble[];
  readonly stop: () => void;
}

interface Run extends FollowedApply {
  figures: ApplyFigures;
}

/** Shows how applies go in the status bar, and writes one line for each into the log. */
export class ApplyProgress implements Disposable {
  readonly #log: LogOutputChannel;
  readonly #item = window.createStatusBarItem("fastApply.figures", StatusBarAlignment.Left, PRIORITY);
  readonly #runs = new Set<Run>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(log: LogOutputChannel) {
    this.#log = log;
    this.#item.name = l10n.t("Fast Apply: Figures");
  }

  /** What the status bar says, or said last. */
  get text(): string {
    return this.#item.text;
  }

  /** Passes the events on, while the status bar shows how the apply goes. */
  async *follow(
    events: AsyncIterable<ApplyEvent>,
    followed: FollowedApply,
    signal: AbortSignal,
  ): AsyncGenerator<ApplyEvent> {
    const run: Run = { ...followed, figures: beginFigures(followed.expected) };
    let last: ApplyEvent | undefined;
    const leave = (): void => {
      if (this.#runs.delete(run)) this.#end(run, last);
    };
    const release = stoppable(followed.stop);
    this.#runs.add(run);
    this.#refresh();
    // A provider that does not heed the signal must not stay in the status bar.
    signal.addEventListener("abort", leave, { once: true });
    try {
      for await (const event of events) {
        run.figures = countEvent(run.figures, event);
        last = event;
        if (event.type === "step") this.#refresh();
        if (run.figures.end !== undefined) leave();
        yield event;
      }
    } finally {
      leave();
      release();
      signal.removeEventListener("abort", leave);
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#leaving);
    this.#item.dispose();
  }

  /** Shows the apply of a model that began last, and comes again while there is one. */
  #refresh(): void {
    const runs = [...this.#runs].filter(({ figures: { engine } }) => engine !== undefined && engine !== STRUCTURAL);
    const run = runs.at(-1);
    if (run === undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setInterval(() => {
      this.#refresh();
    }, REFRESH_MS);
    clearTimeout(this.#leaving);
    const others = runs.length > 1 ? ` (+${String(runs.length - 1)})` : "";
    this.#item.text = `$(sync~spin) ${underWay(run)}${others}`;
    const names = runs.map(({ target }) => shownTarget(target)).join(", ");
    const what =
      run.figures.asks === undefined
        ? l10n.t("Fast Apply rewrites {0}", names)
        : l10n.t("Fast Apply asks what is meant in {0}", names);
    this.#item.tooltip = [what, l10n.t("Click to stop")].join("\n");
    this.#item.command = STOP_COMMAND;
    this.#item.show();
  }

  #end(run: Run, last: ApplyEvent | undefined): void {
    const { figures, target, troubles } = run;
    const elapsedMs = performance.now() - run.startedMs;
    const failures = failuresOf(last, troubles);
    const isProven = last?.type === "done" ? last.proof.holds : undefined;
    const loggedAs = new Map(troubles.map((trouble) => [trouble.failure.message, loggedTrouble(trouble)]));
    this.#log.info(applyLogLine({ target: shownTarget(target), figures, elapsedMs, isProven, failures, loggedAs }));
    this.#refresh();
    if (this.#timer !== undefined) return;
    clearTimeout(this.#leaving);
    if (figures.end !== "done") {
      this.#item.hide();
      return;
    }
    const icon = isProven === true ? "$(check)" : "$(warning)";
    this.#item.text = `${icon} ${afterwards(figures, elapsedMs)}`;
    this.#item.tooltip = detailsOf(run, elapsedMs, failures).join("\n");
    this.#item.command = SHOW_LOG;
    this.#item.show();
    this.#leaving = setTimeout(() => {
      this.#item.hide();
    }, STAY_MS);
  }
}

/** The steps that failed; if the apply has not listed them, the failures of its providers. */
function failuresOf(last: ApplyEvent | undefined, troubles: readonly ProviderTrouble[]): readonly StepFailure[] {
  const reported = last?.type === "done" || last?.type === "ambiguous" ? last.failures : undefined;
  return reported ?? troubles.map(({ id, failure: { message } }) => ({ engine: id, message }));
}

/** What a model of VS Code fails with is in the words of other extensions, which may quote anything. */
function loggedTrouble({ id, failure }: ProviderTrouble): string {
  return id === LANGUAGE_MODELS ? failure.type : failure.message;
}

function underWay({ figures, startedMs }: Run): string {
  const { asks } = figures;
  if (asks !== undefined) {
    const elapsed = shownSeconds(performance.now() - startedMs);
    return asks === 1
      ? l10n.t("Asking {0} where 1 piece goes: {1}", engineName(figures), elapsed)
      : l10n.t("Asking {0} where {1} pieces go: {2}", engineName(figures), asks, elapsed);
  }
  const share = acceptedTokenShare(figures.usage);
  return listed(figures, [
    shownPercent(writtenShare(figures)),
    shownSpeed(charsPerSecond(figures, performance.now() - startedMs)),
    ...(share === undefined ? [] : [l10n.t("{0} accepted", shownPercent(share))]),
  ]);
}

function afterwards(figures: ApplyFigures, elapsedMs: number): string {
  const share = acceptedTokenShare(figures.usage);
  const tokens = allTokens(figures);
  const { asks } = figures;
  return listed(figures, [
    ...(asks === undefined ? [] : [decided(asks)]),
    shownSeconds(elapsedMs),
    ...(asks === undefined ? [shownSpeed(charsPerSecond(figures, elapsedMs))] : []),
    ...(share === undefined ? [] : [l10n.t("{0} accepted", shownPercent(share))]),
    ...(tokens === 0 ? [] : [l10n.t("{0} tokens", whole(tokens))]),
  ]);
}

const decided = (pieces: number): string =>
  pieces === 1 ? l10n.t("1 piece decided") : l10n.t("{0} pieces decided", pieces);

function listed(figures: ApplyFigures, parts: readonly string[]): string {
  return `${engineName(figures)}: ${parts.join(", ")}`;
}

function detailsOf({ target, figures }: Run, elapsedMs: number, failures: readonly StepFailure[]): readonly string[] {
  const { usage } = figures;
  const { promptTokens, completionTokens, acceptedTokens, rejectedTokens } = usage ?? {};
  const shownCount = (count: number | undefined): string => (count === undefined ? "–" : whole(count));
  const elapsed = shownSeconds(elapsedMs);
  return [
    figures.asks === undefined
      ? l10n.t("{0}: {1} characters in {2}", shownTarget(target), whole(rewrittenChars(figures)), elapsed)
      : l10n.t("{0}: {1} in {2}", shownTarget(target), decided(figures.asks), elapsed),
    ...(usage === undefined
      ? []
      : [l10n.t("Tokens read: {0}, written: {1}", shownCount(promptTokens), shownCount(completionTokens))]),
    ...(acceptedTokens === undefined
      ? []
      : [
          l10n.t("Tokens of the draft accepted: {0}, rejected: {1}", whole(acceptedTokens), shownCount(rejectedTokens)),
        ]),
    ...failures.map(({ engine, message }) => `${engineName({ engine })}: ${shown(message)}`),
    l10n.t("Click: {0}", l10n.t("Show Log")),
  ];
}

function engineName({ engine }: Pick<ApplyFigures, "engine">): string {
  return engine === undefined || engine === STRUCTURAL ? l10n.t("Structural engine") : shown(engine, 60);
}

function allTokens({ usage }: ApplyFigures): number {
  return (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0);
}
