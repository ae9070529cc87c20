import { indentWidth, isBlank } from "../../core/text/indentation.ts";

/** A declaration, section, rule or statement with all that belongs to it. Zero-based line numbers; `end` is exclusive. */
export interface Unit {
  /** Its first line, comments and decorators above it included. */
  readonly start: number;
  /** The first line of the declaration itself. */
  readonly header: number;
  /** The first line after its header; equal to `end` if it has no lines of its own. */
  readonly body: number;
  readonly end: number;
  readonly indent: number;
}

export interface NamedUnit extends Unit {
  readonly name: string;
  readonly noun: string;
}

const CLOSER = /^(?:[}\])]|<\/|end\b|fi\b|done\b|esac\b|endif\b|endforeach\b|endfunction\b|\{%-? ?end)/i;
const CONTINUES = /^(?:\}?\s*(?:else|elseif|elsif|elif|except|catch|finally|rescue|ensure|when)\b|else:)/;
const OPENS = /^(?:\{|\)|\]|do$|then$|where\b)/;
const LEADING = /^(?:\/\/|#(?!\s*(?:include|define|if|else|endif|pragma)\b)|\/\*|\*|--|@|<!--|\[[A-Z]\w*.*\]$|;)/;
const PROSE = new Set(["markdown", "mdx"]);
const SECTIONED = new Set(["toml", "ini", "properties"]);

/** Checks whether a line only closes what an earlier one opened. */
export function isCloser(line: string): boolean {
  return CLOSER.test(line.trim());
}

/** Finds the units that stand side by side in a range of lines, by indentation; by headings in Markdown, by `[...]` in TOML and INI. */
export function unitsIn(lines: readonly string[], language: string | undefined, start = 0, end = lines.length): Unit[] {
  if (language !== undefined && PROSE.has(language)) return sectionsIn(lines, start, end, /^#{1,6}\s+\S/);
  if (language !== undefined && SECTIONED.has(language)) return sectionsIn(lines, start, end, /^\[/);
  const units: Unit[] = [];
  const first = nextFilled(lines, start, end);
  if (first === end) return units;
  let indent = Infinity;
  for (let line = first; line < end; line++) {
    if (!isBlank(lines[line] ?? "")) indent = Math.min(indent, indentWidth(lines[line] ?? ""));
  }
  for (let line = first; line < end; line = nextFilled(lines, line, end)) {
    const unit = unitAt(lines, line, end, indent);
    units.push(unit);
    line = unit.end;
  }
  return units;
}

function unitAt(lines: readonly string[], start: number, limit: number, indent: number): Unit {
  const at = (line: number): string => lines[line]?.trim() ?? "";
  let header = start;
  while (header < limit - 1 && LEADING.test(at(header)) && !isBlank(lines[header + 1] ?? "")) header++;
  let end = header + 1;
  let body: number | undefined;
  while (end < limit) {
    const next = nextFilled(lines, end, limit);
    if (next === limit) break;
    const isDeeper = indentWidth(lines[next] ?? "") > indent;
    if (isDeeper) {
      body ??= end;
      end = next + 1;
    } else if (next === end && OPENS.test(at(next)) && (body === undefined || /[{(:]$/.test(at(next)))) {
      // The second half of a header of several lines, or a brace of its own line.
      body = undefined;
      end = next + 1;
    } else if (CLOSER.test(at(next)) || (CONTINUES.test(at(next)) && next === end)) {
      end = next + 1;
      const goesOn = /(?:[{(:]|\bdo|\bthen|=>)$/.test(at(next)) || CONTINUES.test(at(next));
      if (!goesOn) break;
    } else break;
  }
  return { start, header, body: body ?? end, end, indent };
}

function sectionsIn(lines: readonly string[], start: number, end: number, opens: RegExp): Unit[] {
  const heads: number[] = [];
  let fence = "";
  for (let line = start; line < end; line++) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(lines[line] ?? "")?.[1] ?? "";
    if (mark !== "") fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
    else if (fence === "" && opens.test(lines[line] ?? "")) heads.push(line);
  }
  return heads.map((head, place) => {
    let stop = heads[place + 1] ?? end;
    while (stop > head + 1 && isBlank(lines[stop - 1] ?? "")) stop--;
    return { start: head, header: head, body: Math.min(head + 1, stop), end: stop, indent: 0 };
  });
}

function nextFilled(lines: readonly string[], start: number, end: number): number {
  let line = start;
  while (line < end && isBlank(lines[line] ?? "")) line++;
  return line;
}

/** Finds the lines inside a unit, without its header and its closing line. */
export function bodyOf(lines: readonly string[], unit: Unit): { readonly start: number; readonly end: number } {
  let end = unit.end;
  while (end > unit.body && (isBlank(lines[end - 1] ?? "") || indentWidth(lines[end - 1] ?? "") <= unit.indent)) end--;
  return { start: unit.body, end };
}

const NAMES: readonly (readonly [noun: string, pattern: RegExp])[] = [
  ["test", /^(?:it|test|describe|context|specify|xit)(?:\.\w+)?[ (]+["'`](.{3,70}?)["'`]/],
  ["method", /^func \([^)]*\) (\w+)\s*[([]/],
  ["function", /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+([\w$]+)/],
  ["function", /^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?fn\s+(\w+)/],
  ["function", /^(?:async\s+)?(?:def|defp|func|fun|sub)\s+(?:self\.)?([\w?!]+)/],
  ["function", /^(?:\w+\s+)*func\s+(\w+)/],
  [
    "class",
    /^(?:[\w@]+(?:\([^)]*\))?\s+)*(?:class|interface|struct|enum|trait|protocol|module|record|namespace|defmodule)\s+([\w.]+)/,
  ],
  ["type", /^(?:export\s+)?type\s+(\w+)/],
  [
    "function",
    /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*$|\([^)]*\)\s*(?::[^=]+)?=>|\w+\s*=>)/,
  ],
  ["function", /^(?:[\w$]+\.)+([\w$]+)\s*=\s*(?:async\s*)?function\b/],
  [
    "method",
    /^(?:(?:public|private|protected|internal|static|final|async|override|virtual|abstract|readonly)\s+)+(?:function\s+)?(?:[\w<>[\],.?]+\s+)?(\w+)\s*(?:<[^>]*>)?\(/,
  ],
];

/** What begins with a word of these is a statement, whatever follows. */
const STATEMENT =
  /^(?:if|for|while|switch|catch|return|with|foreach|using|lock|match|until|unless|else|elif|try|throw|raise|yield|await|new|do|case|assert|not|and|or|echo|print|puts|in|#|\/\/|\*|["'`@.])(?![\w$])/;

const SCRIPT_METHOD = /^(?:async\s+|static\s+|\*\s*|get\s+|set\s+)*([\w$#]+)\s*\([^;'"]*\)\s*(?::[^{;]+)?\{$/;
const C_FUNCTION = /^(?:[\w:*&<>,~]+\s+)+[*&]*([\w:~]+)\s*\([^;]*$/;
const C_NAME_ONLY = /^(\w+)\s*\([\w\s*,[\].]*\)?,?$/;

/** Finds the name of what a header line declares, and a noun for it; `undefined` if it declares nothing. */
export function nameOfDeclaration(
  header: string,
  language: string | undefined,
): { name: string; noun: string } | undefined {
  const text = header.trim();
  const special = specialName(text, language);
  if (special !== undefined) return special;
  if (STATEMENT.test(text)) return undefined;
  for (const [noun, pattern] of NAMES) {
    const name = pattern.exec(text)?.[1];
    // In C a variable begins like a type.
    if (noun === "class" && (language === "c" || language === "cpp") && /[;=(*]/.test(text)) continue;
    if (name !== undefined && name.length > 1) return { name, noun };
  }
  const isC = language === "c" || language === "cpp";
  const isIndented = header.startsWith(" ") || header.startsWith("\t");
  const method = (language ?? "").includes("script") || language === "vue" ? SCRIPT_METHOD.exec(text)?.[1] : undefined;
  if (method !== undefined && isIndented) return { name: method, noun: "method" };
  const name = isC && !isIndented ? (C_FUNCTION.exec(text) ?? C_NAME_ONLY.exec(text))?.[1] : undefined;
  const ofJava = language === "java" || language === "csharp" ? C_FUNCTION.exec(text)?.[1] : undefined;
  return name !== undefined
    ? { name, noun: "function" }
    : ofJava !== undefined
      ? { name: ofJava, noun: "method" }
      : undefined;
}

function specialName(text: string, language: string | undefined): { name: string; noun: string } | undefined {
  const found = (noun: string, pattern: RegExp): { name: string; noun: string } | undefined => {
    const name = pattern.exec(text)?.[1]?.trim();
    return name === undefined || name === "" ? undefined : { name, noun };
  };
  switch (language) {
    case "markdown":
    case "mdx":
      return found("section", /^#+\s+(.*)/);
    case "yaml":
      return found("step", /^- name:\s*(.+)/) ?? found("key", /^["']?([\w./-]+)["']?:/);
    case "toml":
    case "ini":
    case "properties":
      return found("section", /^\[+([^\]]+)\]+/);
    case "css":
    case "scss":
    case "less":
      return found("rule", /^([.#@:&*\w[][^{;]*?)\s*\{$/);
    case "json":
    case "jsonc":
      return found("key", /^"([^"]+)":/);
    case "makefile":
      return found("target", /^([\w./-]+)\s*:(?!=)/);
    default:
      return undefined;
  }
}

/** Finds all named units, outer ones before those inside them, down to `depth` levels below the top. */
export function namedUnits(lines: readonly string[], language: string | undefined, depth = 4): NamedUnit[] {
  const found: NamedUnit[] = [];
  const visit = (start: number, end: number, rest: number): void => {
    for (const unit of unitsIn(lines, language, start, end)) {
      const named = unitName(lines, unit, language);
      if (named !== undefined) found.push({ ...unit, ...named });
      const inside = bodyOf(lines, unit);
      const isNested = inside.start > start || inside.end < end;
      if (rest > 0 && inside.end - inside.start > 1 && isNested && !isSectioned(language))
        visit(inside.start, inside.end, rest - 1);
    }
  };
  visit(0, lines.length, depth);
  return found;
}

function isSectioned(language: string | undefined): boolean {
  return language !== undefined && (PROSE.has(language) || SECTIONED.has(language));
}

function unitName(
  lines: readonly string[],
  unit: Unit,
  language: string | undefined,
): { name: string; noun: string } | undefined {
  const header = lines[unit.header] ?? "";
  const named = nameOfDeclaration(header, language);
  // In C the type may stand in a line of its own above the name.
  return named ?? (language === "c" ? nameOfDeclaration(lines[unit.header + 1] ?? "", language) : undefined);
}

const LONGEST_HEADER = 12;

/** Finds, for each line, the first line of the header of the block it stands in; -1 at the top. */
export function parentsOf(lines: readonly string[]): Int32Array {
  const parents = new Int32Array(lines.length).fill(-1);
  const open: { line: number; indent: number }[] = [];
  lines.forEach((text, line) => {
    if (isBlank(text) || /^#\s*(?:if|ifdef|ifndef|else|elif|endif|define|pragma|undef)\b/.test(text)) {
      parents[line] = open.at(-1)?.line ?? -1;
      return;
    }
    const indent = indentWidth(text);
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) {
      const last = open.pop();
      if (last === undefined) break;
      const isSecondHalf = last.indent === indent && OPENS.test(text.trim()) && /[{(:]$|^\{/.test(text.trim());
      if (isSecondHalf && line - last.line < LONGEST_HEADER) {
        // The block's lines belong to the line that its header begins with.
        parents[line] = open.at(-1)?.line ?? -1;
        open.push(last);
        return;
      }
    }
    parents[line] = open.at(-1)?.line ?? -1;
    open.push({ line, indent });
  });
  return parents;
}
