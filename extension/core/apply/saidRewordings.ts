import { spansOf } from "../merge/model/saidPlace.ts";
import type { Original } from "../merge/original.ts";
import type { ContradictedStatement } from "../sketch/contradictions.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import type { Statement } from "../sketch/statement.ts";
import { readSentences } from "../sketch/statementTokens.ts";
import { lineTexts } from "../text/lines.ts";
import { editOfLines } from "./exactEdits.ts";

/** Nobody changes more texts by words alone. */
const MOST = 20;

/**
 * Makes edits of texts that the words of an answer replace and no block shows: "change "one call" to "each call"". A text counts if it stands
 * on one line of the file, or of what the sentence names, or if the sentence speaks of all places.
 */
export function readSaidRewordings(sketches: readonly FileSketch[], readFile: () => Original): Edit[] {
  if (!sketches.every(({ sketch }) => sketch.type === "code" && sketch.isWhole !== true)) return [];
  const shown = sketches.flatMap(({ sketch }) => (sketch.type === "code" ? lineTexts(sketch.text) : []));
  const taken = new Set<number>();
  return rewordingsIn(sketches).flatMap(({ names: [old = ""], newNames: [fresh = ""], sentence }): Edit[] => {
    if (shown.some((line) => line.includes(old) || line.includes(fresh))) return [];
    const file = readFile();
    return findTexts(old, sentence, file).flatMap((line) => {
      if (taken.has(line)) return [];
      taken.add(line);
      const text = file.lines[line] ?? "";
      const at = placeIn(text, old);
      const written = text.slice(0, at) + fresh + text.slice(at + old.length);
      const edit = editOfLines(file, { start: line, end: line + 1 }, [written], sketches[0]?.replyLine ?? 1);
      return edit === undefined ? [] : [edit];
    });
  });
}

/**
 * Finds texts that are said to be replaced where the result still has all of them and none of the new ones, or, where the sentence speaks of
 * all places, any of them.
 */
export function findMissingRewording(
  said: readonly Statement[],
  original: string,
  result: string,
): ContradictedStatement[] {
  const count = (text: string, part: string): number => text.split(part).length - 1;
  return said
    .filter(isRewording)
    .slice(0, MOST)
    .flatMap((statement) => {
      const [old = "", fresh = ""] = [statement.names[0], statement.newNames[0]];
      const [before, after] = [count(original, old), count(result, old)];
      const isMissing = after >= before && count(result, fresh) <= count(original, fresh);
      const isLeft = OF_ALL.test(statement.sentence) && !fresh.includes(old);
      if (before === 0 || after === 0 || fresh === "" || !(isMissing || isLeft)) return [];
      return [
        { statement, reason: `"${old}" is said to be replaced by "${fresh}", but it is still there.`, lines: [] },
      ];
    });
}

const isRewording = ({ kind, certainty, voice }: Statement): boolean =>
  kind === "reword" && certainty === "said" && voice === "answer";

const rewordingsIn = (sketches: readonly FileSketch[]): readonly Statement[] =>
  [...new Set(sketches.flatMap((found) => found.said ?? []))].filter(isRewording).slice(0, MOST);

/** Lists the sentences that say that a text takes the place of another. */
export const sentencesOfRewordings = (sketches: readonly FileSketch[]): ReadonlySet<string> =>
  new Set(rewordingsIn(sketches).map(({ sentence }) => sentence));

/** Lists the names in words, as they stand there. */
const namesIn = (words: string): string[] =>
  readSentences(words).flatMap(({ tokens }) => tokens.flatMap(({ type, text }) => (type === "name" ? [text] : [])));

/** Where a text stands in a line and is no part of a longer word or number; -1 if it does not. */
function placeIn(line: string, text: string): number {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const isInside = /^\w/.test(text) && /[\w.-]$/.test(line.slice(0, at));
    const goesOn = /\w$/.test(text) && /^(?:\w|[.-]\w)/.test(line.slice(at + text.length));
    if (!isInside && !goesOn) return at;
  }
  return -1;
}

/** "In both places", "once in the comment and once in the step". */
const OF_ALL = /\b(?:all|both|each|every|everywhere|throughout)\b|\bonce\b.*\bonce\b/i;

/** The lines that have a text once: all where the sentence says so, else the one, of those that it speaks of if there are several. */
function findTexts(old: string, sentence: string, file: Original): number[] {
  const all = [...file.lines.keys()].filter((line) => file.lines[line]?.includes(old));
  const isOnce = (line: number): boolean =>
    file.lines[line]?.split(old).length === 2 && placeIn(file.lines[line], old) >= 0;
  if (all.length === 1 || OF_ALL.test(sentence)) return all.every(isOnce) ? all : [];
  const names = namesIn(sentence).filter((name) => name !== old);
  const spans = names.map((name) => spansOf({ place: "into", names: [name] }, file)).filter(({ length }) => length > 0);
  const inside = all.filter(
    (line) => spans.length > 0 && spans.every((some) => some.some(({ begin, end }) => begin <= line && line < end)),
  );
  return inside.length === 1 ? inside.filter(isOnce) : [];
}
