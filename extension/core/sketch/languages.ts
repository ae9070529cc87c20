/**
 * Which language a path or a fence names. The ids are VS Code's ("Known language identifiers" in its documentation), or
 * those of the usual extension where VS Code has none of its own.
 */

/** What reading and merging need to know of a language besides its names. A new one is said here and nowhere else. */
type LanguageTrait =
  | "hash-comments" // `#` begins a comment, so that it says nothing about prose
  | "prose-like" // its files are sentences or look like that
  | "headings" // a heading with `#` stands above all text behind it, however that is indented
  | "tables" // `[name]` does
  | "margin-lines" // labels and preprocessor lines stand at column 0 whatever encloses them
  | "dots-as-body" // `...` is a body that does nothing
  | "fences" // its files hold fenced code
  | "keys" // its files are keys with values, and each key stands once in its block
  | "no-trailing-commas" // a comma before a closing bracket is an error
  | "style-rules" // a property may stand twice in a rule, or go without a word
  | "overloads" // functions of one name are told apart by their parameters
  | "clauses" // a name may be declared several times, by overloads or clause by clause
  | "binds-once" // a block may bind a name once: `const a = 1`, `a := 1`, `import a`
  | "leaves-blocks" // nothing behind a `return` in its block runs or is declared
  | "depth-is-taste" // how deep a line is indented says nothing
  | "depth-is-syntax" // it says which block a line belongs to
  | "colon-blocks" // nothing but a colon lets the next line stand deeper
  | "brackets"; // every bracket has a partner, and no grammar here tells where one is missing

interface Language {
  readonly id: string;
  /** Languages that a model mixes up in fences without meaning another file. Without one a language is its own family. */
  readonly family?: string;
  /** Extensions without their dot; one may itself have dots. They are also good as fence names. */
  readonly extensions?: string;
  /** Whole file names, in lower case. */
  readonly names?: string;
  /** What else fences call it, in lower case. */
  readonly aliases?: string;
  /** Families of which its files have parts. */
  readonly embeds?: string;
  readonly traits?: readonly LanguageTrait[];
}

