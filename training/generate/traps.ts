import type { GeneratedCase } from "../../extension/evaluation/generate/makeCase.ts";
import { namedUnits } from "../../extension/evaluation/generate/outline.ts";
import type { Random } from "../../extension/evaluation/generate/random.ts";

/** Answers that must not be applied to the file they are given with: to test refusal, not to fit. */
type Trap = "other-file" | "stale" | "usage";

/**
 * Makes a trap of two cases of one language: the answer of one for the file of the other, an answer for a file that has lost what it
 * shows, or an answer that only says how something is used. `undefined`: these two give none.
 */
export function makeTrap(one: GeneratedCase, other: GeneratedCase, random: Random): GeneratedCase | undefined {
  const trap = random.pick<Trap>(["other-file", "stale", "usage"]);
  const base = { expect_refusal: true, kind: `trap-${trap}`, id: `${one.id}-${trap}` };
  switch (trap) {
    case "other-file": {
      if (one.path === other.path || likenessOf(one.original, other.original) > 0.2) return undefined;
      // Neither the fence nor the prose may say which file it is for: that would be read before the code.
      const sketch = other.sketch.replaceAll(` ${other.path}`, "");
      return { ...one, ...base, sketch, instruction: other.instruction, expected: one.original };
    }
    case "stale": {
      const original = withoutShown(one);
      return original === undefined ? undefined : { ...one, ...base, original, expected: original };
    }
    case "usage": {
      const sketch = usageOf(one, random);
      return sketch === undefined ? undefined : { ...one, ...base, sketch, expected: one.original };
    }
  }
}

/** Share of the lines of one text that the other has too. */
function likenessOf(one: string, other: string): number {
  const known = new Set(linesOf(other));
  const lines = linesOf(one).filter((line) => line.length > 8);
  return lines.length === 0 ? 1 : lines.filter((line) => known.has(line)).length / lines.length;
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trim());

/** The file without the lines that the answer shows: somebody has rewritten them since. */
function withoutShown({ original, sketch }: GeneratedCase): string | undefined {
  const shown = new Set(linesOf(sketch).filter((line) => line.length > 3));
  const eol = original.includes("\r\n") ? "\r\n" : "\n";
  const lines = original.split(eol);
  const rest = lines.filter((line) => !shown.has(line.trim()));
  return rest.length < 20 || lines.length - rest.length < 4 ? undefined : rest.join(eol);
}

function usageOf({ original, language }: GeneratedCase, random: Random): string | undefined {
  const units = namedUnits(original.split(/\r?\n/), language).filter(({ noun }) => noun === "function");
  if (units.length === 0) return undefined;
  const { name } = random.pick(units);
  const call = random.pick([`${name}(first, second)`, `result = ${name}(value)`, `${name}()`]);
  const said = random.pick([
    `\`${name}\` is all you need here, no change to the file is necessary. For example:`,
    `You can call \`${name}\` from your own code like this:`,
    `This works already. A usage example:`,
  ]);
  return `${said}\n\n\`\`\`${language === "plaintext" ? "" : language}\n${call}\n\`\`\`\n`;
}

/** An answer that shows a part of the file as it is. `undefined`: no part of it is short enough. */
export function makeNoChange(one: GeneratedCase, random: Random): GeneratedCase | undefined {
  const lines = one.original.split(/\r?\n/);
  const units = namedUnits(lines, one.language).filter(({ start, end }) => end - start > 3 && end - start < 20);
  if (units.length === 0) return undefined;
  const unit = random.pick(units);
  const shown = lines.slice(unit.header, unit.end).join("\n");
  const said = random.pick([
    `\`${unit.name}\` does that already:`,
    `No change is needed, \`${unit.name}\` is right as it is:`,
  ]);
  return {
    ...one,
    id: `${one.id}-no-change`,
    kind: "no-change",
    style: "lazy",
    instruction: `check ${unit.name}`,
    sketch: `${said}\n\n\`\`\`${one.language === "plaintext" ? "" : one.language}\n${shown}\n\`\`\`\n`,
    expected: one.original,
  };
}
