import { declaresAny, lineEvidence, SAID } from "../sketch/lineEvidence.ts";
import { isElision } from "../merge/elidedEdit.ts";
import { readOriginal, type Original } from "../merge/original.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import type { Statement } from "../sketch/statement.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { SyntaxParser } from "../text/syntax.ts";

/** What the deletions that no block shows are read from. */
interface Answered {
  readonly original: string;
  readonly sketches: readonly FileSketch[];
  readonly language: string | undefined;
  readonly parser: SyntaxParser | undefined;
}

/**
 * Makes a sketch of edits of what the words of an answer say is deleted and none of its blocks shows: "also delete `colorStatus`".
 * `undefined` if there is nothing of the kind, if the answer has edits, which say to the letter what they do, or if the file would have a
 * new syntax error without these lines.
 */
export function readSaidDeletions({ original, sketches, language, parser }: Answered): FileSketch | undefined {
  const [first] = sketches;
  if (first === undefined || !sketches.every(({ sketch }) => sketch.type === "code" && sketch.isWhole !== true))
    return undefined;
  const said = deletionsIn(sketches);
  if (said.length === 0) return undefined;
  const shown = sketches.flatMap(({ sketch }) => (sketch.type === "code" ? lineTexts(sketch.text) : []));
  const file = readOriginal(original, language, parser);
  try {
    const gone = findGone(file, said, shown);
    if (gone.length === 0 || breaksSyntax(file, gone)) return undefined;
    const edits = gone.map(({ start, end }): Edit => ({
      search: file.lines.slice(start, end),
      replace: [],
      scope: [],
      atEnd: false,
      replyLine: first.replyLine,
    }));
    return {
      path: first.path,
      moveTo: undefined,
      language: first.language,
      sketch: { type: "edits", format: "search-replace", edits },
      replyLine: first.replyLine,
    };
  } finally {
    file.tree?.dispose();
  }
}

/** What the answer says; where it says nothing, as an agent's call, what the instruction does. */
function deletionsIn(sketches: readonly FileSketch[]): readonly Statement[] {
  const said = [...new Set(sketches.flatMap((found) => found.said ?? []))];
  const answer = said.filter(({ voice }) => voice === "answer");
  const heard = answer.length > 0 ? answer : said;
  const isDeletion = ({ kind, certainty }: Statement): boolean =>
    (kind === "delete" || kind === "cut") && (certainty === "said" || certainty === "advised");
  return heard.some(isDeletion)
    ? heard.map((statement) => (isDeletion(statement) ? { ...statement, certainty: "said" } : statement))
    : [];
}

/** Finds the runs of lines that are said to be deleted and not shown in any form, with the blank lines behind them or, at the file's end, before. */
function findGone(file: Original, said: readonly Statement[], shown: readonly string[]): LineRange[] {
  const heard = said.map((statement) =>
    statement.kind === "delete"
      ? { ...statement, names: statement.names.filter((name) => !declaresAny(shown, name)) }
      : statement,
  );
  const { codes } = lineEvidence(heard, file.lines, file.blocks.end);
  const texts = new Set(shown.map((line) => line.trim()));
  const gone: LineRange[] = [];
  for (let start = 0; start < codes.length; start++) {
    if (codes[start] !== SAID.deleted || file.trimmed[start] === "") continue;
    let end = start + 1;
    while (codes[end] === SAID.deleted) end++;
    const lines = file.trimmed.slice(start, end);
    const isShown = lines.some(
      (line) => line.length > SHORT && file.byTrimmed.get(line)?.length === 1 && texts.has(line),
    );
    const isBetween = start === 0 || file.trimmed[start - 1] === "";
    while (isBetween && end < file.lines.length && file.trimmed[end] === "") end++;
    const run = { start: end === file.lines.length ? lastText(file, start) + 1 : start, end };
    if (!isShown && !lines.some(isElision) && standsOnce(file, run)) gone.push(run);
    start = end - 1;
  }
  return gone;
}

/** The last line before `line` that is not blank; -1 if all of them are. */
function lastText({ trimmed }: Original, line: number): number {
  let at = line - 1;
  while (at >= 0 && trimmed[at] === "") at--;
  return at;
}

/** Lines of up to this many characters stand anywhere. */
const SHORT = 3;

function standsOnce({ lines, trimmed, byTrimmed }: Original, { start, end }: LineRange): boolean {
  const places = byTrimmed.get(trimmed[start] ?? "") ?? [];
  return !places.some(
    (place) => place !== start && lines.slice(start, end).every((line, at) => lines[place + at] === line),
  );
}

function breaksSyntax({ parser, tree, lines }: Original, gone: readonly LineRange[]): boolean {
  if (!parser || tree?.isWhole !== true) return false;
  const left = lines.filter((_, line) => !gone.some(({ start, end }) => line >= start && line < end));
  const after = parser.parse(left.join("\n"));
  try {
    return after.isWhole && after.errorCount > tree.errorCount;
  } finally {
    after.dispose();
  }
}
