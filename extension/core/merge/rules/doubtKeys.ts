import { hasTrait } from "../../sketch/languages.ts";
import { IMPLIED, type CodeItem, type Item } from "../../sketch/lazyCode.ts";
import { indentWidth } from "../../text/indentation.ts";
import { lineIdentity } from "../lineKeys.ts";
import type { Doubt, Judged } from "./judged.ts";

/**
 * Doubts a sketch without markers if keys that it does not name would vanish: a function it shows in full, but of an object or a type
 * perhaps only a part. No certainty of a model makes up for that; for declarations the proof says the same.
 */
export function doubtKeys({ items, alignment, original }: Judged): Doubt | undefined {
  // In style rules a property may stand twice or go without a word.
  if (hasTrait(original.language, "style-rules")) return undefined;
  if (items.some((item) => item.type !== "code" && item.line !== IMPLIED)) return undefined;
  if (leastIndented(items).every(({ text }) => FUNCTION.test(text) || endsAsSignature(text))) return undefined;
  const shown = new Set(items.map((item) => (item.type === "code" ? lineIdentity(item.text) : undefined)));
  for (const step of alignment.steps) {
    const line = step.type === "delete" ? (original.trimmed[step.line] ?? "") : "";
    const identity = lineIdentity(line);
    if (step.type !== "delete" || identity?.startsWith("key ") !== true || shown.has(identity)) continue;
    const lost = { start: step.line, end: original.blocks.end[step.line] ?? step.line + 1 };
    return {
      reason: `The sketch does not show "${line}", and it is not sure whether it should vanish.`,
      candidates: [{ original: lost, label: line }],
      isFinal: true,
    };
  }
  return undefined;
}

const FUNCTION = /\b(?:function|def|fn|func|sub|proc)\b|=>|^\s*(?:[}\])]|end\b|@|#\[|\/\/|\/?\*|#)/;

/** `(…)`, `(…): type` or `(…) -> type` at the end of a line, with or without the brace of a body. */
function endsAsSignature(line: string): boolean {
  const text = line.trimEnd();
  const head = (text.endsWith("{") ? text.slice(0, -1) : text).trimEnd();
  return head.endsWith(")") || /\)\s*(?::|->)/.test(head.slice(head.lastIndexOf("{") + 1));
}

function leastIndented(items: readonly Item[]): CodeItem[] {
  const code = items.filter((item): item is CodeItem => item.type === "code" && item.text.trim() !== "");
  const least = code.reduce((width, { text }) => Math.min(width, indentWidth(text)), Infinity);
  return code.filter(({ text }) => indentWidth(text) === least);
}
