import { lineTexts, type LineRange } from "../text/lines.ts";
import { bareName, findNamings, isCommentLine, MAX_NAMES, namingOf } from "./declaredNames.ts";
import type { Statement } from "./statement.ts";
import { isAboutComment, isAboutUses, IMPORTS } from "./statementWords.ts";

/** A statement about a change that is not true of its result. */
export interface ContradictedStatement {
  readonly statement: Statement;
  /** In words that a user understands. */
  readonly reason: string;
  /** The lines of the result that show it, or those of the original if something is missing. */
  readonly lines: readonly LineRange[];
}

/**
 * Finds what is said and not true of `result`. It is made to be right rather than to find everything: only plain statements count, about a
 * name that the original declares or imports, and only if no reading of the sentence can be true. Statements that disagree count for
 * nothing, and names beyond `MAX_NAMES` are not looked for.
 */
export function findContradictions(
  said: readonly Statement[],
  original: string,
  result: string,
): ContradictedStatement[] {
  const plain = said.filter(
    ({ kind, certainty, isPart, isLoose, noun }) =>
      certainty === "said" && !isPart && !isLoose && (kind === "delete" || !isAboutUses(noun)),
  );
  if (plain.every(({ names }) => names.length === 0)) return [];
  const texts: Texts = { before: lineTexts(original), after: lineTexts(result) };
  const seen = new Set<string>();
  const named = plain.flatMap((statement) => statement.names.map((name, index) => ({ statement, name, index })));
  return named.slice(0, MAX_NAMES).flatMap(({ statement, name, index }) => {
    if (isDisputed(name, statement, said)) return [];
    const found = judge(statement, name, statement.newNames[index], texts);
    if (found === undefined || seen.has(found.reason)) return [];
    seen.add(found.reason);
    return [{ statement, ...found }];
  });
}

interface Texts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

type Judgement = Omit<ContradictedStatement, "statement"> | undefined;

function judge(statement: Statement, name: string, newName: string | undefined, texts: Texts): Judgement {
  const places = (lines: readonly string[]): number[] => placesOf(lines, name, statement.noun);
  const [before, after] = [places(texts.before), places(texts.after)];
  if (before.length === 0) return undefined;
  const stays = after.length >= before.length;
  switch (statement.kind) {
    case "delete":
      return stays
        ? { reason: `${quoted(name)} is said to be removed, but it is still there.`, lines: ranges(after) }
        : undefined;
    case "rename":
      return newName === undefined ? undefined : judgeRename(name, newName, stays, after, texts);
    case "replace":
      // What takes its place may have its name, where no other is told.
      return stays && statement.newNames.length > 0
        ? { reason: `${quoted(name)} is said to be replaced, but it is still there.`, lines: ranges(after) }
        : undefined;
    case "move":
      return judgeMove(statement, name, before, after, texts);
    case "keep":
      return after.length === 0
        ? { reason: `${quoted(name)} is said to stay, but it is gone.`, lines: ranges(before) }
        : undefined;
    case "wrap":
    case "reword":
    case "extract":
    case "add":
    case "only":
    case "example":
    case "cut":
      return undefined;
  }
}

function judgeRename(name: string, newName: string, stays: boolean, after: readonly number[], texts: Texts): Judgement {
  if (bareName(name) === bareName(newName)) return undefined;
  const said = `${quoted(name)} is said to be called ${quoted(newName)} now`;
  if (stays) return { reason: `${said}, but it still has its old name.`, lines: ranges(after) };
  const isThere = texts.after.some((line) => namingOf(line, newName) !== undefined);
  return isThere ? undefined : { reason: `${said}, but the new name is nowhere in the file.`, lines: [] };
}

function judgeMove(
  { anchor }: Statement,
  name: string,
  before: readonly number[],
  after: readonly number[],
  texts: Texts,
): Judgement {
  const [from] = before;
  const [to] = after;
  // What is moved into or out of something else may leave its declaration where it is.
  if (from === undefined || to === undefined || before.length > 1) return undefined;
  if (anchor?.place === "into" || anchor?.place === "from") return undefined;
  if (after.length > 1)
    return { reason: `${quoted(name)} is said to be moved, but it is there twice.`, lines: ranges(after) };
  return hasPassedLines(texts, from, to)
    ? undefined
    : { reason: `${quoted(name)} is said to be moved, but it stands where it stood.`, lines: ranges(after) };
}

/** Whether a line that both texts have once stands on the other side of what stood at `from` and stands at `to`. */
function hasPassedLines({ before, after }: Texts, from: number, to: number): boolean {
  const places = singles(after);
  for (const [line, at] of singles(before)) {
    const now = places.get(line);
    if (now !== undefined && at !== from && now !== to && at < from !== now < to) return true;
  }
  return false;
}

/** The lines that stand once in a text, with their places. */
function singles(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === "" || repeated.has(text)) continue;
    if (places.delete(text)) repeated.add(text);
    else places.set(text, index);
  }
  return places;
}

/**
 * Lists the lines that declare, import, list or quote `name`, an import once for each time that it has the name. If the noun is about a use
 * of the name, only the lines that the name quotes whole; if it is about a comment, also the comments that have the name.
 */
function placesOf(lines: readonly string[], name: string, noun: string | undefined): number[] {
  if (isAboutUses(noun))
    return findNamings(lines, name).flatMap(({ line, naming }) =>
      naming === "quoted" || (isAboutComment(noun) && isCommentLine(lines[line] ?? "")) ? [line] : [],
    );
  const isImport = noun !== undefined && IMPORTS.has(noun);
  return findNamings(lines, name).flatMap(({ line, naming }) => {
    if (naming === "imports" && (isImport || noun === undefined))
      return countsOf(lines[line] ?? "", bareName(name)).map(() => line);
    return naming === "lists" || naming === "quoted" || (naming === "declares" && !isImport) ? [line] : [];
  });
}

const countsOf = (line: string, bare: string): readonly string[] => line.split(bare).slice(1);

/** Whether something else is said of the name, so that neither counts. */
function isDisputed(name: string, statement: Statement, said: readonly Statement[]): boolean {
  const bare = bareName(name);
  const has = (names: readonly string[]): boolean => names.some((other) => bareName(other) === bare);
  return said.some((other) => {
    if (other === statement || other.kind === "wrap" || other.kind === "reword") return false;
    if (has(other.newNames)) return true;
    return has(other.names) && (other.kind !== statement.kind || other.certainty === "negated");
  });
}

const ranges = (lines: readonly number[]): LineRange[] =>
  [...new Set(lines)].map((line) => ({ start: line, end: line + 1 }));

const quoted = (name: string): string => `"${name}"`;
