import { lineEvidence } from "../../sketch/lineEvidence.ts";
import type { Statement } from "../../sketch/statements.ts";
import { lineTexts } from "../../text/lines.ts";
import { findCandidates } from "../candidates.ts";
import type { Original } from "../original.ts";
import type { ShownCode } from "../shownCode.ts";
import type { Work } from "../../text/work.ts";
import { readExtent } from "./extent.ts";
import { FOLDED_CELLS, foldFile } from "./foldFile.ts";
import { observe, type Observation } from "./observation.ts";

/** What surrounds the code in its answer. */
export interface AnswerContext {
  readonly said?: readonly Statement[] | undefined;
  /** The answer has other code for this file, so that this is a part of it. */
  readonly isOneOfSeveral?: boolean;
}

/** Reads shown code beside the file that it is for. `isSaidWhole`: the answer says that it is the whole file. */
export function observeCode(
  { text, items, isBare }: ShownCode,
  isSaidWhole: boolean,
  original: Original,
  work: Work,
  { said = [], isOneOfSeveral = false }: AnswerContext = {},
): Observation {
  const extent = readExtent(lineTexts(text), { isBare, isSaidWhole, isOneOfSeveral }, original);
  const texts = items.map((item) => (item.type === "code" ? item.text.trim() : ""));
  const all = findCandidates(items, original, work);
  const isLarge = items.length * original.lines.length > FOLDED_CELLS;
  const folds = isLarge ? foldFile(texts, all, original) : undefined;
  const read = folds?.original ?? original;
  return observe({
    ...{ code: text, items, original: read, whole: original, folds, extent },
    candidates: folds ? findCandidates(items, read, work) : all,
    said: lineEvidence(said, read.lines, read.blocks.end),
  });
}
