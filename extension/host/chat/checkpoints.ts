import { Disposable, l10n, window } from "vscode";
import type { Answer, BlockRecord, Conversation } from "../../core/chat/chatSchemas.ts";
import { acceptedShare, isUndone, joinChanges } from "../../core/review/acceptedChange.ts";
import type { FileChange } from "../../core/review/undoBatch.ts";
import type { Acceptance, LiveReviews } from "../review/liveReviews.ts";
import { undoChanges, type ChangedFile, type UndoneFile } from "../review/reviewBatch.ts";
import { shown, shownTarget } from "../shownText.ts";
import { targetKey } from "./blockParts.ts";
import type { BlockTracks } from "./blockTracks.ts";
import { changesOf, storedChanges, type CheckpointFile } from "./checkpointRecords.ts";

interface OwnedFile {
  readonly answer: Answer;
  readonly file: CheckpointFile;
}

/**
 * What answers have changed, so that each can be taken back. Whoever accepts a hunk, and wherever, the file before and after is noted for
 * the answers whose blocks brought it. Changes of one answer to one file count as one as long as nobody has edited them in between.
 */
export class Checkpoints implements Disposable {
  readonly #reviews: LiveReviews;
  readonly #tracks: BlockTracks;
  readonly #onDidChange: (answer: string) => void;
  /** By id of the answer, in the order of the accepts. */
  readonly #files = new Map<string, readonly CheckpointFile[]>();
  readonly #seen = new WeakMap<CheckpointFile, { readonly lines: readonly string[]; readonly isUndone: boolean }>();
  readonly #reported = new Set<string>();
  readonly #listener: Disposable;
  #latest = 0;

