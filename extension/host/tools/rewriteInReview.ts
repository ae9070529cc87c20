import type { Uri } from "vscode";
import { equalLines } from "../../core/diff/lineEdits.ts";
import { outcomeOf } from "../../core/apply/applyToFile.ts";
import type { Finding } from "../../core/proof/proof.ts";
import type { TextChange } from "../../core/review/decision.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { EditResult } from "../../core/tools/editResult.ts";
import { resultPieces } from "../../core/tools/resultPieces.ts";
import type { ShownEdit } from "../../core/tools/shownAlternatives.ts";
import type { ApplyNews } from "../apply/applyTarget.ts";
import type { ComputedApply, ShownApply } from "../apply/computedApply.ts";
import type { LiveReview } from "../review/liveReview.ts";
import { openDocument } from "../review/targetDocument.ts";
import { shownTarget } from "../shownText.ts";

/** How often the progress of a rewrite is reported, in milliseconds. */
const TELL_MS = 500;

/** What is known of an apply while it goes on. */
export interface Delivered {
  readonly observe: (news: ApplyNews) => void;
  readonly onShown: (shown: ShownApply) => void;
  /** The rewrite that is in the review. */
  readonly shown: () => ShownApply | undefined;
  /** Whether the rewrite is on its way: has begun, and is neither whole nor at an end. */
  readonly isUnderWay: () => boolean;
  readonly ended: () => Extract<ApplyNews, { type: "ended" }> | undefined;
}

/** Follows an apply to `target`, and reports to `onProgress` how it goes. */
export function hearing(target: Uri, onProgress: (message: string) => void): Delivered {
  let shown: ShownApply | undefined;
  let isUnderWay = false;
  let ended: Extract<ApplyNews, { type: "ended" }> | undefined;
  let reported: { readonly engine: string | undefined; readonly atMs: number } | undefined;
  const observe = (news: ApplyNews): void => {
    if (news.type !== "progress") isUnderWay = news.type === "begun";
    // If it begins once more, the end of the time before does not count.
    if (news.type === "begun") ended = undefined;
    if (news.type === "ended") ended = news;
    if (news.type !== "progress") return;
    const { figures, elapsedMs } = news;
    const { engine, written, asks } = figures;
    if (reported?.engine === engine && elapsedMs - (reported?.atMs ?? 0) < TELL_MS) return;
    reported = { engine, atMs: elapsedMs };
    if (asks !== undefined) onProgress(`Asking ${engine ?? ""} what is meant in ${shownTarget(target)}`);
    else onProgress(`Rewriting ${shownTarget(target)} (${engine ?? ""}, ${String(written)} characters)`);
  };
  const onShown = (now: ShownApply): void => {
    shown = now;
  };
  return { observe, onShown, shown: () => shown, isUnderWay: () => isUnderWay, ended: () => ended };
}

/** What an edit wants, and what is known of it. */
export interface WantedEdit {
  readonly rewrite: TextChange;
  readonly engine: string;
  /** What the proof says of it. */
  readonly findings: readonly Finding[];
  /** What became of its pieces, with lines of the text after it. */
  readonly pieces: EditResult["pieces"];
  /** Whether the proof is of this text, and holds. */
  readonly isProven: boolean;
  /** What of it the agent can choose from in a later call. */
  readonly reported: ShownEdit | undefined;
}

/**
 * Determines what an edit wants. If it changes nothing of a pending proposal, it wants what is pending there: that is computed once more,
 * from the document alone, unless it is what an agent has chosen (`isChosen`), which the sketch alone does not say.
 */
export async function wantedOf(
  { ready }: ComputedApply,
  { before, done, isJudged }: ShownApply,
  review: LiveReview,
  isChosen: boolean,
): Promise<WantedEdit> {
  const rewrite = { before: editorLines(before), after: editorLines(done.text) };
  if (!equalLines(rewrite.before, rewrite.after) || !review.isPending) return wanted(before, done, isJudged);
  const { document, proposal } = review.state;
  const pending = { ...wanted(before, done, false), rewrite: { before: document, after: proposal } };
  if (isChosen) return pending;
  const text = openDocument(review.target)?.getText() ?? "";
  try {
    for await (const event of ready.applyAlone(text, new AbortController().signal)) {
      if (event.type === "done") return wanted(text, event, true);
    }
  } catch {
    // The edit is in the review all the same.
  }
  return pending;
}

function wanted(before: string, done: ShownApply["done"], isJudged: boolean): WantedEdit {
  const { engine, proof, pieces, text } = done;
  const rewrite = { before: editorLines(before), after: editorLines(text) };
  const lines = { original: rewrite.before.join("\n"), text: rewrite.after.join("\n") };
  const outcome = outcomeOf(done);
  return {
    rewrite,
    engine,
    findings: proof.findings,
    pieces: resultPieces(pieces, { ...lines, shown: "text" }),
    isProven: isJudged && proof.holds,
    // If the file changed meanwhile, the pieces are of the text before.
    reported: isJudged && outcome.type === "ambiguous" ? { original: before, outcome, left: text } : undefined,
  };
}

/**
 * Waits for a rewrite that streams in. Once `signal` aborts, it is stopped if `isOwn` says that it belongs to the call that waits; any
 * other goes on, and is not waited for.
 */
export async function wholeOrStopped(review: LiveReview, isOwn: () => boolean, signal: AbortSignal): Promise<void> {
  let stop: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    stop = () => {
      if (isOwn()) review.stop();
      else resolve();
    };
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  await Promise.race([review.whole(), left]);
  signal.removeEventListener("abort", stop);
}
