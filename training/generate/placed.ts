import type { GeneratedCase } from "../../extension/evaluation/generate/makeCase.ts";
import { namedUnits } from "../../extension/evaluation/generate/outline.ts";
import type { Random } from "../../extension/evaluation/generate/random.ts";

/** Lines of what is added: less says nothing, and more is rarely written in one go. */
const FEWEST = 3;
const MOST = 30;

/**
 * An answer that shows nothing but something new, and says in its words where that goes: a function of the file was taken out of it,
 * and belongs back beside its neighbour. `undefined`: no two functions of the file are neighbours.
 */
export function makePlaced(one: GeneratedCase, random: Random): GeneratedCase | undefined {
  const eol = one.original.includes("\r\n") ? "\r\n" : "\n";
  const lines = one.original.split(eol);
  const depthOf = (line: number): number => /^\s*/.exec(lines[line] ?? "")?.[0].length ?? 0;
  const units = namedUnits(lines, one.language);
  const pairs = units.flatMap((unit, index) => {
    const { start, end } = unit;
    const size = end - start;
    const isOne = units.filter(({ name }) => name === unit.name).length === 1;
    const isFenced = lines.slice(start, end).some((line) => line.includes("```"));
    if (size < FEWEST || size > MOST || !isOne || isFenced) return [];
    const before = units.slice(0, index).findLast((other) => other.end <= start && isBlank(lines, other.end, start));
    const after = units.slice(index + 1).find((other) => other.start >= end && isBlank(lines, end, other.start));
    return [
      ...(before && depthOf(before.start) === depthOf(start) ? [{ unit, other: before, isBehind: true }] : []),
      ...(after && depthOf(after.start) === depthOf(start) ? [{ unit, other: after, isBehind: false }] : []),
    ];
  });
  if (pairs.length === 0) return undefined;
  const { unit, other, isBehind } = random.pick(pairs);
  let end = unit.end;
  while (end < lines.length && lines[end]?.trim() === "") end++;
  const depth = random.isLikely(0.5) ? depthOf(unit.start) : 0;
  const shown = lines
    .slice(unit.start, unit.end)
    .map((line) => line.slice(Math.min(depth, /^\s*/.exec(line)?.[0].length ?? 0)));
  const noun = random.pick([` ${unit.noun}`, "", "", " helper"]);
  const where = isBehind
    ? random.pick(["below", "right below", "after", "directly after", "under", "behind", "right after"])
    : random.pick(["above", "before", "right before", "directly above", "in front of"]);
  const said = random.pick([
    `Add this${noun} ${where} \`${other.name}\`:`,
    `You can put this one ${where} \`${other.name}\`:`,
    `The new${noun === "" ? " code" : noun} goes ${where} \`${other.name}()\`:`,
    `Add \`${unit.name}\` ${where} the \`${other.name}\` ${other.noun}:`,
  ]);
  return {
    ...one,
    id: `${one.id}-placed`,
    kind: "placed",
    style: "bare",
    instruction: `add ${unit.name}`,
    original: [...lines.slice(0, unit.start), ...lines.slice(end)].join(eol),
    sketch: `${said}\n\n\`\`\`${one.language === "plaintext" ? "" : one.language}\n${shown.join("\n")}\n\`\`\`\n`,
    expected: one.original,
  };
}

const isBlank = (lines: readonly string[], start: number, end: number): boolean =>
  lines.slice(start, end).every((line) => line.trim() === "");
