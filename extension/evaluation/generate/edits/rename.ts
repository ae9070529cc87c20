import { namedUnits } from "../outline.ts";
import type { Random } from "../random.ts";
import { expectedLines, replaceLines, type ScriptedEdit } from "../script.ts";

const MOST_USES = 7;

const VERBS: readonly (readonly [string, string])[] = [
  ["get", "read"],
  ["get", "find"],
  ["set", "update"],
  ["make", "create"],
  ["create", "build"],
  ["add", "append"],
  ["remove", "delete"],
  ["is", "has"],
  ["check", "verify"],
  ["parse", "read"],
  ["handle", "process"],
  ["init", "setup"],
  ["load", "fetch"],
  ["run", "execute"],
  ["print", "show"],
  ["write", "emit"],
];

/** Renames a declaration and each of its uses in the file; `undefined` if no name in it is rare enough. */
export function renameUnit(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const lines = expectedLines(edit.steps);
  const units = namedUnits(lines, edit.language).filter(
    ({ name, noun, body, end }) =>
      /^[A-Za-z_]\w{4,}$/.test(name) &&
      /[a-z_][A-Z]|[a-z]_[a-z]/.test(name) &&
      noun !== "test" &&
      end > body &&
      noun !== "key",
  );
  const done = new Set(edit.facts.flatMap(({ name, other }) => [name, other]));
  for (const unit of random.shuffle(units).slice(0, 12)) {
    if (done.has(unit.name)) continue;
    const renamed = newName(unit.name, random);
    if ([...lines, ...edit.original].some((line) => line.includes(renamed))) continue;
    const word = new RegExp(String.raw`(?<![\w$])${unit.name}(?![\w$])`, "g");
    const uses = lines.flatMap((line, index) => (line.search(word) >= 0 ? [index] : []));
    const wasThere = edit.original.some((line) => line.search(word) >= 0);
    if (uses.length > MOST_USES || !wasThere) continue;
    return {
      ...edit,
      steps: replaceLines(
        edit.steps,
        uses.map((use) => ({ start: use, end: use + 1, lines: [(lines[use] ?? "").replace(word, renamed)] })),
      ),
      facts: [...edit.facts, { verb: "rename", noun: unit.noun, name: unit.name, other: renamed }],
    };
  }
  return undefined;
}

function newName(name: string, random: Random): string {
  const isSnake = name.includes("_") || name === name.toLowerCase();
  for (const [from, to] of random.shuffle(VERBS)) {
    const rest = name.slice(from.length);
    if (name.startsWith(from) && /^[A-Z_]/.test(rest)) return to + rest;
    const upper = from.charAt(0).toUpperCase() + from.slice(1);
    if (name.startsWith(upper) && /^[A-Z]/.test(rest)) return to.charAt(0).toUpperCase() + to.slice(1) + rest;
  }
  const ends = isSnake
    ? ["_of", "_now", "_inner", "_value", "_with_defaults"]
    : ["Now", "Inner", "Value", "WithDefaults", "Entry"];
  return name + random.pick(ends);
}
