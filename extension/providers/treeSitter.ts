import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Edit, Language, Parser, Query, QueryMatch, Tree } from "web-tree-sitter";
import type {
  Declaration,
  Literal,
  SyntaxParser,
  SyntaxParsers,
  SyntaxTree,
  EarlierTree,
  SyntaxEdit,
} from "../core/text/syntax.ts";
import { grammars, type Grammar } from "./grammars.ts";
import { surveyTree, type TreeSurvey } from "./treeSurvey.ts";

type Library = typeof import("web-tree-sitter");

/** The library's own machine code, which stands beside the grammars in an installation. */
const LIBRARY_FILE = "web-tree-sitter.wasm";

/** Creates parsers that load the library and each grammar from `grammarsDirectory` when a language is first asked for. */
export function createSyntaxParsers(grammarsDirectory: string | URL): SyntaxParsers {
  const directory = typeof grammarsDirectory === "string" ? grammarsDirectory : fileURLToPath(grammarsDirectory);
  /** By file, since languages share grammars. */
  const parsers = new Map<string, Promise<SyntaxParser>>();
  return {
    async load(language) {
      const grammar = grammars.get(language);
      if (grammar === undefined) return undefined;
      const known = parsers.get(grammar.file);
      if (known !== undefined) return known;
      const loading = loadParser(directory, grammar);
      parsers.set(grammar.file, loading);
      // A reinstall repairs it without a restart.
      loading.catch(() => parsers.delete(grammar.file));
      return loading;
    },
  };
}

/** Finds the grammars' directory for code that runs from its source, with node_modules. */
export function sourceGrammarsDirectory(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("@vscode/tree-sitter-wasm/package.json")), "wasm");
}

async function loadParser(directory: string, grammar: Grammar): Promise<SyntaxParser> {
  const library = await loadLibrary(directory);
  const language = await loadFile(join(directory, grammar.file), (bytes) => library.Language.load(bytes));
  return new TreeSitterParser(library, language, grammar.query);
}

/** One per process, since the library keeps its machine code in a variable of its module. */
let loadingLibrary: Promise<Library> | undefined;

function loadLibrary(directory: string): Promise<Library> {
  loadingLibrary ??= initializeLibrary(directory).catch((error: unknown) => {
    loadingLibrary = undefined;
    throw error;
  });
  return loadingLibrary;
}

async function initializeLibrary(directory: string): Promise<Library> {
  const library = await import("web-tree-sitter");
  await loadFile(findLibraryFile(directory), (wasmBinary) => library.Parser.init({ wasmBinary }));
  return library;
}

/** From source, the grammars lie in a package of their own and the library's file in the library's. */
function findLibraryFile(directory: string): string {
  const installed = join(directory, LIBRARY_FILE);
  if (existsSync(installed)) return installed;
  try {
    return createRequire(import.meta.url).resolve(`web-tree-sitter/${LIBRARY_FILE}`);
  } catch {
    return installed;
  }
}

async function loadFile<Loaded>(path: string, load: (bytes: Uint8Array) => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load(await readFile(path));
  } catch (cause) {
    throw new Error(`Cannot load the grammar file ${path}. The installation is incomplete: install Fast Apply again.`, {
      cause,
    });
  }
}

class TreeSitterParser implements SyntaxParser {
  readonly #library: Library;
  readonly #parser: Parser;
  readonly #language: Language;
  readonly #query: Query;

  constructor(library: Library, language: Language, query: string) {
    this.#library = library;
    this.#parser = new library.Parser().setLanguage(language);
    this.#language = language;
    this.#query = new library.Query(language, query);
  }

