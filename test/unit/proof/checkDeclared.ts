import { expect } from "vitest";
import { compare, type Comparison, type JudgedFile } from "../../../extension/core/proof/comparison.ts";
import type { Finding } from "../../../extension/core/proof/proof.ts";
import type { SyntaxTree } from "../../../extension/core/text/syntax.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());

/** One search for findings. `tree` is that of the result. */
export type Find = (file: JudgedFile, comparison: Comparison, tree: SyntaxTree | undefined) => readonly Finding[];

export type Row = readonly [name: string, language: string, text: string, result: string, findings: readonly Finding[]];

/** What is said of a declaration that vanished; lines count from 1, the last one included. */
export function lost(name: string, start: number, end = start): Finding {
  const where = start === end ? `line ${start}` : `lines ${start} to ${end}`;
  return {
    type: "lost-line",
    message: `The sketch does not say that "${name}" in ${where} of the file should vanish.`,
    original: { start: start - 1, end },
  };
}

/** What is said of a name that stands in several lines of the result; they count from 1, and `fresh` is the new one. */
export function twice(name: string, lines: readonly number[], fresh: number): Finding {
  return {
    type: "duplicate",
    message: `"${name}" stands twice in one place: in ${lines.map((line) => `line ${line}`).join(" and ")} of the result.`,
    rewrite: { start: fresh - 1, end: fresh },
  };
}

/** Checks what is found without a grammar. */
export function checkFound(
  find: Find,
  language: string,
  text: string,
  result: string,
  findings: readonly Finding[],
): void {
  const file = { text, language, parser: undefined, tree: undefined };
  expect(find(file, compare(file, result), undefined)).toEqual(findings);
}

/** Checks what is found with the grammar of the language. `before` and `after` tell whether the texts are parsed to the end. */
export async function checkParsed(
  find: Find,
  language: string,
  text: string,
  result: string,
  findings: readonly Finding[],
  { before = true, after = true } = {},
): Promise<void> {
  const parser = await parsers.load(language);
  if (parser === undefined) throw new Error(`There is no parser for ${language}.`);
  const read = (source: string, isWhole: boolean): SyntaxTree => {
    const tree = parser.parse(source);
    return isWhole ? tree : { ...tree, isWhole, declarations: () => [] };
  };
  const tree = read(text, before);
  const file = { text, language, parser, tree };
  expect(find(file, compare(file, result), read(result, after))).toEqual(findings);
}
