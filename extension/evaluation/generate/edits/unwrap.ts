import { indentOf, isBlank } from "../../../core/text/indentation.ts";
import { bodyOf, namedUnits, unitsIn, type Unit } from "../outline.ts";
import type { Random } from "../random.ts";
import { expectedLines, replaceLines, untouchedLines, type ScriptedEdit } from "../script.ts";
import { isMovable } from "./wrap.ts";

const MOST_LINES = 24;
const OPENS = /^(?:if|unless|try|with|begin|do|using|synchronized|lock|describe|context)\b/;

/** Removes a block around some statements and moves them out; `undefined` if there is none that could go alone. */
export function unwrapStatements(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  const untouched = untouchedLines(edit);
  const found: { unit: Unit; owner: string }[] = [];
  for (const owner of namedUnits(lines, edit.language)) {
    const inside = bodyOf(lines, owner);
    for (const unit of unitsIn(lines, edit.language, inside.start, inside.end)) {
      if (untouched.slice(unit.start, unit.end + 1).every(Boolean) && isUnwrappable(lines, unit))
        found.push({ unit, owner: owner.name });
    }
  }
  if (found.length === 0) return undefined;
  const { unit, owner } = random.pick(found);
  const inside = bodyOf(lines, unit);
  const outer = indentOf(lines[unit.header] ?? "");
  const inner = indentOf(lines[inside.start] ?? "");
  const body = lines.slice(inside.start, inside.end).map((text, place) => ({
    from: inside.start + place,
    text: isBlank(text) ? text : outer + text.slice(inner.length),
  }));
  const header = (lines[unit.header] ?? "").trim();
  return {
    ...edit,
    steps: replaceLines(edit.steps, [{ start: unit.header, end: unit.end, lines: body, evidence: "both" }]),
    facts: [...edit.facts, { verb: "unwrap", noun: OPENS.exec(header)?.[0] ?? "block", name: owner, other: header }],
  };
}

function isUnwrappable(lines: readonly string[], unit: Unit): boolean {
  const inside = bodyOf(lines, unit);
  const inner = indentOf(lines[inside.start] ?? "");
  const body = lines.slice(inside.start, inside.end);
  return (
    unit.body === unit.header + 1 &&
    OPENS.test((lines[unit.header] ?? "").trim()) &&
    body.length > 0 &&
    body.length <= MOST_LINES &&
    unit.end - inside.end <= 1 &&
    inner.length > indentOf(lines[unit.header] ?? "").length &&
    body.every((line) => isBlank(line) || line.startsWith(inner)) &&
    isMovable(body)
  );
}