const LANGUAGES: readonly Language[] = [
  {
    id: "typescript",
    traits: ["clauses", "binds-once"],
    family: "script",
    extensions: "ts mts cts",
    aliases: "deno",
  },
  { id: "typescriptreact", traits: ["clauses", "binds-once"], family: "script", extensions: "tsx" },
  {
    id: "javascript",
    traits: ["binds-once"],
    family: "script",
    extensions: "js mjs cjs es6",
    aliases: "node nodejs ecmascript",
  },
  { id: "javascriptreact", traits: ["binds-once"], family: "script", extensions: "jsx" },
  {
    id: "python",
    traits: ["hash-comments", "dots-as-body", "depth-is-syntax", "colon-blocks", "leaves-blocks"],
    extensions: "py pyi pyw",
    names: "sconstruct sconscript wscript",
    aliases: "python3 py3",
  },
  { id: "go", traits: ["margin-lines", "binds-once"], extensions: "go", aliases: "golang" },
  { id: "go.mod", extensions: "mod", names: "go.mod go.work" },
  { id: "rust", extensions: "rs" },
  {
    id: "java",
    traits: ["margin-lines", "overloads", "clauses", "binds-once"],
    extensions: "java jav",
  },
  { id: "c", traits: ["margin-lines", "clauses"], family: "c", extensions: "c h" },
  {
    id: "cpp",
    traits: ["margin-lines", "overloads", "clauses"],
    family: "c",
    extensions: "cpp cc cxx hpp hh hxx h++ c++ ipp tpp inl ino",
  },
  { id: "cuda-cpp", family: "c", extensions: "cu cuh", aliases: "cuda" },
  {
    id: "objective-c",
    traits: ["margin-lines", "clauses"],
    family: "c",
    extensions: "m",
    aliases: "objc objectivec obj-c",
  },
  { id: "objective-cpp", family: "c", extensions: "mm", aliases: "objc++ objective-c++" },
  {
    id: "csharp",
    traits: ["margin-lines", "overloads", "clauses", "binds-once"],
    extensions: "cs csx",
    aliases: "c# dotnet",
  },
  { id: "fsharp", extensions: "fs fsi fsx", aliases: "f#" },
  { id: "vb", extensions: "vb bas", aliases: "vbnet visualbasic" },
  {
    id: "ruby",
    traits: ["hash-comments"],
    extensions: "rb rake gemspec ru",
    names: "gemfile rakefile podfile vagrantfile fastfile",
  },
  { id: "php", traits: ["hash-comments"], extensions: "php phtml php5 php7" },
  { id: "css", traits: ["style-rules"], family: "css", extensions: "css pcss postcss" },
  { id: "scss", traits: ["style-rules", "brackets"], family: "css", extensions: "scss" },
  { id: "sass", family: "css", extensions: "sass" },
  { id: "less", traits: ["style-rules", "brackets"], family: "css", extensions: "less" },
  { id: "stylus", family: "css", extensions: "styl" },
  {
    id: "html",
    traits: ["prose-like", "depth-is-taste"],
    family: "html",
    extensions: "html htm xhtml",
    aliases: "html5",
  },
  { id: "vue", traits: ["prose-like", "brackets"], family: "html", extensions: "vue", embeds: "script css" },
  { id: "svelte", traits: ["prose-like", "brackets"], family: "html", extensions: "svelte", embeds: "script css" },
  { id: "astro", traits: ["prose-like"], family: "html", extensions: "astro", embeds: "script css" },
  { id: "handlebars", traits: ["prose-like"], family: "html", extensions: "hbs handlebars mustache" },
  { id: "erb", traits: ["prose-like"], family: "html", extensions: "erb html.erb" },
  { id: "blade", traits: ["prose-like"], family: "html", extensions: "blade.php" },
  { id: "twig", traits: ["prose-like"], family: "html", extensions: "twig" },
  { id: "django-html", traits: ["prose-like"], family: "html", extensions: "jinja jinja2 j2", aliases: "django" },
  { id: "pug", traits: ["prose-like"], extensions: "pug jade" },
  { id: "razor", extensions: "cshtml razor" },
  {
    id: "json",
    traits: ["prose-like", "keys", "no-trailing-commas", "brackets"],
    family: "json",
    extensions: "json webmanifest geojson map",
    names: ".prettierrc .babelrc composer.lock",
  },
  {
    id: "jsonc",
    traits: ["prose-like", "keys", "brackets"],
    family: "json",
    extensions: "jsonc json5 code-workspace code-snippets",
    names: "tsconfig.json jsconfig.json .eslintrc .swcrc .jshintrc devcontainer.json",
  },
  { id: "jsonl", extensions: "jsonl ndjson" },
  {
    id: "yaml",
    traits: ["hash-comments", "prose-like", "keys", "depth-is-syntax"],
    extensions: "yaml yml",
    names: ".clang-format .clang-tidy",
  },
  {
    id: "toml",
    traits: ["hash-comments", "prose-like", "tables", "keys", "brackets"],
    extensions: "toml",
    names: "cargo.lock poetry.lock pipfile",
  },
  {
    id: "ini",
    traits: ["hash-comments", "prose-like", "tables", "keys"],
    extensions: "ini cfg conf",
    names: ".editorconfig .gitconfig .npmrc .flake8 .pylintrc",
  },
  { id: "properties", traits: ["hash-comments", "prose-like", "tables", "keys"], extensions: "properties" },
  { id: "dotenv", traits: ["hash-comments", "prose-like", "keys"], extensions: "env", names: ".env" },
  {
    id: "ignore",
    traits: ["hash-comments", "prose-like"],
    names: ".gitignore .dockerignore .npmignore .vscodeignore .eslintignore .prettierignore",
  },
  {
    id: "markdown",
    traits: ["prose-like", "headings", "fences", "depth-is-taste"],
    family: "markup",
    extensions: "md markdown mdown mkd",
  },
  { id: "mdx", traits: ["prose-like", "headings", "fences", "depth-is-taste"], family: "markup", extensions: "mdx" },
  { id: "restructuredtext", traits: ["prose-like", "depth-is-taste"], family: "markup", extensions: "rst" },
  { id: "asciidoc", traits: ["prose-like", "depth-is-taste"], family: "markup", extensions: "adoc asciidoc" },
  { id: "latex", traits: ["prose-like", "depth-is-taste"], extensions: "tex sty cls" },
  { id: "bibtex", extensions: "bib" },
  {
    id: "plaintext",
    traits: ["prose-like", "depth-is-taste"],
    extensions: "txt text",
    names: "license licence notice authors codeowners readme",
    aliases: "plain none output stdout stderr log logs tree result",
  },
  { id: "csv", traits: ["prose-like", "depth-is-taste"], extensions: "csv tsv" },
  { id: "sql", extensions: "sql ddl", aliases: "mysql postgresql postgres pgsql plpgsql sqlite tsql" },
  {
    id: "shellscript",
    traits: ["hash-comments"],
    family: "shell",
    extensions: "sh bash zsh ksh fish",
    names: ".bashrc .zshrc .profile",
    aliases: "shell console terminal shell-session shellsession sh-session cli",
  },
  {
    id: "powershell",
    traits: ["hash-comments"],
    family: "shell",
    extensions: "ps1 psm1 psd1",
    aliases: "pwsh ps posh",
  },
  { id: "bat", traits: ["hash-comments"], family: "shell", extensions: "bat cmd", aliases: "batch dos" },
  {
    id: "xml",
    traits: ["prose-like", "depth-is-taste"],
    extensions: "xml xsd xsl xslt svg plist csproj fsproj vbproj props targets resx xaml pom",
  },
  { id: "kotlin", traits: ["overloads", "clauses", "binds-once", "brackets"], extensions: "kt kts" },
  { id: "swift", traits: ["overloads", "clauses", "binds-once", "brackets"], extensions: "swift" },
  {
    id: "scala",
    traits: ["overloads", "clauses", "binds-once", "brackets"],
    extensions: "scala sc sbt",
  },
  { id: "groovy", traits: ["clauses", "brackets"], extensions: "groovy gradle gvy", names: "jenkinsfile" },
  { id: "clojure", extensions: "clj cljs cljc edn" },
  { id: "elixir", traits: ["hash-comments", "clauses", "brackets"], extensions: "ex exs heex" },
  { id: "erlang", traits: ["clauses"], extensions: "erl hrl" },
  { id: "haskell", traits: ["clauses"], extensions: "hs lhs" },
  { id: "ocaml", extensions: "ml mli" },
  { id: "elm", extensions: "elm" },
  { id: "lua", traits: ["brackets"], extensions: "lua" },
  { id: "perl", traits: ["hash-comments", "brackets"], extensions: "pl pm" },
  { id: "r", traits: ["hash-comments", "brackets"], extensions: "r rmd" },
  { id: "julia", traits: ["hash-comments", "brackets"], extensions: "jl" },
  { id: "dart", traits: ["overloads", "clauses", "binds-once", "brackets"], extensions: "dart" },
  { id: "zig", traits: ["brackets"], extensions: "zig zon" },
  { id: "nim", traits: ["hash-comments"], extensions: "nim" },
  { id: "crystal", traits: ["hash-comments"], extensions: "cr" },
  { id: "solidity", extensions: "sol" },
  { id: "nix", traits: ["hash-comments"], extensions: "nix" },
  { id: "prisma", traits: ["brackets"], extensions: "prisma" },
  { id: "graphql", traits: ["hash-comments", "brackets"], extensions: "graphql gql graphqls" },
  { id: "proto3", traits: ["brackets"], extensions: "proto", aliases: "protobuf proto2" },
  { id: "terraform", traits: ["hash-comments", "brackets"], extensions: "tf tfvars hcl" },
  { id: "cmake", traits: ["hash-comments"], extensions: "cmake", names: "cmakelists.txt" },
  { id: "makefile", traits: ["hash-comments"], extensions: "mk mak", names: "makefile gnumakefile", aliases: "make" },
  { id: "just", traits: ["hash-comments"], names: "justfile" },
  {
    id: "dockerfile",
    traits: ["hash-comments"],
    extensions: "dockerfile",
    names: "dockerfile containerfile",
    aliases: "docker",
  },
  { id: "viml", extensions: "vim", names: ".vimrc", aliases: "vimscript" },
  { id: "lisp", extensions: "lisp el cl", aliases: "elisp common-lisp emacs-lisp" },
  { id: "scheme", extensions: "scm rkt", aliases: "racket" },
  { id: "asm", extensions: "asm s", aliases: "assembly nasm" },
  { id: "glsl", extensions: "glsl vert frag" },
  { id: "wgsl", extensions: "wgsl" },
  { id: "diff", traits: ["depth-is-taste"], extensions: "diff patch", aliases: "udiff git" },
];

