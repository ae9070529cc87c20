import { bareName, namingOf, type Naming } from "./declaredNames.ts";
import type { Statement, StatementKind } from "./statements.ts";
import { IMPORTS, isAboutUses } from "./statementWords.ts";

/** What the prose says of a line of the original. Where several things are said, the first of these counts. */
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

export type SaidCode = (typeof SAID)[keyof typeof SAID];

/** What prose says of a file's lines, for the features of a model. */
export interface LineEvidence {
  /** For each line of the original one of `SAID`. */
  readonly codes: Uint8Array;
  /** Names that are said to be new, as they stand in code: of what is added, extracted, or renamed or replaced to. */
  readonly newNames: ReadonlySet<string>;
  /** Nothing else is said to change. */
  readonly isAll: boolean;
}

/**
 * What is said of each of `lines`. `ends`: for each line one past the last line of the block that it opens (`Blocks.end`). Costs one
 * look at each line for each name.
 */
export function lineEvidence(said: readonly Statement[], lines: readonly string[], ends: Int32Array): LineEvidence {
  const codes = new Uint8Array(lines.length);
  const newNames = new Set<string>();
  let isAll = false;
  const mark = (from: number, to: number, code: SaidCode): void => {
    for (let line = from; line < to; line++) {
      const old = codes[line] ?? 0;
      if (old === SAID.nothing || code < old) codes[line] = code;
    }
  };
  for (const statement of said) {
    if (statement.certainty !== "said") continue;
    isAll ||= statement.kind === "only";
    for (const name of isNamedNew(statement) ? statement.names : []) newNames.add(bareName(name));
    if (statement.kind !== "wrap") for (const name of statement.newNames) newNames.add(bareName(name));
    const code = CODE_OF[statement.kind];
    if (code === undefined) continue;
    for (const name of statement.names) {
      const bare = bareName(name);
      if (bare.length < 2) continue;
      for (const [index, line] of lines.entries()) {
        const naming = line.includes(bare) ? namingOf(line, name) : undefined;
        if (naming === undefined) continue;
        const isMeant = naming !== "mentions" && isOfNoun(naming, statement.noun);
        const end = Math.max(index + 1, ends[index] ?? index + 1);
        if (!isMeant)
          mark(index, index + 1, code === SAID.kept || code === SAID.touched ? SAID.nothing : SAID.mentions);
        else if (statement.isPart || isAboutUses(statement.noun)) mark(index, end, SAID.touched);
        else mark(index, code === SAID.renamed ? index + 1 : end, code);
      }
    }
  }
  return { codes, newNames, isAll };
}

const CODE_OF: Readonly<Partial<Record<StatementKind, SaidCode>>> = {
  delete: SAID.deleted,
  rename: SAID.renamed,
  move: SAID.moved,
  replace: SAID.replaced,
  keep: SAID.kept,
  wrap: SAID.touched,
  extract: SAID.touched,
};

function isNamedNew({ kind }: Statement): boolean {
  return kind === "add";
}

function isOfNoun(naming: Exclude<Naming, "mentions">, noun: string | undefined): boolean {
  return noun === undefined || naming === "lists" || IMPORTS.has(noun) === (naming === "imports");
}
