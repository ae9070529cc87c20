import type { WrittenLine } from "./lineEnds.ts";
import type { Original } from "./original.ts";
import { hasTrait } from "../sketch/languages.ts";

/**
 * Adds and removes commas between lines of JSON, where a new neighbour changes whether a line ends with one. Returns `lines` as they are
 * unless the original is valid JSON, they are not, and the repair makes them valid.
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

/** Whether a text is valid JSON; a byte order mark is ignored. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
