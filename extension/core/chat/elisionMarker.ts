import { normalizeLanguage } from "../sketch/languages.ts";

/** How comments of a language begin and end, by VS Code's ids. */
const COMMENTS: readonly { readonly open: string; readonly close?: string; readonly languages: string }[] = [
  {
    open: "//",
    languages:
      "typescript typescriptreact javascript javascriptreact go go.mod rust java c cpp cuda-cpp objective-c objective-cpp csharp fsharp php scss less sass stylus jsonc kotlin swift scala groovy dart zig solidity prisma proto3 glsl wgsl",
  },
  {
    open: "#",
    languages:
      "python ruby shellscript powershell yaml toml ini properties dotenv ignore perl r elixir julia nim crystal nix terraform cmake makefile just dockerfile graphql",
  },
  { open: "--", languages: "sql lua haskell elm" },
  { open: ";", languages: "clojure lisp scheme asm" },
  { open: "%", languages: "latex erlang" },
  { open: "'", languages: "vb" },
  { open: "/*", close: "*/", languages: "css" },
  { open: "(*", close: "*)", languages: "ocaml" },
  {
    open: "<!--",
    close: "-->",
    languages: "html xml vue svelte astro handlebars erb blade twig django-html razor markdown mdx",
  },
];

const byLanguage = new Map(
  COMMENTS.flatMap(({ open, close, languages }) =>
    languages.split(" ").map((language) => [language, { open, close }] as const),
  ),
);

/**
 * Makes a line that stands for lines which are left out: `// ... 12 lines ...`, as a comment of the language (a fence's word or an id),
 * bare if that is unknown or has none. `count`: how many lines, if that is known.
 */
export function elisionMarker(language: string | undefined, count: number | undefined): string {
  const known = language === undefined ? undefined : byLanguage.get(normalizeLanguage(language) ?? language);
  const lines = count === 1 ? "... 1 line ..." : `... ${count} lines ...`;
  const words = count === undefined ? "..." : lines;
  if (known === undefined) return words;
  return [known.open, words, ...(known.close === undefined ? [] : [known.close])].join(" ");
}
