import type { LineRange } from "../text/lines.ts";

/** One thing that speaks against a rewrite, with the lines a UI can mark. All ranges are zero-based and end-exclusive. */
export interface Finding {
  readonly type:
    | "missing-line" // a code line of the sketch is not in the rewrite
    | "lost-line" // an original line vanished and the sketch does not explain it
    | "unrelated" // a change that no line of the sketch explains
    | "marker" // a new elision marker is left in the rewrite
    | "syntax" // the syntax tree has new errors
    | "cut-off" // the rewrite ends early
    | "open" // an edit has no place, or several, so that the rewrite lacks it
    | "letters"; // the file's encoding lacks letters of the rewrite; found by whoever knows that encoding
  /** One sentence for the user. */
  readonly message: string;
  /** Lines of the sketch, the original and the rewrite that it concerns, as far as there are any. */
  readonly sketch?: LineRange | undefined;
  readonly original?: LineRange | undefined;
  readonly rewrite?: LineRange | undefined;
}

/** The verdict on a rewrite. It holds when there are no findings but of `letters`, which concern the disk and not the text. */
export interface Proof {
  readonly holds: boolean;
  readonly findings: readonly Finding[];
  /** Code lines of the sketch that are in the rewrite to the letter (but for indentation). */
  readonly verbatimLines: number;
  /** Code lines of the sketch that are in the rewrite but for spacing, quotes, a comma or a comment. */
  readonly adaptedLines: number;
}

/** Whether all that speaks against a rewrite is that it lacks edits which have no place: what is there is proven. */
export function isPartial(proof: Proof | undefined): proof is Proof {
  return proof !== undefined && !proof.holds && proof.findings.every(({ type }) => type === "open");
}

/** A proof from its findings. */
export function concludeProof(findings: readonly Finding[], verbatimLines: number, adaptedLines: number): Proof {
  return { holds: findings.length === 0, findings, verbatimLines, adaptedLines };
}

/** `line 7` or `lines 7 to 9`, one-based, of a zero-based end-exclusive range. */
export function namedLines({ start, end }: LineRange): string {
  return end - start <= 1 ? `line ${String(start + 1)}` : `lines ${String(start + 1)} to ${String(end)}`;
}
