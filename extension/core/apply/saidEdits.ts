import { readOriginal, type Original } from "../merge/original.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { readSaidDeletions } from "./saidDeletions.ts";
import { readSaidInsertion } from "./saidInsertions.ts";
import { readSaidReplacement, readScopedEdit } from "./saidReplacements.ts";
import { readSaidRewordings } from "./saidRewordings.ts";
import { readWholeDeclarations } from "./wholeDeclarations.ts";
import type { SyntaxParser } from "../text/syntax.ts";

/** An answer for one file. */
interface Answered {
  readonly original: string;
  readonly sketches: readonly FileSketch[];
  readonly language: string | undefined;
  readonly parser: SyntaxParser | undefined;
}

/**
 * Turns into edits what the words of an answer say so plainly that no line of the file need be found: what is deleted and no block shows,
 * and blocks that are new as a whole with their place. Returns sketches of these edits, which are to be applied first, and those that are
 * left; if `takesDeclarations`, blocks of whole declarations are edits too. An edit by which the file would have a new syntax error is not made.
 */
export function readSaidEdits(
  answered: Answered,
  takesDeclarations = false,
): {
  readonly edits: readonly FileSketch[];
  readonly left: readonly FileSketch[];
} {
  const { original, sketches, language, parser } = answered;
  let read: Original | undefined;
  const readFile = (): Original => (read ??= readOriginal(original, language, parser));
  try {
    const left: FileSketch[] = [];
    const edits: FileSketch[] = [];
    let tried = 0;
    for (const [index, found] of sketches.entries()) {
      const edit =
        tried < MOST
          ? (readScopedEdit(found, readFile) ??
            readSaidInsertion(found, sketches[index - 1], readFile) ??
            readSaidReplacement(found, readFile) ??
            (takesDeclarations ? readWholeDeclarations(found, readFile()) : undefined))
          : undefined;
      if (edit !== undefined) tried++;
      if (edit === undefined || breaksSyntax(readFile(), [edit])) left.push(found);
      else edits.push(withEdits(found, [edit]));
    }
    const [first] = sketches;
    for (const told of [readSaidDeletions(sketches, readFile), readSaidRewordings(sketches, readFile)]) {
      if (first === undefined || told.length === 0 || breaksSyntax(readFile(), told)) continue;
      const { path, language: fence, replyLine } = first;
      edits.push(withEdits({ path, moveTo: undefined, language: fence, replyLine }, told));
    }
    return { edits, left };
  } finally {
    read?.tree?.dispose();
  }
}

/** Nobody adds more to one file by words alone; each costs a parse. */
const MOST = 20;

const withEdits = (found: Omit<FileSketch, "sketch">, edits: readonly Edit[]): FileSketch => ({
  ...found,
  sketch: { type: "edits", format: "search-replace", edits },
  isInferred: true,
});

/** Whether the file has a new syntax error where each edit has replaced what it searches; what stands once is found by its text. */
function breaksSyntax({ parser, tree, text }: Original, edits: readonly Edit[]): boolean {
  if (!parser || tree?.isWhole !== true) return false;
  const lines = lineTexts(text);
  const after = edits.reduce<readonly string[]>((now, edit) => replaced(now, edit), lines);
  const made = parser.parse(after.join("\n"));
  try {
    return made.isWhole && made.errorCount > tree.errorCount;
  } finally {
    made.dispose();
  }
}

function replaced(lines: readonly string[], { search, replace }: Edit): readonly string[] {
  const at = lines.findIndex((_, start) => search.every((line, index) => lines[start + index] === line));
  return at < 0 ? lines : [...lines.slice(0, at), ...replace, ...lines.slice(at + search.length)];
}
