import { hasTrait } from "../sketch/languages.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { namedLines, type Finding } from "./proof.ts";

/**
 * Finds names that a block of the result binds twice and no block like it did before, in languages where that is an error that
 * no grammar tells: a statement that stands beside its old form, an import that is there twice.
 */
export function findBoundTwice({ old, new: lines, oldOf, inString, inNewString, language }: Comparison): Finding[] {
  if (!hasTrait(language, "binds-once")) return [];
  const had = new Map<string, number>();
  for (const { head, name, at } of readBindings(old, inString)) {
    const key = `${head}\n${name}`;
    had.set(key, Math.max(had.get(key) ?? 0, at.length));
  }
  return readBindings(lines, inNewString).flatMap(({ head, name, at }): Finding[] => {
    const fresh = at.find((line) => (oldOf[line] ?? -1) < 0);
    if (at.length <= Math.max(1, had.get(`${head}\n${name}`) ?? 0) || fresh === undefined) return [];
    const named = at.map((line) => namedLines({ start: line, end: line + 1 })).join(" and ");
    const message = `"${name}" stands twice in one place: in ${named} of the result.`;
    return [{ type: "duplicate", message, rewrite: { start: fresh, end: fresh + 1 } }];
  });
}

/** A name and the lines of one block that bind it. */
interface Binding {
  /** The line that opens the block. */
  readonly head: string;
  readonly name: string;
  readonly at: number[];
}

/** Reads which names each block binds, by indentation. What stands on two sides of a preprocessor line is never there together. */
function readBindings(lines: readonly string[], inString: Uint8Array): readonly Binding[] {
  const found = new Map<string, Binding>();
  const open: { readonly width: number; readonly line: number }[] = [];
  let part = 0;
  lines.forEach((text, line) => {
    if (isBlank(text) || inString[line] === 1) return;
    if (CONDITION.test(text)) part++;
    const width = indentWidth(text);
    while ((open.at(-1)?.width ?? -1) >= width) open.pop();
    const opener = open.at(-1)?.line ?? -1;
    open.push({ width, line });
    const name = boundIn(text.trim());
    if (name === undefined) return;
    const key = `${String(part)} ${String(opener)} ${name}`;
    const known = found.get(key);
    if (known) known.at.push(line);
    else found.set(key, { head: lines[opener]?.trim() ?? "", name, at: [line] });
  });
  return [...found.values()];
}

/** What a line binds: `a` of `const a = 1`, `a, b` of `a, b := f()`; all of one that imports something. */
function boundIn(text: string): string | undefined {
  if (/^(?:import|using)\s/.test(text)) return text;
  const match = BOUND.exec(text);
  return match?.[1] ?? match?.[2];
}

const CONDITION = /^\s*#\s*(?:if|else|elif|endif)/;
const BOUND =
  /^(?:export\s+)?(?:const|let|var|val|final)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:[:=;]|$)|^([\p{L}_][\p{L}\p{N}_]*(?:,\s*[\p{L}_][\p{L}\p{N}_]*)*)\s*:=/u;
