import { declaredExtent } from "./declaredExtent.ts";
import { bareName, findNamings, isCommentLine, MAX_NAMES, namingOf, type Naming } from "./declaredNames.ts";
import type { StatementKind } from "./statements.ts";
import type { Statement } from "./statement.ts";
import { indentWidth } from "../text/indentation.ts";
import { IMPORTS, isAboutComment, isAboutUses } from "./statementWords.ts";

/** What the prose says of a line of the original. If several things are said, the first of these counts. */
export const SAID = {
  nothing: 0,
  /** Its declaration, import or entry is deleted; so is each line of its block. */
  deleted: 1,
  /** It declares something that is renamed. */
  renamed: 2,
  /** Its declaration, and each line of its block, is moved. */
  moved: 3,
  /** Its declaration is replaced, and each line of its block. */
  replaced: 4,
  /** Its declaration stays as it is. */
  kept: 5,
  /** Something in its block, or that it holds, is deleted, moved or wrapped: a part of `a`, the second call of `a`. */
  touched: 6,
  /** It mentions a name that is deleted or renamed. */
  mentions: 7,
} as const;

type SaidCode = (typeof SAID)[keyof typeof SAID];

/** What prose says of a file's lines, for the features of a model. */
export interface LineEvidence {
  /** For each line of the original one of `SAID`. */
  readonly codes: Uint8Array;
  /** Names that are said to be new, as they stand in code: of what is added, extracted, or renamed or replaced to. */
  readonly newNames: ReadonlySet<string>;
  /** What is said to be called otherwise now: the old name by the new one, as they stand in code. */
  readonly renames: ReadonlyMap<string, string>;
  /** It is said that nothing else changes. */
  readonly nothingElse: boolean;
}

/**
 * Finds what is said of each of `lines`. `ends`: for each line one past the last line of the block that it opens (`Blocks.end`). Only the
 * first names (`MAX_NAMES`) are looked for, each in every line: nobody says more about one file.
 */
export function lineEvidence(said: readonly Statement[], lines: readonly string[], ends: Int32Array): LineEvidence {
  const codes = new Uint8Array(lines.length);
  const newNames = new Set<string>();
  const mark = (from: number, to: number, code: SaidCode): void => {
    for (let line = from; line < to; line++) {
      const old = codes[line] ?? 0;
      if (old === SAID.nothing || code < old) codes[line] = code;
    }
  };
  const plain = said.filter(({ certainty }) => certainty === "said");
  for (const statement of plain)
    for (const name of namedNew(statement)) if (newNames.size < MAX_NAMES) newNames.add(bareName(name));
  const named = plain.flatMap((statement) => statement.names.map((name) => ({ statement, name })));
  for (const { statement, name } of named.slice(0, MAX_NAMES)) {
    const code = CODE_OF[statement.kind];
    if (statement.kind === "cut")
      for (const line of restBehind(lines, ends, statement, name)) mark(line, line + 1, SAID.deleted);
    if (code === undefined || bareName(name).length < 2 || isKeptBy(plain, statement, name)) continue;
    const found = findUses(lines, name, statement.noun);
    const isComment = isAboutComment(statement.noun);
    const all = found.filter(({ line, naming }) =>
      isComment ? isRemark(lines[line] ?? "") : isMeant(naming, statement.noun),
    );
    const only = code === SAID.deleted ? onlyWithin(found, statement.within ?? [], lines, ends) : undefined;
    const placed = all.find((one) => one === only);
    const meant = placed === undefined ? all : [placed];
    // Of several the prose does not say which one it means; entries of lists that name what is declared once go with it.
    const declared = meant.filter(({ naming }) => naming === "declares").length;
    const isOpen = (declared > 1 || (declared === 0 && meant.length > 1)) && statement.noun?.endsWith("s") !== true;
    for (const { line, naming } of meant) {
      // Words that quote a line, or speak of a comment, mean that line alone, but for one that opens a block.
      const isLine = isComment || (naming === "quoted" && (ends[line] ?? 0) <= line + 1);
      const isUse =
        !isComment && isAboutUses(statement.noun) && !isAsItStands(lines[line] ?? "", naming, statement, name);
      const isPart = statement.isPart && placed === undefined && !(naming === "quoted" && meant.length === 1);
      const isTouched = isOpen || isPart || isUse || bringsMore(lines[line] ?? "", naming, statement.names);
      const { begin, end } =
        isComment && WHOLE.test(statement.sentence)
          ? { begin: line, end: commentEnd(lines, line) }
          : isLine
            ? { begin: line, end: line + 1 }
            : declaredExtent(lines, ends, line);
      // A heading alone is not the section that has it.
      const isTitle = end === line + 1 && SECTIONS.test(statement.noun ?? "");
      const isGone = (code === SAID.deleted || code === SAID.moved) && naming === "declares";
      mark(isGone ? begin : line, code === SAID.renamed ? line + 1 : end, isTouched || isTitle ? SAID.touched : code);
    }
    if (code === SAID.kept || code === SAID.touched) continue;
    for (const { line, naming } of found) if (!isMeant(naming, statement.noun)) mark(line, line + 1, SAID.mentions);
  }
  const renames = new Map(plain.flatMap(renamesOf).slice(0, MAX_NAMES));
  return { codes, newNames, renames, nothingElse: plain.some(({ kind }) => kind === "only") };
}

