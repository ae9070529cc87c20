import type { Uri } from "vscode";
import { equalLines } from "../../core/diff/lineEdits.ts";
import type { TextChange } from "../../core/review/documentHistory.ts";
import { editorLines } from "../../core/text/lines.ts";
import type { ApplyNews } from "../apply/applyTarget.ts";
import type { ComputedApply } from "../apply/computedApply.ts";
import type { LiveReview } from "../review/liveReview.ts";
import { openDocument } from "../review/targetDocument.ts";
import { shownTarget } from "../shownText.ts";

/** How often the progress of a rewrite is told, in milliseconds. */
const TELL_MS = 500;

/** A rewrite as its review took it over. */
export interface ShownRewrite {
  readonly before: string;
  readonly after: string;
}

/** What is heard of an apply while it goes on. */
export interface Heard {
  readonly observe: (news: ApplyNews) => void;
  /** The rewrite that is in the review. */
  readonly rewritten: () => ShownRewrite | undefined;
  readonly ended: () => Extract<ApplyNews, { type: "ended" }> | undefined;
}

/** Hears an apply to `target`, and tells `onProgress` how it goes. */
export function hearing(target: Uri, onProgress: (message: string) => void): Heard {
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
export async function wantedOf(
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

/** Waits for a rewrite that streams in; once `signal` aborts it is stopped. */
export async function wholeOrStopped(review: LiveReview, signal: AbortSignal): Promise<void> {
  const stop = (): void => {
    review.stop();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  await review.whole();
  signal.removeEventListener("abort", stop);
}
