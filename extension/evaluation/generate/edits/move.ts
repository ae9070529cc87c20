import { bodyOf, namedUnits, nameOfDeclaration, unitsIn, type Unit } from "../outline.ts";
import type { Random } from "../random.ts";
import {
  expectedLines,
  replaceLines,
  untouchedLines,
  type ScriptedEdit,
  type Fact,
  type Replacement,
} from "../script.ts";
import { isNamedElsewhere, withBlankLines } from "./remove.ts";

const MOST_LINES = 28;

/** Moves a declaration before or after one of its neighbours further up or down; `undefined` if none fits. */
export function moveUnit(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  const untouched = untouchedLines(edit);
  const groups = random.shuffle(siblingsIn(lines, edit.language)).slice(0, 8);
  for (const units of groups) {
    const from = random.between(0, units.length - 1);
    const moved = units[from];
    if (moved === undefined || !untouched.slice(moved.start, moved.end + 1).every(Boolean)) continue;
    if (moved.end - moved.start > MOST_LINES || isDeclaredTwice(lines, moved, edit.language)) continue;
    const to = random.pick(
      units.flatMap((_, place) => (place < from - 1 || place > from + 1 ? [place] : [])).concat(-1),
    );
    const target = units[to];
    const name = target === undefined ? undefined : nameOfDeclaration(lines[target.header] ?? "", edit.language)?.name;
    const named = nameOfDeclaration(lines[moved.header] ?? "", edit.language);
    if (
      target === undefined ||
      name === undefined ||
      named === undefined ||
      isDeclaredTwice(lines, target, edit.language)
    )
      continue;
    const side = random.pick(["before", "after"] as const);
    if (lines[moved.start - 1]?.trim() !== "" || lines[target.start - 1]?.trim() !== "") continue;
    const text = lines.slice(moved.start, moved.end);
    const at = side === "before" ? target.start : target.end;
    const gap = blankLinesBefore(lines, target.start);
    const insertion: Replacement = {
      start: at,
      end: at,
      lines: side === "before" ? [...text, ...gap] : [...gap, ...text],
    };
    const removal: Replacement = {
      ...withBlankLines(lines, moved),
      lines: [],
      evidence: random.pickWeighted([
        ["both", 66],
        ["one-side", 12],
        ["prose", 22],
      ]),
    };
    const fact: Fact = { verb: "move", ...named, beside: { side, name } };
    return {
      ...edit,
      steps: replaceLines(
        edit.steps,
        [insertion, removal].sort((a, b) => a.start - b.start),
      ),
      facts: [...edit.facts, fact],
    };
  }
  return undefined;
}

function blankLinesBefore(lines: readonly string[], line: number): string[] {
  let start = line;
  while (start > 0 && lines[start - 1]?.trim() === "") start--;
  return start === 0 ? [""] : lines.slice(start, line);
}

function isDeclaredTwice(lines: readonly string[], unit: Unit, language: string | undefined): boolean {
  const header = lines[unit.header] ?? "";
  const named = nameOfDeclaration(header, language);
  return named === undefined || lines.filter((line) => line.trim() === header.trim()).length > 1;
}

/** Finds groups of at least four named units side by side, each with lines of its own. */
function siblingsIn(lines: readonly string[], language: string | undefined): (readonly Unit[])[] {
  const groups: (readonly Unit[])[] = [];
  const add = (start: number, end: number): void => {
    const units = unitsIn(lines, language, start, end);
    const named = units.filter(
      (unit) => unit.end > unit.body && nameOfDeclaration(lines[unit.header] ?? "", language) !== undefined,
    );
    if (named.length >= 4) groups.push(named);
  };
  add(0, lines.length);
  for (const unit of namedUnits(lines, language, 3)) {
    const inside = bodyOf(lines, unit);
    if (inside.end - inside.start > 8) add(inside.start, inside.end);
  }
  return groups;
}

/** Puts a declaration of another file, `donor`, beside one of this file; `undefined` if none fits. */
export function insertUnit(edit: ScriptedEdit, donor: readonly string[], random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  if (edit.language === "json" || edit.language === "yaml") return undefined;
  const gifts = namedUnits(donor, edit.language, 2).filter(
    (unit) =>
      unit.end - unit.start >= 3 &&
      unit.end - unit.start <= 24 &&
      unit.name.length >= 4 &&
      !isNamedElsewhere([...lines, ...edit.original], { ...unit, start: 0, end: 0 }),
  );
  for (const gift of random.shuffle(gifts).slice(0, 6)) {
    const hosts = namedUnits(lines, edit.language, 2).filter(
      (unit) =>
        unit.noun === gift.noun &&
        unit.indent === gift.indent &&
        unit.end - unit.body >= 1 &&
        !isDeclaredTwice(lines, unit, edit.language),
    );
    if (hosts.length === 0) continue;
    const host = random.pick(hosts);
    const text = donor.slice(gift.start, gift.end);
    const side = random.isLikely(0.7) ? "after" : "before";
    const gap = blankLinesBefore(lines, host.start);
    if (side === "before" && lines[host.start - 1]?.trim() !== "") continue;
    const at = side === "after" ? host.end : host.start;
    return {
      ...edit,
      steps: replaceLines(edit.steps, [
        {
          start: at,
          end: at,
          lines: side === "after" ? [...(gap.length === 0 ? [""] : gap), ...text] : [...text, ...gap],
        },
      ]),
      facts: [...edit.facts, { verb: "add", noun: gift.noun, name: gift.name, beside: { side, name: host.name } }],
    };
  }
  return undefined;
}
