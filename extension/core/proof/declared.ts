import { headingLevels } from "../text/headings.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import type { Declaration, SyntaxTree } from "../text/syntax.ts";
import type { Comparison, JudgedFile } from "./comparison.ts";
import { formOf, hasWordCharacters, wordsOf } from "./lineForms.ts";
import { namedLines, type Finding } from "./proof.ts";
import { hasTrait } from "../sketch/languages.ts";

/** Something that a file declares, and its lines. */
interface Declared {
  readonly name: string;
  /** The line that names it. */
  readonly line: number;
  readonly range: LineRange;
  /** What it stands in, outermost first. */
  readonly scope: string;
  /** It is a field of one line, of which a type has one only. */
  readonly isField?: true;
}

/**
 * Finds functions, methods, types, sections and the like that the file declares and the result does not. Code without markers only shows
 * what it shows: what it does not show need not go. Declarations may go if the answer says that the code is the whole file (`isWhole`) and
 * the file is still there in it, and if a new one holds what they held. `tree` is that of the result.
 */
export function findVanished(
  file: JudgedFile,
  isWhole: boolean,
  comparison: Comparison,
  tree: SyntaxTree | undefined,
): Finding[] {
  const deleted = new Set<number>();
  for (const { old } of comparison.changes) for (let line = old.start; line < old.end; line++) deleted.add(line);
  if (deleted.size === 0 || (isWhole && isLikeBefore(comparison, deleted))) return [];
  const isData = hasTrait(file.language, "keys");
  const both = isData
    ? ([readKeys(comparison.old), readKeys(comparison.new)] as const)
    : declaredIn(file, comparison, tree);
  const [before, after] = [both[0].filter(isNoField), both[1].filter(isNoField)];
  const surplus = countNames(before);
  for (const { name } of after) surplus.set(name, (surplus.get(name) ?? 0) - 1);
  const vanished: Declared[] = [];
  for (const declared of before) {
    const missing = surplus.get(declared.name) ?? 0;
    const isInside = vanished.some(({ range }) => range.start <= declared.line && declared.line < range.end);
    if (missing <= 0 || !deleted.has(declared.line) || isInside) continue;
    surplus.set(declared.name, missing - 1);
    vanished.push(declared);
  }
  const fresh = after.filter(({ name, line }) => (surplus.get(name) ?? 0) < 0 && (comparison.oldOf[line] ?? -1) < 0);
  return vanished
    .filter((one) => !isRenamed(one, fresh, comparison))
    .map(({ name, range }) => ({
      type: "lost-line",
      message: `The sketch does not say that "${name}" in ${namedLines(range)} of the file should vanish.`,
      original: range,
    }));
}

/** A field is content like any other line. */
const isNoField = ({ isField }: Declared): boolean => !isField;

/** Finds what stands twice in one scope and did not before: the old form of something beside the new one. `tree` is that of the result. */
export function findDoubled(file: JudgedFile, comparison: Comparison, tree: SyntaxTree | undefined): Finding[] {
  const { old, new: lines, oldOf, language } = comparison;
  if (comparison.changes.length === 0) return [];
  const isData = hasTrait(language, "keys");
  const [before, after] = isData ? [readKeys(old), readKeys(lines)] : declaredIn(file, comparison, tree);
  const isOverloaded = hasTrait(language, "clauses");
  const isGuessed = file.tree?.isWhole !== true || tree?.isWhole !== true;
  const openers = new Map([old, lines].map((texts) => [texts, openersOf(texts)]));
  const nameOf = ({ scope, name, line, isField }: Declared, texts: readonly string[]): string =>
    `${scope}\n${name}\n${isField ? (openers.get(texts)?.[line] ?? "") : isOverloaded ? formOf(texts[line] ?? "") : ""}`;
  const had = new Set<string>();
  const hadTwice = before.some((declared) => had.size === had.add(nameOf(declared, old)).size);
  if (hadTwice && isData) return [];
  const counts = countNames(before.map((declared) => ({ ...declared, name: nameOf(declared, old) })));
  const seen = new Map<string, Declared[]>();
  for (const declared of after) {
    if (!isData && !declared.isField && declared.range.end === declared.range.start + 1) continue;
    const name = nameOf(declared, lines);
    seen.set(name, [...(seen.get(name) ?? []), declared]);
  }
  return [...seen.entries()].flatMap(([name, all]): Finding[] => {
    const fresh = all.filter(({ line }) => (oldOf[line] ?? -1) < 0);
    const isSaid = all.some(
      ({ line, range }) =>
        /\b(?:get|set)\b/.test(lines[line] ?? "") ||
        MARKED.test(
          lines
            .slice(Math.max(0, range.start - 1), line)
            .join("\n")
            .trimStart(),
        ),
    );
    const count = counts.get(name) ?? 0;
    if (all.length < 2 || all.length <= count || fresh.length === 0 || isSaid) return [];
    // What only looks like a declaration and is repeated in the file declares nothing.
    if (isGuessed && !isData && count > 1) return [];
    const [{ line, name: word }] = fresh as [Declared, ...Declared[]];
    const message = `"${word}" stands twice in one place: in ${all.map((one) => namedLines({ start: one.line, end: one.line + 1 })).join(" and ")} of the result.`;
    return [{ type: "duplicate", message, rewrite: { start: line, end: line + 1 } }];
  });
}

