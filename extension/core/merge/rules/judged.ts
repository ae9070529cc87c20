import type { Item } from "../../sketch/lazyCode.ts";
import type { Work } from "../../text/work.ts";
import type { CandidateMatch } from "../candidates.ts";
import type { Candidate } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import type { SketchAlignment } from "./alignSketch.ts";

/** An alignment, and what it was made of. */
export interface Judged {
  readonly items: readonly Item[];
  readonly candidates: readonly (readonly CandidateMatch[])[];
  readonly alignment: SketchAlignment;
  readonly original: Original;
  readonly work: Work;
  /** The new file that the alignment gives. */
  readonly text: string;
}

/** Why the rules are not sure of an alignment, and the places that it may be about. */
export interface Doubt {
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  /** Something of the file would go without a word. */
  readonly isFinal?: true;
}
