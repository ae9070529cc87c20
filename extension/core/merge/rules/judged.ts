import type { Item } from "../../sketch/lazyCode.ts";
import type { LineRange } from "../../text/lines.ts";
import type { SketchAlignment } from "./alignSketch.ts";
import type { CandidateMatch } from "../candidates.ts";
import type { Candidate } from "../mergeResult.ts";
import type { Original } from "../original.ts";
import type { Work } from "../../text/work.ts";

/** An alignment and all that speaks for or against it. */
export interface Judged {
  readonly items: readonly Item[];
  readonly candidates: readonly (readonly CandidateMatch[])[];
  readonly alignment: SketchAlignment;
  readonly original: Original;
  readonly work: Work;
  /** The new file that the alignment gives. */
  readonly text: string;
}

/** Why the engine is not sure of an alignment, and the places that it may be about. */
export interface Doubt {
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  /** Something that the file declares would go without a word; no certainty of a model makes up for that. */
  readonly isFinal?: true;
  /** It is about where the code belongs, and not about what becomes of lines there. */
  readonly isOfPlace?: true;
}

/** Lists the pieces of a sketch: runs of items without a marker, as ranges of items. */
export function itemPieces(items: readonly Item[]): LineRange[] {
  const pieces: LineRange[] = [];
  let start = 0;
  for (let index = 0; index <= items.length; index++) {
    if (index < items.length && items[index]?.type !== "marker") continue;
    if (index > start) pieces.push({ start, end: index });
    start = index + 1;
  }
  return pieces;
}
