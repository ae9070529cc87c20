import { detectIndentUnit, indentOf, indentWidth, isBlank } from "../../../core/text/indentation.ts";
import { bodyOf, isCloser, namedUnits, unitsIn, type NamedUnit, type Unit } from "../outline.ts";
import type { Random } from "../random.ts";
import { expectedLines, replaceLines, type ScriptedEdit, type NewLine } from "../script.ts";
import { formLines, wrappingForm } from "./forms.ts";

const MOST_LINES = 26;
const MOST_TEST_LINES = 60;

/** Puts a new block around some statements of a function, or around neighbouring tests, and moves them in; `undefined` if none fit. */
export function wrapStatements(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  for (const place of random.shuffle(placesIn(lines, edit.language)).slice(0, 8)) {
    const form = wrappingForm(edit.language, place.isTests, random);
    if (form === undefined) continue;
    const { start, end } = chooseRun(place.units, random);
    const wrapped = lines.slice(start, end);
    if (wrapped.length > (place.isTests ? MOST_TEST_LINES : MOST_LINES) || !isMovable(wrapped)) continue;
    // A name that is used after the block: hardly anybody would wrap it.
    if (!place.isTests && wrapped.some((line) => DECLARES.test(line)) && random.isLikely(0.7)) continue;
    const indent = indentOf(lines[start] ?? "");
    const unit = unitText(lines);
    const text = [
      ...formLines(form.open, indent, unit),
      ...wrapped.map((line, index): NewLine => ({ from: start + index, text: isBlank(line) ? line : unit + line })),
      ...form.close.flatMap((line) => formLines(withoutSemicolon(line, wrapped), indent, unit)),
    ];
    return {
      ...edit,
      steps: replaceLines(edit.steps, [{ start, end, lines: text }]),
      facts: [
        ...edit.facts,
        { verb: "wrap", noun: form.name, name: place.owner.name, other: form.open.replace("\n", " ") },
      ],
    };
  }
  return undefined;
}

const DECLARES = /^\s*(?:return|break|continue|const|let|var|def|local|val|auto|struct)\b|:=/;

/** Some write JavaScript without semicolons. */
function withoutSemicolon(line: string, wrapped: readonly string[]): string {
  return wrapped.some((other) => /;\s*$/.test(other)) ? line : line.replace(/;$/, "");
}

/** Statements that stand side by side. */
interface Place {
  readonly units: readonly Unit[];
  readonly owner: NamedUnit;
  readonly isTests: boolean;
}

/** Finds the statements of each function, and the tests of each group. */
export function placesIn(lines: readonly string[], language: string | undefined): Place[] {
  return namedUnits(lines, language).flatMap((owner): Place[] => {
    const { start, end } = bodyOf(lines, owner);
    const isTests = owner.noun === "test" && /^\s*(?:describe|context)\b/.test(lines[owner.header] ?? "");
    if (end <= start || !["function", "method", "test"].includes(owner.noun)) return [];
    // The lines after a header that goes on are parameters.
    if (/^\s*(?:\w+,?|.*[,(])$/.test(lines[owner.body - 1] ?? "")) return [];
    const indent = indentWidth(lines[owner.header] ?? "");
    const units = unitsIn(lines, language, start, end);
    const areStatements = units.every(
      ({ start: first, header, indent: own }) =>
        own > indent &&
        indentWidth(lines[first] ?? "") === own &&
        !isCloser(lines[first] ?? "") &&
        !NO_STATEMENT.test(lines[header] ?? ""),
    );
    return areStatements && units.length > 0 ? [{ units, owner, isTests }] : [];
  });
}

const NO_STATEMENT = /^\s*(?:['"`]{3}|[.&|+?:,)]|case\b|default\b|#(?:if|else|end))/;

function chooseRun(units: readonly Unit[], random: Random): { start: number; end: number } {
  const length = random.isLikely(0.25) ? units.length : Math.min(units.length, random.between(1, 4));
  const first = random.between(0, units.length - length);
  return { start: units[first]?.start ?? 0, end: units[first + length - 1]?.end ?? 0 };
}

/** Checks that lines may be moved: their indentation is not text, as in a template, a heredoc, or a string or comment of several lines. */
export function isMovable(lines: readonly string[]): boolean {
  return (
    lines.length > 0 &&
    !lines.some((line) => /'''|"""|<<[-~]?['"]?[A-Z]|\\$|^(?:[A-Z]+;?|#\w+.*)$/.test(line) || hasOpenTick(line))
  );
}

const hasOpenTick = (line: string): boolean => line.split("`").length % 2 === 0;

/** Returns one step of indentation as the file writes it, by default four blanks. */
export function unitText(lines: readonly string[]): string {
  return detectIndentUnit(lines)?.text ?? "    ";
}
