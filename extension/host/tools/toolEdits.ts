import { commands, l10n, window, workspace, type Disposable } from "vscode";
import { isCertain } from "../../core/review/reviewState.ts";
import { parseEditCall, type EditCall } from "../../core/tools/editArguments.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { hunksOnlyOf } from "../../core/tools/ownHunks.ts";
import { readEditSketch } from "../../core/tools/readEditSketch.ts";
import { sayMixedEnds } from "../apply/applyMessages.ts";
import type { ApplyOptions, ApplySurroundings } from "../apply/applyTarget.ts";
import { computeApply, showComputed } from "../apply/computedApply.ts";
import type { FoundTarget } from "../apply/findTargets.ts";
import { inBackground } from "../inBackground.ts";
import type { LiveReview } from "../review/liveReview.ts";
import { acceptReviews } from "../review/reviewBatch.ts";
import type { ReviewSurface } from "../review/reviewSurface.ts";
import { openDocument } from "../review/targetDocument.ts";
import { shown, shownTarget } from "../shownText.ts";
import type { AgentTurn, AgentTurns } from "./agentTurns.ts";
import type { DeskRequest, EditDesk } from "./editDesk.ts";
import { watchProblems, type ProblemWatch } from "./problems.ts";
import type { ToldEdits } from "./toldEdits.ts";
import { hearing, wantedOf, wholeOrStopped, type WantedEdit } from "./rewriteInReview.ts";
import { cancelledResult, reviewedResult, stoppedResult } from "./toolResults.ts";
import { checkToolTarget, MISSING } from "./toolTarget.ts";
import { TrackedEdit } from "./trackedEdit.ts";
import { untilDecided } from "./untilDecided.ts";

/** What the edits of agents are made with. */
export interface ToolEditDeps {
  readonly surroundings: ApplySurroundings;
  readonly surface: ReviewSurface;
  readonly turns: AgentTurns;
  readonly told: ToldEdits;
}

/** One call on its way. */
interface Run {
  readonly request: DeskRequest;
  readonly call: EditCall;
  readonly turn: AgentTurn;
  readonly startedMs: number;
  readonly onProgress: (message: string) => void;
  readonly signal: AbortSignal;
  /** The edit has come to its review. */
  readonly onReached: (edit: TrackedEdit) => void;
}

/** The file of a call with the sketch for it. `original`: the text that it will be applied to. */
interface FoundEdit {
  readonly target: FoundTarget;
  readonly original: string;
}

/** Computes the edits of agents, has them reviewed behind what the user works on, and tells what became of them. */
export class ToolEdits implements EditDesk, Disposable {
  readonly #deps: ToolEditDeps;
  readonly #closing = new AbortController();
  /** Turns that the user has been told of. */
  readonly #announced = new Set<string>();

  constructor(deps: ToolEditDeps) {
    this.#deps = deps;
  }

