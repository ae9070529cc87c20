import type { StatementKind } from "./statementWords.ts";

/** Whose words they are: those of the answer tell what was done, those of the instruction ask for it. */
export type Voice = "answer" | "instruction";

/** What a sentence says of the change. */
export interface Statement {
  readonly kind: StatementKind;
  /** What it is about, as it stands there without backticks and quotes; empty where it names nothing. */
  readonly names: readonly string[];
  /** What the names are, in lower case: "import", "tests". */
  readonly noun: string | undefined;
  /** The names afterwards: of a renaming one for each of `names`, else those of what replaces them or is made of them. */
  readonly newNames: readonly string[];
  readonly anchor: StatementAnchor | undefined;
  /** Only some of what has the name, or a part of it, is meant: "the body of `a`", "`a` from `b`". */
  readonly isPart: boolean;
  /** What it is a part of by name, if nothing else makes it a part: "`a` from `b`". */
  readonly within?: readonly string[];
  /** The names are words that may not be names: "the legacy job". */
  readonly isLoose: boolean;
  /**
   * `said` counts. `advised`: left to the reader, "`a` can be removed", "you should drop `a`". `negated`: "don't remove `a`". `hedged`: an
   * offer, a condition, what is still to be done elsewhere.
   */
  readonly certainty: "said" | "advised" | "negated" | "hedged";
  readonly voice: Voice;
  readonly sentence: string;
}

/** The place that a statement names. */
export interface StatementAnchor {
  readonly place: "before" | "after" | "between" | "beside" | "into" | "from" | "start" | "end" | "up" | "down";
  readonly names: readonly string[];
  /** What has no name of its own: the imports of the file. */
  readonly noun?: "imports";
}

/**
 * Where the words that lead to a sketch say that it goes, from one of its lines on: "below `total`", "in `render`", "at the end of the
 * file".
 */
export interface SaidPlaces {
  /** Zero-based line of the sketch's text; up to where the next ones begin. */
  readonly start: number;
  readonly anchors: readonly StatementAnchor[];
}
