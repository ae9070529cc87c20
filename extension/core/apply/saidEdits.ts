import { readOriginal, type Original } from "../merge/original.ts";
import type { Edit, FileSketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { readSaidDeletions } from "./saidDeletions.ts";
import { readSaidInsertion } from "./saidInsertions.ts";
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

/** The part of an answer that is edits now, and what is left of it. */
interface ReadEdits {
  readonly edits: readonly FileSketch[];
  readonly left: readonly FileSketch[];
}

/** Nobody changes more of one file by words alone; each block costs a look at the file, and each edit a parse. */
const MOST = 40;

/**
 * Turns into edits what the words of an answer say so plainly that no line of the file need be found: what is deleted and no block shows,
 * and blocks that are new as a whole with their place. Returns sketches of these edits, which
 * are to be applied first, and those that are left. An edit by which the file would have a new syntax error is not made, nor are two for
 * one place.
 */
export function readSaidEdits(answered: Answered): ReadEdits {
  return withFile(answered, (readFile) => {
    const { sketches } = answered;
    const read = takeEdits(sketches, readFile, (found, before) => readSaidInsertion(found, before, readFile));
    const edits = [...read.edits];
    const [first] = sketches;
    for (const told of [readSaidDeletions(sketches, readFile), readSaidRewordings(sketches, readFile)]) {
      if (first === undefined || told.length === 0 || breaksSyntax(readFile(), told)) continue;
      const { path, language: fence, replyLine } = first;
      edits.push(withEdits({ path, moveTo: undefined, language: fence, replyLine }, told));
    }
    return { edits, left: read.left };
  });
}

/** Turns blocks into edits that show declarations from beginning to end (`readWholeDeclarations`), as far as they can be. */
export function readDeclarationEdits(answered: Answered): ReadEdits {
  return withFile(answered, (readFile) =>
    takeEdits(answered.sketches, readFile, (found) => readWholeDeclarations(found, readFile())),
  );
}

function withFile({ original, language, parser }: Answered, read: (readFile: () => Original) => ReadEdits): ReadEdits {
  let file: Original | undefined;
  try {
    return read(() => (file ??= readOriginal(original, language, parser)));
  } finally {
    file?.tree?.dispose();
  }
}

/** Takes for each sketch the edit that is read from it. */
function takeEdits(
  sketches: readonly FileSketch[],
  readFile: () => Original,
  read: (found: FileSketch, before: FileSketch | undefined) => Edit | undefined,
): ReadEdits {
  const [left, edits]: [FileSketch[], FileSketch[]] = [[], []];
  const places = new Set<string>();
  for (const [index, found] of sketches.entries()) {
    const edit = index < MOST ? read(found, sketches[index - 1]) : undefined;
    const place = edit?.search.join("\n") ?? "";
    if (edit === undefined || places.has(place) || breaksSyntax(readFile(), [edit])) left.push(found);
    else {
      places.add(place);
      edits.push(withEdits(found, [edit]));
    }
  }
  return { edits, left };
}

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
