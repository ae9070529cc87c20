import type { LineChange } from "../diff/lineDiff.ts";
import { lineIdentity } from "../merge/lineKeys.ts";
import type { Original } from "../merge/original.ts";
import type { Declaration, SyntaxTree } from "../text/syntax.ts";
import { readBlocks } from "../merge/blocks.ts";
import type { CodeSketch } from "../sketch/sketch.ts";
import type { LineRange } from "../text/lines.ts";
import { namedLines, type Finding } from "./proof.ts";
import type { RewriteChanges } from "./rewriteChanges.ts";

/** Something that a file declares, and its lines. */
interface Declared {
  readonly name: string;
  /** The line that names it. */
  readonly line: number;
  readonly range: LineRange;
}

/**
 * Functions, methods, types, sections and the like that the original declares and the rewrite does not. Code without
 * markers shows what it shows: that it does not show them is no word that they should go. They may go where the answer
 * says that the code is the whole file and the file is still there in it, and where a new one holds what they held.
 */
export function findVanished(
  original: Original,
  sketch: CodeSketch,
  rewrite: RewriteChanges,
  tree: SyntaxTree | undefined,
): Finding[] {
  if (sketch.isWhole === true && isLikeBefore(original, rewrite)) return [];
  const deleted = new Set<number>();
  for (const { old } of rewrite.changes) for (let line = old.start; line < old.end; line++) deleted.add(line);
  if (deleted.size === 0) return [];
  const hasTrees = original.tree?.isWhole === true && tree?.isWhole === true;
  const before = hasTrees ? fromTree(original.declarations()) : fromLines(original.lines, original.language);
  if (!before.some(({ line }) => deleted.has(line))) return [];
  const after = hasTrees ? fromTree(tree.declarations()) : fromLines(rewrite.lines, original.language);
  const surplus = countNames(before);
  for (const { name } of after) surplus.set(name, (surplus.get(name) ?? 0) - 1);
  const vanished: Declared[] = [];
  for (const declared of before) {
    const missing = surplus.get(declared.name) ?? 0;
    if (missing <= 0 || !deleted.has(declared.line) || vanished.some(({ range }) => holds(range, declared))) continue;
    surplus.set(declared.name, missing - 1);
    vanished.push(declared);
  }
  const fresh = after.filter(({ name, line }) => (surplus.get(name) ?? 0) < 0 && (rewrite.oldOf[line] ?? -1) < 0);
  return vanished
    .filter((one) => !isRenamed(one, fresh, original, rewrite))
    .map(({ name, range }) => ({
      type: "lost-line",
      message: `The sketch does not say that "${name}" in ${namedLines(range)} of the file should vanish.`,
      original: range,
    }));
}

const holds = (range: LineRange, { line }: Declared): boolean => range.start <= line && line < range.end;

/** So much of a file is still there where somebody rewrites it as a whole, and not where a part is taken for the whole. */
const LEAST_KEPT = 0.4;

function isLikeBefore({ lines }: Original, { changes }: RewriteChanges): boolean {
  const worded = lines.map((line) => /[\p{L}\p{N}]/u.test(line));
  const gone = new Set<number>();
  for (const { old } of changes) for (let line = old.start; line < old.end; line++) if (worded[line]) gone.add(line);
  const count = worded.filter(Boolean).length;
  const [first, last] = [worded.indexOf(true), worded.lastIndexOf(true)];
  return (!gone.has(first) && !gone.has(last)) || count - gone.size >= LEAST_KEPT * count;
}

function countNames(declared: readonly Declared[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of declared) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** A name that nothing but its own line declares is content like any other line. */
const VALUES = new Set(["variable", "field", "property", "event", "macro", "type"]);
/** What stands inside them is theirs. */
const BODIES = new Set(["function", "method", "constructor", "destructor", "getter", "setter"]);

function fromTree(declarations: readonly Declaration[]): Declared[] {
  return declarations.flatMap(({ kind, name, nameLine, startLine, endLine, owner }) => {
    if (VALUES.has(kind) && endLine <= nameLine + 1) return [];
    for (let outer = owner; outer !== undefined; outer = declarations[outer]?.owner)
      if (BODIES.has(declarations[outer]?.kind ?? "")) return [];
    return [{ name, line: nameLine, range: { start: startLine, end: endLine } }];
  });
}

/** Without a grammar: lines that declare or title something and open a block, but for those inside a function. */
function fromLines(lines: readonly string[], language: string | undefined): Declared[] {
  const { end, width } = readBlocks(lines, language);
  const found: Declared[] = [];
  let body = 0;
  lines.forEach((line, index) => {
    const text = line.trim();
    const range = { start: index, end: end[index] ?? index + 1 };
    if (index < body || range.end <= index + 1) return;
    const identity = language === "markdown" ? heading(text) : lineIdentity(text);
    const isSection = width[index] === 0 && identity?.startsWith("key ") === true;
    if (identity === undefined || !(/^(?:declare|title|#)/.test(identity) || isSection)) return;
    found.push({ name: identity.replace(/^(?:declare|title|key) /, ""), line: index, range });
    if (text.includes("(") && !TYPES.test(text)) body = range.end;
  });
  return found;
}

const heading = (text: string): string | undefined => (/^#{1,6}\s/.test(text) ? text : undefined);
const TYPES =
  /\b(?:class|interface|struct|enum|union|trait|impl|object|module|namespace|protocol|extension|describe|context|suite)\b/;

/** A new declaration in the same change holds most of what the old one held: it has another name now. */
function isRenamed(
  { line, range }: Declared,
  fresh: readonly Declared[],
  original: Original,
  { changes, lines }: RewriteChanges,
): boolean {
  const within = ({ start, end }: LineRange, at: number): boolean => start <= at && at < end;
  const change = changes.find(({ old }: LineChange) => within(old, line));
  const taken = change && fresh.find((other) => within(change.new, other.line));
  if (!taken) return false;
  const body = (texts: readonly string[], of: LineRange, header: number): string[] =>
    texts.slice(of.start, of.end).flatMap((text, index) => {
      const trimmed = text.trim();
      return of.start + index !== header && /[\p{L}\p{N}]/u.test(trimmed) ? [trimmed] : [];
    });
  const old = body(original.lines, range, line);
  const now = new Set(body(lines, taken.range, taken.line));
  return old.filter((text) => now.has(text)).length * 2 >= old.length;
}
