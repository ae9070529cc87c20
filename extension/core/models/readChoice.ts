import { opensSearchReplace, readSearchReplace, type SearchReplaceBlock } from "../sketch/searchReplace.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { indentOf, isBlank } from "../text/indentation.ts";
import { lineTexts } from "../text/lines.ts";
import { withoutEnd } from "../text/trimEnd.ts";
import type { AskedPiece, ChoiceQuestion, PieceChoice } from "./chooser.ts";

export type ReadChoice =
  | { readonly type: "chosen"; readonly choice: PieceChoice }
  /** In words that a user understands, and that quote nothing of the answer. */
  | { readonly type: "undecided"; readonly reason: string };

/**
 * Reads what an answer in words says of the pieces of a question: numbers with or without words around them, exact edits with or without
 * fences. An answer that says two things of one piece, names what is not there or, without edits, leaves a piece out decides nothing. Never
 * throws.
 */
export function readChoice(answer: string, question: ChoiceQuestion): ReadChoice {
  const lines = lineTexts(answer);
  const blocks = readSearchReplace(lines, 1);
  const fault = faultOf(lines, blocks, question);
  if (fault !== undefined) return undecided(fault);
  const prose = lines.filter(
    (_, line) => !blocks.some(({ startLine, endLine }) => startLine <= line && line < endLine),
  );
  const said = readNumbers(prose, question.pieces, blocks.length > 0);
  if (typeof said === "string") return undecided(said);
  const choices = new Map<number, number | "none">();
  for (const [at, piece] of question.pieces.entries()) {
    const number = said.get(at + 1) ?? (blocks.length > 0 ? "none" : undefined);
    if (number === undefined) return undecided(said.size === 0 ? "It answered neither a number nor an edit." : MISSING);
    const chosen = number === "none" ? number : piece.alternatives[number - 1]?.choice;
    if (chosen === undefined) return undecided("It named an alternative that there is not.");
    choices.set(piece.index, chosen);
  }
  if ([...said.keys()].some((number) => number < 1 || number > question.pieces.length))
    return undecided("It named a piece that there is not.");
  const isOpen = [...choices.values()].includes("none");
  if (isOpen && blocks.length === 0)
    return undecided("It meant none of the alternatives, and said nothing in their place.");
  if (!isOpen && blocks.length > 0) return undecided("It chose alternatives and wrote edits besides.");
  const edits = blocks.map(({ edit }) => withSketchLines(edit, question.sketch));
  if (edits.includes(undefined)) return undecided("It named lines that the sketch does not have.");
  return { type: "chosen", choice: { choices, edits: blocks.length === 0 ? [] : [editsOf(edits.filter(isThere))] } };
}

const MISSING = "It did not say what each piece means.";

function undecided(reason: string): ReadChoice {
  return { type: "undecided", reason };
}

/** Finds why the edits of an answer cannot be meant as they stand; `undefined` if they can. */
function faultOf(
  lines: readonly string[],
  blocks: readonly SearchReplaceBlock[],
  { path }: ChoiceQuestion,
): string | undefined {
  if (blocks.some(({ closed }) => !closed) || lines.filter(opensSearchReplace).length > blocks.length)
    return "Its edits break off.";
  const other = blocks.some((block) => block.path !== undefined && path !== undefined && !isPathOf(block.path, path));
  return other ? "It wrote edits of another file." : undefined;
}

