import { commands, l10n, window, workspace, type Disposable, type Uri } from "vscode";
import { isCertain } from "../../core/review/hunks.ts";
import { parseEditCall } from "../../core/tools/editArguments.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { hunksOnlyOf } from "../../core/review/ownHunks.ts";
import { holdsSecrets, withoutLines } from "../../core/tools/secretFiles.ts";
import { ShownAlternatives } from "../../core/tools/shownAlternatives.ts";
import { realPlace } from "../../node/insideRoots.ts";
import { sayMixedEnds } from "../apply/applyMessages.ts";
import type { ApplySurroundings } from "../apply/applyTarget.ts";
import { showComputed } from "../apply/computedApply.ts";
import { inBackground } from "../inBackground.ts";
import type { LiveReview } from "../review/liveReview.ts";
import { acceptReviews } from "../review/reviewBatch.ts";
import type { ReviewSurface } from "../review/reviewSurface.ts";
import { openDocument } from "../review/targetDocument.ts";
import { shown, shownTarget } from "../shownText.ts";
import type { AgentTurn, AgentTurns } from "./agentTurns.ts";
import { acceptanceOf } from "./automatic.ts";
import { namedEdit, type AskedCall, type FoundEdit } from "./askedCall.ts";
import { computeEdit, findEdit, previewEdit } from "./computeEdit.ts";
import type { AgentRequest, AgentEdits } from "./agentEdits.ts";
import { watchProblems, type ProblemWatch } from "../problems.ts";
import type { ReportedEdits } from "./reportedEdits.ts";
import { wantedOf, wholeOrStopped, type WantedEdit } from "./rewriteInReview.ts";
import { cancelledResult, reviewedResult } from "./toolResults.ts";
import { TrackedEdit } from "./trackedEdit.ts";
import { untilDecided } from "./untilDecided.ts";

/** What the edits of agents are made with. */
export interface ToolEditDeps {
  readonly surroundings: ApplySurroundings;
  readonly surface: ReviewSurface;
  readonly turns: AgentTurns;
  readonly reported: ReportedEdits;
}

/** One edit on its way. */
interface Run extends AskedCall {
  readonly turn: AgentTurn;
  /** The edit has come to its review. */
  readonly onReached: (edit: TrackedEdit) => void;
}

/** Computes the edits of agents, has them reviewed without disturbing the user, and reports what became of them. */
export class ToolEdits implements AgentEdits, Disposable {
  readonly #deps: ToolEditDeps;
  readonly #closing = new AbortController();
  readonly #alternatives = new ShownAlternatives();
  /** Turns that were announced to the user. */
  readonly #announced = new Set<string>();

  constructor(deps: ToolEditDeps) {
    this.#deps = deps;
  }