  constructor(reviews: LiveReviews, tracks: BlockTracks, onDidChange: (answer: string) => void) {
    this.#reviews = reviews;
    this.#tracks = tracks;
    this.#onDidChange = onDidChange;
    this.#listener = reviews.onDidAccept((acceptance) => {
      this.#note(acceptance);
    });
  }

  /** Takes over what is stored of an answer, unless this window knows more. */
  adopt(answer: Answer): void {
    if (this.#files.has(answer.id)) return;
    const stored = Object.values(answer.blocks).flatMap(({ accepted = [] }) => accepted);
    this.#files.set(answer.id, changesOf(stored));
  }

  /** Checks whether an answer has changed anything that is not taken back yet, as far as that is known without reading files. */
  canRestore(answer: Answer): boolean {
    return this.#of(answer).some((file) => {
      const review = this.#reviews.findByTarget(file.target);
      return review === undefined || !this.#isUndoneIn(file, review.state.document);
    });
  }

  /** Adds what a restore needs after a restart to the records of an answer's blocks, all of it to the first of them. */
  withAccepted(answer: Answer, records: Answer["blocks"]): Answer["blocks"] {
    const known = this.#files.get(answer.id);
    if (known === undefined) return records;
    const accepted = storedChanges(known);
    const bare = Object.entries(records).map(([index, record]): [string, BlockRecord] => [
      index,
      { ...record, accepted: undefined },
    ]);
    const [first, ...others] = bare;
    if (accepted.length === 0 || first === undefined) return Object.fromEntries(bare);
    return Object.fromEntries([[first[0], { ...first[1], accepted: [...accepted] }], ...others]);
  }

  /**
   * Brings the files that an answer has changed back to what they were before it, and takes back what later answers of the conversation
   * have changed there. What was typed since stays, and the user learns which files that concerns.
   */
  async restore(conversation: Conversation, answer: Answer): Promise<void> {
    const own = this.#of(answer).map((file): OwnedFile => ({ answer, file }));
    const later = this.#later(conversation, answer);
    // The newest first: each change is taken out of what it was made in.
    const all = [...own, ...later].sort((a, b) => a.file.at - b.file.at).reverse();
    const undone = await undoChanges(
      this.#reviews,
      all.map(({ file }) => file),
    );
    for (const one of new Set(all.map((owned) => owned.answer))) this.#settle(one, all, undone);
    sayUndone(undone, later);
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #of(answer: Answer): readonly CheckpointFile[] {
    this.adopt(answer);
    return this.#files.get(answer.id) ?? [];
  }

  /** Checks whether a change is undone in these lines. This is asked with each progress of an apply, mostly of the same lines. */
  #isUndoneIn(file: CheckpointFile, lines: readonly string[]): boolean {
    const seen = this.#seen.get(file);
    if (seen?.lines === lines) return seen.isUndone;
    const fresh = { lines, isUndone: isUndone(file, lines) };
    this.#seen.set(file, fresh);
    return fresh.isUndone;
  }

  /** Finds what other answers have changed in the files of this one since it first did. */
  #later({ messages }: Conversation, answer: Answer): readonly OwnedFile[] {
    const since = new Map<string, number>();
    for (const { target, since: at } of this.#of(answer)) {
      since.set(targetKey(target), Math.min(at, since.get(targetKey(target)) ?? at));
    }
    return messages.flatMap((other) =>
      other.role === "user" || other.id === answer.id
        ? []
        : this.#of(other).flatMap((file): OwnedFile[] =>
            // An earlier answer stays earlier, though its last hunk was accepted later.
            file.since > (since.get(targetKey(file.target)) ?? Infinity) ? [{ answer: other, file }] : [],
          ),
    );
  }

  /** Keeps what could not be edited just now, which can be tried again; blocks whose files are as before them are not applied. */
  #settle(answer: Answer, all: readonly OwnedFile[], undone: readonly UndoneFile[]): void {
    const own = new Set(all.flatMap((owned): ChangedFile[] => (owned.answer === answer ? [owned.file] : [])));
    const done = undone.filter(({ file }) => own.has(file));
    const over = new Set(done.flatMap(({ file, canRetry }) => (canRetry ? [] : [file])));
    this.#files.set(
      answer.id,
      this.#of(answer).filter((file) => !over.has(file)),
    );
    const kept = new Set(done.flatMap(({ file, isRestored }) => (isRestored ? [] : [targetKey(file.target)])));
    const restored = new Set(done.map(({ file }) => targetKey(file.target)).filter((target) => !kept.has(target)));
    this.#tracks.adopt(answer);
    for (const index of Object.keys(this.#tracks.records(answer))) {
      this.#tracks.forget(answer, Number(index), restored);
    }
    this.#onDidChange(answer.id);
  }

  #note(acceptance: Acceptance): void {
    const { review, session, hunks, bytes, isGone } = acceptance;
    const { target, kind } = review;
    const shares = this.#tracks.sharesOf(acceptance);
    for (const id of new Set(shares.map(({ answer }) => answer))) {
      const own = hunks.filter((hunk) => shares.some((share) => share.answer === id && share.hunks.includes(hunk)));
      const change: FileChange =
        kind === "change"
          ? acceptedShare(session, hunks, own)
          : {
              before: kind === "create" ? undefined : session.state.document,
              after: isGone ? undefined : review.state.document,
            };
      // Two in the same moment have an order too.
      const at = (this.#latest = Math.max(Date.now(), this.#latest + 1));
      this.#add(id, { target, kind, bytes, ...change, at, since: at });
    }
  }

  #add(answer: string, file: CheckpointFile): void {
    const files = this.#files.get(answer) ?? [];
    const before = files.findLast(({ target }) => targetKey(target) === targetKey(file.target));
    const joined = before && joinChanges(before, file);
    const next =
      before === undefined || joined === undefined
        ? [...files, file]
        : [
            ...files.filter((other) => other !== before),
            { ...file, ...joined, kind: before.kind === "create" ? before.kind : file.kind, since: before.since },
          ];
    this.#files.set(answer, next);
    this.#onDidChange(answer);
    if (storedChanges(next).length > 0 || this.#reported.has(answer)) return;
    this.#reported.add(answer);
    void window.showWarningMessage(
      l10n.t("“Restore” is possible until the window is closed: the files are too large to be kept with the chat."),
    );
  }
}

function sayUndone(undone: readonly UndoneFile[], later: readonly OwnedFile[]): void {
  const prevented = undone.flatMap(({ reason }) => (reason === "" ? [] : [shown(reason)]));
  const files: readonly ChangedFile[] = later.map(({ file }) => file);
  const others = undone.flatMap(({ file, isRestored }) =>
    isRestored && files.includes(file) ? [shownTarget(file.target)] : [],
  );
  const words = [
    ...(prevented.length === 0 ? [] : [l10n.t("Not all could be undone. {0}", [...new Set(prevented)].join(" "))]),
    ...(others.length === 0
      ? []
      : [l10n.t("What later answers had changed there was taken back too: {0}.", [...new Set(others)].join(", "))]),
  ];
  if (words.length === 0) return;
  if (prevented.length > 0) void window.showWarningMessage(words.join(" "));
  else void window.showInformationMessage(words.join(" "));
}
