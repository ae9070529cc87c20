import { lineDiff } from "../diff/lineDiff.ts";
import { isStubBody, readNonCode } from "../sketch/markers.ts";
import type { Edit } from "../sketch/sketch.ts";
import { detectIndentUnit, isBlank } from "../text/indentation.ts";
import { expandReplacement, isElision, type ElidedPlace, type ReplaceLine } from "./elidedEdit.ts";
import type { WrittenLine } from "./lineEnds.ts";
import type { EditPlacement } from "./locate.ts";
import type { Original } from "./original.ts";
import { learnReindent, sketchIndentUnit, type IndentPair, type Reindent } from "./reindent.ts";

/** A line of the file while edits are made: which line of the original it is, or that it is new. */
export interface Current extends WrittenLine {
  readonly origin: number | undefined;
}

/**
 * Computes the lines that stand at the place of an edit after it. Lines that it searches and writes again keep the bytes of the file, and
 * so do those that an elision keeps, except for the blanks by which they move. `undefined` if nobody can tell which lines an elision keeps.
 */
export function replaceAt(
  edit: Edit,
  place: EditPlacement | ElidedPlace,
  current: readonly Current[],
  original: Original,
): readonly Current[] | undefined {
  if (isVague(edit, original)) return undefined;
  const reindent = reindentAt(edit, place, current);
  const replace = expandedReplacement(edit, place, current, reindent, original);
  if (replace === undefined) return undefined;
  const { search, lineOf } = expandSearch(edit, place, current);
  const output: Current[] = [];
  let at = place.start;
  const keepTo = (line: number): void => {
    for (; at < line; at++) {
      const kept = current[at];
      if (kept) output.push(kept);
    }
  };
  let searched = 0;
  const keepSearched = (to: number): void => {
    for (; searched < to; searched++) keepTo((lineOf[searched] ?? -1) + 1);
  };
  for (const change of lineDiff(
    search,
    replace.map(({ text }) => text),
  )) {
    keepSearched(change.old.start);
    let end: WrittenLine["eol"];
    for (; searched < change.old.end; searched++) {
      const line = lineOf[searched] ?? -1;
      if (line < 0) continue;
      keepTo(line);
      end = current[line]?.eol;
      at = line + 1;
    }
    for (let line = change.new.start; line < change.new.end; line++) {
      const fresh = replace[line];
      if (fresh === undefined) continue;
      if (fresh.type === "new") output.push({ text: reindent.apply(fresh.text), eol: end, origin: undefined });
      else output.push({ text: fresh.text, eol: current[fresh.line]?.eol, origin: current[fresh.line]?.origin });
    }
  }
  keepSearched(search.length);
  keepTo(place.end);
  return output;
}

function reindentAt(edit: Edit, place: EditPlacement, current: readonly Current[]): Reindent {
  const pairs = edit.search.flatMap((line, index): IndentPair[] => {
    const at = place.lineOf[index] ?? -1;
    return at < 0 || isBlank(line) ? [] : [{ sketch: line, original: current[at]?.text ?? "", first: index === 0 }];
  });
  const fileUnit = detectIndentUnit(current.map(({ text }) => text));
  return learnReindent(pairs, sketchIndentUnit([...edit.search, ...edit.replace], fileUnit), fileUnit);
}

function expandedReplacement(
  edit: Edit,
  place: EditPlacement | ElidedPlace,
  current: readonly Current[],
  reindent: Reindent,
  original: Original,
): readonly ReplaceLine[] | undefined {
  if ("skipped" in place) {
    const isFixed = (line: number): boolean => {
      const origin = current[line]?.origin;
      return origin !== undefined && original.inLiteral[origin] === 1;
    };
    const texts = current.map(({ text }) => text);
    return expandReplacement(edit, place, texts, (line) => reindent.apply(line), isFixed);
  }
  return edit.replace.map((text): ReplaceLine => ({ type: "new", text }));
}

/**
 * Whether the replacement may keep lines that nothing names. If the search leaves none out, dots are text only if it has them too or if
 * they are a new body in Python. A comment such as "and so on ..." is text, unless lines are removed where it stands.
 */
function isVague({ search, replace }: Edit, original: Original): boolean {
  const isElided = search.some(isElision);
  const had = new Set(search.map((line) => line.trim()));
  return lineDiff(search, replace).some(({ old, new: fresh }) => {
    const isInsertion = old.start === old.end;
    return replace.slice(fresh.start, fresh.end).some((line, offset) => {
      if (had.has(line.trim())) return false;
      if (!isElision(line)) return !isInsertion && /\.{3}|…/.test(line) && readNonCode(line)?.type === "marker";
      return !isElided && !(isInsertion && isStubBody(replace, fresh.start + offset, original.language));
    });
  });
}

/** The search of an edit with the lines that its elisions skip, and the line of the file for each, -1 if the file lacks it. */
function expandSearch(
  { search }: Edit,
  place: EditPlacement | ElidedPlace,
  current: readonly Current[],
): { readonly search: readonly string[]; readonly lineOf: readonly number[] } {
  const expanded: string[] = [];
  const lineOf: number[] = [];
  let nth = 0;
  search.forEach((text, index) => {
    const skipped = "skipped" in place && isElision(text) ? place.skipped[nth++] : undefined;
    if (skipped === undefined) {
      expanded.push(text);
      lineOf.push(place.lineOf[index] ?? -1);
    }
    for (let line = skipped?.start ?? 0; line < (skipped?.end ?? 0); line++) {
      expanded.push(current[line]?.text ?? "");
      lineOf.push(line);
    }
  });
  return { search: expanded, lineOf };
}
