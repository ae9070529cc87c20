import { Disposable, languages, workspace, type TextDocumentChangeEvent, type Uri } from "vscode";
import { hunkStandings } from "../../core/review/hunkStandings.ts";
import type { LineRange } from "../../core/text/lines.ts";
import type { EditProblem } from "../../core/tools/editResult.ts";
import { isInChange, nearestChange, newProblems, problemsNow } from "../../core/tools/newProblems.ts";
import { problemsOf } from "../problems.ts";
import type { LiveReview } from "../review/liveReview.ts";
import type { Acceptance, LiveReviews } from "../review/liveReviews.ts";
import { openDocument } from "../review/targetDocument.ts";
import { targetKey } from "./blockParts.ts";
import type { BlockTracks } from "./blockTracks.ts";
import type { BlockFix, BlockProblem } from "./chatPorts.ts";

/** How long after an accept new problems may be due to it, in milliseconds: language servers take their time. */
const WATCH_MS = 15_000;
/** The accept has not happened yet. */
const NOT_YET = 0;
/** One slip can have thousands. */
const MOST_FOUND = 100;

interface Owner {
  readonly answer: string;
  readonly index: number;
}

/** A file whose hunks were accepted a moment ago, or are about to be. */
interface Watch {
  readonly before: readonly EditProblem[];
  /** Whether a language server had spoken of the file by then; if not, what it says first is not due to the accept. */
  readonly isKnown: boolean;
  readonly owners: readonly (Owner & { readonly lines: readonly LineRange[] })[];
  /** Of the document when the last of them was in it. */
  readonly version: number;
  readonly until: number;
}

interface Found extends Owner {
  readonly problem: EditProblem;
}

/** The problems that are new since hunks were accepted, looked for during a while after each accept, by the block that they came with. */
export class BlockProblems implements Disposable {
  readonly #reviews: LiveReviews;
  readonly #tracks: BlockTracks;
  readonly #onDidChange: (answer: string) => void;
  readonly #targets = new Map<string, Uri>();
  readonly #watches = new Map<string, Watch>();
  readonly #found = new Map<string, readonly Found[]>();
  /** The files that a language server has spoken of. */
  readonly #delivered = new Set<string>();
  readonly #listeners: Disposable;

