import { isBlank } from "../../core/text/indentation.ts";
import { namedUnits } from "./outline.ts";
import { expectedLines, type ScriptedEdit, type Fact, type ScriptStep } from "./script.ts";

/** Returns the edit with what the text that goes with it can tell: the names that it adds, removes and changes, four at most. */
export function tellChanges(edit: ScriptedEdit): ScriptedEdit {
  const removed = removedUnits(edit);
  const said = new Set(removed.flatMap(({ lines }) => lines));
  const steps = edit.steps.map((step): ScriptStep => {
    return step.type === "drop" && (said.has(step.old) || isBlankBeside(edit, step.old, said))
      ? { ...step, evidence: "both" }
      : step;
  });
  const facts = removed.map(({ name, noun }): Fact => ({ verb: "remove", name, noun }));
  return { ...edit, steps, facts: [...facts, ...touchedNames(edit)].slice(0, 4) };
}

function isBlankBeside({ original }: ScriptedEdit, line: number, said: ReadonlySet<number>): boolean {
  return isBlank(original[line] ?? "") && (said.has(line - 1) || said.has(line + 1));
}

/** Finds named units of the original that are gone completely, even the name. */
function removedUnits(edit: ScriptedEdit): { name: string; noun: string; lines: readonly number[] }[] {
  const dropped = new Set(edit.steps.flatMap((step) => (step.type === "drop" ? [step.old] : [])));
  if (dropped.size < 2) return [];
  const expected = expectedLines(edit.steps);
  const found: { name: string; noun: string; lines: readonly number[]; end: number }[] = [];
  for (const { name, noun, start, end, body } of namedUnits(edit.original, edit.language)) {
    const lines = Array.from({ length: end - start }, (_, place) => start + place);
    const isInside = found.some((outer) => start < outer.end);
    if (isInside || body >= end || !lines.every((line) => dropped.has(line) || isBlank(edit.original[line] ?? "")))
      continue;
    if (expected.some((text) => text.includes(name))) continue;
    found.push({ name, noun, lines, end });
  }
  return found.slice(0, 3);
}

function touchedNames(edit: ScriptedEdit): Fact[] {
  const texts = expectedLines(edit.steps);
  const units = namedUnits(texts, edit.language);
  const facts = new Map<string, Fact>();
  const isNew = new Array<boolean>(texts.length).fill(false);
  const isChanged = new Array<boolean>(texts.length + 1).fill(false);
  let line = 0;
  for (const { type } of edit.steps) {
    if (type === "add") isChanged[line] = true;
    if (type !== "drop") isNew[line++] = type === "add";
  }
  texts.forEach((_, changed) => {
    if (isChanged[changed] !== true) return;
    const unit = units.findLast(({ start, end }) => changed >= start && changed < end);
    if (unit === undefined || facts.has(unit.name)) return;
    const isAdded =
      isNew.slice(unit.header, unit.end).every(Boolean) && !edit.original.some((text) => text.includes(unit.name));
    facts.set(unit.name, { verb: isAdded ? "add" : "change", noun: unit.noun, name: unit.name });
  });
  return [...facts.values()].slice(0, 3);
}
