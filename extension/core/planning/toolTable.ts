import { MAX_PATH } from "../tools/editArguments.ts";

/** One argument of a tool. */
export type Parameter = {
  /** For the model. */
  readonly description: string;
  readonly isOptional?: true;
} & (
  | { readonly type: "string"; readonly longest: number }
  | { readonly type: "integer"; readonly least: number; readonly most: number }
  | { readonly type: "boolean" }
);

/** A tool by which a model looks at the workspace. None of them writes, runs or fetches. */
interface ReadTool {
  /** For the model. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Arguments that work, for a model that has sent others. */
  readonly example: Readonly<Record<string, string | number | boolean>>;
}

/** How much of an answer a model gets: entries of a list, or lines, and characters of all of it. */
export const LIMITS = {
  find_files: { entries: 200 },
  search_text: { entries: 100, perFile: 20, lineLength: 240 },
  read_file: { lines: 800, characters: 40_000, lineLength: 1_000 },
  list_folder: { entries: 300 },
  symbols: { entries: 150 },
  references: { entries: 100 },
  definition: { entries: 20 },
  problems: { entries: 100 },
  git_diff: { characters: 30_000 },
  recent_changes: { entries: 150, commits: 10 },
} as const;

const path = (what: string): Parameter & { readonly type: "string" } => ({
  type: "string",
  longest: MAX_PATH,
  description: `${what}: its path relative to the workspace, with "/".`,
});

const optional = <Of extends Parameter>(parameter: Of): Of & { readonly isOptional: true } => ({
  ...parameter,
  isOptional: true,
});

const line = (what: string) =>
  ({ type: "integer", least: 1, most: 10_000_000, description: `${what}, from 1.` }) as const satisfies Parameter;

const text = (description: string, longest: number) =>
  ({ type: "string", longest, description }) as const satisfies Parameter;

/** All tools for reading: what models get to know of them, and what they may ask. */
export const READ_TOOLS = {
  find_files: {
    description: `Finds files by name: a glob such as src/**/*.test.ts, or letters of a path in their order (fuzzy). At most ${LIMITS.find_files.entries} paths, the best first.`,
    parameters: { pattern: text("A glob, or letters of a path.", 300) },
    example: { pattern: "src/**/*cart*.ts" },
  },
  search_text: {
    description: `Searches the text of all files, unsaved text included. Gives path, number and text of each line, at most ${LIMITS.search_text.perFile} of a file and ${LIMITS.search_text.entries} in all, and how many there are.`,
    parameters: {
      query: text(
        "What to look for, in one line: to the letter, or a regular expression where is_regex is true.",
        1_000,
      ),
      is_regex: optional({ type: "boolean", description: "The query is a regular expression. Default: false." }),
      ignore_case: optional({ type: "boolean", description: "Capitals do not matter. Default: false." }),
      files: optional(text("Looks only into files that fit this glob, such as src/**/*.ts.", 300)),
    },
    example: { query: "class Cart", files: "src/**/*.ts" },
  },
  read_file: {
    description: `Reads a file as it is now, unsaved text included: each line behind its number and a tab, which are no part of it. At most ${LIMITS.read_file.lines} lines at once; ask for the lines that you need.`,
    parameters: {
      path: path("The file"),
      start_line: optional(line("First line")),
      end_line: optional(line("Last line, which is part of it")),
    },
    example: { path: "src/cart.ts", start_line: 1, end_line: 120 },
  },
  list_folder: {
    description: `Lists the files and folders of a folder, with how many files each folder holds. At most ${LIMITS.list_folder.entries}.`,
    parameters: { path: optional(path('The folder, "." for the workspace itself')) },
    example: { path: "src" },
  },
  symbols: {
    description: `Finds functions, classes and other symbols, as the language servers know them: those of a file where a path is given, else those of the workspace whose name fits the query. At most ${LIMITS.symbols.entries}.`,
    parameters: {
      query: optional(text("Letters of a name. Not needed with a path.", 200)),
      path: optional(path("The file")),
    },
    example: { query: "Cart" },
  },
  references: {
    description: `Finds all places that use a symbol, as the language server knows them, at most ${LIMITS.references.entries}.`,
    parameters: {
      path: path("A file in which the symbol stands"),
      line: line("A line of it in which the symbol stands"),
      symbol: text("The symbol, to the letter as the line has it.", 200),
    },
    example: { path: "src/cart.ts", line: 12, symbol: "total" },
  },
  definition: {
    description: "Finds where a symbol is defined, as the language server knows it.",
    parameters: {
      path: path("A file in which the symbol stands"),
      line: line("A line of it in which the symbol stands"),
      symbol: text("The symbol, to the letter as the line has it.", 200),
    },
    example: { path: "src/cart.ts", line: 12, symbol: "total" },
  },
  problems: {
    description: `Lists errors and warnings that language servers report, of a file or of all, at most ${LIMITS.problems.entries}.`,
    parameters: { path: optional(path("The file")) },
    example: { path: "src/cart.ts" },
  },
  git_diff: {
    description:
      "Shows what has changed since the last commit, as it is saved, of a file or of all, as a unified diff.",
    parameters: { path: optional(path("The file or folder")) },
    example: { path: "src/cart.ts" },
  },
  recent_changes: {
    description: `Lists the files that are changed or new since the last commit, those with unsaved text, and the last ${LIMITS.recent_changes.commits} commits with their files.`,
    parameters: {},
    example: {},
  },
} as const satisfies Readonly<Record<string, ReadTool>>;

export type ReadToolName = keyof typeof READ_TOOLS;

type ValueOf<Of extends Parameter> = Of["type"] extends "string"
  ? string
  : Of["type"] extends "integer"
    ? number
    : boolean;

type Table = typeof READ_TOOLS;
type Of<Name extends ReadToolName> = Table[Name]["parameters"];
type OptionalIn<Parameters> = {
  [Key in keyof Parameters]: Parameters[Key] extends { readonly isOptional: true } ? Key : never;
}[keyof Parameters];

/** The arguments of a tool, checked. */
export type ArgumentsOf<Name extends ReadToolName> = {
  readonly [Key in Exclude<keyof Of<Name>, OptionalIn<Of<Name>>>]: Of<Name>[Key] extends Parameter
    ? ValueOf<Of<Name>[Key]>
    : never;
} & {
  readonly [Key in OptionalIn<Of<Name>>]?: Of<Name>[Key] extends Parameter ? ValueOf<Of<Name>[Key]> : never;
};

/** A call with each argument checked. */
export type ReadCall = {
  [Name in ReadToolName]: { readonly tool: Name; readonly given: ArgumentsOf<Name> };
}[ReadToolName];
