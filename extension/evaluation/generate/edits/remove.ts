import { isBlank } from "../../../core/text/indentation.ts";
import { bodyOf, namedUnits, type NamedUnit } from "../outline.ts";
import type { Random } from "../random.ts";
import { expectedLines, replaceLines, untouchedLines, type ScriptedEdit, type Evidence } from "../script.ts";
import { placesIn } from "./wrap.ts";

const MOST_LINES = 70;

/** Deletes a whole declaration, section, rule or step that nothing else in the file names; `undefined` if there is none. */
export function removeUnit(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  const untouched = untouchedLines(edit);
  const units = namedUnits(lines, edit.language).filter(
    (unit) => untouched.slice(unit.start, unit.end + 1).every(Boolean) && isRemovable(lines, unit, edit),
  );
  if (units.length === 0) return undefined;
  const unit = random.pick(units);
  const range = withBlankLines(lines, unit);
  const evidence: Evidence = random.pickWeighted([
    ["both", 89],
    ["one-side", 8],
    ["prose", 3],
  ]);
  return {
    ...edit,
    steps: replaceLines(edit.steps, [{ ...range, lines: [], evidence }]),
    facts: [...edit.facts, { verb: "remove", noun: unit.noun, name: unit.name }],
  };
}

function isRemovable(lines: readonly string[], unit: NamedUnit, edit: ScriptedEdit): boolean {
  const size = unit.end - unit.start;
  const inside = bodyOf(lines, unit);
  if (size < 2 || size > MOST_LINES || inside.end <= inside.start) return false;
  if (size > lines.length / 2) return false;
  const isJson = edit.language === "json" || edit.language === "jsonc";
  if (isJson && !(lines[unit.end - 1] ?? "").trimEnd().endsWith(",")) return false;
  return !isNamedElsewhere(lines, unit);
}

/** Checks whether a name occurs outside its unit: deleting it would break the file. A second unit of that name counts: which is gone? */
export function isNamedElsewhere(lines: readonly string[], unit: NamedUnit): boolean {
  const isWord = /^[\w$]+$/.test(unit.name);
  const word = isWord ? new RegExp(String.raw`(?<![\w$])${unit.name.replaceAll("$", "\\$")}(?![\w$])`) : undefined;
  return lines.some(
    (line, index) =>
      (index < unit.start || index >= unit.end) && (word === undefined ? line.includes(unit.name) : word.test(line)),
  );
}

/** Extends a unit by its blank lines: those after it, or those before it if there are none after it or the file ends with them. */
export function withBlankLines(
  lines: readonly string[],
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  let behind = end;
  while (behind < lines.length && isBlank(lines[behind] ?? "")) behind++;
  let before = start;
  while (before > 0 && isBlank(lines[before - 1] ?? "")) before--;
  if (behind === end || behind === lines.length)
    return { start: before, end: behind === lines.length ? keepLast(lines, end) : end };
  return before < start || before === 0 || behind - end <= 1 ? { start, end: behind } : { start, end };
}

/** The empty text after the last line end stays. */
function keepLast(lines: readonly string[], end: number): number {
  return lines.at(-1) === "" ? Math.max(end, lines.length - 1) : lines.length;
}

const MOST_STATEMENT_LINES = 9;

/** Deletes one statement of a function that begins like no other line of the file; `undefined` if there is none. */
export function removeStatement(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  const untouched = untouchedLines(edit);
  const found = placesIn(lines, edit.language).flatMap(({ units, owner }) =>
    units.length < 3 ? [] : units.map((unit) => ({ unit, owner })),
  );
  for (const { unit, owner } of random.shuffle(found).slice(0, 12)) {
    const first = (lines[unit.header] ?? "").trim();
    const isUnique = lines.filter((line) => line.trim() === first).length === 1;
    if (!isUnique || first.length < 8 || first.length > 60 || unit.end - unit.start > MOST_STATEMENT_LINES) continue;
    if (
      /^(?:return|\}|\]|\)|#|\/\/|else|elif|case)/.test(first) ||
      !untouched.slice(unit.start, unit.end + 1).every(Boolean)
    )
      continue;
    const noun = unit.end - unit.header > 1 ? "block" : "line";
    return {
      ...edit,
      steps: replaceLines(edit.steps, [{ ...withBlankLines(lines, unit), lines: [], evidence: "both" }]),
      facts: [...edit.facts, { verb: "remove", noun, name: first.replace(/\s*[{:;]$/, ""), other: owner.name }],
    };
  }
  return undefined;
}
