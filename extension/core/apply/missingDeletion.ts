import { lineDiff } from "../diff/lineDiff.ts";
import { lineSimilarity, profileLine, tokens, wordLength } from "../merge/lineKeys.ts";
import { bareName } from "../sketch/declaredNames.ts";
import type { ContradictedStatement } from "../sketch/contradictions.ts";
import type { Statement } from "../sketch/statement.ts";
import { lineTexts } from "../text/lines.ts";

/** How alike two lines are at least, one of which may be the new form of the other. */
const ALIKE = 0.5;
/** Larger changes are not compared line by line; something of them went. */
const MAX_PAIRS = 10_000;
/** What takes lines when it goes, also where it is a part of something: "the third `try` block". */
const OF_LINES = /^(?:block|branch|case|class|comment|function|job|line|method|rule|section|step|test)(?:e?s)?$/;

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
      (one.names.length === 0 || one.names.some((name) => original.includes(bareName(name)))) &&
      (one.certainty === "said" || (voice === "answer" && one.certainty === "advised")),
  );
  // What moves goes from where it was.
  if (statement === undefined || said.some(({ kind }) => kind === "move")) return [];
  const [before, after] = [lineTexts(original), lineTexts(result)];
  const isOfLines = !statement.isPart || OF_LINES.test(statement.noun ?? "");
  const trim = (line: string): string => line.trim();
  const goes = lineDiff(before.map(trim), after.map(trim)).some(({ old, new: fresh }) => {
    const [gone, written] = [before.slice(old.start, old.end), after.slice(fresh.start, fresh.end)];
    if (gone.length * written.length > MAX_PAIRS) return true;
    return isOfLines ? losesLine(gone, written) : losesWord(gone, written);
  });
  const who = voice === "answer" ? "The answer says" : "The instruction asks";
  const reason = `${who} that something is deleted ("${statement.sentence.trim()}"), but nothing is.`;
  return goes ? [] : [{ statement, reason, lines: [] }];
}

/** Whether some line has no new form. */
function losesLine(gone: readonly string[], written: readonly string[]): boolean {
  const profiles = written.map(profileLine);
  return gone.some((line) => {
    const profile = profileLine(line);
    return wordLength(line) > 0 && !profiles.some((one) => lineSimilarity(one, profile) > ALIKE);
  });
}

/** Whether some word is there less often: a part of a line goes, such as an argument. */
function losesWord(gone: readonly string[], written: readonly string[]): boolean {
  const left = written.flatMap(tokens);
  return gone.flatMap(tokens).some((token) => {
    const at = left.indexOf(token);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
