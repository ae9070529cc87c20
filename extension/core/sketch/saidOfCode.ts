import type { FileSketch } from "./sketch.ts";
import { splitLines } from "../text/lines.ts";
import { splitSegments } from "./segments.ts";
import type { Segment } from "./segment.ts";
import { readStatements } from "./statements.ts";
import type { Statement, Voice } from "./statement.ts";

/*
 * What words around code say of it: evidence where the code alone may be the whole file or a part of it. One plain statement
 * counts, that this is the whole file; whatever is not understood says nothing, so that the engine asks. What sentences say of the
 * change itself is read by `statements`.
 */

/** Marks sketches of code as whole files if `introduction` (the paragraph before the code, a title, the request) presents them as such. */
export function withIntroduction(sketches: readonly FileSketch[], introduction: string): FileSketch[] {
  if (!saysWholeFile(introduction)) return [...sketches];
  return sketches.map((found) =>
    found.sketch.type === "code" ? { ...found, sketch: { ...found.sketch, isWhole: true } } : found,
  );
}

/**
 * Adds to sketches the instruction and what it says: that of an agent, or what the user asked for. Code in it says nothing. A sketch that has
 * statements of an instruction already gets no more of them.
 */
export function withInstruction(sketches: readonly FileSketch[], instruction: string): FileSketch[] {
  const gaps = splitSegments(splitLines(instruction).lines).filter(({ fence }) => fence === undefined);
  const statements = readProse(gaps, "instruction");
  const request = proseOf(gaps);
  return withIntroduction(sketches, instruction).map((found) =>
    found.said?.some(({ voice }) => voice === "instruction") === true
      ? found
      : withStatements({ ...found, request }, statements),
  );
}

/** Reads what the prose between fences says. */
export function readProse(gaps: readonly Segment[], voice: Voice): Statement[] {
  return readStatements(proseOf(gaps), voice);
}

/** Joins the words of gaps between code, each a paragraph of its own at least. */
export const proseOf = (gaps: readonly Segment[]): string => gaps.map(({ texts }) => texts.join("\n")).join("\n\n");

/** Adds statements to what is said of a sketch. */
export function withStatements(found: FileSketch, statements: readonly Statement[]): FileSketch {
  return statements.length === 0 ? found : { ...found, said: [...(found.said ?? []), ...statements] };
}

/** Checks whether a paragraph, a title or a request presents the whole of a file. Only its last 2,000 characters count. */
export function saysWholeFile(text: string): boolean {
  return text
    .slice(-2000)
    .split(/[!?;\n]|[.,](?=\s|$)|\s[-–—]\s/)
    .some((clause) => {
      const found = WHOLE_FILE.exec(clause);
      if (found === null) return false;
      const before = clause.slice(0, found.index);
      if (NOT_PRESENTED.test(before) || /\b(?:not|only|just|parts?|unchanged)\b|n['’]t\b/i.test(clause)) return false;
      const isTitle = clause.trim().split(/\s+/).length <= 6 && !/\b(?:is|are|was|has|does)\b/i.test(clause);
      return isTitle || /:\s*$/.test(clause) || PRESENTS.test(clause);
    });
}

const FILE = "(?:file|script|module|document|stylesheet|`[^`\\s]+\\.\\w+`)";

/** What may stand after the file without being what the phrase is about, as "header" is. */
const BEHIND = "(?:with|for|to|after|again|now|below|here|is|in|and|so|that|using|including)";
const FILLER = "(?:updated|new|revised|final|source|rewritten|modified|corrected|(?:contents?|code|text) of|the)";

/** The file is what the phrase is about: "the complete updated file", and not "the complete function in the file". */
const WHOLE_FILE = new RegExp(
  `\\b(?:complete|entire|full|whole)\\s+(?:${FILLER}\\s+){0,3}${FILE}(?![-\\w])(?!\\s+(?!${BEHIND}\\b)\\w)|${FILE} in full\\b`,
  "i",
);
const NOT_PRESENTED =
  /\b(?:through|across|over|throughout|within|from|in|at|rest|remainder|remaining|without|read|check|than)\b/i;
const PRESENTS =
  /\b(?:here|below|following|this is|updated|revised|final|new|rewrit\w*|rewrote|replac\w*|overwrit\w*|giv\w*|show\w*|provid\w*|output|print|post|send|writ\w*|wrote)\b/i;