  async edit(request: DeskRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult> {
    const startedMs = performance.now();
    const { turns, told } = this.#deps;
    const { target, session, agent } = request;
    const parsed = parseEditCall(request.arguments);
    if (parsed.type === "bad") return bareResult("failed", workspace.asRelativePath(target), parsed.message);
    const { call } = parsed;
    const turn = turns.enter(session, agent);
    const both = AbortSignal.any([signal, this.#closing.signal]);
    let reached: TrackedEdit | undefined;
    const onReached = (edit: TrackedEdit): void => {
      reached = edit;
    };
    try {
      const result = await this.#edit({ request, call, turn, startedMs, onProgress, signal: both, onReached });
      // Nobody listens to a call that was cancelled, so a later one tells them.
      return { ...result, earlier: both.aborted ? [] : told.news(session) };
    } catch (error) {
      if (both.aborted) return cancelledResult(call, reached);
      const reason = error instanceof Error ? error.message : String(error);
      return bareResult("failed", call.targetFile, `An unexpected error: ${reason} Read the file before you go on.`);
    } finally {
      turns.leave(turn);
    }
  }

  dispose(): void {
    this.#closing.abort();
  }

  async #edit(run: Run): Promise<EditResult> {
    const { target } = run.request;
    const wasOpen = openDocument(target) !== undefined;
    const found = await this.#find(run);
    if ("outcome" in found) return found;
    // From here on the file is open, which is when VS Code begins to look for its problems.
    const problems = watchProblems(target);
    try {
      return await this.#apply(run, found, problems, wasOpen);
    } finally {
      problems.dispose();
    }
  }

  async #apply(run: Run, found: FoundEdit, problems: ProblemWatch, wasOpen: boolean): Promise<EditResult> {
    const { call, request, signal, startedMs } = run;
    const { surroundings, surface, turns, told } = this.#deps;
    const { target } = request;
    const heard = hearing(target, run.onProgress);
    const options: ApplyOptions = {
      context: { instruction: call.instructions, conversation: [] },
      isQuiet: true,
      observe: heard.observe,
    };
    const computed = await unlessAborted(computeApply(surroundings, options, found.target, signal), signal);
    const stopped = (wasShown: boolean): EditResult => {
      const ended = heard.ended();
      return stoppedResult(call, target, { original: found.original, ended, wasShown, isCancelled: signal.aborted });
    };
    if (computed === undefined) return stopped(false);
    signal.throwIfAborted();
    const milliseconds = performance.now() - startedMs;
    const { type } = await showComputed(surroundings, options, computed, true, heard.onShown);
    const review = surface.reviews.findByTarget(target);
    // Where the text changed meanwhile, the rewrite is computed anew before the eyes of the user.
    if (review !== undefined) await wholeOrStopped(review, heard.isUnderWay, signal);
    const shown = heard.shown();
    if (review === undefined || shown === undefined || heard.ended() !== undefined) {
      return { ...stopped(type === "reviewing"), milliseconds };
    }
    if (found.target.hasMixedEnds) sayMixedEnds(target);
    const wanted = await wantedOf(computed, shown, review);
    const edit = new TrackedEdit(call.targetFile, review, wanted.rewrite);
    run.onReached(edit);
    turns.add(run.turn, edit);
    await this.#decide(run, wanted, edit, problems, wasOpen);
    const result = reviewedResult(call, edit, wanted, found.target.kind === "create", signal.aborted);
    told.tell(request.session, edit);
    const isInFile = result.outcome === "applied" || result.outcome === "partly applied";
    const added = isInFile && result.hunks.length > 0 ? await problems.added(signal) : [];
    if (signal.aborted) told.unheard(edit);
    return { ...result, milliseconds, problems: [...added], earlier: [] };
  }

  /** The file with the sketch for it, or why it can be none. */
  async #find({ call, request, signal }: Run): Promise<EditResult | FoundEdit> {
    const { target } = request;
    const fail = (message: string): EditResult => bareResult("failed", call.targetFile, message);
    const place = await unlessAborted(checkToolTarget(target), signal);
    if (place.type === "unfit") return fail(place.message);
    const { kind, hasMixedEnds } = place;
    const { reviews } = this.#deps.surface;
    let original: string;
    try {
      original = await unlessAborted(reviews.textFor(target, kind), signal);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return fail(`VS Code cannot open the file: ${reason} Nothing was changed.`);
    }
    const sketch = readEditSketch(call.codeEdit, target.path, original);
    if (sketch.type === "bad") return fail(sketch.message);
    const isProposed = reviews.findByTarget(target)?.isPending === true;
    if (kind === "create" && !isProposed && !sketch.makesFile) return fail(`${MISSING} Nothing was changed.`);
    const { source, job } = sketch;
    return { target: { uri: target, kind, isChosen: true, jobs: [{ source, job }], hasMixedEnds }, original };
  }

  /** Accepts what the settings and the proof allow, and waits for the user to decide on the rest. */
  async #decide(
    { request, turn, startedMs, onProgress, signal }: Run,
    { isProven }: WantedEdit,
    edit: TrackedEdit,
    problems: ProblemWatch,
    wasOpen: boolean,
  ): Promise<void> {
    const { surface } = this.#deps;
    const { review, rewrite } = edit;
    const { document } = review.state;
    if (isProven && isAutomatic()) {
      if (!wasOpen && review.kind === "change") await problems.opened(signal);
      if (signal.aborted) return;
      problems.freeze();
      await acceptReviews(surface, [review], ({ kind, state, hunks }) => {
        const own = hunksOnlyOf(rewrite, state, hunks).filter(isCertain);
        // A file comes as a whole.
        return kind === "change" || own.length === hunks.length ? own : [];
      });
    }
    if (!edit.isPending) return;
    const name = shownTarget(review.target);
    if (!this.#announced.has(turn.id)) inBackground(announce(request.agent, review));
    this.#announced.add(turn.id);
    const awaited = {
      edit,
      // The caller waits for both, and may give up after a while of its own.
      patienceMs: Math.max(0, request.patienceSeconds * 1000 - (performance.now() - startedMs)),
      onWait: () => {
        onProgress(`Waiting for the user's review of ${name}`);
      },
      onMove: () => {
        if (review.state.document !== document) problems.freeze();
      },
    };
    await untilDecided(surface.reviews, awaited, signal);
  }
}

/** Only the user's own settings count. */
function isAutomatic(): boolean {
  return workspace.getConfiguration("fastApply").get("tool.review") === "auto";
}

/** Says that an agent waits, without a word in the way of what the user does. */
async function announce(agent: string, review: LiveReview): Promise<void> {
  const open = l10n.t("Review");
  const message = l10n.t("{0} wants to edit {1}.", shown(agent, 60), shownTarget(review.target));
  if ((await window.showInformationMessage(message, open)) === open && !review.isEnded) {
    await commands.executeCommand("fastApply.openReview", { review: review.id });
  }
}

/** The same work, whose end nobody waits for once `signal` aborts. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new Error("The call was cancelled."));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener("abort", stop);
      })
      .catch(() => undefined);
  });
}
