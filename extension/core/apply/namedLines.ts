import type { Original } from "../merge/original.ts";
import { declaredExtent } from "../sketch/declaredExtent.ts";
import { namingOf } from "../sketch/declaredNames.ts";
import type { LineRange } from "../text/lines.ts";
import { goesOn, REPLACES } from "./exactEdits.ts";
import { namesIn } from "./saidScope.ts";

/** Words for more than the lines that they name. */
const EXTENT =
  /\b(?:everything|from|between|block|loop|branch|body|through|until|call|calls|import|imports|below|above)\b/i;
const NEGATED = /\b(?:rather than|instead of|not|without|before|after)\b|n['’]t\b/i;

/**
 * Finds the lines that a sentence says are replaced by what they hold or declare: "replace `position: relative;` with", "replace the first two
 * statements (`a` and `b`) with". Each stands once among `lines`, and nothing between them. Without a scope only whole lines count.
 */
export function findNamedLines(
  lead: string,
  lines: readonly number[],
  isScoped: boolean,
  file: Original,
): LineRange | undefined {
  const replaced = /\breplac(?:e|es|ed|ing)\b(.*)/is.exec(lead)?.[1]?.split(/\b(?:with|by)\b/)[0];
  if (replaced === undefined || EXTENT.test(replaced) || NEGATED.test(lead)) return undefined;
  const names = namesIn(replaced);
  const found = names.map((name) =>
    lines.filter((line) => {
      const text = file.trimmed[line] ?? "";
      if (text === name || text === `${name};`) return true;
      return isScoped && namingOf(file.lines[line] ?? "", name) === "declares" && !/[{(:[,]$/.test(text);
    }),
  );
  if (names.length === 0 || found.some(({ length }) => length !== 1)) return undefined;
  const at = found.flatMap((one) => one).sort((a, b) => a - b);
  const [start, end] = [at[0] ?? 0, (at.at(-1) ?? 0) + 1];
  const isAll = file.trimmed.slice(start, end).every((text, nth) => text === "" || at.includes(start + nth));
  return isAll ? { start, end } : undefined;
}

/** What a sentence may call by its kind, how it begins, and what else may be called so. */
const CONSTRUCTS: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [
    /\bthe (?:(?:for|foreach|while|whole|entire) )?loop\b(?! over| through| that)/i,
    /^(?:for|foreach|while|loop)\b/,
    /\b(?:forEach|map|each|for|while)\b/,
  ],
  [/\bthe (?:whole |entire )?(?:switch|match)\b/i, /^(?:\w+ = )?(?:switch|match)\b/, /\b(?:switch|match)\b/],
];

/** Finds the one loop or switch among some lines, with all of it, that a sentence says is replaced: "the loop becomes". */
export function findConstruct(lead: string, lines: readonly number[], file: Original): LineRange | undefined {
  const [, begins, others] = CONSTRUCTS.find(([said]) => said.test(lead)) ?? [];
  if (
    begins === undefined ||
    others === undefined ||
    !REPLACES.test(lead) ||
    /\band\b/.test(lead) ||
    NEGATED.test(lead)
  )
    return undefined;
  const alike = lines.filter((at) => others.test(file.trimmed[at] ?? ""));
  const [line] = alike;
  if (line === undefined || alike.length > 1 || !begins.test(file.trimmed[line] ?? "")) return undefined;
  const { end } = declaredExtent(file.lines, file.blocks.end, line);
  return end > line + 1 && !goesOn(file, end) ? { start: line, end } : undefined;
}
