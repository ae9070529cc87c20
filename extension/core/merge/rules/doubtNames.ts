import { IMPLIED, type CodeItem, type Item } from "../../sketch/lazyCode.ts";
import { indentWidth } from "../../text/indentation.ts";
import { declaredIdentity } from "../candidates.ts";
import type { Doubt, Judged } from "./judged.ts";
import { lineIdentity } from "../lineKeys.ts";
import type { Original } from "../original.ts";
import { hasTrait } from "../../sketch/languages.ts";

/**
 * Doubts a sketch without markers if methods or keys that it does not name would vanish: it shows what it shows, a function in full, but of
 * a class or an object perhaps only a part.
 */
export function doubtNames({ items, alignment, original }: Judged): Doubt | undefined {
  if (items.some((item) => item.type !== "code" && item.line !== IMPLIED)) return undefined;
  const shown = new Set(items.flatMap((item) => (item.type === "code" ? [lineIdentity(item.text) ?? []].flat() : [])));
  const isFunction = leastIndented(items).every(({ text }) => FUNCTION.test(text) || endsAsSignature(text));
  // In style rules a property may stand twice or go without a word; elsewhere a key is what a reader would miss.
  const isStyle = hasTrait(original.language, "style-rules");
  for (const step of alignment.steps) {
    if (step.type !== "delete") continue;
    const line = original.trimmed[step.line] ?? "";
    const identity = lineIdentity(line);
    if (identity === undefined || shown.has(identity)) continue;
    const opens = (original.blocks.end[step.line] ?? 0) > step.line + 1;
    const isDeclaration = declaredIdentity(line) !== undefined && opens && !isStyle;
    const isKey = identity.startsWith("key ") && !isFunction && !isStyle;
    if (!isDeclaration && !isKey) continue;
    return {
      reason: `The sketch does not show "${line}", and it is not sure whether it should vanish.`,
      isFinal: true,
      candidates: [
        { original: { start: step.line, end: original.blocks.end[step.line] ?? step.line + 1 }, label: line },
      ],
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

/**
 * Doubts a new line that names what a line that stays names already, in the same block: the key would stand twice, and one of the two would
 * not count. Style rules may repeat a key.
 */
export function doubtTwice({ items, alignment, original }: Judged): Doubt | undefined {
  if (hasTrait(original.language, "style-rules")) return undefined;
  let at = 0;
  const inserted: { item: CodeItem; at: number }[] = [];
  const stays = new Uint8Array(original.lines.length);
  for (const step of alignment.steps) {
    if (step.type === "insert") inserted.push({ item: items[step.item] as CodeItem, at });
    else at = step.line + 1;
    if (step.type === "keep") stays[step.line] = 1;
  }
  for (const { item, at: place } of inserted) {
    const identity = lineIdentity(item.text);
    if (identity === undefined || !isUniqueName(identity, item.text)) continue;
    const [twin, another] = linesOfBlock(
      place,
      indentOfPlace(place, item, original),
      original,
      (line) => lineIdentity(original.trimmed[line] ?? "") === identity,
    );
    // What the file has several times, such as `Scenario:` or a call that registers something, is not a name that stands once.
    if (twin === undefined || another !== undefined || stays[twin] !== 1) continue;
    return {
      reason: `"${item.text.trim()}" would stand beside "${original.trimmed[twin] ?? ""}", which the sketch does not mention.`,
      // A key that stands further down may as well mean that all between was left out.
      ...(identity.startsWith("key ") && { isFinal: true as const }),
      candidates: [{ original: { start: twin, end: twin + 1 }, label: original.trimmed[twin] ?? "" }],
    };
  }
  return undefined;
}

/** Keys, constants and exports have one line each; a variable may be assigned many times. */
function isUniqueName(identity: string, text: string): boolean {
  if (identity.startsWith("key ")) return !/^\s*(?:case|default|public|private|protected)\b/.test(text);
  return identity.startsWith("name ") && /^\s*(?:export\s+)?(?:const|let|val)\s|^(?:module\.)?exports\b/.test(text);
}

/** The depth at which a new line comes to stand: that of the item, where a neighbour has it. */
function indentOfPlace(place: number, item: CodeItem, original: Original): number {
  const width = indentWidth(item.text);
  for (const line of [place - 1, place]) if (original.blocks.width[line] === width) return width;
  const before = original.blocks.width[place - 1] ?? 0;
  return /[{([:]\s*$/.test(original.trimmed[place - 1] ?? "") ? (original.blocks.width[place] ?? before) : before;
}

/** The lines of the block around a place, at the given depth, that fit: those before it from the nearest up, then those after it. */
function* linesOfBlock(
  place: number,
  width: number,
  original: Original,
  fits: (line: number) => boolean,
): Generator<number, undefined> {
  for (const direction of [-1, 1]) {
    for (let line = direction < 0 ? place - 1 : place; line >= 0 && line < original.lines.length; line += direction) {
      if (original.trimmed[line] === "") continue;
      const depth = original.blocks.width[line] ?? 0;
      if (depth < width) break;
      if (depth === width && fits(line)) yield line;
    }
  }
}