const byExtension = new Map<string, string>();
const byName = new Map<string, string>();
const byFence = new Map<string, string>();
const families = new Map<string, string>();
const embedded = new Map<string, readonly string[]>();
const traitsOf = new Map<string, readonly LanguageTrait[]>();

for (const { id, family, extensions, names, aliases, embeds, traits } of LANGUAGES) {
  families.set(id, family ?? id);
  embedded.set(id, words(embeds));
  traitsOf.set(id, traits ?? []);
  for (const extension of words(extensions)) byExtension.set(extension, id);
  for (const name of words(names)) byName.set(name, id);
  for (const name of [id, ...words(aliases), ...words(extensions), ...words(names)]) {
    // The first language to claim a name keeps it, so that the order of the table decides.
    if (!byFence.has(name)) byFence.set(name, id);
  }
}

function words(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(" ");
}

/**
 * Finds the language of a file, by its name alone: a whole name first (`Dockerfile`, `tsconfig.json`, `.env.local`), then the longest
 * extension. `undefined` for a name that the table does not know, so it also tells whether something is known to be a file name.
 */
export function languageOfPath(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const whole = byName.get(name);
  if (whole !== undefined) return whole;
  if (name.startsWith(".env.")) return "dotenv";
  if (name.startsWith("dockerfile.")) return "dockerfile";
  // Two dots are the most that an extension of the table has.
  const last = name.lastIndexOf(".");
  if (last < 0) return undefined;
  const double = name.slice(name.lastIndexOf(".", last - 1) + 1);
  return byExtension.get(double) ?? byExtension.get(name.slice(last + 1));
}

