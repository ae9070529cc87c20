import type { Node, QueryMatch } from "web-tree-sitter";
import type { Declaration, Literal } from "../core/text/syntax.ts";

/** What one pass of a grammar's query over a tree finds. */
export interface TreeSurvey {
  readonly declarations: readonly Declaration[];
  readonly literals: readonly Literal[];
}

/** Reads the matches of a grammar's query; `Grammar` says what each capture means. */
export function surveyTree(text: string, matches: readonly QueryMatch[]): TreeSurvey {
  const lines = new LineIndex(text);
  const found = new Map<string, Found>();
  const wrappers = new Map<number, Span>();
  const before = new Adjacent(text);
  const literals = new Map<number, LiteralSpan>();
  const code: Span[] = [];

  for (const match of matches) {
    const first = match.captures[0];
    if (first === undefined) continue;
    const { name, node } = first;
    if (name === "string" || name === "docstring" || name === "comment") {
      const span = spanOf(node);
      if (name === "comment") before.add(span, false);
      if (literals.get(node.id)?.kind !== "docstring") literals.set(node.id, { span, kind: name });
    } else if (name === "code") {
      code.push(spanOf(node));
    } else if (name === "prefix") {
      before.add(spanOf(node), true);
    } else if (name === "wrapper") {
      const wrapped = match.captures[1];
      if (wrapped === undefined) continue;
      // A wrapper that goes on after it holds more than it: `const ( a = 1 )`.
      const rest = text.slice(wrapped.node.endIndex, node.endIndex);
      if (rest === "" || /^[\s;]+$/.test(rest)) wrappers.set(wrapped.node.id, spanOf(node));
    } else {
      const declaration = readDeclaration(text, match);
      if (declaration === undefined) continue;
      const key = `${String(declaration.span.id)} ${String(declaration.nameStart)}`;
      const other = found.get(key);
      if (other === undefined || declaration.pattern < other.pattern) found.set(key, declaration);
    }
  }

  for (const declaration of found.values()) {
    let span = declaration.span;
    for (let outer = wrappers.get(span.id); outer !== undefined; outer = wrappers.get(span.id)) span = outer;
    declaration.start = before.extend(span.start);
    declaration.end = trimmedEnd(text, span.start, span.end);
  }
  return {
    declarations: withOwners([...found.values()], lines),
    literals: literalLines([...literals.values()], code, lines),
  };
}

