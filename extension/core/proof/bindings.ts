import { hasTrait, languageFamily } from "../sketch/languages.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { namedLines, type Finding } from "./proof.ts";

/**
 * Finds names that a block of the result binds twice and no block like it did before, in languages where that is an error that no grammar
 * tells: a statement that stands beside its old form, an import that is there twice. What is shown that often is its author's own. `shown`:
 * the lines of the answer, trimmed.
 */
export function findBoundTwice(
  { old, new: lines, oldOf, inString, inNewString, language }: Comparison,
  shown: readonly string[],
): Finding[] {
  if (!hasTrait(language, "binds-once")) return [];
  const counts = countsOf(shown);
  const had = new Map<string, number>();
  for (const { head, name, at } of readBindings(old, inString, language)) {
    const key = `${head}\n${name}`;
    had.set(key, Math.max(had.get(key) ?? 0, at.length));
  }
  return readBindings(lines, inNewString, language).flatMap(({ head, name, at }): Finding[] => {
    const fresh = at.find((line) => (oldOf[line] ?? -1) < 0);
    const isMore = at.length > Math.max(1, had.get(`${head}\n${name}`) ?? 0);
    if (!isMore || fresh === undefined || areShown(at.map((line) => lines[line]?.trim() ?? ""))) return [];
    const named = at.map((line) => namedLines({ start: line, end: line + 1 })).join(" and ");
    const message = `"${name}" stands twice in one place: in ${named} of the result.`;
    return [{ type: "duplicate", message, rewrite: { start: fresh, end: fresh + 1 } }];
  });

  function areShown(texts: readonly string[]): boolean {
    return [...countsOf(texts)].every(([text, count]) => (counts.get(text) ?? 0) >= count);
  }
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** A name and the lines of one block that bind it. */
interface Binding {
  /** The line that opens the block. */
  readonly head: string;
  readonly name: string;
  readonly at: number[];
}

/**
 * Reads which names each block binds, by indentation; none of a block in which another one is not indented. What stands on two sides of a
 * preprocessor line is never there together.
 */
function readBindings(
  lines: readonly string[],
  inString: Uint8Array,
  language: string | undefined,
): readonly Binding[] {
  const found = new Map<string, Binding & { readonly opener: number }>();
  const flat = new Set<number>();
  const open: { readonly width: number; readonly line: number }[] = [];
  let part = 0;
  for (const [line, text] of lines.entries()) {
    if (isBlank(text) || inString[line] === 1) continue;
    if (CONDITION.test(text)) part++;
    const width = indentWidth(text);
    const above = open.at(-1);
    const isFlat = above && width <= above.width && OPENS.test(lines[above.line] ?? "") && !CLOSES.test(text);
    while ((open.at(-1)?.width ?? -1) >= width) open.pop();
    const opener = open.at(-1)?.line ?? -1;
    if (isFlat) flat.add(opener);
    open.push({ width, line });
    const name = nameBound(text.trim(), language);
    if (name === undefined) continue;
    const key = `${String(part)} ${String(opener)} ${name}`;
    const known = found.get(key);
    if (known) known.at.push(line);
    else found.set(key, { head: lines[opener]?.trim() ?? "", name, at: [line], opener });
  }
  return [...found.values()].filter(({ opener: of }) => !flat.has(of));
}

/** What a line binds: `a` of `const a = 1`, `a, b` of `a, b := f()`; all of one that imports something and ends there. */
function nameBound(text: string, language: string | undefined): string | undefined {
  if (IMPORTS.test(text)) return text;
  const [, keyword, name] = DECLARES.exec(text) ?? [];
  if (name === undefined) return SETS.exec(text)?.[0];
  // A script may say `var` again.
  return keyword === "var" && language !== undefined && languageFamily(language) === "script" ? undefined : name;
}

const CONDITION = /^\s*#\s*(?:if|else|elif|endif)/;
const OPENS = /\{\s*$/;
/** What may stand as deep as the line that opens its block: its end, a branch, a comment. */
const CLOSES = /^\s*(?:[}\])#]|\/[/*]|case\b|default\b)/;
const IMPORTS = /^(?:import\s|using\s(?!\s*\()).*[^\s[{(,]$/;
const DECLARES = /^(?:export\s+)?(const|let|var|val|final)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:[:=;]|$)/u;
const SETS = /^[\p{L}_][\p{L}\p{N}_]*(?:,\s*[\p{L}_][\p{L}\p{N}_]*)*(?=\s*:=)/u;
