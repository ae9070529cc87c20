import { findNamings, MAX_NAMES } from "../sketch/declaredNames.ts";
import { declaresAny, lineEvidence, SAID } from "../sketch/lineEvidence.ts";
import { isElision } from "../merge/elidedEdit.ts";
import type { Original } from "../merge/original.ts";
import { isTorn, standsOnce } from "./exactEdits.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import type { Statement } from "../sketch/statement.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { takeBlankLines } from "./goneLines.ts";

/**
 * Makes edits of what the words of an answer say is deleted and none of its blocks shows: "also delete `colorStatus`". None if there is
 * nothing of the kind, or if the answer has edits, which say to the letter what they do.
 */
export function readSaidDeletions(sketches: readonly FileSketch[], readFile: () => Original): Edit[] {
  const [first] = sketches;
  if (first === undefined || !sketches.every(({ sketch }) => sketch.type === "code" && sketch.isWhole !== true))
    return [];
  const said = deletionsIn(sketches);
  if (said.length === 0) return [];
  const shown = sketches.flatMap(({ sketch }) => (sketch.type === "code" ? lineTexts(sketch.text) : []));
  const file = readFile();
  return findGone(file, said, shown).map(({ start, end }): Edit => ({
    search: file.lines.slice(start, end),
    replace: [],
    scope: [],
    atEnd: false,
    replyLine: first.replyLine,
  }));
}

/** What the answer says; where it says nothing, as an agent's call, what the instruction does. */
function deletionsIn(sketches: readonly FileSketch[]): readonly Statement[] {
  const said = [...new Set(sketches.flatMap((found) => found.said ?? []))];
  const answer = said.filter(({ voice }) => voice === "answer");
  const heard = answer.length > 0 ? answer : said;
  return heard.some(isDeletion) ? heard.slice(0, MAX_NAMES) : [];
}

const isDeletion = ({ kind, certainty }: Statement): boolean =>
  (kind === "delete" || kind === "cut") && (certainty === "said" || certainty === "advised");

/** Finds the runs of lines that are said to be deleted and not shown in any form, with the blank lines beside them. */
function findGone(file: Original, said: readonly Statement[], shown: readonly string[]): LineRange[] {
  const heard = said.map((statement): Statement => {
    if (!isDeletion(statement)) return statement;
    // What may go is not what the blocks still use.
    const isUsed = (name: string): boolean =>
      statement.certainty === "said" ? declaresAny(shown, name) : findNamings(shown, name).length > 0;
    const names = statement.kind === "cut" ? statement.names : statement.names.filter((name) => !isUsed(name));
    return { ...statement, certainty: "said", names };
  });
  const { codes } = lineEvidence(heard, file.lines, file.blocks.end);
  const texts = new Set(shown.map((line) => line.trim()));
  const gone: LineRange[] = [];
  for (let start = 0; start < codes.length && gone.length < MAX_NAMES; start++) {
    if (codes[start] !== SAID.deleted || file.trimmed[start] === "") continue;
    let end = start + 1;
    while (codes[end] === SAID.deleted) end++;
    const lines = file.trimmed.slice(start, end);
    const isShown = lines.some(
      (line) => line.length > SHORT && file.byTrimmed.get(line)?.length === 1 && texts.has(line),
    );
    const run = takeBlankLines({ start, end }, file, gone.at(-1)?.end);
    ({ end } = run);
    if (
      !isShown &&
      !isJumpedOver(file, run, shown) &&
      !lines.some(isElision) &&
      !isTorn(file, start) &&
      standsOnce(file, run)
    )
      gone.push(run);
    start = end - 1;
  }
  return gone;
}

/** Checks whether the blocks show a line before a run and one behind it as neighbours: then they say what goes, and may mean more of it. */
function isJumpedOver({ byTrimmed }: Original, { start, end }: LineRange, shown: readonly string[]): boolean {
  const texts = shown.map((line) => line.trim()).filter((line) => line !== "");
  const placesOf = (text: string | undefined): readonly number[] =>
    text === undefined || text.length <= SHORT ? [] : (byTrimmed.get(text) ?? []);
  return texts.some((text, at) =>
    placesOf(text).some(
      (before) =>
        before < start &&
        start - before <= NEAR &&
        placesOf(texts[at + 1]).some((behind) => behind >= end && behind - end < NEAR),
    ),
  );
}

/** Lines between what is said to go and what is shown around it, comments and blank ones. */
const NEAR = 8;

/** Lines of up to this many characters stand anywhere. */
const SHORT = 3;
