/**
 * The port through which the core sees a syntax tree. Lines are zero-based, ranges end-exclusive.
 * A parser is optional everywhere: without one the engine works from indentation and line structure.
 */
export interface SyntaxTree {
  /** False if parsing took too long and was given up: then the tree is empty and says nothing. */
  readonly isWhole: boolean;
  /** Number of ERROR and MISSING nodes. */
  readonly errorCount: number;
  /** Functions, methods, classes, rules and other named declarations, in document order. */
  declarations(): readonly Declaration[];
  /** The lines that begin inside a string or comment of several lines, so that their indentation is content. */
  literals(): readonly Literal[];
  /** Frees the memory of the tree; the tree must not be used afterwards. */
  dispose(): void;
}

export interface Declaration {
  /** The language's general word: function, class, interface, type, variable, module, rule, section, call. */
  readonly kind: string;
  readonly name: string;
  /** Type that a declaration outside its type's body belongs to (Go receiver, C++ `Foo::bar`, Rust impl type). */
  readonly qualifier?: string | undefined;
  /** First line of the declaration with its decorators and modifiers, but without its leading comments. */
  readonly startLine: number;
  /** Line on which the name stands. */
  readonly nameLine: number;
  /** One past its last line. */
  readonly endLine: number;
  /** Index of the enclosing declaration in the same list. */
  readonly owner: number | undefined;
}

export interface Literal {
  readonly kind: "string" | "docstring" | "comment";
  /** First line that begins inside the literal (the line after its opening). */
  readonly start: number;
  readonly end: number;
}

export interface SyntaxParser {
  /** Parses `text`. Given the tree of an earlier text, it reuses what is unchanged. Never throws. */
  parse(text: string, previous?: EarlierTree): SyntaxTree;
}

/** The tree of an earlier text, and where the texts differ. */
export interface EarlierTree {
  readonly tree: SyntaxTree;
  readonly text: string;
  /** The changed ranges, ascending; without them the texts are compared from both ends. */
  readonly changes?: readonly SyntaxEdit[];
}

/** In UTF-16 code units: `oldText[start, oldEnd)` became `newText[newStart, newEnd)`. */
export interface SyntaxEdit {
  readonly start: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface SyntaxParsers {
  /** The parser for a VS Code language id, loaded on first use; `undefined` if there is no grammar. */
  load(language: string): Promise<SyntaxParser | undefined>;
}
