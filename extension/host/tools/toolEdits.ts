import { commands, l10n, window, workspace, type Disposable } from "vscode";
import { equalLines } from "../../core/diff/lineEdits.ts";
import type { TextChange } from "../../core/review/documentHistory.ts";
import { isCertain } from "../../core/review/reviewState.ts";
import { editorLines } from "../../core/text/lines.ts";
import { parseEditCall, type EditCall } from "../../core/tools/editArguments.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { hunksOnlyOf } from "../../core/tools/ownHunks.ts";
import { readEditSketch } from "../../core/tools/readEditSketch.ts";
import { sayMixedEnds } from "../apply/applyMessages.ts";
import type { ApplyNews, ApplyOptions, ApplySurroundings } from "../apply/applyTarget.ts";
import { computeApply, showComputed, type ComputedApply } from "../apply/computedApply.ts";
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
import { reviewedResult, stoppedResult } from "./toolResults.ts";
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
}

/** How often the progress of a rewrite is told, in milliseconds. */
const TELL_MS = 500;

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
    try {
      const result = await this.#edit({ request, call, turn, startedMs, onProgress, signal: both });
      return { ...result, earlier: told.news(session) };
    } catch (error) {
      if (both.aborted) return bareResult("failed", call.targetFile, "The call was cancelled. Nothing was changed.");
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
    const { call, request, signal, startedMs } = run;
    const { surroundings, surface, turns, told } = this.#deps;
    const { target } = request;
    const found = await this.#find(run);
    if ("outcome" in found) return found;
    const heard = hearing(run);
    const options: ApplyOptions = {
      context: { instruction: call.instructions, conversation: [] },
      isQuiet: true,
      observe: heard.observe,
    };
    const computed = await unlessAborted(computeApply(surroundings, options, found.target, signal), signal);
    if (computed === undefined) return stoppedResult(call, target, found.original, heard.ended());
    signal.throwIfAborted();
    const milliseconds = performance.now() - startedMs;
    const problems = watchProblems(target);
    try {
      await showComputed(surroundings, options, computed, true);
      const review = surface.reviews.findByTarget(target);
      // Where the text changed meanwhile, the rewrite is computed anew before the eyes of the user.
      if (review !== undefined) await wholeOrStopped(review, signal);
      const rewritten = heard.rewritten();
      if (review === undefined || rewritten === undefined || heard.ended() !== undefined) {
        return { ...stoppedResult(call, target, found.original, heard.ended()), milliseconds };
      }
      if (found.target.hasMixedEnds) sayMixedEnds(target);
      const rewrite = await wanted(computed, rewritten, review);
      const edit = new TrackedEdit(call.targetFile, review, rewrite);
      turns.add(run.turn, edit);
      await this.#decide(run, computed, edit, problems);
      const result = reviewedResult(call, computed, edit, rewrite, signal.aborted);
      told.tell(request.session, edit);
      const isInFile = result.outcome === "applied" || result.outcome === "partly applied";
      const added = isInFile && result.hunks.length > 0 ? await problems.added(signal) : [];
      return { ...result, milliseconds, problems: [...added], earlier: [] };
    } finally {
      problems.dispose();
    }
  }

  /** The file with the sketch for it, or why it can be none. */
  async #find({ call, request, signal }: Run): Promise<EditResult | { target: FoundTarget; original: string }> {
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
    { done }: ComputedApply,
    edit: TrackedEdit,
    problems: ProblemWatch,
  ): Promise<void> {
    const { surface } = this.#deps;
    const { review, rewrite } = edit;
    const { document } = review.state;
    if (done.proof.holds && isAutomatic()) {
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

/** A rewrite as its review took it over. */
interface ShownRewrite {
  readonly before: string;
  readonly after: string;
}

/** What is heard of an apply while it goes on. */
interface Heard {
  readonly observe: (news: ApplyNews) => void;
  /** The rewrite that is in the review. */
  readonly rewritten: () => ShownRewrite | undefined;
  readonly ended: () => Extract<ApplyNews, { type: "ended" }> | undefined;
}

function hearing({ onProgress, request: { target } }: Run): Heard {
  let rewritten: ShownRewrite | undefined;
  let ended: Extract<ApplyNews, { type: "ended" }> | undefined;
  let told: { readonly engine: string | undefined; readonly atMs: number } | undefined;
  const observe = (news: ApplyNews): void => {
    if (news.type === "rewritten") rewritten = news;
    if (news.type === "ended") ended = news;
    if (news.type !== "progress") return;
    const { figures, elapsedMs } = news;
    const { engine, written } = figures;
    if (told?.engine === engine && elapsedMs - (told?.atMs ?? 0) < TELL_MS) return;
    told = { engine, atMs: elapsedMs };
    onProgress(`Rewriting ${shownTarget(target)} (${engine ?? ""}, ${String(written)} characters)`);
  };
  return { observe, rewritten: () => rewritten, ended: () => ended };
}

/**
 * What an edit wants. Where it changes nothing of a proposal that is pending, it wants what is pending there: that is asked for again, of
 * the document alone.
 */
async function wanted(
  { ready }: ComputedApply,
  { before, after }: ShownRewrite,
  review: LiveReview,
): Promise<TextChange> {
  const rewrite = { before: editorLines(before), after: editorLines(after) };
  if (!equalLines(rewrite.before, rewrite.after) || !review.isPending) return rewrite;
  const { document, proposal } = review.state;
  const text = openDocument(review.target)?.getText() ?? "";
  for await (const event of ready.applyAlone(text, new AbortController().signal)) {
    if (event.type === "done") return { before: document, after: editorLines(event.text) };
  }
  return { before: document, after: proposal };
}

/** Says that an agent waits, without a word in the way of what the user does. */
async function announce(agent: string, review: LiveReview): Promise<void> {
  const open = l10n.t("Review");
  const message = l10n.t("{0} wants to edit {1}.", shown(agent, 60), shownTarget(review.target));
  if ((await window.showInformationMessage(message, open)) === open && !review.isEnded) {
    await commands.executeCommand("fastApply.openReview", { review: review.id });
  }
}

/** Waits for a rewrite that streams in; once `signal` aborts it is stopped. */
async function wholeOrStopped(review: LiveReview, signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    review.stop();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  await review.whole();
  signal.removeEventListener("abort", stop);
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
