import { EventEmitter, l10n, type Disposable, type Event } from "vscode";
import type { LiveReviews } from "../review/liveReviews.ts";
import type { GroupedFile, ReviewGroup, ReviewGroups } from "../review/reviewGroups.ts";
import { shown } from "../shownText.ts";
import type { TrackedEdit } from "./trackedEdit.ts";

/** Calls of one session belong to one turn as long as no more time lies between them. */
const GAP_MS = 60_000;
/** Turns that are decided are forgotten when there are more. */
const MAX_TURNS = 20;

/** What an agent does between two pauses. */
export interface AgentTurn {
  readonly id: string;
  readonly session: string;
  readonly agent: string;
}

interface Turn extends AgentTurn {
  readonly edits: readonly TrackedEdit[];
  /** Calls that are under way. */
  readonly running: number;
  /** When a call last began or ended. */
  readonly lastMs: number;
}

/** The edits of agents by turn, as groups of reviews. */
export class AgentTurns implements ReviewGroups, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #listener: Disposable;
  #turns: readonly Turn[] = [];
  #count = 0;

  constructor(reviews: LiveReviews) {
    this.#listener = reviews.onDidChange((review) => {
      for (const edit of this.#edits()) if (edit.review === review) edit.follow();
      if (review.isEnded) this.#changed.fire();
    });
  }

  /** Fires when a turn comes, goes or gets another file. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  get groups(): readonly ReviewGroup[] {
    return this.#shown().map(groupOf).toReversed();
  }

  /** Begins a call of a session, and returns the turn that it belongs to; `leave` it when the call ends. */
  enter(session: string, agent: string): AgentTurn {
    const now = Date.now();
    const known = this.#turns.findLast((turn) => turn.session === session);
    const goesOn = known !== undefined && (known.running > 0 || now - known.lastMs <= GAP_MS);
    const turn = goesOn ? known : { id: `turn-${String(this.#count++)}`, session, agent, edits: [], running: 0 };
    this.#put({ ...turn, running: turn.running + 1, lastMs: now });
    return turn;
  }

  leave({ id }: AgentTurn): void {
    const turn = this.#find(id);
    if (turn === undefined) return;
    const running = turn.running - 1;
    if (running === 0 && turn.edits.length === 0) this.#turns = this.#turns.filter((one) => one !== turn);
    else this.#put({ ...turn, running, lastMs: Date.now() });
  }

  /** Adds an edit that has come to a review, while its call is under way. */
  add({ id }: AgentTurn, edit: TrackedEdit): void {
    const turn = this.#find(id);
    if (turn === undefined) return;
    this.#put({ ...turn, edits: [...turn.edits, edit] });
    this.#changed.fire();
  }

  /** The latest turn that can be seen. */
  get latest(): string | undefined {
    return this.#shown().at(-1)?.id;
  }

  /** Returns the edits of a turn, the oldest first; none if the turn is forgotten. */
  editsOf(id: string): readonly TrackedEdit[] {
    return this.#find(id)?.edits ?? [];
  }

  /** Stops showing the edits of a turn together. What is pending stays. */
  dismiss(id: string | undefined): void {
    const turn = id === undefined ? undefined : this.#find(id);
    if (turn === undefined) return;
    // A call that is under way adds to it what comes.
    if (turn.running > 0) this.#put({ ...turn, edits: [] });
    else this.#turns = this.#turns.filter((one) => one.id !== turn.id);
    this.#changed.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #edits(): readonly TrackedEdit[] {
    return this.#turns.flatMap(({ edits }) => edits);
  }

  #find(id: string): Turn | undefined {
    return this.#turns.find((turn) => turn.id === id);
  }

  #shown(): readonly Turn[] {
    return this.#turns.filter(({ edits }) => edits.length > 0);
  }

  #put(turn: Turn): void {
    const isKnown = this.#find(turn.id) !== undefined;
    const all = isKnown ? this.#turns.map((one) => (one.id === turn.id ? turn : one)) : [...this.#turns, turn];
    const kept = all.slice(-MAX_TURNS);
    this.#turns = all.filter(
      (one) => kept.includes(one) || one.running > 0 || one.edits.some(({ outcome }) => outcome === "pending review"),
    );
  }
}

function groupOf({ id, agent, edits }: Turn): ReviewGroup {
  const byFile = new Map<string, readonly TrackedEdit[]>();
  for (const edit of edits) {
    const key = edit.review.target.toString();
    byFile.set(key, [...(byFile.get(key) ?? []), edit]);
  }
  return { id, label: shown(agent, 60), files: [...byFile.values()].flatMap(fileOf) };
}

function fileOf(edits: readonly TrackedEdit[]): readonly GroupedFile[] {
  const last = edits.at(-1);
  if (last === undefined) return [];
  const { target } = last.review;
  const pending = edits.findLast(({ outcome, review }) => outcome === "pending review" && review.isPending);
  const outcomes = new Set(edits.filter(({ isUndone }) => !isUndone).map(({ outcome }) => outcome));
  return [{ target, review: pending?.review.id, note: noteOf(outcomes) }];
}

function noteOf(outcomes: ReadonlySet<TrackedEdit["outcome"]>): string {
  const [only, ...others] = outcomes;
  if (only === undefined) return l10n.t("undone");
  if (others.length > 0) return l10n.t("partly accepted");
  return {
    applied: l10n.t("accepted"),
    "partly applied": l10n.t("partly accepted"),
    rejected: l10n.t("rejected"),
    "pending review": l10n.t("pending"),
  }[only];
}
