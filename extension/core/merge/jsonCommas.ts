import type { WrittenLine } from "./lineEnds.ts";
import type { Original } from "./original.ts";
import { hasTrait } from "../sketch/languages.ts";

/**
 * In JSON a new neighbour changes whether a line ends with a comma. Where the original is valid JSON and the result
 * is not, commas are added and removed between lines; that counts only if it makes the result valid.
 */
export function repairCommas(lines: readonly WrittenLine[], original: Original): readonly WrittenLine[] {
  if (!hasTrait(original.language, "no-trailing-commas") || !isJson(original.text) || isJson(textOf(lines)))
    return lines;
  const repaired = lines.map((line, index): WrittenLine => {
    const next = lines
      .slice(index + 1)
      .find(({ text }) => text.trim() !== "")
      ?.text.trim();
    if (next === undefined || line.text.trim() === "") return line;
    const closes = /^[}\]]/.test(next);
    if (closes) return { ...line, text: line.text.replace(/,\s*$/, "") };
    return /["\w}\]]\s*$/.test(line.text) ? { ...line, text: line.text.trimEnd() + "," } : line;
  });
  return isJson(textOf(repaired)) ? repaired : lines;
}

const textOf = (lines: readonly WrittenLine[]): string => lines.map(({ text }) => text).join("\n");

/** Whether a text is valid JSON; a byte order mark is passed over. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
