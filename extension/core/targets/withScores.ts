import { scoreFiles } from "./rankTargets.ts";
import { canBeTarget, type TargetQuestion } from "./resolveTarget.ts";
import type { TargetFile } from "./target.ts";
import type { TraitsFound } from "./sketchTraits.ts";

/** A file, and what of the sketch stands in it. */
export interface LookedInto {
  readonly file: Omit<TargetFile, "names" | "lines" | "score">;
  readonly found: TraitsFound;
}

/**
 * Completes a question with the files that were looked into, and the score of each among those that can be the target (0 for others).
 * `spread`: how many files of the workspace hold a line, as far as that is known.
 */
export function withScores(
  question: Omit<TargetQuestion, "files">,
  looked: readonly LookedInto[],
  spread?: ReadonlyMap<string, number>,
): TargetQuestion {
  const { language } = question;
  const rivals = looked.filter(({ file }) => canBeTarget(file, language));
  const scores = scoreFiles(
    rivals.map(({ found }) => found),
    spread,
  );
  const scoreOf = new Map(rivals.map((rival, index) => [rival, scores[index]]));
  const files = looked.map((each): TargetFile => {
    const { names, lines } = each.found;
    return { ...each.file, names, lines: lines.length, score: scoreOf.get(each) ?? 0 };
  });
  return { ...question, files };
}