  edit(request: AgentRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult> {
    const { turns } = this.#deps;
    return this.#answer(request, onProgress, signal, async (asked) => {
      const turn = turns.enter(request.session, request.agent);
      let reached: TrackedEdit | undefined;
      const onReached = (edit: TrackedEdit): void => {
        reached = edit;
      };
      try {
        return await this.#edit({ ...asked, turn, onReached });
      } catch (error) {
        if (asked.signal.aborted) return cancelledResult(asked.call, reached);
        throw error;
      } finally {
        turns.leave(turn);
      }
    });
  }

  preview(request: AgentRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult> {
    const { surface, surroundings } = this.#deps;
    return this.#answer(request, onProgress, signal, (asked) => previewEdit(surface.reviews, surroundings, asked));
  }

  dispose(): void {
    this.#closing.abort();
  }

  /** Reads the call, has `work` answer it, and adds what has become of earlier ones. */
  async #answer(
    request: AgentRequest,
    onProgress: (message: string) => void,
    signal: AbortSignal,
    work: (asked: AskedCall) => Promise<EditResult>,
  ): Promise<EditResult> {
    const startedMs = performance.now();
    const parsed = parseEditCall(request.arguments);
    if (parsed.type === "bad") return bareResult("failed", workspace.asRelativePath(request.target), parsed.message);
    const { call } = parsed;
    const both = AbortSignal.any([signal, this.#closing.signal]);
    try {
      const isSecret = await holdsSecretsAt(request.target);
      const reported = this.#alternatives;
      const result = await work({ request, call, reported, isSecret, startedMs, onProgress, signal: both });
      const tellable = isSecret ? withoutLines(result) : result;
      // Nobody listens to a call that was cancelled, so a later one reports them.
      return { ...tellable, earlier: both.aborted ? [] : this.#deps.reported.news(request.session) };
    } catch (error) {
      if (both.aborted) return cancelledResult(call, undefined);
      const reason = error instanceof Error ? error.message : String(error);
      return bareResult("failed", call.targetFile, `An unexpected error: ${reason} Read the file before you go on.`);
    }
  }

  async #edit(run: Run): Promise<EditResult> {
    const { target } = run.request;
    const wasOpen = openDocument(target) !== undefined;
    const found = await findEdit(this.#deps.surface.reviews, run);
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
    const { surroundings, surface, turns, reported } = this.#deps;
    const { target } = request;
    const { computed, options, delivered, stopped } = await computeEdit(surroundings, run, found);
    if (computed === undefined) return stopped(false);
    signal.throwIfAborted();
    const milliseconds = performance.now() - startedMs;
    const { type } = await showComputed(surroundings, options, computed, true, delivered.onShown);
    const review = surface.reviews.findByTarget(target);
    // If the text changed meanwhile, the rewrite is computed once more before the eyes of the user.
    if (review !== undefined) await wholeOrStopped(review, delivered.isUnderWay, signal);
    const shown = delivered.shown();
    if (review === undefined || shown === undefined || delivered.ended() !== undefined) {
      return { ...stopped(type === "reviewing"), milliseconds };
    }
    if (found.target.hasMixedEnds) sayMixedEnds(target);
    const open = await wantedOf(computed, shown, review, call.choices !== undefined);
    const wanted = run.isSecret ? { ...open, reported: undefined } : open;
    const edit = new TrackedEdit(call.targetFile, review, wanted.rewrite);
    run.onReached(edit);
    turns.add(run.turn, edit);
    const whyWaiting = await this.#decide(run, wanted, edit, problems, wasOpen);
    const isNew = found.target.kind === "create";
    const result = reviewedResult(call, edit, wanted, { isNew, isCancelled: signal.aborted, whyWaiting });
    reported.tell(request.session, edit);
    if (wanted.reported !== undefined) run.reported.remember(namedEdit(run), wanted.reported);
    const isInFile = result.outcome === "applied" || result.outcome === "partly applied";
    const added = isInFile && result.hunks.length > 0 ? await problems.added(signal) : [];
    if (signal.aborted) reported.undelivered(edit);
    return { ...result, milliseconds, problems: [...added], earlier: [] };
  }

  /**
   * Accepts what the settings, the proof and the file allow, and waits for the user to decide on the rest. Resolves to why the user has
   * to decide although the settings say `auto`.
   */
  async #decide(
    { request, turn, startedMs, onProgress, signal }: Run,
    { isProven }: WantedEdit,
    edit: TrackedEdit,
    problems: ProblemWatch,
    wasOpen: boolean,
  ): Promise<string | undefined> {
    const { surface } = this.#deps;
    const { review, rewrite } = edit;
    const { document } = review.state;
    const acceptance = await acceptanceOf(review.target);
    if (isProven && acceptance.type === "automatic") {
      if (!wasOpen && review.kind === "change") await problems.opened(signal);
      if (signal.aborted) return undefined;
      problems.freeze();
      await acceptReviews(surface, [review], ({ kind, state, hunks }) => {
        const own = hunksOnlyOf(rewrite, state, hunks).filter(isCertain);
        // A file comes as a whole.
        return kind === "change" || own.length === hunks.length ? own : [];
      });
    }
    if (!edit.isPending) return undefined;
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
    return acceptance.type === "user" ? acceptance.why : undefined;
  }
}

/** Checks whether a file holds secrets by its name, or by that of the file that it is a link to. */
async function holdsSecretsAt(target: Uri): Promise<boolean> {
  const real = target.scheme === "file" ? await realPlace(target.fsPath) : undefined;
  return holdsSecrets(target.path) || (real !== undefined && holdsSecrets(real));
}

/** Says that an agent waits, without getting in the way of the user. */
async function announce(agent: string, review: LiveReview): Promise<void> {
  const open = l10n.t("Review");
  const message = l10n.t("{0} wants to edit {1}.", shown(agent, 60), shownTarget(review.target));
  if ((await window.showInformationMessage(message, open)) === open && !review.isEnded) {
    await commands.executeCommand("fastApply.openReview", { review: review.id });
  }
}