/** Models name the file by any of its last parts. */
function isPathOf(named: string, path: string): boolean {
  const [short, long] = [named, path]
    .map((one) => one.replaceAll("\\", "/").replace(/^\.?\//, ""))
    .sort((a, b) => a.length - b.length);
  return long === short || long?.endsWith(`/${short ?? ""}`) === true;
}

function editsOf(edits: readonly Edit[]): FileSketch {
  const sketch = { type: "edits", format: "search-replace", edits } as const;
  return { path: undefined, moveTo: undefined, language: undefined, sketch, replyLine: edits[0]?.replyLine ?? 1 };
}

const isThere = (edit: Edit | undefined): edit is Edit => edit !== undefined;

const NAMED_LINES = /^(\s*)(?:\.{3}|…) ?sketch(?: lines?)? (\d{1,6})(?: ?(?:-|–|to) ?(\d{1,6}))? ?(?:\.{3}|…)\s*$/i;

/**
 * Fills in the lines of the sketch that an edit names, at the indentation that it names them at; `undefined` if there are no such lines.
 */
function withSketchLines(edit: Edit, sketch: readonly string[]): Edit | undefined {
  const replace: string[] = [];
  for (const line of edit.replace) {
    const [match, indent = "", first = "", last = first] = NAMED_LINES.exec(line) ?? [];
    if (match === undefined) {
      replace.push(line);
      continue;
    }
    const lines = sketch.slice(Math.max(0, Number(first) - 1), Number(last));
    if (Number(first) < 1 || Number(last) > sketch.length || lines.length === 0) return undefined;
    const own = indentOf(lines.find((text) => !isBlank(text)) ?? "");
    const isMoved = indent !== "";
    for (const text of lines) replace.push(isMoved && text.startsWith(own) ? indent + text.slice(own.length) : text);
  }
  return { ...edit, replace };
}

/** What is said by number of the piece, from 1; or why that cannot be known. */
type Said = ReadonlyMap<number, number | "none">;

const PAIR = /(?<![\w.])(\d{1,3}) ?(?:=|:|->|→) ?(?:alternative |option |number |#)?(\d{1,3}|none)\b(?!\.\d)/giu;
/** A line that is a number, whatever words stand before it. */
const ALONE =
  /^(?:(?:the |is |answer |alternative |option |choice |number )*)(\d{1,3}|none)(?: is)?(?: meant| right| correct)?$/i;
const NAMED = /\b(?:alternative|option|choice|answer|number) (?:is )?(\d{1,3})\b/gi;
const NUMBER = /\b\d+\b/g;
const DENIED = /\b(?:not|neither|nor|never|except|instead|rather|unlike|wrong|or|cannot)\b|n['’]t\b/i;
const FENCE = /^\s*(?:`{3}|~{3})/;

/** A number in more words than this may be about anything. */
const MAX_TALK = 200;

function readNumbers(prose: readonly string[], pieces: readonly AskedPiece[], hasEdits: boolean): Said | string {
  const lines = prose.filter((line) => !FENCE.test(line)).map(plainWords);
  const said = new Map<number, number | "none">();
  const twofold = new Set<number>();
  const say = (piece: number, text: string): void => {
    const number = text.toLowerCase() === "none" ? "none" : Number(text);
    if ((said.get(piece) ?? number) !== number) twofold.add(piece);
    said.set(piece, number);
  };
  const sure = lines.filter((line) => !DENIED.test(line));
  for (const line of sure) {
    for (const [, piece = "", number = ""] of line.matchAll(PAIR)) say(Number(piece), number);
  }
  if (said.size === 0 && pieces.length === 1) {
    for (const number of readOneNumber(lines, sure, hasEdits)) say(1, number);
  }
  return twofold.size > 0 ? "It said two things of one piece." : said;
}

/**
 * Reads what an answer about one piece may say: lines that are only a number, else the numbers that it calls an answer, else its only one.
 */
function readOneNumber(lines: readonly string[], sure: readonly string[], hasEdits: boolean): readonly string[] {
  const alone = lines.flatMap((line) => ALONE.exec(line.replace(/[:=]/g, "").replace(/\s+/g, " "))?.[1] ?? []);
  // Words around edits are about them.
  if (alone.length > 0 || hasEdits) return alone;
  const named = sure.flatMap((line) => [...line.replace(/[:=]/g, "").matchAll(NAMED)].map(([, number = ""]) => number));
  if (named.length > 0) return named;
  const all = lines.join(" ");
  const numbers = new Set([...all.matchAll(NUMBER)].map(([number]) => number));
  return numbers.size > 1 || DENIED.test(all) || all.length > MAX_TALK ? [] : [...numbers];
}

/** Removes the signs of Markdown, list marks and a final full stop from a line. */
function plainWords(line: string): string {
  const words = line
    .replace(/[*_`"]/g, "")
    .replace(/\bpiece /gi, "")
    .replace(/\s+/g, " ")
    .trim();
  return withoutEnd(words.replace(/^[-•>] /, ""), ".!,;)").trim();
}