/** Finds the language id that a fence's language word means (`ts`, `C++`, `language-yaml`); `undefined` for an unknown word. */
export function normalizeLanguage(fenceLanguage: string): string | undefined {
  const word = fenceLanguage.trim().toLowerCase();
  return byFence.get(word) ?? byFence.get(word.replace(/^(?:language-|lang-|\.)/, ""));
}

/** Returns the family of a language id; an unknown id is its own family. */
export function languageFamily(id: string): string {
  return families.get(id) ?? id;
}

/**
 * Checks whether a block in the language `shown` can be meant for a file in `id`: it is of the same family, or of one that such files have
 * parts of.
 */
export function fitsLanguage(shown: string, id: string): boolean {
  const family = languageFamily(shown);
  return family === languageFamily(id) || embedded.get(id)?.includes(family) === true;
}

/**
 * Lists the extensions, without the dot, of files that a block in the language `shown` cannot be meant for. None for an unknown language
 * and for one that any file may hold.
 */
export function foreignExtensions(shown: string): readonly string[] {
  if (!families.has(shown) || isAnyText(shown)) return [];
  return LANGUAGES.filter(({ id }) => !isAnyText(id) && !fitsLanguage(shown, id)).flatMap(
    ({ extensions }) => extensions?.split(" ") ?? [],
  );
}

/** Checks whether files and blocks of a language may hold those of any other. */
const isAnyText = (id: string): boolean => id === "plaintext" || id === "diff";

/** Checks whether a language has a trait; an unknown one has none. */
export function hasTrait(id: string | undefined, trait: LanguageTrait): boolean {
  return id !== undefined && traitsOf.get(id)?.includes(trait) === true;
}