/** Lists the lines that have `name`; the only call of it, if it is all of its line, is quoted by "the `a` call". */
function findUses(lines: readonly string[], name: string, noun = ""): ReturnType<typeof findNamings> {
  const found = findNamings(lines, name);
  const [only] = found;
  if (only === undefined || found.length > 1 || !CALLS.test(noun)) return found;
  const text = (lines[only.line] ?? "").trim().replace(/^await /, "");
  return text.startsWith(`${name.split("(")[0] ?? ""}(`) && /\)[;,]?$/.test(text)
    ? [{ ...only, naming: "quoted" }]
    : found;
}

/** Whether the words mean a line as it stands: the `a` line that declares it, or one that they quote. */
function isAsItStands(line: string, naming: Naming, { noun = "" }: Statement, name: string): boolean {
  const text = line.trim();
  const bare = bareName(name);
  if (naming === "quoted" || (text === bare && /[^\w$]/.test(text))) return true;
  // "The `@media (max-width: 420px)` block" begins with that.
  if (/^(?:block|branch|loop)$/.test(noun) && /[^\w$]/.test(bare) && /^\s*[{:]$/.test(text.slice(bare.length)))
    return text.startsWith(bare);
  return LINES.test(noun) && naming !== "mentions" && /[^{([:]$/.test(text);
}

/** Where words speak of a comment, `# a` is one, and no heading. */
const isRemark = (line: string): boolean => isCommentLine(line) || /^\s*# /.test(line);

/** "The whole comment above `a`", "the comment block". */
const WHOLE = /\b(?:whole|entire|complete)\b[^.;]{0,60}\bcomment\b|\bcomment block\b/i;

/** One past the last of the comment lines that follow a line, as deep as it. */
function commentEnd(lines: readonly string[], line: number): number {
  const width = indentWidth(lines[line] ?? "");
  let end = line + 1;
  while (isRemark(lines[end] ?? "") && indentWidth(lines[end] ?? "") === width) end++;
  return end;
}

const LINES = /^(?:lines?|entry|entries|rows?)$/;
const CALLS = /^(?:calls?|invocation|statement|line)$/;

/** Finds the one line of `found` in the block that words name: "`a` from `b`"; `undefined` if it has none or several. */
function onlyWithin<Found extends { readonly line: number }>(
  found: readonly Found[],
  within: readonly string[],
  lines: readonly string[],
  ends: Int32Array,
): Found | undefined {
  const heads = within.flatMap((name) => findNamings(lines, name)).filter(({ naming }) => naming === "declares");
  const [head] = heads;
  if (head === undefined || heads.length > 1) return undefined;
  const { end } = declaredExtent(lines, ends, head.line);
  const inside = found.filter(({ line }) => line >= head.line && line < end);
  return inside.length === 1 && inside[0]?.line !== head.line ? inside[0] : undefined;
}

/** Whether a line imports or declares other names too than those that a statement is about. */
function bringsMore(line: string, naming: Naming, names: readonly string[]): boolean {
  if (naming === "declares") return declaresSeveral(line);
  if (naming !== "imports") return false;
  const begin = /\b(?:import|use|const|let|var)\b/.exec(line);
  const listed = line.slice(begin === null ? 0 : begin.index + begin[0].length).split(/\bfrom\b|=/)[0] ?? "";
  const others = listed
    .split(/[,{}]/)
    .filter((entry) => /\w\W*$/.test(entry) && !/(?:::|\btype|\bstatic)\s*$/.test(entry));
  return others.length > 1 && others.some((entry) => names.every((name) => namingOf(entry, name) === undefined));
}

/** "let a = 1, b = 2", "h1, h2 {": a comma outside brackets with something behind it, but not one of the types that a type extends. */
function declaresSeveral(line: string): boolean {
  let text = line.trim().replace(/\b(?:extends|implements|with)\b.*$/, "");
  for (let inner = ""; inner !== text;) {
    inner = text;
    text = text.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>|"[^"]*"|'[^']*'/g, "");
  }
  return /^[^([{<"'`]*,\s*[\w.#$*:[]/.test(text);
}

/** Checks whether any of `lines` has a name otherwise than by mentioning it. */
export const declaresAny = (lines: readonly string[], name: string): boolean =>
  findNamings(lines, name).some(({ naming }) => naming !== "mentions");

/** Whether the answer names what stays by its own name, where a word of a sentence may only be a name, or somebody else asked for it. */
function isKeptBy(said: readonly Statement[], { kind, isLoose, voice }: Statement, name: string): boolean {
  if (kind === "keep" || (!isLoose && voice === "answer")) return false;
  return said.some(
    (other) =>
      other.kind === "keep" &&
      other.voice === "answer" &&
      !other.isPart &&
      !other.isLoose &&
      other.names.some((kept) => bareName(kept) === bareName(name)),
  );
}

/**
 * The lines behind the last one that has a name, and behind its block: where the file is said to end there, all but what closes the blocks
 * around it, else those of the block around it.
 */
function restBehind(lines: readonly string[], ends: Int32Array, { noun }: Statement, name: string): number[] {
  const last = findNamings(lines, name).findLast(({ naming }) => naming !== "mentions")?.line;
  if (last === undefined) return [];
  const from = declaredExtent(lines, ends, last).end;
  const width = indentWidth(lines[last] ?? "");
  const isOutside = (line: number): boolean => lines[line]?.trim() !== "" && indentWidth(lines[line] ?? "") < width;
  const rest = Array.from({ length: lines.length - from }, (_, at) => from + at);
  const out = rest.findIndex(isOutside);
  if (noun !== "file") return out < 0 ? rest : rest.slice(0, out);
  return rest.filter((line) => !isOutside(line) || !CLOSES.test(lines[line] ?? ""));
}

const SECTIONS = /^(?:sections?|paragraphs?|chapters?)$/;

/** Closes blocks, and nothing else. */
const CLOSES = /^\s*(?:[)\]}]+[;,]?\s*$|end\b|<\/)/;

const CODE_OF: Readonly<Partial<Record<StatementKind, SaidCode>>> = {
  delete: SAID.deleted,
  rename: SAID.renamed,
  move: SAID.moved,
  replace: SAID.replaced,
  keep: SAID.kept,
  wrap: SAID.touched,
  extract: SAID.touched,
};

function namedNew({ kind, names, newNames }: Statement): readonly string[] {
  if (kind === "add") return names;
  return kind === "wrap" ? [] : newNames;
}

/** The pairs of names of a renaming, the new one first. */
function renamesOf({ kind, names, newNames }: Statement): [string, string][] {
  if (kind !== "rename") return [];
  return names.flatMap((name, index): [string, string][] => {
    const [from, to] = [bareName(name), bareName(newNames[index] ?? "")];
    return from !== to && from.length > 1 && to.length > 1 ? [[to, from]] : [];
  });
}

function isMeant(naming: Naming, noun: string | undefined): boolean {
  if (naming === "mentions") return false;
  if (naming === "quoted") return true;
  return noun === undefined || naming === "lists" || IMPORTS.has(noun) === (naming === "imports");
}
