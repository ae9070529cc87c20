import { indentOf, isBlank } from "../../../core/text/indentation.ts";
import { bodyOf, namedUnits } from "../outline.ts";
import type { Random } from "../random.ts";
import { expectedLines, replaceLines, type ScriptedEdit } from "../script.ts";
import { formLines, functionForm } from "./forms.ts";
import { isMovable, placesIn, unitText } from "./wrap.ts";

const LEAST_LINES = 3;
const MOST_LINES = 16;

/** Moves some statements of a function into a new one above or below it, and calls that in their place; `undefined` if none fit. */
export function extractFunction(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  const unit = unitText(lines);
  for (const { units, owner, isTests } of random.shuffle(placesIn(lines, edit.language)).slice(0, 10)) {
    const inClass = namedUnits(lines, edit.language, 1).some(
      (outer) => outer.noun === "class" && outer.start < owner.start && outer.end >= owner.end,
    );
    if (isTests || owner.noun === "test" || (!inClass && owner.indent > 0)) continue;
    const form = functionForm(edit.language, inClass, random);
    if (form === undefined || lines.some((line) => line.includes(form.of))) continue;
    const first = random.between(0, Math.max(0, units.length - 2));
    const last = Math.min(units.length - 1, first + random.between(0, 3));
    const start = units[first]?.start ?? 0;
    const end = units[last]?.end ?? 0;
    const moved = lines.slice(start, end);
    const inside = bodyOf(lines, owner);
    if (moved.length < LEAST_LINES || moved.length > MOST_LINES || !isMovable(moved) || end > inside.end) continue;
    if (lines[owner.start - 1]?.trim() !== "" && owner.start > 0) continue;
    const outer = indentOf(lines[owner.header] ?? "");
    const inner = indentOf(lines[start] ?? "");
    if (!moved.every((line) => isBlank(line) || line.startsWith(inner))) continue;
    const isBelow = random.isLikely(0.5);
    const written = [
      ...formLines(form.open, outer, unit),
      ...moved.map((line) => (isBlank(line) ? line : outer + unit + line.slice(inner.length))),
      ...form.close.map((line) => outer + line),
    ];
    const call = { start, end, lines: [inner + form.call] };
    const at = isBelow ? owner.end : owner.start;
    const added = { start: at, end: at, lines: isBelow ? ["", ...written] : [...written, ""] };
    return {
      ...edit,
      steps: replaceLines(edit.steps, isBelow ? [call, added] : [added, call]),
      facts: [...edit.facts, { verb: "extract", noun: form.name, name: owner.name, other: form.of }],
    };
  }
  return undefined;
}