  parse(text: string, previous?: EarlierTree): SyntaxTree {
    const old = previous?.tree;
    if (old instanceof TreeSitterTree && old.isOf(this.#language)) {
      const tree = this.#reparse(text, old, previous?.changes);
      // Error recovery depends on what is reused. The tree of a text must not depend on the texts before it.
      if (tree && !tree.rootNode.hasError) return new TreeSitterTree(text, tree, this.#query);
      tree?.delete();
    }
    const tree = this.#parse(text);
    return tree ? new TreeSitterTree(text, tree, this.#query) : NO_TREE;
  }

  #reparse(
    text: string,
    old: TreeSitterTree,
    changes: readonly SyntaxEdit[] = findChange(old.text, text),
  ): Tree | undefined {
    const edited = old.tree.copy();
    // From the last to the first, so that each is still where it was.
    for (const change of changes.toReversed()) edited.edit(new this.#library.Edit(toEdit(old.text, text, change)));
    const tree = this.#parse(text, edited);
    edited.delete();
    return tree;
  }

  /** `undefined` if it takes too long, as it may for a long text that is not code. */
  #parse(text: string, old?: Tree): Tree | undefined {
    // A lone `\r` ends a line in the core, but not for the library; replacing it keeps all positions.
    const lines = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
    const deadline = performance.now() + MAX_PARSE_MS;
    const progressCallback = (): boolean => performance.now() > deadline;
    const tree = this.#parser.parse(lines, old, text.length > SHORT ? { progressCallback } : undefined);
    if (tree === null) this.#parser.reset();
    return tree ?? undefined;
  }
}

/** A text of this many characters is parsed in no time, whatever it is. */
const SHORT = 50_000;
/** More than twice what two megabytes of code take on a slow machine. */
const MAX_PARSE_MS = 1000;

const NO_TREE: SyntaxTree = {
  isWhole: false,
  errorCount: 0,
  declarations: () => [],
  literals: () => [],
  dispose: () => undefined,
};

class TreeSitterTree implements SyntaxTree {
  readonly isWhole = true;
  readonly text: string;
  readonly tree: Tree;
  readonly #query: Query;
  #errors: Errors | undefined;
  #survey: TreeSurvey | undefined;
  #disposed = false;

  constructor(text: string, tree: Tree, query: Query) {
    this.text = text;
    this.tree = tree;
    this.#query = query;
  }

  get errorCount(): number {
    return this.#allErrors.count;
  }

  get #allErrors(): Errors {
    return (this.#errors ??= findErrors(this.tree));
  }

  declarations(): readonly Declaration[] {
    return this.#surveyed().declarations;
  }

  literals(): readonly Literal[] {
    return this.#surveyed().literals;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.tree.delete();
  }

  isOf(language: Language): boolean {
    return !this.#disposed && this.tree.language === language;
  }

  /** Empty if it takes too long. */
  #matches(): QueryMatch[] {
    if (this.text.length <= SHORT) return this.#query.matches(this.tree.rootNode);
    const deadline = performance.now() + MAX_QUERY_MS;
    const progressCallback = (): boolean => performance.now() > deadline;
    const matches = this.#query.matches(this.tree.rootNode, { progressCallback });
    return performance.now() > deadline ? [] : matches;
  }

  #surveyed(): TreeSurvey {
    this.#survey ??=
      this.#allErrors.mostTokens > TOKENS_OF_NO_CODE
        ? { declarations: [], literals: [] }
        : surveyTree(this.text, this.#matches());
    return this.#survey;
  }
}

/** Long enough for the longest code, short enough for a text that only looks like code. */
const MAX_QUERY_MS = 500;

interface Errors {
  /** Number of ERROR and MISSING nodes. */
  readonly count: number;
  /** Number of keywords and signs directly in the ERROR node that has most of them. */
  readonly mostTokens: number;
}

/**
 * A query takes time in the square of a run of keywords and signs, and only an ERROR has long ones: 20 seconds for 100,000 parentheses.
 * Such a text is not code, so little is lost if it has no declarations.
 */
const TOKENS_OF_NO_CODE = 20_000;

/** Enters only subtrees with an error. */
function findErrors(tree: Tree): Errors {
  let count = 0;
  let mostTokens = 0;
  if (!tree.rootNode.hasError) return { count, mostTokens };
  const cursor = tree.walk();
  for (;;) {
    const node = cursor.currentNode;
    const hasError = node.hasError;
    if (hasError && node.isError) {
      count++;
      mostTokens = Math.max(mostTokens, node.childCount - node.namedChildCount);
    } else if (hasError && node.isMissing) {
      count++;
    }
    if (hasError && cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) {
      if (cursor.gotoParent()) continue;
      cursor.delete();
      return { count, mostTokens };
    }
  }
}

type EditExtent = ConstructorParameters<typeof Edit>[0];

/** Finds the part between the common start and the common end of two texts; empty if they are equal. */
function findChange(before: string, after: string): SyntaxEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let common = 0;
  while (
    common < shorter - start &&
    before.charCodeAt(before.length - 1 - common) === after.charCodeAt(after.length - 1 - common)
  ) {
    common++;
  }
  // A character of two code units is replaced as a whole.
  if (isLowSurrogate(before, start) || isLowSurrogate(after, start)) start = Math.max(0, start - 1);
  if (common > 0 && isLowSurrogate(after, after.length - common)) common--;
  return [{ start, oldEnd: before.length - common, newStart: start, newEnd: after.length - common }];
}

function toEdit(before: string, after: string, { start, oldEnd, newStart, newEnd }: SyntaxEdit): EditExtent {
  const startPosition = pointAt(before, start);
  const written = pointAt(after.slice(newStart, newEnd), newEnd - newStart);
  return {
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: start + newEnd - newStart,
    startPosition,
    oldEndPosition: pointAt(before, oldEnd),
    newEndPosition: {
      row: startPosition.row + written.row,
      column: written.row === 0 ? startPosition.column + written.column : written.column,
    },
  };
}

function isLowSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}

/** Tree-sitter ends a row at `\n` alone. */
function pointAt(text: string, index: number): { row: number; column: number } {
  let row = 0;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < index; end = text.indexOf("\n", start)) {
    row++;
    start = end + 1;
  }
  return { row, column: index - start };
}
