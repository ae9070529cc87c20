import { describe, expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { findNewErrors } from "../../../extension/core/proof/syntaxFaults.ts";
import type { SyntaxTree } from "../../../extension/core/text/syntax.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load("typescript");

const NO_JSON = "The result is no longer valid JSON.";
const OPEN_FENCE = "The result has a code fence without its end.";
const LONE_BRACKET = "The result has a bracket without its partner.";
const NEW_ERROR = "The result has a new syntax error.";

/** Checks what is said of a result, without a grammar. */
function check(language: string, original: string, result: string, message: string | undefined): void {
  const file = { text: original, language, parser: undefined, tree: undefined };
  expect(findNewErrors(file, result, undefined)).toEqual(message === undefined ? [] : [{ type: "syntax", message }]);
}

type Row = [name: string, original: string, result: string, message?: string];

describe("the JSON of a result", () => {
  it.each<Row>([
    ["is valid", '{ "a": 1 }', '{ "a": [2] }'],
    ["has a comma too many", '{ "a": 1 }', '{ "a": 1, }', NO_JSON],
    ["has a comma too many, and a byte order mark as the file has", '\uFEFF{ "a": 1 }', '\uFEFF{ "a": 1, }', NO_JSON],
    ["has lost its byte order mark", '\uFEFF{ "a": 1 }', '{ "a": 2 }'],
    ["has a byte order mark between its keys", '{ "a": 1 }', '{ "a": 1, \uFEFF"b": 2 }', NO_JSON],
    ["was amiss before, but for its brackets", '{ "a": 1, }', '{ "a": 2,', LONE_BRACKET],
  ])("%s", (_, original, result, message) => {
    check("json", original, result, message);
  });

  it("may have commas and comments that its language allows", () => {
    check("jsonc", '{ "a": 1 }', '{ "a": 1, } // one', undefined);
  });
});

describe("the code fences of a result", () => {
  const before = "Run it:\n\n```sh\nrun\n```\n";

  it.each<Row>([
    ["all end", before, "Run it:\n\n~~~sh\nrun --all\n~~~\n"],
    ["end where they are indented", before, "1. Run it:\n\n   ```sh\n   run --all\n   ```\n"],
    ["do not end where they are indented", before, "1. Run it:\n\n   ```sh\n   run --all\n", OPEN_FENCE],
    ["do not end in a quotation", before, "> ```sh\n> run --all\n", OPEN_FENCE],
    ["are named in a sentence", before, "Begin with ```sh to run it.\n"],
    ["are a single sign at the beginning of a sentence", before, "`run` starts it.\n\n~5 seconds pass.\n"],
    ["end with nothing behind them", before, "```sh\nrun --all\n```   \n"],
    ["do not end where a line goes on", before, "```sh\nrun --all\n``` and then ```\n", OPEN_FENCE],
    ["do not end with a shorter one", before, "````sh\nrun --all\n```\n", OPEN_FENCE],
    ["end with lines that end with a carriage return", before, "```sh\r\nrun --all\r\n```\r\n"],
    ["were amiss before", "```sh\nrun\n", "```sh\nrun --all\n"],
  ])("%s", (_, original, result, message) => {
    check("markdown", original, result, message);
  });
});

describe("the brackets of a result", () => {
  const before = "run { it.start() }\n";

  it.each<Row>([
    ["all have partners", before, "run { it.start(list[0]) }\n"],
    ["are the first ones of the file", "run\n", "run (\n", LONE_BRACKET],
    ["lack their ends", before, "run { it.start()\n", LONE_BRACKET],
    ["lack their beginnings", before, "run it.start() }\n", LONE_BRACKET],
    ["end in the wrong order", before, "run { it.start(} )\n", LONE_BRACKET],
    ["stand in a comment", before, "run { it.start() } // as in (1) or (2\n"],
    ["stand in a comment over lines", before, "run { it.start() } /* as in (1)\n or (2 */\n"],
    ["stand in quotes", before, "run { it.start('one, (two', \"[three\") }\n"],
    ["stand in quotes that hold quotes", before, 'run { it.start(\'it\\\'s (\', "say \\"[\\"") }\n'],
    ["stand behind quotes", before, "run { it.start('one' }\n", LONE_BRACKET],
    ["stand behind a comment", before, "run { // starts it\n it.start( }\n", LONE_BRACKET],
    ["were amiss before", "run { it.start( }\n", "run { it.stop( }\n"],
  ])("%s", (_, original, result, message) => {
    check("groovy", original, result, message);
  });

  it("need no partner where the language has none", () => {
    check("plaintext", "a) one\n", "a) one\nb) two :(\n", undefined);
    check("plaintext", "(one)\n", "(one\n", undefined);
  });
});

describe("syntax errors that trees count", () => {
  const tree = (errorCount: number, isWhole = true): SyntaxTree => ({
    isWhole,
    errorCount,
    declarations: () => [],
    literals: () => [],
    dispose: () => undefined,
  });

  it.each<[string, before: SyntaxTree, after: SyntaxTree, message?: string]>([
    ["are none", tree(0), tree(0)],
    ["are one", tree(0), tree(1), NEW_ERROR],
    ["are several", tree(0), tree(3), "The result has 3 new syntax errors."],
    ["are those of the file", tree(2), tree(2)],
    ["are fewer than before", tree(2), tree(1)],
    ["are one more than before", tree(2), tree(3), NEW_ERROR],
    ["are some more than before", tree(1), tree(3), "The result has 2 new syntax errors."],
    ["are not known of a file that took too long", tree(0, false), tree(1)],
    ["are not known of a result that took too long", tree(0), tree(1, false)],
  ])("%s", (_, before, after, message) => {
    const file = { text: "run()\n", language: "lua", parser: undefined, tree: before };
    // The trees are right, and the bracket is not looked at.
    const found = findNewErrors(file, "run((\n", after);
    expect(found).toEqual(message === undefined ? [] : [{ type: "syntax", message }]);
  });

  it.each<[string, SyntaxTree | undefined, SyntaxTree | undefined]>([
    ["file", undefined, tree(0)],
    ["result", tree(0), undefined],
  ])("are not counted without a tree of the %s, where brackets are", (_, before, after) => {
    const file = { text: "run()\n", language: "lua", parser: undefined, tree: before };
    expect(findNewErrors(file, "run((\n", after)).toEqual([{ type: "syntax", message: LONE_BRACKET }]);
  });
});

describe("syntax errors of a file with a grammar", () => {
  const original = "export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n";

  it.each<[string, string, string, string?]>([
    ["are none", original, original.replace("return 1", "return 11")],
    ["are new", original, original.replace("return 1;", "return (1;"), NEW_ERROR],
    ["are two", original, original.replace("1;", "(1;").replace("2;", "[2;"), "The result has 2 new syntax errors."],
    ["were there before", original.replace("2;", "(2;"), original.replace("2;", "(2;").replace("1;", "11;")],
    ["are gone", original.replace("2;", "(2;"), original],
  ])("%s", (_, before, result, message) => {
    const file = readOriginal(before, "typescript", parser);
    const { findings } = judgeRewrite(file, { type: "code", text: result }, result);
    file.tree?.dispose();
    expect(findings).toEqual(message === undefined ? [] : [{ type: "syntax", message, isRemark: true }]);
  });
});
