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
  // Where the answer says nothing, as an agent's call, the instruction counts.
  const voice = said.some((one) => one.voice === "answer") ? "answer" : "instruction";
  const statement = said.find(
    (one) =>
      (one.kind === "delete" || one.kind === "cut") &&
      one.voice === voice &&
      (one.certainty === "said" || (voice === "answer" && one.certainty === "advised")),
  );
  // What moves goes from where it was.
  if (statement === undefined || said.some(({ kind }) => kind === "move")) return [];
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