/** For each line the one that opens its block: a class without a name is none of the things that a grammar lists. */
function openersOf(lines: readonly string[]): readonly string[] {
  const open: { readonly width: number; readonly text: string }[] = [];
  return lines.map((line) => {
    if (isBlank(line)) return "";
    const width = indentWidth(line);
    while ((open.at(-1)?.width ?? -1) >= width) open.pop();
    const opener = open.at(-1)?.text ?? "";
    open.push({ width, text: line.trim() });
    return opener;
  });
}

/** A decorator or a condition above says why a name is declared again. */
const MARKED = /^[ \t]*(?:@|#\[|#\s*(?:if|el|end)|if\b|else\b|try\b|except\b)/m;

/** The keys of each block; `- ` begins a block of its own. */
function readKeys(lines: readonly string[]): Declared[] {
  const found: Declared[] = [];
  const open: { width: number; line: number; isText: boolean }[] = [];
  lines.forEach((line, index) => {
    if (isBlank(line)) return;
    const section = /^\s*\[/.test(line) && !line.includes("=");
    const item = /^\s*(?:- +)+/.exec(line)?.[0];
    const width = section ? -1 : indentWidth(line);
    while ((open.at(-1)?.width ?? -2) >= width) open.pop();
    if (open.at(-1)?.isText === true) return;
    if (item !== undefined || section) open.push({ width, line: index, isText: false });
    const name = /^\s*(?:- +)*(?:["']([^"']+)["']|([\w.$/@-]+))\s*[:=](?:\s|$|["'[{])/.exec(line);
    const key = name?.[1] ?? name?.[2];
    if (key !== undefined && !section)
      found.push({
        name: key,
        line: index,
        range: { start: index, end: index + 1 },
        scope: String(open.at(-1)?.line ?? ""),
      });
    if (!section)
      open.push({ width: item === undefined ? width : item.length, line: index, isText: /[|>][-+\d]*\s*$/.test(line) });
  });
  return found;
}

/** What the file declares, and what the result does, read in the same way. */
function declaredIn(file: JudgedFile, comparison: Comparison, tree: SyntaxTree | undefined): [Declared[], Declared[]] {
  if (file.tree?.isWhole === true && tree?.isWhole === true)
    return [fromTree(file.tree.declarations()), fromTree(tree.declarations())];
  return [fromLines(comparison.old, file.language), fromLines(comparison.new, file.language)];
}

/** At least this part of a file is still there if somebody rewrites it as a whole; less is left if a part is taken for the whole. */
const LEAST_KEPT = 0.4;

function isLikeBefore({ old }: Comparison, gone: ReadonlySet<number>): boolean {
  const worded = [...old.keys()].filter((line) => hasWordCharacters(old[line] ?? ""));
  const kept = worded.filter((line) => !gone.has(line));
  return (kept[0] === worded[0] && kept.at(-1) === worded.at(-1)) || kept.length >= LEAST_KEPT * worded.length;
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
  return declarations.flatMap(({ kind, name, qualifier, nameLine, startLine, endLine, owner }) => {
    const isValue = VALUES.has(kind) && endLine <= nameLine + 1;
    const isField = kind === "field" && isValue;
    if (isValue && !isField) return [];
    let scope = qualifier ?? "";
    for (let outer = owner; outer !== undefined; outer = declarations[outer]?.owner) {
      const around = declarations[outer];
      if (BODIES.has(around?.kind ?? "") && !isField) return [];
      scope = `${around?.name ?? ""} ${scope}`;
    }
    return [{ name, line: nameLine, range: { start: startLine, end: endLine }, scope, ...(isField && { isField }) }];
  });
}

/** The headings of a document, each with those that it stands under. */
function readHeadings(lines: readonly string[]): Declared[] {
  const found: Declared[] = [];
  const open: { readonly level: number; readonly name: string }[] = [];
  headingLevels(lines).forEach((level, line) => {
    if (level === 0) return;
    const name = (lines[line] ?? "").trim();
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    let end = line + 1;
    while (end < lines.length && isBlank(lines[end] ?? "")) end++;
    found.push({ name, line, range: { start: line, end }, scope: open.map((one) => one.name).join("\n") });
    open.push({ level, name });
  });
  return found;
}

/**
 * Reads declarations without a grammar: headings, or lines that declare something and open a block, except those inside a function; keys at
 * the left edge.
 */
function fromLines(lines: readonly string[], language: string | undefined): Declared[] {
  if (hasTrait(language, "headings")) return readHeadings(lines);
  const found: Declared[] = [];
  const open: Declared[] = [];
  let body = 0;
  lines.forEach((line, index) => {
    const section = SECTION.exec(line);
    const name = DECLARES.exec(line)?.[1] ?? section?.[1] ?? section?.[2] ?? DEFINES.exec(line)?.[1];
    if (index < body || name === undefined) return;
    let end = index + 1;
    const width = indentWidth(line);
    while (end < lines.length && (isBlank(lines[end] ?? "") || indentWidth(lines[end] ?? "") > width)) end++;
    if (end === index + 1) return;
    while ((open.at(-1)?.range.end ?? lines.length) <= index) open.pop();
    const declared = { name, line: index, range: { start: index, end }, scope: open.map((one) => one.name).join(" ") };
    found.push(declared);
    open.push(declared);
    if (line.includes("(") && !TYPES.test(line)) body = end;
  });
  return found;
}

const DECLARES =
  /^\s*(?:[a-z]+\s+){0,4}(?:function|def|class|interface|struct|enum|union|trait|fn|fun|func|module|namespace|object|record|sub|proc|protocol|extension|resource|message|service|model)\s+["']?((?:\([^()]*\)\s*)?[\p{L}_$][\p{L}\p{N}_$.:]*)/u;
const SECTION = /^(?:["']?([\p{L}_.@#][^\s:={}[\]"']*)["']?\s*[:{]|\[{1,2}([^[\]]+)\])/u;
/** A function without a keyword. */
const DEFINES =
  /^\s*(?:[\w<>[\],.?*&]+ +){0,4}(?!(?:if|for|foreach|while|switch|catch|when|with|return|using|lock)\b)([\p{L}_$][\p{L}\p{N}_$]*) *\([^;{}]{0,200}\)[^;(){}]{0,80}\{$/u;
const TYPES = /\b(?:class|interface|struct|enum|union|trait|object|module|namespace|protocol|extension|record)\b/;

/** Checks whether a new declaration in the same change holds most of what the old one held: it has another name now. */
function isRenamed(
  { name, line, range }: Declared,
  fresh: readonly Declared[],
  { old, new: lines, changes }: Comparison,
): boolean {
  const within = ({ start, end }: LineRange, at: number): boolean => start <= at && at < end;
  const change = changes.find(({ old: gone }) => within(gone, line));
  if (change === undefined) return false;
  // What is named by words alone, as a test or a listener is, may be named elsewhere in the lines that take its place.
  const words = new Set(lines.slice(change.new.start, change.new.end).flatMap(wordsOf));
  if (/["'`]/.test(name) && wordsOf(name).every((word) => words.has(word))) return true;
  const taken = fresh.find((other) => within(change.new, other.line));
  if (!taken) return false;
  const body = (texts: readonly string[], of: LineRange, header: number): string[] =>
    texts
      .slice(of.start, of.end)
      .flatMap((text, at) => (of.start + at !== header && hasWordCharacters(text) ? [formOf(text)] : []));
  const had = body(old, range, line);
  const now = new Set(body(lines, taken.range, taken.line));
  return had.filter((text) => now.has(text)).length * 2 >= had.length;
}
