import { lineDiff } from "../diff/lineDiff.ts";
import { lineSimilarity, profileLine, wordLength } from "../merge/lineKeys.ts";
import type { ContradictedStatement } from "../sketch/contradictions.ts";
import type { Statement } from "../sketch/statement.ts";
import { lineTexts } from "../text/lines.ts";

/** How alike two lines are at least, one of which may be the new form of the other. */
const ALIKE = 0.5;

/**
 * Finds what an answer says it deletes where the result has each line of the original, as it was or in a new form, whatever the words mean
 * by it; empty if anything went.
 */
export function findMissingDeletion(
  said: readonly Statement[],
  original: string,
  result: string,
): ContradictedStatement[] {
  const statement = said.find(
    ({ kind, certainty, voice }) =>
      (kind === "delete" || kind === "cut") && voice === "answer" && (certainty === "said" || certainty === "advised"),
  );
  if (statement === undefined) return [];
  const [before, after] = [lineTexts(original), lineTexts(result)];
  const trim = (line: string): string => line.trim();
  const goes = lineDiff(before.map(trim), after.map(trim)).some(({ old, new: fresh }) => {
    const written = after.slice(fresh.start, fresh.end).map(profileLine);
    return before
      .slice(old.start, old.end)
      .some((line) => wordLength(line) > 0 && !written.some((one) => lineSimilarity(one, profileLine(line)) > ALIKE));
  });
  const reason = `The answer says that something is deleted ("${statement.sentence.trim()}"), but nothing is.`;
  return goes ? [] : [{ statement, reason, lines: [] }];
}