/** Where a node stands in the text, in UTF-16 code units; end-exclusive. */
interface Span {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

interface LiteralSpan {
  readonly span: Span;
  readonly kind: Literal["kind"];
}

interface Found {
  /** The node that the pattern calls the declaration. */
  readonly span: Span;
  /** Where it begins and ends with its wrapper and prefixes. */
  start: number;
  end: number;
  readonly kind: string;
  readonly name: string;
  readonly nameStart: number;
  readonly qualifier: string | undefined;
  /** Index of the pattern in the query. */
  readonly pattern: number;
}

function spanOf(node: Node): Span {
  return { id: node.id, start: node.startIndex, end: node.endIndex };
}

function readDeclaration(text: string, match: QueryMatch): Found | undefined {
  let declared: Span | undefined;
  let kind = "";
  let name: Name | undefined;
  let qualifier: string | undefined;
  for (const capture of match.captures) {
    const { node } = capture;
    switch (capture.name) {
      case "name":
        name = { start: name?.start ?? node.startIndex, end: node.endIndex };
        break;
      case "path":
        name = { start: node.startIndex, end: node.endIndex, text: node.text.replace(/\s+/g, "") };
        break;
      case "body":
        name = { start: declared?.start ?? node.startIndex, end: node.startIndex };
        break;
      case "declarator":
        name = innermostDeclarator(node);
        break;
      case "qualifier":
        qualifier = collapsed(node.text);
        break;
      default:
        if (capture.name.startsWith("_")) break;
        declared = spanOf(node);
        kind = capture.name;
    }
  }
  if (declared === undefined || name === undefined) return undefined;
  return {
    span: declared,
    start: declared.start,
    end: declared.end,
    kind: kind === "function" && name.qualifier !== undefined ? "method" : kind,
    name: name.text ?? collapsed(text.slice(name.start, name.end)),
    nameStart: name.start,
    qualifier: qualifier ?? name.qualifier,
    pattern: match.patternIndex,
  };
}

interface Name {
  readonly start: number;
  readonly end: number;
  /** Set if it is not simply the text between `start` and `end`. */
  readonly text?: string;
  readonly qualifier?: string;
}

/** C wraps a name in its type: `*(*name)(int)`. */
function innermostDeclarator(declarator: Node): Name {
  let node = declarator;
  for (;;) {
    const wraps = node.type.endsWith("_declarator");
    const inner = node.childForFieldName("declarator") ?? (wraps ? node.lastNamedChild : null);
    if (inner === null) break;
    node = inner;
  }
  const { startIndex: start, endIndex: end } = node;
  const text = collapsed(node.text);
  const scope = text.lastIndexOf("::", /\boperator\b/.exec(text)?.index);
  if (node.type !== "qualified_identifier" || scope <= 0) return { start, end, text };
  return { start, end, text: text.slice(scope + 2), qualifier: text.slice(0, scope) };
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Some nodes end with the line ends after them. */
function trimmedEnd(text: string, start: number, end: number): number {
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** The comments and prefixes of a text by where they end, to find what stands directly before a declaration. */
class Adjacent {
  readonly #text: string;
  readonly #byEnd = new Map<number, { readonly start: number; readonly isPrefix: boolean }>();

  constructor(text: string) {
    this.#text = text;
  }

  add({ start, end }: Span, isPrefix: boolean): void {
    this.#byEnd.set(trimmedEnd(this.#text, start, end), { start, isPrefix });
  }

  /** The start of the first prefix before `start`. Comments between prefixes belong to them, those above do not. */
  extend(start: number): number {
    let first = start;
    for (let at = start; ;) {
      const previous = this.#byEnd.get(trimmedEnd(this.#text, 0, at));
      if (previous === undefined || previous.start >= at) return first;
      at = previous.start;
      if (previous.isPrefix) first = at;
    }
  }
}

function withOwners(found: Found[], lines: LineIndex): Declaration[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end || a.nameStart - b.nameStart);
  const open: { readonly index: number; readonly id: number; readonly end: number }[] = [];
  const owners = new Map<number, number | undefined>();
  return found.map(({ span, kind, name, nameStart, qualifier, start, end }, index) => {
    let enclosing = open.at(-1);
    while (enclosing !== undefined && enclosing.end <= start) {
      open.pop();
      enclosing = open.at(-1);
    }
    // Several names of one node, as in `const a = 1, b = 2`, stand side by side.
    const owner = enclosing?.id === span.id ? owners.get(enclosing.index) : enclosing?.index;
    owners.set(index, owner);
    open.push({ index, id: span.id, end });
    const startLine = lines.at(start);
    const nameLine = lines.at(nameStart);
    const endLine = lines.at(Math.max(start, end - 1)) + 1;
    return { kind, name, qualifier, startLine, nameLine, endLine, owner };
  });
}

function literalLines(literals: readonly LiteralSpan[], code: readonly Span[], lines: LineIndex): Literal[] {
  return partLiterals(literals, code, lines)
    .flatMap(({ kind, span, inside }) => partsOf(kind, span, inside, lines))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

interface OpenSpan {
  readonly span: Span;
  readonly kind: Literal["kind"] | "code";
  /** The code of several lines in a literal, in order, without what lies in other code. */
  readonly inside: Span[];
}

interface PartedLiteral extends OpenSpan {
  readonly kind: Literal["kind"];
}

/** Gives each literal the code inside it, in one walk over all spans as they lie in each other. */
function partLiterals(literals: readonly LiteralSpan[], code: readonly Span[], lines: LineIndex): PartedLiteral[] {
  const parted = literals.map(({ kind, span }): PartedLiteral => ({ kind, span, inside: [] }));
  const codeOfLines = code.filter(({ start, end }) => lines.at(start) < lines.at(end - 1));
  const spans: OpenSpan[] = [...parted, ...codeOfLines.map((span) => ({ kind: "code" as const, span, inside: [] }))];
  spans.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const open: OpenSpan[] = [];
  for (const each of spans) {
    while ((open.at(-1)?.span.end ?? Infinity) <= each.span.start) open.pop();
    for (let at = open.length - 1; each.kind === "code" && at >= 0 && open[at]?.kind !== "code"; at--) {
      open[at]?.inside.push(each.span);
    }
    open.push(each);
  }
  return parted;
}

/** The lines that begin inside a literal. Those that begin in code inside it part it. */
function partsOf(kind: Literal["kind"], { start, end }: Span, inside: readonly Span[], lines: LineIndex): Literal[] {
  const result: Literal[] = [];
  const last = lines.at(end - 1);
  let line = lines.at(start) + 1;
  for (const inner of inside) {
    const opening = lines.at(inner.start);
    if (line <= opening) result.push({ kind, start: line, end: opening + 1 });
    line = Math.max(line, lines.at(inner.end - 1) + 1);
  }
  if (line <= last) result.push({ kind, start: line, end: last + 1 });
  return result;
}

function lineEnd(text: string, from: number, hasReturns: boolean): number {
  if (!hasReturns) return text.indexOf("\n", from);
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}

/** Finds the line of an index; lines end as `splitLines` ends them. */
class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    const hasReturns = text.includes("\r");
    for (let end = lineEnd(text, 0, hasReturns); end !== -1; end = lineEnd(text, end + 1, hasReturns)) {
      if (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10) end++;
      this.#starts.push(end + 1);
    }
  }

  at(index: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return low;
  }
}