  constructor(reviews: LiveReviews, tracks: BlockTracks, onDidChange: (answer: string) => void) {
    this.#reviews = reviews;
    this.#tracks = tracks;
    this.#onDidChange = onDidChange;
    this.#listeners = Disposable.from(
      reviews.onWillAccept((review) => {
        this.#begin(review);
      }),
      reviews.onDidAccept((acceptance) => {
        this.#follow(acceptance);
      }),
      workspace.onDidChangeTextDocument((change) => {
        this.#endWhereTyped(change);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        // The servers forget it, and speak of it anew when it is opened again.
        this.#delivered.delete(targetKey(uri));
      }),
      languages.onDidChangeDiagnostics(({ uris }) => {
        const openKeys = new Set(workspace.textDocuments.map(({ uri }) => targetKey(uri)));
        for (const key of new Set(uris.map(targetKey))) {
          // What is said of a file before it is opened, of whole projects, is not kept for each: it is said again then.
          if (openKeys.has(key)) this.#delivered.add(key);
          this.#look(key);
        }
      }),
    );
  }

  /** Lists the new problems of a block that are still there, as they are now. `answer`: its id. */
  of(answer: string, index: number): readonly BlockProblem[] {
    return [...this.#found].flatMap(([key, found]) => {
      const target = this.#targets.get(key);
      if (target === undefined || !found.some((one) => one.answer === answer && one.index === index)) return [];
      const now = problemsNow(
        found.map(({ problem }) => problem),
        problemsOf(target),
      );
      return found.flatMap((one, at): BlockProblem[] => {
        const problem = now[at];
        return problem !== undefined && one.answer === answer && one.index === index ? [{ ...problem, target }] : [];
      });
    });
  }

  /** Groups the problems of a block by file, each with what the block has changed there. */
  fixesOf(answer: string, index: number): readonly BlockFix[] {
    const all = this.of(answer, index);
    const targets = new Map(all.map(({ target }) => [targetKey(target), target]));
    return [...targets].map(([key, target]) => ({
      target,
      problems: all.filter((problem) => targetKey(problem.target) === key),
      patch: this.#tracks.patchOf(answer, index, key),
    }));
  }

  /** Drops all that is known of these answers. */
  forget(answers: ReadonlySet<string>): void {
    const isLeft = ({ answer }: Owner): boolean => !answers.has(answer);
    for (const [key, found] of this.#found) this.#found.set(key, found.filter(isLeft));
    for (const [key, watch] of this.#watches) this.#watches.set(key, { ...watch, owners: watch.owners.filter(isLeft) });
    this.#clear();
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Drops what is no longer of use: accepts whose time is over, and files without problems. */
  #clear(): void {
    const now = performance.now();
    for (const [key, { owners, until }] of this.#watches) {
      const isOver = owners.length === 0 || now > until;
      if (until !== NOT_YET && isOver) this.#watches.delete(key);
    }
    for (const [key, found] of this.#found) if (found.length === 0) this.#found.delete(key);
    for (const key of this.#targets.keys()) {
      if (!this.#watches.has(key) && !this.#found.has(key)) this.#targets.delete(key);
    }
  }

  #begin({ target, kind }: LiveReview): void {
    const key = targetKey(target);
    this.#clear();
    this.#targets.set(key, target);
    const watch = this.#watches.get(key);
    // What the accept of a moment ago brought may still come.
    if (watch !== undefined && performance.now() < watch.until) return;
    const before = problemsOf(target);
    const isKnown = kind === "create" || before.length > 0 || this.#delivered.has(key);
    this.#watches.set(key, { before, isKnown, owners: [], version: 0, until: NOT_YET });
  }

  #follow(acceptance: Acceptance): void {
    const { review } = acceptance;
    const key = targetKey(review.target);
    const watch = this.#watches.get(key);
    if (watch === undefined) return;
    const shares = this.#tracks.sharesOf(acceptance).map(({ answer, index, rewrite }) => ({
      answer,
      index,
      lines: hunkStandings(rewrite, review.state).flatMap(({ decision, lines }) =>
        decision === "accepted" ? [lines] : [],
      ),
    }));
    if (shares.length === 0) {
      if (watch.until === NOT_YET) this.#watches.delete(key);
      this.#clear();
      return;
    }
    const isFresh = ({ answer, index }: Owner): boolean =>
      !shares.some((share) => share.answer === answer && share.index === index);
    this.#watches.set(key, {
      ...watch,
      owners: [...watch.owners.filter(isFresh), ...shares],
      version: openDocument(review.target)?.version ?? 0,
      until: performance.now() + WATCH_MS,
    });
    this.#look(key);
  }

  /** Ends the watch of a file that the user types in, since what is typed has problems of its own. */
  #endWhereTyped({ document, contentChanges }: TextDocumentChangeEvent): void {
    const key = targetKey(document.uri);
    const watch = this.#watches.get(key);
    if (watch === undefined || watch.owners.length === 0 || contentChanges.length === 0) return;
    // An action on the review, and the formatting when it is saved, are not typing.
    if (document.version <= watch.version || this.#reviews.findByTarget(document.uri)?.isBusy === true) return;
    this.#watches.delete(key);
    this.#clear();
  }

  #look(key: string): void {
    const target = this.#targets.get(key);
    if (target === undefined) return;
    const known = this.#found.get(key) ?? [];
    const fresh = this.#fresh(key, problemsOf(target));
    const found = [...known, ...fresh].slice(0, MOST_FOUND);
    if (found.length > 0) this.#found.set(key, found);
    for (const answer of new Set(found.map((one) => one.answer))) this.#onDidChange(answer);
  }

  /** Finds what was neither there before the accept nor is known already, each with the block whose lines are nearest. */
  #fresh(key: string, now: readonly EditProblem[]): readonly Found[] {
    const watch = this.#watches.get(key);
    if (watch === undefined || watch.owners.length === 0 || performance.now() > watch.until) return [];
    const known = (this.#found.get(key) ?? []).map(({ problem }) => problem);
    const changes = watch.owners.map(({ lines }) => lines);
    return newProblems([...watch.before, ...known], now).flatMap((problem): Found[] => {
      const owner = watch.owners[nearestChange(problem, changes)];
      if (owner === undefined || !(watch.isKnown || isInChange(problem, changes.flat()))) return [];
      return [{ answer: owner.answer, index: owner.index, problem }];
    });
  }
}
