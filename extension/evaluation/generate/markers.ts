import type { Random } from "./random.ts";

/** How comments are written, by language; `//` if a language is not named. */
const COMMENTS: readonly (readonly [languages: string, open: string, close: string])[] = [
  [
    "python ruby yaml toml shellscript elixir makefile dockerfile perl r cmake powershell ignore dotenv terraform nginx",
    "#",
    "",
  ],
  ["ini properties", "#", ""],
  ["markdown mdx html xml vue svelte erb handlebars twig", "<!--", "-->"],
  ["css", "/*", "*/"],
  ["sql lua haskell elm", "--", ""],
  ["restructuredtext", "..", ""],
  ["lisp scheme clojure", ";;", ""],
  ["latex erlang", "%", ""],
];

export type Wording = "prompted" | "agent" | "lazy";

/** Writes one marker, without its indentation. */
export type WriteMarker = (random: Random) => string;

/** Makes the function that writes an answer's markers: in one manner throughout, with another wording now and then. */
export function markerWriter(language: string | undefined, wording: Wording, random: Random): WriteMarker {
  const known = COMMENTS.find(([languages]) => language !== undefined && languages.split(" ").includes(language));
  const [, open, close] = known ?? ["", "//", ""];
  const isWrong = random.isLikely(0.02);
  const write = (text: string): string =>
    isWrong
      ? `// ${text}`
      : language === "json" && random.isLikely(0.3)
        ? "..."
        : `${open} ${text}${close === "" ? "" : ` ${close}`}`;
  const isText =
    language === "markdown" || language === "mdx" || language === "restructuredtext" || language === "html";
  const usual =
    wording === "lazy"
      ? random.pickWeighted([
          ["...", 60],
          ["... existing code ...", 15],
          ["... rest unchanged", 6],
          ["... unchanged ...", 6],
          ["rest of the code stays the same", 3],
          ["…", 2],
          ["... same as before ...", 4],
        ])
      : isText && random.isLikely(0.25)
        ? "... existing content ..."
        : "... existing code ...";
  return (source) => write(source.isLikely(wording === "prompted" ? 0.03 : 0.08) ? source.pick(OTHERS) : usual);
}

const OTHERS: readonly string[] = [
  "... unchanged ...",
  "... existing code, unchanged ...",
  "... rest unchanged ...",
  "... same as before ...",
  "... rest stays the same",
  "... same as before",
  "(everything here stays the same)",
];
