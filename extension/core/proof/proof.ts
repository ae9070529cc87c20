import type { LineRange } from "../text/lines.ts";

/** One thing that speaks against a rewrite, with the lines a UI can mark. */
export interface Finding {
  readonly type:
    | "missing-line" // a code line of the sketch is not in the rewrite
    | "lost-line" // an original line vanished and the sketch does not explain it
    | "unrelated" // a change that no line of the sketch explains
    | "marker" // a new elision marker is left in the rewrite
    | "syntax" // the syntax tree has new errors
    | "cut-off"; // the rewrite ends early
  readonly message: string;
  /** Lines of the sketch, the original and the rewrite that it concerns, as far as there are any. */
  readonly sketch?: LineRange | undefined;
  readonly original?: LineRange | undefined;
  readonly rewrite?: LineRange | undefined;
}

/** The verdict on a rewrite. It holds when there are no findings. */
export interface Proof {
  readonly holds: boolean;
  readonly findings: readonly Finding[];
  /** Code lines of the sketch found in the rewrite to the letter, and found but for spacing, quotes, commas or comments. */
  readonly verbatimLines: number;
  readonly adaptedLines: number;
}
