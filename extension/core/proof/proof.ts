import type { LineRange } from "../text/lines.ts";

/** One thing that the proof has to say of a rewrite, with the lines a UI can mark. All ranges are zero-based and end-exclusive. */
export interface Finding {
  readonly type:
    | "missing-line" // a code line of the sketch is not in the rewrite
    | "lost-line" // an original line vanished and the sketch does not explain it
    | "lost-comment" // so did a comment
    | "unrelated" // a change that no line of the sketch explains
    | "depth" // a line stands at a depth that neither the sketch nor its block gives it
    | "duplicate" // something is declared, bound or imported twice in one place, which it was not before
    | "unreachable" // a line stands behind one that leaves its block, which it did not before
    | "contradiction" // the answer says something that is not true of the rewrite
    | "marker" // a new elision marker is left in the rewrite
    | "syntax" // new syntax errors, or a bracket without its partner
    | "cut-off" // the rewrite ends early
    | "open" // an edit has no place, or several, so that the rewrite lacks it
    | "letters"; // the file's encoding lacks letters of the rewrite; found by whoever knows that encoding
  /** One sentence for the user. */
  readonly message: string;
  /**
   * Worth saying, and nothing against the rewrite: it is just what the answer asks for, and the fault is the answer's own.
   * The proof holds in spite of it.
   */
  readonly isRemark?: true | undefined;
  /** Lines of the sketch, the original and the rewrite that it concerns, as far as there are any. */
  readonly sketch?: LineRange | undefined;
  readonly original?: LineRange | undefined;
  readonly rewrite?: LineRange | undefined;
}

/** Something that the answer says and that is not true of a rewrite, in one sentence for the user. */
export interface Contradiction {
  readonly reason: string;
  /** Lines of the rewrite that it concerns. */
  readonly lines?: LineRange | undefined;
}

/** The verdict on a rewrite. It holds when there are no findings but remarks, and those of `letters`, which concern the disk and not the text. */
export interface Proof {
  readonly holds: boolean;
  /** Remarks come last. */
  readonly findings: readonly Finding[];
  /** Code lines of the sketch that are in the rewrite to the letter (but for indentation). */
  readonly verbatimLines: number;
  /** Code lines of the sketch that are in the rewrite but for spacing, quotes, a comma or a comment. */
  readonly adaptedLines: number;
}

/** Checks whether all that speaks against a rewrite is that it lacks edits without a place: what is there is proven. False if it holds. */
export function isPartial(proof: Proof | undefined): proof is Proof {
  return (
    proof !== undefined && !proof.holds && proof.findings.every(({ type, isRemark }) => type === "open" || isRemark)
  );
}

/** Makes a proof of its findings: it holds if they are only remarks. */
export function concludeProof(findings: readonly Finding[], verbatimLines: number, adaptedLines: number): Proof {
  const faults = findings.filter(({ isRemark }) => isRemark !== true);
  const remarks = findings.filter(({ isRemark }) => isRemark === true);
  return { holds: faults.length === 0, findings: [...faults, ...remarks], verbatimLines, adaptedLines };
}

/** Names a range, zero-based and end-exclusive, as `line 7` or `lines 7 to 9`, one-based. */
export function namedLines({ start, end }: LineRange): string {
  return end - start <= 1 ? `line ${String(start + 1)}` : `lines ${String(start + 1)} to ${String(end)}`;
}
